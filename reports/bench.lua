-- bench.lua - a page of speed: what gatherum bench --json measured, with a plot of each row beside its limits.
--
-- SPDX-License-Identifier: Apache-2.0
local function write(report)
    local w, x, list = report.write, report.markup, report.model.now.bench
    w([[<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="gatherum ]], x(report.version), [[">
<title>gatherum: speed</title>
<style>
]], report.asset("html/page.css"), report.asset("html/bench.css"), report.asset("html/print.css"), [[
</style>
</head>
<body>
<a class="skip" href="#main">To the figures</a>
<header><div>
<h1>How fast it is, beside its limits</h1>
<p class="soft">gatherum ]], x(report.version), report.date and ", report of " .. x(report.date) or "", [[. Each answer was compared with a plain loop before it was timed.</p>
</div></header>
<main id="main">
]])
    if #list == 0 then
        w("<p>No figures were given: <code>gatherum bench --json &gt; figures.json</code> makes them.</p>\n")
    else
        report.part("html_bench")(report, report.part("words"), 2)
    end
    w("</main>\n<footer><div>This page asks nothing of any network.</div></footer>\n</body>\n</html>\n")
end

return {title = "speed as a page: a plot of each row beside its limits, versions, machine", write = write}
