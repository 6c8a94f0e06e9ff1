#!/usr/bin/env python3
"""claims_views.py - claims what only a backend in the same process can do.

says: claim 0 has takes_views
exit: 2
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import gatherum_adapter
import honest

honest.serve(claims=[gatherum_adapter.claim("gather", ["onnx-13"], flags=["takes_views"])])
