-- words.lua - what several formats say in the same words.
--
-- SPDX-License-Identifier: Apache-2.0
local words = {}

function words.count(n, one, many)
    return tostring(n) .. " " .. (n == 1 and one or many or one .. "s")
end

-- 1234567 as "1 234 567", with spaces that do not break.
function words.number(n)
    local text, out = tostring(n), ""
    while #text > 4 or (#out > 0 and #text > 3) do
        out = "\u{202f}" .. string.sub(text, -3) .. out
        text = string.sub(text, 1, -4)
    end
    return text .. out
end

-- The text of a cell of the matrix: a word, and how sure it is.
function words.cell(cell)
    if not cell or cell.support == "no" then
        return "none", "not claimed"
    elseif cell.n_failed == 0 and cell.conforms then
        return "good", cell.support == "full" and "conforms" or "conforms in part"
    elseif cell.only_waived then
        return "waived", "fails as waived"
    elseif cell.open then
        return "bad", "not judged whole"
    end
    return "bad", "does not conform"
end

local function some_of(names)
    return table.concat(names, ", ", 1, math.min(#names, 4)) .. (#names > 4 and " and " .. tostring(#names - 4) .. " more" or "")
end

-- The sentence at the top.
function words.verdict(side)
    if #side.runs == 0 then
        return "none", "No records were given."
    end
    local bad, open, good = {}, {}, 0
    for _, b in ipairs(side.backends) do
        if b.absent and not b.fails then
            goto continue
        elseif b.conforms then
            good = good + 1
        else
            local list = (b.refuted or b.absent) and bad or open
            list[#list + 1] = b.id
        end
        ::continue::
    end
    if side.cut then
        return "bad", (side.cut == "this run" and "This run" or "The run of " .. side.cut) .. " was cut short: what it did not reach is not proven."
    elseif #bad > 0 then
        return "bad", words.count(#bad, "backend") .. " of " .. tostring(#bad + #open + good) .. (#bad == 1 and
            " does not conform: " or " do not conform: ") .. some_of(bad) .. "."
    elseif #open > 0 then
        return "bad", words.count(#open, "backend") .. " of " .. tostring(#open + good) ..
            (#open == 1 and " was" or " were") .. " not judged whole: " .. some_of(open) .. "."
    elseif good == 0 then
        return "none", "No backend was judged."
    end
    return "good", (good == 1 and "The backend conforms" or "All " .. tostring(good) .. " backends conform") ..
        " to the documents that were asked for."
end

words.lists = {{"failing", "Newly failing"}, {"not_run", "Newly not run"}, {"otherwise", "Fails in another way"},
               {"passing", "Newly passing"}, {"unclaimed", "No longer claimed"}, {"appeared", "Appeared"},
               {"vanished", "Vanished"}, {"slower", "Slower"}}

words.waiver_states = {waives = "as meant", expired = "expired: an error", unmatched = "names nothing: an error",
                       passing = "its cases pass: an error", ["other-version"] = "for another version",
                       undecided = "undecided: the run left out its cases"}

-- Hosts and versions of all runs: a list of {name, value}, equal values once.
function words.facts(report, side)
    local facts, seen = {}, {}
    local function add(name, value)
        value = type(value) == "table" and table.concat(value, " ") or value
        if value and value ~= "" and not seen[name .. "\n" .. tostring(value)] then
            seen[name .. "\n" .. tostring(value)] = true
            facts[#facts + 1] = {name, tostring(value)}
        end
    end
    if report.date then
        add("report of", report.date)
    end
    for _, run in ipairs(side.runs) do
        local s = run.start or {}
        add("records", run.name .. (run.finish and "" or " (cut short)"))
        add("gatherum", s.gatherum)
        add("suite", s.suite)
        add("seed", s.seed)
        add("shard", s.shard ~= "1/1" and s.shard or nil)
        add("patterns", s.patterns)
        for name, value in pairs(s.options or {}) do
            add("option --" .. name, type(value) == "table" and table.concat(value, " ") or value)
        end
        for name, value in pairs(s.environment or {}) do
            add(name, value)
        end
    end
    for _, name in ipairs(side.unknown) do
        add("not understood", name)
    end
    return facts
end

-- Entries of a list of changes; members of one point that changed in the same way are one.
function words.alike(report, list)
    local out, last = {}, nil
    for _, e in ipairs(list) do
        local key = table.concat({e.backend, report.model.stem_of(report, e.case or e.name), e.verdict or e.text, e.note or ""}, "\n")
        if key ~= last then
            out[#out + 1] = {entry = e, more = 0}
        else
            out[#out].more = out[#out].more + 1
        end
        last = key
    end
    return out
end

-- Why cases of a variant that is claimed are not, one line per kind of reason.
local function gaps_tell(lines, id, name, cell)
    local gaps, left = {}, cell.n_not_claimed - cell.views - cell.outside
    for gap in pairs(cell.gaps) do
        gaps[#gaps + 1] = gap
    end
    local function line(why, n)
        if n > 0 then
            lines[#lines + 1] = {id, name, "not claimed: " .. why, n}
        end
    end
    line(#gaps > 0 and table.concat(gaps, "; ") or "no reason recorded", left)
    line("views, work in place or odd addresses, which nobody has to take", cell.views)
    line("types that the variant excludes itself", cell.outside)
end

-- The gaps of a run, one line per backend, variant or reason.
function words.untested(report, side)
    local lines = {}
    for _, b in ipairs(side.backends) do
        if b.absent then
            lines[#lines + 1] = {b.id, "all", (b.fails and "could not be opened: " or "cannot run here: ") .. b.absent, 0}
        end
        for name, cell in pairs(b.variants) do
            if cell.support == "no" then
                lines[#lines + 1] = {b.id, name, "not claimed", cell.n_not_claimed}
            elseif cell.n_not_claimed > 0 then
                gaps_tell(lines, b.id, name, cell)
            end
            if (cell.verdicts["not-run"] or 0) > 0 then
                lines[#lines + 1] = {b.id, name, "not run: the budget of deaths or time was spent, or the run was cut short",
                                     cell.verdicts["not-run"]}
            end
        end
    end
    return lines
end

-- The text as HTML, a link where the address is one of the web.
function words.link(report, address, text)
    local web = string.sub(address or "", 1, 8) == "https://"
    return (web and '<a href="' .. report.markup(address) .. '">' or "") .. report.markup(text) .. (web and "</a>" or "")
end

-- The parts of a whole report that these inputs lack, or nil.
function words.lacking(side)
    local lack = {}
    if not side.kill then
        lack[#lack + 1] = "whether seeded bugs are caught (gatherum kill -o)"
    end
    if #side.bench == 0 then
        lack[#lack + 1] = "speed (gatherum bench --json)"
    end
    if #side.waivers == 0 then
        lack[#lack + 1] = "waivers"
    end
    return #lack > 0 and "Not recorded: " .. table.concat(lack, ", ") .. "." or nil
end

return words
