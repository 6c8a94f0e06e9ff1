"""program.py - where the program lies, and how it is started.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CALLS = "GATHERUM_CALLS"  # names a file of calls (documents.py)
INSIDE = False  # a worker: what it imports has nothing judged


def path() -> str:
    """The program: $GATHERUM, that of the wheel, that of the checkout, or what PATH has."""
    candidates = [os.environ.get("GATHERUM"), os.environ.get("GATHERUM_PROGRAM"), HERE / "bin/gatherum",
                  HERE.parent.parent / "build/gatherum", shutil.which("gatherum")]
    for one in candidates:
        if one and os.access(one, os.X_OK):
            return os.path.abspath(one)
    raise FileNotFoundError("there is no program gatherum: neither in the package, nor in build/, nor in PATH; "
                            "GATHERUM may name it")


def adapter_module() -> None:
    """Let gatherum_adapter be found, which lies beside the adapters."""
    for folder in (HERE / "share/gatherum/backends/python", HERE.parent.parent / "backends/python"):
        if folder.is_dir() and str(folder) not in sys.path:
            sys.path.append(str(folder))


def version() -> str:
    """The version of the package; of a checkout that which its file VERSION states."""
    stated = HERE.parent.parent / "VERSION"
    if stated.exists():
        return stated.read_text(encoding="utf-8").strip()
    from importlib import metadata
    try:
        return metadata.version("gatherum")
    except metadata.PackageNotFoundError:
        return "0"


def environment() -> dict[str, str]:
    """The environment of this process, with all that a worker needs to find the same modules."""
    found = os.pathsep.join(os.path.abspath(entry) for entry in sys.path)
    return {**os.environ, "GATHERUM_PYTHON": sys.executable, "GATHERUM_SYS_PATH": found}


def awaited() -> dict[str, str]:
    """The same for a program that is waited for: it ends when this process does."""
    return {**environment(), "GATHERUM_CALLER": str(os.getpid())}


def run(words: list[str], more: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """The program with these words, and more in its environment."""
    return subprocess.run([path(), *words], env={**awaited(), **(more or {})}, text=True, stdin=subprocess.DEVNULL,
                          capture_output=True, check=False)


def ask(words: list[str]) -> Any:
    """The output of the program, read as JSON."""
    done = run(words)
    if done.returncode != 0:
        raise ValueError(done.stderr.strip() or f"gatherum {' '.join(words)} ends with {done.returncode}")
    return json.loads(done.stdout)
