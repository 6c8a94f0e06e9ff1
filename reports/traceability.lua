-- traceability.lua - a page that leads from each clause to rule, code, cases, seeded bugs and verdicts.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_BACKENDS = 8 -- columns; the CSV report has all

local function head_write(report, all)
    local w, n = report.write, all.n
    w([[<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gatherum: traceability</title>
<style>
]], report.asset("html/page.css"), report.asset("html/print.css"), [[
td { min-width: 6.5rem; }
td code { overflow-wrap: normal; }
</style>
</head>
<body>
<a class="skip" href="#main">To the clauses</a>
<header><div>
<h1>From clause to verdict</h1>
<p class="soft">gatherum ]], report.markup(report.version), report.date and ", " .. report.date or "", [[.
Each clause is told in our own words with a tag that does not change; then the rules that it decides or supports, the functions of the oracle
that look at them, the cases that reach it, the seeded bugs that a case of such a test was the first to catch, and verdicts.</p>
<ul class="tiles">
]])
    for _, tile in ipairs{{#all.variants, #all.variants == 1 and "variant" or "variants"}, {n.covered, "clauses covered"}, {n["not covered"], "not covered"},
                          {n["not testable"], "not testable"}, {#report.model.now.backends, #report.model.now.backends == 1 and "backend" or "backends"}} do
        w("<li><b>", tostring(tile[1]), "</b>", tile[2], "</li>\n")
    end
    w("</ul>\n</div></header>\n<main id=\"main\">\n")
end

local function cell(report, first, rest, class)
    local x = report.markup
    return {'<span class="text' .. (class and " " .. class or "") .. '">' .. first .. "</span>" ..
        (rest and rest ~= "" and '<br><span class="soft small text">' .. x(rest) .. "</span>" or "")}
end

local INK = {good = "good-ink", bad = "bad-ink", none = "soft"}
local SIGN = {good = "✓ ", bad = "✗ ", none = "– "}

local function row_of(report, trace, variant, clause, n_backends)
    local x = report.markup
    local state = clause.state == "not covered" and "✗ not covered" or clause.state
    local row = {cell(report, "<code>" .. x(clause.id) .. "</code>", clause.level),
                 cell(report, x(clause.text), clause.where .. (clause.decision and "; read here as " .. clause.decision or "")),
                 cell(report, x(table.concat(trace.rules(clause), "; "))),
                 cell(report, x(trace.some(clause.places, 6))),
                 cell(report, x(#clause.cases > 0 and state .. " by " .. tostring(#clause.cases) or state),
                      clause.untestable or trace.some(trace.short(variant, clause.cases)), state ~= clause.state and "bad-ink" or nil),
                 report.model.now.kill and (#clause.bugs > 0 and cell(report, x(tostring(#clause.bugs)), trace.some(clause.bugs)) or "none") or "not recorded"}
    for k = 1, n_backends do
        local class, text = trace.words(clause.verdicts[k])
        row[#row + 1] = cell(report, SIGN[class] .. x(text), nil, INK[class])
    end
    return row
end

local function variant_write(report, trace, variant)
    local w, x, side = report.write, report.markup, report.model.now
    local columns = {{"tag"}, {"demand"}, {"rule"}, {"in the oracle"}, {"cases"}, {"seeded bugs"}}
    local n_backends, rows = math.min(#side.backends, MOST_BACKENDS), {}
    for k = 1, n_backends do columns[#columns + 1] = {x(side.backends[k].id)} end
    for k, clause in ipairs(variant.clauses) do rows[k] = row_of(report, trace, variant, clause, n_backends) end
    w('<details class="fold paper"><summary><span class="text">', x(variant.name), "</span>: ",
      report.part("words").count(#rows, "clause"), "</summary>\n<p class=\"soft small\">", x(variant.title), "; ",
      report.part("words").link(report, variant.address, trace.source(variant)), "</p>\n")
    report.part("html_tables").table_write(report, "Clauses of " .. variant.name, columns, rows)
    w("</details>\n")
end

local function write(report)
    local w, side, trace = report.write, report.model.now, report.part("trace")
    local all = trace.read(report)
    head_write(report, all)
    for _, variant in ipairs(all.variants) do variant_write(report, trace, variant) end
    if #all.unknown > 0 then
        w("<p>Recorded, and not in this suite: <span class=\"text\">", report.markup(trace.some(all.unknown, 40)), "</span>.</p>\n")
    end
    if #side.backends > MOST_BACKENDS then
        w("<p>Of ", tostring(#side.backends), " backends the first ", tostring(MOST_BACKENDS), " are shown; the CSV report has all.</p>\n")
    end
    w("</main>\n</body>\n</html>\n")
end

return {title = "each clause with its rule, code, cases, seeded bugs and verdicts, as a page", alone = true, write = write}
