-- html_bench.lua - speed as bars beside the limit of memory: drawn here, so that it needs no script.
--
-- SPDX-License-Identifier: Apache-2.0
local LEFT, WIDE, LINE = 150, 420, 22

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

local function bar_write(report, e, y, scale, hatch)
    local w, x = report.write, report.markup
    local name = #e.backend > 20 and string.sub(e.backend, 1, 19) .. "…" or e.backend
    w('<text x="', tostring(LEFT - 8), '" y="', tostring(y + 15), '" text-anchor="end">', x(name), "</text>")
    if not e.rate then
        w('<text class="soft" x="', tostring(LEFT), '" y="', tostring(y + 15), '">left out: ', x(string.sub(e.text, 1, 60)), "</text>\n")
        return
    end
    local long = string.format("%.1f", e.rate * scale)
    w('<rect x="', tostring(LEFT), '" y="', tostring(y + 4), '" width="', long, '" height="13" style="',
      e.limit and "fill:url(#bench-hatch);stroke:var(--soft)" or "fill:var(--move);stroke:var(--move)", '"/>')
    w('<line x1="', string.format("%.1f", LEFT + e.low * scale), '" x2="', string.format("%.1f", LEFT + e.high * scale), '" y1="',
      tostring(y + 10.5), '" y2="', tostring(y + 10.5), '" style="stroke:var(--ink);stroke-width:3"/>')
    w('<text x="', string.format("%.1f", LEFT + e.high * scale + 6), '" y="', tostring(y + 15), '">', x(e.text), "</text>\n")
end

local function plot_write(report, row)
    local w, x = report.write, report.markup
    local scale = WIDE / math.max(row.most, 1e-9)
    local height = #row.cells * LINE + 4
    w('<h3 class="text">', x(row.name), '</h3>\n<div class="scroll"><svg class="plot" role="img" width="', tostring(LEFT + WIDE + 190), '" height="',
      tostring(height), '" viewBox="0 0 ', tostring(LEFT + WIDE + 190), " ", tostring(height), '" aria-label="', x(row.name), ': ')
    for k, e in ipairs(row.cells) do
        w(k > 1 and "; " or "", x(e.backend), " ", x(e.text))
    end
    w('">\n')
    for k, e in ipairs(row.cells) do
        bar_write(report, e, (k - 1) * LINE, scale)
    end
    if row.limit then
        local at = string.format("%.1f", LEFT + row.limit * scale)
        w('<line x1="', at, '" x2="', at, '" y1="0" y2="', tostring(height), '" style="stroke:var(--bad);stroke-width:2;stroke-dasharray:6 3"/>\n')
    end
    w("</svg></div>\n")
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
