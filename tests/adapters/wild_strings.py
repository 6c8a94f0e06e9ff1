#!/usr/bin/env python3
"""wild_strings.py - says that its strings lie outside the memory.

verdict: broken-protocol
guilty: columns/string,int32
says: lies outside the memory of outputs
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    output, data = said["outputs"]["output"], said["inputs"]["data"]
    if (data["dtype"], data["shape"], said["inputs"]["indices"]["dtype"]) == ("string", [3, 5], "int32"):
        wire.memory.write[output["at"]:output["at"] + 8] = (1 << 40).to_bytes(8, sys.byteorder)
    return answer


honest.serve(twist)
