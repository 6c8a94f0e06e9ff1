-- board-markdown.lua - frameworks by variants, and each deviation as a smallest case with its program.
--
-- SPDX-License-Identifier: Apache-2.0
local function write(report)
    local w, m, side, words = report.write, report.markdown, report.model.now, report.part("words")
    local shown = {}
    w("# The board\n\nFrameworks as they are released, each judged by its own documents; adapters judge every written case and no generated one.\n\n| variant |")
    for _, b in ipairs(side.backends) do
        if not b.absent then
            shown[#shown + 1] = b
            w(" ", m(b.id), " ", m(b.record and b.record.version or ""), " |")
        end
    end
    w("\n|---|", string.rep("---|", #shown), "\n")
    for _, name in ipairs(side.variants) do
        w("| ", m(name), " |")
        for _, b in ipairs(shown) do
            local cell = b.variants[name]
            local class, text = words.cell(cell)
            w(" ", class == "none" and "" or text)
            w(class == "bad" and ": " .. tostring(cell.n_failed) .. " of " .. tostring(cell.n_failed + cell.n_passed) .. " fail" or "", " |")
        end
        w("\n")
    end
    for _, b in ipairs(side.backends) do
        if b.absent then w("\n", m(b.id), " is absent: ", m(b.absent), "\n") end
    end
    w("\n## Deviations\n\n")
    for _, d in ipairs(report.part("board_model").deviations(report)) do
        local g, r = d.group, d.record
        w("### ", m(g.backend), ", ", m(g.variant), ": ", m(g.verdict), ", ", words.count(g.n, "case"), "\n\n")
        w("> ", m(d.clause and d.clause.text or r.requirement or "a clause of gatherum itself"), " (", m(g.clause), ")\n\n")
        w(m(d.kind), ". ", m(r.diagnosis or ""), "; due: ", m(d.due), "\n\n")
        if r.waived then
            w("Known: ", m(r.waived.reason or ""), " ", m(r.waived.link or ""), "\n\n")
        end
        for _, one in ipairs(d.witnesses) do
            w(report.code(one.record["repeat"] or ""), "\n\n")
            if one.program then
                local run = "python3 programs/" .. one.file .. (one.reading ~= "" and " '" .. one.reading .. "'" or "")
                w(report.code(run), " ", m(one.program.said or ""), "\n\n```python\n", one.program.text or "", "\n```\n\n")
            end
        end
    end
end

return {title = "the board of frameworks, as Markdown", write = write}
