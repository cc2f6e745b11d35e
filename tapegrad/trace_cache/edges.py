"""Nodes and edges of the trace tree (see `tapegrad.trace_cache.tree`).

Tests: tests/ops/test_edges.py, tests/trace_cache/test_one_call.py
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from tapegrad.machine.layout import ARRAY
from tapegrad.ops import declare
from tapegrad.record.calls import ArrayCall
from tapegrad.trace_cache.reasons import Line, Refusal

_NOTHING: Any = MappingProxyType({})


class TreeNode:
    """A node of the trace tree: a run's instructions so far.

    Threads share nodes: what is looked through is copied first, in one step, and what one forgets may have gone.

    Attributes
    ----------
    next : dict
        The edges of further calls, by what these are found by.
    exits : dict
        What is known of runs that end here (see `tapegrad.autograd.exits`).
    line : Line or None
        The user's line of the first call.
    order : list of Edge
        Those with a stub, the one that was followed last first.
    stop : int
        How many instructions there are.
    refusal : Refusal or None
        Why a further call has not become an edge.
    rows : bool
        Whether a call on the way here chose one of several numbers of rows: its other numbers have paths of their own,
        and all of them one program (see `tapegrad.autograd.row_layout`).
    seen : set
        Of the root: what runs have begun with once, which is learnt the second time.
    varying : dict
        What varies in the indices of calls, by their code and the form of what they read (see
        `tapegrad.tensor.index_operands`).
    passes : list of int and Refusal
        How many runs leave the path behind their first call since the last one was long, and how that was; shared by
        the nodes behind.
    """

    __slots__ = ("exits", "line", "next", "order", "passes", "refusal", "rows", "seen", "stop", "varying")

    def __init__(self, stop: int = 0, before: TreeNode | None = None) -> None:
        self.next: dict[tuple[Any, ...], Edge] = {}
        self.exits: dict[tuple[Any, ...], Any] = {}
        self.line: Line | None = None if before is None or before is root else before.line
        self.order: list[Edge] = []
        self.seen: set[tuple[Any, ...]] = set()
        self.varying: dict[tuple[int, int], int] = {}
        self.stop = stop
        self.refusal: Refusal | None = None
        self.rows: bool = before is not None and before.rows
        self.passes: list[Any] = [0, None] if before is None or before is root else before.passes

    def alike(self, key: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """Return the keys of edges for calls of the same function with the same first argument."""
        return [k for k in [*self.next] if k[:2] == key[:2]]

    def forget(self, keys: Sequence[tuple[Any, ...]]) -> None:
        """Forget further calls."""
        gone = [self.next.pop(key, None) for key in keys]
        self.order[:] = [edge for edge in [*self.order] if edge not in gone]

    def put_first(self, edge: Edge) -> None:
        """Move an edge to the front, where the matcher looks first."""
        order = self.order
        if not order or order[0] is not edge:
            order[:] = [edge, *[other for other in [*order] if other is not edge]]


class Edge:
    """An edge of the trace tree: the instructions that one more call appends.

    Attributes
    ----------
    node : TreeNode
        What has then been recorded.
    steps : sequence
        For each instruction but the last: the place of an operand that is new to the run, or the instruction itself; of
        an array that the call makes, that stands in it.
    needs : dict
        Numbers that must lie in the run, by their slots.
    packed : bool
        The first operand is an input whose data must lie in C order.
    calls : list of ArrayCall
        Of these instructions.
    arrays : set of int
        Codes of ops in the steps that have such calls.
    instruction : tuple
        The last one, whose result is that of the call.
    form, requires_grad, type : Form, bool and int
        Of the result.
    early : bool
        There are picks from inputs.
    results : list
        Where results stand if there are several, or the gradients of a recorded sweep (see
        `tapegrad.autograd.append_sweep`).
    view : (op, dict) or None
        If the result is a view of the first operand: the op and its static parameters that take it.
    bounds : sequence of (int, int)
        Slots of inputs whose integers must be positions of an axis, and its length.
    writes : bool
        The first operand stands for the result from then on.
    stub : bytes or None
        What the matcher follows the edge by, with all that it names `held`; None until it is followed, and empty if
        there is none (see `tapegrad.trace_cache.stubs`).
    """

    __slots__ = (
        "arrays", "bounds", "calls", "early", "form", "held", "instruction", "needs", "node", "packed", "requires_grad",
        "results", "steps", "stub", "type", "view", "writes",
    )  # fmt: skip

    def __init__(
        self, node: TreeNode, t: Any = None, steps: Sequence[Any] = (), calls: Sequence[ArrayCall] = (),
        early: bool = False, view: Any = None, needs: Any = _NOTHING, packed: bool = False, writes: bool = False,
        bounds: Sequence[tuple[int, int]] = (),
    ) -> None:  # fmt: skip
        self.needs, self.packed, self.writes, self.bounds = needs, packed, writes, bounds
        self.stub: bytes | None = None
        codes = {step[0] for step in steps if step.__class__ is not int} if calls else ()
        self.arrays = {code for code in codes if declare.classes[code] == ARRAY}
        self.results: list[int | None] = []
        self.held: list[Any] = []  # appended to, as two threads may make a stub at once
        self.node, self.steps, self.calls, self.early, self.view = node, steps, calls, early, view
        if t is not None:
            family = t._family
            self.instruction, self.form, self.requires_grad = t._instruction, family.form, family.requires_grad
            self.type = family.id


REFUSED = Edge(TreeNode())
"""What is found for a call that no edge can stand for."""
root = TreeNode()
recordings = TreeNode()
"""The root of the tree of what is found by digests: what transforms record (see
`tapegrad.autograd.transform_recordings`), and runs that choose rows whose number varies (see
`tapegrad.autograd.row_layout`).
"""
