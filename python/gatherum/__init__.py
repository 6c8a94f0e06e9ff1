"""gatherum - judge a gather or scatter kernel where it is written, by the document that defines it.

    import gatherum as gat
    gat.check(my_gather, like="torch.gather")             # raises AssertionError with the diagnosis
    result = gat.judge("kernels:my_gather", like="torch.gather")
    answer = gat.ask("gather/onnx-13", data=[[1, 2], [3, 4]], indices=[1])  # what does the document say?

Nothing is imported before it is used, because pytest loads its plug-in from here in every session.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .claim import Claim
    from .documents import NotADocument
    from .judging import Case, Cause, NothingJudged, NotJudged, Result, check, judge
    from .linting import lint
    from .named_cases import cases
    from .oracle import Answer, Tensor, ask, variants
    from .reference import NotReferable

__all__ = ["Answer", "Case", "Cause", "Claim", "NotADocument", "NotJudged", "NotReferable", "NothingJudged", "Result",
           "Tensor", "ask", "cases", "check", "judge", "lint", "variants"]
WHERE = {"Answer": "oracle", "Claim": "claim", "NotADocument": "documents", "NotReferable": "reference", "Tensor": "oracle",
         "ask": "oracle", "cases": "named_cases", "lint": "linting", "variants": "oracle"}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.import_module(".program", __name__).version()
    if name not in __all__:
        raise AttributeError(f"gatherum has no {name}")
    return getattr(importlib.import_module("." + WHERE.get(name, "judging"), __name__), name)
