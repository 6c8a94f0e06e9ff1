"""peers.py - numpy and torch, also on a GPU, and functions of Python as contenders of `gatherum bench`.

Speaks on the inherited socket what harness/bench/bench_child.c speaks: one JSON object a line. Data come
from the inherited file into private memory of this process, a call is timed by the clock of this
process, and each library computes a row in the form that suits it best.

    peers.py numpy|torch|torch_cuda THREADS FOLDER      FOLDER holds what `make peers` installed
    peers.py function THREADS OPTIONS                   a function of Python, with options as when it is judged

SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import gc
import json
import mmap
import os
import socket
import sys
import time
import warnings

SOCKET, FILE = 3, 4
HUGE = 2 << 20
NOT_CLAIMED = "not claimed"


class Buffer:
    """Private memory in huge pages where the system has them, filled from the file."""

    def __init__(self, size):
        self.map = mmap.mmap(-1, size + HUGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self.map.madvise(mmap.MADV_HUGEPAGE)
        start = -ctypes.addressof(ctypes.c_char.from_buffer(self.map)) % HUGE
        self.bytes = memoryview(self.map)[start:start + size]
        done = 0
        while done < size:
            done += os.preadv(FILE, [self.bytes[done:]], done)


class Refused(Exception):
    """The answer is one sentence."""


class Library:
    level = ""  # the instruction set that it says it keeps to

    def poison(self, tensor):
        room = self.bytes(tensor)
        room[:] = b"\xa5" * len(room)

    def wait(self):
        """Until all calls are done."""


class Numpy(Library):
    forms = [{"name": "raise"}, {"name": "clip", "checks": False}]
    # The library has no bfloat16; moving it is moving 16 bits.
    types = {"float32": "f4", "uint8": "u1", "bfloat16": "u2", "int32": "i4", "int64": "i8"}

    def __init__(self, threads):
        import numpy
        self.np, self.version = numpy, numpy.__version__
        self.level = self.level_of(numpy)

    @staticmethod
    def level_of(numpy):
        """By the names of the loops that it chooses from."""
        core = getattr(numpy, "_core", None) or numpy.core
        has = core._multiarray_umath.__cpu_features__
        loops = [name for name in core._multiarray_umath.__cpu_dispatch__ if has.get(name)]
        if any(name.startswith(("X86_V4", "AVX512")) for name in loops):
            return "avx512"
        return "avx2" if any(name in ("X86_V3", "AVX2", "FMA3", "AVX") for name in loops) else "base"

    def tensor(self, buffer, dtype, shape, at):
        kind = self.np.dtype(self.types[dtype])
        count = int(self.np.prod(shape))
        return self.np.frombuffer(buffer.bytes, kind, count, at).reshape(shape)

    def bytes(self, tensor):
        return memoryview(self.np.ascontiguousarray(tensor)).cast("B")

    def call(self, form, row, data, indices, updates, out):
        np, axis = self.np, row["axis"]
        if row["op"] == "gather" and row["batch_dims"] == 0:
            mode = self.forms[form]["name"]
            return lambda: np.take(data, indices, axis=axis, out=out, mode=mode)
        if form != 0:
            return None
        if row["reduction"]:
            return self.reduce(row, data, indices, updates, out)
        if row["op"] == "gather":  # no function has batches: one index array per dimension
            batch = np.arange(data.shape[0])[:, None]
            return lambda: data[batch, indices]
        if row["op"] == "gather_elements":
            return lambda: np.take_along_axis(data, indices, axis)
        places = tuple(np.moveaxis(indices, -1, 0))
        if row["op"] == "gather_nd":
            return lambda: data[places]

        def scatter():
            np.copyto(out, data)
            if row["op"] == "scatter_nd":
                out[places] = updates
                return out
            np.put_along_axis(out, indices, updates, axis)
            return out
        return scatter


    def reduce(self, row, data, indices, updates, out):
        np = self.np
        ufunc = {"add": np.add, "max": np.maximum}.get(row["reduction"])
        if ufunc is None or data.dtype == np.uint16:
            return None
        places = (indices,)
        if row["op"] == "scatter_nd":
            places = tuple(np.moveaxis(indices, -1, 0))
        elif indices.ndim > 1:  # axis 0
            places = (indices, *np.ogrid[tuple(slice(n) for n in indices.shape)][1:])

        def scatter():
            np.copyto(out, data)
            ufunc.at(out, places if len(places) > 1 else places[0], updates)
            return out
        return scatter


class Torch(Library):
    forms = [{"name": ""}]

    def __init__(self, threads):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it misses numpy, which nobody needs here
            import torch
        torch.set_num_threads(threads)
        torch.set_grad_enabled(False)
        self.torch, self.version = torch, torch.__version__
        level = torch.backends.cpu.get_cpu_capability().lower()
        self.level = "base" if level == "default" else level

    def tensor(self, buffer, dtype, shape, at):
        count = 1
        for extent in shape:
            count *= extent
        kind = getattr(self.torch, dtype)
        return self.torch.frombuffer(buffer.bytes, dtype=kind, count=count, offset=at).reshape(shape)

    def bytes(self, tensor):
        plain = tensor.contiguous()
        size = plain.numel() * plain.element_size()
        return memoryview((ctypes.c_char * size).from_address(plain.data_ptr())).cast("B")

    def call(self, form, row, data, indices, updates, out):
        torch, axis = self.torch, row["axis"]
        if row["op"] == "gather" and row["batch_dims"] == 0:
            return lambda: torch.index_select(data, axis, indices, out=out)
        if indices.dtype != torch.int64:
            return None
        if row["op"].endswith("_nd"):
            return self.rows(row, data, indices, updates, out)
        if row["op"] == "put":
            return lambda: out.copy_(data).put_(indices, updates, accumulate=True)
        if row["reduction"] == "add":
            return lambda: torch.scatter_add(data, axis, indices, updates, out=out)
        if row["reduction"]:
            how = {"max": "amax", "mean": "mean"}[row["reduction"]]
            return lambda: torch.scatter_reduce(data, axis, indices, updates, how, out=out)
        if row["op"] == "gather":
            wide = indices[..., None].expand(out.shape)
            return lambda: torch.gather(data, axis, wide, out=out)
        if row["op"] == "gather_elements":
            return lambda: torch.gather(data, axis, indices, out=out)
        return lambda: torch.scatter(data, axis, indices, updates, out=out)


    def rows(self, row, data, indices, updates, out):
        """Tuples of one index name rows."""
        torch = self.torch
        if indices.shape[-1] != 1:
            return None
        indices = indices.reshape(-1)
        if row["op"] == "gather_nd":
            return lambda: torch.index_select(data, 0, indices, out=out)
        if row["reduction"] == "add":
            return lambda: torch.index_add(data, 0, indices, updates, out=out)
        return lambda: torch.index_copy(data, 0, indices, updates, out=out)


class TorchCuda(Torch):
    """Operands lie on the GPU before the clock starts, and a sample waits once, as it is for backends."""

    def __init__(self, threads):
        super().__init__(threads)
        if not self.torch.cuda.is_available():
            raise Refused(f"torch {self.version} sees no CUDA device")
        self.level = ""
        self.version += f" on {self.torch.cuda.get_device_name()}"

    def tensor(self, buffer, dtype, shape, at):
        return super().tensor(buffer, dtype, shape, at).cuda()

    def bytes(self, tensor):
        self.copy = tensor.cpu()  # lives as long as its bytes are read
        return super().bytes(self.copy)

    def poison(self, tensor):
        tensor.view(self.torch.uint8).fill_(0xa5)

    def wait(self):
        self.torch.cuda.synchronize()


class Peer:
    def __init__(self, library):
        self.library = library
        self.calls = []

    def row(self, order):
        self.calls = self.out = None
        gc.collect()  # the memory of the last row
        buffer = Buffer(order["size"])
        tensors = {o["name"]: self.library.tensor(buffer, o["type"], o["shape"], o["at"])
                   for o in order["operands"]}
        self.out, self.at = tensors["output"], order["operands"][-1]["at"]
        self.calls = [self.library.call(k, order, tensors["data"], tensors["indices"],
                                        tensors.get("updates"), self.out)
                      for k in range(len(self.library.forms))]
        return {"huge": huge_bytes() > 0.9 * order["size"]}

    def form(self, order):
        call = self.calls[order["form"]]
        if call is None:
            raise Refused(NOT_CLAIMED)
        return call

    def check(self, order):
        call = self.form(order)
        self.library.poison(self.out)
        self.library.wait()
        start = time.perf_counter()
        answer = call()
        self.library.wait()
        seconds = time.perf_counter() - start
        got, done = self.library.bytes(answer), 0
        while done < len(got):
            done += os.pwrite(FILE, got[done:], self.at + done)
        return {"seconds": seconds}

    def time(self, order):
        call, calls = self.form(order), range(order["calls"])
        if order["warm"]:
            call()
        self.library.wait()
        start = time.perf_counter()
        for _ in calls:
            call()
        self.library.wait()
        return {"seconds": (time.perf_counter() - start) / len(calls)}


def huge_bytes():
    with open("/proc/self/smaps_rollup", encoding="ascii") as lines:
        for line in lines:
            if line.startswith("AnonHugePages:"):
                return int(line.split()[1]) * 1024
    return 0


def serve(peer, lines, say):
    for line in lines:
        order = json.loads(line)
        if order["do"] == "bye":
            return
        try:
            answer = {"row": peer.row, "check": peer.check, "time": peer.time}[order["do"]](order)
            say({"ok": True, **answer})
        except Refused as why:
            say({"ok": False, "why": str(why)})
        except Exception as why:  # whatever a library raises is what its row shows
            say({"ok": False, "why": f"{type(why).__name__}: {why}"[:200]})


def library_of(name, threads, options):
    if name == "function":
        sys.path.append(os.path.dirname(os.path.abspath(__file__)))
        from function_peer import Function
        return Function(threads, options)
    return {"numpy": Numpy, "torch": Torch, "torch_cuda": TorchCuda}[name](threads)


def main():
    name, threads, more = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    if name != "function":
        sys.path.insert(0, os.path.join(more, name.split("_")[0]))
    stream = socket.socket(fileno=SOCKET).makefile("rw", encoding="ascii", newline="\n")

    def say(answer):
        stream.write(json.dumps(answer) + "\n")
        stream.flush()
    try:
        library = library_of(name, threads, more)
    except (Refused, ValueError) as why:
        say({"ok": False, "why": str(why)})
        return
    except ImportError as why:
        how = "" if name == "function" else f" (make peers PEERS={name.split('_')[0]} installs it)"
        say({"ok": False, "why": f"{why}{how}"[:200]})
        return
    gc.disable()
    say({"ok": True, "version": library.version, "note": "", "level": getattr(library, "level", ""),
         "forms": library.forms})
    serve(Peer(library), stream, say)


main()
