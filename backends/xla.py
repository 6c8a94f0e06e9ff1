#!/usr/bin/env python3
"""xla.py - XLA, the compiler of jaxlib for processors: gather and scatter of windows, as modules of StableHLO.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum
from gatherum_stablehlo import CALLS, dialects, gathered, module_of, scattered


# ---- alone: from here `gatherum export py` copies
PROGRAMS, MOST_PROGRAMS = {}, 500


def start():
    global client, context, devices, hlo, ir, jax, numpy, place, xla
    import jax
    import numpy
    from jaxlib import xla_client as xla
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    client = jax.devices()[0].client
    devices = xla.DeviceList(tuple(client.local_devices()[:1]))
    context, hlo, ir, place = dialects()
    return [(ir.MLIRError, "invalid"), (xla.XlaRuntimeError, "invalid")]


def given(array, dtype):
    return jax.device_put(array)


def taken(result):
    return numpy.asarray(result)


def run(make, attrs, *operands):
    with context, place:
        module = str(module_of(make, attrs, [(one, one.dtype.name) for one in operands]))
    if module not in PROGRAMS:
        if len(PROGRAMS) >= MOST_PROGRAMS:
            PROGRAMS.clear()
        PROGRAMS[module] = client.compile_and_load(module, devices, xla.CompileOptions())
    return PROGRAMS[module].execute_sharded(operands).disassemble_into_single_device_arrays()[0][0]


# ---- alone: to here

def load(options):
    gatherum.peer("xla")
    kinds = start()
    return {"version": jax.lib.__version__, "kinds": kinds, "call_us": 60000,
            "operators": gatherum.operators(CALLS, globals(), given, taken),
            "claims": gatherum.claims(CALLS, index_types=gatherum.INTEGERS)}


gatherum.serve("xla", load)
