-- board-cases.lua - the cases that the board shows, a line each: file, backend, seed, case, reading; for tools/release/board.sh.
--
-- SPDX-License-Identifier: Apache-2.0
local function write(report)
    local model = report.part("board_model")
    local list = model.deviations(report)
    for _, d in ipairs(list) do
        for _, one in ipairs(d.witnesses) do
            -- No case alone shows a failure that needs a crowd.
            if d.group.verdict ~= "unrepeatable" then
                report.write(table.concat({one.file, d.group.backend, one.seed, one.record.case or "", one.reading}, "\t"), "\n")
            end
        end
    end
end

return {title = "the cases of the board, a line each", write = write}
