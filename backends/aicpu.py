#!/usr/bin/env python3
"""aicpu.py - the AICPU kernels that MindSpore brings for Ascend, on an emulated processor.

What an NPU's Arm cores would run lies in MindSpore's package as a library for 64-bit Arm. A driver
(ascend/aicpu/) loads it under qemu-aarch64 and calls its one entry; here a call of gatherum becomes a
request to the driver: where the operands are, and the node, a message that says which kernel, shapes
and types. Options: lib=FILE, another library.

SPDX-License-Identifier: Apache-2.0
"""

import os
import resource
import shutil
import signal
import socket
import struct
import subprocess

import gatherum_adapter as gatherum

LIBRARY = "mindspore/mindspore/lib/plugin/ascend/libmindspore_cpu_kernels.so"
SYSROOT = "/usr/aarch64-linux-gnu"
# The types of elements that the package's list of kernels has for each of them, and their numbers there.
TYPES = {"float32": 0, "float16": 1, "int8": 2, "int32": 3, "uint8": 4, "int16": 6, "uint16": 7, "uint32": 8,
         "int64": 9, "uint64": 10, "float64": 11, "bool": 12, "complex64": 16, "complex128": 17}
# Variant: kernel, its inputs in order.
KERNELS = {
    "gather_nd/mindspore-2.x": ("GatherNd", "data indices"),
    "scatter_nd/mindspore-2.x": ("TensorScatterUpdate", "data indices updates"),
    "scatter_nd/mindspore-zeros-2.x": ("ScatterNd", "indices updates shape"),
}
WITHOUT_BOOL = ["ScatterNd"]
CHECKED_ABOVE = ["TensorScatterUpdate"]  # the call that is documented raises its errors before the kernel
IN_INPUTS, IN_OUTPUTS, IN_REQUEST = range(3)


# ---- the node: messages in the wire format of protocol buffers ----

def number(value):
    """An integer of variable length; a negative one has ten bytes."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def part(field, value):
    """A field that holds an integer, or one that holds bytes."""
    if isinstance(value, int):
        return number(field << 3) + number(value)
    return number(field << 3 | 2) + number(len(value)) + value


def tensor(dtype, shape):
    extents = b"".join(part(2, part(1, extent)) for extent in shape)
    return part(1, extents) + part(2, TYPES[dtype])


def node(kernel, inputs, output):
    return (part(2, kernel.encode()) + b"".join(part(4, tensor(*one)) for one in inputs)
            + part(5, tensor(*output)))


# ---- the driver ----

class Driver:
    """The process under the emulator, and the line to it."""

    def __init__(self, command):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the emulator writes a file of its own
        self.line, there = socket.socketpair()
        ends = [there.fileno(), gatherum.INPUTS, gatherum.OUTPUTS]
        self.process = subprocess.Popen([*command, *map(str, ends)], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        pass_fds=ends)
        there.close()
        if len(self.take(4)) < 4:
            why = self.process.stderr.read().decode(errors="replace").split("\n")[0]
            raise gatherum.Absent(f"the driver does not start: {why}")

    def take(self, size):
        got = b""
        while len(got) < size and (more := self.line.recv(size - len(got))):
            got += more
        return got

    def ask(self, operands, definition, extra=b""):
        """The status that the kernel returns; a driver that dies takes the adapter along."""
        head = struct.pack("=QQQ", len(operands), len(definition), len(extra))
        try:
            self.line.sendall(head + b"".join(struct.pack("=QQQ", *one) for one in operands) + definition + extra)
            answer = self.take(4)
        except OSError:  # gone since the last call
            answer = b""
        if len(answer) == 4:
            return struct.unpack("=i", answer)[0]
        ended = self.process.wait()
        if ended < 0:
            if -ended != signal.SIGKILL:
                signal.signal(-ended, signal.SIG_DFL)
            os.kill(os.getpid(), -ended)
        os._exit(ended)


def operand(where, at, dtype, shape):
    return where, at, gatherum.SIZES[dtype] * gatherum.count(shape)


def run(driver, kernel, names):
    def call(asked):
        output = asked.output
        described, operands, extra = [], [], b""
        for name in names:
            if name == "shape":
                extra = struct.pack(f"={len(output['shape'])}q", *output["shape"])
                described.append(("int64", [len(output["shape"])]))
                operands.append((IN_REQUEST, 0, len(extra)))
            else:
                one = asked.inputs[name]
                described.append((one.dtype, one.shape))
                operands.append(operand(IN_INPUTS, one.at, one.dtype, one.shape))
        for dtype, _ in described:
            if dtype not in TYPES:
                raise gatherum.Failure("type", f"{dtype} has no number here")
        definition = node(kernel, described, (output["dtype"], output["shape"]))
        result = operand(IN_OUTPUTS, output["at"], output["dtype"], output["shape"])
        code = driver.ask([*operands, result], definition, extra)
        if code != 0:
            raise gatherum.Failure("invalid", f"{kernel} returns {code}")  # -1, for whatever reason
        return output["dtype"], output["shape"]
    return call


def load(options):
    peers = os.environ.get("GATHERUM_PEERS", "")
    library = os.path.abspath(options.get("lib") or os.path.join(peers, LIBRARY))
    driver = os.path.join(os.environ.get("GATHERUM_LIBEXEC", ""), "frameworks/aicpu_driver")
    emulator = shutil.which("qemu-aarch64")
    if emulator is None:
        raise gatherum.Absent("no qemu-aarch64 here (package qemu-user)")
    if not os.path.exists(driver):
        raise gatherum.Absent("its driver was not built: no aarch64-linux-gnu-gcc")
    if not os.path.exists(library):
        raise gatherum.Absent("no AICPU kernels of MindSpore here")
    driver = Driver([emulator, "-L", SYSROOT, driver, library])
    calls, claims = {}, []
    for name, (kernel, names) in KERNELS.items():
        op, variant = name.split("/")
        calls[op, variant] = run(driver, kernel, names.split())
        calls.setdefault(op, calls[op, variant])
        types = [t for t in TYPES if t != "bool" or kernel not in WITHOUT_BOOL]
        flags = ["no_errors"] if kernel in CHECKED_ABOVE else []
        claims.append(gatherum.claim(op, [variant], types, attrs=[], flags=flags))  # a node has none here
    ask = lambda call: calls.get((call.op, call.variant), calls[call.op])(call)
    return {"version": version(peers, options), "profile": "npu", "claims": claims,
            "operators": {name.split("/")[0]: ask for name in KERNELS}}


def version(peers, options):
    """The version of the package, or the file that stands in for it."""
    if "lib" in options:
        return os.path.basename(options["lib"])
    with open(os.path.join(peers, "mindspore/.version"), encoding="ascii") as file:
        return file.read().strip()


gatherum.serve("aicpu", load, ["lib"])
