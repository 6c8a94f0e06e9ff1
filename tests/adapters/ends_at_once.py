#!/usr/bin/env python3
"""ends_at_once.py - ends before it said anything.

says: it ended with status 5 before it said what it claims
exit: 2
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import sys

sys.exit(5)
