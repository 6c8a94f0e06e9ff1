-- html_tables.lua - parts of the HTML report that are tables: changes, clauses, seeded bugs, waivers, facts.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_CHANGES = 60
local tables = {}

-- columns: {title, class}; cells are escaped; a cell {html} is taken as it is.
local function table_write(report, label, columns, rows)
    local w = report.write
    w('<div class="scroll" role="region" tabindex="0" aria-label="', report.markup(label), '"><table class="list">\n<thead><tr>')
    for _, c in ipairs(columns) do
        w('<th scope="col"', c[2] and ' class="' .. c[2] .. '"' or "", ">", c[1], "</th>")
    end
    w("</tr></thead>\n<tbody>\n")
    for _, row in ipairs(rows) do
        w("<tr>")
        for k, c in ipairs(columns) do
            local cell = row[k] == nil and "" or row[k]
            w('<td data-of="', c[1], '"', c[2] and ' class="' .. c[2] .. '"' or "", ">", type(cell) == "table" and cell[1] or
                cell ~= "" and '<span class="text">' .. report.markup(tostring(cell)) .. "</span>" or "", "</td>")
        end
        w("</tr>\n")
    end
    w("</tbody></table></div>\n")
end

local function change_list(report, words, title, list, open)
    local w, x = report.write, report.markup
    w('<details class="fold"', open and " open" or "", "><summary>", title, ": ", words.number(#list), "</summary>\n<ul class=\"small\">\n")
    local alike, told = words.alike(report, list), 0
    for k = 1, math.min(#alike, MOST_CHANGES) do
        local e, more = alike[k].entry, alike[k].more
        told = told + 1 + more
        w('<li><span class="text">', x(e.backend), '</span>: <code class="text">', x(e.case or e.name), "</code> ",
          more > 0 and "and " .. words.number(more) .. " more like it: " or "", x(e.verdict or e.text),
          e.note and e.note ~= "" and ", " .. x(e.note) or "", "</li>\n")
    end
    w("</ul>\n")
    if told < #list then
        w("<p class=\"soft\">And ", words.number(#list - told), " more; the CSV report has them all.</p>\n")
    end
    w("</details>\n")
end

function tables.change(report, words)
    local model = report.model
    local old = {}
    for _, run in ipairs(model.old.runs) do
        local s = run.start or {}
        old[#old + 1] = run.name .. " (gatherum " .. (s.gatherum or "?") .. ", suite " .. (s.suite or "?") .. ", seed " .. (s.seed or "?") .. ")"
    end
    report.write("<p>Against ", report.markup(table.concat(old, ", ")), ".</p>\n")
    if model.unproven then
        report.write('<p class="bad-ink"><b>', report.markup(model.unproven), "</b></p>\n")
    elseif model.newly == 0 then
        report.write('<p class="good-ink"><b>✓ Nothing fails that did not fail before.</b></p>\n')
    end
    local none = {}
    for _, part in ipairs(words.lists) do
        if #model.change[part[1]] > 0 then
            change_list(report, words, part[2], model.change[part[1]], part[1] == "failing" or part[1] == "slower")
        else
            none[#none + 1] = string.lower(part[2])
        end
    end
    report.write("<p class=\"soft\">", #none > 0 and "None: " .. table.concat(none, ", ") .. "." or "", "</p>\n")
end

local function clause_state(report, c)
    if c.covered then
        return {'<span class="good-ink">✓ covered</span>'}
    elseif c.untestable then
        return {'– not testable<br><span class="soft small">' .. report.markup(c.untestable) .. "</span>"}
    end
    local missing = {}
    for _, m in ipairs(type(c.missing) == "table" and c.missing or {c.missing}) do
        missing[#missing + 1] = tostring(m)
    end
    return {'<span class="bad-ink">✗ not covered</span><br><span class="soft small">' ..
        report.markup(table.concat(missing, "; ")) .. "</span>"}
end

local function clause_text(report, c)
    local x = report.markup
    local html = '<span class="text">' .. x(c.text or "not recorded") .. '</span><br><span class="soft small text">' .. x(c.where) .. "</span>"
    if c.decision then
        html = html .. '<br><span class="small text">Read here as ' .. x(tostring(c.decision)) .. ": " .. x(c.why) .. "</span>"
    end
    return {html}
end

-- How many failures each clause has, over all backends.
local function failures_by_clause(side)
    local n = {}
    for _, g in ipairs(side.groups) do
        n[g.clause] = (n[g.clause] or 0) + g.n
    end
    return n
end

local function clauses_write(report, words, name, d, failing)
    local w, x, rows, covered, untestable = report.write, report.markup, {}, 0, 0
    for _, c in ipairs(d.clauses) do
        covered = covered + (c.covered and 1 or 0)
        untestable = untestable + (not c.covered and c.untestable and 1 or 0)
        rows[#rows + 1] = {{"<code>" .. x(c.id) .. "</code>"}, c.level, clause_text(report, c), clause_state(report, c),
                           c.cases and words.number(c.cases) or "not recorded", failing[c.id] and words.number(failing[c.id]) or ""}
    end
    local testable = #rows - untestable
    w('<details class="fold paper"', covered < testable and " open" or "", '><summary><span class="bar" role="img" aria-label="', tostring(covered), " of ", tostring(testable),
      '"><i style="width:', string.format("%.1f", testable > 0 and 100 * covered / testable or 0), '%"></i></span> ',
      '<span class="text">', x(name), "</span>: ", tostring(covered), " of ", words.count(testable, "clause"), " covered",
      untestable > 0 and ", " .. tostring(untestable) .. " not testable" or "", "</summary>\n")
    w('<p class="soft small">', x(d.title), "; ", words.link(report, d.address, tostring(d.document) .. ", " .. tostring(d.section)), d.status == "deprecated" and
      "; deprecated by " .. x(d.deprecated_by) or "", "</p>\n")
    table_write(report, "Clauses of " .. name, {{"clause"}, {"level"}, {"demand"}, {"coverage"}, {"cases", "n"}, {"failures", "n"}}, rows)
    w("</details>\n")
end

function tables.coverage(report, words)
    local w, side = report.write, report.model.now
    if not side.has_documents then
        w("<p>Not recorded: these records name no clauses.</p>\n")
        return
    end
    w("<p>A clause is covered when the cases of the suite tell it from its other readings: this is measured from what the cases contain.</p>\n")
    local failing = failures_by_clause(side)
    for name, d in pairs(side.documents) do
        if d.clauses then
            clauses_write(report, words, name, d, failing)
        end
    end
end

function tables.kill(report, words)
    local w, kill = report.write, report.model.now.kill
    local survivors, rows = {}, {}
    for _, s in ipairs(kill.matrix or {}) do
        for _, o in ipairs(s.operators or {}) do
            local row = {s.name, s.title, s.class, o.operator, s.control and "passes, as it must" or o.killed and "✓ caught" or "✗ SURVIVED",
                         o.verdict, o.first}
            if not o.killed and not s.control or s.control and not s.good then
                survivors[#survivors + 1] = row
            end
            rows[#rows + 1] = row
        end
    end
    w("<p>Backends with one seeded bug each are judged by the same cases: <b>", report.markup(tostring(kill.killed)), " of ",
      report.markup(tostring(kill.saboteurs)), "</b> are caught, for the right reason, in ", report.markup(tostring(kill.pairs_killed)), " of ",
      report.markup(tostring(kill.pairs)), " pairs of bug and operator.</p>\n")
    local columns = {{"bug"}, {"what is wrong"}, {"class"}, {"operator"}, {"outcome"}, {"verdict"}, {"first case"}}
    if #survivors > 0 then
        w('<h3 class="bad-ink">Not caught</h3>\n')
        table_write(report, "Not caught", columns, survivors)
    end
    w('<details class="fold"><summary>All of them</summary>\n')
    table_write(report, "Seeded bugs", columns, rows)
    w("</details>\n")
end

function tables.waivers(report, words)
    local side, rows = report.model.now, {}
    for _, v in ipairs(side.waivers) do
        local state = words.waiver_states[v.state] or v.state
        rows[#rows + 1] = {v.backend, v.pattern, v.reason, v.owner, v.link, v.expires, v.versions, v.failed,
                           {(v.state == "waives" and "" or '<b class="bad-ink">') .. report.markup(state) .. (v.state == "waives" and "" or "</b>")}}
    end
    if #rows > 0 then
        table_write(report, "Waivers", {{"backend"}, {"cases"}, {"reason"}, {"owner"}, {"link"}, {"expires"}, {"versions"}, {"waives", "n"}, {"state"}}, rows)
    end
    local cases = {}
    for _, r in ipairs(side.waived) do
        cases[#cases + 1] = {r.backend, r.case, r.verdict, r.diagnosis, type(r.waived) == "table" and r.waived.expires or ""}
    end
    if #cases > 0 then
        report.write('<details class="fold paper"><summary>Cases that fail and are waived: ', words.number(side.n_waived), "</summary>\n")
        table_write(report, "Waived cases", {{"backend"}, {"case"}, {"verdict"}, {"diagnosis"}, {"until"}}, cases)
        report.write("</details>\n")
    end
end

-- Cases that passed with a remark, which the reader may unfold.
local function fold(report, words, cases, n, sentence, title)
    if n == 0 then
        return
    end
    local rows = {}
    for _, e in ipairs(cases) do
        rows[#rows + 1] = {e.backend, e.case, e.diagnosis}
    end
    report.write('<details class="fold paper"><summary>', sentence, ": ", words.number(n), "</summary>\n")
    table_write(report, title, {{"backend"}, {"case"}, {"why"}}, rows)
    report.write("</details>\n")
end

function tables.untested(report, words)
    local side, rows = report.model.now, {}
    for _, line in ipairs(words.untested(report, side)) do
        rows[#rows + 1] = {line[1], line[2], line[3], line[4] > 0 and words.number(line[4]) or ""}
    end
    if #rows == 0 then
        report.write("<p>Every case of the variants that the run was about was judged.</p>\n")
    else
        table_write(report, "Not tested", {{"backend"}, {"variant"}, {"why"}, {"cases", "n"}}, rows)
    end
    if words.lacking(side) then
        report.write("<p>", report.markup(words.lacking(side)), "</p>\n")
    end
    fold(report, words, side.weak, side.n_weak, "Passed, but the data could not have shown a wrong position", "Weak cases")
    fold(report, words, side.noted, side.n_noted, "Passed, but did not leave its process as it found it", "Noted cases")
end

function tables.facts(report, words)
    local side, rows = report.model.now, {}
    for _, b in ipairs(side.backends) do
        local r = b.record or {}
        rows[#rows + 1] = {b.id, r.name, r.version, r.profile, b.absent and "absent" or r.protections, r.content}
    end
    if #rows > 0 then
        table_write(report, "Backends", {{"backend"}, {"its own name"}, {"version"}, {"profile"}, {"protections in force"}, {"content"}}, rows)
    end
    report.write("<h3>Runs</h3>\n<dl class=\"facts\">\n")
    for _, fact in ipairs(words.facts(report, side)) do
        report.write("<dt>", report.markup(fact[1]), '</dt><dd class="text">', report.markup(fact[2]), "</dd>\n")
    end
    report.write("</dl>\n")
end

-- Failing cases put together by what explains them.
function tables.causes(report)
    local rows, part = {}, report.part("causes")
    for _, b in ipairs(report.model.now.backends) do
        for _, c in ipairs(part.of(report, report.model.now, b)) do
            rows[#rows + 1] = {b.id, table.concat(part.tell(c), "; "), c.first.case, c.first.diagnosis}
        end
    end
    table_write(report, "Causes", {{"backend"}, {"cause"}, {"simplest case"}, {"what is wrong there"}}, rows)
end

tables.table_write = table_write
return tables
