-- bench_curves.lua - the rows of a bench that differ in size alone: a curve for each contender, both axes logarithmic.
--
-- SPDX-License-Identifier: Apache-2.0
local WIDE, HIGH, LEFT, RIGHT, TOP, FOOT = 640, 360, 52, 14, 22, 38
local INKS, SHAPES = 5, {"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z", "M-3.5 -3.5h7v7h-7Z", "M0 -5L4.6 3.6H-4.6Z", "M0 -5L5 0L0 5L-5 0Z", "M0 5L4.6 -3.6H-4.6Z",
                         "M-4.5 -4.5L4.5 4.5M4.5 -4.5L-4.5 4.5"}

local function number(value)
    return string.format("%.1f", value)
end

-- Curves by name: points in the order of their sizes, false where a size has no figure.
local function curves_make(rows)
    local curves, by_name = {}, {}
    for k, row in ipairs(rows) do
        for _, e in ipairs(row.cells) do
            local curve = by_name[e.backend]
            if not curve then
                curve = {name = e.backend, limit = e.limit, checks = e.checks, points = {}}
                by_name[e.backend] = curve
                curves[#curves + 1] = curve
            end
            curve.points[k] = e.rate and e or nil
        end
    end
    local limits, others = 0, 0
    for _, curve in ipairs(curves) do
        if curve.limit then
            limits = limits + 1
            curve.class = "limit l" .. tostring((limits - 1) % 3 + 1)
        else
            curve.class, curve.shape = "curve i" .. tostring(others % INKS + 1), SHAPES[others % #SHAPES + 1]
            others = others + 1
        end
    end
    return curves
end

local function curve_write(report, rows, curve, across, up)
    local w, line = report.write, "M"
    w('<g class="', curve.class, '"><path d="')
    for k, row in ipairs(rows) do
        local e = curve.points[k]
        if e then
            w(line, number(across(row.useful)), " ", number(up(e.rate)))
        end
        line = e and "L" or "M"
    end
    for k, row in ipairs(rows) do
        local e = curve.points[k]
        if e and not curve.limit then
            w("M", number(across(row.useful)), " ", number(up(e.low)), "V", number(up(e.high)))
        end
    end
    w('"/>')
    for k, row in ipairs(rows) do
        if curve.points[k] and curve.shape then
            w('<path class="mark" transform="translate(', number(across(row.useful)), " ", number(up(curve.points[k].rate)), ')" d="', curve.shape, '"/>')
        end
    end
    w("</g>\n")
end

local function axes_write(report, plot, sizes, rates, across, up)
    local w = report.write
    for _, mark in ipairs(sizes) do
        w('<path class="grid" d="M', number(across(mark)), " ", tostring(TOP), "V", tostring(HIGH - FOOT), '"/><text class="soft" x="', number(across(mark)),
          '" y="', tostring(HIGH - FOOT + 16), '" text-anchor="middle">', plot.bytes(mark), "</text>\n")
    end
    for _, mark in ipairs(rates) do
        w('<path class="grid" d="M', tostring(LEFT), " ", number(up(mark)), "H", tostring(WIDE - RIGHT), '"/><text class="soft" x="', tostring(LEFT - 12), '" y="',
          number(up(mark) + 4), '" text-anchor="end">', plot.mark(mark), "</text>\n")
    end
    w('<text class="soft" x="4" y="12">GB/s</text><text class="soft" x="', number((LEFT + WIDE - RIGHT) / 2), '" y="', tostring(HIGH - 4),
      '" text-anchor="middle">useful bytes of a call</text>\n')
end

-- Where a value lies between two ends of which both have logarithms.
local function scale(plot, marks, from, to)
    local low, high = plot.log10(marks[1]), plot.log10(marks[#marks])
    return function(value)
        return from + (plot.log10(value) - low) * (to - from) / (high - low)
    end
end

local function legend_write(report, plot, curves)
    local w, x = report.write, report.markup
    w('<ul class="legend">\n')
    for _, curve in ipairs(curves) do
        w('<li><svg class="plot" width="34" height="12" viewBox="-17 -6 34 12" aria-hidden="true"><g class="', curve.class, '"><path d="M-16 0H16"/>',
          curve.shape and '<path class="mark" d="' .. curve.shape .. '"/>' or "", '</g></svg> <b class="text">', x(plot.short(curve.name, 40)),
          curve.checks and "" or "*", "</b>", curve.limit and ", a limit" or "", "</li>\n")
    end
    w("</ul>\n")
end

-- Each row has a size.  Returns the curves, for a table.
return function(report, name, rows, id)
    local w, x, plot = report.write, report.markup, report.part("plot")
    local curves, least, most = curves_make(rows), nil, nil
    local small, large = rows[1].useful, rows[1].useful
    for k, row in ipairs(rows) do
        small, large = math.min(small, row.useful), math.max(large, row.useful)
        for _, curve in ipairs(curves) do
            local e = curve.points[k]
            least, most = e and math.min(least or e.low, e.low) or least, e and math.max(most or e.high, e.high) or most
        end
    end
    if not least then
        return curves
    end
    local sizes, rates = plot.log_marks(small, large, 2), plot.log_marks(least, most, 4, true)
    local across, up = scale(plot, sizes, LEFT, WIDE - RIGHT), scale(plot, rates, HIGH - FOOT, TOP)
    w('<svg class="plot curves" role="img" aria-labelledby="', id, "-t ", id, '-d" width="', tostring(WIDE), '" height="', tostring(HIGH), '" viewBox="0 0 ', tostring(WIDE), " ",
      tostring(HIGH), '">\n<title id="', id, '-t">', x(name), ', GB/s by size</title><desc id="', id, '-d">')
    for k, curve in ipairs(curves) do
        local last = nil
        for j in ipairs(rows) do last = curve.points[j] or last end
        w(k > 1 and "; " or "", x(curve.name), last and " " .. x(last.text) .. " at the largest size that it has" or " without figures")
    end
    w("</desc>\n")
    axes_write(report, plot, sizes, rates, across, up)
    for k = #curves, 1, -1 do
        curve_write(report, rows, curves[k], across, up)
    end
    w("</svg>\n")
    legend_write(report, plot, curves)
    return curves
end
