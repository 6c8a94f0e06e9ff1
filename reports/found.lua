-- found.lua - the gallery: what released frameworks do otherwise than their documents say; docs/found.md is made by it.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_LINES, MOST_LETTERS = 24, 1600 -- of a program that is shown

-- The name that a page of GitHub gives to a heading.
local function anchor(report, b)
    local version = table.concat(report.split(b.record and b.record.version or "", "."))
    local id = table.concat(report.split(table.concat(report.split(b.id, ":")), "="))
    return id .. "-" .. table.concat(report.split(version, "+"))
end

-- Of a program its call and its operands, where they are short.
local function case_of(report, one)
    local text = one.program and one.program.text or ""
    local rest = report.split(text, "# ---- the case\n")[2]
    local case = rest and report.split(rest, "# ---- what the document admits")[1]
    if not case then return nil end
    local lines = {}
    for _, line in ipairs(report.split(case, "\n")) do
        lines[#lines + 1] = line ~= "" and line or nil
    end
    return #lines <= MOST_LINES and #case <= MOST_LETTERS and table.concat(lines, "\n") or nil
end

local function reported(report, entry)
    local link = entry.record.waived and entry.record.waived.link or ""
    return (report.split(link, "/issues/")[2] or report.split(link, "/pull/")[2]) and "talked of at <" .. link .. ">" or "no issue is known to us"
end

local function document_of(report, entry)
    local m, d, c = report.markdown, entry.document, entry.clause or {}
    if entry.own then return "no document; a demand of gatherum, " .. m(entry.clause_id) end
    local title = m(d.title or d.document or entry.variant) .. (d.section and ", " .. m(d.section) or "")
    local web = string.sub(d.address or "", 1, 8) == "https://"
    return (web and "[" .. title .. "](" .. d.address .. ")" or title) .. (c.where and ", " .. m(c.where) or "") .. "; " ..
        m(entry.clause_id) .. ", level " .. m(c.level or "?")
end

-- What it does to who relies on it; a promise is spoken of only where the document makes one.
local PLAIN = {silent = "It answers where we read an error", refusal = "It refuses what no sentence forbids",
               value = "Another answer than the one we read"}
local function harm_of(entry)
    return entry.kind ~= "defect" and PLAIN[entry.harm.id] or entry.harm.title
end

local function entry_write(report, b, entry)
    local w, m, g = report.write, report.markdown, entry.group
    local waived = entry.record.waived
    w("### ", m(string.sub(entry.name, 1, 3)), " ", m(entry.variant), ": ", m(waived and waived.reason or harm_of(entry)), "\n\n")
    w("- **Harm:** ", m(harm_of(entry)), "\n")
    w("- **", entry.own and "Asked" or "The document says, in our words", ":** ", m(entry.clause_text), " (", document_of(report, entry), ")\n")
    if entry.clause and entry.clause.decision then
        w("- **Our reading:** ", m(entry.clause.decision), ": ", m(entry.clause.why or ""), "\n")
    end
    w("- **It does:** ", m(entry.does), "\n")
    w("- **What we call it:** ", m(entry.kind_words), "\n- **Upstream:** ", reported(report, entry), "\n")
    w("- **Seen in:** ", report.part("words").count(g.n, "case"), " of ", m(table.concat(entry.variants, ", ")), "\n")
    w("- **Seen since:** ", m(b.record and b.record.version or "a version that is not known"), "; older ones were not judged\n")
    local one = entry.witnesses[1]
    local own, case = one.program and one.program.own, case_of(report, one)
    if own and own ~= "" then
        w("- **With the settings that the framework has by default:** ", string.sub(own, 1, 17) == "the failure shows" and "the same" or m(own), "\n")
    end
    w("\n", case and "```python\n" .. case .. "\n```\n\n" or "", "```\n", one.again, "\n```\n\n")
end

-- What fails in the crowd only is left out, and what belongs to no clause: there is nothing to hold it against.
local function is_told(entry)
    return entry.harm.id ~= "company" and (entry.own or entry.clause ~= nil or entry.group.verdict == "inconsistent-reading")
end

-- What a document speaks of, then what it leaves open or gatherum alone asks.
local function framework_write(report, b, list)
    local w, m, open = report.write, report.markdown, {own = true, open = true, unpromised = true}
    w("## ", m(b.id), " ", m(b.record and b.record.version or ""), "\n\n")
    for _, note in ipairs(b.record and b.record.notes or {}) do w(m(note), "\n\n") end
    for _, which in ipairs{false, true} do
        local first = true
        for _, entry in ipairs(list) do
            if entry.group.backend == b.id and (open[entry.kind] or false) == which and is_told(entry) then
                if first and which then w("What follows no sentence of a document of ", m(b.id), " promises.\n\n") end
                first = false
                entry_write(report, b, entry)
            end
        end
    end
end

-- Where options of a framework change its answers.
local function difference_write(report, one)
    local w, m = report.write, report.markdown
    w("- ", m(one.variant), " answers otherwise with `", one.settings, "` than with `", one.others, "` (", report.part("words").count(one.n, "point"),
      "; what differs may be admitted by the document): ", report.code(one.again), "\n")
end

-- Of a framework that was asked single cases the page says so.
local function asked_of(b)
    for _, pattern in ipairs(b.runs[1] and b.runs[1].start and b.runs[1].start.patterns or {}) do
        if string.sub(pattern, -2) ~= "/*" then return "chosen" end
    end
    return "all"
end

local function write(report)
    local w, m, words, model = report.write, report.markdown, report.part("words"), report.part("board_model")
    local list, counts = model.deviations(report)
    w("# What was found\n\nWhat released frameworks do otherwise than the documents that define their calls. `make board` makes this page\n",
      "([how](how-to/adapters.md#the-board)); versions are those of `tools/setup/peers.txt`. A deviation from a document is not\n",
      "always a bug: the document may be what is wrong. What a document leaves open is called open, and what only gatherum\n",
      "asks is called a demand of gatherum. Clauses are told in our own words; the link leads to theirs. Of cases, *all* is\n",
      "each written one and a part of the generated and drawn ones, *chosen* those that have something which the others have not.\n\n")
    w("| framework | version | cases | judged | failing | not run |\n|---|---|---|---|---|---|\n")
    for _, b in ipairs(report.model.now.backends) do
        w("| [", m(b.id), "](#", anchor(report, b), ") | ", m(b.record and b.record.version or ""), " | ", asked_of(b), " | ",
          words.number(b.n_passed + b.n_failing + b.n_waived), " | ", words.number(counts.judged_of[b.id] or 0), " | ",
          words.number(b.n_not_run), " |\n")
    end
    w("\n")
    for _, b in ipairs(report.model.now.backends) do
        if not b.absent then framework_write(report, b, list) end
        for _, one in ipairs(model.differences(report)) do
            if one.backend == b.id then difference_write(report, one) end
        end
    end
end

return {title = "what was found in released frameworks, for docs/found.md", write = write}
