"""reference.py - a function by its name: module:qualname, or file.py:qualname.

A worker is another process, started by exec: a function reaches it by name and never as an object.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import base64
import functools
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any


class NotReferable(TypeError):
    """No other process could find this function by a name."""


def dug(module: Any, qualname: str) -> Any:
    for name in qualname.split("."):
        module = getattr(module, name)
    return module


def of(function: Callable[..., Any]) -> tuple[str, dict[str, Any]]:
    """The reference of a function, and the keywords that a partial binds."""
    bound: dict[str, Any] = {}
    while isinstance(function, functools.partial):
        if function.args:
            raise NotReferable("a partial that binds positional arguments has no place here: bind them by name")
        bound = {**function.keywords, **bound}
        function = function.func
    module, qualname = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not module or not qualname or "<" in qualname:
        raise NotReferable(f"{qualname or function!r} has no name in a module, so a worker cannot find it: move it to the "
                           "top of a module")
    here = sys.modules.get(module)
    try:
        found = dug(here, qualname)
    except AttributeError:
        found = None
    if found is not function:
        raise NotReferable(f"{module}:{qualname} is another object than this function, so a worker would judge that one; "
                           "give the function a name of its own")
    if module == "__main__":
        file = getattr(here, "__file__", None)
        if not file:
            raise NotReferable(f"{qualname} was typed in, so a worker cannot find it: save it in a file")
        return f"{os.path.relpath(file)}:{qualname}", bound
    return f"{module}:{qualname}", bound


def bound_text(bound: Mapping[str, Any]) -> str:
    """Keywords as an option's value."""
    try:
        text = json.dumps(dict(bound), sort_keys=True)
    except TypeError:
        raise NotReferable(f"a partial may bind numbers, texts, truth values and lists of them; it binds {dict(bound)!r}") from None
    return base64.urlsafe_b64encode(text.encode()).decode()


def bound_read(text: str) -> dict[str, Any]:
    return dict(json.loads(base64.urlsafe_b64decode(text))) if text else {}


def file_module(file: str) -> Any:
    """The module of a file: with its package, if it is in one."""
    folder, name = os.path.dirname(os.path.abspath(file)), os.path.basename(file)[:-3]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        name = f"{package}.{name}"
    sys.path.insert(0, folder)
    if "." in name:
        return importlib.import_module(name)
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ValueError(f"{file} is no module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load(reference: str) -> tuple[Any, str]:
    """The function of a reference, and the file that it stands in."""
    place, _, qualname = reference.rpartition(":")
    if place.endswith(".py"):
        if not os.path.exists(place):
            raise ValueError(f"there is no file {place}")
        module = file_module(place)
    else:
        module = importlib.import_module(place)
    try:
        function = dug(module, qualname)
    except AttributeError:
        raise ValueError(f"{place} has no {qualname}") from None
    if not callable(function):
        raise ValueError(f"{reference} cannot be called")
    return function, getattr(module, "__file__", None) or place
