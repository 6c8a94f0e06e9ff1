"""in_process.py - this process as the adapter: a function that runs here, and the operands of a case.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import mmap
import socket
import subprocess
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote

import gatherum_adapter as protocol

from . import arrays, here
from .calling import keywords_of
from .kernel import Kernel, said
from .slab import ALIGNMENT, span

NORESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000)


class PrivateMemory(protocol.Memory):
    """Operands that can be written to without the program's memory being changed: that would end this process."""

    def __init__(self, inputs: int, outputs: int, files: tuple[int, int]) -> None:
        super().__init__(inputs, outputs, files)
        self.printed = lambda: False  # stdout is that of the tests
        self.as_given = memoryview(self.inputs)
        self.inputs = mmap.mmap(files[0], inputs, flags=mmap.MAP_PRIVATE | NORESERVE, prot=mmap.PROT_READ | mmap.PROT_WRITE)
        self.read = memoryview(self.inputs)

    def fresh(self, inputs: Mapping[str, Any]) -> None:
        """Drop what the last call wrote, so that what the program put there since is seen."""
        for tensor in inputs.values():
            start = tensor.at // mmap.PAGESIZE * mmap.PAGESIZE
            if span(tensor):
                self.inputs.madvise(mmap.MADV_DONTNEED, start, tensor.at + span(tensor) - start)

    def written(self, inputs: Mapping[str, Any]) -> str:
        """An operand that was written to, or ''."""
        for name, tensor in inputs.items():
            place = slice(tensor.at, tensor.at + span(tensor))
            if self.read[place] != self.as_given[place]:
                return name
        return ""


def run(words: list[str], kernel_of: Callable[[dict[str, str]], Kernel]) -> subprocess.CompletedProcess[str]:
    """The program with these words; the kernel is made here, of the options that the program hands on."""
    def load(options: dict[str, str]) -> dict[str, Any]:
        plain = {name: unquote(text) for name, text in options.items()}
        return said(kernel_of(plain), plain)

    def converse(line: socket.socket, inputs: int, outputs: int) -> None:
        protocol.converse(line, "function", load, None, lambda n, m: PrivateMemory(n, m, (inputs, outputs)), lambda: None)

    return here.run([*words, "-j", "1"], converse)


class Caught(Kernel):
    """Keeps the arguments of the first call, and makes none."""

    arguments: dict[str, Any] | None = None

    def run(self, call: Any) -> Any:
        if self.arguments is None:
            document = self.documents[call.op, call.variant]
            first = min([t.at for t in call.inputs.values()], default=0) // ALIGNMENT * ALIGNMENT
            last = max([t.at + span(t) for t in call.inputs.values()], default=0)
            call.memory.inputs = bytearray(call.memory.as_given[first:last])
            call.memory.read = memoryview(call.memory.inputs)
            for tensor in call.inputs.values():
                tensor.at -= first
            self.arguments = keywords_of(self.calls[call.op, call.variant], self.values(document, call), {**call.attrs, **call.inputs},
                                         document, self.function)
        raise protocol.Failure("unsupported", "only its arguments are wanted")


def arguments_of(words: list[str], function: Callable[..., Any], device: str | None) -> dict[str, Any]:
    """The arguments of the function in the case that the words select, by its own keywords."""
    made: list[Caught] = []

    def kernel_of(options: dict[str, str]) -> Kernel:
        made.append(Caught(options, function))
        return made[-1]

    done = run(words, kernel_of)
    found = next((one for one in made if one.arguments is not None), None)
    if found is None or found.arguments is None:
        raise ValueError(f"the case is not one that the function claims: {(done.stderr or done.stdout).strip()[-300:]}")
    return {name: arrays.on_device(value, device) for name, value in found.arguments.items()}
