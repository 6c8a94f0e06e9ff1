-- bench_bars.lua - one row of a bench: a bar for each contender, with its interval, and a line for each limit.
--
-- SPDX-License-Identifier: Apache-2.0
local WIDE, LEFT, LINE, LABEL, FOOT = 480, 4, 36, 16, 20

local function number(value)
    return string.format("%.1f", value)
end

-- A contender is named above its bar, so that the text has its size on a phone too.
local function bar_write(report, plot, e, y, at, first)
    local w, x = report.write, report.markup
    local class = first and "first" or e.checks and "peer" or "clips"
    w('<rect class="', class, '" x="', number(LEFT), '" y="', number(y + 18), '" width="', number(at(e.rate) - LEFT), '" height="11"/>')
    w('<path class="whisker" d="M', number(at(e.low)), " ", number(y + 23.5), "H", number(at(e.high)))
    for _, end_ in ipairs{e.low, e.high} do
        w("M", number(at(end_)), " ", number(y + 20), "v7")
    end
    w('"/><text x="', number(LEFT), '" y="', number(y + 13), '"><tspan font-weight="600">', x(plot.short(e.backend, 40)), e.checks and "" or "*", "</tspan>  ",
      x(plot.figure(e.rate)), e.of_stream and string.format(", %.0f %% of stream", 100 * e.of_stream) or "", "</text>\n")
end

-- The name of a limit stands in a line of its own, on the side of its line where there is room.
local function limit_write(report, plot, e, k, at, bottom)
    local w, x, place = report.write, report.markup, at(e.rate)
    local right = place > WIDE / 2
    w('<path class="limit l', tostring((k - 1) % 3 + 1), '" d="M', number(place), " ", number((k - 1) * LABEL + 4), "V", number(bottom), '"/><text class="name" x="',
      number(place + (right and -5 or 5)), '" y="', number((k - 1) * LABEL + 13), '"', right and ' text-anchor="end"' or "", ">",
      x(plot.short(e.backend, 24)), " ", x(plot.figure(e.rate)), "</text>\n")
end

local function axis_write(report, plot, marks, at, top, bottom)
    local w = report.write
    for k, mark in ipairs(marks) do
        local anchor = k == 1 and "start" or k == #marks and "end" or "middle"
        w('<path class="grid" d="M', number(at(mark)), " ", number(top), "V", number(bottom), '"/><text class="soft" x="', number(at(mark)), '" y="',
          number(bottom + 15), '" text-anchor="', anchor, '">', plot.mark(mark), k == #marks and " GB/s" or "", "</text>\n")
    end
end

return function(report, row, id)
    local w, x, plot = report.write, report.markup, report.part("plot")
    local bars, limits, most, told = {}, {}, 0, {}
    for _, e in ipairs(row.cells) do
        if e.rate then
            local list = e.limit and limits or bars
            list[#list + 1] = e
            most = math.max(most, e.high)
            told[#told + 1] = e.backend .. (e.limit and ", a limit, " or " ") .. e.text
        end
    end
    if #told == 0 then
        return
    end
    local marks = plot.marks(most)
    local function at(value)
        return LEFT + value * (WIDE - 2 * LEFT) / marks[#marks]
    end
    local top = #limits * LABEL + 4
    local bottom = top + #bars * LINE + 2
    local height = number(bottom + FOOT)
    w('<svg class="plot bars" role="img" aria-labelledby="', id, "-t ", id, '-d" width="', tostring(WIDE), '" height="', height, '" viewBox="0 0 ', tostring(WIDE), " ", height,
      '">\n<title id="', id, '-t">', x(row.name), ', GB/s</title><desc id="', id, '-d">', x(table.concat(told, "; ")), "</desc>\n")
    axis_write(report, plot, marks, at, top, bottom)
    for k, e in ipairs(limits) do
        limit_write(report, plot, e, k, at, bottom)
    end
    for k, e in ipairs(bars) do
        bar_write(report, plot, e, top + (k - 1) * LINE, at, e == row.first)
    end
    w("</svg>\n")
end
