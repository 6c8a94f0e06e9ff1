"""python -m gatherum: the program.

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

from . import program


def main() -> None:
    """Become the program; functions are started by this Python."""
    os.execve(program.path(), [program.path(), *sys.argv[1:]], program.environment())


if __name__ == "__main__":
    main()
