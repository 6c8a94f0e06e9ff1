#!/usr/bin/env bash
# search.t - gatherum fuzz, shrink and diff in short, for sanitizers too: what they run breaks no memory.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 6

# ended CODE: and nothing on stderr, where sanitizers speak.
ended() { same "$code, $(head -n 5 "$work/err")" "$1, " "exit code, and what is on stderr"; }

gat fuzz --backend ref --cases 4000 --time 100 --out "$work/ref"
ended 0
point $? "drafts of all variants"
gat fuzz --backend "$out/tests/saboteurs/int8_saturates.so" --cases 1500 --time 100 --out "$work/readings" scatter_elements
ended 1 && grep -q '^inconsistent-reading' "$work/out"
point $? "answers that contradict each other"
gat fuzz --backend "$out/tests/saboteurs/longer_updates_in_step.so" --cases 3000 --time 100 --out "$work/longer" scatter_elements/torch-scatter_add-2.x
ended 1 && grep -q '^wrong-value: ' "$work/out"
point $? "updates that reach farther than indices"
gat fuzz --backend "$out/tests/saboteurs/shape_ignores_batches.so" --cases 600 --time 100 --out "$work/shapes" gather/mindspore-2.x gather/onnx-13
ended 1 && grep -q 'no step makes it smaller' "$work/out"
point $? "a find is shrunk"
gat shrink --backend "$out/tests/saboteurs/minus_zero_lost.so" scatter_elements/onnx-18/updates/specials
ended 1
point $? "a written case is shrunk"
gat diff gather/onnx-1 gather/jax-take-clip-0.x
ended 0 || ended 1
point $? "two variants are compared"
finish
