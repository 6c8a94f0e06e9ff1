"""gatherum_adapter.py - the protocol of adapters for Python: docs/adapters.md in code.

An adapter names its library, what it claims, and a function for each operator that takes a Call and
returns the result; the rest happens here.  numpy is needed only by who asks for numpy arrays.

SPDX-License-Identifier: Apache-2.0
"""

import json
import mmap
import os
import socket
import sys

LINE, INPUTS, OUTPUTS, PROTOCOL = 3, 4, 5, 1
SIZES = {"bool": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4,
         "uint64": 8, "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8, "complex64": 8,
         "complex128": 16, "string": 16}
NUMBERS = [name for name in SIZES if name != "string"]
# Where the words of an exception say nothing else.  Any other exception is the library's own fault.
KINDS = [(IndexError, "range"), (TypeError, "type"), (ValueError, "invalid"),
         (NotImplementedError, "unsupported"), (MemoryError, "nomem")]


class Failure(Exception):
    """An answer other than a result: Failure("range", "index 5 is outside [0, 3]")."""

    def __init__(self, status, why):
        super().__init__(why)
        self.status = status


class Absent(Exception):
    """The library, or the device that was asked for, is not on this machine."""


def peer(*names):
    """Let modules come from where `make peers` put these packages, if it did."""
    folders = [os.path.join(os.environ.get("GATHERUM_PEERS", ""), name) for name in names]
    sys.path[1:1] = [folder for folder in folders if os.path.isdir(folder)]


def bfloat16_is_a_type():
    """numpy arrays of bfloat16 have the type that ml_dtypes adds; else they are uint16, its bits."""
    import ml_dtypes  # noqa: F401


def latin(array):
    """Strings as bytes into text, one character for each byte, for libraries that know no bytes."""
    import numpy
    return numpy.array([text.decode("latin-1") for text in array.reshape(-1)], object).reshape(array.shape)


def unlatin(array):
    """Back again."""
    import numpy
    array = numpy.asarray(array, object)
    return numpy.array([str(text).encode("latin-1") for text in array.reshape(-1)], object).reshape(array.shape)


def count(shape):
    n = 1
    for extent in shape:
        n *= extent
    return n


class Memory:
    """The two pieces of shared memory, as bytes, and as numpy arrays where numpy is there."""

    def __init__(self, inputs, outputs):
        self.inputs = mmap.mmap(INPUTS, inputs, prot=mmap.PROT_READ)
        self.outputs = mmap.mmap(OUTPUTS, outputs)
        self.read, self.write = memoryview(self.inputs), memoryview(self.outputs)
        self.kinds, self.names, self.address, self.numpy = {}, {}, None, None

    def numpy_kind(self, dtype):
        kind = self.kinds.get(dtype)
        if kind is None:
            import numpy
            self.numpy = numpy
            if dtype == "bfloat16":  # a type of its own where the library brings one, else its bits
                ml_dtypes = sys.modules.get("ml_dtypes")
                kind = numpy.dtype(ml_dtypes.bfloat16 if ml_dtypes else numpy.uint16)
            else:
                kind = numpy.dtype(object if dtype == "string" else dtype)
            self.kinds[dtype] = kind
        return kind

    def output_address(self):
        if self.address is None:
            import ctypes
            self.move = ctypes.memmove
            self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.outputs))
        return self.address


class Tensor:
    """An operand: name of its type, shape, and its elements in one form or another."""

    def __init__(self, memory, said):
        self.memory = memory
        self.dtype, self.shape, self.at = said["dtype"], said["shape"], said["at"]

    @property
    def bytes(self):
        """Its memory, which cannot be written to."""
        return self.memory.read[self.at:self.at + count(self.shape) * SIZES[self.dtype]]

    @property
    def strings(self):
        """The elements of a tensor of strings, as a flat list of bytes."""
        read, found = self.memory.read, []
        places = self.bytes.cast("Q")
        for k in range(0, len(places), 2):
            found.append(bytes(read[places[k]:places[k] + places[k + 1]]))
        return found

    def numpy(self):
        """An array over the memory itself; one of strings is a copy, of bytes objects."""
        kind, numpy = self.memory.numpy_kind(self.dtype), self.memory.numpy
        if self.dtype == "string":
            array = numpy.empty(count(self.shape), object)
            array[:] = self.strings
            return array.reshape(self.shape)
        return numpy.ndarray(self.shape, kind, self.memory.inputs, self.at)


class Call:
    """What is asked: op, variant, profile, attrs, and inputs by name."""

    def __init__(self, memory, said):
        self.memory, self.said = memory, said
        self.op, self.variant, self.profile = said["op"], said["variant"], said["profile"]
        self.attrs = said["attrs"]
        self.inputs = {name: Tensor(memory, one) for name, one in said["inputs"].items()}
        self.output = said["outputs"]["output"]

    def numpy(self, name):
        return self.inputs[name].numpy()

    # ---- answers: what an operator's function returns ----

    def answer_numpy(self, array):
        """A result as a numpy array, of whatever type and shape the library gave it."""
        memory = self.memory
        array = memory.numpy.asarray(array)
        dtype = memory.names.get(array.dtype)
        if dtype is None:
            dtype = "string" if array.dtype == object else array.dtype.name
            memory.names[array.dtype] = dtype
        if dtype == "uint16" and self.output["dtype"] == "bfloat16" and "ml_dtypes" not in sys.modules:
            dtype = "bfloat16"
        if self.fits(dtype, array.shape):
            if dtype == "string":
                self.put_strings(array.reshape(-1))
            else:  # by bytes: a copy of floats may quieten a NaN
                at = self.output["at"]
                memory.write[at:at + array.nbytes] = array.tobytes()
        return dtype, array.shape

    def answer_address(self, dtype, shape, address):
        """A result as the address of its elements, compact and in C order."""
        if self.fits(dtype, shape) and count(shape) > 0:
            to = self.memory.output_address() + self.output["at"]
            self.memory.move(to, address, count(shape) * SIZES[dtype])
        return dtype, shape

    def fits(self, dtype, shape):
        """Other results are only stated: there is no room for them."""
        return dtype == self.output["dtype"] and list(shape) == self.output["shape"]

    def put_strings(self, strings):
        write, at, to = self.memory.write, self.output["at"], self.said["text"]
        for k, text in enumerate(strings):
            text = text.encode() if isinstance(text, str) else bytes(text)
            write[to:to + len(text)] = text
            write[at + 16 * k:at + 16 * k + 16].cast("Q")[:] = memoryview(
                to.to_bytes(8, sys.byteorder) + len(text).to_bytes(8, sys.byteorder)).cast("Q")
            to += len(text)


def failed(number, status, why):
    why = " ".join(str(why).split())[:200]
    return {"call": number, "status": status, "why": why}


def answer(memory, operators, kinds, said):
    number = said["call"]
    run = operators.get(said["op"])
    if run is None:
        return failed(number, "unsupported", f"no operator {said['op']}")
    try:
        dtype, shape = run(Call(memory, said))
    except Failure as why:
        return failed(number, why.status, why)
    except Exception as why:  # whatever a library raises is its answer
        for kind, status in kinds:
            if isinstance(why, kind):
                return failed(number, status, f"{type(why).__name__}: {why}")
        return failed(number, "internal", f"{type(why).__name__}: {why}")
    return {"call": number, "status": "ok", "outputs": {"output": {"dtype": dtype, "shape": list(shape)}}}


def options_read(text, known):
    """"device=cuda,as=onnx-13" as a dictionary; ValueError for what nobody knows."""
    options = dict(part.partition("=")[::2] for part in text.split(",") if part)
    for key in options:
        if key not in [*known, "as"]:
            raise ValueError(f"option '{key}' is not known; there are: {' '.join([*known, 'as'])}")
    return options


def serve(name, load, options=()):
    """Be the adapter `name`.  load(options) returns what the library is and does, as a dictionary:
    version, claims, operators {name of an operator: function(call)}; and optionally profile and
    kinds [(exception, status)], which are asked before KINDS.  It raises ImportError or Absent where
    the library is not, and ValueError for values of options that it does not know.  With as=VARIANT,
    which every adapter has, its operators are judged by that document instead of their own."""
    line = socket.socket(fileno=LINE)
    lines = line.makefile("rb")
    encode, decode = json.JSONEncoder(separators=(",", ":")).encode, json.JSONDecoder().decode
    say = lambda answered: line.sendall(encode(answered).encode() + b"\n")
    memory = library = None
    for text in lines:
        said = decode(text.decode())
        what = said.get("do")
        if what == "run":
            say(answer(memory, library["operators"], library.get("kinds", []) + KINDS, said))
        elif what == "hello":
            try:
                given = options_read(said["options"], options)
                library = load(given)
                for one in library["claims"] if "as" in given else ():
                    one["variants"] = [given["as"]]
            except (ImportError, Absent) as why:
                say({"ok": False, "absent": True, "why": f"{why} (make peers PEERS={name} installs it)"[:200]})
                return
            except ValueError as why:
                say({"ok": False, "why": str(why)[:200]})
                return
            memory = Memory(said["inputs"], said["outputs"])
            say({"ok": True, "protocol": PROTOCOL})
        elif what == "manifest":
            say({"name": name, "version": library["version"], "profile": library.get("profile", "cpu"),
                 "claims": library["claims"]})
        elif what == "bye":
            sys.stdout.flush()
            os._exit(0)  # what a library does when it ends is not judged
        else:
            say({"ok": False, "why": f"do what? '{str(what)[:40]}' is not in the protocol"})


def claim(op, variants, data_types=None, index_types=("int32", "int64"), flags=(), **more):
    """One claim; more: attrs, min_rank, max_rank, out_of_range."""
    return {"op": op, "variants": list(variants), "data_types": list(data_types or NUMBERS),
            "index_types": list(index_types), "min_rank": 0, "max_rank": 16, "flags": list(flags),
            "min_align": 0, **more}
