"""written.py - operands that a function writes to though they are given for reading.

The memory of operands cannot be written to.  Libraries that know that refuse with an exception of their own, and the call is
made again with copies; others have the process stopped, at an address of the operand.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import copy
import re
from typing import Any

import gatherum_adapter as protocol

from .slab import Touched, span

REFUSED = re.compile("read.?only", re.IGNORECASE)  # what all libraries say of an array that cannot be written to


def refused(why: Exception) -> bool:
    """Does the exception say that an array cannot be written to?"""
    return bool(REFUSED.search(protocol.text_of(why)))


def copied(tensor: Any) -> Any:
    """The same operand in memory of its own, which can be written to; strings are copies already."""
    if tensor.dtype == "string":
        return tensor
    made, made.memory = copy.copy(tensor), copy.copy(tensor.memory)
    made.memory.inputs = bytearray(tensor.memory.read[tensor.at:tensor.at + span(tensor)])
    made.memory.read = memoryview(made.memory.inputs)
    made.at, made.array = 0, None
    return made


def call_copied(call: Any) -> Any:
    """The same call with such operands."""
    made = copy.copy(call)
    made.inputs = {name: copied(tensor) for name, tensor in call.inputs.items()}
    return made


def changed(call: Any, copies: Any) -> Touched | None:
    """The first byte of a copy that is another one now."""
    for name, tensor in copies.inputs.items():
        was, now = call.memory.read[call.inputs[name].at:][:span(tensor)], tensor.memory.read[tensor.at:][:span(tensor)]
        if was != now:
            return name, next(k for k in range(len(was)) if was[k] != now[k]), True
    return None


class Memory:
    """Where the operands of the call in hand lie, for the handler of a bad access."""

    def __init__(self, numpy: Any) -> None:
        self.numpy, self.call, self.memory, self.start = numpy, None, None, 0

    def holds(self, call: Any) -> None:
        self.call = call
        if self.memory is not call.memory.inputs:
            self.memory = call.memory.inputs
            self.start = self.numpy.frombuffer(self.memory, self.numpy.uint8).ctypes.data

    def near(self, address: int) -> Touched | None:
        """The operand at this address, or the next one; it was written to, as it can be read."""
        at = address - self.start
        if self.call is None or not 0 <= at < len(self.memory) or not self.call.inputs:
            return None
        beside = {name: max(tensor.at - at, at - tensor.at - span(tensor) + 1, 0) for name, tensor in self.call.inputs.items()}
        name = min(beside, key=lambda one: beside[one])
        return name, at - self.call.inputs[name].at, True
