"""reference.py - a function by its name: module:qualname, or file.py:qualname.

A worker is another process, started by exec: a function reaches it by name and never as an object.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ast
import base64
import functools
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any


class Inside(BaseException):
    """A module that a worker imports goes on to have a function judged: what it has defined so far is enough."""


class NotReferable(TypeError):
    """No other process could find this function by a name."""


def dug(module: Any, qualname: str) -> Any:
    for name in qualname.split("."):
        module = getattr(module, name)
    return module


def qualified(function: Any) -> str:
    """module:qualname by which a function calls itself, if that finds it; or ''."""
    module, qualname = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(qualname, str) or "<" in qualname:
        return ""
    try:
        return f"{module}:{qualname}" if dug(sys.modules.get(module), qualname) is function else ""
    except AttributeError:
        return ""


def held(wanted: Any) -> str:
    """module:name of a module that holds this object under some name, that of its class first; or ''.  A module
    that still runs, as the script does, may give the name to something else before it ends."""
    own = getattr(wanted, "__module__", None)
    for module in sorted(set(sys.modules) - {"builtins", "__main__"}, key=lambda name: (name != own, name)):
        names = getattr(sys.modules[module], "__dict__", {})
        if getattr(names.get("__spec__"), "_initializing", False):
            continue
        for name, one in list(names.items()):
            if one is wanted and name.isidentifier() and name != "_":
                return f"{module}:{name}"
    return ""


def name_of(function: Any) -> str:
    """A name by which another process finds this function: that of a function, or of an object that a module
    holds, or of a method of such an object; or ''."""
    found = qualified(function) or held(function)
    method, owner = getattr(function, "__name__", ""), getattr(function, "__self__", None)
    if not found and method and owner is not None and not isinstance(owner, ModuleType):
        holder = name_of(owner)
        found = f"{holder}.{method}" if holder and getattr(owner, method, None) == function else ""
    return found


def of(function: Callable[..., Any]) -> tuple[str, dict[str, Any]]:
    """The reference of a function, and what a partial binds: keywords, and as "" the first arguments."""
    bound: dict[str, Any] = {}
    name = name_of(function)
    while not name and isinstance(function, functools.partial):
        first = [*function.args, *bound.pop("", [])]
        bound = {**function.keywords, **bound, **({"": first} if first else {})}
        function = function.func
        name = name_of(function)
    module, _, qualname = name.partition(":")
    if not name:
        raise NotReferable(f"{getattr(function, '__qualname__', None) or function!r} has no name in a module, so a worker cannot "
                           "find it: move it to the top of a module, or say isolated=False to have it run in this process")
    if module == "__main__":
        file = getattr(sys.modules[module], "__file__", None)
        if not file:
            raise NotReferable(f"{qualname} was typed in, so a worker cannot find it: save it in a file, or say isolated=False "
                               "to have it run in this process")
        return f"{os.path.relpath(file)}:{qualname}", bound
    return name, bound


def bound_text(bound: Mapping[str, Any]) -> str:
    """The bindings of a partial, as an option's value."""
    text = repr(dict(bound))
    try:
        same = repr(ast.literal_eval(text)) == text
    except (ValueError, SyntaxError, RecursionError):
        same = False
    if not same:
        raise NotReferable("a partial may bind numbers, texts, truth values, None, and lists, tuples and dictionaries of them; "
                           f"it binds {text[:200]}: bind it in a function at the top of a module, or say isolated=False")
    return base64.urlsafe_b64encode(text.encode()).decode()


def bound_read(text: str) -> dict[str, Any]:
    return dict(ast.literal_eval(base64.urlsafe_b64decode(text).decode())) if text else {}


def bind(function: Callable[..., Any], bound: Mapping[str, Any]) -> Callable[..., Any]:
    """The partial again."""
    keywords = {name: value for name, value in bound.items() if name}
    return functools.partial(function, *bound.get("", ()), **keywords) if bound else function


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
    try:
        spec.loader.exec_module(module)
    except Inside:
        pass
    return module


def named_module(name: str) -> Any:
    """A module by its name; one that is a script in itself is run up to where it has something judged."""
    try:
        return importlib.import_module(name)
    except Inside:
        spec = importlib.util.find_spec(name)
        if spec is None or not spec.origin:
            raise ValueError(f"there is no module {name}") from None
        return file_module(spec.origin)


def load(reference: str) -> tuple[Any, str]:
    """The function of a reference, and the file that it stands in."""
    place, _, qualname = reference.rpartition(":")
    if place.endswith(".py"):
        if not os.path.exists(place):
            raise ValueError(f"there is no file {place}")
        module = file_module(place)
    else:
        module = named_module(place)
    try:
        function = dug(module, qualname)
    except AttributeError:
        raise ValueError(f"{place} has no {qualname}") from None
    if not callable(function):
        raise ValueError(f"{reference} cannot be called")
    return function, getattr(module, "__file__", None) or place
