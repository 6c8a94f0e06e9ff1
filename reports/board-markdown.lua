-- board-markdown.lua - the board of frameworks: each deviation as a text that can be put into a tracker, with its program.
--
-- SPDX-License-Identifier: Apache-2.0
local function clause_write(report, entry)
    local w, m, d, c = report.write, report.markdown, entry.document, entry.clause or {}
    if entry.own then
        w("- demand of gatherum: ", m(entry.clause_text), " (", m(entry.clause_id), ")\n")
        return
    end
    w("- clause, in our words: ", m(entry.clause_text), " (", m(entry.clause_id), ", level ", m(c.level or "?"), "; ", m(d.title or d.document or entry.variant),
      d.section and ", " .. m(d.section) or "", c.where and ", " .. m(c.where) or "", d.address and ", " .. m(d.address) or "", ")\n")
    if c.decision then
        w("- our reading: ", m(c.decision), ": ", m(c.why or ""), "\n")
    end
end

local function witness_write(report, one)
    local w, m = report.write, report.markdown
    if #one.excludes > 0 then w("This answer excludes: ", m(table.concat(one.excludes, "; ")), "\n\n") end
    w(report.code(one.again), "\n\n")
    if one.program then
        w(report.code(one.file), ": ", m(one.program.said or ""), "\n\n```python\n", one.program.text or "", "\n```\n\n")
    end
end

local function entry_write(report, entry)
    local w, m, g, r = report.write, report.markdown, entry.group, entry.record
    w("### ", m(string.sub(entry.name, 1, 3)), " ", m(g.backend), ", ", m(g.operator), ": ", m(entry.does), "\n\n")
    w("- harm: ", m(entry.harm.title), " (", m(g.verdict), ")\n")
    clause_write(report, entry)
    w("- kind: ", m(entry.kind_words), "\n- due: ", m(entry.due), "\n")
    w(entry.got and "- got: " .. m(entry.got) .. "\n" or "")
    if r.waived then w("- known: ", m(r.waived.reason or ""), " ", m(r.waived.link or ""), "\n") end
    w("- where: ", m(table.concat(entry.variants, ", ")), "; ", report.part("words").count(g.n, "case"), "; types ",
      m(table.concat(entry.types, "; ")), "\n\n")
    for _, one in ipairs(entry.witnesses) do witness_write(report, one) end
end

-- Where options of a framework change its answers.
local function difference_write(report, one)
    report.write("- With ", report.code(one.settings), " other answers than with ", report.code(one.others), ": ",
                 report.part("words").count(one.n, "point"), " of ", report.markdown(one.variant), "; ", report.code(one.again), "\n")
end

local function write(report)
    local w, m, side = report.write, report.markdown, report.model.now
    local list, counts = report.part("board_model").deviations(report)
    w("# The board\n\nFrameworks as they are released, each judged by its own documents with the settings it has by default: ", tostring(#list),
      " deviations, made of ", tostring(counts.shown), " failing cases of ", tostring(counts.judged), ".\n")
    for _, b in ipairs(side.backends) do
        w("\n## ", m(b.id), " ", m(b.record and b.record.version or ""), "\n\n", b.absent and "It is absent: " .. m(b.absent) .. "\n" or "")
        for _, note in ipairs(b.record and b.record.notes or {}) do w(m(note), "\n\n") end
        for _, entry in ipairs(list) do
            if entry.group.backend == b.id then entry_write(report, entry) end
        end
        for _, one in ipairs(report.part("board_model").differences(report)) do
            if one.backend == b.id then difference_write(report, one) end
        end
    end
end

return {title = "the board of frameworks, as Markdown", write = write}
