"""onnxruntime_alone.py - ONNX Runtime in Python, for `gatherum export py`; its backend is written in C.

SPDX-License-Identifier: Apache-2.0
"""

from gatherum_adapter import DEFAULTS
from gatherum_onnx import INPUTS, key, latin, model, unlatin


# ---- alone: from here `gatherum export py` copies
SESSIONS = {}


def start():
    global onnxruntime
    import onnxruntime
    onnxruntime.set_default_logger_severity(4)
    errors = onnxruntime.capi.onnxruntime_pybind11_state
    return [(errors.InvalidArgument, "invalid"), (errors.InvalidGraph, "invalid"),
            (errors.NotImplemented, "unsupported"), (errors.RuntimeException, "invalid")]


def given(array, dtype):
    return latin(array) if dtype == "string" else array


def run(node, opset, attrs, *operands):
    known = key(node, opset, attrs, operands)
    if known not in SESSIONS:
        options = onnxruntime.SessionOptions()
        if not DEFAULTS:
            options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
            options.intra_op_num_threads = 1
        SESSIONS[known] = onnxruntime.InferenceSession(model(node, opset, attrs, operands).SerializeToString(), options,
                                                       providers=["CPUExecutionProvider"])
    return SESSIONS[known].run(None, dict(zip(INPUTS, operands)))[0]


def taken(result):
    return unlatin(result)


# ---- alone: to here
