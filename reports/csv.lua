-- csv.lua - one row per recorded case, and one per point for what passed or was not claimed.
--
-- SPDX-License-Identifier: Apache-2.0

local columns = {"change", "backend", "version", "variant", "point_or_case", "verdict", "cases", "clause",
                 "requirement", "diagnosis", "wrong", "waived_until", "repeat"}

local function row(report, cells)
    for k = 1, #columns do
        report.write(k > 1 and "," or "", report.csv(cells[k]))
    end
    report.write("\r\n")
end

-- The changes that --against found, by backend and name.
local function changes_by_name(model)
    local marks = {}
    local function mark(list, word)
        for _, e in ipairs(list) do
            marks[e.backend .. "\n" .. e.case] = word
        end
    end
    if model.change then
        mark(model.change.appeared, "appeared")
        mark(model.change.otherwise, "fails otherwise")
        mark(model.change.not_run, "newly not run")
        mark(model.change.failing, "newly failing")
    end
    return marks
end

local function point_rows(report, b, record, mark)
    local variant = report.model.variant_of(report, record.point)
    for _, part in ipairs{{"pass", record.passed}, {"not-run", record.not_run}, {"not-claimed", record.not_claimed}} do
        if (part[2] or 0) > 0 then
            row(report, {mark, b.id, b.record and b.record.version, variant, record.point, part[1], part[2], "", "",
                         part[1] == "not-claimed" and record.why or ""})
        end
    end
end

local function case_row(report, b, r, mark)
    local until_when = type(r.waived) == "table" and (r.waived.expires or "no date") or ""
    row(report, {mark, b.id, b.record and b.record.version, report.model.variant_of(report, r.case), r.case, r.verdict,
                 1, r.clause, r.requirement, r.diagnosis, r.wrong, until_when, r["repeat"]})
end

local function gone_rows(report, model)
    local function rows(list, word)
        for _, e in ipairs(list) do
            row(report, {word, e.backend, "", model.variant_of(report, e.case), e.case, e.verdict, 1})
        end
    end
    rows(model.change.passing, "newly passing")
    rows(model.change.vanished, "vanished")
    for _, e in ipairs(model.change.slower) do
        row(report, {"slower", e.backend, "", "", e.name, "", "", "", "", e.text})
    end
end

local function write(report)
    local model = report.model
    local marks = changes_by_name(model)
    row(report, columns)
    for k, input in ipairs(report.inputs) do
        if not input.old and not input.document then
            for record in report.records(k) do
                local b = model.now.backend_by_id[record.backend or "?"]
                local mark = b and marks[b.id .. "\n" .. (record.case or record.point or "?")] or ""
                if record.record == "case" and record.verdict ~= "not-run" then
                    case_row(report, b, record, mark)
                elseif record.record == "point" then
                    point_rows(report, b, record, mark)
                elseif record.record == "absent" then
                    row(report, {"", b.id, "", "", "", "absent", "", "", "", b.absent})
                end
            end
        end
    end
    if model.change then
        gone_rows(report, model)
    end
    if model.now.cut then
        row(report, {"", "", "", "", model.now.cut, "cut-short", "", "", "",
                     "it has no end: its run was cut short, and what is missing was not run"})
    end
end

return {title = "one row per recorded case and per point, for a spreadsheet", write = write}
