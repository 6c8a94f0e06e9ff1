#!/usr/bin/env python3
"""onnxruntime_openvino.py - ONNX Runtime with its OpenVINO execution provider; what that does not take, ONNX Runtime itself computes.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum
from gatherum_adapter import DEFAULTS
from gatherum_onnx import CALLS, INPUTS, key, ranked


# ---- alone: from here `gatherum export py` copies
SESSIONS, MOST_SESSIONS = {}, 500


def start():
    global onnxruntime
    import onnxruntime
    onnxruntime.set_default_logger_severity(4)
    errors = onnxruntime.capi.onnxruntime_pybind11_state
    return [(errors.InvalidArgument, "invalid"), (errors.InvalidGraph, "invalid"), (errors.Fail, "invalid"),
            (errors.NotImplemented, "unsupported"), (errors.RuntimeException, "invalid"), (errors.EPFail, "invalid")]


def given(array, dtype):
    return array


def session(node, opset, attrs, operands):
    exact = {} if DEFAULTS else {"precision": "ACCURACY"}  # or float32 may become bfloat16
    return onnxruntime.InferenceSession(ranked(node, opset, attrs, operands).SerializeToString(),
                                        providers=[("OpenVINOExecutionProvider", {"device_type": "CPU", **exact})])


def run(node, opset, attrs, *operands):
    known = key(node, opset, attrs, operands), *(one.ndim for one in operands)
    if known not in SESSIONS:
        if len(SESSIONS) >= MOST_SESSIONS:
            SESSIONS.clear()
        SESSIONS[known] = session(node, opset, attrs, operands)
    return SESSIONS[known].run(None, dict(zip(INPUTS, operands)))[0]


def taken(result):
    return result


# ---- alone: to here

def load(options):
    gatherum.peer("onnxruntime_openvino", "onnx")
    kinds = start()
    if "OpenVINOExecutionProvider" not in onnxruntime.get_available_providers():
        raise gatherum.Absent("this onnxruntime has no OpenVINO provider")
    # Scatter ended with opset 11; a model that still has it there is refused, as it should be.
    calls = "\n".join(row for row in CALLS.splitlines() if not row.startswith("scatter/onnx-11"))
    # The document of OpenVINO has it that its device for processors holds numbers of 64 bits, and uint32, in 32 bits with sign.
    types = ["bool", "int8", "uint8", "int16", "uint16", "int32", "float16", "float32"]
    return {"version": onnxruntime.__version__, "kinds": kinds, "call_us": 20000,
            "operators": gatherum.operators(CALLS, globals(), given, taken), "claims": gatherum.claims(calls, types)}


gatherum.serve("onnxruntime_openvino", load)
