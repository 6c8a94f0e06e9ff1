-- board_text.lua - an entry of the board as Markdown that can be put into a tracker as it stands.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_LINES, MOST_LETTERS = 24, 1600 -- of a case that is shown without the rest of its program
local SHOWS = "the failure shows"

-- The call of a program and its operands, where they are short.
local function case_of(report, program)
    local rest = report.split(program and program.text or "", "# ---- the case\n")[2]
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

-- The document, and where in it the clause stands.
local function document_of(report, entry, c)
    local m, d = report.markdown, entry.document
    local title = m(d.title or d.document or entry.variant) .. (d.section and ", " .. m(d.section) or "")
    if string.sub(d.address or "", 1, 8) == "https://" then title = "[" .. title .. "](" .. d.address .. ")" end
    return title .. (c.where and ", " .. m(c.where) or "") .. "; " .. m(c.id or entry.clause_id) .. ", level " .. m(c.level or "?")
end

-- The harm to users; a promise is spoken of only where the document makes one.
local PLAIN = {silent = "It answers where we read an error", refusal = "It refuses what no sentence forbids",
               value = "Another answer than the one we read"}
local function harm_of(entry)
    return entry.kind ~= "defect" and PLAIN[entry.harm.id] or entry.harm.title
end

-- "jax 0.10.2" of a backend of the records.
local function named(b)
    return b.id .. (b.record and b.record.version and " " .. b.record.version or "")
end

-- A row of a board with options is called after them, "torch:compile=no".
local function has_options(row)
    for k = 1, #row do
        if string.sub(row, k, k) == ":" then return true end
    end
    return false
end

-- The facts, a line each.
local function facts_of(report, b, entry)
    local m, facts = report.markdown, {}
    local function add(name, text) facts[#facts + 1] = "- **" .. name .. ":** " .. text .. "\n" end
    add("Harm", m(harm_of(entry)))
    local said = entry.own and (entry.owed and "" or "no document; ") .. "a demand of gatherum, " .. m(entry.clause_id) or document_of(report, entry, entry.clause or {})
    add(entry.own and "Asked" or "The document says, in our words", m(entry.clause_text) .. " (" .. said .. ")")
    if entry.owed then
        add("For this call the document has " .. entry.owes .. ", in our words", m(entry.owed.text) .. " (" .. document_of(report, entry, entry.owed) .. ")")
    end
    if entry.clause and entry.clause.decision then
        add("Our reading", m(entry.clause.decision) .. ": " .. m(entry.clause.why or ""))
    end
    add("It does", m(entry.does))
    add("What we call it", m(entry.kind_words))
    if entry.kind == "contested" then add("That text", "<" .. entry.record.waived.link .. ">") end
    add("Upstream", reported(report, entry))
    add("Seen in", m(named(b)) .. " (older ones were not judged): " .. report.part("words").count(entry.group.n, "case") .. " of " ..
        m(table.concat(entry.variants, ", ")) .. "; types " .. m(table.concat(entry.types, "; ")))
    local own = entry.witnesses[1].program and entry.witnesses[1].program.own or ""
    if own ~= "" and not has_options(b.id) then
        add("With the settings that the framework has by default", string.sub(own, 1, #SHOWS) == SHOWS and "the same" or m(own))
    end
    return table.concat(facts)
end

-- One witness: the readings that it excludes, its program, or of the first its case, and the line that repeats it.
local function witness_of(report, one, whole, first)
    local case = whole and one.program and one.program.text or first and case_of(report, one.program) or nil
    local excluded = #one.excludes > 0 and "This answer excludes: " .. report.markdown(table.concat(one.excludes, "; ")) .. "\n\n" or ""
    local said = whole and one.program and report.code(one.file) .. " says: " .. report.markdown(one.program.said or "") .. "\n\n" or ""
    return excluded .. said .. (case and "```python\n" .. case .. "\n```\n\n" or "") .. "```\n" .. one.again .. "\n```\n\n"
end

-- The entry as a text with a heading; whole: with all programs, each to be run as it is.
local function text(report, b, entry, whole)
    local waived = entry.record.waived
    local title = report.markdown(string.sub(entry.name, 1, 3) .. " " .. named(b) .. ", " .. entry.variant .. ": " .. (waived and waived.reason or harm_of(entry)))
    local parts = {"### ", title, "\n\n", facts_of(report, b, entry), "\n"}
    for k, one in ipairs(entry.witnesses) do parts[#parts + 1] = witness_of(report, one, whole, k == 1) end
    return table.concat(parts)
end

return {text = text, named = named, harm = harm_of}
