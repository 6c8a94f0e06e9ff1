#!/usr/bin/env python3
"""mlx.py - MLX, on processors: mlx.core.take with and without an axis, take_along_axis and put_along_axis.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

CALLS = """
gather/mlx-take-0.x      mx.take(data, indices, axis=axis)
take/mlx-0.x             mx.take(data, indices)
gather_elements/mlx-0.x  mx.take_along_axis(data, indices, axis=axis)
scatter_elements/mlx-0.x mx.put_along_axis(data, indices, updates, axis)
"""


# ---- alone: from here `gatherum export py` copies
def start():
    global mx, numpy
    import mlx.core as mx
    import numpy
    mx.set_default_device(mx.cpu)
    return [(RuntimeError, "invalid")]


def given(array, dtype):
    if dtype == "bfloat16":  # numpy has its bits
        return mx.array(array.view("uint16")).view(mx.bfloat16)
    return mx.array(array, dtype=mx.bool_ if dtype == "bool" else getattr(mx, dtype))  # or float64 becomes float32


def taken(result):
    if result.dtype == mx.bfloat16:
        return numpy.array(result.view(mx.uint16)), "bfloat16"
    return numpy.array(result)


# ---- alone: to here

def load(options):
    gatherum.peer("mlx")
    kinds = start()
    types = [t for t in gatherum.NUMBERS if t != "complex128"]  # it has no such type
    return {"version": mx.__version__, "kinds": kinds, "call_us": 100,
            "operators": gatherum.operators(CALLS, globals(), given, taken),
            # Its document says that bounds are not checked and that memory may be harmed: nothing outside them is asked.
            "claims": gatherum.claims(CALLS, types, index_types=gatherum.INTEGERS, flags=["no_undefined"])}


gatherum.serve("mlx", load)
