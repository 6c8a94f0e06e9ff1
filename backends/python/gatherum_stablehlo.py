"""gatherum_stablehlo.py - a call as a module of StableHLO, for adapters of what runs such modules.

An adapter has a function run(make, attrs, *operands), whose operands are arrays with the names of their types.

SPDX-License-Identifier: Apache-2.0
"""

CALLS = """
gather_windows/stablehlo-1.x   run(gathered, attrs, data, indices)
scatter_windows/stablehlo-1.x  run(scattered, attrs, data, indices, updates)
"""


# ---- alone: from here `gatherum export py` copies
DIMENSIONS = ["offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map"]
COMBINED = {"add": "add", "mul": "multiply", "min": "minimum", "max": "maximum"}


def dialects():
    """Load MLIR with StableHLO."""
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
    return context, hlo, ir, place


def type_of(dtype):
    """The type of an element by its name."""
    if dtype == "bool":
        return ir.IntegerType.get_signless(1)
    if dtype.startswith("uint"):
        return ir.IntegerType.get_unsigned(int(dtype[4:]))
    if dtype.startswith("complex"):
        return ir.ComplexType.get(type_of(f"float{int(dtype[7:]) // 2}"))
    return ir.Type.parse(dtype.replace("float", "f").replace("int", "i"))


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


def module_of(make, attrs, operands, parts=lambda value: value):
    """The module whose function main() makes the call, and gives of its result what parts() makes of it."""
    types = [ir.RankedTensorType.get(array.shape, type_of(dtype)) for array, dtype in operands]
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):
        function = func.FuncOp.from_py_func(*types, name="main")
        function(lambda *values: parts(make(attrs, *values)))
    module.operation.verify()
    return module


# ---- alone: to here
