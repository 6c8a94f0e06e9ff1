#!/usr/bin/env python3
"""openvino.py - OpenVINO, through its reader of ONNX models.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum
from gatherum_adapter import DEFAULTS
from gatherum_onnx import CALLS, INPUTS, inferred_by, key, model


# ---- alone: from here `gatherum export py` copies
DEVICE, THREADS, REQUESTS, MOST_REQUESTS = "CPU", None, {}, 500


def start():
    global core, numpy, openvino
    import numpy
    import openvino
    core = openvino.Core()
    return [(RuntimeError, "invalid")]


def given(array, dtype):
    return numpy.array(array)


def shapes(node, operands):
    """What a plug-in wants to know: ranks, and the length of tuples."""
    known = [[-1] * one.ndim for one in operands]
    if node.endswith("ND") and known[1]:
        known[1][-1] = operands[1].shape[-1]
    return known


def request(node, opset, attrs, operands):
    """A compiled model."""
    exact = {"INFERENCE_PRECISION_HINT": "f32"} if DEVICE == "CPU" and not DEFAULTS else {}
    if THREADS is not None:
        exact["INFERENCE_NUM_THREADS"] = THREADS
    read = core.read_model(model(node, opset, attrs, operands).SerializeToString(), b"")
    read.reshape({name: openvino.PartialShape(one) for name, one in zip(INPUTS, shapes(node, operands))})
    return core.compile_model(read, DEVICE, exact).create_infer_request()


def run(node, opset, attrs, *operands):
    known = key(node, opset, attrs, operands), str(shapes(node, operands))
    if known not in REQUESTS:
        if len(REQUESTS) >= MOST_REQUESTS:
            REQUESTS.clear()
        REQUESTS[known] = request(node, opset, attrs, operands)
    return REQUESTS[known].infer([openvino.Tensor(one) for one in operands])[0]


def taken(result):
    return numpy.array(result)


def shape_of(node, opset, attrs, *operands):
    read = core.read_model(model(node, opset, attrs, operands).SerializeToString(), b"")
    read.reshape({name: openvino.PartialShape(list(one.shape)) for name, one in zip(INPUTS, operands)})
    shape = read.output(0).get_partial_shape()
    if shape.is_dynamic:
        raise NotImplementedError("the shape is not known before the values are")
    return numpy.dtype(read.output(0).get_element_type().to_dtype()).name, list(shape.to_shape())


def inferred(call, stated):
    return inferred_by(shape_of, globals(), call, {name: given(array, dtype) for name, (dtype, array) in stated.items()})


# ---- alone: to here

def load(options):
    global DEVICE, THREADS
    gatherum.peer("openvino", "onnx")
    device = options.get("device", "cpu")
    if device not in ("cpu", "gpu", "npu"):
        raise ValueError(f"device '{device}' is none of cpu gpu npu")
    DEVICE, THREADS = device.upper(), gatherum.threads_of(options)
    kinds = start()
    if DEVICE not in core.available_devices:
        raise gatherum.Absent(f"openvino finds no {device} here")
    # The CPU plug-in is documented to hold 64-bit numbers and uint32 in 32 bits with sign; the reader takes no complex ones.
    claims = gatherum.claims(CALLS, ["bool", "int8", "uint8", "int16", "uint16", "int32", "float16", "float32"])
    return {"version": openvino.__version__.partition("-")[0], "profile": device, "kinds": kinds, "call_us": 20000,
            "operators": gatherum.operators(CALLS, globals(), given, taken), "claims": claims,
            "infer": gatherum.inference(CALLS, globals(), inferred)}


gatherum.serve("openvino", load, ["device", "threads"])
