#!/usr/bin/env python3
"""stays_after_bye.py - does not end when it is told to.

verdict: pass
exit: 0
smoke: 1
says: it did not end within 1000 ms after bye

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
import honest

honest.serve(bye=lambda status: time.sleep(60))
