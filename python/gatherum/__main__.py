"""python -m gatherum: the program.

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

from . import program


def main() -> None:
    """Become the program; functions are started by this Python, and found in this folder, as by `python -m`."""
    if os.getcwd() not in map(os.path.abspath, sys.path):
        sys.path.insert(0, os.getcwd())
    os.execve(program.path(), [program.path(), *sys.argv[1:]], program.environment())


if __name__ == "__main__":
    main()
