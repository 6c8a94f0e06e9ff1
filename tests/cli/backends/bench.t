#!/usr/bin/env bash
# bench.t - gatherum bench: what it refuses, what it prints, what it finds wrong.  How
# fast anything is belongs to no test.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 24

# refused PART ARGUMENTS...: exit 2, or $want, and one sentence with PART in it.
refused() {
    local part=$1
    shift
    timeout 60 "$gatherum" bench "$@" >"$work/out" 2>"$work/err"
    same $? "${want:-2}" "exit code" || return
    [ "$(wc -l <"$work/err")" = 1 ] || { why "one sentence: $(cat "$work/err")"; return 1; }
    grep -qF -- "$part" "$work/err" || { why "no '$part' in: $(cat "$work/err")"; return 1; }
}

refused "no workload" nonsense
point $? "nothing that can be measured"
refused "takes no pattern" harness nonsense
point $? "a pattern for the harness"
refused "at most" harness --backend ref --backend opt
point $? "two backends"
refused "No such file" harness --backend ./nowhere.so
point $? "a backend that is not there"
refused "No such file" --quick --backend ./nowhere.so
point $? "a backend that is not there, of a row"
refused "whole number" --threads 1.5
point $? "half a thread"

# measured STATUS ARGUMENTS...: a quick bench as JSON in $work/out.
measured() {
    local status=$1
    shift
    timeout 120 "$gatherum" bench --quick --json "$@" >"$work/out" 2>"$work/err"
    same $? "$status" "exit code; stderr: $(head -c 300 "$work/err")"
}
field() { jq -r "$1" "$work/out"; }

every_row() {
    measured 0 --backend opt || return
    same "$(field '.rows | length')" "$("$gatherum" bench --list | grep -cv ' sweep ')" "rows" || return
    field '.rows[] | .workload as $w | .cells | select(length != 3 or any(.gigabytes_per_second.median <= 0
        or .seconds.low > .seconds.median or .seconds.high < .seconds.median)) | $w' >"$work/odd"
    [ ! -s "$work/odd" ] || { why "rows without figures: $(cat "$work/odd")"; return 1; }
}
every_row
point $? "opt, memcpy and stream have figures in every row"

two_backends() {
    measured 0 --backend opt --backend ref 'hot*' || return
    same "$(field '[.rows[].cells[] | select(.name == "ref") | .verdict] | map(select(IN("faster", "even", "slower"))) | length')" 2 "verdicts" || return
    same "$(field .against_checking_peers.rows)" 2 "rows of the summary" || return
    same "$(field '.against_each | map_values(.rows) | tostring')" '{"ref":2}' "summaries of each other"
}
two_backends
point $? "the second backend is compared with the first"

# A gather that is wrong, dies or refuses is told so, and the bench goes on.
found() {
    local sentence=$1 name
    name=$(basename "${2%.so*}")
    measured 1 --backend "$2" --backend opt 'Gather a0 row64*' || return
    same "$(field ".rows[].cells[] | select(.name == \"$name\") | .left_out" | sort -u | grep -c "$sentence")" 1 "reasons with '$sentence' in $(field '.rows[].cells[].left_out' | sort -u)" || return
    same "$(field '[.rows[].cells[] | select(.name == "opt" and .seconds.median > 0)] | length')" "$(field '.rows | length')" "rows of opt"
}
found "WRONG" "$out/tests/saboteurs/last_element_left.so"
point $? "a wrong answer"
cheats() {
    local name
    for name in replays_when_timed idle_when_timed returns_early; do
        measured 1 --backend "$out/tests/plugins/$name.so" --backend opt 'Gather a0 row64*' || { why "$name"; return 1; }
        same "$(field ".rows[].cells[] | select(.name == \"$name\") | .left_out // \"measured\"" | grep -vc WRONG)" 0 "rows in which $name has a figure" || return
    done
}
cheats
point $? "what works in the first calls alone, or later than it says, has no figure"
# written for x86-64
[ "$(uname -m)" != x86_64 ] || found "lasted half as long again" "$out/tests/plugins/slows_the_clock.so"
point $? "a process that has slowed its clock has no figure"
boxed() {
    timeout 120 "$gatherum" bench --quick --backend "$out/tests/plugins/writes_files.so" --backend opt 'Gather a0 row64 tab1M uniform i64' \
        >"$work/out" 2>"$work/err"
    same $? 0 "exit code: $(cat "$work/err" "$work/out")"
}
boxed
point $? "a backend is measured in the sandbox that it is judged in"
found "died of signal" "$out/bench/dies.so:always"
point $? "a death"

partial() {
    measured 0 --backend "$out/tests/plugins/good.so" --backend opt 'ScatterElements*' || return
    same "$(field '.rows[0].cells[] | select(.name == "good") | .left_out')" "not claimed" "why"
}
partial
point $? "a row that is not claimed"

# numpy checks indices in one form and not in the other; without it that is what is said.
numpy_peer() {
    measured 0 --backend opt --backend numpy 'Gather a0*' 'Gather a1*' 'Gather b1*' '*Elements*' || return
    same "$(field '[.rows[].cells[] | select(.name == "numpy raise" and .seconds.median > 0)] | length')" "$(field '.rows | length')" "rows of numpy raise" || return
    same "$(field '[.rows[].cells[] | select(.name == "numpy clip") | .checks] | unique | tostring')" "[false]" "does clip check" || return
    same "$(field '[.rows[].cells[] | select(.name == "numpy clip" and .left_out == "not claimed") | 1] | length')" 6 "rows without clip"
}
if [ -d "$out/peers/numpy" ]; then
    numpy_peer
    point $? "numpy beside opt"
else
    skip "numpy beside opt" "make peers installs it"
fi

# A folder without peers: a program that lies there has none.
absent() {
    mkdir -p "$work/bin/backends" && ln "$gatherum" "$work/bin/gatherum" 2>/dev/null || cp "$gatherum" "$work/bin/gatherum"
    ln -s "$(realpath "$out/backends/opt.so")" "$work/bin/backends/opt.so"
    GATHERUM_HOME=$PWD timeout 60 "$work/bin/gatherum" bench --quick 'hot*' >"$work/out" 2>"$work/err"
    same $? 0 "exit code with a peer that is absent: $(cat "$work/err")" || return
    same "$(grep -c "^# [a-z]* left out: .*make peers" "$work/out")" 2 "lines about absent peers" || return
    GATHERUM_HOME=$PWD timeout 60 "$work/bin/gatherum" bench --quick --backend numpy 'hot*' >"$work/out" 2>"$work/err"
    same $? 3 "exit code when it is named" || return
    grep -q "^gatherum: numpy: .*make peers PEERS=numpy" "$work/err" || { why "$(cat "$work/err")"; return 1; }
    GATHERUM_HOME=$PWD timeout 60 "$work/bin/gatherum" bench --quick --backend torch_cuda 'hot*' >"$work/out" 2>"$work/err"
    same $? 3 "exit code when it is torch on a GPU" || return
    grep -q "^gatherum: torch_cuda: .*make peers PEERS=torch " "$work/err" || { why "$(cat "$work/err")"; return 1; }
}
if python3 -c 'import numpy' 2>/dev/null || python3 -c 'import torch' 2>/dev/null || ! command -v python3 >/dev/null; then
    skip "peers that are absent" "python3 has one of its own, or is absent itself"
else
    absent
    point $? "peers that are absent"
fi

table() {
    timeout 120 "$gatherum" bench --quick --backend opt --backend ref 'Gather a0 row64*' >"$work/out" 2>"$work/err"
    same $? 0 "exit code" || return
    grep -q '^Gather a0 row64 tab1M uniform i64 .* ref: [0-9.]* \[[0-9.]*, [0-9.]*\] ' "$work/out" &&
        grep -q '^# opt / best checking peer: geometric mean ' "$work/out" &&
        grep -q '^# buffers: private, ' "$work/out" && return
    why "$(cat "$work/out")"
    return 1
}
table
point $? "the table for people"
# A function of Python needs no library here: its operands are memoryviews.
functions=$work/functions.py
cat >"$functions" <<'END'
def pick(data, indices, axis=0):
    return memoryview(b"".join(bytes(data[i:i + 1]) for i in indices)).cast("B").cast(data.format)


def first(data, indices, axis=0):
    return memoryview(bytes(data[:1]) * len(indices)).cast("B").cast(data.format)


def short(data, indices, axis=0):
    return data[:0]
END
of_function() {
    measured "$1" --backend "$functions:$2:arrays=memoryview" --like onnx.Gather-13 'hot Gather a0 row4*' || return
    same "$(field ".rows[0].cells[] | select(.name == \"$2\") | $3")" "$4" "the cell"
}
of_function 0 pick '.gigabytes_per_second.median > 0' true
point $? "a function of Python has figures"
of_function 1 first .left_out "WRONG: its answer is not that of the plain loop"
point $? "a function of Python that is wrong"
of_function 1 short .left_out "ValueError: its answer has 0 bytes where 64 are due"
point $? "a function of Python with an answer of another size"
# One instruction set for all: an option for backends, variables for others.
cat >"$work/kept.py" <<'END'
import os

def kept(data, indices, axis=0):
    assert os.environ.get("ATEN_CPU_CAPABILITY") == "default", "torch is not told"
    assert {"X86_V3", "AVX2"} <= set(os.environ.get("NPY_DISABLE_CPU_FEATURES", "").split()), "numpy is not told"
    return memoryview(b"".join(bytes(data[i:i + 1]) for i in indices)).cast("B").cast(data.format)
END
levels() {
    measured 0 --level base --backend "$work/kept.py:kept:arrays=memoryview" --like onnx.Gather-13 'hot Gather a0 row4*' || { why "$(field '.rows[].cells[].left_out')"; return 1; }
    measured 0 --level base --backend opt --backend opt:level=base --backend ref 'hot Gather a0 row4*' || return
    same "$(field '.level, (.contenders[] | "\(.level):\(.level_kept)")' | tr '\n' ' ')" "base base:true :false :false " "levels" || return
    same "$(field .against_checking_peers)" null "a summary against peers that do not keep to it"
}
levels
point $? "one level for all"
refused "--level is base, avx2 or avx512" --level avx3 --quick --backend opt 'hot*'
point $? "a level that nobody knows"
numpy_level() {
    measured 0 --level base --backend opt --backend numpy 'hot Gather a0 row4*' || return
    same "$(field '.contenders[] | select(.name == "numpy") | .level')" base "level of numpy" || return
    same "$(field .against_checking_peers.rows)" 1 "rows beside it"
}
if [ -d "$out/peers/numpy" ]; then
    numpy_level
    point $? "numpy keeps to the level"
else
    skip "numpy keeps to the level" "make peers installs it"
fi
refused "this is an adapter" --quick --backend backends/jax.py 'hot*'
point $? "an adapter is no contender"
finish
