-- html_bench.lua - what a bench measured, as HTML: machine, versions, all rows as a table, then a plot and a table for each.
--
-- Rows whose names begin with "sweep" and differ in their last word are curves over their sizes.  No script is needed.
--
-- SPDX-License-Identifier: Apache-2.0
local NEAR, MOST_SIZE = 0.7, 1e15 -- the share of a limit below which a row is marked; useful bytes that have a place in a plot

-- "2.1 [2.0, 2.2]"
local function interval(plot, i)
    return i and i.median and plot.figure(i.median) ..
        (i.low and i.high and " [" .. plot.figure(i.low) .. ", " .. plot.figure(i.high) .. "]" or "") or nil
end

local function rate(plot, e)
    return e.rate and interval(plot, {median = e.rate, low = e.low, high = e.high})
end

-- In one line, as a cell of a table.
local function line(text)
    return text and {'<span class="figure">' .. text .. "</span>"}
end

local function facts_write(report, plot, item)
    local w, x, d = report.write, report.markup, item.document
    local hardware, caches = d.hardware or {}, {}
    for name, size in pairs(hardware.caches or {}) do
        caches[#caches + 1] = name .. " " .. plot.binary(size)
    end
    w('<dl class="facts">\n')
    for _, fact in ipairs{{"file", item.name}, {"gatherum", d.gatherum}, {"machine", d.machine or "not recorded"}, {"processors", hardware.processors},
                          {"vectors", hardware.vectors and table.concat(hardware.vectors, ", ")}, {"caches", #caches > 0 and table.concat(caches, ", ") or "not recorded"},
                          {"memory", hardware.memory}, {"system", hardware.system}, {"level", d.level}, {"threads", d.threads or "not recorded"},
                          {"rounds", tostring(d.rounds or "?") .. ", in an order drawn from seed " .. tostring(d.seed or "?")}} do
        if fact[2] then
            w("<dt>", fact[1], '</dt><dd class="text">', x(tostring(fact[2])), "</dd>\n")
        end
    end
    w("</dl>\n", d.quick and '<p class="bad-ink"><b>A quick run: it shows that all of it works, and its figures mean nothing.</b></p>\n' or "")
end

local function contenders_write(report, table_write, d)
    local rows = {}
    for _, c in ipairs(d.contenders or {}) do
        rows[#rows + 1] = {c.name, c.left_out and {'<span class="bad-ink">left out:</span> <span class="text">' .. report.markup(c.left_out) .. "</span>"} or c.version,
                           c.note}
    end
    table_write(report, "Contenders", {{"contender"}, {"version"}, {"note"}}, rows)
end

-- The first contender against others, over all rows.
local function sums_write(report, plot, table_write, d, first)
    local rows = {}
    local function add(name, s)
        if s and s.geometric_mean then
            local even = (s.rows or 0) - (s.faster or 0) - (s.slower or 0)
            rows[#rows + 1] = {name, plot.figure(s.geometric_mean), s.least and plot.figure(s.least), s.least_row, s.rows, s.faster, string.format("%.0f", even), s.slower}
        end
    end
    add("best that checks", d.against_checking_peers)
    add("best of all", d.against_all_peers)
    for name, s in pairs(d.against_each or {}) do
        add(name, s)
    end
    if #rows > 0 then
        report.write('<p class="text">How many times as fast as others ', report.markup(first), " is, as a geometric mean over the rows that both have:</p>\n")
        table_write(report, "Against others", {{"against"}, {"mean", "n"}, {"least", "n"}, {"in the row"}, {"rows", "n"}, {"faster", "n"}, {"even", "n"}, {"slower", "n"}}, rows)
    end
end

local function best_checking(row)
    local best = nil
    for _, e in ipairs(row.cells) do
        if e.ratio and e.ratio.median and e.checks and not e.limit and (not best or e.ratio.median < best.ratio.median) then
            best = e
        end
    end
    return best
end

local SIGN = {faster = '<span class="good-ink">✓ faster</span>', slower = '<span class="bad-ink">✗ slower</span>', even = "= even"}

local function share(value, marked)
    if not value then
        return ""
    end
    local text = string.format("%.2f", value)
    return marked and value < NEAR and {'<span class="bad-ink">▽ ' .. text .. "</span>"} or text
end

local function overview_write(report, plot, table_write, rows, first)
    local lines = {}
    for _, row in ipairs(rows) do
        local e, best = row.first or {}, best_checking(row)
        local name = {'<a href="#' .. row.id .. '" class="text">' .. report.markup(row.name) .. "</a>"}
        if row.left_out then
            lines[#lines + 1] = {name, {'<span class="text">left out: ' .. report.markup(row.left_out) .. "</span>"}}
        else
            lines[#lines + 1] = {name, line(rate(plot, e)) or e.text, share(e.of_memcpy), share(e.of_stream, true),
                                 best and best.backend, best and line(interval(plot, best.ratio)), {best and SIGN[best.verdict] or ""}}
        end
    end
    table_write(report, "All rows", {{"row"}, {report.markup(first) .. ", GB/s"}, {"of memcpy", "n"}, {"of stream", "n"}, {"best that checks"}, {"ratio"}, {"so it is"}}, lines)
end

local function row_write(report, plot, table_write, row)
    local lines, w = {}, report.write
    w('<div class="beside"><div>\n')
    report.part("bench_bars")(report, row, row.id)
    w("</div><div>\n")
    for k, e in ipairs(row.cells) do
        local wrong = not e.rate and e.left_out ~= "not claimed"
        lines[k] = {e.backend .. (e.limit and " (limit)" or "") .. (e.checks and "" or "*"), line(rate(plot, e)) or
                    {'<span class="text' .. (wrong and " bad-ink" or " soft") .. '">' .. report.markup(e.text) .. "</span>"},
                    share(e.of_memcpy), share(e.of_stream, e == row.first), line(interval(plot, e.ratio))}
    end
    table_write(report, row.name, {{"contender"}, {"GB/s [95 %]"}, {"of memcpy", "n"}, {"of stream", "n"}, {"ratio"}}, lines)
    w("</div></div>\n")
end

local function sweep_write(report, plot, table_write, family)
    local columns, lines = {{"useful bytes"}}, {}
    local curves = report.part("bench_curves")(report, family.name, family.rows, family.id)
    for _, curve in ipairs(curves) do
        columns[#columns + 1] = {report.markup(curve.name) .. (curve.checks and "" or "*")}
    end
    for k, row in ipairs(family.rows) do
        lines[k] = {plot.bytes(row.useful)}
        for c, curve in ipairs(curves) do
            local e = curve.points[k]
            lines[k][c + 1] = e and rate(plot, e) or row.left_out or "–"
        end
    end
    report.write('<p class="small soft">GB/s with its 95 % interval:</p>\n')
    table_write(report, family.name, columns, lines)
end

-- The name of a sweep without its last word; nil: the row is none, or has no size.
local function family_of(report, row)
    local words = report.split(row.name, " ")
    if words[1] ~= "sweep" or #words < 3 or not row.useful or row.useful < 1 or row.useful > MOST_SIZE then
        return nil
    end
    return table.concat(words, " ", 1, #words - 1)
end

-- Sweeps of several sizes, and the other rows: each with a place in the page.
local function families_make(report, rows, id)
    local by_name, families, others = {}, {}, {}
    for k, row in ipairs(rows) do
        local name = family_of(report, row)
        row.id = id .. "-" .. tostring(k)
        if name and not by_name[name] then
            by_name[name] = {name = name, rows = {}, id = id .. "-s" .. tostring(#families + 1)}
            families[#families + 1] = by_name[name]
        end
        if name then
            local family = by_name[name]
            family.rows[#family.rows + 1] = row
            row.id = family.id
        else
            others[#others + 1] = row
        end
    end
    return families, others
end

local HATCH = '<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs><pattern id="bench-hatch" width="6" height="6" ' ..
    'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" style="fill:var(--tint)"/>' ..
    '<line x1="0" y1="0" x2="0" y2="6" style="stroke:var(--hatch);stroke-width:2"/></pattern></defs></svg>\n'

local function document_write(report, item, rows, id, level)
    local w, x, plot, table_write = report.write, report.markup, report.part("plot"), report.part("html_tables").table_write
    local heading, d = "h" .. tostring(level), item.document
    local first = d.contenders and d.contenders[1] and d.contenders[1].name or "the first"
    local function head(title, at)
        w("<", heading, ' class="text"', at and ' id="' .. at .. '"' or "", ">", x(title), "</", heading, ">\n")
    end
    local families, others = families_make(report, rows, id)
    facts_write(report, plot, item)
    contenders_write(report, table_write, d)
    sums_write(report, plot, table_write, d, first)
    head("All rows")
    w('<p class="small text">GB/s are useful bytes in 10<sup>9</sup> per second. <b>memcpy</b> copies as many bytes; <b>stream</b> is the least traffic that the row needs, without random access. In brackets stands the 95 % interval of the median. A <b>ratio</b> is the time of the other divided by that of ',
      x(first), '. ▽ is below ', string.format("%.1f", NEAR), " of stream. A contender with * does not notice an index outside the axis.</p>\n")
    overview_write(report, plot, table_write, rows, first)
    for _, family in ipairs(families) do
        head(family.name .. ", by size", family.id)
        sweep_write(report, plot, table_write, family)
    end
    for _, row in ipairs(others) do
        w('<section class="row">\n')
        head(row.name, row.id)
        if row.left_out then
            w('<p class="text">Left out: ', x(row.left_out), "</p>\n")
        else
            w('<p class="small soft">', row.useful and plot.binary(row.useful) .. " useful" or "", row.page and ", pages of " .. plot.binary(row.page) or "", "</p>\n")
            row_write(report, plot, table_write, row)
        end
        w("</section>\n")
    end
end

-- Headings inside begin at `level`; each of several documents has one of its own.
return function(report, words, level)
    local list = report.model.now.bench
    local _, rows = report.part("bench_figures")(report, list)
    level = level or 3
    report.write(HATCH)
    for k, item in ipairs(list) do
        local mine = {}
        if #list > 1 then
            report.write("<h", tostring(level), ' class="text">', report.markup(item.name), "</h", tostring(level), ">\n")
        end
        for _, row in ipairs(rows) do
            if row.item == item then mine[#mine + 1] = row end
        end
        document_write(report, item, mine, "b" .. tostring(k), #list > 1 and level + 1 or level)
    end
end
