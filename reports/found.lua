-- found.lua - the gallery: what released frameworks do otherwise than their documents say; docs/found.md is made by it.
--
-- SPDX-License-Identifier: Apache-2.0

-- The name that a page of GitHub gives to a heading.
local function anchor(report, b)
    local version = table.concat(report.split(b.record and b.record.version or "", "."))
    local id = table.concat(report.split(table.concat(report.split(b.id, ":")), "="))
    return id .. "-" .. table.concat(report.split(version, "+"))
end

-- Failures that need a crowd are left out, and those that belong to no clause: nothing in a document speaks of
-- them.
local function is_told(entry)
    return entry.harm.id ~= "company" and (entry.own or entry.clause ~= nil or entry.group.verdict == "inconsistent-reading")
end

-- First what a document demands, then what it leaves open or gatherum alone asks; and how many cases are
-- left out.
local function framework_write(report, b, list, counts)
    local w, m, open = report.write, report.markdown, {own = true, open = true, unpromised = true}
    local left, told = 0, false
    w("## ", m(report.part("board_text").named(b)), "\n\n")
    for _, note in ipairs(b.record and b.record.notes or {}) do w(m(note), "\n\n") end
    for _, which in ipairs{false, true} do
        local first = true
        for _, entry in ipairs(list) do
            if entry.group.backend == b.id and (open[entry.kind] or false) == which then
                if not is_told(entry) then
                    left = left + entry.group.n
                else
                    if first and which then w("What follows no sentence of a document of ", m(b.id), " promises.\n\n") end
                    first, told = false, true
                    w(report.part("board_text").text(report, b, entry, false))
                end
            end
        end
    end
    if not told and left == 0 then
        w(counts.judged_of[b.id] == 0 and "Every case that was judged passed.\n\n" or "What fails here is told of the framework without these options.\n\n")
    end
    if left > 0 then
        w("Not told here, as there is no clause to hold it against, or as it fails among other calls alone: ", report.part("words").count(left, "case"), ".\n\n")
    end
end

-- Where options of a framework change its answers.
local function difference_write(report, one)
    local w, m = report.write, report.markdown
    w("- ", m(one.variant), " answers otherwise with `", one.settings, "` than with `", one.others, "` (", report.part("words").count(one.n, "point"),
      "; what differs may be admitted by the document): ", report.code(one.again), "\n")
end

-- The page says so if a framework was asked single cases.
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
        if not b.absent then framework_write(report, b, list, counts) end
        for _, one in ipairs(model.differences(report)) do
            if one.backend == b.id then difference_write(report, one) end
        end
    end
end

return {title = "what was found in released frameworks, for docs/found.md", write = write}
