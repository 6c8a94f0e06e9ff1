#!/usr/bin/env python3
"""honest.py - a right gather without numpy, for adapters that then do one thing wrong.

A saboteur is one file that calls serve(twist): twist(said, answer, wire) sees each call and the right
answer to it, may misbehave, and returns what is answered, None for nothing.  tests/adapters.t reads
these lines of its docstring; the cases are those of tests/hostile/:

    verdict: the class that is due         guilty: its cases, for grep -E
    says: part of the diagnosis or stderr  exit: of gatherum run, if it is not 1
    smoke: exit code of gatherum smoke     options: for gatherum run

verdict: pass
exit: 0
smoke: 0

SPDX-License-Identifier: Apache-2.0
"""

import json
import socket
import sys

import gatherum_adapter as gatherum

CLAIMS = [gatherum.claim("gather", ["onnx-13"], list(gatherum.SIZES), flags=["names_errors", "clean_errors"])]


class Wire:
    """The line and the memory, for who wants to misuse them."""

    def __init__(self):
        self.line = socket.socket(fileno=gatherum.LINE)
        self.lines = self.line.makefile("rb")
        self.memory = None

    def raw(self, text):
        self.line.sendall(text)

    def say(self, answered):
        self.raw(json.dumps(answered).encode() + b"\n")


def places(call):
    """The index of each output element in data, or a Failure."""
    data, indices = call.inputs["data"].shape, call.inputs["indices"]
    axis, found = call.attrs.get("axis", 0), []
    if not -len(data) <= axis < len(data):
        raise gatherum.Failure("invalid", f"axis {axis}")
    axis %= len(data)
    extent, inner = data[axis], gatherum.count(data[axis + 1:])
    wide = "i" if indices.dtype == "int32" else "q"
    picked = [k + extent if k < 0 else k for k in indices.bytes.cast(wide)]
    if not all(0 <= k < extent for k in picked):
        raise gatherum.Failure("range", f"an index outside [-{extent}, {extent - 1}]")
    for outer in range(gatherum.count(data[:axis])):
        for k in picked:
            start = (outer * extent + k) * inner
            found.extend(range(start, start + inner))
    return found, data[:axis] + indices.shape + data[axis + 1:]


def gather(call):
    data = call.inputs["data"]
    found, shape = places(call)
    if not call.fits(data.dtype, shape):
        return data.dtype, shape
    if data.dtype == "string":
        strings = data.strings
        call.put_strings([strings[k] for k in found])
        return data.dtype, shape
    size, at, out = gatherum.SIZES[data.dtype], call.output["at"], call.memory.write
    for n, k in enumerate(found):
        out[at + n * size:at + (n + 1) * size] = data.bytes[k * size:(k + 1) * size]
    return data.dtype, shape


def is_columns(said):
    """The cases that most saboteurs answer wrongly."""
    data, indices = said["inputs"]["data"], said["inputs"]["indices"]
    return (data["shape"], data["dtype"], indices["dtype"]) == ([3, 5], "float32", "int32")


def manifest(claims):
    return {"name": "honest", "version": "1.0", "profile": "cpu", "claims": claims}


def serve(twist=lambda said, answer, wire: answer, hello=None, claims=CLAIMS, bye=sys.exit):
    wire = Wire()
    for text in wire.lines:
        said = json.loads(text)
        if said["do"] == "hello":
            wire.memory = gatherum.Memory(said["inputs"], said["outputs"])
            wire.say(hello or {"ok": True, "protocol": 1})
        elif said["do"] == "manifest":
            wire.say(manifest(claims))
        elif said["do"] == "bye":
            bye(0)
        else:
            answer = twist(said, gatherum.answer(wire.memory, {"gather": gather}, gatherum.KINDS, said), wire)
            if answer is not None:
                wire.say(answer)


if __name__ == "__main__":
    serve()
