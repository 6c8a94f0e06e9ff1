#!/usr/bin/env python3
"""dpnp.py - dpnp, the Data Parallel Extension for NumPy, on processors: take and put_along_axis in their modes.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

CALLS = """
gather/dpnp-take-wrap-0.x         dpnp.take(data, indices, mode="wrap", **attrs)
gather/dpnp-take-clip-0.x         dpnp.take(data, indices, mode="clip", **attrs)
take/dpnp-wrap-0.x                dpnp.take(data, indices, mode="wrap")
take/dpnp-clip-0.x                dpnp.take(data, indices, mode="clip")
gather_elements/dpnp-wrap-0.x     dpnp.take_along_axis(data, indices, mode="wrap", **attrs)
gather_elements/dpnp-clip-0.x     dpnp.take_along_axis(data, indices, mode="clip", **attrs)
scatter_elements/dpnp-wrap-0.x    put(data, indices, updates, mode="wrap", **attrs)
scatter_elements/dpnp-clip-0.x    put(data, indices, updates, mode="clip", **attrs)
"""


# ---- alone: from here `gatherum export py` copies
def start():
    global dpnp, numpy
    import importlib.util
    import os
    found = importlib.util.find_spec("dpnp")
    if found is not None:  # the driver of processors, where no system has it, lies beside Python's folder
        home = os.path.realpath(found.origin)
        for _ in range(4):
            home = os.path.dirname(home)
        driver = os.path.join(home, "libintelocl.so")
        if os.path.exists(driver):
            os.environ.setdefault("OCL_ICD_FILENAMES", driver)
    import dpnp
    import numpy
    return []


def given(array, dtype):
    return dpnp.asarray(array)


def put(data, indices, updates, **attrs):
    result = data.copy()
    dpnp.put_along_axis(result, indices, updates, **attrs)
    return result


def taken(result):
    return dpnp.asnumpy(result)


# ---- alone: to here

def load(options):
    gatherum.peer("dpnp")
    kinds = start()
    halves = dpnp.asarray(0).sycl_device.has_aspect_fp16  # float16 is for devices that have it
    types = [t for t in gatherum.NUMBERS if t != "bfloat16" and (halves or t != "float16")]
    return {"version": dpnp.__version__.partition("+")[0], "kinds": kinds, "call_us": 2000,
            "operators": gatherum.operators(CALLS, globals(), given, taken),
            "claims": gatherum.claims(CALLS, types, index_types=gatherum.INTEGERS)}


gatherum.serve("dpnp", load)
