"""pytest_plugin.py - what pytest loads by itself: cases that are not selected are not judged, causes stand at the end.

Nothing of gatherum is imported here; where no test did, there is nothing to do.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import sys
from typing import Any

import pytest


def pytest_collection_finish(session: Any) -> None:
    """One run judges the cases that -k, --lf and their like have left."""
    module = sys.modules.get("gatherum.named_cases")
    if module is None:
        return
    chosen: dict[Any, dict[str, None]] = {}
    for item in session.items:
        for value in getattr(getattr(item, "callspec", None), "params", {}).values():
            if isinstance(value, module.NamedCase):
                chosen.setdefault(value.batch, {})[value.name] = None
    for batch, names in chosen.items():
        batch.selected = names


TOLD: dict[str, None] = {}  # by the processes of pytest-xdist


def told() -> list[str]:
    """What the results of this process say that have causes: smallest case first, then what was not claimed."""
    module = sys.modules.get("gatherum.named_cases")
    return [result.told_by_size() for result in (module.results() if module is not None else ()) if result.causes]


def pytest_sessionfinish(session: Any) -> None:
    """A process of pytest-xdist hands its findings on."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["gatherum"] = told()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """All processes judge the same cases, so their findings are told once."""
    TOLD.update(dict.fromkeys(getattr(node, "workeroutput", {}).get("gatherum", ())))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Causes, smallest case first, and what was not claimed."""
    for text in dict.fromkeys([*told(), *TOLD]):
        terminalreporter.section("gatherum: causes")
        terminalreporter.write_line(text)
