#!/usr/bin/env python3
"""numpy.py - NumPy: take and put in their modes and along an axis, assignment by indices, and add.at.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

CALLS = """
gather/numpy-take-raise-2.x        numpy.take(data, indices, mode="raise", **attrs)
gather/numpy-take-wrap-2.x         numpy.take(data, indices, mode="wrap", **attrs)
gather/numpy-take-clip-2.x         numpy.take(data, indices, mode="clip", **attrs)
take/numpy-raise-2.x               numpy.take(data, indices, mode="raise")
take/numpy-wrap-2.x                numpy.take(data, indices, mode="wrap")
take/numpy-clip-2.x                numpy.take(data, indices, mode="clip")
put/numpy-raise-2.x                put(numpy.put, data, indices, updates, mode="raise")
put/numpy-wrap-2.x                 put(numpy.put, data, indices, updates, mode="wrap")
put/numpy-clip-2.x                 put(numpy.put, data, indices, updates, mode="clip")
gather_elements/numpy-2.x          numpy.take_along_axis(data, indices, **attrs)
scatter_slices/numpy-setitem-2.x   put(setitem, data, indices, updates)
scatter_slices/numpy-add-at-2.x    put(numpy.add.at, data, indices, updates)
scatter_elements/numpy-2.x         put(numpy.put_along_axis, data, indices, updates, **attrs)
"""


# ---- alone: from here `gatherum export py` copies
def start():
    global numpy
    import numpy
    return []


def given(array, dtype):
    return array


def setitem(data, indices, updates):
    data[indices] = updates


def put(call, data, *others, **attrs):
    result = data.copy()
    call(result, *others, **attrs)
    return result


def taken(result):
    return result


# ---- alone: to here

def load(options):
    gatherum.peer("numpy")
    start()
    types = [t for t in gatherum.NUMBERS if t != "bfloat16"]
    return {"version": numpy.__version__, "operators": gatherum.operators(CALLS, globals(), given, taken),
            "claims": gatherum.claims(CALLS, types, index_types=gatherum.INTEGERS), "call_us": 20, "giants": True}


gatherum.serve("numpy", load)
