#!/usr/bin/env python3
"""here_worker.py - the adapter of a function that runs in the process that asks: all is handed over to that one.

gatherum needs: network
(a socket to that process), and nothing else runs here.

SPDX-License-Identifier: Apache-2.0
"""

from gatherum import here

if __name__ == "__main__":
    here.hand_over()
