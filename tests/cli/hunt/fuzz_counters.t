#!/usr/bin/env bash
# fuzz_counters.t - gatherum fuzz is led by the coverage counters of a backend that has some.
# sanitizers: no, it loads backends with counters into a program that must have none.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 7

# search PLUGIN OPTIONS...: leaves $code and $work/out
search() {
    local plugin=$1
    shift
    timeout 120 "$gatherum" fuzz --backend "$plugin" --time 100 --out "$work/finds" "$@" >"$work/out" 2>&1
    code=$?
}

# chain NAME FLAGS...: the plug-in with the bug at the end of a chain
chain() {
    local name=$1
    shift
    clang -O1 -std=c11 -fPIC -Iinclude -Itests/fixtures/plugins -shared "$@" -o "$work/$name.so" tests/fixtures/plugins/answer/wrong_in_a_chain.c
}

leads() {
    local seed found=0
    for seed in 3 11; do # of 1 to 16 four are enough with counters, none without
        search "$work/counts.so" -x --cases 12000 --seed $seed
        grep -q ', guided by coverage: [1-9][0-9]* counters$' "$work/out" || { why "$(cat "$work/out")"; return 1; }
        found=$((found + code))
        search "$work/plain.so" -x --cases 12000 --seed $seed
        same "$code" 0 "exit code without counters, seed $seed: $(cat "$work/out")" || return
        grep -q ', guided by features$' "$work/out" || { why "$(cat "$work/out")"; return 1; }
    done
    [ $found -ge 1 ] || { why "not found with counters either"; return 1; }
}

same_again() {
    local k
    for k in 1 2; do
        search "$work/counts.so" --cases 1500 --seed 5 --corpus "$work/corpus$k"
        same "$code" 0 "exit code" || return
    done
    diff -r "$work/corpus1" "$work/corpus2" >"$work/diff" || { why "$(head "$work/diff")"; return 1; }
    search "$work/plain.so" --cases 1500 --seed 5 --corpus "$work/corpus3"
    same "$code" 0 "exit code without counters" || return
    diff -rq "$work/corpus1" "$work/corpus3" >/dev/null
    same $? 1 "what diff says of the corpora with and without counters"
}

beside() {
    search "$work/counts.so" -j 2 --cases 600
    same "$code" 0 "exit code" || return
    grep -q ', guided by coverage: [1-9][0-9]* counters$' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}

runs() {
    timeout 100 "$gatherum" run --backend "$work/counts.so" 'gather/onnx-13/negative' >"$work/out" 2>&1
    same $? 0 "exit code; $(tail -n 3 "$work/out")"
}

closed() {
    OTHER_OBJECT=$work/counts.so search "$out/tests/plugins/lies_of_counters.so" --cases 300
    same "$code" 0 "exit code; $(head -n 5 "$work/out")" || return
    grep -q ', guided by coverage: [1-9][0-9]* counters$' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}

if command -v clang >/dev/null && chain plain && chain counts -fsanitize-coverage=inline-8bit-counters,pc-table; then
    check "what counters lead to is found, and not in the same time without" leads
    check "the same seed keeps the same, and other cases than without counters" same_again
    check "two searches have counters too" beside
    check "a run does not mind them" runs
    check "counters of an object that was closed" closed
else
    for k in 1 2 3 4 5; do skip "counters $k" "no clang here that counts"; done
fi

lies() {
    search "$out/tests/plugins/lies_of_counters.so" --cases 300
    same "$code" 0 "exit code; $(head -n 5 "$work/out")" || return
    grep -q ', guided by features$' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}
check "what is no memory of the object that names it is left alone" lies

many() {
    MANY_REGIONS=1 search "$out/tests/plugins/lies_of_counters.so" --cases 300
    same "$code" 0 "exit code; $(head -n 5 "$work/out")" || return
    grep -q ', guided by coverage: 256 counters$' "$work/out" || { why "$(cat "$work/out")"; return 1; }
}
check "of a thousand regions so many count as there is room for" many
finish
