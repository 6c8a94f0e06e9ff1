-- traceability-markdown.lua - the table of a standard's annex: each clause with its rule, code, cases, seeded bugs, verdicts.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_BACKENDS = 4 -- columns; the CSV report has all

local function variant_write(report, trace, variant)
    local w, m, side = report.write, report.markdown, report.model.now
    local n = math.min(#side.backends, MOST_BACKENDS)
    w("\n## ", m(variant.name), "\n\n", m(variant.title), ". ", m(trace.source(variant)), variant.address and ", " .. m(variant.address) or "",
      ".\n\n| tag | level | demand | rule | in the oracle | cases | seeded bugs |")
    for k = 1, n do w(" ", m(side.backends[k].id), " |") end
    w("\n|---|---|---|---|---|---|---|", string.rep("---|", n), "\n")
    for _, clause in ipairs(variant.clauses) do
        local cases = #clause.cases > 0 and tostring(#clause.cases) .. ": " .. trace.some(trace.short(variant, clause.cases), 1) or clause.untestable or ""
        w("| ", m(clause.id), " | ", m(clause.level), " | ", m(clause.text), " | ", m(table.concat(trace.rules(clause), "; ")), " | ",
          m(trace.some(clause.places, 6)), " | ", m(clause.state), cases ~= "" and "; " .. m(cases) or "", " | ",
          m(side.kill and trace.some(clause.bugs) or "not recorded"), " |")
        for k = 1, n do
            local _, text = trace.words(clause.verdicts[k])
            w(" ", m(text), " |")
        end
        w("\n")
    end
end

local function write(report)
    local w, trace = report.write, report.part("trace")
    local all = trace.read(report)
    w("# From clause to verdict\n\ngatherum ", report.markdown(report.version), ": ", report.part("words").count(#all.variants, "variant"), ", ", tostring(all.n.covered),
      " clauses covered, ", tostring(all.n["not covered"]), " not covered, ", tostring(all.n["not testable"]),
      " not testable. Clauses are told in our own words; a tag does not change.\n")
    for _, variant in ipairs(all.variants) do variant_write(report, trace, variant) end
    if #all.unknown > 0 then w("\nRecorded, and not in this suite: ", report.markdown(trace.some(all.unknown, 40)), ".\n") end
end

return {title = "each clause with its rule, code, cases, seeded bugs and verdicts, for an annex", alone = true, write = write}
