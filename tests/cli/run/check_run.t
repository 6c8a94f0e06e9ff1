#!/usr/bin/env bash
# check_run.t - gatherum run from end to end: names, plans, records, seeds, exits.
# sanitizers: no, it judges 50,000 cases; hostile.t, generators.t and others run some.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gat_limit=600
echo "TAP version 13"

# The cases or points that the TAP in FILE names, without the backend.
tap_names() { sed -nE 's|^(not )?ok [0-9]+ - [^:]*: ([^ ]+/[^ ]+).*|\2|p' "$1"; }
# About N lines of a file, spread evenly.
sample() { awk -v n="$2" -v all="$(wc -l <"$1")" 'int(NR * n / all) > int((NR - 1) * n / all)' "$1"; }

# ---- TAP

# Three operators, each by one document that comes in few types; what all cases say is for make check.
some=(gather/torch-index-select-2.x gather_elements/onnx-11 scatter_elements/onnx-13)
tap_whole() {
    gat run -j 2 --draw 60 --backend ref --out "$work/ref.jsonl" "${some[@]}"
    cp "$work/out" "$work/ref.tap"
    same "$code" 0 "exit code; stderr: $(head -c 300 "$work/err")" || return
    same "$(sed -n 1p "$work/ref.tap")" "TAP version 13" "line 1" || return
    same "$(sed -n 2p "$work/ref.tap")" "1..$(grep -cE '^(not )?ok ' "$work/ref.tap")" "line 2" || return
    [ "$(grep -cE '^ok ' "$work/ref.tap")" -gt 100 ] || { why "hardly any lines"; return 1; }
    same "$(grep -vcE '^(TAP version 13|1\.\.[0-9]+|ok [0-9]+ - .+|#.*)$' "$work/ref.tap")" 0 "other lines"
}
check "ref conforms; the plan comes first and counts the lines" tap_whole

prove_reads() {
    printf '%s ' "exec '$gatherum' run --backend '$1' --path tests/fixtures/hostile" \
        "gather/onnx-13/hostile gather/onnx-13/axis gather/onnx-13/errors gather/onnx-13/negative gather/onnx-13/views" >"$work/run.sh"
    prove -e sh "$work/run.sh" >"$work/prove" 2>&1
    same $? "$2" "exit code of prove; it printed $(tail -n 4 "$work/prove")" || return
    ! grep -qi 'parse error' "$work/prove" || { why "$(grep -i 'parse error' "$work/prove")"; return 1; }
}
check "prove reads a run that conforms" prove_reads ref 0
check "prove reads a run that does not" prove_reads "$plugins/refuses_negative.so" 1

# ---- names

# selects NAME NAMES [OPTION]...: exactly that name is run by it.
selects() {
    local name=$1
    shift
    gat run --backend "$@" "$name"
    same "$(sed -n 2p "$work/out")" "1..$(grep -cE '^(not )?ok ' "$work/out")" "plan of '$name'" || return
    same "$(tap_names "$work/out" | wc -l)" 1 "names in the lines of '$name'" || return
    same "$(tap_names "$work/out")" "$name" "what '$name' selects"
}
point_names() {
    local name n=0
    tap_names "$work/ref.tap" >"$work/points"
    same "$(sort "$work/points" | uniq -d | head -n 3)" "" "names that come twice" || return
    for name in $(sample "$work/points" 50); do
        selects "$name" ref || return
        n=$((n + 1))
    done
    [ "$n" -ge 50 ] || { why "only $n names were tried"; return 1; }
}
check "a printed point selects exactly that point" point_names

failing_names() {
    local name n=0
    gat run --backend "$plugins/claims_too_much.so" --out "$work/failing.jsonl" gather/onnx-13/types gather/onnx-13/axis gather/onnx-13/errors
    same "$code" 1 "exit code" || return
    jq -r 'select(.record == "case" and .verdict == "broken-claim") | .case' "$work/failing.jsonl" >"$work/members"
    same "$(sort "$work/members" | uniq -d | head -n 3)" "" "names that come twice" || return
    for name in $(sample "$work/members" 20); do
        selects "$name" "$plugins/claims_too_much.so" --tap=full || return
        same "$code" 1 "exit code for $name alone" || return
        n=$((n + 1))
    done
    [ "$n" -ge 20 ] || { why "only $n names were tried"; return 1; }
}
check "a failing case selects exactly that case, and fails again" failing_names

list_agrees() {
    gat list cases "${some[@]}"
    same "$code" 0 "exit code of list cases; stderr: $(cat "$work/err")" || return
    sort "$work/points" >"$work/a"
    grep -oE '^[a-z_]+/[^ ]+' "$work/out" | sort >"$work/b"
    diff "$work/a" "$work/b" >"$work/diff" || { why "run (<) and list (>) differ:"; why "$(head -n 6 "$work/diff")"; return 1; }
}
check "list cases names what run runs" list_agrees

# Every case of the plan has its line; "ok" without SKIP says that it was judged and passed.
lines_full() {
    local lanes n
    for lanes in 1 3; do
        gat run --backend blas --tap=full -j "$lanes" --budget 0.01 gather/onnx-11/shapes gather_nd/onnx-12
        n=$(grep -c '^ok ' "$work/out")
        same "$n" "$(sed -n 's/^1\.\.//p' "$work/out")" "lines of $lanes lanes against the plan" || return
        n=$(grep '^ok ' "$work/out" | grep -vc ' # SKIP not ')
        same "$n" "$(sed -n 's/^# \([0-9]*\) cases judged.*/\1/p' "$work/out")" "lines that pass against cases judged" || return
        grep -q '^ok .* # SKIP not run: ' "$work/out" || { why "the budget leaves nothing out"; return 1; }
        cp "$work/out" "$work/full.$lanes"
    done
    same "$(grep -v ' cases a second' "$work/full.3")" "$(grep -v ' cases a second' "$work/full.1")" "what 3 lanes print against 1"
}
check "--tap=full has a line for every case, and passes are those that were judged" lines_full

# ---- nothing passes by default

fails_with() {
    local want=$1 part=$2
    shift 2
    gat "$@"
    same "$code" "$want" "exit code" || return
    grep -qF -- "$part" "$work/err" || { why "stderr lacks '$part': $(cat "$work/err")"; return 1; }
    same "$(wc -l <"$work/err")" 1 "lines on stderr" || return
    [ ! -s "$work/out" ] || { why "stdout is not empty: $(head -n 2 "$work/out")"; return 1; }
}
echo "no object" >"$work/text.so"
check "a pattern that selects nothing" fails_with 2 "nothing selected" run --backend ref gather/onnx-14
check "a second pattern that selects nothing" fails_with 2 "nothing selected" run --backend ref gather/onnx-13 no/such
check "half a name is no name" fails_with 2 "nothing selected" run --backend ref gather/onnx-1/d
long_name() {
    fails_with 2 "nothing selected" run --backend ref "gather/$(head -c 100000 /dev/zero | tr '\0' x)" || return
    [ "$(wc -c <"$work/err")" -lt 2100 ] || why "$(wc -c <"$work/err") bytes on stderr"
    [ -z "$tap_why" ]
}
check "a pattern of 100,000 characters is quoted by its ends" long_name
check "a backend that nobody knows" fails_with 2 "no_such" run --backend no_such gather/onnx-13
check "a backend file that is not there" fails_with 2 "nowhere.so" run --backend "$work/nowhere.so" gather/onnx-13
check "a document that no function is judged by" fails_with 2 "--like torch.gather" run --like torch.gather --backend ref gather/onnx-13
check "a file that is no shared object" fails_with 2 "text.so" run --backend "$work/text.so" gather/onnx-13
check "a shared object that is no backend" fails_with 2 "gat_backend_get" run --backend "$plugins/no_entry.so" gather/onnx-13
unclaimed() {
    gat run --backend "$plugins/good.so" gather_elements/torch/axis gather_elements/torch/shapes
    same "$code" 2 "exit code" || return
    grep -q "nothing was judged" "$work/err" || { why "stderr: $(cat "$work/err")"; return 1; }
    same "$(grep -E '^ok ' "$work/out" | grep -vc '# SKIP')" 0 "lines that passed"
}
check "an operator that the backend does not claim: skipped with the reason, never passed" unclaimed
check "a seed that is no number" fails_with 2 "--seed" run --backend ref --seed x
check "a shard that is none" fails_with 2 "--shard" run --backend ref --shard 4/3
check "an option that is none" fails_with 2 "--seeed" run --seeed 3
check "records that cannot be written" fails_with 2 "nowhere/" run --backend ref --out "$work/nowhere/r.jsonl" gather/onnx-13
full_disk() {
    [ -w /dev/full ] || return 0
    timeout 300 "$gatherum" run --backend ref gather/onnx-13/errors >/dev/full 2>"$work/err"
    same $? 3 "exit code with a full disk under stdout" || return
    timeout 300 "$gatherum" run --backend ref --out /dev/full gather/onnx-13/errors >"$work/out" 2>"$work/err"
    same $? 3 "exit code with a full disk under --out"
}
check "results that cannot be written end with 3" full_disk

# ---- records

valid_lines() {
    local lines
    lines=$(wc -l <"$1")
    same "$(jq -c . "$1" 2>"$work/jq" | wc -l)" "$lines" "valid lines of $lines; $(cat "$work/jq")" || return
    same "$(tail -c 1 "$1" | od -An -c | tr -d ' ')" '\n' "last byte"
}
records_whole() {
    valid_lines "$work/ref.jsonl" || return
    same "$(jq -r .record "$work/ref.jsonl" | sed -n '1p;$p' | tr '\n' ' ')" "start end " "first and last record" || return
    same "$(jq -r 'select(.record == "point") | .point' "$work/ref.jsonl" | wc -l)" "$(wc -l <"$work/points")" "points" || return
    same "$(jq -s 'map(select(.record == "point") | .passed + .failed + .not_run) | add' "$work/ref.jsonl")" \
        "$(jq 'select(.record == "end") | .judged' "$work/ref.jsonl")" "judged, by points and by the last record"
}
check "records: one JSON object a line, start first, completion manifest last" records_whole

jsonl_same() {
    gat run --draw 60 --backend ref --out "$work/written.jsonl" gather/torch-index-select-2.x
    gat run --draw 60 --backend ref --format jsonl gather/torch-index-select-2.x
    cmp "$work/written.jsonl" "$work/out" >"$work/diff" || { why "$(cat "$work/diff")"; return 1; }
}
check "--format jsonl prints the bytes that --out writes; two runs with one seed agree" jsonl_same

failing_same() {
    local k
    for k in a b; do
        gat run --backend "$plugins/ignores_faults.so" --path tests/fixtures/hostile --seed 11 --out "$work/$k.jsonl" gather/onnx-13/hostile gather/onnx-13/errors gather/onnx-13/shapes
        same "$code" 1 "exit code" || return
        cp "$work/out" "$work/$k.tap"
    done
    for k in jsonl tap; do
        cmp "$work/a.$k" "$work/b.$k" >"$work/diff" || { why "$(cat "$work/diff")"; return 1; }
    done
}
check "the same run of a crashing backend gives the same bytes" failing_same

jobs_same() {
    gat run -j 3 --backend "$plugins/ignores_faults.so" --path tests/fixtures/hostile --seed 11 --out "$work/c.jsonl" gather/onnx-13/hostile gather/onnx-13/errors gather/onnx-13/shapes
    same "$code" 1 "exit code" || return
    cmp "$work/a.jsonl" "$work/c.jsonl" >"$work/diff" || { why "$(cat "$work/diff")"; return 1; }
}
check "three pairs of parent and worker give the same records as one" jobs_same

two_seeds() {
    local k name=gather/onnx-13/hostile/random/int64,int32
    for k in 1 2; do
        gat run --backend ref --path tests/fixtures/hostile --seed "$k" --out "$work/s$k.jsonl" gather/onnx-13/hostile gather/onnx-13/rows gather/onnx-13/shapes
        same "$code" 0 "exit code with seed $k" || return
        same "$(jq -r 'select(.record == "start") | .seed' "$work/s$k.jsonl")" "$k" "seed in the first record" || return
        gat show --path tests/fixtures/hostile --seed "$k" "$name"
        same "$code" 0 "exit code of show; stderr: $(cat "$work/err")" || return
        cp "$work/out" "$work/show$k"
    done
    ! cmp -s "$work/show1" "$work/show2" || { why "seeds 1 and 2 show the same data"; return 1; }
    gat show --path tests/fixtures/hostile --seed 1 "$name"
    cmp -s "$work/show1" "$work/out" || { why "seed 1 shows two different data"; return 1; }
}
check "two seeds give different data, and ref passes both" two_seeds

shards() {
    local k sum=0 n
    for k in 1 2 3; do
        gat run --backend ref --shard "$k/3" --out "$work/shard.jsonl" gather/onnx-13/errors gather/onnx-13/shapes
        same "$code" 0 "exit code of shard $k" || return
        n=$(jq 'select(.record == "end") | .judged' "$work/shard.jsonl")
        [ "$n" -gt 0 ] || { why "shard $k is empty"; return 1; }
        sum=$((sum + n))
    done
    gat run --backend ref --out "$work/shard.jsonl" gather/onnx-13/errors gather/onnx-13/shapes
    same "$sum" "$(jq 'select(.record == "end") | .judged' "$work/shard.jsonl")" "cases of three shards together"
}
check "three shards are the whole" shards

strict() {
    local file=$plugins/vague_error.so
    gat run --backend "$file" --path tests/fixtures/hostile gather/onnx-13/hostile
    same "$code" 0 "exit code" || return
    gat run --backend "$file" --path tests/fixtures/hostile --strict --out "$work/strict.jsonl" gather/onnx-13/hostile
    same "$code" 1 "exit code with --strict" || return
    same "$(jq -r 'select(.record == "case") | .verdict' "$work/strict.jsonl" | sort -u)" wrong-error-kind "verdicts"
}
check "--strict holds every backend to what only some promise about errors" strict

here() {
    gat run --here --backend "$plugins/good.so" --path tests/fixtures/hostile gather/onnx-13/hostile
    same "$code" 0 "exit code" || return
    gat run --here --backend "$plugins/null_write.so" --path tests/fixtures/hostile gather/onnx-13/hostile 2>/dev/null
    [ "$code" != 0 ] || { why "a crash of the backend ended with 0"; return 1; }
    ! grep -qE "cases? judged" "$work/out" || { why "a crash of the backend did not end the program"; return 1; }
}
check "--here: no process in between, for a debugger" here

# ---- ends

# until_true SECONDS COMMAND...: wait for it, at most so long.
until_true() {
    local until=$((SECONDS + $1))
    shift
    until "$@" || [ "$SECONDS" -ge "$until" ]; do sleep 0.1; done
}
has_lines() { [ -f "$2" ] && [ "$(wc -l <"$2")" -ge "$1" ]; }
nothing_left() { [ -z "$(left_behind)" ]; }

# Does any process still map what lies in $work?
left_behind() { grep -lsF "$work/" /proc/[0-9]*/maps /dev/null; }
killed() {
    local pid lines
    rm -f "$work/killed.jsonl"
    cp "$plugins/hangs.so" "$work/hangs.so"
    "$gatherum" run --backend "$work/hangs.so" --path tests/fixtures/hostile --timeout 20 --out "$work/killed.jsonl" \
        gather/onnx-13 "${@:2}" >"$work/out" 2>"$work/err" &
    pid=$!
    until_true 15 has_lines 2 "$work/killed.jsonl"
    kill -"$1" "$pid" 2>/dev/null || { why "it ended by itself"; return 1; }
    wait "$pid" 2>/dev/null
    lines=$(wc -l <"$work/killed.jsonl")
    [ "$lines" -ge 2 ] || { why "only $lines records"; return 1; }
    valid_lines "$work/killed.jsonl" || return
    same "$(jq -r 'select(.record == "end") | .record' "$work/killed.jsonl")" "" "completion manifest" || return
    until_true 10 nothing_left
    same "$(left_behind)" "" "processes that stay"
}
check "ended by SIGTERM: the records so far are valid, no worker stays" killed TERM
check "ended by SIGKILL: likewise" killed KILL
says_so() { killed "$1" && { grep -q '^Bail out!' "$work/out" || { why "no Bail out!: $(tail -n 2 "$work/out")"; return 1; }; }; }
check "ended by a signal that few programs expect: likewise, and it says so" says_so USR1
quietly() {
    killed "$1" --quiet || return
    same "$(cat "$work/out")$(cat "$work/err")" "gatherum: a signal ended the run" "what is said"
}
check "with --quiet stderr says that SIGTERM ended it" quietly TERM

reader_gone() {
    timeout 300 "$gatherum" run --backend ref 2>"$work/err" | head -n 1 >"$work/out"
    local status=${PIPESTATUS[0]}
    [ "$status" != 0 ] && [ "$status" != 124 ] || { why "exit code $status when nobody reads"; return 1; }
}
check "a reader that goes away ends the run" reader_gone

# ---- start-up

start_up() {
    local k spent=() limit=1000
    for k in 1 2 3 4 5; do
        # Processor time, in milliseconds: the machine may be busy, and it may be slow. A quick one takes a tenth of the limit.
        spent+=("$( (TIMEFORMAT='%3U %3S'; time gat run --backend ref gather/onnx-13/document/rows/float32,int64) 2>&1 |
            awk '{ print int(1000 * ($1 + $2)) }')")
    done
    gat run --backend ref gather/onnx-13/document/rows/float32,int64
    same "$code" 0 "exit code" || return
    k=$(printf '%s\n' "${spent[@]}" | sort -n | head -n 1)
    [ "${k:-0}" -gt 0 ] && [ "$k" -lt "$limit" ] || { why "the best takes ${k:-no} ms of processor time"; return 1; }
}
check "one case takes less than a second of processor time" start_up

echo "1..$tap_count"
finish
