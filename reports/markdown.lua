-- markdown.lua - the report as Markdown, for a pull request or a terminal.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_CASES = 3   -- of one group
local MOST_GROUPS = 50
local MOST_CHANGES = 50

local function head_write(report, words)
    local w, m, side = report.write, report.markdown, report.model.now
    local _, sentence = words.verdict(side)
    w("# gatherum: ", m(sentence), "\n\n")
    w("| judged cases | pass | fail | waived | weak | not run | not claimed |\n|---:|---:|---:|---:|---:|---:|---:|\n")
    local judged = side.n_passed + side.n_failing + side.n_waived + side.n_not_run
    for _, n in ipairs{judged, side.n_passed, side.n_failing, side.n_waived, side.n_weak, side.n_not_run, side.n_not_claimed} do
        w("| ", tostring(n), " ")
    end
    w("|\n\n")
    if side.kill then
        w("Seeded bugs caught: **", tostring(side.kill.killed), " of ", tostring(side.kill.saboteurs), "**.\n\n")
    end
end

local function matrix_write(report, words)
    local w, m, side = report.write, report.markdown, report.model.now
    local shown = {}
    for _, b in ipairs(side.backends) do
        if not b.absent then
            shown[#shown + 1] = b
        end
    end
    if #shown == 0 then
        return
    end
    w("## Variants and backends\n\n| variant |")
    for _, b in ipairs(shown) do
        w(" ", m(b.id), " ", m(b.record and b.record.version or ""), " |")
    end
    w("\n|---|", string.rep("---|", #shown), "\n")
    for _, name in ipairs(side.variants) do
        w("| ", m(name), " |")
        for _, b in ipairs(shown) do
            local cell = b.variants[name]
            local class, text = words.cell(cell)
            w(" ", class == "bad" and "**" .. text .. "**" or text)
            if class == "bad" or class == "waived" then
                w(": ", tostring(cell.n_failed), " of ", tostring(cell.n_failed + cell.n_passed), " fail")
            end
            w(" |")
        end
        w("\n")
    end
    w("\n")
end

local function change_list(report, words, title, list)
    local w, m = report.write, report.markdown
    if #list == 0 then
        return
    end
    w("### ", title, ": ", tostring(#list), "\n\n")
    local alike, told = words.alike(report, list), 0
    for k = 1, math.min(#alike, MOST_CHANGES) do
        local e, more = alike[k].entry, alike[k].more
        told = told + 1 + more
        w("- ", m(e.backend), ": ", report.code(e.case or e.name), more > 0 and " and " .. tostring(more) .. " more like it: " or " ",
          m(e.verdict or e.text))
        w(e.note and e.note ~= "" and ", " .. m(e.note) or "", "\n")
    end
    if told < #list then
        w("- and ", tostring(#list - told), " more\n")
    end
    w("\n")
end

local function change_write(report, words)
    local model = report.model
    if not model.change then
        return
    end
    report.write("## Since the records before\n\n")
    report.write(model.newly == 0 and "Nothing fails that did not fail before.\n\n" or "")
    if model.unproven then
        report.write("**", report.markdown(model.unproven), "**\n\n")
    end
    for _, part in ipairs(words.lists) do
        change_list(report, words, part[2], model.change[part[1]])
    end
end

local function case_write(report, r)
    local w = report.write
    w("- ", report.code(r.case), "\n  ", report.markdown(r.diagnosis or "no diagnosis recorded"), "\n")
    w("  ", report.code(r["repeat"] or "repeat line not recorded"), "\n")
end

local function causes_write(report, side)
    local w, m, causes = report.write, report.markdown, report.part("causes")
    w("## Causes\n\n")
    for _, b in ipairs(side.backends) do
        for k, c in ipairs(causes.of(report, side, b)) do
            if k > MOST_GROUPS then
                w("- and ", tostring(#b.causes - MOST_GROUPS), " more of ", m(b.id), "\n")
                break
            end
            w("- ", m(b.id), ": ", m(table.concat(causes.tell(c), "; ")), ". ", c.n > 1 and "The simplest: " or "", report.code(c.first.case),
              "\n  ", m(c.first.diagnosis or "no diagnosis recorded"), "\n  ", report.code(c.first["repeat"] or "repeat line not recorded"), "\n")
        end
    end
    w("\n")
end

local function failures_write(report)
    local w, m, side = report.write, report.markdown, report.model.now
    if #side.groups == 0 then
        return
    end
    causes_write(report, side)
    w("## Failures\n\n")
    for k = 1, math.min(#side.groups, MOST_GROUPS) do
        local g = side.groups[k]
        local clause = side.clauses[g.clause]
        local first = g.cases[1] or {}
        w("### ", m(g.backend), ", ", m(g.variant), ": ", m(g.verdict), ", ", tostring(g.n), g.n == 1 and " case" or " cases", "\n\n")
        local demand = first.requirement and first.requirement ~= "" and first.requirement or clause and clause.text
        if g.clause ~= "" then
            w("> ", m(demand or "its sentence is not recorded"), " (", m(g.clause), ")\n\n")
        end
        for i = 1, math.min(#g.cases, MOST_CASES) do
            case_write(report, g.cases[i])
        end
        if g.n > MOST_CASES then
            w("- and ", tostring(g.n - math.min(#g.cases, MOST_CASES)), " more\n")
        end
        w("\n")
    end
    if #side.groups > MOST_GROUPS then
        w("And ", tostring(#side.groups - MOST_GROUPS), " more groups of failures.\n\n")
    end
end

local function table_write(report, title, columns, rows)
    local w = report.write
    if #rows == 0 then
        return
    end
    w("## ", title, "\n\n| ", table.concat(columns, " | "), " |\n|", string.rep("---|", #columns), "\n")
    for _, row in ipairs(rows) do
        for k = 1, #columns do
            w("| ", report.markdown(tostring(row[k] or "")), " ")
        end
        w("|\n")
    end
    w("\n")
end

local function coverage_rows(side)
    local rows = {}
    for name, d in pairs(side.documents) do
        local covered, untestable, open = 0, 0, {}
        for _, c in ipairs(d.clauses or {}) do
            if c.covered then
                covered = covered + 1
            elseif c.untestable then
                untestable = untestable + 1
            else
                open[#open + 1] = c.id or "?"
            end
        end
        if d.clauses then
            rows[#rows + 1] = {name, #d.clauses, covered, untestable, table.concat(open, ", ")}
        end
    end
    return rows
end

local function write(report)
    local words, side = report.part("words"), report.model.now
    head_write(report, words)
    matrix_write(report, words)
    change_write(report, words)
    failures_write(report)
    local rows = {}
    for _, v in ipairs(side.waivers) do
        rows[#rows + 1] = {v.backend, v.pattern, v.reason, v.owner, v.expires, v.failed, words.waiver_states[v.state] or v.state}
    end
    table_write(report, "Waivers", {"backend", "pattern", "reason", "owner", "expires", "cases", "state"}, rows)
    table_write(report, "Clauses", {"variant", "clauses", "covered", "not testable", "open"}, coverage_rows(side))
    table_write(report, "Not tested", {"backend", "variant", "why", "cases"}, words.untested(report, side))
    if words.lacking(side) then
        report.write(report.markdown(words.lacking(side)), "\n\n")
    end
    report.part("bench_table")(report, table_write)
    table_write(report, "Made from", {"what", "value"}, words.facts(report, side))
end

return {title = "Markdown, for a pull request", write = write}
