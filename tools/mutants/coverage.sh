#!/usr/bin/env bash
# coverage.sh - which lines and branches of the oracle and of the judge do the tests reach?
#
# usage: tools/mutants/coverage.sh DIR, a build folder made with --coverage.  Runs the tests in C
# and the written cases on ref and opt, which counters make slow; fails unless every line and every branch of ref/
# was reached.  Branches of assertions do not count: nothing may ever take them.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
[ $# = 1 ] || { echo 'usage: tools/mutants/coverage.sh DIR' >&2; exit 2; }
cd "$(dirname "$0")/../.."
out=$1
command -v lcov >/dev/null || { echo 'tools/mutants/coverage.sh: lcov is needed; tools/deps.sh installs it' >&2; exit 3; }
settings=(--rc lcov_branch_coverage=1 --rc genhtml_branch_coverage=1 --rc 'lcov_excl_br_line=assert\(')
quiet() { "$@" 2> >(grep -v 'redefined at' >&2); } # lcov 1.16 under a newer perl

find "$out" -name '*.gcda' -delete
for t in tests/unit/*/test_*.c; do
    t=$out/tests/$(basename "$t" .c)
    GATHERUM=$out/gatherum OUT=$out "$t" >"$out/tests.log" 2>&1 || { tail -n 5 "$out/tests.log" >&2; echo "tools/mutants/coverage.sh: $t fails" >&2; exit 1; }
done
mkdir -p "$out/home" && rm -rf "$out/home/cases" && cp --parents cases/*/*.yaml "$out/home"
ln -sfn "$PWD/specs" "$out/home/specs"
for b in ref opt; do
    GATHERUM_HOME=$out/home "$out/gatherum" run --timeout 60 --backend "$out/backends/$b.so" >"$out/tests.log" 2>&1 ||
        { tail -n 5 "$out/tests.log" >&2; echo "tools/mutants/coverage.sh: $b does not conform" >&2; exit 1; }
done

quiet lcov -q "${settings[@]}" -c -d "$out/obj/ref" -d "$out/obj/harness" -b . --no-external -o "$out/all.info"
wanted=('*/ref/*')
wanted+=('*/harness/judge/*' '*/harness/oracle/*')
quiet lcov -q "${settings[@]}" -e "$out/all.info" "${wanted[@]}" -o "$out/coverage.info"
quiet genhtml -q "${settings[@]}" -p "$PWD" -t 'gatherum: ref and judge' "$out/coverage.info" -o "$out/html"

# One line per file: name, lines reached and there, branches reached and there.
awk -F: -v root="$PWD/" '
    $1 == "SF" { f = substr($2, length(root) + 1); lh = lf = bh = bf = 0 }
    $1 == "LH" { lh = $2 } $1 == "LF" { lf = $2 } $1 == "BRH" { bh = $2 } $1 == "BRF" { bf = $2 }
    $0 == "end_of_record" { print f, lh, lf, bh, bf }' "$out/coverage.info" | sort >"$out/coverage.txt"
jq -Rn --arg version "$(cat VERSION)" '
    def pair($hit; $all): {reached: $hit, all: $all};
    def sum: {lines: pair(map(.lines.reached) | add; map(.lines.all) | add),
              branches: pair(map(.branches.reached) | add; map(.branches.all) | add)};
    [inputs | split(" ") | {file: .[0], lines: pair(.[1] | tonumber; .[2] | tonumber),
                            branches: pair(.[3] | tonumber; .[4] | tonumber)}] as $files
    | ($files | map(select(.file | startswith("ref/")))) as $ref
    | ($files | map(select(.file | startswith("ref/") | not))) as $judge
    | {schema: 1, gatherum: $version, ref: ($ref | sum), judge: ($judge | sum), files: $files}' \
    "$out/coverage.txt" >"$out.json"

awk '{ printf "%-32s lines %4d of %4d  branches %4d of %4d\n", $1, $2, $3, $4, $5 }' "$out/coverage.txt"
jq -r 'def rate: "\(.reached) of \(.all) (\(if .all > 0 then 1000 * .reached / .all | floor / 10 else 100 end) %)";
    "ref: lines \(.ref.lines | rate), branches \(.ref.branches | rate)",
    "judge: lines \(.judge.lines | rate), branches \(.judge.branches | rate)"' "$out.json"
echo "$out/html/index.html shows which"
jq -e '.ref | .lines.all > 0 and .lines.reached == .lines.all and .branches.reached == .branches.all' "$out.json" >/dev/null ||
    { awk '/^ref/ && ($2 < $3 || $4 < $5) { print $1 ": lines or branches that no test reaches" }' "$out/coverage.txt" >&2
      echo 'tools/mutants/coverage.sh: all of ref/ must be reached' >&2; exit 1; }
