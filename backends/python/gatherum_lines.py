"""gatherum_lines.py - what goes over the line of an adapter, as text.

SPDX-License-Identifier: Apache-2.0
"""

import json


def text_of(why):
    """What an exception says; one that cannot say it has the name of its class."""
    try:
        return str(why)
    except Exception:
        return f"a {type(why).__name__} that str() fails for"


def failed(status, why):
    why = " ".join(text_of(why)[:4096].split())[:200].encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")
    return f'"status":"{status}","why":{json.dumps(why)}'.encode()


def touched(what, text):
    """An answer, with the byte in or beside an operand that the call touched, if it did."""
    if what is None:
        return text
    operand, byte, wrote = what
    return text + f',"touched":{{"operand":"{operand}","byte":{byte},"write":{str(wrote).lower()}}}'.encode()


def lines_of(line):
    """The lines that come, one by one; several may come at once."""
    buffer, used = bytearray(1 << 16), 0
    while True:
        got = line.recv_into(buffer if used == 0 else memoryview(buffer)[used:])
        if got == 0:
            return
        used += got
        if buffer[used - 1] == 10:
            yield from str(buffer[:used], "utf-8").splitlines()
            used = 0
        elif used == len(buffer):
            buffer = buffer + bytearray(used)


def options_read(text, known):
    """"device=cuda,as=onnx-13" as a dictionary; ValueError for what nobody knows.  known: None for what
    the adapter itself looks through."""
    options = dict(part.partition("=")[::2] for part in text.split(",") if part)
    for key in options:
        if known is not None and key not in [*known, "as"]:
            raise ValueError(f"option '{key}' is not known; there are: {' '.join([*known, 'as'])}")
    return options


def threads_of(options):
    """The option threads=K as a number; None where the library may choose, as it does by default."""
    given = options.get("threads")
    if given is None:
        return None
    if not given.isdigit() or int(given) == 0:
        raise ValueError(f"threads '{given}' is no number of threads")
    return int(given)
