#!/usr/bin/env python3
"""onnx_reference.py - the reference evaluator of ONNX.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum
from gatherum_onnx import CALLS, INPUTS, inferred_by, key, latin, model, unlatin


# ---- alone: from here `gatherum export py` copies
EVALUATORS = {}


def start():
    global ReferenceEvaluator, infer_shapes
    import ml_dtypes  # noqa: F401
    from onnx.reference import ReferenceEvaluator
    from onnx.shape_inference import infer_shapes
    return []


def given(array, dtype):
    return latin(array) if dtype == "string" else array


def run(node, opset, attrs, *operands):
    known = key(node, opset, attrs, operands)
    if known not in EVALUATORS:
        EVALUATORS[known] = ReferenceEvaluator(model(node, opset, attrs, operands))
    return EVALUATORS[known].run(None, dict(zip(INPUTS, operands)))[0]


def taken(result):
    return unlatin(result)


def shape_of(node, opset, attrs, *operands):
    made = infer_shapes(model(node, opset, attrs, operands, shapes=True), check_type=True, strict_mode=True)
    dims = made.graph.output[0].type.tensor_type.shape.dim
    if not made.graph.output[0].type.tensor_type.HasField("shape") or not all(dim.HasField("dim_value") for dim in dims):
        raise NotImplementedError("the shape is not known before the values are")
    dtype = operands[0].dtype
    return "string" if dtype == object else dtype.name, [dim.dim_value for dim in dims]


def inferred(call, stated):
    return inferred_by(shape_of, globals(), call, {name: given(array, dtype) for name, (dtype, array) in stated.items()})


# ---- alone: to here

def load(options):
    global onnx
    gatherum.peer("onnx")
    import numpy
    import onnx
    start()
    numpy.seterr(all="ignore")  # it says in words what becomes infinite or NaN
    # It has no Scatter.  Elements are moved by numpy.choose, which subtracts the extent from a far index until it fits,
    # for years where it is 64 bits long: few types are claimed there, so that a run does not spend itself on waiting.
    calls = "\n".join(row for row in CALLS.splitlines() if not row.startswith("scatter/"))
    claims = gatherum.claims(calls, [*gatherum.NUMBERS, "string"])
    for one in claims:
        if one["op"] == "gather_elements":
            one["data_types"] = ["int64", "float32", "string"]
    return {"version": onnx.__version__, "giants": True, "call_us": 300, "operators": gatherum.operators(CALLS, globals(), given, taken),
            "claims": claims, "infer": gatherum.inference(CALLS, globals(), inferred)}


gatherum.serve("onnx_reference", load)
