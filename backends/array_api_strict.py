#!/usr/bin/env python3
"""array_api_strict.py - array-api-strict, the strict implementation of the Python array API standard: take and take_along_axis.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

CALLS = """
gather/array-api-take-2024.12       xp.take(data, indices, axis=axis)
gather_elements/array-api-2024.12   xp.take_along_axis(data, indices, **attrs)
"""


# ---- alone: from here `gatherum export py` copies
def start():
    global xp, numpy
    import array_api_strict as xp
    import numpy
    return []


def given(array, dtype):
    return xp.asarray(array, copy=True)


def taken(result):
    return numpy.from_dlpack(result)


# ---- alone: to here

def load(options):
    gatherum.peer("array_api_strict")
    start()
    types = [t for t in gatherum.NUMBERS if t not in ("float16", "bfloat16")]  # the standard has neither
    return {"version": xp.__version__, "operators": gatherum.operators(CALLS, globals(), given, taken), "call_us": 30,
            "claims": gatherum.claims(CALLS, types, index_types=gatherum.INTEGERS)}


gatherum.serve("array_api_strict", load)
