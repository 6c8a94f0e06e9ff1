"""gatherum_onnx.py - a call as an ONNX model of one node, for adapters of what reads such models.

An adapter has a function run(node, opset, attrs, *operands) that makes such a model and runs it.

SPDX-License-Identifier: Apache-2.0
"""

CALLS = """
gather/onnx-1              run("Gather", 1, attrs, data, indices)
gather/onnx-11             run("Gather", 11, attrs, data, indices)
gather/onnx-13             run("Gather", 13, attrs, data, indices)
gather_elements/onnx-11    run("GatherElements", 11, attrs, data, indices)
gather_elements/onnx-13    run("GatherElements", 13, attrs, data, indices)
gather_nd/onnx-11          run("GatherND", 11, attrs, data, indices)
gather_nd/onnx-12          run("GatherND", 12, attrs, data, indices)
gather_nd/onnx-13          run("GatherND", 13, attrs, data, indices)
scatter/onnx-9             run("Scatter", 9, attrs, data, indices, updates)
scatter/onnx-11            run("Scatter", 11, attrs, data, indices, updates)
scatter_elements/onnx-11   run("ScatterElements", 11, attrs, data, indices, updates)
scatter_elements/onnx-13   run("ScatterElements", 13, attrs, data, indices, updates)
scatter_elements/onnx-16   run("ScatterElements", 16, attrs, data, indices, updates)
scatter_elements/onnx-18   run("ScatterElements", 18, attrs, data, indices, updates)
scatter_nd/onnx-11         run("ScatterND", 11, attrs, data, indices, updates)
scatter_nd/onnx-13         run("ScatterND", 13, attrs, data, indices, updates)
scatter_nd/onnx-16         run("ScatterND", 16, attrs, data, indices, updates)
scatter_nd/onnx-18         run("ScatterND", 18, attrs, data, indices, updates)
"""


# ---- alone: from here `gatherum export py` copies
INPUTS = ["data", "indices", "updates"]


def onnx_type(array):
    """ONNX's number of an array's element type; arrays of objects hold strings."""
    from onnx import TensorProto, helper
    return TensorProto.STRING if array.dtype == object else helper.np_dtype_to_tensor_dtype(array.dtype)


def model(node, opset, attrs, operands, shapes=False):
    """The model of one node for arrays like `operands`, whose shapes it states where that is wanted."""
    from onnx import helper
    names = INPUTS[:len(operands)]
    values = [helper.make_tensor_value_info(name, onnx_type(one), one.shape if shapes else None)
              for name, one in zip(names, operands)]
    out = helper.make_tensor_value_info("output", onnx_type(operands[0]), None)
    graph = helper.make_graph([helper.make_node(node, names, ["output"], **attrs)], "g", values, [out])
    return helper.make_model(graph, ir_version=7, opset_imports=[helper.make_opsetid("", opset)])


def ranked(node, opset, attrs, operands):
    """The model with the ranks of its operands, and no extent."""
    made = model(node, opset, attrs, operands)
    for value, one in zip(made.graph.input, operands):
        value.type.tensor_type.shape.SetInParent()
        for k in range(one.ndim):
            value.type.tensor_type.shape.dim.add().dim_param = f"{value.name}_{k}"
    return made


def latin(array):
    """Strings as text with a character for each byte, for libraries that know no bytes."""
    import numpy
    texts = [text.decode("latin-1") for text in array.reshape(-1)]
    return numpy.array(texts, object).reshape(array.shape)


def unlatin(array):
    """Back again; other arrays as they are."""
    import numpy
    array = numpy.asarray(array)
    if array.dtype != object and array.dtype.kind not in "US":
        return array
    texts = [str(text).encode("latin-1") for text in array.reshape(-1)]
    return numpy.array(texts, object).reshape(array.shape)


def inferred_by(shape_of, scope, call, values):
    """What call(values) says with shape_of() in the place of run(), which its scope has."""
    kept, scope["run"] = scope["run"], shape_of
    try:
        return call(**values)
    finally:
        scope["run"] = kept


def key(node, opset, attrs, operands):
    """Calls with the same key have the same model."""
    return (node, opset, *sorted(attrs.items()), *(one.dtype for one in operands))


# ---- alone: to here
