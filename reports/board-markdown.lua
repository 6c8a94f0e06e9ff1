-- board-markdown.lua - the board of frameworks: each deviation as a text that can be put into a tracker, with its program.
--
-- SPDX-License-Identifier: Apache-2.0
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
            if entry.group.backend == b.id then w(report.part("board_text").text(report, b, entry, true)) end
        end
        for _, one in ipairs(report.part("board_model").differences(report)) do
            if one.backend == b.id then difference_write(report, one) end
        end
    end
end

return {title = "the board of frameworks, as Markdown", write = write}
