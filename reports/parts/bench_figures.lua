-- bench_figures.lua - the figures of bench documents: a flat list for comparisons, and rows of it for plots and tables.
--
-- SPDX-License-Identifier: Apache-2.0
local LEAST, MOST = 1e-9, 1e12 -- outside of them is no figure

local function is_figure(value)
    return value ~= nil and value > LEAST and value < MOST
end

local function share_tell(e, value, of)
    if is_figure(value) then
        e.text = e.text .. string.format(", %.0f %% of %s", 100 * value, of)
        return value
    end
    return nil
end

local function interval_read(e, i)
    local rate = tonumber(i.median)
    if is_figure(rate) then
        local low, high = tonumber(i.low), tonumber(i.high)
        e.rate, e.text = rate, string.format("%.3g GB/s", rate)
        e.low = is_figure(low) and math.min(low, rate) or rate
        e.high = is_figure(high) and math.max(high, rate) or rate
    end
end

local function cell_read(row, cell, d)
    local e = {name = row.name, backend = tostring(cell.name or "?"), limit = cell.limit == true, checks = cell.checks ~= false,
               left_out = cell.left_out, ratio = cell.ratio, verdict = cell.verdict, file = row.file,
               text = tostring(cell.left_out or "not recorded")}
    e.key = table.concat({e.name, e.backend, tostring(d.threads), tostring(d.level)}, "\n")
    if type(cell.gigabytes_per_second) == "table" then
        interval_read(e, cell.gigabytes_per_second)
    end
    e.of_memcpy = share_tell(e, cell.of_memcpy, "memcpy")
    e.of_stream = share_tell(e, cell.of_stream, "stream")
    return e
end

-- Entries of all documents; and rows, each with the entries that are its cells, and with its first contender.
return function(report, list)
    local entries, rows = {}, {}
    for _, item in ipairs(list) do
        for _, r in ipairs(item.document.rows or {}) do
            local row = {name = tostring(r.workload or "?"), item = item, file = item.name, useful = r.useful_bytes, page = r.page_bytes, left_out = r.left_out,
                         cells = {}}
            for k, cell in ipairs(r.cells or {}) do
                row.cells[k] = cell_read(row, cell, item.document)
                entries[#entries + 1] = row.cells[k]
                row.first = row.first or not row.cells[k].limit and row.cells[k] or nil
            end
            rows[#rows + 1] = row
        end
    end
    return entries, rows
end
