-- traceability-csv.lua - a row per clause and backend: rule, code, cases, seeded bugs, verdict.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_NAMES = 20 -- in a cell; gatherum list clauses --coverage has all
local columns = {"variant", "document", "address", "clause", "level", "text", "where", "rules", "oracle", "state", "cases", "case_names",
                 "seeded_bugs", "backend", "verdict", "passed", "failed", "broken", "waived", "not_run", "not_claimed"}

local function row(report, cells)
    for k = 1, #columns do
        report.write(k > 1 and "," or "", report.csv(cells[k]))
    end
    report.write("\r\n")
end

local function clause_rows(report, trace, variant, clause)
    local verdicts = #clause.verdicts > 0 and clause.verdicts or {false}
    for _, v in ipairs(verdicts) do
        local cells = {variant.name, trace.source(variant), variant.address or "", clause.id, clause.level, clause.text, clause.where,
                       table.concat(trace.rules(clause), "; "), table.concat(clause.places, "; "), clause.state, #clause.cases,
                       trace.some(clause.cases, MOST_NAMES), report.model.now.kill and trace.some(clause.bugs, MOST_NAMES) or "not recorded"}
        if v then
            local _, words = trace.words(v)
            for _, cell in ipairs{v.backend, words, v.passed, v.failed, v.broken, v.waived, v.not_run, v.not_claimed} do
                cells[#cells + 1] = cell
            end
        end
        row(report, cells)
    end
end

local function write(report)
    local trace = report.part("trace")
    local all = trace.read(report)
    row(report, columns)
    for _, variant in ipairs(all.variants) do
        for _, clause in ipairs(variant.clauses) do clause_rows(report, trace, variant, clause) end
    end
    for _, name in ipairs(all.unknown) do row(report, {name, "", "", "", "", "", "", "", "", "not in this suite"}) end
end

return {title = "each clause with its rule, code, cases, seeded bugs and verdicts, for a spreadsheet", alone = true, write = write}
