#!/usr/bin/env bash
# lint.t - gatherum.lint: what inputs of a test cannot see, in sentences.
# sanitizers: no, it is Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no python3 of version 3.10 here'
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1 GATHERUM=$gatherum
# sees INPUTS LIKE SENTENCE...: these are found, and no other.
sees() {
    local got
    got=$(python3 -c 'import sys, gatherum
def changes(**inputs):
    inputs["index"][0][0] = 7
more = {"reference": changes} if len(sys.argv) > 3 else {}
print("\n".join(gatherum.lint(eval(sys.argv[1]), like=sys.argv[2], **more)))' "$1" "$2" ${reference:+x} 2>&1)
    same "$got" "$(printf '%s\n' "${@:3}")" 'sentences'
}
bounds='no index is outside its axis, so that no check of bounds is seen'
plan 9
check 'good inputs have nothing but the bounds' sees '{"a": [1, 2, 3], "indices": [2, -3, 1], "axis": 0}' numpy.take "$bounds"
check 'both ends, and negative ones' sees '{"input": [[1, 2, 3], [4, 5, 6]], "dim": 1, "index": [[1], [1]]}' torch.gather \
    'no index reaches the first element of an axis' 'no index reaches the last element of an axis' 'no index is negative' "$bounds" \
    'all indices are 1: a function that reads only the first passes'
check 'an index outside' sees '{"data": [1, 2, 3], "indices": [0, 2, -4]}' onnx.Gather \
    'index -4 is outside an axis of 3: a result is due only if the document says which'
check 'duplicates' sees '{"self": [[0, 1], [2, 3]], "dim": 0, "index": [[0, 1], [0, -2]], "src": [[5, 6], [7, 8]]}' torch.scatter \
    '2 updates go to [0, 0]: the answer is not unique unless the document says which stays' "$bounds"
check 'tuples that name one element in two ways' sees '{"data": [1, 2, 3], "indices": [[2], [-1], [0]], "updates": [5, 6, 7]}' onnx.ScatterND-11 \
    '2 updates go to [2]: the answer is not unique unless the document says which stays' "$bounds"
lacking() {
    sees '{"input": [[1, 2, 3]], "index": [[0, -1]]}' torch.gather \
        'dim is missing: torch.gather(input, dim, index, sparse_grad=sparse_grad) has no default for it, so nothing else was looked at' &&
        sees '{"self": [[1, 2, 3]], "dim": 1, "index": [[0, -1]]}' torch.scatter \
            'src is missing: torch.scatter(self, dim, index, src) has no default for it, so nothing else was looked at'
}
check 'what the call lacks' lacking
vacuous() {
    sees '{"a": [4, 4], "indices": [0, 1], "axis": 0}' numpy.take 'no index is negative' "$bounds" \
        'the indices count from 0 to the end: a function that copies passes' 'all elements of the data are equal: a wrong place is not seen' &&
        sees '{"a": [1, 2], "indices": [], "axis": 0}' numpy.take 'there is no index: a function that does nothing passes'
}
check 'vacuous ones' vacuous
check 'what is an error whatever the elements are' sees '{"a": [1, 2], "indices": [0, 1.5, 1, -1, 7], "axis": 3}' numpy.take \
    'an index is 1.5, which is no integer: an error is due' 'the axis is 3, and data have a rank of 1: an error is due' \
    'index 7 is outside an axis of 2: a result is due only if the document says which'
reference=yes
check 'a reference that changes its input' sees '{"input": [[1, 2, 3]], "dim": 1, "index": [[0, -1]]}' torch.gather "$bounds" \
    'the reference changed its input index'
finish
