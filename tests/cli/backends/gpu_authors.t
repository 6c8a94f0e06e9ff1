#!/usr/bin/env bash
# gpu_authors.t - faults that authors of CUDA kernels make, in a backend that `new backend --cuda` began: each has its verdict
# and its reason on the stand-in for the runtime, and what only looks like a fault has none.
# sanitizers: no, the device is the host's memory behind a handler of signals.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
command -v c++ >/dev/null || skip_all 'no c++ here'
gatherum=$(realpath "$gatherum")
author=tests/fixtures/gpu/author
(cd "$work" && "$gatherum" new backend --cuda author) >/dev/null

# The kernels in the place of the template's; told() and last_error() stay.
sed -e '/^struct sizes {/,/^\/\* One sentence about/d' -e '/^static const gat_claim claim =/,/;$/d' \
    -e '/^static gat_status prepare(/,/^\/\* gatherum puts operands/{/^static gat_status prepare(/r '"$author/kernels.cu" -e 'd}' \
    -e 's/\.claims = &claim, \.n_claims = 1/.claims = claims, .n_claims = 2/' "$work/author.cu" >"$work/honest.cu"

# built NAME CHANGE: with that change, whose threads take turns at accesses.
built() {
    sed "$2" "$work/honest.cu" >"$work/$1.cu" || return
    [ -z "$2" ] || ! cmp -s "$work/honest.cu" "$work/$1.cu" || { echo "nothing was changed"; return 1; }
    tr '\n' '\v' <"$work/$1.cu" | sed -E 's/([a-z_]+)<<<([^>]*)>>>\(/STANDIN(\1, \2)(/g' | tr '\v' '\n' >"$work/$1.cc"
    c++ -std=c++20 -O1 -fPIC -fvisibility=hidden -DSTANDIN_STEPS -fsanitize=thread -Iinclude -Itests/fixtures/gpu/runtime -c -o "$work/$1.o" "$work/$1.cc" &&
        c++ -shared -o "$work/$1.so" "$work/$1.o"
}
judged() {
    local name=$1 patterns=$2
    built "$name" "$3" >"$work/$name.err" 2>&1 || { echo "not built" >"$work/$name.code"; return; }
    # shellcheck disable=SC2086 # patterns are words
    timeout 120 "$gatherum" run -j 1 --backend "$work/$name.so" --draw 0 --deaths 1000 --out "$work/$name.jsonl" $patterns >"$work/$name.out" 2>>"$work/$name.err"
    echo $? >"$work/$name.code"
}
names=()
while IFS=$'\t' read -r name verdict says patterns change; do
    case $name in '' | '#'*) continue ;; esac
    names+=("$name") verdicts[${#names[@]}]=$verdict words[${#names[@]}]=$says
    judged "$name" "$patterns" "$change" &
    [ "$(jobs -rp | wc -l)" -lt 2 ] || wait -n
done <"$author/faults.txt"
wait
plan ${#names[@]}
is_told() {
    local name=$1 verdict=$2 says=$3 found
    found=$(jq -r 'select(.record == "case" and .verdict != "weak") | .verdict' "$work/$name.jsonl" 2>/dev/null | sort | uniq -c | tr -s ' \n' ' ')
    if [ "$verdict" = none ]; then
        same "$(cat "$work/$name.code") $found" "0 " "exit code and verdicts; $(head -c 300 "$work/$name.err")"
        return
    fi
    same "$(cat "$work/$name.code")" "$([ "$verdict" = noted ]; echo $?)" "exit code; $found $(head -c 300 "$work/$name.err")" || return
    # most of its cases have that verdict, and the sentence stands there
    [ "$(jq -s "map(select(.record == \"case\" and .verdict != \"weak\")) | (map(select(.verdict | test(\"^($verdict)\"))) | length) * 2 > length" "$work/$name.jsonl")" = true ] ||
        { why "$found"; return 1; }
    grep -A 1 -E "^#  *($verdict)[a-z-]*: " "$work/$name.out" | grep -qE -- "$says" || { why "$(grep -m 1 -A 2 -E '^#  *[a-z-]+: ' "$work/$name.out")"; return 1; }
}
for k in "${!names[@]}"; do
    check "${names[k]}: ${verdicts[k + 1]}" is_told "${names[k]}" "${verdicts[k + 1]}" "${words[k + 1]}"
done
finish
