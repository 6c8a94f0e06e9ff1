#!/usr/bin/env python3
"""says_hello_wrong.py - speaks another version of the protocol.

says: its answer to hello lacks "ok":true or "protocol":1
exit: 2
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest

honest.serve(hello={"ok": True, "protocol": 2})
