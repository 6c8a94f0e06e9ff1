#!/usr/bin/env bash
# generators.t - Lua scripts as cases: what they make is the same everywhere and can be
# repeated alone; what is wrong with one is told in one sentence.
# sanitizers: no, it asks the same generators many times; hostile.t and the fuzz target for scripts run some.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
export ASAN_OPTIONS=${ASAN_OPTIONS-}:exitcode=86 UBSAN_OPTIONS=${UBSAN_OPTIONS-}:exitcode=86:halt_on_error=1
echo "TAP version 13"

# told FILE: stderr is one line, which names the script and what its first line announces.
told() {
    local want
    want=$(sed -n '1s/^-- want: //p' "$1")
    [ -n "$want" ] || { why "$1 does not say what it wants"; return 1; }
    same "$(wc -l <"$work/err")" 1 "lines on stderr: $(head -n 3 "$work/err")" || return
    grep -qF -- "gather.bad.lua:$want" "$work/err" || { why "no '$want' in: $(cat "$work/err")"; return 1; }
    ! LC_ALL=C grep -q '[^ -~]' "$work/err" || { why "bytes that do not print"; return 1; }
}

# Every bad script by list, which makes its cases, and by run, which goes on without.
bad() {
    rm -rf "$work/d" && mkdir -p "$work/d/cases" && cp "$1" "$work/d/cases/gather.bad.lua"
    timeout 600 "$gatherum" list cases 'gather/onnx-13/bad' --tap full --path "$work/d" >"$work/out" 2>"$work/err"
    same $? 2 "exit code; stderr: $(head -c 300 "$work/err")" && told "$1"
}
for script in tests/fixtures/generators/scripts/*.lua; do
    bad "$script"
    point $? "bad script: $(basename "$script" .lua)"
done

run_goes_on() {
    rm -rf "$work/d" && mkdir -p "$work/d/cases" && cp tests/fixtures/generators/scripts/raises.lua "$work/d/cases/gather.bad.lua"
    timeout 600 "$gatherum" run --backend ref --path "$work/d" 'gather/onnx-13/bad' 'gather/onnx-13/order' >"$work/out" 2>"$work/err"
    same $? 2 'exit code of a run with a bad script' || return
    told tests/fixtures/generators/scripts/raises.lua || return
    grep -q '^not ok .*gather/onnx-13/bad$' "$work/out" || { why 'the point of the script does not fail'; return 1; }
    grep -q '^ok .*gather/onnx-13/order/' "$work/out" || { why 'the other cases did not run'; return 1; }
    timeout 600 "$gatherum" run --backend ref --path "$work/d" 'gather/onnx-13/bad' >"$work/out" 2>&1
    grep -q '^# gather/onnx-13  *-  *0  *0  *0  not asked$' "$work/out" || { why 'a claim is denied of which nothing was asked'; return 1; }
}
run_goes_on
point $? 'a run goes on without a script that fails, and exits with 2'

mkdir -p "$work/two/cases"
cp cases/gather/index-edges.lua "$work/two/cases/gather.order.lua"
timeout 300 "$gatherum" list cases --path "$work/two" >"$work/out" 2>"$work/err"
same $? 2 'exit code' && grep -q 'has its topic too' "$work/err"
point $? 'a script does not share its topic with a written file'

# The library of the sandbox, judged by a script that uses it.
mkdir -p "$work/s/cases/lib"
echo 'return { held = part "edges", runs = {} }' >"$work/s/cases/lib/mine.lua"
cat >"$work/s/cases/gather.sandbox.lua" <<'LUA'
local names = {}
for key, value in pairs { b = 1, a = 2, [3] = 3, [1] = 1, c = true } do names[#names + 1] = tostring(key) end
assert(table.concat(names, " ") == "1 3 a b c")
assert(next({}) == nil and next({ z = 1, y = 2 }) == "y" and next({ z = 1, y = 2 }, "y") == "z")
assert(tostring({}) == "table")
local mine = part "mine" -- run once, and it sees the parts of the home
mine.runs[1] = true
assert(part("mine").runs[1] and #mine.held({ index_types = { "int32" } }, 5) == 9)
assert(("ab"):rep(3, "-") == "ab-ab-ab" and string.format("%d %s %5.2f", 3, "x", 1.5) == "3 x  1.50")
return {
    cases = 1, hunts = "a sandbox that gives another answer", variants = { "onnx-13" },
    types = { "int32" }, index_types = { "int64" },
    generate = function(rng, emit, variant)
        assert(variant.name == "gather/onnx-13" and variant.rules.out_of_range == "error")
        assert(variant.rules.data_rank_min == 1 and variant.attributes.axis and not variant.inputs.updates)
        assert(#variant.types == 1 and variant.types[1] == "int32" and variant.profile == "")
        local list = rng:shuffle { 1, 2, 3, 4 }
        assert(list[1] + list[2] + list[3] + list[4] == 10)
        for _ = 1, 100 do
            assert(rng:below(3) < 3 and rng:between(-2, 2) <= 2 and rng:pick { 7 } == 7)
            assert(math.type(rng:between(math.mininteger, math.maxinteger)) == "integer")
        end
        emit {
            name = "wide", data = { { 1, 2 }, { 3, 4 } }, axis = 0,
            indices = { shape = { 1 }, values = { math.mininteger + 1 } }, expect = { error = "range" },
        }
        emit { name = "row", data = { { 1, 2 }, { 3, 4 } }, indices = { 1 }, axis = 0,
               expect = { output = { { 3, 4 } } } }
    end,
}
LUA
timeout 300 "$gatherum" run --backend ref --path "$work/s" gather/onnx-13/sandbox >"$work/out" 2>&1
same $? 0 "exit code; $(tail -n 2 "$work/out")" && grep -q '^# 2 cases judged: 2 pass' "$work/out"
point $? 'sorted keys, no addresses, 64-bit integers, the header, the variant, parts'

echo 'return {}' >"$work/s/cases/lib/edges.lua"
timeout 300 "$gatherum" list cases --path "$work/s" gather/onnx-13/sandbox >"$work/out" 2>"$work/err"
same $? 2 'exit code' && grep -q 'a second part called edges; the first is .*cases/lib/edges.lua' "$work/err"
point $? 'a part does not take the name of another'

# The same seed makes the same run, for any number of lanes and shards.
topics=(gather/onnx-13/index-edges gather/mindspore@cpu/shapes scatter_elements/onnx-11/duplicate-patterns gather_elements/torch/shapes)
run() { "$gatherum" run --backend opt "$@" "${topics[@]}" >"$work/out" 2>&1; }
hashes() { grep '"record": *"point"' "$1" | sed 's/.*"point": *"\([^"]*\)".*"passed": *\([0-9]*\).*"hash": *"\([0-9a-f]*\)".*/\1 \2 \3/'; }
run --out "$work/one" && cp "$work/out" "$work/tap"
point $? 'every generated case passes on opt'
run --out "$work/again" && cmp "$work/one" "$work/again"
point $? 'the same records again'
run -j 3 --out "$work/lanes" && cmp "$work/one" "$work/lanes" && cmp "$work/tap" "$work/out"
point $? '-j 3 gives the same records and the same TAP'
shards() {
    local k
    for k in 1 2 3; do run --shard $k/3 --out "$work/shard$k" || return; done
    [ "$(for k in 1 2 3; do hashes "$work/shard$k"; done | awk '{ n[$1] += $2 } END { for (p in n) print p, n[p] }' | sort)" = \
        "$(hashes "$work/one" | awk '{ print $1, $2 }' | sort)" ] || { why 'the shards do not add up'; return 1; }
}
shards
point $? 'three shards add up to the whole'
other() {
    run --seed 2 --out "$work/two.records" || { why 'seed 2 fails'; return 1; }
    local name
    name=$("$gatherum" list cases --tap full gather/mindspore@cpu/shapes/rank4-axis1-by4 | grep -m 1 /int32,)
    "$gatherum" show --seed 1 "$name" >"$work/a" && "$gatherum" show --seed 2 "$name" >"$work/b" || return
    ! cmp -s <(tail -n +2 "$work/a") <(tail -n +2 "$work/b") || { why 'seed 2 makes the same case'; return 1; }
}
other
point $? 'another seed makes other cases, which pass'

# A case by its printed name: alone, the same bytes as by any other way of naming it;
# saved as YAML, the same case again.
alone() {
    local name got
    "$gatherum" list cases --tap full "${topics[@]}" | awk 'NR % 9001 == 5' >"$work/names"
    [ "$(wc -l <"$work/names")" -ge 7 ] || { why "only $(wc -l <"$work/names") names"; return 1; }
    while read -r name; do
        got=$("$gatherum" run --backend opt --tap full "$name" 2>&1 | grep -c "^ok [0-9]* - opt: $name\$")
        same "$got" 1 "$name alone" || return
        "$gatherum" show "$name" >"$work/shown.yaml" || return
        # A large operand keeps its fill, which draws other data under another name.
        grep -q 'fill:' "$work/shown.yaml" && continue
        rm -rf "$work/back" && mkdir -p "$work/back/cases"
        op=${name%%/*} topic=$(echo "$name" | cut -d/ -f3)
        cp "$work/shown.yaml" "$work/back/cases/$op.$topic-saved.yaml"
        "$gatherum" show --path "$work/back" "${name/\/$topic\//\/$topic-saved\/}" >"$work/reread.yaml" || return
        cmp -s <(tail -n +2 "$work/shown.yaml") <(tail -n +2 "$work/reread.yaml") ||
            { why "$name read back differs: $(diff "$work/shown.yaml" "$work/reread.yaml" | head -n 4)"; return 1; }
    done <"$work/names"
}
alone
point $? 'a sample of cases by name, alone and saved as YAML'

echo "1..$tap_count"
finish
