#!/usr/bin/env bash
# coverage.sh - which lines, branches and conditions of the oracle and of the judge do the tests reach?
#
# usage: tools/mutants/coverage.sh DIR, a build folder made by `make coverage`.  Runs the tests in C and the written
# cases on ref and opt, which counters make slow; fails unless every line and every branch of ref/ was reached, each
# condition of ref/ was seen to decide by itself (MC/DC), and as many in the judge as coverage.py says.  A condition
# that cannot has a line in tools/mutants/conditions.open that says why; a line that no gap needs is an error.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
[ $# = 1 ] || { echo 'usage: tools/mutants/coverage.sh DIR' >&2; exit 2; }
cd "$(dirname "$0")/../.."
out=$1
say() { echo "tools/mutants/coverage.sh: $*" >&2; }
for tool in llvm-profdata-19 llvm-cov-19 jq; do
    command -v $tool >/dev/null || { say "$tool is needed; tools/deps.sh --coverage installs it"; exit 3; }
done

rm -rf "$out/raw" && mkdir -p "$out/raw" "$out/home"
# Workers may not write there, and what they run of the oracle counts in this program.
export LLVM_PROFILE_FILE=$PWD/$out/raw/%4m.profraw
programs=("$out/gatherum")
for t in tests/unit/*/test_*.c; do
    t=$out/tests/$(basename "$t" .c)
    programs+=(-object "$t")
    GATHERUM=$out/gatherum OUT=$out "$t" >"$out/tests.log" 2>&1 || { tail -n 5 "$out/tests.log" >&2; say "$t fails"; exit 1; }
done
# Tests of commands that ask much of the judge and little of the machine say so in a line.
for t in $(grep -l '^# coverage: counts' tests/cli/*/*.t); do
    GATHERUM=$out/gatherum OUT=$out bash "$t" >"$out/tests.log" 2>&1 || { tail -n 5 "$out/tests.log" >&2; say "$t fails"; exit 1; }
done
rm -rf "$out/home/cases" && cp --parents cases/*/*.yaml "$out/home"
ln -sfn "$PWD/specs" "$out/home/specs"
for b in ref opt; do
    GATHERUM_HOME=$out/home "$out/gatherum" run --timeout 60 --backend "$out/backends/$b.so" >"$out/tests.log" 2>&1 ||
        { tail -n 5 "$out/tests.log" >&2; say "$b does not conform"; exit 1; }
done

# What fails, so that failures are explained; the features of many cases.
for b in "$out"/tests/plugins/*.so; do
    GATHERUM_HOME=$out/home timeout 60 "$out/gatherum" run --timeout 2 --draw 0 --deaths 5 --timeouts 1 --backend "$b" gather/onnx-13/{document,errors,patterns} >"$out/tests.log" 2>&1 || true
done
"$out/gatherum" kill --drawn 30 --seed 5 >"$out/tests.log" 2>&1 || true
for p in {gather,gather_elements}/onnx-13 gather/{pypto,mindspore}'*' {scatter_elements,scatter_nd}/onnx-18 scatter_slices/'*'; do
    "$out/gatherum" list clauses --coverage "$p" >"$out/tests.log" 2>&1 || { tail -n 5 "$out/tests.log" >&2; say "no coverage of $p"; exit 1; }
done

llvm-profdata-19 merge -sparse "$out"/raw/*.profraw -o "$out/all.profdata"
cov() { llvm-cov-19 "$1" "${programs[@]}" -instr-profile="$out/all.profdata" "${@:2}" ref harness/judge harness/diagnose harness/oracle; }
cov export -format=text >"$out/all.json"
cov export -format=lcov >"$out/all.info"
cov show -format=html -show-branches=count -show-mcdc -output-dir="$out/html" >/dev/null
tools/mutants/coverage.py "$out/all.json" "$out/all.info" "$out.json" || code=1
echo "$out/html/index.html shows which"
exit "${code:-0}"
