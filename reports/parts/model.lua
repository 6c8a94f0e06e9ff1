-- model.lua - what all reports are made of: the inputs read once and added up.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_KEPT = 60000 -- failing cases, borne or not, kept with their records; the rest is counted
local MOST_LISTED = 1000 -- weak ones

-- Failing cases are grouped by what a reader repairs: one clause of one variant, broken in one way.
local function group_of(side, backend, variant, record)
    local clause = record.clause or ""
    local key = backend.id .. "\n" .. variant .. "\n" .. record.verdict .. "\n" .. clause
    local group = side.group_by_key[key]
    if not group then
        group = {backend = backend.id, variant = variant, verdict = record.verdict, clause = clause,
                 n = 0, n_points = 0, points = {}, cases = {}}
        side.group_by_key[key] = group
        side.groups[#side.groups + 1] = group
    end
    return group
end

local function variant_of(report, name)
    local parts = report.split(name, "/")
    return (parts[1] or "?") .. "/" .. (parts[2] or "?")
end

-- "op/variant/topic/name/types" without its types: the point, or a member of a generator.
local function stem_of(report, name)
    local parts = report.split(name, "/")
    return #parts > 3 and table.concat(parts, "/", 1, #parts - 1) or name
end

local function counts_add(into, more)
    for key, n in pairs(type(more) == "table" and more or {}) do
        into[key] = (into[key] or 0) + n
    end
end

local function backend_of(side, id, run)
    id = id or "?"
    local backend = side.backend_by_id[id]
    if not backend then
        backend = {id = id, name = id, variants = {}, failing = {}, waived = {}, verdict_of = {}, points = {}, passing = {}, totals = {}, runs = {},
                   n_failing = 0, n_passed = 0, n_not_run = 0, n_not_claimed = 0, n_weak = 0, n_noted = 0, n_waived = 0, n_open = 0}
        side.backend_by_id[id] = backend
        side.backends[#side.backends + 1] = backend
    end
    if run and backend.runs[#backend.runs] ~= run then
        backend.runs[#backend.runs + 1] = run
    end
    return backend
end

local take = {}

function take.start(side, report, record, run)
    if run.start then
        report.refuse(run.input, run.line, "a second 'start'; each file holds one run")
    elseif (record.schema or 1) ~= 1 then
        report.refuse(run.input, run.line, "records of another schema than 1")
    end
    run.start = record
end

take["end"] = function(side, report, record, run)
    run.finish = record
end

function take.absent(side, report, record, run)
    local backend = backend_of(side, record.backend, run)
    backend.absent, backend.fails = record.why or "no reason recorded", record.fails
end

function take.backend(side, report, record, run)
    local backend = backend_of(side, record.backend, run)
    backend.record = record
    backend.name = record.name or record.backend
end

function take.case(side, report, record, run)
    local backend = backend_of(side, record.backend, run)
    local name = record.case or "?"
    local verdict = record.verdict or "?"
    record.verdict, record.case = verdict, name
    if side.fails[verdict] ~= false and verdict ~= "weak" and verdict ~= "not-run" then backend.verdict_of[name] = verdict end
    if record.waived then
        backend.n_waived = backend.n_waived + 1
        backend.waived[name] = true
        if side.kept < MOST_KEPT then
            side.kept = side.kept + 1
            side.waived[#side.waived + 1] = record
        end
    elseif verdict == "not-run" then
        backend.why_not_run = backend.why_not_run or record.diagnosis -- how many is counted by their points
        return
    elseif verdict == "weak" then
        backend.n_weak = backend.n_weak + 1
        if #side.weak < MOST_LISTED then
            side.weak[#side.weak + 1] = {backend = backend.id, case = name, diagnosis = record.diagnosis or ""}
        end
    elseif verdict == "noted" then
        backend.n_noted = backend.n_noted + 1
        if #side.noted < MOST_LISTED then
            side.noted[#side.noted + 1] = {backend = backend.id, case = name, diagnosis = record.diagnosis or ""}
        end
    elseif side.fails[verdict] ~= false then
        local group = group_of(side, backend, variant_of(report, name), record)
        local stem = stem_of(report, name)
        group.n = group.n + 1
        if not group.points[stem] then
            group.points[stem] = true
            group.n_points = group.n_points + 1
        end
        backend.n_failing = backend.n_failing + 1
        backend.n_open = backend.n_open + (verdict == "suite-error" and 1 or 0) -- says nothing of the backend
        backend.failing[name] = verdict
        if side.kept < MOST_KEPT then
            side.kept = side.kept + 1
            group.cases[#group.cases + 1] = record
        end
    end
end

function take.point(side, report, record, run)
    local backend = backend_of(side, record.backend, run)
    local name = record.point or "?"
    local shard = run.start and run.start.shard or "1/1"
    local known = backend.points[name]
    if known and known.shards[shard] then
        report.refuse(run.input, run.line, "point " .. name .. " of backend " .. backend.id ..
            " has been read already, from " .. known.shards[shard])
    elseif not known then
        known = {name = name, passed = 0, failed = 0, not_claimed = 0, not_run = 0, waived = 0, shards = {}}
        backend.points[name] = known
        side.n_points = side.n_points + 1
    end
    known.shards[shard] = run.name
    known.hash, known.answers = record.hash, record.answers
    for _, count in ipairs{"passed", "failed", "not_claimed", "not_run", "waived"} do
        known[count] = known[count] + (record[count] or 0)
    end
    if record.why and record.why ~= "" then
        known.why = record.why
    end
    backend.n_passed = backend.n_passed + (record.passed or 0)
    backend.n_not_run = backend.n_not_run + (record.not_run or 0)
    backend.n_not_claimed = backend.n_not_claimed + (record.not_claimed or 0)
    local variant = variant_of(report, name)
    backend.passing[variant] = backend.passing[variant] or {}
    counts_add(backend.passing[variant], record.features)
    backend.tells_features = backend.tells_features or record.features ~= nil
end

function take.variant(side, report, record, run)
    local backend = backend_of(side, record.backend, run)
    local name = record.variant or "?"
    local cell = backend.variants[name]
    if not side.variants[name] then
        side.variants[name] = true
    end
    if not cell then
        cell = {name = name, support = record.support, conforms = true, verdicts = {}, observed = {}, waived = 0,
                readings = record.readings or "", gaps = {}, outside = 0, views = 0}
        backend.variants[name] = cell
    elseif cell.support ~= record.support then
        cell.support = "partial"
    end
    cell.conforms = cell.conforms and record.conforms == true
    counts_add(cell.verdicts, record.verdicts)
    counts_add(cell.observed, record.observed)
    for _, count in ipairs{"waived", "outside", "views"} do
        cell[count] = cell[count] + (record[count] or 0)
    end
    for _, gap in ipairs(record.not_claimed or {}) do
        cell.gaps[gap] = true
    end
end

function take.waiver(side, report, record, run)
    side.waivers[#side.waivers + 1] = record
end

-- A clause may be told of in several files; the words are those of the first.  Records have no clauses of a variant
-- that none of their backends claims.
function take.document(side, report, record, run)
    local name = record.variant or "?"
    if side.documents[name] and (side.documents[name].clauses or not record.clauses) then
        return
    end
    side.documents[name] = record
    side.has_documents = side.has_documents or record.clauses ~= nil
    for _, clause in ipairs(record.clauses or {}) do
        side.clauses[clause.id or "?"] = side.clauses[clause.id or "?"] or clause
    end
end

local function document_take(report, side, k, input, shape)
    local document, wrong = input.document, nil
    if document.matrix and document.saboteurs then
        side.kill, wrong = document, shape.kill(document)
    elseif document.rows and document.contenders then
        side.bench[#side.bench + 1], wrong = {name = input.name, document = document}, shape.bench(document)
    elseif document.programs then
        side.programs, wrong = document.programs, shape.programs(document)
    elseif document.subjects then
        side.subjects, wrong = document.subjects, shape.subjects(document)
    else
        side.unknown[#side.unknown + 1] = input.name
    end
    if wrong then
        report.refuse(k, 0, wrong)
    end
end

local function side_read(report, old)
    local shape = report.part("shape")
    local side = {fails = {}, runs = {}, backends = {}, backend_by_id = {}, variants = {}, groups = {},
                  group_by_key = {}, weak = {}, noted = {}, waived = {}, kept = 0, n_points = 0, waivers = {}, documents = {}, clauses = {}, subjects = {},
                  bench = {}, unknown = {}}
    for _, v in ipairs(report.verdicts) do
        side.fails[v.name] = v.fails
    end
    for k, input in ipairs(report.inputs) do
        if input.old == old and input.document then
            document_take(report, side, k, input, shape)
        elseif input.old == old then
            local run = {input = k, name = input.name}
            side.runs[#side.runs + 1] = run
            for record, line in report.records(k) do
                run.line = line
                local f, wrong = take[record.record], shape.record(record)
                if wrong then
                    report.refuse(k, line, wrong)
                elseif f then
                    f(side, report, record, run)
                end
            end
        end
    end
    return side
end

local function totals_make(report, side)
    side.n_failing, side.n_passed, side.n_not_run, side.n_not_claimed, side.n_weak = 0, 0, 0, 0, 0
    side.n_noted, side.n_waived, side.n_open, side.n_conforming, side.n_cells = 0, 0, 0, 0, 0
    for _, b in ipairs(side.backends) do
        for _, count in ipairs{"n_failing", "n_passed", "n_not_run", "n_not_claimed", "n_weak", "n_noted", "n_waived", "n_open"} do
            side[count] = side[count] + b[count]
        end
        b.refuted = b.n_failing > b.n_open
        b.conforms = not b.absent and next(b.variants) ~= nil and b.n_failing + b.n_not_run == 0
        for _, cell in pairs(b.variants) do
            cell.n_passed, cell.n_failed, cell.n_not_claimed = 0, 0, 0
            for verdict, n in pairs(cell.verdicts) do
                local kind = verdict == "not-claimed" and "n_not_claimed" or
                    side.fails[verdict] ~= false and "n_failed" or "n_passed"
                cell[kind] = cell[kind] + n
            end
            cell.only_waived = cell.n_failed > 0 and cell.n_failed == cell.waived
            local silent = (cell.verdicts["suite-error"] or 0) + (cell.verdicts["not-run"] or 0)
            cell.open = silent > 0 and cell.n_failed == silent + cell.waived -- no case says that it does not conform
            b.refuted = b.refuted or not (cell.conforms or cell.only_waived or cell.open or cell.support == "no")
            b.conforms = b.conforms and (cell.conforms or cell.only_waived or cell.support == "no")
            if cell.support ~= "no" then
                side.n_cells = side.n_cells + 1
                side.n_conforming = side.n_conforming + (cell.conforms and 1 or 0)
            end
        end
    end
    local names = {}
    for name in pairs(side.variants) do
        names[#names + 1] = name
    end
    side.variants = names
    for _, run in ipairs(side.runs) do
        side.cut = side.cut or not run.finish and run.name or nil
    end
end

return function(report)
    local model = {now = side_read(report, false), newly = 0, stem_of = stem_of, variant_of = variant_of}
    totals_make(report, model.now)
    if report.against then
        model.old = side_read(report, true)
        totals_make(report, model.old)
        report.part("change")(report, model)
    end
    return model
end
