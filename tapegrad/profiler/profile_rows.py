"""The rows of a profile: what one op did at one line, grouped by op, line or call, and as a tree of calls.

Invariant: the times of a node's children add up to at most its own, and those of the root are the profile's total.

Tests: tests/package/test_profiler.py, tests/profiler/test_stacks.py
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tapegrad.ir.program import UserCall

Line = tuple[str, int]
Calls = tuple[UserCall, ...]


@dataclass
class Row:
    """What one op did at one line of the user's.

    Attributes
    ----------
    op : str
        The op's name; ``compiled f`` for calls of a compiled function, the class's name for a custom function.
    line : (file, number) or None
        Where it was recorded; None without ``lines=True``, or if it was recorded before.
    calls : tuple of UserCall
        With ``stacks=True`` the calls that led to the line, the outermost first: tuples (function, file, line).
    forward, reverse : int
        How often it was executed.
    forward_time, reverse_time : float
        Seconds.
    bytes : int
        Elements times item size: forward of operands and result, in reverse of their adjoints. Within a region they
        mostly stay in the cache.
    """

    op: str
    line: Line | None = None
    calls: Calls = ()
    forward: int = 0
    reverse: int = 0
    forward_time: float = 0.0
    reverse_time: float = 0.0
    bytes: int = 0

    @property
    def time(self) -> float:
        """Seconds in both directions."""
        return self.forward_time + self.reverse_time

    @property
    def count(self) -> int:
        """Executions in both directions."""
        return self.forward + self.reverse

    @property
    def place(self) -> str:
        """The line as text."""
        return f"{os.path.basename(self.line[0])}:{self.line[1]}" if self.line else ""

    def add(self, other: Row) -> None:
        """Add the counts, times and bytes of another row."""
        self.forward += other.forward
        self.reverse += other.reverse
        self.forward_time += other.forward_time
        self.reverse_time += other.reverse_time
        self.bytes += other.bytes


def without(calls: Calls, outside: Calls) -> Calls:
    """Return calls without those outside, if they begin with them."""
    return calls[len(outside) :] if calls[: len(outside)] == outside else calls


SORTS = ("time", "forward_time", "reverse_time", "count", "bytes", "op", "line")
GROUPS: dict[str, Callable[[Row], tuple[Any, ...]]] = {
    "op": lambda r: (r.op, None, ()),
    "line": lambda r: ("", r.line, ()),
    "both": lambda r: (r.op, r.line, ()),
    "calls": lambda r: (r.op, r.line, r.calls),
}


def grouped(rows: Iterable[Row], by: str) -> list[Row]:
    """Return one row for each group of rows."""
    groups: dict[Any, Row] = {}
    for row in rows:
        key = GROUPS[by](row)
        groups.setdefault(key, Row(*key)).add(row)
    return list(groups.values())


# ------------------------------------------------------------------------------------------------- the tree of calls


@dataclass
class CallNode:
    """A node of the tree of calls: a function at one of its lines, a call of a compiled function, or an op.

    Attributes
    ----------
    name : str
        The function's qualified name, ``compiled f``, or the op's name.
    line : (file, number) or None
        Where the function is; None for ops and compiled functions.
    forward_time, reverse_time : float
        Seconds, with those of the children.
    row : Row
        What was measured here, without the children.
    children : list of CallNode
    """

    name: str
    line: Line | None = None
    forward_time: float = 0.0
    reverse_time: float = 0.0
    row: Row = field(default_factory=lambda: Row(""))
    children: list[CallNode] = field(default_factory=list)

    @property
    def time(self) -> float:
        """Seconds in both directions, with those of the children."""
        return self.forward_time + self.reverse_time

    def walk(self) -> Iterator[tuple[int, CallNode]]:
        """Yield this node and all below it with their depths, parents before children."""
        waiting = [(0, self)]
        while waiting:
            depth, node = waiting.pop()
            yield depth, node
            waiting += [(depth + 1, child) for child in reversed(node.children)]


def tree_of(rows: Iterable[Row]) -> CallNode:
    """Return the root of the tree of the calls of rows; children that took longest come first."""
    root = CallNode("all")
    nodes: dict[Any, CallNode] = {}  # by the node above's key and the step to it
    for row in rows:
        calls: Calls = row.calls or ((UserCall("", *row.line),) if row.line else ())
        steps: list[tuple[str, Line | None]] = [(name, (file, line) if file else None) for name, file, line in calls]
        passed: list[CallNode] = [root]
        key: Any = None
        for step in (*steps, (row.op, None)):
            key = (key, step)
            if key not in nodes:
                nodes[key] = CallNode(*step)
                passed[-1].children.append(nodes[key])
            passed.append(nodes[key])
        for node in passed:
            node.forward_time += row.forward_time
            node.reverse_time += row.reverse_time
        passed[-1].row.op = row.op
        passed[-1].row.add(row)
    for node in (root, *nodes.values()):
        node.children.sort(key=lambda child: -child.time)
    return root
