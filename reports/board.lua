-- board.lua - the board of frameworks as one page: a section for each framework, worst harm first.
--
-- SPDX-License-Identifier: Apache-2.0
local function badge_write(report, entry)
    report.write('<span class="harm ', entry.harm.id, '">', report.markup(report.part("board_text").harm(entry)), "</span>")
end

-- How many entries of each harm a framework has: {id = number}.
local function tally_of(list, backend)
    local tally, n = {}, 0
    for _, entry in ipairs(list) do
        if entry.group.backend == backend then
            tally[entry.harm.id], n = (tally[entry.harm.id] or 0) + 1, n + 1
        end
    end
    return tally, n
end

-- The questions to a framework, and the outcome.
local function asked_write(report, b, counts, n)
    local w, words = report.write, report.part("words")
    local late = counts.late_of[b.id] or 0
    w('<td class="n">', b.absent and "absent" or words.number(b.n_passed + b.n_failing + b.n_waived), '<td class="n">',
      words.number(counts.judged_of[b.id] or 0), '<td class="n">', words.number(b.n_not_run), '<td class="n">', tostring(n))
    if late > 0 then w('<br><span class="soft small">', tostring(late), " late</span>") end
end

-- Harms that nobody does have no column.
local function contents_write(report, list, harms, counts)
    local w, x, some = report.write, report.markup, {}
    for _, entry in ipairs(list) do some[entry.harm.id] = true end
    w('<h2 id="contents">Contents</h2>\n<div class="scroll"><table class="contents"><thead><tr><th>framework<th class="n">judged<th class="n">failing',
      '<th class="n">not run<th class="n">entries')
    for _, harm in ipairs(harms) do
        if some[harm.id] then w('<th class="n ink ', harm.id, '" title="', x(harm.title), '">', x(harm.short)) end
    end
    w("</thead><tbody>\n")
    for _, b in ipairs(report.model.now.backends) do
        local tally, n = tally_of(list, b.id)
        w('<tr><th><a href="#', x(b.id), '">', x(b.id), "</a> ", x(b.record and b.record.version or ""))
        asked_write(report, b, counts, n)
        for _, harm in ipairs(harms) do
            if some[harm.id] then
                w('<td class="n">', tally[harm.id] and '<b class="ink ' .. harm.id .. '">' .. tostring(tally[harm.id]) .. "</b>" or "")
            end
        end
        w("\n")
    end
    w('</tbody></table></div>\n<p class="soft small">Judged, failing and not run are cases. <em>Late</em> are cases that did not come back in time ',
      "among others, and did alone: they are no entry.</p>\n<dl class=\"facts small\">\n")
    for _, harm in ipairs(harms) do
        if some[harm.id] then w('<dt class="ink ', harm.id, '">', x(harm.short), "<dd>", x(harm.title), "\n") end
    end
    w("</dl>\n")
end

local function witness_write(report, one)
    local w, x = report.write, report.markup
    if #one.excludes > 0 then
        w("<p>This answer excludes: <code>", x(table.concat(one.excludes, "; ")), "</code></p>\n")
    end
    w('<div class="repeat"><pre>', x(one.again), "</pre></div>\n")
    if one.program then
        w('<p class="small">A program without gatherum, <code>', x(one.file), "</code>, says: ", x(one.program.said or ""), "</p>\n")
    end
end

-- What stands behind a clause: its name, level, document and place.
local function place_write(report, entry, c)
    local w, x, d = report.write, report.markup, entry.document
    w("(in our words; ", x(c and c.id or entry.clause_id), ", level ", x(c and c.level or "?"), "; ")
    w(report.part("words").link(report, d.address, d.title or d.document or entry.variant))
    w(d.section and ", " .. x(d.section) or "", c and c.where and ", " .. x(c.where) or "", ")")
end

-- The clause, and where it stands; of a death also the one that has an outcome for the call.
local function clause_write(report, entry)
    local w, x, c = report.write, report.markup, entry.clause
    w("<dt>", entry.own and "demand" or "clause", "<dd>", x(entry.clause_text), ' <span class="soft">')
    if entry.own then
        w("(", x(entry.clause_id), ", a demand of gatherum)")
    else
        place_write(report, entry, c)
    end
    w("</span>\n")
    if entry.owed then
        w("<dt>the document has ", entry.owes, "<dd>", x(entry.owed.text), ' <span class="soft">')
        place_write(report, entry, entry.owed)
        w("</span>\n")
    end
    if c and c.decision then
        w("<dt>our reading<dd>", x(c.decision), ": ", x(c.why or ""), "\n")
    end
end

local function entry_write(report, b, entry)
    local w, x, g, r = report.write, report.markup, entry.group, entry.record
    w('<article class="entry ', entry.harm.id, '" id="', entry.name, '">\n<h3>')
    badge_write(report, entry)
    w(" ", x(g.operator), ": ", x(entry.does), "</h3>\n<dl class=\"facts\">\n")
    clause_write(report, entry)
    w("<dt>kind<dd>", x(entry.kind_words), "\n<dt>due<dd>", x(entry.due), "\n")
    w(entry.got and "<dt>got<dd>" .. x(entry.got) .. "\n" or "")
    if r.waived then
        w("<dt>known<dd>", x(r.waived.reason or ""), " ")
        report.write(report.part("words").link(report, r.waived.link, r.waived.link or ""))
        w("\n")
    end
    w("<dt>where<dd>", x(table.concat(entry.variants, ", ")), "; ", report.part("words").count(g.n, "case"),
      "; types ", x(table.concat(entry.types, "; ")), "\n</dl>\n")
    for _, one in ipairs(entry.witnesses) do witness_write(report, one) end
    w("<details><summary>As a text for a tracker, with its program</summary><pre class=\"code\">",
      x(report.part("board_text").text(report, b, entry, true)), "</pre></details>\n",
      '<p class="small"><a href="#', x(g.backend), '">', x(g.backend), "</a></p>\n</article>\n")
end

local function variants_write(report, b, list)
    local w, x, side = report.write, report.markup, report.model.now
    local words, worst = report.part("words"), {}
    for _, entry in ipairs(list) do -- the worst comes first
        for _, name in ipairs(entry.group.backend == b.id and entry.variants or {}) do
            worst[name] = worst[name] or {}
            table.insert(worst[name], entry)
        end
    end
    w('<div class="scroll"><table><thead><tr><th>variant<th>document<th class="n">cases<th>outcome</thead><tbody>\n')
    for name, cell in pairs(b.variants) do
        local d = side.documents[report.split(name, "@")[1]] or {}
        w("<tr><th>", x(name), "<td>")
        report.write(report.part("words").link(report, d.address, d.title or ""))
        w('<td class="n">', words.number(cell.n_failed + cell.n_passed), "<td>")
        for _, entry in ipairs(worst[name] or {}) do
            w('<a class="mark ', entry.harm.id, '" href="#', entry.name, '" title="', x(report.part("board_text").harm(entry)), '">', string.sub(entry.name, 1, 3), "</a> ")
        end
        w(cell.n_failed > 0 and words.count(cell.n_failed, "case") .. " of them" or
          cell.n_passed > 0 and "as documented" or "no case was judged", "\n")
    end
    w("</tbody></table></div>\n")
end

-- Where options of a framework change its answers: informative, as both may be admitted.
local function differences_write(report, b)
    local w, x = report.write, report.markup
    for _, one in ipairs(report.part("board_model").differences(report)) do
        if one.backend == b.id then
            w('<article class="entry">\n<h3>informative: ', x(one.variant), " answers otherwise with <code>", x(one.settings), "</code> than with <code>",
              x(one.others), "</code></h3>\n<p>In ", report.part("words").count(one.n, "point"), "; the first is <code>", x(one.first),
              "</code>.</p>\n<div class=\"repeat\"><pre>", x(one.again), "</pre></div>\n</article>\n")
        end
    end
end

local function framework_write(report, b, list)
    local w, x = report.write, report.markup
    w('<section>\n<h2 id="', x(b.id), '">', x(b.id), " ", x(b.record and b.record.version or ""), "</h2>\n")
    if b.absent then
        w("<p>It is absent: ", x(b.absent), "</p>\n</section>\n")
        return
    end
    for _, note in ipairs(b.record and b.record.notes or {}) do w('<p class="note">', x(note), "</p>\n") end
    variants_write(report, b, list)
    for _, entry in ipairs(list) do
        if entry.group.backend == b.id then entry_write(report, b, entry) end
    end
    differences_write(report, b)
    w("</section>\n")
end

-- Entries with a program for each witness.
local function programs_of(list)
    local n = 0
    for _, entry in ipairs(list) do
        local all = true
        for _, one in ipairs(entry.witnesses) do all = all and one.program ~= nil end
        n = n + (all and 1 or 0)
    end
    return n
end

local function write(report)
    local w, model = report.write, report.part("board_model")
    local list, counts = model.deviations(report)
    w('<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\n',
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
      "<title>gatherum: the board</title>\n<style>\n", report.asset("html/page.css"), report.asset("html/board.css"), "</style></head>\n<body>\n<header><div><h1>The board</h1>\n",
      "<p>Frameworks as they are released, each judged by its own documents with the settings it has by default. ",
      tostring(#list), " deviations are made of ", report.part("words").number(counts.shown), " failing cases of ",
      report.part("words").number(counts.judged), "; each has a clause and a smallest case, ", tostring(programs_of(list)),
      " of them a program that shows it alone.</p></div></header>\n<main id=\"main\">\n")
    contents_write(report, list, model.harms, counts)
    for _, b in ipairs(report.model.now.backends) do framework_write(report, b, list) end
    w("</main></body></html>\n")
end

return {title = "the board of frameworks, as a page", write = write}
