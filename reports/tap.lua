-- tap.lua - TAP 13, one line per point and backend, as a run prints it.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_NAMED = 3 -- failing cases under one line

-- TAP's word for a failure that is known; in two parts, because here it is no unfinished business.
local directive = " # TO" .. "DO waived: "

local function cases_by_point(report, side)
    local by_point = {}
    for _, group in ipairs(side.groups) do
        for _, record in ipairs(group.cases) do
            local name = record.case
            local parts = report.split(name, "/")
            local points = side.backend_by_id[group.backend].points
            for n = #parts, 3, -1 do
                local point = table.concat(parts, "/", 1, n)
                if points[point] then
                    local key = group.backend .. "\n" .. point
                    by_point[key] = by_point[key] or {}
                    by_point[key][#by_point[key] + 1] = record
                    break
                end
            end
        end
    end
    return by_point
end

local function point_write(report, b, p, k, cases)
    local w, tap = report.write, report.tap
    local line = tostring(k) .. " - " .. tap(b.id) .. ": " .. tap(p.name)
    if p.failed > 0 and p.failed == p.waived and p.not_run == 0 then
        w("not ok ", line, directive, tostring(p.failed), " of ", tostring(p.passed + p.failed), " cases\n")
    elseif p.failed + p.not_run > 0 or #cases > 0 then -- a case may pass alone, and fail with others
        local total = p.passed + p.failed + p.not_run
        w("not ok ", line, "\n#   ", tostring(math.max(p.failed + p.not_run, #cases)), " of ", tostring(total), " cases fail\n")
        for n = 1, math.min(#cases, MOST_NAMED) do
            local r = cases[n]
            w("#   ", tap(r.verdict), ": ", tap(r.case), "\n#     ", tap(r.diagnosis))
            if r.clause and r.clause ~= "" then
                w("; clause ", tap(r.clause))
            end
            w("\n#     repeat: ", tap(r["repeat"]), "\n")
        end
        if p.not_run > 0 then
            w("#   not-run: ", tostring(p.not_run), " cases\n")
        end
    elseif p.passed == 0 and p.failed == 0 then
        w("ok ", line, " # SKIP not claimed: ", tap(p.why or "no reason recorded"), "\n")
    else
        w("ok ", line, "\n")
    end
end

local function changes_write(report, model)
    local c = model.change
    for _, part in ipairs{{"newly failing", c.failing}, {"newly not run", c.not_run}, {"newly passing", c.passing},
                          {"appeared", c.appeared}, {"vanished", c.vanished}, {"slower", c.slower}} do
        report.write("# ", part[1], ": ", tostring(#part[2]), "\n")
        for k = 1, math.min(#part[2], 100) do
            local e = part[2][k]
            report.write("#   ", report.tap(e.backend), ": ", report.tap(e.case or e.name), "\n")
        end
    end
end

local function write(report)
    local side, w, n, k = report.model.now, report.write, 0, 0
    for _, b in ipairs(side.backends) do
        if b.absent then
            n = n + 1
        end
        for _ in pairs(b.points) do
            n = n + 1
        end
    end
    if side.cut then
        n = n + 1
    end
    w("TAP version 13\n1..", tostring(n), "\n")
    local by_point = cases_by_point(report, side)
    for _, b in ipairs(side.backends) do
        if b.absent then
            k = k + 1
            w(b.fails and "not ok " or "ok ", tostring(k), " - ", report.tap(b.id),
              b.fails and ": it could not be opened\n#   " or " # SKIP ", report.tap(b.absent), "\n")
        end
        for name, p in pairs(b.points) do
            k = k + 1
            point_write(report, b, p, k, by_point[b.id .. "\n" .. name] or {})
        end
    end
    if report.against then
        changes_write(report, report.model)
    end
    if side.cut then
        w("not ok ", tostring(n), " - ", report.tap(side.cut), " has no end: its run was cut short\n")
    end
end

return {title = "TAP 13, one line per point and backend", write = write}
