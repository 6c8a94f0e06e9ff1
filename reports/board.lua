-- board.lua - the board of frameworks as one page: see board-markdown.lua.
--
-- SPDX-License-Identifier: Apache-2.0
local STYLE = "body{font:15px/1.5 sans-serif;max-width:72em;margin:2em auto;padding:0 1em}table{border-collapse:collapse}" ..
    "td,th{border:1px solid #999;padding:.2em .6em;text-align:left}.bad{background:#fbd9d3}.good{background:#d9efd8}" ..
    "pre{background:#f2f2f2;padding:.8em;overflow:auto}@media(prefers-color-scheme:dark){body{background:#1b1b1b;color:#ddd}" ..
    "pre{background:#2a2a2a}.bad{background:#5a2420}.good{background:#204a22}}"

local function matrix_write(report, words)
    local w, x, side = report.write, report.markup, report.model.now
    w("<table><tr><th>variant")
    for _, b in ipairs(side.backends) do
        w(b.absent and "" or "<th>" .. x(b.id) .. "<br>" .. x(b.record and b.record.version or ""))
    end
    for _, name in ipairs(side.variants) do
        w("\n<tr><th>", x(name))
        for _, b in ipairs(side.backends) do
            if not b.absent then
                local cell = b.variants[name]
                local class, text = words.cell(cell)
                w('<td class="', class, '">', class == "none" and "" or x(text))
                w(class == "bad" and ": " .. tostring(cell.n_failed) .. " of " .. tostring(cell.n_failed + cell.n_passed) .. " fail" or "")
            end
        end
    end
    w("\n</table>\n")
end

local function witness_write(report, one)
    local w, x = report.write, report.markup
    w("<p><code>", x(one.record["repeat"] or ""), "</code></p>\n")
    if one.program then
        local reading = one.reading ~= "" and " '" .. one.reading .. "'" or ""
        w("<details><summary><code>python3 programs/", x(one.file .. reading), "</code> ", x(one.program.said or ""), "</summary><pre>",
          x(one.program.text or ""), "</pre></details>\n")
    end
end

local function deviation_write(report, d)
    local w, x, g, r = report.write, report.markup, d.group, d.record
    w("<h3>", x(g.backend), ", ", x(g.variant), ": ", x(g.verdict), ", ", tostring(g.n), g.n == 1 and " case" or " cases", "</h3>\n")
    w("<blockquote>", x(d.clause and d.clause.text or r.requirement or "a clause of gatherum itself"), " (", x(g.clause), ")</blockquote>\n")
    w("<p><b>", x(d.kind), ".</b> ", x(r.diagnosis or ""), "; due: ", x(d.due), "</p>\n")
    if r.waived then
        w("<p>Known: ", x(r.waived.reason or ""), " ", x(r.waived.link or ""), "</p>\n")
    end
    for _, one in ipairs(d.witnesses) do
        witness_write(report, one)
    end
end

local function write(report)
    local w, side = report.write, report.model.now
    w("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>gatherum: the board</title><style>", STYLE, "</style>\n")
    w("<h1>The board</h1>\n<p>Frameworks as they are released, each judged by its own documents; adapters judge every written case and no generated one.</p>\n")
    matrix_write(report, report.part("words"))
    for _, b in ipairs(side.backends) do
        w(b.absent and "<p>" .. report.markup(b.id) .. " is absent: " .. report.markup(b.absent) .. "</p>\n" or "")
    end
    w("<h2>Deviations</h2>\n")
    for _, d in ipairs(report.part("board_model").deviations(report)) do
        deviation_write(report, d)
    end
    w("</html>\n")
end

return {title = "the board of frameworks, as a page", write = write}
