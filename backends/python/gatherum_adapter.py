"""gatherum_adapter.py - the protocol of adapters for Python: docs/how-to/adapters.md in code.

An adapter names its library, what it claims, and a function for each operator that takes a Call and
returns the result; the rest happens here.  numpy is needed only by who asks for numpy arrays.

SPDX-License-Identifier: Apache-2.0
"""

import json
import mmap
import os
import socket
import sys
import time

from gatherum_giants import Giant
from gatherum_lines import failed, lines_of, options_read, text_of, threads_of, touched  # noqa: F401

TIMED = "GATHERUM_TIME" in os.environ  # gatherum smoke wants to know
LINE, INPUTS, OUTPUTS, PROTOCOL = 3, 4, 5, 1
KEEPS = 256  # descriptions of calls, which come again by their numbers, several in a line
LONGEST_ANSWER = 1024  # of a call that was asked together with others
SIZES = {"bool": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4,
         "uint64": 8, "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8, "complex64": 8,
         "complex128": 16, "string": 16}
NUMBERS = [name for name in SIZES if name != "string"]
INTEGERS = [name for name in SIZES if "int" in name]
# ---- alone: from here `gatherum export py` copies
# Settings of the framework are those under which its row was judged, or with SETTINGS=default its own.
DEFAULTS = os.environ.get("SETTINGS") == "default"
# What an exception says; any other is the library's own fault.
KINDS = [(IndexError, "range"), (TypeError, "type"), (ValueError, "invalid"), (OverflowError, "invalid"),
         (NotImplementedError, "unsupported"), (MemoryError, "nomem")]


def status_of(why, kinds):
    return next((status for kind, status in kinds + KINDS if issubclass(type(why), kind)), "internal")


def numpy_kind(dtype):
    """bfloat16 is a type of its own where the library brings one, else its bits; strings are bytes objects."""
    import numpy
    if dtype == "bfloat16":
        ml_dtypes = sys.modules.get("ml_dtypes")
        return numpy.dtype(ml_dtypes.bfloat16 if ml_dtypes else numpy.uint16)
    return numpy.dtype(object if dtype == "string" else dtype)


# ---- alone: to here


class Failure(Exception):
    """An answer other than a result: Failure("range", "index 5 is outside [0, 3]")."""

    def __init__(self, status, why):
        super().__init__(why)
        self.status = status


class Absent(Exception):
    """The library, or the device that was asked for, is not on this machine."""


def peer(*names, at=1):
    """Let modules come from where `make peers` put these packages, if it did; at: their place in the path."""
    folders = [os.path.join(os.environ.get("GATHERUM_PEERS", ""), name) for name in names]
    sys.path[at:at] = [folder for folder in folders if os.path.isdir(folder)]


def count(shape):
    n = 1
    for extent in shape:
        n *= extent
    return n


def printed():
    """Did the call write to stdout?  It is a file that whoever started this process made for that."""
    if os.lseek(1, 0, 1) == 0:
        return False
    os.lseek(1, 0, 0)
    return True


class Memory:
    """The two pieces of shared memory, as bytes, and as numpy arrays where numpy is there."""

    printed = staticmethod(printed)

    def __init__(self, inputs, outputs, files=(INPUTS, OUTPUTS)):
        self.inputs = mmap.mmap(files[0], inputs, prot=mmap.PROT_READ)
        self.outputs = mmap.mmap(files[1], outputs)
        self.read, self.write = memoryview(self.inputs), memoryview(self.outputs)
        self.kinds, self.names, self.address, self.numpy = {}, {}, None, None

    def numpy_kind(self, dtype):
        kind = self.kinds.get(dtype)
        if kind is None:
            import numpy
            self.numpy = numpy
            kind = self.kinds[dtype] = numpy_kind(dtype)
        return kind

    def output_address(self):
        if self.address is None:
            import ctypes
            self.move = ctypes.memmove
            self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.outputs))
        return self.address


class Tensor(Giant):
    """An operand: name of its type, shape, and its elements in one form or another."""

    def __init__(self, memory, said, base=0):
        self.memory = memory
        self.dtype, self.shape, self.at = said["dtype"], said["shape"], base + said["at"]
        self.strides = said.get("strides")  # in elements; None: compact, in C order
        self.extents = said.get("extents")  # how many parts of a sparse one hold something; None: it is whole
        self.array = None  # over the memory itself, for all calls of the same description

    @property
    def bytes(self):
        """Its memory, which cannot be written to; of a compact tensor."""
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
        if self.extents is not None:
            return self.sparse(self.memory.numpy_kind(self.dtype), self.memory.numpy, count(self.shape) * SIZES[self.dtype])
        if self.array is None:
            kind, numpy = self.memory.numpy_kind(self.dtype), self.memory.numpy
            if self.dtype == "string":
                return numpy.array(self.strings, object).reshape(self.shape)
            size = SIZES[self.dtype]
            steps = None if self.strides is None else [step * size for step in self.strides]
            self.array = numpy.ndarray(self.shape, kind, self.memory.inputs, self.at, steps)
        return self.array.view()  # of its own: who is given it may change its shape


class Call:
    """A call: op, variant, profile, attrs, and inputs by name."""

    own_us = None  # how long the library's own part took
    touched = None  # a byte in or beside its copy of an operand: name, which byte, and whether it was written
    kind = due = None  # the output's type in numpy, and its name and shape: of a result that is as is due
    said_of_due = b""
    prepared = None  # what its function keeps for the next call of the same description, wherever that lies

    def __init__(self, memory, said, bases=(0, 0), twin=None):
        self.memory, self.said = memory, said
        self.op, self.variant, self.profile = said["op"], said["variant"], said["profile"]
        self.attrs = said["attrs"]
        self.inputs = {name: Tensor(memory, one, bases[0]) for name, one in said["inputs"].items()}
        output = said.get("outputs", {}).get("output")  # None where only its shape is asked for
        self.output = output if output is None else {**output, "at": bases[1] + output["at"]}
        if twin is not None:
            self.kind, self.due, self.said_of_due, self.prepared = twin.kind, twin.due, twin.said_of_due, twin.prepared

    def numpy(self, name):
        return self.inputs[name].numpy()

    def output_bytes(self):
        """The memory of the output itself: poisoned, and fenced."""
        at = self.output["at"]
        return self.memory.write[at:at + count(self.output["shape"]) * SIZES[self.output["dtype"]]]

    def numpy_output(self):
        """The same as an array."""
        kind, numpy = self.memory.numpy_kind(self.output["dtype"]), self.memory.numpy
        return numpy.ndarray(self.output["shape"], kind, self.memory.outputs, self.output["at"])

    # ---- answers: what an operator's function returns ----

    def answer_numpy(self, array, dtype=None):
        """A result as a numpy array, of whatever type and shape the library gave it; or as an array
        that holds the bits of another type, by name."""
        memory, numpy = self.memory, sys.modules["numpy"]  # whoever made the result has it
        if self.due is not None and type(array) is numpy.ndarray and array.dtype is self.kind and array.shape == self.due[1]:
            at = self.output["at"]
            memory.write[at:at + array.nbytes] = array.tobytes()
            return self.due
        array = numpy.asarray(array)
        if not array.dtype.isnative:
            array = array.astype(array.dtype.newbyteorder("="))
        if dtype is None:
            dtype = memory.names.get(array.dtype)
        if dtype is None:
            dtype = "string" if array.dtype == object else array.dtype.name
            memory.names[array.dtype] = dtype
        if dtype == "uint16" and self.output["dtype"] == "bfloat16" and "ml_dtypes" not in sys.modules:
            dtype = "bfloat16"
        if dtype not in SIZES:
            raise Failure("internal", f"the result has elements of type {dtype}")
        if self.fits(dtype, array.shape):
            if dtype == "string":
                self.put_strings(array.reshape(-1))
            else:  # by bytes: a copy of floats may quieten a NaN
                at = self.output["at"]
                memory.write[at:at + array.nbytes] = array.tobytes()
                self.kind, self.due = array.dtype, (dtype, array.shape)
                return self.due
        return dtype, array.shape

    def answer_address(self, dtype, shape, address):
        """A result as the address of its elements, compact and in C order."""
        if self.fits(dtype, shape) and count(shape) > 0:
            to = self.memory.output_address() + self.output["at"]
            self.memory.move(to, address, count(shape) * SIZES[dtype])
        return dtype, shape

    def fits(self, dtype, shape):
        """Does the result fit the output? There is no room for another, which is only stated."""
        return dtype == self.output["dtype"] and list(shape) == self.output["shape"]

    def put_strings(self, strings):
        write, at, to = self.memory.write, self.output["at"], self.said["text"]
        for k, text in enumerate(strings):
            text = text.encode() if isinstance(text, str) else bytes(text)
            write[to:to + len(text)] = text
            write[at + 16 * k:at + 16 * k + 16].cast("Q")[:] = memoryview(
                to.to_bytes(8, sys.byteorder) + len(text).to_bytes(8, sys.byteorder)).cast("Q")
            to += len(text)


def answered(call, library, run):
    """What is said to a call, as the inside of an object; as text, as the encoder takes longer than all the rest."""
    try:
        result = run(call)
    except Failure as why:
        return touched(call.touched, failed(why.status, why))
    except Exception as why:  # whatever a library raises is its answer
        return touched(call.touched, failed(status_of(why, library.get("kinds", [])), f"{type(why).__name__}: {text_of(why)}"))
    if result is call.due and call.said_of_due:
        text = call.said_of_due
    else:
        shape = ",".join(map(str, map(int, result[1])))
        text = f'"status":"ok","outputs":{{"output":{{"dtype":"{result[0]}","shape":[{shape}]}}}}'.encode()
        if result is call.due:
            call.said_of_due = text
    return touched(call.touched, text if call.own_us is None else text + f',"own_us":{call.own_us}'.encode())


def runner(library, said):
    """The function for this message: the operator's, or the one that only tells shapes."""
    if said["do"] == "infer":
        return library["infer"]
    return library["operators"].get(said["op"]) or lacking


def lacking(call):
    raise Failure("unsupported", f"no operator {call.op}")


def answer(memory, library, said):
    """The answer to one call, as an object, for adapters that speak the protocol by themselves."""
    return {"call": said["call"], **json.loads(b"{" + answered(Call(memory, said), library, runner(library, said)) + b"}")}


class Together:
    """Calls whose descriptions are kept, several in a line; the answers go to the memory of outputs."""

    def __init__(self, memory, library, regions):
        self.memory, self.library, self.regions = memory, library, regions
        self.said = [None] * KEEPS
        self.calls = [None] * (2 * KEEPS)
        at = regions["answers"]
        self.first, self.count = at + 64, memory.write[at:at + 8].cast("Q")

    def keep(self, said):
        number = said["kept"]
        self.said[number] = said
        self.calls[2 * number] = self.calls[2 * number + 1] = None

    def made(self, number):
        """The call of this number and the function for it; one description has two, in regions of their own."""
        regions, said, twin = self.regions, self.said[number // 2], self.calls[number ^ 1]
        bases = [regions[name] + number * regions["step"] for name in ("inputs", "outputs")]
        call = Call(self.memory, said, bases, twin and twin[0]), self.library["operators"].get(said["op"]) or lacking
        self.calls[number] = call
        return call

    def given_up(self, numbers, text):
        """The answer to the call in hand, after which the others cannot be made."""
        lost = failed("lost", "a call before it was stopped")
        for done in range(self.count[0], len(numbers)):
            at = self.first + done * LONGEST_ANSWER
            answer = b"{%b}\n" % (text if done == self.count[0] else lost)
            self.memory.write[at:at + len(answer)] = answer
        self.count[0] = len(numbers)
        return b'{"done":%d}\n' % len(numbers)

    def run(self, numbers):
        """What is printed belongs to the call that printed it."""
        at, write, calls, library, count = self.first, self.memory.write, self.calls, self.library, self.count
        printed = self.memory.printed
        for done, number in enumerate(numbers, 1):
            call, run = calls[number] or self.made(number)
            text = answered(call, library, run)
            if printed():
                text += b',"printed":true'
            text = b"{%b}\n" % text
            write[at:at + len(text)] = text
            at += LONGEST_ANSWER
            count[0] = done
        return b'{"done":%d}\n' % len(numbers)


def serve(name, load, options=()):
    """Be the adapter `name`.  load(options) returns what the library is and does, as a dictionary:
    version, claims, operators {name of an operator: function(call)}, or both of the latter by a table
    of calls; and optionally infer (inference()), look(memory) (the answer to `look` of the protocol), profile, name, notes, call_us (what a small call takes, in microseconds,
    with what it compiles first), constants (integers that sizes are compared with in its code), giants (True where no
    call copies its data: tensors of 2^32 elements, nearly all of them zeros, come too), and kinds [(exception, status)], which are asked before KINDS.  It raises
    ImportError or Absent where the library is not, and ValueError for values of options that it does not know.  With as=VARIANT,
    which every adapter has, its operators are judged by that document instead of their own."""
    scope = load.__globals__
    if sys.argv[1:] == ["--texts"]:
        import gatherum_texts
        gatherum_texts.texts_print(name, load({}), scope)
        return
    converse(socket.socket(fileno=LINE), name, load, options, Memory, lambda: os._exit(0))


def stop(answer):
    """Answer the call in hand with this text, from a signal handler that cannot return to it."""
    STOPS[-1](answer)


STOPS = []


def converse(line, name, load, options, memory_of, end):
    """Answer what comes from the line; memory_of(sizes of inputs and outputs) maps them, end() follows the last word."""
    scope = load.__globals__
    encode, scan = json.JSONEncoder(separators=(",", ":")).encode, json.JSONDecoder().scan_once
    say = lambda said: line.sendall(encode(said).encode() + b"\n")
    memory, library, together = None, None, None
    lines = lines_of(line)

    def stopped(answer):
        now = said
        while now.get("do") != "bye":
            if now["do"] == "calls":
                line.sendall(together.given_up(now["kept"], answer))
            elif now["do"] != "keep":
                line.sendall(b'{"call":%d,%b}\n' % (now["call"], answer))
            answer, now = failed("lost", "a call before it was stopped"), scan(next(lines, '{"do":"bye"}'), 0)[0]
        os._exit(0)

    STOPS.append(stopped)
    for text in lines:
        said = scan(text, 0)[0]
        what = said.get("do")
        if what == "calls":
            line.sendall(together.run(said["kept"]))
        elif what == "keep":
            together.keep(said)
        elif what == "run" or what == "infer" and "infer" in library:
            line.sendall(b'{"call":%d,%b}\n' % (said["call"], answered(Call(memory, said), library, runner(library, said))))
        elif what == "look" and "look" in library:
            say(library["look"](said["memory"]))
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
                say({"ok": False, "why": str(why)[:250]})
                return
            memory = memory_of(said["inputs"], said["outputs"])
            together = Together(memory, library, said["regions"]) if "regions" in said else None
            say({"ok": True, "protocol": PROTOCOL, **({"keeps": KEEPS} if together else {})})
        elif what == "manifest":
            import gatherum_texts
            notes = library.get("notes", []) + ([] if "as" in given else gatherum_texts.texts_compare(name, library, scope))
            say({"name": library.get("name", name), "version": library["version"], "profile": library.get("profile", "cpu"),
                 "claims": library["claims"], **{key: library[key] for key in ("call_us", "constants", "row") if library.get(key)},
                 **({"looks": True} if "look" in library else {}), **({"giants": True} if library.get("giants") else {}), **({"notes": notes} if notes else {}), **({"infer": True} if "infer" in library else {})})
        elif what == "bye":
            sys.stdout.flush()
            end()  # what a library does when it ends is not judged
            return
        else:
            say({"ok": False, "why": f"do what? '{str(what)[:40]}' is not in the protocol"})


def claim(op, variants, data_types=None, index_types=("int32", "int64"), flags=(), **more):
    """One claim; more: attrs, min_rank, max_rank, out_of_range."""
    return {"op": op, "variants": list(variants), "data_types": list(data_types or NUMBERS),
            "index_types": list(index_types), "min_rank": 0, "max_rank": 16, "flags": list(flags),
            "min_align": 0, **more}


def table(text):
    """Lines "operator/variant   expression" as a dictionary."""
    rows = (line.split(None, 1) for line in text.splitlines() if line.strip())
    return {name: expression.strip() for name, expression in rows}


def compiled(calls):
    """The expressions of a table by operator and variant, and the first of each operator."""
    codes, first = {}, {}
    for name, expression in table(calls).items():
        op, variant = name.split("/")
        code = codes[op, variant] = compile(expression, name, "eval")
        first.setdefault(op, code)
    return codes, first


def inference(calls, scope, inferred):
    """What a library says of type and shape of a result without computing it, by the same table of calls:
    inferred(call, stated) returns both for call(operands by their names) and stated {name: (type, array)}.
    It raises NotImplementedError where the library does not know."""
    codes, first = compiled(calls)

    def infer(call):
        code = codes.get((call.op, call.variant)) or first[call.op]
        made = lambda **values: eval(code, scope, {"axis": 0, **call.attrs, "attrs": call.attrs, **values})
        return inferred(made, {name: (tensor.dtype, tensor.numpy()) for name, tensor in call.inputs.items()})

    return infer


def traced(source, scope, call):
    """An expression of a table as a function of the operands alone: attributes are constants of it."""
    return eval(f"lambda {', '.join(call.inputs)}: {source}", {**scope, "axis": 0, **call.attrs, "attrs": call.attrs})


def operators(calls, scope, given, taken, through=None):
    """Functions for the operators of a table of calls.  An expression sees the module `scope`, its
    operands as given(array, dtype) makes them, attributes by name, and `attrs`, those that the case
    states; taken(result) is an array, or an array of bits and the name of their type.  With through(function,
    operands), what the library makes of a function of its operands, as a compiler does, is asked in its place."""
    codes, first = compiled(calls)
    sources = table(calls)

    def made(call, code, values, operands):
        if through is None:
            return eval(code, scope, values)
        return through(traced(sources.get(f"{call.op}/{call.variant}") or sources[code.co_filename], scope, call), operands)

    def run(call):
        values = {"axis": 0, **call.attrs, "attrs": call.attrs}
        for name, tensor in call.inputs.items():
            values[name] = given(tensor.numpy(), tensor.dtype)
        code = codes.get((call.op, call.variant)) or first[call.op]
        operands = {name: values[name] for name in call.inputs}
        if TIMED:
            start = time.perf_counter_ns()
            result = made(call, code, values, operands)
            call.own_us = (time.perf_counter_ns() - start) / 1e3
            result = taken(result)
        else:
            result = taken(made(call, code, values, operands))
            unchanged(call, operands, taken)
        return call.answer_numpy(*result) if isinstance(result, tuple) else call.answer_numpy(result)

    return dict.fromkeys(first, run)


MOST_READ_AGAIN = 1 << 16  # bytes of an operand that is looked at after the call


def unchanged(call, operands, taken):
    """What a library made of an operand must be as it was; it may be a copy, so gatherum cannot see it."""
    for name, value in operands.items():
        tensor = call.inputs[name]
        if count(tensor.shape) * SIZES[tensor.dtype] > MOST_READ_AGAIN or tensor.dtype == "bfloat16":
            continue
        now, numpy = taken(value), call.memory.numpy
        kind = "" if tensor.dtype in ("string", "bool") else numpy.dtype(tensor.dtype).kind
        if not numpy.array_equal(now, tensor.numpy(), equal_nan=kind in ("f", "c")):
            raise Failure("internal", f"it wrote to its operand {name}: after the call that is {now.tolist()}")


def claims(calls, data_types=None, **more):
    """One claim for each operator of a table of calls; `more` as for claim()."""
    variants = {}
    for name in table(calls):
        variants.setdefault(name.split("/")[0], []).append(name.split("/")[1])
    return [claim(op, names, data_types, **more) for op, names in variants.items()]
