-- board_model.lua - what the board of frameworks says: one smallest case for each deviation.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_VALUES = 64 -- of an answer that is spelled out

local function extent_of(shape)
    local n = 1
    for _, extent in ipairs(shape) do n = n * extent end
    return n
end

local function size_of(record)
    local n = 0
    for _, input in ipairs(record.picture and record.picture.inputs or {}) do n = n + 1 + extent_of(input.shape) end
    return n > 0 and n or 1 << 40
end

-- What a reader should call it: what its waiver says, else what the level of the clause says.
local KINDS = {
    defect = "defect",
    extension = "undocumented extension: it answers where the document has no answer",
    ambiguity = "ambiguity: the document can be read in several ways, and this is none of them",
}
local function kind_of(record, clause)
    local level = clause and clause.level or ""
    if record.waived and KINDS[record.waived.kind or ""] then
        return KINDS[record.waived.kind]
    elseif record.verdict == "inconsistent-reading" or level == "ambiguous" then
        return KINDS.ambiguity
    elseif record.verdict == "accepted" and level ~= "error" then
        return KINDS.extension
    end
    return KINDS.defect
end

local function due_of(record)
    local picture = record.picture
    if not picture then return "" end
    if picture.demand == "error" then return "an error" end
    local values = picture.expected
    return values and #values <= MOST_VALUES and "[" .. table.concat(values, ", ") .. "]" or "an answer"
end

-- Those that fail and those that a waiver bears, by clause and way of breaking it.
local function groups_of(report)
    local side, list, by_key = report.model.now, {}, {}
    local function add(backend, variant, verdict, clause, record)
        local key = table.concat({backend, variant, verdict, clause}, "\n")
        if not by_key[key] then
            by_key[key] = {backend = backend, variant = variant, verdict = verdict, clause = clause, n = 0, cases = {}}
        end
        by_key[key].n = by_key[key].n + 1
        table.insert(by_key[key].cases, record)
    end
    for _, group in ipairs(side.groups) do
        for _, record in ipairs(group.cases) do
            add(group.backend, group.variant, group.verdict, group.clause, record)
        end
    end
    for _, record in ipairs(side.waived) do
        add(record.backend, report.model.variant_of(report, record.case), record.verdict, record.clause or "", record)
    end
    for _, group in pairs(by_key) do -- in the order of keys
        list[#list + 1] = group
    end
    return list
end

-- The cases that show it: the smallest; or where no one reading fits all answers, those that exclude them.
local function witnesses_of(report, group)
    local best, list = nil, {}
    for _, record in ipairs(group.cases) do
        if group.verdict == "inconsistent-reading" then
            list[#list + 1] = {record = record, reading = table.concat(record.excludes or {}, "; ")}
        elseif not best or size_of(record) < size_of(best) then
            best = record
        end
    end
    return #list > 0 and list or {{record = best, reading = ""}}
end

-- What board.sh found when it ran the program of a case, or nil.
local function programs_of(report)
    local found = {}
    for _, program in ipairs(report.model.now.programs or {}) do
        found[table.concat({program.backend, program.case, program.reading or ""}, "\n")] = program
    end
    return found
end

-- One entry for each clause of a variant that a framework breaks in one way.
local function deviations(report)
    local list, programs = {}, programs_of(report)
    for _, group in ipairs(groups_of(report)) do
        local entry = {group = group, witnesses = witnesses_of(report, group), clause = report.model.now.clauses[group.clause]}
        local record = entry.witnesses[1].record
        for k, one in ipairs(entry.witnesses) do
            one.file = string.format("%03d-%s%s.py", #list + 1, group.backend, #entry.witnesses > 1 and "-" .. tostring(k) or "")
            one.seed = report.split(report.split(one.record["repeat"] or "", "--seed ")[2] or "1", " ")[1]
            one.program = programs[table.concat({group.backend, one.record.case or "", one.reading}, "\n")]
        end
        entry.record, entry.kind, entry.due = record, kind_of(record, entry.clause), due_of(record)
        list[#list + 1] = entry
    end
    return list
end

return {deviations = deviations}
