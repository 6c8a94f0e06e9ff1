#!/usr/bin/env python3
"""onnx_reference.py - the reference evaluator of ONNX.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum
from gatherum_onnx import CALLS, INPUTS, key, latin, model, unlatin


# ---- alone: from here `gatherum export py` copies
EVALUATORS = {}


def start():
    global ReferenceEvaluator
    import ml_dtypes  # noqa: F401
    from onnx.reference import ReferenceEvaluator
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
    return {"version": onnx.__version__, "call_us": 300, "operators": gatherum.operators(CALLS, globals(), given, taken),
            "claims": claims}


gatherum.serve("onnx_reference", load)
