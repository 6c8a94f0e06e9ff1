#!/usr/bin/env bash
# gpu_readings.t - the kernels of gpu/ read as C: policies and orders through the program, and under sanitizers that must find
# what is seeded.
# sanitizers: no, it builds what it needs with its own.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 20

# judged OPTIONS PATTERN...: all of it conforms.
judged() {
    local options=$1
    shift
    timeout 60 "$gatherum" run --draw 30 --backend "gpu_host:$options" "$@" >"$work/out" 2>"$work/err" && return
    why "$(head -c 300 "$work/err")" "$(grep -m 3 -A 4 '^not ok' "$work/out")"
    return 1
}

claims() { "$gatherum" list backends --backend "$1" | sed -n 's/.*claims \([0-9]*\) variants.*/\1/p'; }
same "$(claims gpu_host)" "$(claims ref)" "variants claimed"
point $? "each variant that ref claims is claimed"
# A policy shows where the document leaves the answer open.
for policy in error clamp wrap zero fill drop; do
    judged "policy=$policy" 'gather/mindspore-2.x@npu/undefined' 'gather/mindspore-2.x@npu/index-edges' 'scatter/onnx-9/index-edges' scatter/onnx-9/errors
    point $? "policy=$policy where an index out of range may do anything"
done
for options in order=first order=last order=any,threads=3; do
    judged "$options" 'scatter_elements/onnx-11/duplicates/*'
    point $? "$options with several updates of one element"
done
judged threads=3 'scatter_elements/torch-scatter_reduce-2.x/*/float16,int64' 'scatter_nd/onnx-18/*/bfloat16,int64'
point $? "reductions with threads"
"$gatherum" run --backend gpu_host:threads=0 'gather/onnx-13/document/*' >"$work/out" 2>"$work/err"
[ $? = 2 ] && grep -q 'threads=1...64' "$work/err"
point $? "an option that makes no sense is refused, with those that there are"
"$gatherum" run --backend gpu_host:policy=clamp gather/onnx-13/index-edges >"$work/out" 2>"$work/err"
[ $? = 1 ] && grep -q "it does what it declares, 'clamp'" "$work/out" && ! grep -q 'nor does it' "$work/out"
point $? "a policy that the document forbids fails, and is what was declared"

# built NAME SANITIZER [SED]: reading.c over the sources of gpu/, with one fault if SED makes it.
built() {
    mkdir -p "$work/$1" && cp gpu/*.[ch] "${OUT:-build}"/gen/gpu_{table.c,rules.h} backends/gpu_host.c "$work/$1/" || return
    if [ -n "${3-}" ]; then
        sed -i "$3" "$work/$1"/kernel*.h
        cat gpu/kernel*.h | cmp -s - <(cat "$work/$1"/kernel*.h) && { why "nothing was seeded"; return 1; }
    fi
    cc -std=c11 -D_GNU_SOURCE -DGAT_VERSION='"test"' -O1 -g -pthread -fsanitize="$2" -fno-sanitize-recover=all -Iinclude \
        -I"$work/$1" -o "$work/$1.out" "$work/$1"/*.c tests/fixtures/gpu/reading.c >"$work/err" 2>&1 || { why "$(head -5 "$work/err")"; return 1; }
}
# clean NAME OPTIONS: right, and nothing found.  caught NAME OPTIONS TEXT: found, by that name.
clean() { "$work/$1.out" "$2" >"$work/out" 2>&1 || { why "$(head -c 600 "$work/out")"; return 1; }; }
caught() { ! clean "$@" 2>/dev/null && tap_why='' && grep -q "$3" "$work/out" || { why "no '$3': $(head -c 300 "$work/out")"; return 1; }; }

built memory address,undefined && clean memory threads=2
point $? "AddressSanitizer and UBSan find nothing"
built order bounds 's/return step == 0 ? at :/return step == 0 ? w->rows - 1 - at :/' && caught order '' 'calls wrong'
point $? "... and sums of few updates are made in the order of updates"
built bound address 's/index >= 0 && index < extent/index >= 0 \&\& index <= extent/; s/index += extent/index + extent + 1/; s/return index + extent;/return index + extent + 1;/' &&
    caught bound '' heap-buffer-overflow
point $? "... but a kernel that reads one past the axis"
if built threads thread && { "$work/threads.out" threads=4 >"$work/out" 2>&1 || ! grep -q 'unexpected memory mapping' "$work/out"; }; then
    clean threads threads=4
    point $? "ThreadSanitizer finds nothing with work-items as threads"
    caught threads order=any,threads=4 'data race'
    point $? "... but the race of updates that are placed in any order"
    built vote thread 's/k_atomic(at, (k_u64)(v), 1)/(*(at) = *(at) > (v) ? *(at) : (v))/' && caught vote threads=4 'data race'
    point $? "... and an election without an atomic operation"
    built list thread 's/K_DIGIT = 6/K_DIGIT = 2/; s/\*to = k_list(w, notes, step + 1)/*to = k_list(w, notes, step)/' && caught list threads=4 'data race'
    point $? "... and rows that are moved inside the list that they come from"
else
    for name in "ThreadSanitizer" "a race of updates" "an election" "a list"; do skip "$name" "ThreadSanitizer does not run here"; done
fi
finish
