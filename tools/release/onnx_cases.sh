#!/bin/sh
# onnx_cases.sh GATHERUM DIR - do the node tests that are exported from our cases pass where ONNX models are read?
#
# Every written case of an ONNX variant that a node test can hold, in its first element type, goes to DIR/onnx and is
# loaded and run by onnx_cases.py in ONNX Runtime and the reference evaluator, as far as build/peers has them.  What
# fails has to be a deviation that the records in DIR tell of.  Exit 1: something else fails.
#
# SPDX-License-Identifier: Apache-2.0
set -u
gatherum=$1 dir=$2
peers=$(cd "$(dirname "$gatherum")" && pwd)/peers
[ -d "$peers/onnx" ] || { echo "node tests: left out: no onnx in build/peers (make peers PEERS='onnx onnxruntime')"; exit 0; }
start=$(date +%s)
rm -rf "$dir/onnx" && mkdir -p "$dir/onnx" || exit 3
"$gatherum" export onnx --all 'gather*/onnx-*' 'scatter*/onnx-*' -o "$dir/onnx" >"$dir/onnx.said" || { tail -n 1 "$dir/onnx.said"; exit 1; }
cat "$dir"/onnx_reference.jsonl "$dir"/onnxruntime.jsonl 2>/dev/null |
    jq -c 'select(.record == "case" and .verdict != "weak" and .verdict != "inconsistent-reading") | [.backend, .case]' >"$dir/onnx.known"
PYTHONPATH=$peers/onnx:$peers PYTHONSAFEPATH=1 PYTHONDONTWRITEBYTECODE=1 \
    python3 "$(dirname "$0")/onnx_cases.py" "$dir/onnx.said" "$dir/onnx.known"
code=$?
echo "node tests: in $(($(date +%s) - start)) s"
exit $code
