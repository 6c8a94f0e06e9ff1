-- causes-json.lua - what explains the failing cases, for programs: largest first, each with its simplest case.
--
-- SPDX-License-Identifier: Apache-2.0
local function entry_of(report, backend, c)
    local r = c.first
    return {backend = backend.id, sentence = table.concat(report.part("causes").tell(c), "; "), cases = c.n,
            verdict = r.verdict, clause = r.clause or "", requirement = r.requirement or "", diagnosis = r.diagnosis or "",
            case = r.case, ["repeat"] = r["repeat"] or ""}
end

local function write(report)
    local entries = {}
    for _, b in ipairs(report.model.now.backends) do
        for _, c in ipairs(report.part("causes").of(report, report.model.now, b)) do
            entries[#entries + 1] = entry_of(report, b, c)
        end
    end
    report.write(report.json({causes = entries}), "\n")
end

return {title = "what explains the failing cases, for programs", write = write}
