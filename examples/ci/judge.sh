#!/bin/sh
# judge.sh - one step of continuous integration: judge a backend, keep reports, say what fails where it is seen.
#
#     GATHERUM=path/to/build/gatherum examples/ci/judge.sh BACKEND [PATTERN]...
#
# Leaves in $REPORTS (gatherum-reports): records.jsonl, junit.xml, report.html, summary.md and badge.svg.  On
# GitHub failures become annotations and the summary page of the job.  The exit code is that of the run.
#
# SPDX-License-Identifier: Apache-2.0
set -u
gatherum=${GATHERUM:-gatherum}
out=${REPORTS:-gatherum-reports}
[ $# -gt 0 ] || { echo "usage: judge.sh BACKEND [PATTERN]..." >&2; exit 2; }
backend=$1
shift
mkdir -p "$out" || exit 3
"$gatherum" run --quiet --backend "$backend" --out "$out/records.jsonl" "$@"
code=$?
[ -s "$out/records.jsonl" ] || exit "$code"
"$gatherum" report junit "$out/records.jsonl" -o "$out/junit.xml" &&
    "$gatherum" report html "$out/records.jsonl" -o "$out/report.html" &&
    "$gatherum" report markdown "$out/records.jsonl" -o "$out/summary.md" || exit 3
case $code in
0) word=conforms color=2a7d2a ;;
1) word='does not conform' color=b3261e ;;
*) word='not judged' color=777777 ;;
esac
cat >"$out/badge.svg" <<S
<svg xmlns="http://www.w3.org/2000/svg" width="200" height="20" role="img" aria-label="gatherum: $word">
<rect width="80" height="20" fill="#444"/><rect x="80" width="120" height="20" fill="#$color"/>
<g fill="#fff" font-family="sans-serif" font-size="11" text-anchor="middle"><text x="40" y="14">gatherum</text><text x="140" y="14">$word</text></g>
</svg>
S
if [ "${GITHUB_ACTIONS-}" = true ]; then
    # A cause is a line of the list that stands under "## Causes".
    sed -n '/^## Causes/,/^## Failures/s/^- /::error title=gatherum::/p' "$out/summary.md" | sed 's/\\\([^a-zA-Z0-9]\)/\1/g'
    cat "$out/summary.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
fi
exit "$code"
