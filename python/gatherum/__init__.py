"""gatherum - judge a gather or scatter kernel where it is written, by the document that defines it.

    import gatherum as gat
    gat.check(my_gather, like="torch.gather")             # raises AssertionError with the diagnosis
    result = gat.judge("kernels:my_gather", like="torch.gather")

SPDX-License-Identifier: Apache-2.0
"""

from .cases import cases
from .claim import Claim
from .documents import NotADocument
from .judging import Case, Cause, NothingJudged, NotJudged, Result, check, judge
from .program import version
from .reference import NotReferable

__version__ = version()
__all__ = ["Case", "Cause", "Claim", "NotADocument", "NotJudged", "NotReferable", "NothingJudged", "Result",
           "cases", "check", "judge"]
