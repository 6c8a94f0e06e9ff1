-- html.lua - one page to read offline: summary, matrix, failures with pictures, coverage, speed.
--
-- Nothing is fetched: styles and scripts stand in the page, records as JSON in it.  What a person
-- needs first is plain HTML; failing cases are built by the script when they are opened.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_PICTURES = 12 << 20 -- bytes of pictures in one page, so that it opens at once

-- Which cases keep their picture: first one of each point, then the others, while there is room.
local function pictures_choose(report, side)
    local room, chosen, seen = MOST_PICTURES, {}, {}
    for pass = 1, 2 do
        for _, g in ipairs(side.groups) do
            for _, r in ipairs(g.cases) do
                local stem = g.backend .. "\n" .. report.model.stem_of(report, r.case or "?")
                if r.picture and not chosen[r] and (pass == 2 or not seen[stem]) then
                    local text = report.json(r.picture)
                    if #text <= room then
                        seen[stem] = true
                        chosen[r] = true
                        room = room - #text
                    end
                end
            end
        end
    end
    return chosen
end

local signs = {good = "✓", bad = "✗", waived = "!", none = "–"}

local function head_write(report, sentence)
    local w, x = report.write, report.markup
    w([[<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="gatherum ]], x(report.version), [[">
<title>gatherum: ]], x(sentence), "</title>\n<style>\n", report.asset("html/page.css"), #report.model.now.bench > 0 and report.asset("html/bench.css") or "", report.asset("html/print.css"),
      "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the results</a>\n")
end

local function coverage_count(side)
    local covered, testable = 0, 0
    for _, d in pairs(side.documents) do
        for _, c in ipairs(d.clauses or {}) do
            if not c.untestable then
                testable = testable + 1
                covered = covered + (c.covered and 1 or 0)
            end
        end
    end
    return covered, testable
end

local function tiles_write(report, words)
    local w, side, model = report.write, report.model.now, report.model
    local function tile(n, text, class)
        w('<li class="', class or "", '"><b>', tostring(n), "</b>", text, "</li>\n")
    end
    local number = words.number
    w('<ul class="tiles">\n')
    tile(number(side.n_failing), "failing", side.n_failing > 0 and "bad" or "good")
    tile(number(side.n_passed), "passing")
    if side.n_waived > 0 then
        tile(number(side.n_waived), "failing, waived")
    end
    if side.n_not_run > 0 then
        tile(number(side.n_not_run), "not run", "bad")
    end
    tile(number(side.n_not_claimed), "not claimed")
    tile(tostring(side.n_conforming) .. " of " .. tostring(side.n_cells), "variants conform")
    if side.has_documents then
        local covered, testable = coverage_count(side)
        tile(tostring(covered) .. " of " .. tostring(testable), "clauses covered")
    end
    if side.kill then
        tile(tostring(side.kill.killed) .. " of " .. tostring(side.kill.saboteurs), "seeded bugs caught",
             side.kill.killed == side.kill.saboteurs and "good" or "bad")
    end
    if model.change then
        tile(number(model.newly), "newly failing", model.newly > 0 and "bad" or "good")
        tile(number(#model.change.passing), "newly passing")
    end
    w("</ul>\n")
end

local function top_write(report, words, class, sentence)
    local w, x, side = report.write, report.markup, report.model.now
    w("<header><div>\n<h1 class=\"verdict ", class, '"><span class="sign" aria-hidden="true">', signs[class],
      '</span><span class="text">', x(sentence), "</span></h1>\n<p class=\"soft\">")
    local first = side.runs[1] and side.runs[1].start or {}
    w("gatherum ", x(first.gatherum or report.version), first.seed and ", seed " .. x(first.seed) or "",
      report.date and ", report of " .. x(report.date) or "", ". ",
      words.count(#side.backends, "backend"), ", ", words.count(#side.variants, "variant"), ", ",
      words.number(side.n_points), " points.</p>\n")
    tiles_write(report, words)
    w("</div></header>\n")
end

local function nav_write(report, parts)
    report.write('<nav aria-label="Parts of this page"><ul>\n')
    for _, part in ipairs(parts) do
        if part.shown then
            report.write('<li><a href="#', part.id, '">', part.title, "</a></li>\n")
        end
    end
    report.write("</ul></nav>\n")
end

local function cell_write(report, words, b, name)
    local w, x, cell = report.write, report.markup, b.variants[name]
    local class, text = words.cell(cell)
    w('<td class="', class, '">')
    if class == "bad" or class == "waived" then
        w('<a class="cell" href="#failures" data-sign="', signs[class], '" data-backend="', x(b.id), '" data-variant="',
          x(name), '">', text, "</a>")
        w("<small>", words.number(cell.n_failed), " of ", words.number(cell.n_failed + cell.n_passed), " fail</small>")
    else
        w('<span class="cell" data-sign="', signs[class], '">', text, "</span>")
        if cell and cell.n_passed > 0 then
            w("<small>", words.number(cell.n_passed), " pass</small>")
        end
    end
    if cell and cell.n_not_claimed > 0 and cell.support ~= "no" then
        w("<small>", words.number(cell.n_not_claimed), " not claimed</small>")
    end
    if cell and (cell.verdicts["not-run"] or 0) > 0 then
        w("<small>", words.number(cell.verdicts["not-run"]), " of them not run</small>")
    end
    if cell and cell.readings ~= "" then
        w("<small>reads ", x(cell.readings), "</small>")
    end
    for verdict, n in pairs(cell and cell.observed or {}) do
        w("<small>observed: ", x(verdict), " in ", words.number(n), "</small>")
    end
    w("</td>")
end

local function matrix_write(report, words)
    local w, x, side = report.write, report.markup, report.model.now
    w('<div class="scroll" role="region" tabindex="0" aria-label="Variants and backends"><table class="matrix">\n<thead><tr><th scope="col">Variant</th>')
    for _, b in ipairs(side.backends) do
        if not b.absent then
            local r = b.record or {}
            w('<th scope="col"><span class="text">', x(b.id), '</span><br><span class="soft small text">',
              r.name and r.name ~= b.id and x(r.name) .. " " or "", x(r.version or "version not recorded"), "</span></th>")
        end
    end
    w("</tr></thead>\n<tbody>\n")
    for _, name in ipairs(side.variants) do
        local d = side.documents[name] or side.documents[report.split(name, "@")[1]]
        w('<tr><th scope="row"><span class="text">', x(name), "</span>")
        if d then
            w('<br><span class="soft small">', words.link(report, d.address, d.title or ""), d.status == "deprecated" and ", deprecated" or "", "</span>")
        end
        w("</th>")
        for _, b in ipairs(side.backends) do
            if not b.absent then
                cell_write(report, words, b, name)
            end
        end
        w("</tr>\n")
    end
    w("</tbody></table></div>\n")
end

local function order_groups(side, verdicts)
    local rank, backends, keyed, sorted = {}, {}, {}, {}
    for k, v in ipairs(verdicts) do
        rank[v.name] = k
    end
    for k, b in ipairs(side.backends) do
        backends[b.id] = k
    end
    for k, g in ipairs(side.groups) do
        keyed[string.format("%06d %03d %06d", backends[g.backend], rank[g.verdict] or 999, k)] = g
    end
    for _, g in pairs(keyed) do
        sorted[#sorted + 1] = g
    end
    side.groups = sorted
end

local function select_write(report, id, label, values)
    local w, x = report.write, report.markup
    w('<div><label for="f-', id, '">', label, '</label><select id="f-', id, '"><option value="">all</option>')
    for value in pairs(values) do
        w("<option>", x(value), "</option>")
    end
    w("</select></div>\n")
end

local function filter_write(report)
    local model = report.model
    local sets = {backend = {}, variant = {}, verdict = {}}
    for _, g in ipairs(model.now.groups) do
        for key, set in pairs(sets) do
            set[g[key]] = true
        end
    end
    report.write([[<form class="filter" id="filter" role="search">
<div class="grow"><label for="q">Search names, diagnoses, clauses <span class="soft">( / )</span></label><input id="q" type="search" autocomplete="off"></div>
]])
    select_write(report, "backend", "Backend", sets.backend)
    select_write(report, "variant", "Variant", sets.variant)
    select_write(report, "verdict", "Verdict", sets.verdict)
    if model.change then
        select_write(report, "mark", "Since before", {["newly failing"] = true})
    end
    report.write([[<div><button type="reset">Reset</button></div><output id="count" for="q" aria-live="polite"></output>
</form>
<div id="list"></div>
<noscript>
<p>The pictures, the search and the full list need the script of this page, which asks nothing of any network. The
first case of each group:</p>
]])
    for k = 1, math.min(#model.now.groups, 100) do
        local g = model.now.groups[k]
        local r = g.cases[1] or {}
        report.write("<h3>", report.markup(g.backend), ", ", report.markup(g.variant), ": ", report.markup(g.verdict), ", ",
                     tostring(g.n), " cases</h3>\n<p>", report.markup(r.diagnosis), "<br><code>",
                     report.markup(r["repeat"]), "</code></p>\n")
    end
    report.write("</noscript>\n")
end

-- The data of the page: an index at once, details as lines that are cut when one is needed.
local function data_write(report)
    local w, side, model = report.write, report.model.now, report.model
    local first = side.runs[1] and side.runs[1].start or {}
    local index = {groups = {}, verdicts = {}, total = side.n_failing, seed = first.seed}
    for _, v in ipairs(report.verdicts) do
        index.verdicts[v.name] = v.sentence
    end
    for k, g in ipairs(side.groups) do
        local clause = side.clauses[g.clause] or {}
        index.groups[k] = {backend = g.backend, variant = g.variant, verdict = g.verdict, clause = g.clause, n = g.n,
                           points = g.n_points, kept = #g.cases, level = clause.level, where = clause.where, decision = clause.decision, why = clause.why,
                           demand = g.cases[1] and g.cases[1].requirement or clause.text}
    end
    local newly = {}
    for _, e in ipairs(model.change and model.change.failing or {}) do
        newly[e.backend .. "\n" .. e.case] = "newly failing"
    end
    w('<script type="application/json" id="index">', report.json(index), "</script>\n")
    w('<script type="application/json" id="cases">[')
    local n, chosen = 0, pictures_choose(report, side)
    for k, g in ipairs(side.groups) do
        for _, r in ipairs(g.cases) do
            w(n > 0 and ",\n" or "\n", report.json({k - 1, r.case or "?", r.diagnosis or "No diagnosis recorded.",
                newly[g.backend .. "\n" .. (r.case or "?")] or false, n, chosen[r] and r.picture.got and 1 or 0}))
            n = n + 1
        end
    end
    w(']</script>\n<script type="text/plain" id="details">')
    for _, g in ipairs(side.groups) do
        for _, r in ipairs(g.cases) do
            local d = {["repeat"] = r["repeat"], hunts = r.hunts, wrong = r.wrong, picture = chosen[r] and r.picture or nil, left_out = r.picture and not chosen[r] or nil,
                       requirement = r.requirement ~= (g.cases[1].requirement) and r.requirement or nil}
            w("\n", report.json(d))
        end
    end
    w('</script>\n<script type="text/plain" id="standalone">\n', report.asset("parts/alone_memory.c"), report.asset("parts/alone_run.c"))
    w("</script>\n<script>\n", report.asset("html/picture.js"), report.asset("html/failures.js"), "</script>\n")
end

local function write(report)
    local words, tables = report.part("words"), report.part("html_tables")
    local side, model = report.model.now, report.model
    order_groups(side, report.verdicts)
    local class, sentence = words.verdict(side)
    local parts = {
        {id = "change", title = "Changes", shown = model.change ~= nil, write = tables.change},
        {id = "matrix", title = "Matrix", shown = #side.variants > 0, write = matrix_write},
        {id = "causes", title = "Causes", shown = #side.groups > 0, write = tables.causes},
        {id = "failures", title = "Failures", shown = #side.groups > 0, write = filter_write},
        {id = "coverage", title = "Clauses", shown = #side.runs > 0, write = tables.coverage},
        {id = "speed", title = "Speed", shown = #side.bench > 0, write = report.part("html_bench")},
        {id = "kill", title = "Seeded bugs", shown = side.kill ~= nil, write = tables.kill},
        {id = "waivers", title = "Waivers", shown = #side.waivers + #side.waived > 0, write = tables.waivers},
        {id = "untested", title = "Not tested", shown = true, write = tables.untested},
        {id = "facts", title = "Made from", shown = true, write = tables.facts},
    }
    head_write(report, sentence)
    top_write(report, words, class, sentence)
    nav_write(report, parts)
    report.write('<main id="main">\n')
    for _, part in ipairs(parts) do
        if part.shown then
            report.write('<section aria-labelledby="', part.id, '">\n<h2 id="', part.id, '">', part.heading or part.title, "</h2>\n")
            part.write(report, words)
            report.write("</section>\n")
        end
    end
    report.write("</main>\n<footer><div>Written by gatherum ", report.markup(report.version),
                 ", from records alone: this page asks nothing of any network.</div></footer>\n")
    if #side.groups > 0 then
        data_write(report)
    end
    report.write("</body>\n</html>\n")
end

return {title = "one page to read offline, with pictures, search and plots", write = write}
