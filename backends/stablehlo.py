#!/usr/bin/env python3
"""stablehlo.py - the reference interpreter of StableHLO, which jaxlib has in it: gather and scatter of windows.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum
from gatherum_stablehlo import CALLS, dialects, gathered, module_of, scattered, type_of


# ---- alone: from here `gatherum export py` copies
def start():
    global context, hlo, ir, numpy, place
    import numpy
    context, hlo, ir, place = dialects()
    return [(ir.MLIRError, "invalid")]


def given(array, dtype):
    return array, dtype


def constant(operand):
    array, dtype = operand
    return ir.DenseElementsAttr.get(numpy.array(array, order="C"), shape=array.shape, type=type_of(dtype))


def parts(value, dtype):
    """A result as tensors that numpy has: it knows no bfloat16, and complex numbers do not come out."""
    if dtype == "bfloat16":
        return [hlo.bitcast_convert(ir.RankedTensorType.get(value.type.shape, type_of("uint16")), value)]
    return [hlo.real(value), hlo.imag(value)] if dtype.startswith("complex") else [value]


def run(make, attrs, *operands):
    dtype = operands[0][1]
    with context, place:
        module = module_of(make, attrs, operands, lambda value: parts(value, dtype))
        made = [numpy.array(one) for one in hlo.eval_module(module, [constant(one) for one in operands])]
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
