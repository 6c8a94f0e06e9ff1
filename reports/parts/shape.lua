-- shape.lua - what may stand where in records and documents: reports rely on it, so it is checked first.
--
-- A member that is missing is shown as not recorded; one of another kind is an error with its place.
-- Members that are not named here are not looked at.
--
-- SPDX-License-Identifier: Apache-2.0
local text, number, flag = "string", "number", "boolean"
local scalar = {oneof = {text, number, flag}}
local function list(of)
    return {list = of}
end
local function map(of)
    return {map = of}
end
local texts, counts = list(text), map(number)

local waived = {oneof = {text, flag}, members = {pattern = text, reason = text, owner = text, link = text, expires = text}}
local clause = {members = {id = text, level = text, text = text, where = text, covered = flag, cases = number, untestable = text,
                           missing = texts, decision = text, why = text}}
local records = {
    start = {schema = number, gatherum = text, suite = text, seed = text, shard = text, patterns = texts, backends = texts,
             options = map{oneof = {text, number, flag}, list = scalar}, environment = map(scalar)},
    document = {variant = text, title = text, document = text, section = text, address = text, status = text, deprecated_by = text, clauses = list(clause)},
    absent = {backend = text, why = text, fails = flag},
    backend = {backend = text, name = text, version = text, profile = text, protections = text, content = text, ["repeat"] = text, notes = texts},
    case = {backend = text, case = text, verdict = text, clause = text, requirement = text, diagnosis = text, element = number,
            wrong = number, came = text, hunts = text, ["repeat"] = text, features = texts, waived = waived, picture = {members = {}}, excludes = texts},
    point = {backend = text, point = text, passed = number, failed = number, not_claimed = number, not_run = number, waived = number, why = text, features = counts},
    variant = {backend = text, variant = text, support = text, conforms = flag, verdicts = counts, observed = counts, readings = text,
               not_claimed = texts, waived = number, outside = number, views = number},
    waiver = {backend = text, file = text, line = number, pattern = text, reason = text, owner = text, link = text, expires = text,
              versions = text, failed = number, passed = number, state = text},
    ["end"] = {schema = number, judged = number, verdicts = counts, exit = number},
}
local interval = {members = {median = number, low = number, high = number}}
local kill = {gatherum = text, suite = text, seed = text, killed = number, saboteurs = number, pairs_killed = number, pairs = number,
              matrix = list{members = {name = text, title = text, class = text, control = flag, good = flag, error = text,
                                       operators = list{members = {operator = text, killed = flag, verdict = text, first = text}}}}}
local sum = {members = {geometric_mean = number, least = number, least_row = text, rows = number, faster = number, slower = number}}
local bench = {gatherum = text, machine = text, level = text, threads = number, rounds = number, seed = number, quick = flag,
               hardware = {members = {processors = number, vectors = texts, memory = text, system = text, caches = counts}},
               contenders = list{members = {name = text, version = text, left_out = text, note = text}},
               rows = list{members = {workload = text, useful_bytes = number, page_bytes = number, left_out = text,
                                      cells = list{members = {name = text, limit = flag, checks = flag, left_out = text, of_memcpy = number, of_stream = number,
                                                              gigabytes_per_second = interval, ratio = interval, verdict = text}}}},
               against_checking_peers = sum, against_all_peers = sum, against_each = map(sum)}

-- The first thing that does not fit, as a sentence, or nil.  `want` is the name of a type, or a table
-- with what is allowed.
local wrong
local words = {string = "text", number = "number", boolean = "truth value", table = "list or map"}

local function members_wrong(want, value, where)
    for name, part in pairs(want) do
        if value[name] ~= nil then
            local sentence = wrong(part, value[name], where .. (where ~= "" and "." or "") .. name)
            if sentence then
                return sentence
            end
        end
    end
    return nil
end

local function plain_wrong(want, value, where)
    for _, kind in ipairs(type(want) == "table" and want.oneof or {want}) do
        if type(value) == kind then
            return nil
        end
    end
    return "member '" .. where .. "' is a " .. words[type(value)] .. "; a " ..
        (type(want) == "string" and words[want] or want.oneof and "plain value" or want.list and "list" or "map") .. " is due"
end

function wrong(want, value, where)
    if type(want) == "string" or type(value) ~= "table" then
        return plain_wrong(want, value, where)
    elseif want.members then
        return members_wrong(want.members, value, where)
    elseif want.list and #value == 0 and next(value) then
        return "member '" .. where .. "' is a map; a list is due"
    end
    for key, part in pairs(value) do
        local sentence = wrong(want.list or want.map, part, where .. "." .. tostring(key))
        if sentence then
            return sentence
        end
    end
    return nil
end

return {
    record = function(record)
        local want = records[record.record]
        return want and members_wrong(want, record, "")
    end,
    kill = function(document)
        return members_wrong(kill, document, "")
    end,
    subjects = function(document)
        return members_wrong({subjects = list{members = {name = text, sha256 = text}}}, document, "")
    end,
    programs = function(document)
        return members_wrong({programs = list{members = {backend = text, case = text, reading = text, file = text, text = text,
                                                         code = number, said = text}}}, document, "")
    end,
    bench = function(document)
        return members_wrong(bench, document, "")
    end,
}
