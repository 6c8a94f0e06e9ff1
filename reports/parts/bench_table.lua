-- bench_table.lua - figures of bench documents as a table.
--
-- SPDX-License-Identifier: Apache-2.0
return function(report, table_write)
    local rows = {}
    for _, e in ipairs(report.part("bench_figures")(report, report.model.now.bench)) do
        rows[#rows + 1] = {e.name, e.backend .. (e.limit and " (limit)" or ""), e.text}
    end
    table_write(report, "Speed", {"workload", "backend", "useful bytes per second"}, rows)
end
