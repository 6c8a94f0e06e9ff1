#!/usr/bin/env bash
# ask.t - gatherum.ask: what a document says about one call, from Python that has no other module.
# sanitizers: no, it is Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no python3 of version 3.10 here'
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1 GATHERUM=$gatherum
# says WHAT EXPRESSION OUTPUT: what Python prints of an expression; g is the package.
says() {
    local got
    got=$(python3 -c 'import array, ctypes, decimal, sys
import gatherum as g
rows = lambda **more: g.ask("gather/onnx-13", **{"data": [[1.0, 2.0], [3.0, 4.0]], "indices": [1], "axis": 0, **more})
scatter = lambda name, **more: g.ask("scatter_elements/" + name, **{"data": [1, 2, 3], "indices": [1, 1], "updates": [7, 8], "axis": 0, **more})
class Scalar:
    tolist = lambda self: 1.5
ring = []; ring.append(ring)
print(eval(sys.argv[1]))' "$2" 2>&1 | tail -n 1)
    same "$got" "$3" "$2"
    point $? "$1"
}
plan 44
says 'status, demand and reason' '(rows().status, rows().demand, rows().reason)' "('ok', 'must succeed', '')"
says 'the output' '(rows().output.dtype, rows().output.shape, rows().output.tolist())' "('float32', (1, 2), [[3.0, 4.0]])"
says 'what is admitted' 'tuple(rows().judge([[3, 4]]))' "(True, '', None)"
says 'where a wrong value came from' 'tuple(rows().judge([[3, 2]]))' \
    "(False, 'output[0,1] must be data[1,1] = 4.0 by indices[0] = 1 and is 2.0, which is data[0,1]', 1)"
says 'another shape' 'rows().judge([3, 4]).admitted' False
says 'a bad index' '(lambda a: (a.status, a.demand, a.output, "indices, element 0, is 7" in a.reason))(rows(indices=[7]))' "('range', 'must report', None, True)"
says 'the error that is due' 'tuple(rows(indices=[7]).judge(status="range"))' "(True, '', None)"
says 'no question' '(rows(axis="x").status, rows(axis="x").demand)' "('unsupported', 'no question')"
says 'an unknown variant' 'g.ask("gather/nonsense", data=[1], indices=[0]).reason' "there is no variant 'gather/nonsense'"
says 'one of several updates' 'scatter("torch-2.x").element(1)' "Admitted(kind='any of', values=(8, 7), low=None, high=None)"
says 'each of them is admitted' '[scatter("torch-2.x").judge([1, n, 3]).admitted for n in (7, 8, 9)]' '[True, True, False]'
says 'a range of sums' '(lambda e: (e.kind, e.low < e.values[0] < e.high))(scatter("torch-scatter_add-2.x", data=[1.0, 2.0, 3.0], updates=[0.1, 0.2]).element(1))' "('range', True)"
says 'a buffer' 'rows(data=memoryview(array.array("h", range(6)).tobytes()).cast("h", [3, 2]), indices=array.array("i", [2])).output' \
    "Tensor([[4, 5]], 'int16'), shape [1, 2]"
says 'each type, there and back' '[t for t in g.ask and sys.modules["gatherum.oracle"].TYPES if g.ask("gather/onnx-13", data=g.Tensor([0, 1, 1], t), indices=[2, 0]).output.tolist() != [1, 0]]' '[]'
says 'bfloat16 is the upper half of a float32' '(lambda t: (t.bytes.hex(), t.tolist()))(g.Tensor([1.5, -2.0], "bfloat16"))' "('c03f00c0', [1.5, -2.0])"
says 'an axis that is an operand, and no elements' 'g.ask("gather/openvino-8", data=g.Tensor([[], []]), indices=g.Tensor([0], "int32"), axis=g.Tensor(0)).output' \
    "Tensor([[]], 'int64'), shape [1, 0]"
says 'lists of different lengths' 'g.ask("gather/onnx-13", data=[[1], [2, 3]], indices=[0])' 'ValueError: the lists of an operand have different lengths'
says 'an axis that is a tensor where the document has none' 'rows(axis=g.Tensor([0, 1])).reason' "gather/onnx-13 has no operand 'axis'"
refused() { says "refused: $1" "$1" "$2"; }
refused 'rows(axis=2**64)' 'ValueError: axis: 18446744073709551616 is beyond 64 bits'
refused 'rows(axis=[-2**63 - 1])' 'ValueError: axis: -9223372036854775809 is beyond 64 bits'
refused 'rows().element(2**64)' 'IndexError: the output has no element 18446744073709551616'
foreign() { refused "g.Tensor($1, \"$2\")" "TypeError: elements of the buffer are '$3', which is no $2"; }
foreign '(ctypes.c_int32.__ctype_be__ * 2)()' int32 '>i'
foreign '(ctypes.py_object * 2)()' int64 "<O"
foreign '(ctypes.c_char * 4 * 2)()[0].raw' int32 B
foreign 'array.array("I", [1])' int32 I
foreign 'array.array("h", [1])' bfloat16 h
foreign 'array.array("f", [1])' int32 f
says 'bytes without a type' 'g.Tensor(b"\1\2", "int8"), g.Tensor(b"\1", "bool"), g.Tensor(array.array("H", [16256]), "bfloat16")' \
    "(Tensor([1, 2], 'int8'), shape [2], Tensor([True], 'bool'), shape [1], Tensor([1.0], 'bfloat16'), shape [1])"
says 'scalars as numpy has them, in lists' 'g.Tensor([Scalar(), 2])' "Tensor([1.5, 2.0], 'float32'), shape [2]"
says 'element types as numpy has them' 'g.Tensor([1], type("dtype", (), {"name": "int8"})()), g.Tensor([1], type("bool_", (), {}))' \
    "(Tensor([1], 'int8'), shape [1], Tensor([True], 'bool'), shape [1])"
refused 'g.Tensor([None])' 'TypeError: elements are numbers, and not None'
refused 'g.Tensor("abc")' "TypeError: an operand is a number, a list, a Tensor or what has a buffer, and not 'abc'"
refused 'g.Tensor([2**70])' 'ValueError: 1180591620717411303424 is no int64'
refused 'g.Tensor([1e300], "float32")' 'ValueError: 1e+300 is no float32'
refused 'g.Tensor(ring)' 'ValueError: the lists of an operand lie more than 64 deep in each other'
refused 'rows(axis=None)' 'TypeError: axis: an attribute is an integer, a list of integers or a text, and not None'
refused 'rows(axis=decimal.Decimal("1.9"))' "TypeError: axis: an attribute is an integer, a list of integers or a text, and not Decimal('1.9')"
refused 'rows(axis=b"1")' "TypeError: axis: an attribute is an integer, a list of integers or a text, and not b'1'"
says 'a scalar of numpy that is no integer' 'rows(axis=Scalar()).reason' "attribute 'axis' must be an integer"
refused 'g.ask(5)' 'TypeError: the name of a variant is due, as "gather/onnx-13", and not 5'
refused 'g.ask("gather/onnx-13\0", data=[1], indices=[0])' "ValueError: no name holds a NUL, and 'gather/onnx-13\\x00' does"
refused 'rows().judge(status="bad")' "ValueError: there is no status 'bad'; there are ok, unsupported, invalid, type, range, no memory"
says 'numbers of another type' 'scatter("torch-2.x").judge([1.5]).reason' 'the output must have type int64 and has float32'
says 'all that can be asked' '"gather/onnx-13" in g.variants() and len(g.variants()) > 100' True
finish
