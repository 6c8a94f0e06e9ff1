#!/usr/bin/env bash
# caches.t - what compilers keep is shared by the workers of one backend in one run, and by nobody else.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
plugin=$(realpath "${OUT:-build}")/tests/plugins/keeps_cache.so
plan 7
mkdir "$work/tmp" "$work/named"
cp "$plugin" "$work/other.so"
gat() { env -u XDG_CACHE_HOME -u POCL_CACHE_DIR TMPDIR="$work/tmp" "$@" >"$work/out" 2>"$work/err"; }
# said MADE FOUND: so many files were made and found in each of four caches, and none was refused.
said() {
    for cache in POCL_CACHE_DIR XDG_CACHE_HOME CUDA_CACHE_PATH TRITON_CACHE_DIR; do
        same "$(grep -c " made .*/$cache\$" "$work/err") $(grep -c " found .*/$cache\$" "$work/err")" "$1 $2" "made and found in $cache; $(head -c 600 "$work/err")" || return
    done
}
gone() { # what was made below TMPDIR
    grep -q "$work/tmp/gatherum-" "$work/err" && same "$(ls "$work/tmp")" "" "left behind"
}

gat "$gatherum" run --backend "$plugin" -j 3 'gather/onnx-13/document/*'
same $? 0 "exit code" && said 1 2 && gone
point $? "lanes of a run have one cache, which goes with the run"
gat "$gatherum" run --backend "$plugin" --backend "$work/other.so" -j 2 'gather/onnx-13/document/*'
same $? 0 "exit code" && said 2 2 && gone
point $? "two backends of a run have two"
gat "$gatherum" fuzz --backend "$plugin" -j 3 --cases 30 --time 60 --out "$work/finds" gather/onnx-13
same $? 0 "exit code" && said 1 2 && gone
point $? "searches at a time have one"
gat "$gatherum" fuzz --backend "$plugin" --backend "$work/other.so" -j 2 --cases 30 --time 60 --out "$work/finds" gather/onnx-13
same $? 0 "exit code" && said 2 2 && gone
point $? "... and another for the next backend"
gat env XDG_CACHE_HOME="$work/named" "$gatherum" run --backend "$plugin" -j 2 'gather/onnx-13/document/*'
same $? 0 "exit code" && said 1 1 && [ -e "$work/named/XDG_CACHE_HOME" ] && gone
point $? "a cache that the user names stays"
gat env XDG_CACHE_HOME="$work/named" "$gatherum" run --backend "$plugin" 'gather/onnx-13/document/*'
grep -q " found $work/named/XDG_CACHE_HOME" "$work/err" && grep -q ' made .*/POCL_CACHE_DIR' "$work/err"
point $? "... for the next run, and no other does"
# Without asking for it: files are made in the scratch folder of each lane.
sed 's/^GAT_NEEDS.*//; /"plugin.h"/s,.*,#include "'"$PWD"'/tests/fixtures/plugins/plugin.h",' tests/fixtures/plugins/kept/keeps_cache.c >"$work/asks.c"
cc -std=c11 -D_GNU_SOURCE -shared -fPIC -Iinclude -o "$work/asks.so" "$work/asks.c" 2>"$work/log" || why "$(head -n 5 "$work/log")"
gat env XDG_CACHE_HOME="$work/named" "$gatherum" run --backend "$work/asks.so" -j 3 'gather/onnx-13/document/*'
same $? 0 "exit code" && said 3 0 && gone
point $? "who does not ask for a cache has none that lasts"
finish
