#!/usr/bin/env python3
"""stablehlo.py - the reference interpreter of StableHLO, which jaxlib has in it: gather and scatter of windows.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

CALLS = """
gather_windows/stablehlo-1.x   run(gathered, attrs, data, indices)
scatter_windows/stablehlo-1.x  run(scattered, attrs, data, indices, updates)
"""


# ---- alone: from here `gatherum export py` copies
DIMENSIONS = ["offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map"]
COMBINED = {"add": "add", "mul": "multiply", "min": "minimum", "max": "maximum"}


def start():
    global context, func, hlo, ir, numpy, place
    import numpy
    from jaxlib.mlir import ir
    from jaxlib.mlir._mlir_libs import _jax_mlir_ext
    from jaxlib.mlir.dialects import func
    from jaxlib.mlir.dialects import stablehlo as hlo
    context, registry = ir.Context(), ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(registry)
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    hlo.register_dialect(context)
    place = ir.Location.unknown(context)
    return [(ir.MLIRError, "invalid")]


def given(array, dtype):
    return array, dtype


def type_of(dtype):
    """The type of an element by its name."""
    if dtype == "bool":
        return ir.IntegerType.get_signless(1)
    if dtype.startswith("uint"):
        return ir.IntegerType.get_unsigned(int(dtype[4:]))
    if dtype.startswith("complex"):
        return ir.ComplexType.get(type_of(f"float{int(dtype[7:]) // 2}"))
    return ir.Type.parse(dtype.replace("float", "f").replace("int", "i"))


def constant(operand):
    array, dtype = operand
    return ir.DenseElementsAttr.get(numpy.array(array, order="C"), shape=array.shape, type=type_of(dtype))


def gathered(attrs, data, indices):
    numbers = hlo.GatherDimensionNumbers.get(*(attrs.get(name, []) for name in DIMENSIONS), attrs["index_vector_dim"])
    return hlo.gather(data, indices, numbers, ir.DenseI64ArrayAttr.get(attrs["slice_sizes"]))


def scattered(attrs, data, indices, updates):
    numbers = hlo.ScatterDimensionNumbers.get(*(attrs.get(name, []) for name in DIMENSIONS), attrs["index_vector_dim"])
    made = hlo.ScatterOp([data.type], [data], indices, [updates], numbers)
    one = ir.RankedTensorType.get([], data.type.element_type)
    body = made.update_computation.blocks.append(one, ir.RankedTensorType.get([], updates.type.element_type))
    how = COMBINED.get(attrs.get("reduction"))
    with ir.InsertionPoint(body):
        hlo.return_([getattr(hlo, how)(*body.arguments) if how else body.arguments[1]])
    return made.result


def parts(value, dtype):
    """A result as tensors that numpy has: it knows no bfloat16, and complex numbers do not come out."""
    if dtype == "bfloat16":
        return [hlo.bitcast_convert(ir.RankedTensorType.get(value.type.shape, type_of("uint16")), value)]
    return [hlo.real(value), hlo.imag(value)] if dtype.startswith("complex") else [value]


def run(make, attrs, *operands):
    dtype = operands[0][1]
    with context, place:
        module, stated = ir.Module.create(), [constant(one) for one in operands]
        with ir.InsertionPoint(module.body):
            function = func.FuncOp.from_py_func(*(one.type for one in stated), name="main")
            function(lambda *values: parts(make(attrs, *values), dtype))
        module.operation.verify()
        made = [numpy.array(one) for one in hlo.eval_module(module, stated)]
    if len(made) == 1:
        return made[0], dtype
    whole = numpy.empty(made[0].shape, dtype)
    whole.real, whole.imag = made
    return whole, dtype


def taken(result):
    return result if result[1] == "bfloat16" else result[0]


# ---- alone: to here

def load(options):
    gatherum.peer("stablehlo")
    kinds = start()
    return {"version": hlo.get_current_version(), "kinds": kinds, "call_us": 1000,
            "operators": gatherum.operators(CALLS, globals(), given, taken),
            "claims": gatherum.claims(CALLS, index_types=gatherum.INTEGERS)}


gatherum.serve("stablehlo", load)
