#!/usr/bin/env python3
"""absent_library.py - cannot find its library.

says: no such library here
exit: 3
smoke: 3

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest

honest.serve(hello={"ok": False, "absent": True, "why": "no such library here"})
