#!/usr/bin/env python3
"""jax.py - JAX: jax.numpy.take, put and ndarray.at in their modes, and take_along_axis.

settings: jit=no jit=yes

SPDX-License-Identifier: Apache-2.0
"""

import os

import gatherum_adapter as gatherum
from gatherum_adapter import DEFAULTS

CALLS = """
gather/jax-take-fill-0.x        jax.numpy.take(data, indices, mode="fill", **attrs)
gather/jax-take-clip-0.x        jax.numpy.take(data, indices, mode="clip", **attrs)
gather_elements/jax-0.x         jax.numpy.take_along_axis(data, indices, **attrs)
gather_nd/jax-at-get-fill-0.x   at(data, indices).get(mode="fill")
gather_nd/jax-at-get-clip-0.x   at(data, indices).get(mode="clip")
put/jax-clip-0.x                jax.numpy.put(data, indices, updates, mode="clip", inplace=False)
put/jax-wrap-0.x                jax.numpy.put(data, indices, updates, mode="wrap", inplace=False)
scatter_nd/jax-at-drop-0.x      method(at(data, indices), attrs)(updates, mode="drop")
scatter_nd/jax-at-clip-0.x      method(at(data, indices), attrs)(updates, mode="clip")
scatter_nd/jax-at-promise-0.x   method(at(data, indices), attrs)(updates, mode="promise_in_bounds")
"""


CALL_US = 50000  # a small call, with what is compiled for its shapes


# ---- alone: from here `gatherum export py` copies
def start():
    global jax, numpy
    import jax
    import ml_dtypes  # noqa: F401
    import numpy
    if not DEFAULTS:
        jax.config.update("jax_enable_x64", True)  # or 64 bits become 32
    return []


def given(array, dtype):
    return jax.numpy.asarray(array)


def taken(result):
    return numpy.asarray(result)


def at(data, indices):
    """The places that tuples name, by one array of indices for each dimension."""
    return data.at[tuple(jax.numpy.moveaxis(indices, -1, 0))]


def method(places, attrs):
    how = attrs.get("reduction", "none")
    return getattr(places, {"none": "set", "mul": "multiply"}.get(how, how))


def inferred(call, stated):
    kinds = {name: jax.ShapeDtypeStruct(array.shape, array.dtype) for name, (_, array) in stated.items()}
    result = jax.eval_shape(lambda values: call(**values), kinds)
    return result.dtype.name, result.shape


def compiled(call, operands):
    """What jax.jit makes of a call."""
    return jax.jit(call)(**operands)


def way(options):
    """What makes a call with these options, or None."""
    return compiled if options.get("jit") == "yes" else None


# ---- alone: to here


def load(options):
    gatherum.peer("jax")
    device = options.get("device", "cpu")
    if device not in ("cpu", "cuda"):
        raise ValueError(f"device '{device}' is neither cpu nor cuda")
    os.environ["JAX_PLATFORMS"] = device
    if options.get("jit", "no") not in ("yes", "no"):
        raise ValueError(f"jit '{options['jit']}' is neither yes nor no")
    kinds = start()
    return {"version": jax.__version__, "profile": "cpu" if device == "cpu" else "gpu", "kinds": kinds,
            "call_us": CALL_US, "operators": gatherum.operators(CALLS, globals(), given, taken, way(options)),
            "claims": gatherum.claims(CALLS, index_types=gatherum.INTEGERS),
            "infer": gatherum.inference(CALLS, globals(), inferred)}


gatherum.serve("jax", load, ["device", "jit"])
