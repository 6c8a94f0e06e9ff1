-- summary.lua - what a run found, for a terminal of 80 columns: causes first, then a line for each backend.
--
-- SPDX-License-Identifier: Apache-2.0
local WIDTH, MOST_CAUSES, MOST_LINES, MOST_TOLD = 79, 6, 4, 6

-- Words of `text` in at most `most` lines that begin with `indent`, the first with `first`.
local function wrap(report, first, indent, text, most)
    local line, n, empty, words = first, 0, true, report.split(text, " ")
    for k, word in ipairs(words) do
        local room = n + 1 == most and k < #words and WIDTH - #" ..." or WIDTH
        if #line + #word + 1 > room and not empty then
            n = n + 1
            report.write(line, n == most and " ..." or "", "\n")
            if n == most then
                return
            end
            line, empty = indent, true
        end
        line = line .. (empty and "" or " ") .. word
        empty = false
    end
    report.write(line, "\n")
end

local function cause_write(report, k, c)
    local r = c.first
    for n, line in ipairs(report.part("causes").tell(c)) do
        wrap(report, n == 1 and string.format("%2d. ", k) or "    ", "    ", line, 3)
    end
    wrap(report, "    ", "      ", (c.n > 1 and "simplest: " or "") .. r.case)
    wrap(report, "      ", "      ", r.diagnosis or "no diagnosis recorded", MOST_TOLD)
    if r.clause and r.clause ~= "" then
        wrap(report, "      ", "      ", r.clause .. ((r.requirement or "") ~= "" and ": " .. r.requirement or ""), 3)
    end
    report.write("      repeat: ", r["repeat"] or "not recorded", "\n")
end

local function variants_count(backend)
    local claimed, whole, good, all = 0, 0, 0, 0
    for _, cell in pairs(backend.variants) do
        all = all + 1
        claimed = claimed + (cell.support ~= "no" and 1 or 0)
        whole = whole + (cell.support == "full" and 1 or 0)
        good = good + (cell.support ~= "no" and (cell.conforms or cell.only_waived) and 1 or 0)
    end
    return claimed, whole, good, all
end

local function cases_words(words, b)
    return words.count(b.n_passed, "case") .. (b.n_passed == 1 and " passes" or " pass") ..
        (b.n_failing > b.n_open and ", " .. tostring(b.n_failing - b.n_open) .. " fail" or "") ..
        (b.n_open > 0 and ", " .. tostring(b.n_open) .. " could not be judged" or "") ..
        (b.n_waived > 0 and ", " .. tostring(b.n_waived) .. " fail as waived" or "") ..
        (b.n_not_run > 0 and ", " .. tostring(b.n_not_run) .. " were not run" ..
            ((b.why_not_run or "") ~= "" and ": " .. b.why_not_run or "") or "")
end

-- "opt: conforms; 60 of 61 variants, 1 not claimed; 12345 cases pass"
local function backend_write(report, words, b)
    local claimed, whole, good, all = variants_count(b)
    if b.absent then
        wrap(report, "", "  ", b.id .. ": " .. (b.fails and "COULD NOT BE OPENED: " or "not here: ") .. b.absent, MOST_LINES)
        return
    end
    local text = b.id .. ": "
    if claimed > 0 or b.n_passed + b.n_failing + b.n_waived + b.n_not_run > 0 then
        text = text .. (b.conforms and (b.n_waived > 0 and "conforms but for what is waived" or "conforms") or
            b.refuted and "DOES NOT CONFORM" or "NOT JUDGED WHOLE") .. "; " .. cases_words(words, b)
    else
        text = text .. "claims nothing of what was asked"
    end
    if claimed > 0 then -- a run that was cut short tells of no variant
        text = text .. "; " .. tostring(good) .. " of " .. words.count(claimed, "claimed variant") .. " obeyed" ..
            (whole < claimed and ", " .. tostring(claimed - whole) .. " claimed in part" or "") ..
            (claimed < all and ", " .. tostring(all - claimed) .. " not claimed" or "")
    end
    wrap(report, "", "  ", text)
end

local function failing_write(report, words, side, b)
    local causes = report.part("causes").of(report, side, b)
    if #causes == 0 then
        return
    end
    report.write("\n")
    wrap(report, "", "  ", b.id .. ": " .. words.count(b.n_failing, "failing case") .. ", " .. words.count(#causes, "cause"))
    for k, c in ipairs(causes) do
        if k <= MOST_CAUSES then
            cause_write(report, k, c)
        end
    end
    if #causes > MOST_CAUSES then
        report.write("    and ", tostring(#causes - MOST_CAUSES), " more; gatherum report html shows all\n")
    end
end

local function write(report)
    local words, side = report.part("words"), report.model.now
    for _, b in ipairs(side.backends) do
        failing_write(report, words, side, b)
    end
    report.write("\n")
    for _, b in ipairs(side.backends) do
        backend_write(report, words, b)
    end
    if side.n_noted > 0 then
        wrap(report, "", "  ", words.count(side.n_noted, "case") .. " of them left something behind, which --strict fails; " ..
            side.noted[1].case .. ": " .. side.noted[1].diagnosis)
    end
    for _, w in ipairs(side.waivers) do
        if w.state ~= "waives" and w.state ~= "other-version" and w.state ~= "undecided" then
            wrap(report, "", "  ", (w.file or "?") .. ":" .. tostring(w.line or "?") .. ": the waiver of " .. (w.pattern or "?") .. " is " ..
                (words.waiver_states[w.state] or w.state or "not recorded"))
        end
    end
    if side.cut then
        local _, told = words.verdict(side)
        wrap(report, "", "  ", told)
    end
    local failing = side.n_failing + side.n_waived - side.n_open
    wrap(report, "", "  ", words.count(side.n_passed + failing, "case") .. " judged: " .. tostring(side.n_passed) ..
        " pass, " .. tostring(failing) .. " fail; " .. tostring(side.n_not_claimed) .. " not claimed")
end

return {title = "what a run found, for a terminal: causes first", write = write}
