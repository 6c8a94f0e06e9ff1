#!/usr/bin/env python3
"""closes_line.py - closes its descriptor and lives on.

verdict: broken-protocol
guilty: columns/float32,int32
says: it closed descriptor 3 and lives on
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        os.close(3)
        time.sleep(60)
    return answer


honest.serve(twist)
