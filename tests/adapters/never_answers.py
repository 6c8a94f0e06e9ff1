#!/usr/bin/env python3
"""never_answers.py - does not answer a call.

verdict: timeout
guilty: columns/float32,int32
says: the first call did not come back within the time limit
options: --timeout 1
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest

honest.serve(lambda said, answer, wire: None if honest.is_columns(said) else answer)
