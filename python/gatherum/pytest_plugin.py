"""pytest_plugin.py - what pytest loads by itself: cases that are not selected are not judged, causes stand at the end.

Nothing of gatherum is imported here; where no test did, there is nothing to do.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import sys
from typing import Any


def pytest_collection_finish(session: Any) -> None:
    """One run judges the cases that -k, --lf and their like have left."""
    module = sys.modules.get("gatherum.cases")
    if module is None:
        return
    chosen: dict[Any, dict[str, None]] = {}
    for item in session.items:
        for value in getattr(getattr(item, "callspec", None), "params", {}).values():
            if isinstance(value, module.NamedCase):
                chosen.setdefault(value.batch, {})[value.name] = None
    for batch, names in chosen.items():
        batch.selected = names


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Causes, smallest case first, and what was not claimed."""
    module = sys.modules.get("gatherum.cases")
    for result in module.results() if module is not None else ():
        if result.causes:
            terminalreporter.section("gatherum: causes")
            terminalreporter.write_line(str(result))
