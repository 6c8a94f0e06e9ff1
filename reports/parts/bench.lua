-- bench.lua - the figures of bench documents as a flat list, for plots, tables and comparisons.
--
-- SPDX-License-Identifier: Apache-2.0

local function interval_read(e, i)
    e.rate = tonumber(i.median)
    e.low, e.high = tonumber(i.low) or e.rate, tonumber(i.high) or e.rate
    e.text = string.format("%.3g GB/s", e.rate or 0)
end

return function(report, list)
    local entries = {}
    for _, item in ipairs(list) do
        local d = item.document
        for _, row in ipairs(d.rows or {}) do
            for _, cell in ipairs(row.cells or {}) do
                local e = {name = tostring(row.workload or "?"), backend = tostring(cell.name or "?"), limit = cell.limit == true,
                           left_out = cell.left_out, of_memcpy = tonumber(cell.of_memcpy), unit = "GB/s", file = item.name,
                           text = tostring(cell.left_out or "not recorded")}
                e.key = e.name .. "\n" .. e.backend .. "\n" .. tostring(d.threads)
                if type(cell.gigabytes_per_second) == "table" then
                    interval_read(e, cell.gigabytes_per_second)
                end
                if e.of_memcpy and e.of_memcpy == e.of_memcpy then
                    e.text = e.text .. string.format(", %.0f %% of memcpy", 100 * e.of_memcpy)
                end
                entries[#entries + 1] = e
            end
        end
    end
    return entries
end
