"""The graph of `torch.autograd.graph`: nodes, edges, and hooks on both.

A `Node` is a view of one instruction of the tape. It holds the instruction's run, and only the code that asked for it
holds the node; while it lives, asking again gives the same object.

Tests: tests/autograd/test_graph.py, tests/autograd/test_hooks.py
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.derivative_rules import handle, read_by_rules
from tapegrad.autograd.gradient_edges import GradientEdge
from tapegrad.autograd.hooks import Hooks, RemovableHandle
from tapegrad.autograd.reachability import active, place_of
from tapegrad.autograd.saved_values import disable_saved_tensors_hooks, save_on_disk, saved_tensors_hooks
from tapegrad.errors import ArgumentError, DtypeError, GradientError, TapeFreedError, ThreadError
from tapegrad.ops.results import result_op
from tapegrad.record.families import closed_family
from tapegrad.record.recording import tape
from tapegrad.record.run import Run
from tapegrad.tensor.tensor import Tensor, placed

__all__ = [
    "AccumulateGrad",
    "GradientEdge",
    "Node",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "register_multi_grad_hook",
    "save_on_disk",
    "saved_tensors_hooks",
]

_nodes: weakref.WeakValueDictionary[tuple[int, int], Node] = weakref.WeakValueDictionary()
_accumulators: weakref.WeakValueDictionary[int, AccumulateGrad] = weakref.WeakValueDictionary()
_IN_RECORDING = (
    "{}: hooks and nodes belong to sweeps that run now, and the function is being recorded. Use them outside of "
    "compiled and transformed functions."
)


class Node:
    """An instruction of the tape, or a call of a custom function.

    Attributes
    ----------
    metadata : dict
        For the user's notes.
    """

    def __init__(self, run: Run, slot: int) -> None:
        self._run, self._slot = run, slot
        self.metadata: dict[Any, Any] = {}
        run.watched().nodes[slot] = weakref.ref(self)

    def name(self) -> str:
        """Return the name of the op, or of the `tapegrad.autograd.Function`."""
        run = self._settled()
        return run.application.name if run.application is not None else run.frame().decode(self._slot)[0].shown

    def __repr__(self) -> str:
        try:
            return f"<Node {self.name()}>"
        except TapeFreedError:
            return "<Node of a consumed tape>"
        except ThreadError:
            return "<Node of another thread's tape>"

    def _settled(self) -> Run:
        """Return the run, closed.

        Raises
        ------
        TapeFreedError
        ThreadError
            If another thread is recording it.
        """
        if self._run.backing is tape._open.pending:
            tape.flush()
        if self._run.backing.open:
            raise ThreadError("grad_fn: another thread is recording this part of the tape. Read the value there first.")
        if self._run.backing.freed:
            raise TapeFreedError("grad_fn: this part of the tape was consumed. Pass retain_graph=True to keep it.")
        return self._run

    @property
    def next_functions(self) -> tuple[tuple[Node | AccumulateGrad | None, int], ...]:
        """For each operand the node that gave it, None for a constant, and which of its results it is."""
        run = self._settled()
        sources = dict(run.sources)
        if run.application is not None:
            operands = list(range(run.application.count))
        else:
            operands = run.frame().decode(self._slot)[1]
        return tuple(_edge(run, s, sources) for s in operands)

    @property
    def saved(self) -> dict[str, Tensor]:
        """The values that the reverse sweep reads for this node, by the names of its rule."""
        run = self._settled()
        run = run.frame().unpacked(run)
        sources, frame = dict(run.sources), run.frame()
        frame.materialise()
        if run.application is not None:
            ctx = run.application.ctx
            items = ctx._saved_at[ctx._part("backward")]
            values = [handle(run, what, sources) if isinstance(what, int) else what for what in items]
            return {str(k): value for k, value in enumerate(values) if value is not None}
        read = read_by_rules(frame, self._slot, [True] * len(frame.decode(self._slot)[1]))
        return {name: handle(run, slot, sources) for name, slot in read.items()}

    def register_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_inputs, grad_outputs)`` after a sweep has run this node; it may return new grad_inputs.

        There are as many as `next_functions`, with None where no gradient is passed on.
        """
        return Hooks.add(_hooks_of(self._run).after, self._slot, hook, "register_hook")

    def register_prehook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(grad_outputs)`` before a sweep runs this node; it may return new grad_outputs."""
        return Hooks.add(_hooks_of(self._run).before, self._slot, hook, "register_prehook")


class AccumulateGrad:
    """The end of the graph at a leaf: what adds to its ``.grad``.

    Attributes
    ----------
    variable : Tensor
        The leaf.
    metadata : dict
    """

    next_functions: tuple[Any, ...] = ()

    def __init__(self, variable: Tensor) -> None:
        self.variable = variable
        self.metadata: dict[Any, Any] = {}

    def name(self) -> str:
        """Return its name."""
        return "AccumulateGrad"

    def __repr__(self) -> str:
        return "<AccumulateGrad>"

    def register_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook((), (gradient,))`` after the gradient was added to the leaf's ``.grad``."""
        return Hooks.add(_hooks_of_leaf(self.variable).after, 0, hook, "register_hook")

    def register_prehook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook((gradient,))`` before it is added; it may return another."""
        return Hooks.add(_hooks_of_leaf(self.variable).before, 0, hook, "register_prehook")


def _hooks_of(run: Run) -> Hooks:
    watch = run.watched()
    if watch.hooks is None:
        watch.hooks = Hooks()
    return watch.hooks


def _hooks_of_leaf(t: Tensor) -> Hooks:
    if t._node.hooks is None:
        t._node.hooks = Hooks()
    return t._node.hooks


def _check(t: Tensor, function: str) -> None:
    if not isinstance(t, Tensor):
        raise DtypeError(f"{function}: expected a Tensor, got {type(t).__name__}.")
    if t.traced:
        raise GradientError(_IN_RECORDING.format(function))
    if not t.requires_grad:
        raise GradientError(f"{function}: this Tensor does not require grad.")


def _node_at(run: Run, slot: int, code: int | None = None) -> tuple[Node, int]:
    """Return the node that gives a slot, and which of its results it is; the op code is given where it is known."""
    first = slot if run.application is None else run.application.count
    if run.application is None and (code is None or code == result_op.code):
        op, operands, static = run.frame().decode(slot)
        if op is result_op:
            return _node_at(run, operands[0], -1)[0], static["index"]
    key = run.serial, first
    node = _nodes.get(key)
    if node is None:
        node = _nodes[key] = Node(run, first)
    return node, slot - first


def _accumulator(leaf: Tensor) -> AccumulateGrad:
    node = _accumulators.get(id(leaf))
    if node is None:
        node = _accumulators[id(leaf)] = AccumulateGrad(leaf)
    return node


def _edge(run: Run, slot: int, sources: dict[int, Any]) -> tuple[Node | AccumulateGrad | None, int]:
    if not run.frame().types[slot] & 1:
        return None, 0
    source = sources.get(slot)
    if source is None:
        return _node_at(run, slot)
    return _node_at(*source) if source.__class__ is tuple else (_accumulator(source), 0)


def node_of(t: Tensor) -> Node:
    """Return the node of a result."""
    _check(t, "grad_fn")
    return _node_at(*place_of(t), _code_of(t))[0]


def _code_of(t: Tensor) -> int | None:
    """Return the op code of the instruction that gave a Tensor, as far as the Tensor knows it."""
    instruction = getattr(t, "_instruction", None)
    return instruction[0] if instruction else None


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Return the edge of the graph that a Tensor is: `backward` and `grad` take it as a root or an input.

    Raises
    ------
    GradientError
        If the Tensor does not require grad.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor(3.0, requires_grad=True)
    >>> edge = tg.autograd.graph.get_gradient_edge(x * x)
    >>> tg.autograd.grad(edge, x)
    (tensor(6.),)
    """
    _check(tensor, "get_gradient_edge")
    if tensor.is_leaf:
        return GradientEdge(_accumulator(tensor), 0)
    return GradientEdge(*_node_at(*place_of(tensor), _code_of(tensor)))


def tensor_of(edge: GradientEdge) -> Tensor:
    """Return a Tensor that stands for an edge."""
    node, number = edge
    if isinstance(node, AccumulateGrad):
        return node.variable
    if not isinstance(node, Node):
        raise DtypeError(f"GradientEdge: expected a node, got {type(node).__name__}.")
    if not isinstance(number, (int, np.integer)):
        raise ArgumentError(f"GradientEdge: output_nr must be an integer, got {number!r}.")
    run = node._settled()
    frame = run.frame()
    slots: Sequence[int] = (node._slot,)
    if run.application is not None:
        slots = range(node._slot, len(run.backing))
    elif frame.decode(node._slot)[0].several:
        slots = frame.results(node._slot)
    if not 0 <= number < len(slots):
        raise ArgumentError(f"GradientEdge: the node has no result {number}.")
    slot = slots[number]
    return placed(closed_family(frame.form(slot), bool(frame.types[slot] & 1), run), slot)


def _adjoint_hooks(t: Tensor) -> tuple[dict[int, Any], int]:
    """Return the table for hooks on a Tensor's adjoint, and its slot there."""
    if t.is_leaf:
        return _hooks_of_leaf(t).adjoint, 0
    run, slot = place_of(t)
    return _hooks_of(run).adjoint, slot


def hook_tensor(t: Tensor, hook: Callable[[Tensor], Any]) -> RemovableHandle:
    """See `Tensor.register_hook`."""
    _check(t, "register_hook")
    return Hooks.add(*_adjoint_hooks(t), hook, "register_hook")


def hook_accumulation(t: Tensor, hook: Callable[[Tensor], Any]) -> RemovableHandle:
    """See `Tensor.register_post_accumulate_grad_hook`."""
    _check(t, "register_post_accumulate_grad_hook")
    if not t.is_leaf:
        raise GradientError(
            "register_post_accumulate_grad_hook: this Tensor is not a leaf; only leaves accumulate gradients."
        )
    return Hooks.add(_hooks_of_leaf(t).accumulated, 0, hook, "register_post_accumulate_grad_hook")


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable[..., None], *, mode: str = "all"
) -> RemovableHandle:
    """Call `fn` with the gradients of several Tensors.

    Parameters
    ----------
    tensors : sequence of Tensors
    fn : callable
        With ``mode="all"``, ``fn(grads)`` is called once in each sweep that reaches any of them, when the last gradient
        is known. ``grads`` is a list, with None for a Tensor that the sweep does not reach. With ``mode="any"``,
        ``fn(grad)`` is called for the first known gradient.
    mode : "all" or "any"

    Returns
    -------
    RemovableHandle

    Examples
    --------
    >>> import tapegrad as tg
    >>> x, y = tg.tensor(2.0, requires_grad=True), tg.tensor(3.0, requires_grad=True)
    >>> handle = tg.autograd.graph.register_multi_grad_hook([x, y], lambda grads: print(grads))
    >>> (x * y).backward()
    [tensor(3.), tensor(2.)]
    """
    if mode not in ("all", "any"):
        raise ArgumentError(f'register_multi_grad_hook: mode must be "all" or "any", got {mode!r}.')
    if not isinstance(tensors, (list, tuple)):
        raise ArgumentError(f"register_multi_grad_hook: expected a list of Tensors, got {type(tensors).__name__}.")
    if not tensors:
        raise ArgumentError("register_multi_grad_hook: tensors is empty.")
    if not callable(fn):
        raise DtypeError(f"register_multi_grad_hook: expected a function, got {type(fn).__name__}.")
    places: dict[Any, list[int]] = {}
    sources: dict[Any, Any] = {}
    for k, t in enumerate(tensors):
        _check(t, "register_multi_grad_hook")
        source = t if t.is_leaf else place_of(t)
        key = id(t) if t.is_leaf else source
        places.setdefault(key, []).append(k)
        sources[key] = source

    def collect(positions: list[int], g: Tensor) -> None:
        marked = active.sweeps[-1]
        entry = marked.collected.get(handle)
        if entry is None:
            entry = marked.collected[handle] = _Collected(fn, len(tensors), sum(map(marked.reaches, sources.values())))
            if mode == "all":
                marked.at_end.append(entry.call)  # some may be reached, and get no gradient all the same
            else:
                fn(g)
        for k in positions:
            entry.grads[k] = g
        entry.missing -= 1
        if entry.missing == 0 and mode == "all":
            entry.call()

    handle = RemovableHandle()
    for positions in places.values():
        handle.add(*_adjoint_hooks(tensors[positions[0]]), functools.partial(collect, positions))
    return handle


class _Collected:
    """The gradients that a multi-grad hook has collected in a sweep."""

    def __init__(self, hook: Callable[[Any], None], count: int, missing: int) -> None:
        self.grads: list[Tensor | None] = [None] * count
        self.missing = missing  # places that the sweep reaches, and whose gradients have not come yet
        self._hook: Callable[[Any], None] | None = hook

    def call(self) -> None:
        """Call the hook, once."""
        hook, self._hook = self._hook, None
        if hook is not None:
            hook(self.grads)
