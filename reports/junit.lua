-- junit.lua - JUnit XML, as continuous integration reads it: a suite per backend and variant, a
-- test case per point.
--
-- Times are not recorded, so they are 0: the same records give the same file.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_TOLD = 20 -- failing cases in the text of one test case

local function suites_make(report, side)
    local suites, by_key = {}, {}
    local function suite_of(backend, variant)
        local key = backend.id .. "\n" .. variant
        local s = by_key[key]
        if not s then
            s = {backend = backend, variant = variant, points = {}, tests = 0, failures = 0, errors = 0, skipped = 0}
            by_key[key] = s
            suites[#suites + 1] = s
        end
        return s
    end
    for _, b in ipairs(side.backends) do
        for name, p in pairs(b.points) do
            local s = suite_of(b, report.model.variant_of(report, name))
            s.points[name] = {counts = p, cases = {}}
            s.tests = s.tests + 1
        end
        if b.absent then
            local s = suite_of(b, "absent")
            s.tests = 1
            s[b.fails and "errors" or "skipped"] = 1
        end
    end
    for _, group in ipairs(side.groups) do
        local s = by_key[group.backend .. "\n" .. group.variant]
        for _, record in ipairs(s and group.cases or {}) do
            local parts = report.split(record.case, "/")
            for n = #parts, 3, -1 do
                local p = s.points[table.concat(parts, "/", 1, n)]
                if p then
                    p.cases[#p.cases + 1] = record
                    break
                end
            end
        end
    end
    return suites
end

local function kind_of(p)
    local c = p.counts
    if #p.cases > 0 and p.cases[1].verdict == "suite-error" then
        return "errors"
    elseif c.failed > (c.waived or 0) or #p.cases > 0 then -- a case may pass alone, and fail with others
        return "failures"
    elseif c.not_run > 0 then
        return "errors"
    elseif c.passed == 0 and c.failed == 0 then
        return "skipped"
    end
    return nil
end

-- The cause that explains a failing case, as a line.
local function cause_tell(report, backend, record)
    local causes, stem = report.part("causes"), report.model.stem_of(report, record.case or "?")
    for _, c in ipairs(causes.of(report, report.model.now, backend)) do
        if c.stems[stem] then
            return "cause: " .. causes.tell(c)[1] .. (c.n > 1 and "; the simplest: " .. c.first.case or "")
        end
    end
    return nil
end

local function finding_write(report, tag, p, backend)
    local x, first = report.markup, p.cases[1]
    local c = p.counts
    local text = {}
    if not first then
        report.write('<error type="not-run" message="', x(tostring(c.not_run) .. " cases were not run"), '"/>')
        return
    end
    text[1] = cause_tell(report, backend, first)
    for k = 1, math.min(#p.cases, MOST_TOLD) do
        local r = p.cases[k]
        text[#text + 1] = r.verdict .. ": " .. r.case .. "\n  " .. (r.diagnosis or "") ..
            (r.requirement and r.requirement ~= "" and "\n  " .. r.clause .. " demands: " .. r.requirement or "") ..
            "\n  repeat: " .. (r["repeat"] or "not recorded")
    end
    local told = math.min(#p.cases, MOST_TOLD)
    if c.failed + c.not_run > told then
        text[#text + 1] = "and " .. tostring(c.failed + c.not_run - told) .. " more cases of this point"
    end
    report.write("<", tag, ' type="', x(first.verdict), '" message="', x(first.diagnosis), '">',
                 x(table.concat(text, "\n")), "</", tag, ">")
end

local function suite_write(report, s)
    local x, w = report.markup, report.write
    for _, p in pairs(s.points) do
        p.kind = kind_of(p)
        if p.kind then
            s[p.kind] = s[p.kind] + 1
        end
    end
    w('  <testsuite name="', x(s.backend.id .. ": " .. s.variant), '" tests="', tostring(s.tests), '" failures="',
      tostring(s.failures), '" errors="', tostring(s.errors), '" skipped="', tostring(s.skipped), '" time="0">\n')
    local run = s.backend.runs[1]
    local start = run and run.start or {}
    w("    <properties>\n")
    for _, property in ipairs{{"backend.version", s.backend.record and s.backend.record.version},
                              {"gatherum", start.gatherum}, {"suite", start.suite}, {"seed", start.seed}} do
        if property[2] then
            w('      <property name="', property[1], '" value="', x(property[2]), '"/>\n')
        end
    end
    w("    </properties>\n")
    if s.backend.absent then
        w('    <testcase name="absent" classname="', x(s.backend.id), '" time="0"><',
          s.backend.fails and 'error type="absent"' or "skipped", ' message="', x(s.backend.absent), '"/></testcase>\n')
    end
    for name, p in pairs(s.points) do
        w('    <testcase name="', x(string.sub(name, #s.variant + 2)), '" classname="', x(s.backend.id .. "." .. s.variant),
          '" time="0">')
        if p.kind == "skipped" then
            w('<skipped message="', x("not claimed: " .. (p.counts.why or "no reason recorded")), '"/>')
        elseif p.kind then
            finding_write(report, p.kind == "errors" and "error" or "failure", p, s.backend)
        end
        w("</testcase>\n")
    end
    w("  </testsuite>\n")
end

-- The changes that --against found are a suite of their own, whose failures are new.
local function change_write(report, model)
    local x, w, list = report.markup, report.write, {}
    for _, e in ipairs(model.change.failing) do
        list[#list + 1] = {e, "newly failing"}
    end
    for _, e in ipairs(model.change.not_run) do
        list[#list + 1] = {e, "newly not run"}
    end
    w('  <testsuite name="new since the records before" tests="', tostring(#list), '" failures="', tostring(#list),
      '" errors="0" skipped="0" time="0">\n')
    for _, item in ipairs(list) do
        w('    <testcase name="', x(item[1].case), '" classname="', x(item[1].backend .. ".new"),
          '" time="0"><failure type="', x(item[1].verdict), '" message="', x(item[2]), '"/></testcase>\n')
    end
    w("  </testsuite>\n")
end

-- A run without its end is no success: the missing end is an error of its own.
local function cut_write(report, name)
    local x = report.markup
    report.write('  <testsuite name="records" tests="1" failures="0" errors="1" skipped="0" time="0">\n',
                 '    <testcase name="end" classname="', x(name), '" time="0"><error type="cut-short" message="',
                 x(name .. " has no end: its run was cut short"), '"/></testcase>\n  </testsuite>\n')
end

local function write(report)
    local w = report.write
    local suites = suites_make(report, report.model.now)
    w('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="gatherum">\n')
    for _, s in ipairs(suites) do
        suite_write(report, s)
    end
    if report.model.change then
        change_write(report, report.model)
    end
    if report.model.now.cut then
        cut_write(report, report.model.now.cut)
    end
    w("</testsuites>\n")
end

return {title = "JUnit XML, for continuous integration", write = write}
