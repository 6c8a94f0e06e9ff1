"""devices.py - memory of the CPU or of a CUDA device: reserved, or mapped between addresses that are not.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ctypes
import mmap
from typing import Any

import gatherum_adapter as protocol

from .dlpack import CPU, CUDA

FENCE = 16 << 20  # bytes at least, on either side of what is mapped
NO_MEMORY, ILLEGAL_ADDRESS = 2, 700  # of the CUDA driver
HARDWARE = (46, 214, 220, 226)  # unavailable, or uncorrectable errors of memory, NVLink and others: the machine's fault
NO_ACCESS, PRIVATE = 0, 0x4022  # of mmap(): nothing may be done there; private, of no file, not reserved


def rounded(size: int, to: int) -> int:
    return (size + to - 1) // to * to


class Host:
    """Memory of the CPU."""

    kind = CPU
    grain, unfenced, between = mmap.PAGESIZE, "", False

    def __init__(self, number: int) -> None:
        self.number = number
        self.pieces: list[Any] = []
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.libc.mmap.restype = ctypes.c_void_p
        self.libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
        self.libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)

    def reserve(self, size: int) -> int:
        self.pieces.append((ctypes.c_char * size)())
        return ctypes.addressof(self.pieces[-1])

    def fenced(self, size: int) -> int:
        """Map `size` bytes, a multiple of the grain, with at least FENCE unmapped ones on either side."""
        base = self.libc.mmap(None, size + 2 * FENCE, NO_ACCESS, PRIVATE, -1, 0)
        if base in (None, ctypes.c_void_p(-1).value) or self.libc.mprotect(base + FENCE, size, mmap.PROT_READ | mmap.PROT_WRITE) != 0:
            raise protocol.Failure("nomem", f"no memory for {size} bytes between fences")
        return int(base) + FENCE

    def write(self, address: int, data: bytes) -> None:
        ctypes.memmove(address, data, len(data))

    def read(self, address: int, size: int) -> bytes:
        return ctypes.string_at(address, size)


class Location(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("id", ctypes.c_int)]  # 1: a device


class Memory(ctypes.Structure):
    """CUmemAllocationProp: pinned to its location, with no handles for other processes."""

    _fields_ = [("type", ctypes.c_int), ("handles", ctypes.c_int), ("location", Location), ("unused", ctypes.c_void_p),
                ("flags", ctypes.c_ubyte * 8)]


class Access(ctypes.Structure):
    _fields_ = [("location", Location), ("flags", ctypes.c_int)]  # 3: read and write


class Cuda:
    """Memory of a CUDA device, by its driver, in the context that libraries use too."""

    kind = CUDA

    def __init__(self, number: int) -> None:
        self.number = number
        self.between = False  # do operands lie between addresses that are not mapped?
        try:
            self.driver = ctypes.CDLL("libcuda.so.1")
        except OSError as why:
            raise protocol.Absent(f"no CUDA device: {why}") from None
        self.device, context = ctypes.c_int(), ctypes.c_void_p()
        try:
            self.does("cuInit", 0)
            self.does("cuDeviceGet", ctypes.byref(self.device), number)
            self.does("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
            self.does("cuCtxSetCurrent", context)
        except protocol.Failure as why:
            raise protocol.Absent(f"no CUDA device {number}: {why}") from None
        self.memory = Memory(1, 0, Location(1, self.device.value))
        self.grain, self.unfenced = 0, ""
        try:
            grain = ctypes.c_size_t()
            self.does("cuMemGetAllocationGranularity", ctypes.byref(grain), ctypes.byref(self.memory), 0)
            self.fenced(grain.value)
            self.grain = grain.value
        except (protocol.Failure, AttributeError) as why:
            self.unfenced = str(why)

    def does(self, name: str, *words: Any) -> None:
        """A call of the driver.  What it refuses is told; only lack of memory leaves a device that can be used."""
        code = getattr(self.driver, name)(*words)
        if code != 0:
            status = "nomem" if code == NO_MEMORY else "fault" if code == ILLEGAL_ADDRESS and self.between else "device" if code in HARDWARE else "lost"
            raise protocol.Failure(status, f"{name} of the CUDA driver answers {code}" + (" (an illegal address)" if code == ILLEGAL_ADDRESS else ""))

    def reserve(self, size: int) -> int:
        address = ctypes.c_uint64()
        self.does("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
        return address.value

    def fenced(self, size: int) -> int:
        """Map `size` bytes, a multiple of the grain, with at least FENCE unmapped ones on either side."""
        fence, base, handle = rounded(FENCE, self.grain or size), ctypes.c_uint64(), ctypes.c_uint64()
        access = Access(self.memory.location, 3)
        self.does("cuMemAddressReserve", ctypes.byref(base), ctypes.c_size_t(size + 2 * fence), ctypes.c_size_t(0), ctypes.c_uint64(0), ctypes.c_uint64(0))
        at = base.value + fence
        self.does("cuMemCreate", ctypes.byref(handle), ctypes.c_size_t(size), ctypes.byref(self.memory), ctypes.c_uint64(0))
        self.does("cuMemMap", ctypes.c_uint64(at), ctypes.c_size_t(size), ctypes.c_size_t(0), handle, ctypes.c_uint64(0))
        self.does("cuMemSetAccess", ctypes.c_uint64(at), ctypes.c_size_t(size), ctypes.byref(access), ctypes.c_size_t(1))
        return at

    def write(self, address: int, data: bytes) -> None:
        self.does("cuMemcpyHtoD_v2", ctypes.c_uint64(address), data, ctypes.c_size_t(len(data)))

    def read(self, address: int, size: int) -> bytes:
        """After all that the function started is done."""
        data = ctypes.create_string_buffer(size)
        self.does("cuCtxSynchronize")
        self.does("cuMemcpyDtoH_v2", data, ctypes.c_uint64(address), ctypes.c_size_t(size))
        return data.raw


DEVICES: dict[str, type[Host] | type[Cuda]] = {"cpu": Host, "cuda": Cuda}


def device_of(said: str) -> Host | Cuda:
    """"cpu", "cuda" or "cuda:1"; ValueError for others."""
    name, _, number = said.partition(":")
    if name not in DEVICES or number and not number.isdigit():
        raise ValueError(f"device={said}: there are {' and '.join(DEVICES)}, and cuda:1 for the second")
    return DEVICES[name](int(number or 0))
