#!/usr/bin/env bash
# oracle.t - libgatherum-ref, as a C program and a C++ program outside use it.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
out=$(realpath "${OUT:-build}")
. tests/cli/shards.sh
needs 'gcc g++' cc c++
lib=$out/lib

ask() { "$work/ask" "$@" >"$work/out" 2>&1; }
says() { ask "${@:2}" && { grep -qF -- "$1" "$work/out" || { why "$(cat "$work/out")"; return 1; }; }; }
# The archive may be built with sanitizers, which the programs then need too.
san=${SAN:+-fsanitize=$SAN}
built() { cc $san -std=c11 -Wall -Wextra -Werror -O2 -Iinclude -o "$work/ask" examples/oracle/ask.c "$lib/libgatherum-ref.a" -lm; }
short() { [ "$(wc -l < examples/oracle/ask.c)" -le 44 ]; }
# Only the functions of the header, and no other name of ours.
exports() {
    nm -D --defined-only "$lib/libgatherum-ref.so" | sed 's/.* //' | sort >"$work/is"
    grep -o 'gat_oracle_[a-z]*(' include/gatherum/oracle.h | tr -d '(' | sort -u >"$work/due"
    same "$(cat "$work/is")" "$(cat "$work/due")" "symbols" &&
        nm -g --defined-only "$lib/libgatherum-ref.a" | sed -n 's/^[0-9a-f]* . //p' | sort >"$work/is" &&
        same "$(cat "$work/is")" "$(cat "$work/due")" "symbols of the archive"
}
random() {
    c++ $san -std=c++11 -Wall -Wextra -Werror -Iinclude -O1 -o "$work/random" tests/fixtures/oracle/random_calls.cpp "$lib/libgatherum-ref.so" &&
        LD_LIBRARY_PATH=$lib "$work/random" 20000 >"$work/out" 2>&1 || { why "$(tail -n 3 "$work/out")"; return 1; }
}
hostile() {
    c++ $san -std=c++11 -Wall -Wextra -Werror -Iinclude -O1 -o "$work/hostile" tests/fixtures/oracle/hostile_calls.cpp "$lib/libgatherum-ref.a" -lm &&
        "$work/hostile" >"$work/out" 2>&1 || { why "$(tail -n 3 "$work/out")"; return 1; }
}

plan 10
check "a C program is built with the archive" built
check "the right row" says 'output: 3 4' gather/onnx-13 1
check "where a wrong value came from" says 'output[0,0] must be data[1,0] = 3.0 by indices[0] = 1 and is 1.0, which is data[0,0]' gather/onnx-13 1
check "an admitted answer" says '1 2 is admitted' gather/onnx-13 0
check "a bad index has a clause and a place" says 'indices, element 0, is 7' gather/onnx-13 7
check "an unknown variant" says "there is no variant 'gather/nonsense'" gather/nonsense
check "an unknown profile" says "names no profile" gather/onnx-13@nonsense
check "symbols" exports
check "20,000 random calls of a C++ program" random
check "calls that are no questions get reasons" hostile
