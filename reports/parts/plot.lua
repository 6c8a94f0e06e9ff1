-- plot.lua - what plots share: scales, their marks, and short texts.
--
-- SPDX-License-Identifier: Apache-2.0
local HUGE = 1e9 -- from where figures are told with an exponent
local plot = {}

-- The decimal logarithm, from divisions and a series: the same bits on every machine.
function plot.log10(value)
    local twos = 0
    while value >= 2 do value, twos = value / 2, twos + 1 end
    while value < 1 do value, twos = value * 2, twos - 1 end
    local y = (value - 1) / (value + 1)
    local sum, power = 0, y
    for k = 1, 35, 2 do
        sum, power = sum + power / k, power * y * y
    end
    return (twos * 0.69314718055994531 + 2 * sum) / 2.3025850929940457
end

-- 10 to a whole number, as the nearest number: from its text.
local function ten(k)
    return tonumber("1e" .. string.format("%d", k))
end

-- A mark of a scale.
function plot.mark(value)
    return string.format(value >= 1000 and value < HUGE and "%.0f" or "%.3g", value)
end

-- A measured figure: three digits, with the zeros among them.
function plot.figure(value)
    return string.format(value >= HUGE and "%.3g" or value >= 99.95 and "%.0f" or value >= 9.995 and "%.1f" or value >= 0.9995 and "%.2f" or value >= 0.1 and "%.3f" or "%.3g", value)
end

-- At most n characters of a text.
function plot.short(text, n)
    local at = utf8.offset(text, n + 1)
    return at and at <= #text and string.sub(text, 1, at - 1) .. "…" or text
end

-- Marks from 0 to past `most`, about five of them, 1, 2 or 5 times a power of ten apart.
function plot.marks(most)
    local step = ten(math.floor(plot.log10(most / 5)))
    for _, by in ipairs{1, 2, 5, 10} do
        if step * by >= most / 5 then
            step = step * by
            break
        end
    end
    local marks = {0}
    while marks[#marks] < most do
        marks[#marks + 1] = #marks * step
    end
    return marks
end

-- Marks of a logarithmic scale that `least` and `most` lie between, or at a hair: 1, 2 and 5 of each decade.  Where there
-- are more than `few` decades, only 1 and, if `ends` says so, the first and last of these.
function plot.log_marks(least, most, few, ends)
    local from, to = math.floor(plot.log10(least) + 0.02), math.ceil(plot.log10(most) - 0.02)
    local step, all, marks = math.max(1, math.ceil((to - from) / 8)), {}, {}
    for k = from, math.max(to, from + 1) + step - 1, step do
        for _, by in ipairs{1, 2, 5} do
            if by == 1 or to - from <= few or ends then
                all[#all + 1] = {at = by * ten(k), whole = by == 1}
            end
        end
    end
    local first, last = 1, #all
    while last - first > 1 and all[first + 1].at <= least do
        first = first + 1
    end
    while last - first > 1 and all[last - 1].at >= most do
        last = last - 1
    end
    for k = first, last do
        if all[k].whole or to - from <= few or k == first or k == last then
            marks[#marks + 1] = all[k].at
        end
    end
    return marks
end

local units = {"B", "kB", "MB", "GB", "TB"}
-- 10^7 as "10 MB".
function plot.bytes(value)
    local unit = 1
    while value >= 1000 and unit < #units do
        value, unit = value / 1000, unit + 1
    end
    return plot.mark(value) .. "\u{a0}" .. units[unit]
end

-- 65536 as "64 KiB", where it is whole.
function plot.binary(value)
    local names, k = {"B", "KiB", "MiB", "GiB"}, 1
    if value >= HUGE * HUGE then
        return plot.mark(value) .. "\u{a0}B"
    end
    while k < #names and value >= 1024 and value % 1024 == 0 do
        value, k = value / 1024, k + 1
    end
    return string.format("%.0f\u{a0}%s", value, names[k])
end

return plot
