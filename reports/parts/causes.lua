-- causes.lua - failing cases put together by what explains them; the simplest case of each comes first.
--
-- A symptom is the verdict and the diagnosis without its figures.  Two symptoms have one cause where
-- the smaller shows mostly in points that the other fails too, or where all cases of both meet one
-- telling condition: one fault gives different wrong bits in different types, and ends the process in
-- some.  All of it looks at records alone.
--
-- SPDX-License-Identifier: Apache-2.0
local an_error = "an error that is due"
local SAME = 0.5 -- share of the points of a symptom that another fails too, from which on both are one

-- The part that belongs to one case alone is at the end of a diagnosis.
local function cut(report, diagnosis)
    for _, mark in ipairs{"; it says ", "; presented: ", ", in the first call", ", in the second call", " in the first call",
                          " in the second call"} do
        diagnosis = report.split(diagnosis, mark)[1]
    end
    return diagnosis
end

local function has(report, text, word)
    return report.find(text, word) ~= nil
end

-- Where an access went: before an operand, past its end, or anywhere else.
local function side_of(report, diagnosis)
    return has(report, diagnosis, " before ") and "before an operand" or has(report, diagnosis, "after the end of") and
        "after the end of an operand" or "where it must not"
end

-- The mistakes of which a diagnosis says that each explains the answer: "...: index off by one, or the next element instead".
local function mistakes_of(report, diagnosis)
    local mistakes = {}
    for k, piece in ipairs(report.split(report.split(diagnosis, "; ")[1], ", or ")) do
        local told = report.split(piece, ": ")
        if #told > 1 or k > 1 then
            mistakes[#mistakes + 1] = report.plain(report.split(told[#told], ", which is ")[1])
        end
    end
    return mistakes
end

-- Why an element is wrong, if its diagnosis knows; else what kind of value stands there.
local function wrong_tell(report, diagnosis)
    local mistakes = mistakes_of(report, diagnosis)
    if #mistakes > 0 then
        return table.concat(mistakes, ", or "), mistakes
    elseif has(report, diagnosis, "no operand holds") then
        return "an element is a value that no operand holds"
    end
    return "an element is wrong"
end

-- Shape and type that an answer, or infer(), states; nil where something else is wrong with them.
local function stated_tell(report, diagnosis)
    if not has(report, diagnosis, " is due") then
        return nil
    end
    local type_alone = has(report, diagnosis, "has elements of type") or has(report, diagnosis, "states elements of type")
    return (has(report, diagnosis, "infer() states") and "infer() states " or "the answer has ") ..
        (type_alone and "elements of another type than is due" or "another shape than is due")
end

local accesses = {["out-of-bounds-read"] = "reads ", ["out-of-bounds-write"] = "writes ", ["input-written"] = "writes to an input, "}

-- The symptom of a failing case, in words that cases of one kind share; and the mistakes, where several explain it.
local function symptom_of(report, record)
    local verdict, diagnosis = record.verdict, cut(report, record.diagnosis or "")
    if accesses[verdict] then
        return accesses[verdict] .. side_of(report, diagnosis)
    elseif verdict == "wrong-value" then
        return wrong_tell(report, diagnosis)
    elseif verdict == "unstable" then
        return "an element is right in one call and wrong in the other"
    elseif verdict == "unwritten" then
        return "an element is never written"
    elseif verdict == "wrong-shape" and stated_tell(report, diagnosis) then
        return stated_tell(report, diagnosis)
    end
    return report.plain(report.split(report.split(diagnosis, "; ")[1], ": ")[1])
end

local function add(set, key, n)
    if not set[key] then
        set[key] = 0
        set.n = (set.n or 0) + 1
    end
    set[key] = set[key] + (n or 1)
end

-- operator/variant/topic/.../types
local function parts_of(report, name)
    local parts = report.split(name, "/")
    local types = report.split(parts[#parts] or "", ",")
    return parts, types[1] or "", types[2] or ""
end

-- The features of the case that may explain its failure; records of older versions have none.
local function features_add(symptom, record)
    symptom.n_seen = symptom.n_seen + (record.features and 1 or 0)
    for _, words in ipairs(record.features or {}) do
        add(symptom.features, words)
    end
end

-- The list with the largest n first; tables are walked in the order of their keys.
local function by_number(list)
    local keyed, sorted = {}, {}
    for _, item in ipairs(list) do
        keyed[string.format("%012d %s", 999999999999 - item.n, item.key)] = item
    end
    for _, item in pairs(keyed) do
        sorted[#sorted + 1] = item
    end
    return sorted
end

local MOST = 1 << 60
local function size_of(record)
    return record.size or MOST
end

-- Is `a` simpler to look at than `b`? Among small cases the more telling one is, then the smaller,
-- then the plainer layout.
local SMALL = 8 -- elements that are seen at a glance
local function simpler(a, b)
    if size_of(a) <= SMALL and size_of(b) <= SMALL and (a.tells or 0) ~= (b.tells or 0) then
        return (a.tells or 0) > (b.tells or 0)
    end
    if size_of(a) ~= size_of(b) then
        return size_of(a) < size_of(b)
    end
    return #(a.case or "") < #(b.case or "")
end

local function symptom_make(key, text, mistakes)
    return {key = key, text = text, mistakes = mistakes or {}, n = 0, stems = {}, n_stems = 0, operators = {}, variants = {}, topics = {}, data = {}, index = {},
            verdicts = {}, clauses = {}, features = {}, n_seen = 0}
end

local function symptom_take(report, s, record)
    local name = record.case or "?"
    local parts, data, index = parts_of(report, name)
    local stem = report.model.stem_of(report, name)
    s.n = s.n + 1
    if not s.stems[stem] then
        s.stems[stem] = true
        s.n_stems = s.n_stems + 1
    end
    add(s.operators, parts[1] or "?")
    add(s.variants, (parts[1] or "?") .. "/" .. (parts[2] or "?"))
    add(s.topics, parts[3] or "?")
    add(s.data, data)
    add(s.index, index)
    add(s.verdicts, record.verdict)
    add(s.clauses, record.clause or "")
    features_add(s, record)
    if not s.first or simpler(record, s.first) then
        s.first = record
    end
end

local function only(set)
    if set.n == 1 then
        for key in pairs(set) do
            if key ~= "n" then
                return key
            end
        end
    end
    return nil
end

-- The part of the points of `small` that `large` fails too.
local function overlap(small, large)
    local both = 0
    for stem in pairs(small.stems) do
        both = both + (large.stems[stem] and 1 or 0)
    end
    return both / small.n_stems
end

-- A condition that all cases of both meet, and that is rarely met by chance.
local telling = {"an index below 0", "an index out of range", an_error, "indices without elements", "data without elements",
                 "an axis below 0", "one batch dimension", "several batch dimensions", "data of rank 0", "an operand of more than 2^31 elements",
                 "operands that are not laid out plainly"}
local function same_condition(a, b)
    for _, word in ipairs(telling) do
        if a.n_seen > 0 and b.n_seen > 0 and a.features[word] == a.n_seen and b.features[word] == b.n_seen then
            return true
        end
    end
    for _, set in ipairs{"data", "index"} do
        local type = only(a[set])
        if type and type ~= "" and type == only(b[set]) then
            return true
        end
    end
    return false
end

local function sets_join(into, from)
    for key, n in pairs(from) do
        if key ~= "n" then
            add(into, key, n)
        end
    end
end

local function symptom_join(into, from)
    into.n = into.n + from.n
    into.n_seen = into.n_seen + from.n_seen
    for stem in pairs(from.stems) do
        if not into.stems[stem] then
            into.stems[stem] = true
            into.n_stems = into.n_stems + 1
        end
    end
    for _, set in ipairs{"operators", "variants", "topics", "data", "index", "verdicts", "clauses", "features"} do
        sets_join(into[set], from[set])
    end
    into.also[#into.also + 1] = from.text
    if simpler(from.first, into.first) then
        into.first = from.first
    end
end

-- Symptoms that say little: of one fault beside another that says more, they are the rest.
local vague = {["wrong-value: an element is wrong"] = true, ["wrong-value: an element is a value that no operand holds"] = true,
               ["wrong-value: off by N, and nothing has to be rounded"] = true, ["wrong-value: off by N, and rounding explains N"] = true}
local consequence = {["inconsistent-reading"] = true, unrepeatable = true, unstable = true}
local RARE, VERY_RARE = 0.5, 0.02 -- of the cases of the cause that takes it up
local function is_rest(report, s, c)
    local verdict, cause = report.split(s.key, ": ")[1], report.split(c.key, ": ")[1]
    if verdict == "wrong-value" and consequence[cause] and s.n <= VERY_RARE * c.n then
        return true
    end
    if not (vague[s.key] or consequence[verdict]) or s.n > RARE * c.n then
        return false
    end
    for operator in pairs(s.operators) do
        if not c.operators[operator] then
            return false
        end
    end
    return true
end

-- Does one mistake explain all cases of both, in operators that the larger has?
local function same_mistake(s, c)
    local both = {}
    for operator in pairs(s.operators) do
        if not c.operators[operator] then
            return false
        end
    end
    for _, a in ipairs(s.mistakes) do
        for _, b in ipairs(c.mistakes) do
            both[#both + 1] = a == b and a or nil
        end
    end
    return #both > 0, both
end

-- Larger symptoms absorb smaller ones; the rest are the causes, largest first.
local function symptoms_join(report, list)
    local causes = {}
    for _, s in ipairs(by_number(list)) do
        local best, most = nil, SAME
        for _, c in ipairs(causes) do
            local share = (same_condition(s, c) or is_rest(report, s, c) or same_mistake(s, c)) and 1 or overlap(s, c)
            if share >= most then
                best, most = c, share
            end
        end
        if best then
            local same, both = same_mistake(s, best)
            if same then
                best.mistakes, best.text = both, table.concat(both, ", or ")
            end
            symptom_join(best, s)
        else
            s.also = {}
            causes[#causes + 1] = s
        end
    end
    return by_number(causes)
end

-- How many passing cases of the variants of a cause have a feature that all of its cases have, in words.
-- Of passing cases that demand an error no other feature is recorded, by older versions none at all.
local function passing_tell(backend, c, feature)
    local n = 0
    if not backend.tells_features or c.features[an_error] and feature ~= an_error then
        return ""
    end
    for variant in pairs(c.variants) do
        n = n + ((backend.passing[variant] or {})[feature] or 0)
    end
    return n == 0 and ", which no passing case has" or n == 1 and ", as 1 passing case has" or
        ", as " .. tostring(n) .. " passing cases have"
end

-- What all cases of a cause share, in words: a list, and what no passing case has comes first.
local function shares_tell(backend, c)
    local words, rest = {}, {}
    for feature, n in pairs(c.features) do
        if feature ~= "n" and n == c.n_seen then
            local told = passing_tell(backend, c, feature)
            local list = told == ", which no passing case has" and words or rest
            list[#list + 1] = feature .. told
        end
    end
    for _, text in ipairs(rest) do
        words[#words + 1] = text
    end
    local topic, variant, operator = only(c.topics), only(c.variants), only(c.operators)
    if variant or operator then
        table.insert(words, 1, variant or "the operator " .. operator)
    end
    if topic then
        words[#words + 1] = "the topic " .. topic
    end
    if only(c.data) and c.n > 1 then
        words[#words + 1] = "elements of type " .. only(c.data)
    end
    if only(c.index) and c.n > 1 and only(c.index) ~= "" then
        words[#words + 1] = "indices of type " .. only(c.index)
    end
    return words
end

-- Answers that exclude readings are each right by some, and often follow from what is wrong elsewhere.
local function readings_last(causes)
    local list, last = {}, {}
    for _, c in ipairs(causes) do
        local into = only(c.verdicts) == "inconsistent-reading" and last or list
        into[#into + 1] = c
    end
    for _, c in ipairs(last) do
        list[#list + 1] = c
    end
    return list
end

-- The causes of one backend, largest first, those of readings alone last: {n, text, also, verdicts, shares, clause, stems, first}.
local function of(report, side, backend)
    if backend.causes then
        return backend.causes
    end
    local list, by_key = {}, {}
    for _, group in ipairs(side.groups) do
        for _, record in ipairs(group.backend == backend.id and group.cases or {}) do
            local text, mistakes = symptom_of(report, record)
            local key = record.verdict .. ": " .. text
            if not by_key[key] then
                by_key[key] = symptom_make(key, text, mistakes)
                list[#list + 1] = by_key[key]
            end
            symptom_take(report, by_key[key], record)
        end
    end
    backend.causes = readings_last(symptoms_join(report, list))
    for _, c in ipairs(backend.causes) do
        c.shares = shares_tell(backend, c)
        c.clause = c.first.clause or ""
    end
    return backend.causes
end

local function words_of(set)
    local words = {}
    for word in pairs(set) do
        words[#words + 1] = word ~= "n" and word or nil
    end
    return table.concat(words, ", ")
end

local MOST_ALSO <const> = 3

-- A cause as sentences: what and how often, what its cases share, how else it shows.
local function tell(c)
    local lines = {tostring(c.n) .. (c.n == 1 and " case: " or " cases: ") .. c.text .. " (" .. words_of(c.verdicts) .. ")"}
    if #c.shares > 0 then
        lines[#lines + 1] = (c.n > 1 and "all have: " or "it has: ") .. table.concat(c.shares, "; ")
    end
    if #c.also > 0 then
        local more = #c.also - MOST_ALSO
        lines[#lines + 1] = "also seen as: " .. table.concat(c.also, "; ", 1, math.min(#c.also, MOST_ALSO)) ..
            (more > 0 and "; and " .. tostring(more) .. (more == 1 and " other way" or " other ways") or "")
    end
    return lines
end

return {of = of, tell = tell}
