#!/usr/bin/env python3
"""numpy.py - NumPy: take in its modes, and take_along_axis.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

MODES = {"numpy-take-raise-2.x": "raise", "numpy-take-wrap-2.x": "wrap", "numpy-take-clip-2.x": "clip"}


def load(options):
    gatherum.peer("numpy")
    import numpy

    def take(call):
        return call.answer_numpy(numpy.take(call.numpy("data"), call.numpy("indices"), axis=call.attrs.get("axis"),
                                            mode=MODES.get(call.variant, "raise")))

    def take_along_axis(call):
        return call.answer_numpy(numpy.take_along_axis(call.numpy("data"), call.numpy("indices"),
                                                       axis=call.attrs.get("axis", -1)))

    types = [t for t in gatherum.NUMBERS if t != "bfloat16"]
    return {
        "version": numpy.__version__,
        "operators": {"gather": take, "gather_elements": take_along_axis},
        "claims": [gatherum.claim("gather", MODES, types),
                   gatherum.claim("gather_elements", ["numpy-2.x"], types)],
    }


gatherum.serve("numpy", load)
