#!/usr/bin/env python3
"""function_worker.py - the adapter of a function that was written in Python.

gatherum starts it for --backend FILE.py:FUNCTION --like DOCUMENT, with these options: function, like,
those of a claim (claim.py), arrays, out, bound.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import gatherum_adapter as protocol

from gatherum import program
from gatherum.kernel import Kernel, said


def paths_take() -> None:
    """Modules come from where the caller's do, and from the folder of the run."""
    for entry in reversed(os.environ.get("GATHERUM_SYS_PATH", os.getcwd()).split(os.pathsep)):
        if entry and entry not in sys.path:
            sys.path.insert(0, entry)


class Stdout(io.FileIO):
    """Takes what no longer fits into the file that stands for it: who prints much is told that it prints, and no more."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except PermissionError:
            return len(data)


@contextlib.contextmanager
def stdout_aside() -> Iterator[None]:
    """Keep apart what a module prints while it is imported: it is no part of a call."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


def kernel_load(options: dict[str, str]) -> Kernel:
    paths_take()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # of numpy: others would wait at full speed for work that never comes
    warnings.simplefilter("ignore")  # of torch, about inputs that cannot be written to
    options = {name: unquote(text) for name, text in options.items()}
    program.INSIDE = True
    sys.stdout = io.TextIOWrapper(Stdout(1, "w", closefd=False), sys.stdout.encoding, sys.stdout.errors, write_through=True)
    try:
        with stdout_aside():
            return Kernel(options)
    except (ValueError, protocol.Absent) as why:
        raise ValueError(str(why)) from None
    except (Exception, SystemExit) as why:
        raise ValueError(f"{options['function']} cannot be imported by {sys.executable}: {type(why).__name__}: {why}") from None


def load(options: dict[str, str]) -> dict[str, Any]:
    kernel = kernel_load(options)
    return said(kernel, {name: unquote(text) for name, text in options.items()})


if __name__ == "__main__":
    protocol.serve("function", load, None)
