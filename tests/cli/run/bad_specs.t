#!/usr/bin/env bash
# bad_specs.t - variants that are wrong: one sentence with its place for each fault, exit 2, no crash.
#
# Each file goes through the program as a user's own, by --path.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/../refused.sh"
echo "TAP version 13"

# spec_bad NAME PLACE PART SED: a variant that SED makes of a good one, specs/$good.yaml; PLACE ends a
# file name, or is a pattern of lines whose first match gives the line.
good=gather/onnx-11
spec_bad() {
    local line=
    fresh
    sed -E "$4" "specs/$good.yaml" >"$work/d/specs/gather.mine-1.yaml"
    [ -n "$2" ] && line=$(grep -nE -m 1 -- "$2" "$work/d/specs/gather.mine-1.yaml" | cut -d: -f1)
    ! cmp -s "specs/$good.yaml" "$work/d/specs/gather.mine-1.yaml" || { why "the sed changes nothing"; false; } &&
        judge "gather.mine-1.yaml:${line:+$line:}" "$3" list specs --path "$work/d"
    point $? "spec: $1"
}

spec_bad "an unknown key" '^sorce:' "did you mean 'source'" 's/^source:/sorce:/'
spec_bad "another format" '^spec:' "format" 's/^spec: 2/spec: 7/'
spec_bad "the first format" '^spec:' "tools/setup/spec_convert.py" 's/^spec: 2/spec: 1/'
spec_bad "no title" '' "'title'" '/^title:/d'
spec_bad "a loop that does not exist" '^kernel:' "did you mean 'gather'" 's/^kernel: gather/kernel: gatherr/'
spec_bad "an unknown rule" 'axis_domian' "did you mean 'axis_domain'" 's/axis_domain:/axis_domian:/'
spec_bad "an unknown value of a rule" 'index_domain:' "did you mean 'wraps'" '/index_domain:/s/wraps/wrap/'
spec_bad "a value of a number that is none" 'data_rank_min' "a whole number from 0 on" 's/data_rank_min: 1/data_rank_min: one/'
spec_bad "rules that are no map" 'decides: index_domain' "map" 's/decides: .index_domain: wraps./decides: index_domain/'
spec_bad "a rule that two clauses decide" 'decides: .out_of_range: error, value' "gather-11/value" 's/out_of_range: error/&, value: formula/'
spec_bad "a rule that is supported and not decided" 'supports: .value.$' "decides rule value" '/decides: .value: formula/d'
spec_bad "an unknown rule that is supported" 'valve' "did you mean 'value'" '/supports:/s/value/valve/'
spec_bad "an unknown level" 'level: eror' "did you mean 'error'" 's/level: error/level: eror/'
spec_bad "an unknown type" '^types:' "did you mean 'uint8'" '/^types:/s/uint8/unit8/'
spec_bad "an unknown index type" '^index_types:' "whole numbers" '/^index_types:/s/int64/float32/'
spec_bad "a clause twice" '  - axis-negative: Only' "second time" 's/- axis-range:/- axis-negative:/'
spec_bad "a clause that is a word" '  - value$' "its id" 's/  - value: .*/  - value/; /^    where: summary$/d; /decides: .value/d'
spec_bad "a clause whose id is no name" 'Value' "a-z" 's/  - value:/  - Value:/'
spec_bad "a clause that is a list" '  - value: ' "text" 's/  - value: .*/  - value: [a]/'
spec_bad "a clause without a place" '  - shape-inference' "'where'" '/  - shape-inference/,/where/{/where/d}'
spec_bad "without something, and without a parent" '^without:' "parent" 's/^kernel:/without: [axis-range]\n&/'
good=take/torch-2.x
spec_bad "a decision that is no reading" 'decision:' "did you mean 'wraps'" 's/decision: nonnegative/decision: wrap/'
spec_bad "a decision that another clause contradicts" '  - index-domain:' "index_domain" 's/    decides: .value: formula/&, index_domain: wraps/'
spec_bad "readings of a clause that is clear" '^ +nonnegative:$' "ambiguous" '/level: ambiguous/s/ambiguous/must/'
spec_bad "an ambiguous clause without readings" '  - value:' "'readings'" 's/^    where: first sentence/&\n    level: ambiguous/'
spec_bad "clauses of a file that is not there" '  - gather/onnx-99:' "no variant 'gather/onnx-99'" 's/^clauses:/&\n  - gather\/onnx-99: [value]/'
spec_bad "a clause that is not in the file that is named" '  - gather/onnx-11:' "no clause 'valve'" 's/^clauses:/&\n  - gather\/onnx-11: [valve]/'
spec_bad "clauses of another file that are no words" '  - gather/onnx-11:' "word" 's/^clauses:/&\n  - gather\/onnx-11: {value: 1}/'
good=scatter_elements/numpy-2.x
spec_bad "data of a scatter that are repeated" '  - broadcast:' "no such value for scatter_elements" 's/off_axis: repeat/off_axis: broadcast/'
good=gather/onnx-1
spec_bad "a parent that does not exist" '^from:' "no variant 'gather/onnx-99'" 's/^from: .*/from: gather\/onnx-99/'
spec_bad "a parent that is itself" '^from:' "itself" 's/^from: .*/from: gather\/mine-1/'
spec_bad "a parent of the third generation" '^from:' "at most" 's/^from: .*/from: scatter_elements\/onnx-13/'
spec_bad "without a clause that the parent lacks" '^without:' "did you mean 'axis-range'" 's/^from: .*/&\nwithout: [axis-rnge]/; /^without/d'
fresh
printf 'spec: 2\nfrom: gather/onnx-11\nwithout: [value]\ntitle: x\nsource: {document: x, section: x}\n' >"$work/d/specs/gather.mine-1.yaml"
judge "specs/gather/onnx-11.yaml:" "no clause of gather/mine-1 decides rule value" list specs --path "$work/d"
point $? "spec: what a parent's clause supports is gone, and both are named"
fresh
for k in 1:2 2:1; do printf 'spec: 2\nfrom: gather/mine-%s\ntitle: x\nsource: {document: x, section: x}\n' "${k#*:}" >"$work/d/specs/gather.mine-${k%:*}.yaml"; done
judge "gather.mine-2.yaml:2:" "itself" list specs --path "$work/d"
point $? "spec: two parents in a circle"
good=gather/onnx-11
spec_bad "no examples" '' "example" '/^examples:/,$d'
spec_bad "an empty list of examples" 'examples:' "example" '/^examples:/,$d; $a examples: []
s/^(status:.*)/\1/'
spec_bad "an example with an unknown key" 'indexes:' "did you mean 'indices'" 's/^    indices:/    indexes:/'
spec_bad "an unknown kind of attribute" 'axis: .kind' "did you mean 'int'" 's/kind: int,/kind: itn,/'
spec_bad "a replacement that does not exist" '^status:' "did you mean 'scatter/onnx-9'" 's/^kernel:/status: {deprecated-by: scater\/onnx-9}\n&/'
spec_bad "a status that does not exist" '^status:' "'current'" 's/^kernel:/status: new\n&/'
spec_bad "no source" '' "'source'" '/^source:/d'

name_bad() {
    fresh
    cp specs/gather/onnx-11.yaml "$work/d/specs/$2"
    judge "$2" "$3" list specs --path "$work/d"
    point $? "spec: $1"
}
name_bad "a variant that is already there" gather.onnx-11.yaml "already"
name_bad "a name without a variant" gather.yaml "<operator>.<name>.yaml"
name_bad "a name with '@'" gather.a@b.yaml "a-z"
fresh
sed 's/^title:/alias: mindspore\n&/' specs/gather/onnx-11.yaml >"$work/d/specs/gather.mindspore-3.x.yaml"
judge "gather.mindspore-3.x.yaml:" "mindspore" list specs --path "$work/d"
point $? "spec: an alias that another variant has"
fresh
sed 's|^title:|like: scatter/onnx-9\n&|' specs/gather/onnx-11.yaml >"$work/d/specs/gather.twin.yaml"
judge gather.twin.yaml "no variant of gather" list specs --path "$work/d"
point $? "spec: like a variant of another operator"
fresh
sed 's|^title:|like: gather/openvino-8\n&|' specs/gather/onnx-11.yaml >"$work/d/specs/gather.twin.yaml"
judge gather.twin.yaml "itself like 'gather/mindspore-2.x'" list specs --path "$work/d"
point $? "spec: like a variant that is like another"

echo "1..$tap_count"
finish
