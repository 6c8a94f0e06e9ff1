#!/usr/bin/env python3
"""openvino.py - OpenVINO, by its own operators, and through its reader of ONNX models.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum
from gatherum_adapter import DEFAULTS
from gatherum_onnx import CALLS as ONNX, INPUTS, inferred_by, key, model

CALLS = """
gather/openvino-1             run("gather", "opset1", along(axis, attrs), data, indices)
gather/openvino-7             run("gather", "opset7", along(axis, attrs), data, indices)
gather/openvino-8             run("gather", "opset8", along(axis, attrs), data, indices)
gather_elements/openvino-6    run("gather_elements", "opset6", along(axis, attrs), data, indices)
gather_nd/openvino-8          run("gather_nd", "opset8", attrs, data, indices)
scatter_elements/openvino-3   run("scatter_elements_update", "opset3", along(axis, attrs), data, indices, updates)
scatter_elements/openvino-12  run("scatter_elements_update", "opset12", along(axis, attrs), data, indices, updates)
scatter_nd/openvino-3         run("scatter_nd_update", "opset4", attrs, data, indices, updates)
scatter_nd/openvino-15        run("scatter_nd_update", "opset15", attrs, data, indices, updates)
scatter_slices/openvino-3     run("scatter_update", "opset3", along(axis, attrs), data, indices, updates)
"""


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
    """The ranks and the length of tuples, which a plug-in has to know."""
    known = [[-1] * one.ndim for one in operands]
    if (node.endswith("ND") or "_nd" in node) and known[1]:
        known[1][-1] = operands[1].shape[-1]
    return known


def along(axis, attrs):
    """Attributes with the axis; one that is a tensor as its type, shape and numbers, by which models are told apart."""
    return {**attrs, "axis": axis if isinstance(axis, int) else (axis.dtype.name, axis.shape, *axis.reshape(-1).tolist())}


def own(node, opset, attrs, operands, known):
    """A model of one operator of OpenVINO; the axis is a constant."""
    words = dict(attrs)
    if "initial" in words:
        words["use_init_val"] = bool(words.pop("initial"))
    if "reduction" in words:
        words["reduction"] = {"add": "sum", "mul": "prod"}.get(words["reduction"], words["reduction"])
    given = [openvino.opset8.parameter(openvino.PartialShape(shape), one.dtype) for shape, one in zip(known, operands)]
    axis = [words.pop("axis")] if "axis" in words else []
    if axis and isinstance(axis[0], tuple):
        dtype, shape, *numbers = axis[0]
        axis = [openvino.opset8.constant(numpy.array(numbers, dtype).reshape(shape))]
    return openvino.Model([getattr(getattr(openvino, opset), node)(*given, *axis, **words)], given)


def read(node, opset, attrs, operands, known):
    """The model of a call, for shapes that are known in part; ONNX's opsets are numbers."""
    if isinstance(opset, str):
        return own(node, opset, attrs, operands, known)
    made = core.read_model(model(node, opset, attrs, operands).SerializeToString(), b"")
    made.reshape({name: openvino.PartialShape(one) for name, one in zip(INPUTS, known)})
    return made


def request(node, opset, attrs, operands):
    """A compiled model."""
    exact = {"INFERENCE_PRECISION_HINT": "f32"} if DEVICE == "CPU" and not DEFAULTS else {}
    if THREADS is not None:
        exact["INFERENCE_NUM_THREADS"] = THREADS
    return core.compile_model(read(node, opset, attrs, operands, shapes(node, operands)), DEVICE, exact).create_infer_request()


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
    made = read(node, opset, attrs, operands, [list(one.shape) for one in operands])
    shape = made.output(0).get_partial_shape()
    if shape.is_dynamic:
        raise NotImplementedError("the shape is not known before the values are")
    return numpy.dtype(made.output(0).get_element_type().to_dtype()).name, list(shape.to_shape())


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
    types = ["bool", "int8", "uint8", "int16", "uint16", "int32", "float16", "float32"]
    claims = gatherum.claims(CALLS, types, index_types=gatherum.INTEGERS) + gatherum.claims(ONNX, types)
    return {"version": openvino.__version__.partition("-")[0], "profile": device, "kinds": kinds, "call_us": 20000,
            "operators": gatherum.operators(CALLS + ONNX, globals(), given, taken), "claims": claims,
            "infer": gatherum.inference(CALLS + ONNX, globals(), inferred)}


gatherum.serve("openvino", load, ["device", "threads"])
