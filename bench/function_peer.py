"""function_peer.py - a function of Python as a contender of `gatherum bench`: it is called as it is when it is judged.

SPDX-License-Identifier: Apache-2.0
"""

import math
import os

import gatherum_adapter as protocol

from gatherum.function_worker import kernel_load
from gatherum.kernel import digest


class Memory:
    """The memory in which the operands of a row lie."""

    def __init__(self, buffer):
        self.kinds, self.numpy = {}, None
        self.read = self.write = self.inputs = self.outputs = buffer.bytes

    numpy_kind = protocol.Memory.numpy_kind


class Function:
    """Operands are made before the clock starts; what the document changes in place is copied in each call."""

    forms = [{"name": ""}]

    def __init__(self, threads, options):
        os.environ.setdefault("OMP_NUM_THREADS", str(threads))
        self.kernel = kernel_load(protocol.options_read(options, None))
        self.library, self.last = self.kernel.library, None
        if self.kernel.device:
            raise ValueError("bench measures functions on the CPU alone")
        if self.library.name == "torch":
            import torch
            torch.set_num_threads(threads)
        self.version = f"{digest(self.kernel.file)}, {self.library.version}"

    def tensor(self, buffer, dtype, shape, at):
        return {"memory": buffer, "dtype": dtype, "shape": shape, "at": at}

    def size(self, operand):
        return math.prod(operand["shape"]) * protocol.SIZES[operand["dtype"]]

    def poison(self, operand):
        size = self.size(operand)
        operand["memory"].bytes[operand["at"]:operand["at"] + size] = b"\xa5" * size

    def wait(self):
        if hasattr(self.last, "block_until_ready"):
            self.last.block_until_ready()

    def bytes(self, answer):
        array = answer
        if self.library.name != "memoryview":
            taken = answer if isinstance(answer, self.library.numpy.ndarray) else self.library.taken(answer)
            array = self.library.numpy.ascontiguousarray(taken[0] if isinstance(taken, tuple) else taken)
        got = memoryview(array).cast("B")
        if len(got) != self.due:
            raise ValueError(f"its answer has {len(got)} bytes where {self.due} are due")
        return got

    def document(self, row):
        """The first document that means what the row means, with the attributes for it."""
        said = {"axis": row["axis"], "batch_dims": row["batch_dims"], "reduction": row["reduction"] or "none"}
        for one in self.kernel.documents.values():
            silent = {"axis": 0, "batch_dims": 0, "reduction": one.reduction}
            if one.operator == row["op"] and all(name in one.attributes or silent[name] == said[name] for name in said):
                return one, {name: value for name, value in said.items() if name in one.attributes}
        return None, {}

    def call(self, form, row, data, indices, updates, out):
        document, attrs = self.document(row)
        if document is None or data["dtype"] not in document.types or indices["dtype"] not in document.index_types:
            return None
        attrs = {name: value % len(data["shape"]) if name == "axis" else value for name, value in attrs.items()}
        inputs = {"data": data, "indices": indices, **({"updates": updates} if updates else {})}
        call = protocol.Call(Memory(data["memory"]), {"op": document.operator, "variant": document.variant, "profile": "cpu",
                                                      "attrs": attrs, "inputs": inputs, "outputs": {"output": out}})
        values = self.kernel.values(document, call)
        place, self.due = document.result or self.kernel.out, self.size(out)

        def run():
            if document.result:
                values[place] = self.library.writable(call.inputs[document.ours(place)])
            result = self.kernel.called(call, values)
            self.last = values[place] if place else result
            return self.last
        return run
