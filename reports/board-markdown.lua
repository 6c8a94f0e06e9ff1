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
        w("### ", m(g.backend), ", ", m(g.variant), ": ", m(g.verdict), ", ", tostring(g.n), g.n == 1 and " case" or " cases", "\n\n")
        w("> ", m(d.clause and d.clause.text or r.requirement or "a clause of gatherum itself"), " (", m(g.clause), ")\n\n")
        w(m(d.kind), ". ", m(r.diagnosis or ""), "\n\n")
        if d.program then
            w("```python\n", d.program, "\n# due: ", d.due, "\n```\n\n")
        end
        w(report.code(r["repeat"] or ""), "\n\n")
    end
end

return {title = "the board of frameworks, as Markdown", write = write}
