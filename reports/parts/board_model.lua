-- board_model.lua - what the board of frameworks says: an entry for each way in which a framework departs from a clause.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_VALUES = 64 -- of an answer that is spelled out
local MOST_LETTERS = 240 -- of a sentence

-- The harm of a verdict to users of an answer, worst first. A verdict that is not named is a wrong
-- answer.
local HARMS = {
    {id = "memory", short = "memory", title = "Memory of others is read or written", verdicts = {"out-of-bounds-write", "input-written", "out-of-bounds-read"}},
    {id = "value", short = "wrong answer", title = "A wrong answer, without a sign", verdicts = {}},
    {id = "crash", short = "dies, hangs", title = "The process dies or does not come back", verdicts = {"crash", "exit", "timeout", "memory", "broken-protocol"}},
    {id = "silent", short = "no error", title = "An error that is promised is not reported", verdicts = {"accepted"}},
    {id = "refusal", short = "refuses", title = "What is documented is refused", verdicts = {"refused", "broken-claim", "internal-error"}},
    {id = "reading", short = "readings", title = "No one reading of the document fits all answers", verdicts = {"inconsistent-reading"}},
    {id = "inference", short = "inference", title = "Its shape inference does otherwise than the call", verdicts = {}},
    {id = "wording", short = "wording", title = "The right outcome in another form", verdicts = {"wrong-error-kind", "dirty-error", "broken-policy", "printed"}},
    {id = "payload", short = "NaN bits", title = "A NaN comes with other bits", verdicts = {}},
    {id = "company", short = "in company", title = "It fails among other calls, and passes alone", verdicts = {"unrepeatable"}},
}
local HARM_OF = {}
for rank, harm in ipairs(HARMS) do
    harm.rank = rank
    for _, verdict in ipairs(harm.verdicts) do HARM_OF[verdict] = harm end
end

local function extent_of(shape)
    local n = 1
    for _, extent in ipairs(shape) do n = n * extent end
    return n
end

-- How much there is to look at; the name of a drawn case does not say what it is about.
local DRAWN = 1 << 20
local function size_of(report, record)
    local n = report.split(record.case or "", "/")[3] == "drawn" and DRAWN or 0
    for _, input in ipairs(record.picture and record.picture.inputs or {}) do n = n + 1 + extent_of(input.shape) end
    return n > 0 and n or 1 << 40
end

-- What a reader should call it: what its waiver says, else what clause and demand say.  What the document leaves
-- open, and what is asked by gatherum alone, is never called a defect.
local KINDS = {
    defect = "defect",
    extension = "undocumented extension: it answers where the document has no answer",
    ambiguity = "ambiguity: the document can be read in several ways, and this is none of them",
    contested = "contested: the document says so, and another text of who publishes or implements it does not",
    unpromised = "not promised in so many words: no sentence of the document speaks of this",
    own = "demand of gatherum: no document of the framework promises it",
    open = "demand of gatherum: the document leaves the outcome of this call open",
    reading = "reading of gatherum: the document can be read otherwise",
    company = "seen after other calls: alone the case passes, and what it takes is not known",
}

-- An adapter can say no more than that its library wrote to what it was given.
local WROTE = "it wrote to its operand "

-- Do expected and answered values differ by the bits of NaN alone?
local function is_nan(text) return text == "nan" or text == "-nan" or string.sub(text, 1, 2) == "0x" end
local function differs_in_payload(report, record)
    local picture, some = record.picture or {}, false
    local want, got = picture.expected or {}, picture.got or {}
    if record.verdict ~= "wrong-value" then return false end
    if #want == 0 or #want ~= #got then -- two NaNs are told by their bits
        local said = report.split(record.diagnosis or "", " and is 0x")
        return said[2] ~= nil and report.split(said[1], " = 0x")[2] ~= nil
    end
    for k, text in ipairs(want) do
        local other = got[k]
        if text ~= other then
            if not (is_nan(tostring(text)) and is_nan(tostring(other))) then return false end
            some = true
        end
    end
    return some
end

-- The clause about what states shapes without computing, and the argument with which a program shows that.
local INFERENCE, INFERENCE_READING = "GAT-11", "inference"
local HARM_BY_ID = {}
for _, harm in ipairs(HARMS) do HARM_BY_ID[harm.id] = harm end
local function harm_of(report, record, verdict)
    if verdict == "internal-error" and report.split(record.diagnosis or "", WROTE)[2] then return HARM_BY_ID.memory end
    if record.clause == INFERENCE then return HARM_BY_ID.inference end
    return differs_in_payload(report, record) and HARM_BY_ID.payload or HARM_OF[verdict] or HARM_BY_ID.value
end

local function is_own(clause) return string.sub(clause, 1, 4) == "GAT-" end
local FLUSHED = "a denormal number was flushed to zero"
-- A process that dies owes more than its life: the clause by which the document has an answer for the call, or promises
-- an error; nil where it is our reading alone that asks for one.
local function owed_of(report, record)
    local owed = record.owed
    local clause = owed and report.model.now.clauses[owed.clause]
    return clause and (owed.outcome == "answer" or clause.level == "error") and clause or nil
end

local function kind_of(report, record, clause)
    local level = clause and clause.level or ""
    local ends = HARM_OF[record.verdict]
    if record.verdict == "unrepeatable" then return "company" end
    if is_own(record.clause or "") and not (ends and ends.id == "crash" and owed_of(report, record)) then
        local open = record.picture and record.picture.demand == "anything" or ends and ends.id == "crash" and not record.owed
        return open and "open" or "own"
    elseif (record.clause or "") == "" and record.verdict ~= "inconsistent-reading" or
        record.verdict == "refused" and level == "may" or report.split(record.diagnosis or "", FLUSHED)[2] then
        return "unpromised" -- whatever a waiver says
    elseif record.waived and KINDS[record.waived.kind or ""] then
        return record.waived.kind
    elseif differs_in_payload(report, record) then
        return "unpromised"
    elseif record.verdict == "inconsistent-reading" then
        return "ambiguity"
    elseif level == "ambiguous" then
        return "reading"
    elseif record.verdict == "accepted" and level ~= "error" then
        return "extension"
    end
    return "defect"
end

local function values_of(list)
    return list and #list > 0 and #list <= MOST_VALUES and "[" .. table.concat(list, ", ") .. "]" or nil
end

local function due_of(record)
    local picture = record.picture
    if record.verdict == "inconsistent-reading" then return "answers that one reading of the clause admits" end
    if not picture then return ({accepted = "an error", refused = "an answer"})[record.verdict] or "not this" end
    if picture.demand == "error" then return "an error" end
    if picture.demand == "anything" then return "any answer, or an error" end
    return values_of(picture.expected) or "an answer"
end

local function cut(text)
    return #text <= MOST_LETTERS and text or string.sub(text, 1, utf8.offset(text, 0, MOST_LETTERS) - 1) .. " ..."
end

-- "gather/onnx-13" in "gather" and "onnx-13"; of a clause's name what follows the document's.
local function halves(report, name)
    local parts = report.split(name, "/")
    return parts[1] or "?", parts[#parts] or "?"
end

-- ---- a framework with options: its answers beside those with the first options of the same run

-- "torch" and "compile=inductor" of "torch:compile=inductor"; the latter is nil where there are no options.
local function settings_of(report, id)
    local parts = report.split(id, ":")
    return parts[1], #parts > 1 and table.concat(parts, ":", 2) or nil
end

-- For each backend with options the one that it is compared with: the first of its framework.
local function firsts_of(report)
    local first, of = {}, {}
    for _, b in ipairs(report.model.now.backends) do
        local framework, settings = settings_of(report, b.id)
        if settings then
            first[framework] = first[framework] or b
            of[b.id] = first[framework]
        end
    end
    return of
end

-- Is this failure one of the framework without these options too?  Then it is told there.
local function is_told_before(report, firsts, record)
    local side, first = report.model.now, firsts[record.backend]
    local own = first and side.backend_by_id[(settings_of(report, record.backend))]
    local before = first and first.id ~= record.backend and first.verdict_of[record.case]
    return first and (before == record.verdict or own and own.verdict_of[record.case] == record.verdict) or false
end

-- Cases whose outcome is another one than with the first options, by variant: answers of points that passed in both,
-- and cases that fail there and not here.
local function differing(report, b, first)
    local variants, seen = {}, {}
    local function add(name, point)
        local variant = report.model.variant_of(report, name)
        variants[variant] = variants[variant] or {backend = b.id, variant = variant, n = 0, first = name}
        variants[variant].n = variants[variant].n + (seen[point] and 0 or 1)
        seen[point] = true
    end
    for name, point in pairs(b.points) do
        local other = first.points[name]
        if other and point.hash == other.hash and point.answers ~= other.answers then add(name, name) end
    end
    for name in pairs(first.verdict_of) do
        if not b.verdict_of[name] and not b.absent then add(name, report.model.stem_of(report, name)) end
    end
    return variants
end

-- All of them, by backend: what a document leaves open, or one of the two has wrong.
local function differences(report)
    local list, firsts = {}, firsts_of(report)
    for _, b in ipairs(report.model.now.backends) do
        local first = firsts[b.id]
        for _, one in pairs(first and first ~= b and differing(report, b, first) or {}) do
            local framework, settings = settings_of(report, b.id)
            local _, others = settings_of(report, first.id)
            one.settings, one.others = settings, others
            one.again = table.concat({"gatherum run --backend ", framework, " --draw 0 --settings '", others, " ", settings, "' '", one.first, "'"})
            list[#list + 1] = one
        end
    end
    return list
end

-- A time-out among other calls that does not come again alone: a slow machine, and no entry.
local LATE = "in the crowd timeout"
local function is_late(record)
    return record.verdict == "unrepeatable" and string.sub(record.diagnosis or "", 1, #LATE) == LATE
end

-- Failing cases, whether borne or not, by what a maintainer would repair: one clause of an operator, broken in one way,
-- or what one waiver bears, whatever clauses its cases come under.  And by backend the number of those that are told of
-- the framework without its options, and of those that were late.
local function groups_of(report)
    local side, list, by_key = report.model.now, {}, {}
    local firsts, before, late = firsts_of(report), {}, {}
    local function add(backend, variant, record)
        if is_late(record) then
            late[backend] = (late[backend] or 0) + 1
            return
        elseif is_told_before(report, firsts, record) then
            before[backend] = (before[backend] or 0) + 1
            return
        end
        local operator = halves(report, variant)
        local _, clause = halves(report, record.clause or "")
        local why = record.waived and record.waived.reason or ""
        local apart = record.verdict == "inconsistent-reading" and variant or ""
        if record.clause == INFERENCE then -- by the rule that it overlooks, or as what it says
            local said = report.split(record.diagnosis or "", " where the call is refused ")
            apart = said[2] or string.sub(said[1], 1, #"infer() reported")
        end
        local under = (why == "" or is_own(clause)) and clause or ""
        -- A death where an outcome is promised is another thing than one where anything may happen.
        if is_own(clause) and why == "" and kind_of(report, record, side.clauses[record.clause]) == "defect" then under = under .. "\ndefect" end
        local alike = table.concat({operator, record.verdict, under, why, apart}, "\n")
        local framework, settings = settings_of(report, backend)
        if settings and firsts[backend].id == backend and by_key[framework .. "\n" .. alike] then -- as without options
            before[backend] = (before[backend] or 0) + 1
            return
        end
        local key = backend .. "\n" .. alike
        local group = by_key[key]
        if not group then
            group = {backend = backend, operator = operator, verdict = record.verdict, clause = record.clause or "", reason = why,
                     variants = {}, types = {}, n = 0, cases = {}}
            by_key[key] = group
        end
        group.n = group.n + 1
        group.variants[variant] = true
        local parts = report.split(record.case or "", "/")
        group.types[parts[#parts]] = true
        table.insert(group.cases, record)
    end
    for _, with in ipairs{false, true} do
        local function add_those(backend, variant, record)
            local _, settings = settings_of(report, backend)
            if (settings ~= nil) == with then add(backend, variant, record) end
        end
        for _, group in ipairs(side.groups) do
            for _, record in ipairs(group.cases) do add_those(group.backend, group.variant, record) end
        end
        for _, record in ipairs(side.waived) do add_those(record.backend, report.model.variant_of(report, record.case), record) end
    end
    for _, group in pairs(by_key) do -- in the order of keys
        list[#list + 1] = group
    end
    return list, before, late
end

-- Failing cases by the counts of the points, which nothing here limits, and those that entries are made of.
local function account(report, groups, shown, late)
    local side, judged = report.model.now, {}
    local total = {shown = 0, judged = 0, judged_of = judged, late_of = late}
    for _, group in ipairs(groups) do
        local single = group.verdict ~= "inconsistent-reading" -- has no count in a point
        shown[group.backend] = (shown[group.backend] or 0) + (single and group.n or 0)
    end
    for _, b in ipairs(side.backends) do
        judged[b.id] = 0
        for _, point in pairs(b.points) do judged[b.id] = judged[b.id] + point.failed end
        judged[b.id] = judged[b.id] - (late[b.id] or 0)
        total.judged, total.shown = total.judged + judged[b.id], total.shown + (shown[b.id] or 0)
        local more = judged[b.id] - (shown[b.id] or 0)
        if more > 0 or more < 0 and not side.cut then -- less is judged where a run was cut short within a point
            report.refuse(b.runs[1] and b.runs[1].input or 1, 0, string.format(
                "%d cases of %s fail by the count of its points, and the board shows %d of them", judged[b.id], b.id, shown[b.id] or 0))
        end
    end
    return total
end

-- ---- where no one reading fits all answers: the clause whose readings exclude each other

-- "a=b, c=d" as {a = b, c = d}
local function reading_of(report, text)
    local map = {}
    for _, part in ipairs(report.split(text, ", ")) do
        local pair = report.split(part, "=")
        map[pair[1] or ""] = pair[2] or ""
    end
    return map
end

-- Of the combinations that are left: for each clause and reading the first witness whose answer excludes all with it, else false.
local function exclusions_of(cases, left)
    local found = {}
    for k, record in ipairs(cases) do
        local gone, stays = {}, {}
        for _, text in ipairs(record.excludes or {}) do gone[text] = true end
        for text, map in pairs(left) do
            for clause, reading in pairs(map) do stays[clause .. "\n" .. reading] = stays[clause .. "\n" .. reading] or not gone[text] end
        end
        for _, map in pairs(left) do
            for clause, reading in pairs(map) do
                found[clause] = found[clause] or {}
                found[clause][reading] = found[clause][reading] or not stays[clause .. "\n" .. reading] and k
            end
        end
    end
    return found
end

-- Without the combinations that have a reading which one witness excludes; nil where there is none.
local function narrowed(left, found)
    local rest, fewer = {}, false
    for text, map in pairs(left) do
        local out = false
        for clause, reading in pairs(map) do out = out or found[clause][reading] end
        rest[text], fewer = not out and map or nil, fewer or out
    end
    return fewer and rest or nil
end

-- The clause each of whose readings some witness excludes, and which; or nil.
local function blamed(report, cases)
    local left = {}
    for _, record in ipairs(cases) do
        for _, text in ipairs(record.excludes or {}) do left[text] = reading_of(report, text) end
    end
    while left and next(left) do
        local found = exclusions_of(cases, left)
        for clause, readings in pairs(found) do
            local all = true
            for _, k in pairs(readings) do all = all and k end
            if all then return clause, readings end
        end
        left = narrowed(left, found)
    end
    return nil
end

-- The witnesses that matter, each with the readings that its answer excludes; all, where no one clause is to blame.
local function conflict_of(report, group)
    local list, seen = {}, {}
    local clause, readings = blamed(report, group.cases)
    group.conflict = clause
    for reading, k in pairs(readings or {}) do
        local record = group.cases[k]
        local one = seen[k] or {record = record, reading = table.concat(record.excludes or {}, "; "), excludes = {}}
        list[#list + 1] = not seen[k] and one or nil
        seen[k] = one
        table.insert(one.excludes, clause .. "=" .. reading)
    end
    if #list == 0 then
        for _, record in ipairs(group.cases) do
            list[#list + 1] = {record = record, reading = table.concat(record.excludes or {}, "; "), excludes = record.excludes or {}}
        end
    end
    return list
end

-- The clause to tell a group by: one that demands before one that is open, then the one that most cases name.
local function clause_of(report, group)
    local side, count, best = report.model.now, {}, nil
    for _, record in ipairs(group.cases) do
        local id = record.clause or ""
        count[id] = (count[id] or 0) + 1
    end
    local function rank(id)
        local level = side.clauses[id] and side.clauses[id].level or ""
        return (level == "must" or level == "error") and 1 << 40 or 0
    end
    for id, n in pairs(count) do
        if not best or rank(id) + n > rank(best) + count[best] then best = id end
    end
    return best
end

-- The cases that show it: the smallest; or where no one reading fits all answers, those that exclude them.
local function witnesses_of(report, group)
    if group.verdict == "inconsistent-reading" then return conflict_of(report, group) end
    local best, clause = nil, clause_of(report, group)
    for _, record in ipairs(group.cases) do
        if (record.clause or "") == clause and (not best or size_of(report, record) < size_of(report, best)) then best = record end
    end
    return {{record = best, reading = group.clause == INFERENCE and INFERENCE_READING or "", excludes = {}}}
end

-- ---- entries

-- The outcome when board.sh ran the program of a case, or nil.
local function programs_of(report)
    local found = {}
    for _, program in ipairs(report.model.now.programs or {}) do
        found[table.concat({program.backend, program.case, program.reading or ""}, "\n")] = program
    end
    return found
end

local function keys_of(set)
    local list = {}
    for key in pairs(set) do list[#list + 1] = key end
    return list
end

-- The sentence of a case; where the bits of NaN alone differ, without a cause: many mistakes and none leave such bits.
local function said_of(report, harm, record)
    local said = record.diagnosis or ""
    local parts = report.split(said, ": ")
    local rest = report.split(said, "; ")
    return harm.id == "payload" and #parts > 1 and #rest > 1 and parts[1] .. "; " .. rest[#rest] or said
end

local function entry_of(report, group)
    local side = report.model.now
    local entry = {group = group, witnesses = witnesses_of(report, group)}
    local record = entry.witnesses[1].record
    local clause = group.conflict or record.clause or group.clause
    local variant = report.model.variant_of(report, record.case)
    entry.record, entry.variant, entry.variants, entry.types = record, variant, keys_of(group.variants), keys_of(group.types)
    entry.clause_id, entry.clause = clause, side.clauses[clause]
    entry.clause_text = entry.clause and entry.clause.text or record.requirement or ""
    entry.document = side.documents[report.split(variant, "@")[1]] or {}
    entry.harm = harm_of(report, record, group.verdict)
    entry.kind = kind_of(report, record, entry.clause)
    entry.kind_words = KINDS[entry.kind]
    entry.own = is_own(clause)
    entry.owed = entry.own and entry.kind == "defect" and owed_of(report, record) or nil
    entry.owes = entry.owed and (record.owed.outcome == "error" and "an error" or "an answer") or nil
    entry.due = due_of(record)
    entry.does = group.verdict == "inconsistent-reading" and "its answers exclude each reading of this clause" or cut(said_of(report, entry.harm, record))
    entry.got = record.came or record.picture and values_of(record.picture.got) or nil
    return entry
end

-- Where an entry stands: by framework, harm and number of cases; reports walk through keys in their order.
local function place_of(entry)
    local g = entry.group
    return table.concat({g.backend, tostring(entry.harm.rank), string.format("%012d", 10 ^ 11 - g.n), g.operator, g.verdict, entry.clause_id,
                         entry.record.case or "", g.reason}, "\n")
end

-- "torch-compile-inductor" of "torch:compile=inductor".
local function file_name(report, id)
    for _, mark in ipairs{":", "=", ","} do id = table.concat(report.split(id, mark), "-") end
    return id
end

local function witness_finish(report, entry, k, one, programs)
    local backend = entry.group.backend
    one.file = entry.name .. (#entry.witnesses > 1 and "-" .. tostring(k) or "") .. ".py"
    one.seed = report.split(report.split(one.record["repeat"] or "", "--seed ")[2] or "1", " ")[1]
    one.again = table.concat({"gatherum run --backend", backend, "--seed", one.seed, one.record.case or ""}, " ")
    one.program = programs[table.concat({backend, one.record.case or "", one.reading}, "\n")]
end

-- Entries, worst harm first in each framework, with the files and the outcome of their programs; and the counts.
local function deviations(report)
    local list, places, programs = {}, {}, programs_of(report)
    local groups, before, late = groups_of(report)
    local total = account(report, groups, before, late)
    for _, group in ipairs(groups) do
        local entry = entry_of(report, group)
        places[place_of(entry)] = entry
    end
    for _, entry in pairs(places) do
        list[#list + 1] = entry
        entry.name = string.format("%03d-%s", #list, file_name(report, entry.group.backend))
        for k, one in ipairs(entry.witnesses) do witness_finish(report, entry, k, one, programs) end
    end
    return list, total
end

return {deviations = deviations, differences = differences, harms = HARMS}
