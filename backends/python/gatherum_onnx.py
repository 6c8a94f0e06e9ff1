"""gatherum_onnx.py - a call as an ONNX model of one node, for adapters of what reads such models.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

NODES = {"gather": ("Gather", ["onnx-1", "onnx-11", "onnx-13"], 2),
         "gather_elements": ("GatherElements", ["onnx-13"], 2),
         "scatter": ("Scatter", ["onnx-9"], 3),
         "scatter_elements": ("ScatterElements", ["onnx-11"], 3)}
INPUTS = ["data", "indices", "updates"]


def model(call, kind_of):
    """The model for a call; kind_of(name of a type) is ONNX's number of it."""
    from onnx import helper
    node, _, count = NODES[call.op]
    names = INPUTS[:count]
    values = [helper.make_tensor_value_info(name, kind_of(call.inputs[name].dtype), None) for name in names]
    out = helper.make_tensor_value_info("output", kind_of(call.inputs["data"].dtype), None)
    graph = helper.make_graph([helper.make_node(node, names, ["output"], **call.attrs)], "g", values, [out])
    opset = int(call.variant.rpartition("-")[2])
    return helper.make_model(graph, ir_version=7, opset_imports=[helper.make_opsetid("", opset)])


def key(call):
    """Calls with the same key have the same model."""
    return (call.op, call.variant, tuple(sorted(call.attrs.items())),
            tuple(call.inputs[name].dtype for name in INPUTS[:NODES[call.op][2]]))


def claims(types):
    return [gatherum.claim(op, variants, types) for op, (_, variants, _) in NODES.items()]


def kind_of(dtype):
    from onnx import TensorProto
    return getattr(TensorProto, {"float32": "FLOAT", "float64": "DOUBLE"}.get(dtype, dtype.upper()))
