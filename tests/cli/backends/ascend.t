#!/usr/bin/env bash
# ascend.t - the backend ascend: absent, and through stand-ins for CANN whose every error
# becomes the verdict that it deserves.
# sanitizers: no, test_standin calls the same libraries there.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gat_limit=60
codes=$(sed -n 's/^ *X([A-Z_]*, \([0-9]*\), ".*/\1/p' ascend/cann.h)
operators="aclnnGatherV2 aclnnIndexSelectGetWorkspaceSize aclnnIndexSelect aclnnEmbeddingGetWorkspaceSize aclnnEmbedding aclnnGatherGetWorkspaceSize aclnnGather aclnnScatterGetWorkspaceSize aclnnScatter aclnnScatterAddGetWorkspaceSize aclnnScatterAdd aclnnGatherNdGetWorkspaceSize aclnnGatherNd aclnnScatterNdGetWorkspaceSize aclnnScatterNd"
runtime="aclInit aclrtGetDeviceCount aclrtSetDevice aclrtCreateStream aclrtGetVersion"
calls="aclrtMalloc aclrtMemcpy aclrtSynchronizeStream aclCreateTensor"
words() { echo $#; }
# shellcheck disable=SC2086
plan $(($(words $codes) + $(words $operators $runtime $calls) + 16))

has() { grep -q -- "$1" "$work/out" || { why "no '$1' in: $(tail -n 4 "$work/out") $(head -n 2 "$work/err")"; return 1; }; }
says() { grep -qF -- "$1" "$work/err" && same "$(wc -l <"$work/err")" 1 "lines" || { why "$(cat "$work/err")"; return 1; }; }
one='gather/onnx-13/document/rows/float32,int64'

unset ASCEND_HOME_PATH
gat run --backend ascend "$one"
if [ "$code" = 0 ]; then
    skip "no CANN: one line, by name" "this machine has CANN"
    skip "no CANN: one line, among all" "this machine has CANN"
else
    same "$code" 3 "exit code" && says 'no CANN on this machine: libascendcl.so is not found; source its set_env.sh'
    point $? "no CANN: one line, by name"
    gat run "$one"
    same "$code" 0 "exit code" && has '# SKIP no CANN on this machine: ' && same "$(grep -c 'ascend #' "$work/out")" 1 "lines"
    point $? "no CANN: one line, among all"
fi
export ASCEND_HOME_PATH=$out/tests/cann

passes() {
    gat run --backend ascend "$@"
    same "$code" 0 "exit code: $(grep -m 2 -A 3 '^not ok' "$work/out") $(head -n 2 "$work/err")"
    point $? "conforms: $1 ..."
}
passes gather/onnx-13/document gather/onnx-13/types gather/onnx-13/negative gather/onnx-13/errors
passes gather/mindspore/batch gather/mindspore/undefined gather/mindspore/empty gather/mindspore/bad-types
passes gather_elements/onnx-13/negative gather_elements/onnx-13/errors gather_elements/torch/undefined gather_elements/torch/types
passes scatter/onnx-11/edges scatter/onnx-9/errors scatter_elements/onnx-11/duplicates scatter_elements/onnx-11/in-place
passes gather_nd/onnx-13/batch gather_nd/onnx-11/negative gather_nd/onnx-13/errors gather_nd/mindspore/depth gather_nd/aclnn/aclnn
passes scatter_nd/onnx-11/blocks scatter_nd/onnx-18/document scatter_nd/onnx-13/negative scatter_nd/mindspore/depth scatter_nd/aclnn/aclnn
passes scatter_elements/onnx-16/reductions scatter_elements/onnx-16/sums scatter_elements/aclnn/aclnn gather_elements/aclnn/aclnn gather/aclnn-gather-v2/aclnn
passes scatter_elements/aclnn-scatter-add/document scatter_elements/aclnn-scatter-add/errors scatter_elements/aclnn-scatter-add/sums scatter_elements/aclnn-scatter-add/sizes
passes gather/aclnn-index-select/aclnn gather/aclnn-index-select/types gather/aclnn-embedding/embedding

gat run --backend ascend "$one"
has 'backend ascend: ascend 1.0.7 Ascend910B1, profile npu a2a3'
point $? "version and product are told"
STANDIN_CHIP=Ascend950PR_9589 gat run --backend ascend "$one" gather_elements/onnx-13/document
has 'Ascend950PR_9589, profile npu 950' && has 'gather_elements/onnx-13 .* no '
point $? "950: gather_elements is not documented, and not claimed"
STANDIN_CHIP=Ascend310P3 gat run --backend ascend gather/onnx-13/types
has 'not claimed: element type bfloat16'
point $? "310P: bfloat16 is not documented, and not claimed"
STANDIN_DEVICES=0 gat run --backend ascend "$one"
same "$code" 3 "exit code" && says 'CANN knows 0 devices, and number 0 is wanted'
point $? "no device: one line"

gat run --backend ascend:first "$one"
same "$code" 2 "exit code" && grep -q '"first" is no option of ascend' "$work/err"
point $? "an option that there is not"

# An error of the library, and what the judge makes of it.
verdict_of() {
    case $1 in
    100000 | 161001 | 161002) echo refused ;;
    200001 | 561003 | 561107 | 561112) echo broken-claim ;;
    *) echo internal-error ;;
    esac
}
for c in $codes; do
    STANDIN_INJECT=aclnnGatherV2GetWorkspaceSize=$c gat run --backend ascend "$one"
    same "$code" 1 "exit code" && has "$(verdict_of "$c"): $one" && has "aclnnGatherV2GetWorkspaceSize: $c"
    point $? "code $c: $(verdict_of "$c")"
done
for name in $operators $calls; do
    case $name in
    *IndexSelect*) case=gather/aclnn-index-select-8.x/document ;;
    *Embedding*) case=gather/aclnn-embedding-8.x/document ;;
    *GatherNd*) case=gather_nd/onnx-13/document/elements/float32,int64 ;;
    *ScatterNd*) case=scatter_nd/aclnn-8.x/document/elements ;;
    *ScatterAdd*) case=scatter_elements/aclnn-scatter-add-8.x/document ;;
    *Scatter*) case=scatter/onnx-11/document ;;
    aclnnGather | aclnnGatherGet*) case=gather_elements/onnx-13/document ;;
    *) case=$one ;;
    esac
    STANDIN_INJECT=$name=507035 gat run -x --backend ascend "$case"
    same "$code" 1 "exit code" && has '^#   \(internal-error\|refused\): '
    point $? "$name fails"
done
for name in $runtime; do
    STANDIN_INJECT=$name=507035 gat run --backend ascend "$one"
    same "$code" 3 "exit code" && says "$name: 507035, exception of a vector core"
    point $? "$name fails: one line"
done
finish
