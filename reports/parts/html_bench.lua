-- html_bench.lua - speed as bars beside the limit of memory: drawn here, so that it needs no script.
--
-- SPDX-License-Identifier: Apache-2.0
local WIDE, LINE = 420, 36

local function rows_make(entries)
    local rows, by_name = {}, {}
    for _, e in ipairs(entries) do
        local key = e.file .. "\n" .. e.name
        if not by_name[key] then
            by_name[key] = {name = e.name, cells = {}, limit = nil, most = 0}
            rows[#rows + 1] = by_name[key]
        end
        local row = by_name[key]
        row.cells[#row.cells + 1] = e
        if e.limit and e.backend == "memcpy" then
            row.limit = e.rate
        end
        row.most = math.max(row.most, e.high or 0)
    end
    return rows
end

-- Two lines for each contender, what it is above its bar: so the text has its size on a phone too.
local function bar_write(report, e, y, scale)
    local w, x = report.write, report.markup
    local function at(value)
        return string.format("%.1f", 1 + value * scale)
    end
    w('<text x="1" y="', tostring(y + 13), '"><tspan font-weight="600">', x(e.backend), "</tspan>  ",
      e.rate and x(e.text) or "left out: " .. x(string.sub(e.text, 1, 48)), "</text>")
    if not e.rate then
        w("\n")
        return
    end
    w('<rect x="1" y="', tostring(y + 18), '" width="', string.format("%.1f", e.rate * scale), '" height="11" style="',
      e.limit and "fill:url(#bench-hatch);stroke:var(--soft)" or "fill:var(--move);stroke:var(--move)", '"/>')
    w('<line x1="', at(e.low), '" x2="', at(e.high), '" y1="', tostring(y + 23.5), '" y2="', tostring(y + 23.5),
      '" style="stroke:var(--ink);stroke-width:3"/>\n')
end

local function plot_write(report, row)
    local w, x = report.write, report.markup
    local scale = (WIDE - 4) / math.max(row.most, 1e-9)
    local height = #row.cells * LINE + 4
    w('<h3 class="text">', x(row.name), '</h3>\n<svg class="plot" role="img" width="', tostring(WIDE), '" height="',
      tostring(height), '" viewBox="0 0 ', tostring(WIDE), " ", tostring(height), '" aria-label="', x(row.name), ': ')
    for k, e in ipairs(row.cells) do
        w(k > 1 and "; " or "", x(e.backend), " ", x(e.text))
    end
    w('">\n')
    for k, e in ipairs(row.cells) do
        bar_write(report, e, (k - 1) * LINE, scale)
    end
    if row.limit then
        local at = string.format("%.1f", 1 + row.limit * scale)
        w('<line x1="', at, '" x2="', at, '" y1="0" y2="', tostring(height), '" style="stroke:var(--bad);stroke-width:2;stroke-dasharray:6 3"/>\n')
    end
    w("</svg>\n")
end

return function(report, words)
    local w, x, side = report.write, report.markup, report.model.now
    for _, item in ipairs(side.bench) do
        local d = item.document
        w("<p>", x(item.name), ": ", x(tostring(d.machine or "machine not recorded")), ", ", x(tostring(d.threads or "?")), " threads, median of ",
          x(tostring(d.rounds or "?")), " rounds; the thick line is its 95 % interval", d.quick and "; a quick run: no figures to quote" or "",
          ".</p>\n")
        for _, c in ipairs(d.contenders or {}) do
            if c.left_out then
                w('<p class="soft small">', x(c.name), " was left out: ", x(c.left_out), "</p>\n")
            end
        end
    end
    w('<p class="small">Useful bytes per second. The hatched bars are limits of this machine; the dashed line is <code>memcpy</code> of the useful bytes.</p>\n')
    w('<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs><pattern id="bench-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" style="fill:var(--tint)"/><line x1="0" y1="0" x2="0" y2="6" style="stroke:var(--hatch);stroke-width:2"/></pattern></defs></svg>\n')
    for k, row in ipairs(rows_make(report.part("bench")(report, side.bench))) do
        plot_write(report, row)
    end
end
