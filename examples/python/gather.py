#!/usr/bin/env python3
"""gather.py - a kernel in Python, and what makes it an adapter of gatherum.

    build/gatherum smoke examples/python/gather.py                 does it speak the protocol?
    build/gatherum run --backend examples/python/gather.py gather/onnx-13         is it right?

The module gatherum_adapter is on Python's path when gatherum starts this.
"""
# SPDX-License-Identifier: Apache-2.0

import gatherum_adapter as gatherum


def gather(call):
    """The kernel.  It moves bytes, with nothing but Python; where there is
    numpy, call.numpy("data") is an array, and call.answer_numpy(result) the answer."""
    data, indices, axis = call.inputs["data"], call.inputs["indices"], call.attrs.get("axis", 0)
    rank = len(data.shape)
    if not -rank <= axis < rank:
        raise gatherum.Failure("invalid", f"axis {axis} names no dimension of {rank}")
    outer, extent, inner = data.shape[:axis % rank], data.shape[axis % rank], data.shape[axis % rank + 1:]
    size = gatherum.count(inner) * gatherum.SIZES[data.dtype]
    for index in indices.bytes.cast("q"):
        if not -extent <= index < extent:  # what is raised becomes the status: IndexError is "range"
            raise IndexError(f"index {index} is outside [{-extent}, {extent - 1}]")
    shape, result = outer + indices.shape + inner, bytearray()
    for row in range(gatherum.count(outer)):
        for index in indices.bytes.cast("q"):
            start = (row * extent + index % extent) * size
            result += data.bytes[start:start + size]
    if call.fits(data.dtype, shape):
        call.memory.write[call.output["at"]:call.output["at"] + len(result)] = result
    return data.dtype, shape


def load(options):
    """What is imported here and raises ImportError makes the run say that it is absent."""
    return {"version": "0.1", "operators": {"gather": gather},
            "claims": [gatherum.claim("gather", ["onnx-13"], index_types=["int64"])]}


gatherum.serve("my_gather_py", load)
