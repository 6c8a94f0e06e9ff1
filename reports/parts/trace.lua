-- trace.lua - each clause with its rules, where ref/ looks at them, the cases that ask it, the seeded bugs that these
-- catch, and what records say of them.
--
-- SPDX-License-Identifier: Apache-2.0
local trace = {}
trace.MOST_NAMES = 3 -- in a cell that people read

-- The first names of a list, and how many more there are.
function trace.some(list, most)
    local n = math.min(#list, most or trace.MOST_NAMES)
    return table.concat(list, ", ", 1, n) .. (#list > n and (n > 0 and " and " or "") .. tostring(#list - n) .. " more" or "")
end

-- The variants that records are about; nil where none were given.
function trace.names(report)
    local side = report.model.now
    if #side.runs == 0 then return nil end
    local names, seen = {}, {}
    local function add(name)
        name = report.split(name, "@")[1] or "?"
        names[#names + 1] = not seen[name] and name or nil
        seen[name] = true
    end
    for _, name in ipairs(side.variants) do add(name) end
    for name in pairs(side.documents) do add(name) end
    return names
end

-- "operator/variant/topic/name...": the test that it is a case of, whatever the variant.
local function test_of(report, case)
    local parts = report.split(case, "/")
    return #parts >= 4 and parts[1] .. "/" .. parts[3] .. "/" .. parts[4] or nil
end

-- Test: names of the seeded bugs that a case of it was the first to catch.
local function bugs_by_test(report, kill)
    local bugs = {}
    for _, s in ipairs(kill and kill.matrix or {}) do
        for _, o in ipairs(not s.control and s.operators or {}) do
            local test = o.killed and test_of(report, o.first or "")
            if test then
                bugs[test] = bugs[test] or {}
                table.insert(bugs[test], s.name or "?")
            end
        end
    end
    return bugs
end

-- All rules that a clause decides or supports, each with its value in every profile.
local function rules_by_clause(variant)
    local all = {}
    for _, rule in ipairs(variant.rules) do
        for at, k in ipairs(rule.clauses) do
            all[k] = all[k] or {}
            table.insert(all[k], {name = rule.name, sentence = rule.sentence, places = rule.places, decides = at == 1,
                                  value = trace.value(variant, rule)})
        end
    end
    return all
end

-- Names of cases without their variant.
function trace.short(variant, cases)
    local list, head = {}, variant.name .. "/"
    for k, case in ipairs(cases) do
        list[k] = string.sub(case, 1, #head) == head and string.sub(case, #head + 1) or case
    end
    return list
end

-- The value of a rule: one, or one for each profile.
function trace.value(variant, rule)
    local parts, first, alike = {}, rule.values[1], true
    for k, value in ipairs(rule.values) do
        alike = alike and value == first
        parts[k] = value .. " (" .. variant.profiles[k].name .. ")"
    end
    return alike and first or table.concat(parts, ", ")
end

local function places_of(rules)
    local list, seen = {}, {}
    for _, rule in ipairs(rules) do
        for _, place in ipairs(rule.places) do
            local text = place.file .. ": " .. place["function"]
            list[#list + 1] = not seen[text] and text or nil
            seen[text] = true
        end
    end
    return list
end

local function bugs_of(report, bugs, cases)
    local list, seen = {}, {}
    for _, case in ipairs(cases) do
        for _, name in ipairs(bugs[test_of(report, case) or ""] or {}) do
            list[#list + 1] = not seen[name] and name or nil
            seen[name] = true
        end
    end
    return list
end

-- The outcome of the cases of a clause on one backend; all cases of a generator count, because records have them
-- together.
local function verdict_of(report, b, clause, cases)
    local v = {backend = b.id, passed = 0, failed = 0, not_claimed = 0, not_run = 0, waived = 0, points = 0}
    local seen = {}
    for _, case in ipairs(cases) do
        local parts = report.split(case, "/")
        local point = b.points[case] or b.points[table.concat(parts, "/", 1, math.min(#parts, 3))]
        if point and not seen[point.name] then
            seen[point.name] = true
            v.points = v.points + 1
            for _, count in ipairs{"passed", "failed", "not_claimed", "not_run", "waived"} do
                v[count] = v[count] + point[count]
            end
        end
    end
    v.broken = b.broken[clause.id] or 0
    return v
end

-- A verdict in words: a clause is broken only where a failure names it.
function trace.words(v)
    if v.broken > 0 then return "bad", "broken in " .. tostring(v.broken) .. (v.broken == 1 and " case" or " cases") end
    if v.points == 0 then return "none", "not recorded" end
    local parts = {}
    for _, part in ipairs{{"passed", "passed"}, {"failed", "failed otherwise"}, {"waived", "of them waived"}, {"not_run", "not run"},
                          {"not_claimed", "not claimed"}} do
        local n = v[part[1]]
        parts[#parts + 1] = n > 0 and tostring(n) .. " " .. part[2] or nil
    end
    return v.failed + v.not_run > 0 and "bad" or v.passed > 0 and "good" or "none", table.concat(parts, ", ")
end

local function broken_count(side)
    for _, b in ipairs(side.backends) do b.broken = {} end
    for _, g in ipairs(side.groups) do
        local broken = side.backend_by_id[g.backend].broken
        broken[g.clause] = (broken[g.clause] or 0) + g.n
    end
end

local function clause_trace(report, clause, asked, rules, bugs)
    clause.rules, clause.asked = rules, asked
    clause.cases = {}
    for _, list in ipairs{asked.passing, asked.must_fail, asked.open} do
        for _, case in ipairs(list) do table.insert(clause.cases, case) end
    end
    clause.places = places_of(rules)
    clause.bugs = bugs_of(report, bugs, clause.cases)
    clause.state = clause.untestable and "not testable" or asked.covered and "covered" or "not covered"
    clause.verdicts = {}
    for k, b in ipairs(report.model.now.backends) do
        clause.verdicts[k] = verdict_of(report, b, clause, clause.cases)
    end
end

-- Variants with their clauses; what records name and this suite lacks is in `unknown`.
function trace.read(report)
    local side = report.model.now
    local names = trace.names(report)
    local all = {variants = report.suite(names), unknown = {}, n = {covered = 0, ["not covered"] = 0, ["not testable"] = 0}}
    local bugs, known = bugs_by_test(report, side.kill), {}
    broken_count(side)
    for _, variant in ipairs(all.variants) do
        known[variant.name] = true
        local asked, rules = report.cases(variant.name), rules_by_clause(variant)
        for k, clause in ipairs(variant.clauses) do
            clause_trace(report, clause, asked[k], rules[k] or {}, bugs)
            all.n[clause.state] = all.n[clause.state] + 1
        end
    end
    for _, name in ipairs(names or {}) do
        all.unknown[#all.unknown + 1] = not known[name] and name or nil
    end
    return all
end

-- "out_of_range: error" for each rule after a clause.
function trace.rules(clause)
    local list = {}
    for k, rule in ipairs(clause.rules) do list[k] = rule.name .. ": " .. rule.value end
    return list
end

function trace.source(variant)
    local cited = variant.cited
    return (cited and cited.title .. ", " .. cited.publisher .. ", " .. cited.version .. ", " or "") .. variant.section
end

return trace
