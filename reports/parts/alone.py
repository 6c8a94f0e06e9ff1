# alone.py - the end of a Python file that export py makes: it calls twice, compares bits, and says what it found.
#
# SPDX-License-Identifier: Apache-2.0
def bits(dtype, shape, elements):
    import numpy
    sizes = {"bool": 1, "bfloat16": 2}
    size = sizes.get(dtype) or numpy.dtype(dtype).itemsize
    raw = b"".join(one.to_bytes(size, "little") for one in elements)
    return dtype, numpy.frombuffer(raw, numpy_kind(dtype)).reshape(shape)


def array(dtype, shape, elements):
    import numpy
    flat = numpy.empty(len(elements), numpy_kind(dtype))
    flat[:] = elements
    return dtype, flat.reshape(shape)


def sparse(dtype, shape, parts):
    """Address space of which little exists; the rest reads as zeros."""
    import math
    import mmap
    import numpy
    kind, no_reserve = numpy_kind(dtype), 0x4000
    memory = mmap.mmap(-1, math.prod(shape) * kind.itemsize, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | no_reserve)
    flat = numpy.frombuffer(memory, kind)
    for at, elements in parts.items():
        flat[at:at + len(elements)] = bits(dtype, [len(elements)], elements)[1]
    return dtype, flat.reshape(shape)


def attempt(kinds, made_by):
    """Name of the type and array of the answer, or the kind of error and its words."""
    try:
        stated = operands()
        given_operands = {name: given(one, dtype) for name, (dtype, one) in stated.items()}
        result = taken(made_by(call, given_operands) if made_by else call(**given_operands))
        written = [name for name, (dtype, one) in stated.items() if changed(dtype, one, given_operands[name])]
        if written:
            return "written", f"nothing, but {written[0]} is another after the call: {taken(given_operands[written[0]]).tolist()}"[:300]
    except Exception as why:  # whatever a library raises is its answer
        return status_of(why, kinds), f"{type(why).__name__}: {why}"[:300]
    if isinstance(result, tuple):
        return result[1], result[0]
    import numpy
    result = numpy.asarray(result)
    return "string" if result.dtype == object else result.dtype.name, result


def changed(dtype, one, now):
    """Is an operand another than it was, after the call?"""
    import numpy
    if dtype not in ("int32", "int64", "float32", "float64") or one.nbytes > 1 << 16:
        return False
    return not numpy.array_equal(taken(now), one, equal_nan=dtype.startswith("float"))


def within(got, due, ranges):
    """Is each part of a computed number within its bounds?"""
    if any(besides & 16 for _, _, besides in ranges):
        return False
    import math
    parts = [(float(got), float(due))] if len(ranges) == 1 else [(got.real, due.real), (got.imag, due.imag)]
    for (x, want), (low, high, besides) in zip(parts, ranges):
        if math.isnan(x):
            good = besides & 1
        elif math.isinf(x):
            good = besides & (2 if x > 0 else 4)
        else:
            good = low <= x <= high
            if x == 0 and want == 0 and not besides & 8:
                good = good and math.copysign(1, x) == math.copysign(1, want)
        if not good:
            return False
    return True


def number(one, dtype):
    """An element as a number of Python; bfloat16 may come as its bits."""
    import numpy
    if dtype == "bfloat16":
        word = numpy.array(one).reshape(1).view(numpy.uint16).astype(numpy.uint32) << 16
        return float(word.view(numpy.float32)[0])
    return complex(one) if dtype.startswith("complex") else float(one)


def told(one):
    """An element as a reader wants it; a NaN by its bits, because those differ."""
    if isinstance(one, bytes) or one == one:
        return repr(one)
    return f"{one!r} with the bits 0x{one.tobytes()[::-1].hex()}"


def same(a, b):
    return a == b if isinstance(a, bytes) else a.tobytes() == b.tobytes()


def wrong_values(answer, dtype, got):
    """The first difference as a sentence, or None."""
    import numpy
    name, due = answer["output"]
    if dtype == "uint16" and name == "bfloat16":
        dtype = name
    if dtype != name or got.shape != due.shape:
        return f"the answer is {dtype}{list(got.shape)} and must be {name}{list(due.shape)}"
    per, ranges = 2 if name.startswith("complex") else 1, answer.get("ranges")
    updates = operands()["updates"][1].reshape(-1) if "also" in answer else None
    got, due = numpy.ascontiguousarray(got).reshape(-1), due.reshape(-1)
    for k in range(len(due)):
        if k in answer.get("anything", ()) or same(got[k], due[k]):
            continue
        if any(same(got[k], updates[update]) for element, update in answer.get("also", ()) if element == k):
            continue
        if ranges and within(number(got[k], name), number(due[k], name), ranges[per * k:per * k + per]):
            continue
        return f"element {k} is {told(got[k])} and must be {told(due[k])}"
    return None


def wrong(answer, first, second):
    """What an answer says against two calls, or None."""
    kinds, demand = ("invalid", "type", "range"), answer["demand"]
    for status, result in (first, second):
        is_error = isinstance(result, str)
        if demand == "anything":
            continue
        if is_error and (demand == "answer" or status not in kinds):
            return f"an answer is due, and it raises {result}" if demand == "answer" else f"it fails with {result}"
        if not is_error and demand == "error":
            return f"an error is due, and it answers {result.tolist()}"
        why = None if is_error else wrong_values(answer, status, result)
        if why:
            return why
    if demand != "anything" and isinstance(first[1], str) != isinstance(second[1], str):
        return "two calls end differently"
    return None


def wrong_inference(answer, kinds, answered):
    """What the library says of the shape without computing, against what the call does; None: the same, or nothing."""
    try:
        dtype, shape = inferred(call, operands())
    except Exception as why:  # whatever a library raises is its answer
        refused = answered and answer["demand"] != "error" and status_of(why, kinds) != "unsupported"
        return f"the call answers, and shape inference says {type(why).__name__}: {why}"[:300] if refused else None
    said = f"shape inference states {dtype}{list(shape)}"
    if answer["demand"] == "error":
        return f"the call is refused, and {said}"
    name, due = answer.get("output", (dtype, None))
    return None if due is None or (name, list(due.shape)) == (dtype, list(shape)) else f"the answer is {name}{list(due.shape)}, and {said}"


# What is empty before the first call keeps models of calls.
MODELS_KEPT = [one for one in globals().values() if isinstance(one, dict) and not one]


def rounds(most=60, seconds=10):
    """What depends on chance shows in one of many rounds, each with models of its own."""
    import time
    end = time.monotonic() + seconds
    for k in range(most):
        for kept in MODELS_KEPT:
            kept.clear()
        yield k
        if time.monotonic() > end:
            return


def tried():
    try:
        kinds = start()
        made_by = way(OPTIONS) if "OPTIONS" in globals() else None
    except (ImportError, AttributeError) as why:
        print(f"it cannot be tried: {why}")
        return 2
    if sys.argv[1:] == ["inference"]:
        answered = not isinstance(attempt(kinds, made_by)[1], str)
        found = [wrong_inference(answer, kinds, answered) for answer in answers()]
        print(f"the failure shows: {found[0]}" if found and all(found) else "the failure does not show")
        return 0 if found and all(found) else 1
    # With readings of the document as argument, "; " between them: by these readings alone.
    wanted = set(sys.argv[1].split("; ")) if sys.argv[1:] else None
    asked = [one for one in answers()
             if wanted is None or "readings" not in one or wanted & set(one["readings"].split("; "))]
    for _ in rounds() if asked else ():
        first, second = attempt(kinds, made_by), attempt(kinds, made_by)
        found = [wrong(answer, first, second) for answer in asked]
        if all(found):
            print(f"the failure shows: {found[0]}" if len(set(found)) == 1 else
                  "the failure shows: no reading of the document fits: " + "; or ".join(dict.fromkeys(found)))
            return 0
    print("the answer is right: the failure does not show")
    return 1


MOST_MEMORY = 6 << 30


def resident(process):
    """How much memory a process has, in bytes; 0 where nothing says so."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def main():
    """In a process of its own: a crash and a hang are failures too."""
    import time
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = tried()
        sys.stdout.flush()
        os._exit(100 + code)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        grown = 0 if done else resident(child)
        if done or grown > MOST_MEMORY:
            break
        time.sleep(0.1)
    if not done:
        os.kill(child, 9)
        os.waitpid(child, 0)
        print(f"the failure shows: the call {'takes more and more memory' if grown > MOST_MEMORY else 'does not come back'}")
        return 0
    if os.WIFSIGNALED(status):
        print(f"the failure shows: the call dies of signal {os.WTERMSIG(status)}")
        return 0
    if os.WEXITSTATUS(status) < 100:
        print(f"the failure shows: it ends the process, with status {os.WEXITSTATUS(status)}")
        return 0
    return os.WEXITSTATUS(status) - 100


sys.exit(main())
