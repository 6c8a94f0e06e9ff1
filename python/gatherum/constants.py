"""constants.py - the integers of a Python source: sizes that its code may treat apart.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ast

LONGEST = 1 << 20  # bytes of a source that are read
LEAST, GREATEST, MOST = 17, 1 << 24, 64  # as gatherum takes them
DIVIDES = (ast.Mod, ast.FloorDiv, ast.BitAnd)


def folded(node: ast.AST) -> int | None:
    """64 * 1024, 1 << 20 and 2**20 are numbers too."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if not isinstance(node, ast.BinOp):
        return None
    left, right = folded(node.left), folded(node.right)
    if left is None or right is None or not (0 <= left <= GREATEST and 0 <= right <= GREATEST):
        return None
    if isinstance(node.op, ast.Mult):
        return left * right
    if isinstance(node.op, ast.LShift) and right < 25:
        return left << right
    return int(left**right) if isinstance(node.op, ast.Pow) and right < 25 else None


def tells(node: ast.AST) -> bool:
    """Does it compare with a number, divide by it or mask with it?"""
    return isinstance(node, ast.Compare) or isinstance(node, ast.BinOp) and isinstance(node.op, DIVIDES)


def constants_of(file: str) -> list[int]:
    """Numbers that tell sizes apart first, then all others, each in the order of the source."""
    try:
        with open(file, "rb") as source:
            tree = ast.parse(source.read(LONGEST))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    first: dict[int, None] = {}
    others: dict[int, None] = {}
    for node in ast.walk(tree):
        for part in ast.walk(node) if tells(node) else [node]:
            number = folded(part)
            if number is not None and LEAST <= number <= GREATEST:
                (first if tells(node) else others)[number] = None
    return [*first, *(one for one in others if one not in first)][:MOST]
