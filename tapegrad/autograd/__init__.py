"""The torch-shaped surface: `backward` and `grad`, and the modes.

What the documentation of PyTorch calls a "Jacobian-vector product" here is a vector-Jacobian product (VJP): the seeds
(`grad_tensors`, `grad_outputs`, `gradient`) are the vector.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from tapegrad.autograd import graph, recorded, sweep
from tapegrad.autograd.modes import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError
from tapegrad.tape import record
from tapegrad.tape.record import tape
from tapegrad.tensor import Tensor, from_array

__all__ = [
    "backward", "enable_grad", "grad", "graph", "inference_mode", "is_grad_enabled", "is_inference_mode_enabled",
    "no_grad", "set_grad_enabled",
]  # fmt: skip

_accumulating = threading.Lock()


def _sequence(x: Any, what: str, function: str) -> list[Any]:
    items = [x] if x is None or isinstance(x, (Tensor, np.ndarray, np.generic, float, int)) else list(x)
    for item in items:
        if not isinstance(item, Tensor) and what != "seeds":
            raise DtypeError(f"{function}: {what} must be Tensors, got {type(item).__name__}.")
    return items


def _check_seed(seed: Any, output: Tensor, position: int, function: str, batched: bool = False) -> Any:
    """A seed as an array or Tensor in the output's dtype.

    Raises
    ------
    GradientError
        None for an output of more than one element.
    ShapeError, DtypeError
        A seed that does not fit.
    """
    if seed is None:
        if output.size != 1:
            raise GradientError(
                f"{function}: the seed of an output of shape {output.shape} cannot be left out, only that of "
                "one element. Pass it, or reduce the output, for example with sum()."
            )
        return np.ones(output.shape, output.dtype)
    if not isinstance(seed, Tensor):
        if not isinstance(seed, (np.ndarray, np.generic, float, int, list)):
            raise DtypeError(
                f"{function}: seed {position} must be a Tensor, an array or None, got {type(seed).__name__}."
            )
        seed = from_array(record.capture(seed, function))
    if seed.dtype.kind not in "fiub":
        raise DtypeError(f"{function}: seed {position} must be real, got {seed.dtype}.")
    shape = seed.shape[1:] if batched else seed.shape
    if shape != output.shape:
        raise ShapeError(
            f"{function}: seed {position} has shape {seed.shape}, but its output has shape {output.shape}."
        )
    return seed.astype(output.dtype)


def _pair(outputs: Any, seeds: Any, function: str, batched: bool = False) -> list[tuple[Tensor, Any]]:
    """Outputs that require grad, with their seeds."""
    roots = _sequence(outputs, "outputs" if function == "grad" else "tensors", function)
    vectors = [None] * len(roots) if seeds is None else _sequence(seeds, "seeds", function)
    if len(vectors) != len(roots):
        raise ArgumentError(f"{function}: got {len(roots)} outputs and {len(vectors)} seeds.")
    for root in roots:
        record.check_thread(root)
    pairs = [
        (root, _check_seed(seed, root, k, function, batched))
        for k, (root, seed) in enumerate(zip(roots, vectors, strict=True))
        if root.requires_grad
    ]
    if not pairs:
        raise GradientError(
            f"{function}: no output requires grad. Make a leaf with requires_grad=True, outside no_grad()."
        )
    return pairs


class _Sweep:
    """One reverse sweep from given roots to all leaves, or to given targets."""

    def __init__(self, pairs: list[tuple[Tensor, Any]], targets: list[Tensor] | None, function: str, recorded_: bool):
        tape.flush(before_sweep=not recorded_)
        self.recorded = recorded_
        self.direct: list[tuple[Tensor, Any]] = []  # roots that are leaves
        self.seeds: list[tuple[sweep.Place, Any]] = []
        for root, seed in pairs:
            kind, slot = record.home(root)
            if kind.run is None:
                self.direct.append((root, seed))
            elif kind.run.records is not None:
                raise GradientError(f"{function}: an output could not be computed. Read its value to see the error.")
            else:
                self.seeds.append(((kind.run, slot), seed))
        leaves: set[int] | None = None
        places: list[sweep.Place] | None = None
        if targets is not None:
            leaves = {id(t) for t in targets if t.is_leaf}
            places = [_place(t) for t in targets if not t.is_leaf]
        self.marked = sweep.Marked([place for place, _ in self.seeds], places, leaves, function)
        self.targets = targets
        # results whose gradients are asked for, or retained
        self.watched = self._retained() if targets is None else [(t, _place(t)) for t in targets if not t.is_leaf]

    def _retained(self) -> list[tuple[Tensor, sweep.Place]]:
        """Live results that keep their gradients, in the runs that the sweep enters."""
        alive = [(t, run) for run in self.marked.entered for r in run.retained if (t := r()) is not None]
        return [(t, (run, t._i)) for t, run in alive if t._kind.run is run]

    def run(self) -> tuple[dict[int, tuple[Any, Any]], dict[tuple[int, int], Any]]:
        """Gradients of leaves and of observed places."""
        observed = [place for _, place in self.watched]
        leaves: Any  # gradients are Tensors if the sweep is recorded, else arrays
        places: Any
        try:
            if self.recorded:
                seeds = [(p, s if isinstance(s, Tensor) else from_array(s)) for p, s in self.seeds]
                with enable_grad():
                    leaves, places = recorded.reverse(self.marked, seeds, observed)
            else:
                arrays = [(p, s._array() if isinstance(s, Tensor) else s) for p, s in self.seeds]
                leaves, places = sweep.reverse(self.marked, arrays, observed)
        except BaseException:
            self.marked.unmark()
            raise
        wanted = None if self.targets is None else {id(t) for t in self.targets}
        for root, seed in self.direct:
            if wanted is not None and id(root) not in wanted:
                continue
            value = seed if self.recorded else seed._array() if isinstance(seed, Tensor) else seed
            if self.recorded and not isinstance(value, Tensor):
                value = from_array(value)
            known = leaves.get(id(root))
            total = value if known is None else known[1] + value
            leaves[id(root)] = root, total if isinstance(total, Tensor) else np.asarray(total)
        return leaves, places


def _place(t: Tensor) -> sweep.Place:
    kind, slot = record.home(t)
    assert kind.run is not None
    return kind.run, slot


def _as_gradient(value: Any, target: Tensor) -> Tensor:
    if isinstance(value, Tensor):
        return value
    return from_array(np.asarray(value).reshape(target.shape))


def _accumulate(target: Tensor, value: Tensor) -> None:
    """Rebind ``.grad`` to the sum of the old and the new gradient."""
    if target.grad is None:
        target.grad = value
    elif value.requires_grad or target.grad.requires_grad:
        target.grad = target.grad + value
    else:
        target.grad = from_array(np.asarray(target.grad._array() + value._array()))


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
) -> None:
    """Add the gradients of the sum of seed times tensor to the ``.grad`` of the leaves.

    Parameters
    ----------
    tensors : Tensor or sequence of Tensors
        The roots. Those that do not require grad are skipped.
    grad_tensors : Tensor, array, None, or sequence of them, optional
        The seed of each root: the vector in the vector-Jacobian product ("Jacobian-vector product" in torch's
        documents), of the root's shape. None stands for 1 for a root of one element.
    retain_graph : bool, optional
        Keep the tape for further sweeps. By default, the value of `create_graph`.
    create_graph : bool
        Record the sweep itself, so that the gradients can be differentiated.
    inputs : Tensor or sequence of Tensors, optional
        Accumulate into these only (results too), and sweep no more than they need. All leaves by default.

    Raises
    ------
    GradientError
        If no root requires grad, or a seed is missing.
    ShapeError, DtypeError, ArgumentError
        If seeds do not fit.
    TapeFreedError
        If a part of the tape was consumed by an earlier sweep.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor([1.0, 2.0], requires_grad=True)
    >>> tg.autograd.backward(x * x, grad_tensors=tg.tensor([1.0, 10.0]))
    >>> x.grad
    tensor([ 2., 40.])
    """
    if tape.run is not None and tape.run.traced:
        raise GradientError(
            "backward: the function is being recorded, and a replay leaves nothing in .grad. Use tg.grad(f), or "
            "tg.autograd.grad."
        )
    targets = None
    if inputs is not None:
        targets = _sequence(inputs, "inputs", "backward")
        if not targets:
            raise ArgumentError("backward: inputs is empty. Leave it out to reach all leaves.")
        for t in targets:
            if not t.requires_grad:
                raise GradientError("backward: an input does not require grad.")
    pairs = _pair(tensors, grad_tensors, "backward")
    retain = create_graph if retain_graph is None else retain_graph
    work = _Sweep(pairs, targets, "backward", create_graph)
    leaves, places = work.run()
    updates = [(leaf, _as_gradient(g, leaf)) for leaf, g in leaves.values()]
    for t, (run, slot) in work.watched:
        value = places.get((run.serial, slot))
        if value is not None:
            updates.append((t, _as_gradient(value, t)))
    with _accumulating:
        for target, value in updates:
            _accumulate(target, value)
        sweep.commit(work.marked, retain)


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """Gradients of the sum of seed times output with respect to inputs; ``.grad`` is left alone.

    Parameters
    ----------
    outputs, grad_outputs : as `tensors` and `grad_tensors` of `backward`
    inputs : Tensor or sequence of Tensors
        Leaves or results.
    retain_graph, create_graph : as for `backward`
    allow_unused : bool, optional
        Return None for an input that the outputs do not depend on, instead of raising. By default, the value of
        `materialize_grads`.
    is_grads_batched : bool
        Every seed has a leading axis of one length, and so has every gradient.
    materialize_grads : bool
        Return zeros in place of None.

    Returns
    -------
    tuple of Tensors or None
        One for each input, of its shape and dtype.

    Raises
    ------
    GradientError
        If an input does not require grad or is not used; and as `backward`.

    Examples
    --------
    >>> import tapegrad as tg
    >>> x = tg.tensor(3.0, requires_grad=True)
    >>> (g,) = tg.autograd.grad(x**3, x, create_graph=True)
    >>> tg.autograd.grad(g, x)
    (tensor(18.),)
    """
    targets = _sequence(inputs, "inputs", "grad")
    if not targets:
        raise ArgumentError("grad: inputs is empty. Name at least one Tensor.")
    if materialize_grads and allow_unused is False:
        raise ArgumentError("grad: allow_unused=False does not go with materialize_grads=True. Leave it out.")
    unused_allowed = materialize_grads if allow_unused is None else allow_unused
    for t in targets:
        if not t.requires_grad:
            raise GradientError("grad: an input does not require grad.")
    retain = create_graph if retain_graph is None else retain_graph
    if is_grads_batched:
        return _grad_batched(outputs, targets, grad_outputs, retain, create_graph, unused_allowed, materialize_grads)
    pairs = _pair(outputs, grad_outputs, "grad")
    if tape.run is not None and tape.run.traced:
        return _grad_in_recording(pairs, targets, unused_allowed, materialize_grads)
    work = _Sweep(pairs, targets, "grad", create_graph)
    leaves, places = work.run()
    try:
        results = [_result(t, leaves, places, work) for t in targets]
        if not unused_allowed and any(r is None for r in results):
            position = next(k for k, r in enumerate(results) if r is None)
            raise GradientError(_UNUSED.format(position))
    except BaseException:
        work.marked.unmark()
        raise
    if materialize_grads:
        results = [
            from_array(np.zeros(t.shape, t.dtype)).requires_grad_(create_graph) if r is None else r
            for t, r in zip(targets, results, strict=True)
        ]
    sweep.commit(work.marked, retain)
    return tuple(results)


def _grad_in_recording(
    pairs: list[tuple[Tensor, Any]], targets: list[Tensor], unused: bool, materialize: bool
) -> tuple[Tensor | None, ...]:
    """`grad` within a function that is being recorded: the sweep becomes part of the recording."""
    from tapegrad.autograd import traced
    from tapegrad.tape.trace import current

    trace = current()
    assert trace is not None
    if any(t._kind.run is not trace for t in (*targets, *(root for root, _ in pairs))):
        raise GradientError("grad: outputs and inputs must belong to the function that is being recorded.")
    seeds = [(root._i, s if isinstance(s, Tensor) else from_array(s)) for root, s in pairs]
    results = traced.reverse(trace, seeds, [t._i for t in targets])
    if not unused and any(r is None for r in results):
        raise GradientError(_UNUSED.format(next(k for k, r in enumerate(results) if r is None)))
    if materialize:
        results = [
            from_array(np.zeros(t.shape, t.dtype)) if r is None else r for t, r in zip(targets, results, strict=True)
        ]
    return tuple(results)


_UNUSED = (
    "grad: input {} was not used in computing the outputs. "
    "Pass allow_unused=True for None, or materialize_grads=True for zeros."
)


def _result(t: Tensor, leaves: Any, places: Any, work: _Sweep) -> Tensor | None:
    if t.is_leaf:
        known = leaves.get(id(t))
        value = None if known is None else known[1]
    else:
        run, slot = _place(t)
        value = places.get((run.serial, slot))
    return None if value is None else _as_gradient(value, t)


def _grad_batched(
    outputs: Any, targets: list[Tensor], seeds: Any, retain: bool, create: bool, unused: bool, materialize: bool
) -> tuple[Tensor | None, ...]:
    """One sweep for each entry of the seeds' leading axis."""
    from tapegrad.ops.shaping import stack

    roots = _sequence(outputs, "outputs", "grad")
    vectors = _sequence(seeds, "seeds", "grad")
    if len(vectors) != len(roots):
        raise ArgumentError(f"grad: got {len(roots)} outputs and {len(vectors)} seeds.")
    if any(v is None for v in vectors):
        raise ArgumentError("grad: is_grads_batched=True needs every seed, with a leading batch axis.")
    checked = [_check_seed(v, o, k, "grad", True) for k, (o, v) in enumerate(zip(roots, vectors, strict=True))]
    lengths = {v.shape[0] for v in checked}
    if len(lengths) != 1:
        raise ShapeError(f"grad: with is_grads_batched=True all seeds need one leading length, got {sorted(lengths)}.")
    (length,) = lengths
    rows = [
        grad(
            roots, targets, [v[i] for v in checked], retain or i + 1 < length, create, unused,
            materialize_grads=materialize,
        )
        for i in range(length)
    ]  # fmt: skip
    return tuple(None if column[0] is None else stack(column) for column in zip(*rows, strict=True))
