#!/usr/bin/env python3
"""jax.py - JAX: jax.numpy.take in its modes, and take_along_axis.

SPDX-License-Identifier: Apache-2.0
"""

import os

import gatherum_adapter as gatherum

MODES = {"jax-take-fill-0.x": "fill", "jax-take-clip-0.x": "clip"}


def load(options):
    gatherum.peer("jax")
    device = options.get("device", "cpu")
    if device not in ("cpu", "cuda"):
        raise ValueError(f"device '{device}' is neither cpu nor cuda")
    os.environ["JAX_PLATFORMS"] = device
    import jax
    import numpy
    jax.config.update("jax_enable_x64", True)  # or 64 bits become 32
    gatherum.bfloat16_is_a_type()

    def arrays(call):
        return jax.numpy.asarray(call.numpy("data")), jax.numpy.asarray(call.numpy("indices"))

    def answer(call, result):
        return call.answer_numpy(numpy.asarray(result))

    def take(call):
        return answer(call, jax.numpy.take(*arrays(call), axis=call.attrs.get("axis"), mode=MODES.get(call.variant)))

    def take_along_axis(call):
        return answer(call, jax.numpy.take_along_axis(*arrays(call), axis=call.attrs.get("axis", -1)))

    return {
        "version": jax.__version__,
        "profile": "cpu" if device == "cpu" else "gpu",
        "operators": {"gather": take, "gather_elements": take_along_axis},
        "claims": [gatherum.claim("gather", MODES), gatherum.claim("gather_elements", ["jax-0.x"])],
    }


gatherum.serve("jax", load, ["device"])
