-- change.lua - what is different from the records that --against names.
--
-- SPDX-License-Identifier: Apache-2.0

local function add(list, backend, name, verdict, note)
    list[#list + 1] = {backend = backend, case = name, verdict = verdict, note = note or ""}
end

-- Points of one backend, before and now.
local function points_compare(change, id, old, now)
    for name, p in pairs(now.points) do
        local before = old.points[name]
        if not before then
            add(change.appeared, id, name, p.failed + p.not_run > 0 and "failing" or
                p.passed > 0 and "passing" or "not claimed")
        end
        if p.not_run > 0 and (not before or before.not_run == 0) then
            add(change.not_run, id, name, "not-run", tostring(p.not_run) .. " cases")
        elseif before and before.passed > 0 and p.not_claimed > before.not_claimed then
            add(change.unclaimed, id, name, "not-claimed",
                tostring(p.not_claimed - before.not_claimed) .. " cases")
        end
    end
    for name, p in pairs(old.points) do
        if not now.points[name] then
            add(change.vanished, id, name, p.failed + p.not_run > 0 and "failing" or
                p.passed > 0 and "passing" or "not claimed")
        end
    end
end

-- The point that a case belongs to: a written one, or the topic of a generator.
local function point_of(report, points, name)
    local parts = report.split(name, "/")
    for n = #parts - 1, 3, -1 do
        local p = points[table.concat(parts, "/", 1, n)]
        if p then
            return p
        end
    end
    return nil
end

local function cases_compare(report, change, id, old, now)
    for name, verdict in pairs(now.failing) do
        local before = old.failing[name]
        if not before and old.waived[name] then
            add(change.failing, id, name, verdict, "was waived")
        elseif not before then
            add(change.failing, id, name, verdict,
                point_of(report, old.points, name) and "" or "not among the old cases")
        elseif before ~= verdict then
            add(change.otherwise, id, name, verdict, "was " .. before)
        end
    end
    for name, verdict in pairs(old.failing) do
        if not now.failing[name] and not now.waived[name] then
            local p = point_of(report, now.points, name)
            local before = point_of(report, old.points, name)
            if p and p.not_run == 0 and not (before and p.not_claimed > before.not_claimed) then
                add(change.passing, id, name, verdict)
            end
        end
    end
end

-- Slower by more than a twentieth, and by more than both intervals allow.
local function slower_find(change, now, old)
    local before = {}
    for _, e in ipairs(old) do
        before[e.key] = e
    end
    for _, e in ipairs(now) do
        local b = before[e.key]
        if not e.limit and b and b.rate and e.rate and e.high < b.low and e.rate < 0.95 * b.rate then
            change.slower[#change.slower + 1] = {name = e.name, backend = e.backend,
                                                 text = string.format("%.3g GB/s, was %.3g", e.rate, b.rate)}
        end
    end
end

return function(report, model)
    local change = {failing = {}, passing = {}, otherwise = {}, appeared = {}, vanished = {}, not_run = {},
                    unclaimed = {}, slower = {}, gone = {}, came = {}}
    local nothing = {points = {}, failing = {}, waived = {}}
    for _, b in ipairs(model.now.backends) do
        local old = model.old.backend_by_id[b.id]
        if not old and not b.absent then
            change.came[#change.came + 1] = b.id
        end
        points_compare(change, b.id, old or nothing, b)
        cases_compare(report, change, b.id, old or nothing, b)
    end
    for _, b in ipairs(model.old.backends) do
        local now = model.now.backend_by_id[b.id]
        if next(b.points) and (not now or not next(now.points)) then
            change.gone[#change.gone + 1] = b.id
            points_compare(change, b.id, b, now or nothing)
        end
    end
    local entries = report.part("bench_figures")
    slower_find(change, entries(report, model.now.bench), entries(report, model.old.bench))
    model.change = change
    model.newly = #change.failing + #change.not_run
    if #model.now.runs == 0 then
        model.unproven = "no records to compare: name the new ones after the format"
    elseif model.now.cut then
        model.unproven = model.now.cut .. " has no end: its run was cut short, so it proves nothing"
    elseif #change.gone > 0 then
        model.unproven = "nothing of backend " .. change.gone[1] .. " is in the new records"
    end
end
