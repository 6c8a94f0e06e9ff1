#!/usr/bin/env python3
"""tract.py - tract, through its reader of ONNX models.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum
from gatherum_onnx import CALLS, key, model


# ---- alone: from here `gatherum export py` copies
MODELS, MOST_MODELS = {}, 500


def start():
    global numpy, os, resource, tract
    import os
    import resource
    os.environ["RUST_BACKTRACE"] = "0"  # seconds of a death go into its names
    import numpy
    import tract
    return [(tract.TractError, "invalid")]


def given(array, dtype):
    return numpy.array(array)


def loaded(node, opset, attrs, operands):
    """A model that is ready to run; it is read from a file, which has no name."""
    file = os.memfd_create("model")
    try:
        os.write(file, model(node, opset, attrs, operands, shapes=True).SerializeToString())
        return tract.onnx().load(f"/proc/self/fd/{file}").into_model().into_runnable()
    finally:
        os.close(file)


def nameless(call, *operands):
    """A call that cannot open files: a panic within a panic looks up names in them whatever the environment says."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
    try:
        return call(*operands)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def run(node, opset, attrs, *operands):
    known = key(node, opset, attrs, operands), *(one.shape for one in operands)
    if known not in MODELS:
        if len(MODELS) >= MOST_MODELS:
            MODELS.clear()
        MODELS[known] = loaded(node, opset, attrs, operands)
    return nameless(MODELS[known].run, list(operands))[0].to_numpy()


def taken(result):
    return result


# ---- alone: to here

def load(options):
    gatherum.peer("tract", "onnx")
    kinds = start()
    calls = "\n".join(row for row in CALLS.splitlines() if not row.startswith("scatter/"))  # it has no Scatter
    types = [t for t in gatherum.NUMBERS if t != "bfloat16" and not t.startswith("complex")]
    return {"version": tract.version(), "kinds": kinds, "call_us": 2000,
            "operators": gatherum.operators(CALLS, globals(), given, taken), "claims": gatherum.claims(calls, types)}


gatherum.serve("tract", load)
