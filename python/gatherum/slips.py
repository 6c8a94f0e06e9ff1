"""slips.py - is an exception a slip of the function itself, or may it be a refusal of its input?

A name that is nowhere is a slip.  So is, at a line of the function's own file, a module or name that cannot be imported, and
an attribute that a module, a class, an object of that file's own classes or an array like those it was given does not have:
no input makes it be there.  What is raised further in, by a framework, and what None or a number lacks, may come of an odd
input and counts as an error answer.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import dis
import os
from collections.abc import Iterable
from types import ModuleType, TracebackType
from typing import Any

ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR")
PLAIN = (bool, int, float, complex, str, bytes, list, tuple, dict, type(None))


def own_line(why: BaseException, file: str) -> TracebackType | None:
    """Where the innermost line of that file stands which the exception came through."""
    found, at, file = None, vars(BaseException)["__traceback__"].__get__(why), os.path.realpath(file)
    while at is not None:
        if os.path.realpath(at.tb_frame.f_code.co_filename) == file:
            found = at
        at = at.tb_next
    return found


def instruction(line: TracebackType) -> tuple[str, Any]:
    return next(((one.opname, one.argval) for one in dis.get_instructions(line.tb_frame.f_code) if one.offset == line.tb_lasti), ("", None))


def never_has(owner: Any, name: str, line: TracebackType, given: Iterable[Any]) -> bool:
    """Is the attribute missing whatever the input is?"""
    if isinstance(owner, (ModuleType, type)):
        return True
    kind = type(owner)
    ours = kind.__module__ == line.tb_frame.f_globals.get("__name__")
    alike = kind not in PLAIN and any(type(one) is kind for one in given)
    return (ours or alike) and not hasattr(kind, name)


def is_slip(why: Exception, file: str, given: Iterable[Any]) -> bool:
    """given: the arguments of the call.  Nothing is asked of the exception that a class of its own may answer."""
    kind = type(why)
    if issubclass(kind, NameError):
        return True
    line = own_line(why, file) if file and issubclass(kind, (AttributeError, ImportError)) else None
    if line is None:
        return False
    does, name = instruction(line)
    if not issubclass(kind, AttributeError):
        return does.startswith("IMPORT_")
    owner = vars(AttributeError)["obj"].__get__(why)
    return does in ATTRIBUTES and vars(AttributeError)["name"].__get__(why) == name and never_has(owner, name, line, given)
