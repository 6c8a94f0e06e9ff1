-- board-json.lua - the board for programs: each deviation with framework, document, clause, harm and program.
--
-- SPDX-License-Identifier: Apache-2.0
local function witness_of(one)
    return {case = one.record.case or "", ["repeat"] = one.again, excludes = one.excludes,
            program = one.program and one.program.file or nil, shows = one.program and one.program.code == 0 or nil,
            says = one.program and one.program.said or nil, text = one.program and one.program.text or nil}
end

local function entry_of(report, entry)
    local g, r = entry.group, entry.record
    local backend = report.model.now.backend_by_id[g.backend] or {}
    local d, c, witnesses = entry.document, entry.clause or {}, {}
    for k, one in ipairs(entry.witnesses) do witnesses[k] = witness_of(one) end
    return {name = entry.name, framework = g.backend, version = backend.record and backend.record.version or "",
            operator = g.operator, variants = entry.variants, types = entry.types, cases = g.n,
            document = {name = d.document or entry.variant, title = d.title, section = d.section, address = d.address},
            clause = {id = entry.clause_id, level = c.level, text = entry.clause_text, where = c.where, own = entry.own},
            verdict = g.verdict, harm = entry.harm.id, kind = entry.kind, kind_words = entry.kind_words,
            does = entry.does, got = entry.got, due = entry.due, reason = r.waived and r.waived.reason or nil,
            link = r.waived and r.waived.link or nil, witnesses = witnesses}
end

local function write(report)
    local list, counts = report.part("board_model").deviations(report)
    local entries, harms, frameworks, differences = {}, {}, {}, {}
    for k, one in ipairs(report.part("board_model").differences(report)) do
        differences[k] = {framework = one.backend, variant = one.variant, settings = one.settings, others = one.others, points = one.n,
                          first = one.first, ["repeat"] = one.again}
    end
    for k, entry in ipairs(list) do entries[k] = entry_of(report, entry) end
    for k, harm in ipairs(report.part("board_model").harms) do harms[k] = {id = harm.id, title = harm.title} end
    for _, b in ipairs(report.model.now.backends) do
        frameworks[#frameworks + 1] = {name = b.id, version = b.record and b.record.version or nil, absent = b.absent,
                                       passed = b.n_passed, failing = counts.judged_of[b.id] or 0, not_claimed = b.n_not_claimed,
                                       not_run = b.n_not_run}
    end
    report.write(report.json({board = 1, judged = counts.judged, shown = counts.shown, harms = harms, frameworks = frameworks,
                              entries = entries, differences = differences}), "\n")
end

return {title = "the board of frameworks, for programs", write = write}
