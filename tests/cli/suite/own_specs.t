#!/usr/bin/env bash
# own_specs.t - a variant in a folder of --path is judged by ref, opt and gpu_host that were built with it.
#
# SPDX-License-Identifier: Apache-2.0
# sanitizers: no: objects are linked once more
. "$(dirname "$0")/../tap.sh"

mkdir -p "$work/own/specs/gather" "$work/build"
cat >"$work/own/specs/gather/drops-1.yaml" <<'YAML'
spec: 2
from: gather/onnx-13
title: Gather that leaves zeros where an index points outside
ids: drops-1
source: {document: onnx-gather-1-11-13, section: Gather - 13}
without: [out-of-range]
clauses:
  - outside: An index outside gives zeros.
    where: our own
    decides: {out_of_range: zero}
YAML
mkdir -p "$work/own/specs/scatter_elements"
cat >"$work/own/specs/scatter_elements/numbers-win-1.yaml" <<'YAML'
spec: 2
from: scatter_elements/torch-scatter_reduce-2.x
title: A scatter whose minimum of a number and a NaN is the number
ids: numbers-win-1
source: {document: torch-documentation, section: torch.Tensor.scatter_reduce_}
without: [nan]
clauses:
  - nan: A number wins.
    where: our own
    decides: {nan: ignored}
YAML
built() {
    cp -Rp "$out/obj" "$out/gatherum" "$work/build" &&
        make -s OUT="$work/build" SPECS="$work/own" "$work/build/backends/"{ref,opt,gpu_host}.so >"$work/make.log" 2>&1 ||
        { sed 's/^/# /' "$work/make.log"; return 1; }
}
judged() {
    gat run -q --draw 0 --path "$work/own" --backend "$work/build/backends/$1.so" gather/drops-1/{order,index-edges}
    same "$code" 0 "exit code" && has "$1: conforms" && ! grep -q '^0 cases judged' "$work/out"
}
known() {
    judged "$1" && gat run -q --draw 0 --path "$work/own" --backend "$work/build/backends/ref.so" scatter_elements/numbers-win-1/document && same "$code" 0 "exit code of ref" || return
    gat run -q --draw 0 --path "$work/own" --backend "$work/build/backends/$1.so" scatter_elements/numbers-win-1/document
    same "$code" 2 "exit code" && grep -q 'no backend claims what was selected' "$work/err"
}
# The rules of our own file are asked, not those of the parent.
rule_counts() {
    sed -i 's/out_of_range: zero/out_of_range: clamp/' "$work/own/specs/gather/drops-1.yaml"
    gat run -q --draw 0 --path "$work/own" --backend "$work/build/backends/ref.so" gather/drops-1/{order,index-edges}
    same "$code" 1 "exit code" && has 'ref: DOES NOT CONFORM'
}
unknown() {
    gat run -q --draw 0 --path "$work/own" --backend "$out/backends/ref.so" gather/drops-1
    same "$code" 2 "exit code" && grep -q 'no backend claims what was selected' "$work/err"
}

plan 6
check "ref, opt and gpu_host are built with another folder of specs" built
check "ref judges its variant" judged ref
check "opt judges its variant" judged opt
check "gpu_host judges its variant, and claims none with a rule that its kernels do not know" known gpu_host
check "what its file decides counts" rule_counts
check "ref without it does not claim it" unknown
finish
