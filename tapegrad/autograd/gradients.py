"""`backward` and `grad`: check seeds and targets, run one sweep, and return or accumulate gradients.

Tests: tests/autograd/test_graph.py, tests/func/test_nesting.py
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapegrad.autograd import compiled_sweep, reads
from tapegrad.autograd.commit import commit, release
from tapegrad.autograd.engine import Sweep
from tapegrad.autograd.grad_mode import enable_grad, no_grad
from tapegrad.autograd.gradient_edges import GradientEdge
from tapegrad.autograd.reachability import active
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError
from tapegrad.hints import with_hints
from tapegrad.lazy_imports import modules_later
from tapegrad.ops.runtime import runtime
from tapegrad.ops.shape_ops import stack
from tapegrad.record.capture import capture
from tapegrad.record.open_recording import current, leaf_of_recording
from tapegrad.record.recording import check_thread, tape
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array
from tapegrad.trace_cache.reasons import Reason, note, turn
from tapegrad.trace_cache.thresholds import settings

if TYPE_CHECKING:
    from tapegrad.autograd import graph, traced_sweep
    from tapegrad.record.trace import Trace
else:  # which edges and recordings need
    graph, traced_sweep = modules_later("tapegrad.autograd.graph", "tapegrad.autograd.traced_sweep")


def _sequence(x: Any, what: str, function: str) -> list[Any]:
    single = x.__class__ is not list and (
        isinstance(x, (Tensor, GradientEdge, np.ndarray, str, bytes)) or not isinstance(x, Iterable)
    )
    items = [graph.tensor_of(item) if isinstance(item, GradientEdge) else item for item in ([x] if single else list(x))]
    for item in items:
        if not isinstance(item, Tensor) and what != "seeds":
            raise DtypeError(f"{function}: {what} must be Tensors, got {type(item).__name__}.")
    return items


def _check_seed(seed: Any, output: Tensor, position: int, function: str, batched: bool) -> Any:
    """Return a seed as an array or Tensor in the output's dtype.

    Raises
    ------
    GradientError, ArgumentError
        None for an output of more than one element, or a complex one.
    ShapeError, DtypeError
        A seed that does not fit.
    """
    if seed is None:
        if batched:
            raise ArgumentError(f"{function}: is_grads_batched=True needs every seed, with a leading batch axis.")
        if output.size != 1:
            raise GradientError(
                f"{function}: the seed can be left out only for an output of one element, got shape {output.shape}. "
                "Pass it, or reduce the output, for example with sum()."
            )
        if output.dtype.kind == "c":
            raise GradientError(
                f"{function}: the seed can be left out only for a real output, got {output.dtype}. Pass it, or make "
                "the output real, for example with abs() or .real."
            )
        return compiled_sweep.one(output._family.form)
    if not isinstance(seed, Tensor):
        if not isinstance(seed, (np.ndarray, np.generic, float, int, complex, list)):
            raise DtypeError(
                f"{function}: seed {position} must be a Tensor, an array or None, got {type(seed).__name__}."
            )
        seed = from_array(capture(seed, function))
    if seed.dtype.kind == "c" and output.dtype.kind != "c":
        raise DtypeError(
            f"{function}: seed {position} of an output of {output.dtype} must be real, got {seed.dtype}. "
            "Pass its real part."
        )
    shape = seed.shape[1:] if batched else seed.shape
    if shape != output.shape or (batched and not seed.shape):
        batch = " and is_grads_batched=True wants a batch axis before it" if batched else ""
        raise ShapeError(
            f"{function}: seed {position} has shape {seed.shape}, but its output has shape {output.shape}{batch}."
        )
    return seed.astype(output.dtype, copy=False)


def _pair(outputs: list[Tensor], seeds: list[Tensor], function: str, batched: bool = False) -> list[tuple[Tensor, Any]]:
    """Return outputs that require grad, with their seeds."""
    if outputs.__class__ is Tensor and seeds is None and not batched:  # as most are
        family = outputs._family
        alone = family.run is not None and family.run.owner is tape.thread
        if alone and family.requires_grad and family.form.size == 1 and family.form.dtype.kind == "f":
            return [(outputs, compiled_sweep.one(family.form))]
    roots = _sequence(outputs, "outputs" if function == "grad" else "tensors", function)
    if not roots:
        raise GradientError(f"{function}: there are no outputs. Name at least one Tensor.")
    vectors = [None] * len(roots) if seeds is None else _sequence(seeds, "seeds", function)
    if len(vectors) != len(roots):
        raise ArgumentError(f"{function}: got {len(roots)} outputs and {len(vectors)} seeds.")
    for root in roots:
        run = root._family.run
        if run is not None and run.owner is not tape.thread:
            check_thread(root)
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
        documents), of the root's shape, complex for a complex root. None means 1, for a real root of one element.
    retain_graph : bool, optional
        Keep the tape for further sweeps. By default, the value of `create_graph`.
    create_graph : bool
        Record the sweep itself, so that the gradients can be differentiated. Each leaf and its ``.grad`` then hold each
        other, and Python's garbage collector frees their memory later; `grad` makes no cycle.
    inputs : Tensor or sequence of Tensors, optional
        Accumulate into these only (results too), and sweep no more than they need. All leaves by default.

    Raises
    ------
    GradientError
        If no root requires grad, or a seed is missing; within a function that `tapegrad.compile` or a function
        transform calls.
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
    targets = None if inputs is None else _leaves_named(inputs)
    root = tensors if tensors.__class__ is Tensor else _root_of(tensors, grad_tensors)
    reason: Any = Reason.SEVERAL_ROOTS
    if targets is _OTHERS:
        reason = Reason.INPUTS
    elif active.transforms:  # within one, it is refused below
        reason = Reason.NESTED
    elif create_graph:
        reason = _recorded_in_run(root, targets, grad_tensors) if retain_graph is not False else Reason.CREATE_GRAPH
        if reason is None:
            return
    elif root is not None:
        retain = bool(retain_graph)
        attempt = compiled_sweep.swept(root, targets, grad_tensors, retain)
        if attempt.__class__ is Reason:
            attempt = reads.swept_at_read(root, targets, attempt, retain, grad_tensors)
        if attempt.__class__ is compiled_sweep.Attempt:
            if attempt.stages is None:
                release(*attempt[:5], True)
            else:
                runtime.autograd.stages.accumulate(*compiled_sweep.relayed(attempt), retain)
            if settings.timed:
                turn(True)
            return
        reason = attempt
    if tape.pending is not None and tape.pending.traced:
        raise GradientError(
            "backward: the function is being recorded, and a replay does not write .grad. Use tg.grad(f), or "
            "tg.autograd.grad."
        )
    if active.transforms:
        raise GradientError(
            "backward: a transform is running this function, and .grad is not one of its results. Use tg.func.grad, "
            "tg.func.vjp or tg.autograd.grad within it."
        )
    targets = None
    if inputs is not None:
        edges = [inputs] if isinstance(inputs, GradientEdge) else inputs
        targets = _sequence(edges, "inputs", "backward")
        if any(isinstance(x, GradientEdge) and not t.is_leaf for x, t in zip(edges, targets, strict=False)):
            raise GradientError("backward: the edge of a result has no .grad. Use grad, or pass the Tensor in inputs.")
        if not targets:
            raise ArgumentError("backward: inputs is empty. Leave it out to reach all leaves.")
        for t in targets:
            if not t.requires_grad:
                raise GradientError("backward: an input does not require grad.")
    pairs = _pair(tensors, grad_tensors, "backward")
    note("sweep", reason, None if root is None else root._family.run)
    retain = create_graph if retain_graph is None else retain_graph
    work = Sweep(pairs, targets, "backward", create_graph)
    updates = work.accumulate(retain)
    hooked = [(leaf, g) for leaf, g in updates if leaf._node.hooks and leaf.is_leaf]
    for leaf, g in sorted(hooked, key=lambda update: -abs(update[0]._node.serial)):
        with enable_grad() if create_graph else no_grad():
            leaf._node.hooks.after_accumulation(leaf, g)
    if settings.timed:
        turn(False)


def _recorded_in_run(root: Tensor, targets: Any, seed: Any) -> Reason | None:
    """Record the sweep of a root in the open run, and add its results to the ``.grad`` of the leaves, or of targets;
    return why that cannot be.
    """
    pending = tape.pending
    if root is None or pending is None or root._family.run is not pending.run:
        return Reason.CREATE_GRAPH
    leaves = [source for _, source in pending.run.sources] if targets is None else targets
    if not leaves or tuple in {*map(type, leaves)}:
        return Reason.CREATE_GRAPH
    seeds = seed if seed.__class__ is list and len(seed) == 1 else [seed]
    gradients = runtime.autograd.append_sweep.appended([root], leaves, seeds)
    if isinstance(gradients, Reason):
        return gradients
    commit([(leaf, g) for leaf, g in zip(leaves, gradients, strict=True) if g is not None])
    if settings.timed:
        turn(True)
    return None


_OTHERS: Any = object()


def _leaves_named(inputs: Any) -> Any:
    """Return the inputs of a sweep if they are leaves, each once; `_OTHERS` for any others."""
    named = [inputs] if inputs.__class__ is Tensor else inputs
    if not named or named.__class__ not in (list, tuple) or len({*map(id, named)}) < len(named):
        return _OTHERS
    ordinary = all(x.__class__ is Tensor and x._family.requires_grad and x.is_leaf for x in named)
    return named if ordinary else _OTHERS


def _root_of(roots: Any, seeds: Any) -> Any:
    """Return one result whose sweep is that from all roots: the sum of pending numbers, as a part of the run. None
    where there is none.
    """
    if roots.__class__ not in (list, tuple) or {*map(type, roots)} != {Tensor}:
        return None
    if len(roots) == 1:
        return roots[0]
    pending = tape.pending
    if seeds is not None or pending is None or pending.node is None or not tape.grad_enabled:
        return None
    for root in roots:
        form = root._family.form
        if (
            root._family.run is not pending.run
            or not root._family.requires_grad
            or form.size != 1
            or form.dtype.kind != "f"
        ):
            return None
    return functools.reduce(operator.add, [root if root.shape == () else root.sum() for root in roots])


def _begins(root: Any, outputs: Any, seeds: Any) -> tuple[list[Any], list[Any]] | None:
    """Return the roots of a recorded sweep, and their seeds: one `root`, or outputs with a seed each; else None."""
    listed = seeds.__class__ in (list, tuple)
    if root is not None:
        return [root], [*seeds] if listed and len(seeds) == 1 else [seeds]
    if outputs.__class__ not in (list, tuple) or not listed or len(outputs) != len(seeds):
        return None
    return ([*outputs], [*seeds]) if {*map(type, outputs)} == {Tensor} else None


@with_hints
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
    """Return gradients of the sum of seed times output with respect to inputs; ``.grad`` of leaves does not change.

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
        Every seed and every gradient has a leading axis of one length. Hooks and custom functions on the way are called
        for each entry, except for functions with `Function.generate_vmap_rule`.
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
    stages: Any = None
    root = outputs if outputs.__class__ is Tensor else _root_of(outputs, grad_outputs)
    reason: Any = Reason.SEVERAL_ROOTS
    if create_graph:
        reason = Reason.CREATE_GRAPH
    elif is_grads_batched:
        reason = Reason.BATCHED
    elif root is not None:
        attempt = compiled_sweep.swept(root, targets, grad_outputs, bool(retain))
        if attempt.__class__ is Reason:
            attempt = reads.swept_at_read(root, targets, attempt, bool(retain), grad_outputs)
        if attempt.__class__ is not compiled_sweep.Attempt:
            reason = attempt
        elif attempt.stages is None:
            by_leaf = compiled_sweep.gradients(attempt)
            if settings.timed:
                turn(True)
            return tuple([by_leaf[id(t)] for t in targets])
        else:
            reason = None
            stages, arrived = compiled_sweep.relayed(attempt)
    recorded: Any = None
    if create_graph and retain and not is_grads_batched and (begins := _begins(root, outputs, grad_outputs)):
        recorded = runtime.autograd.append_sweep.appended(begins[0], targets, begins[1])
        if recorded.__class__ is Reason:
            reason, recorded = recorded, None
    pairs = _pair(outputs, grad_outputs, "grad", is_grads_batched) if stages is None and recorded is None else []
    trace = current()
    if reason is not None and recorded is None and trace is None:
        note("sweep", reason, None if root is None else root._family.run)
    shape: tuple[int, ...] = ()
    work: Sweep | None = None
    updates: list[tuple[Tensor, Tensor]] = []
    if recorded is not None:
        results = recorded
    elif stages is not None:
        results = runtime.autograd.stages.gradients(stages, arrived, targets)
    elif is_grads_batched:
        shape = (_length(pairs),)
        work = Sweep(pairs, targets, "grad", create_graph) if trace is None else None
        results = _batched(work, pairs, targets, *shape, create_graph)
    elif trace is not None and any(t._family.run is trace.run for t in (*targets, *(root for root, _ in pairs))):
        results = _recorded(trace, pairs, targets)
    else:
        work = Sweep(pairs, targets, "grad", create_graph)
        results, updates = work.gradients()
    if not unused_allowed and any(r is None for r in results):
        raise GradientError(
            f"grad: input {next(k for k, r in enumerate(results) if r is None)} was not used in computing the outputs. "
            "Pass allow_unused=True for None, or materialize_grads=True for zeros."
        )
    if materialize_grads:
        as_leaves = create_graph and trace is None  # a recording has no leaves, and zeros are constants of it
        results = [
            from_array(np.zeros(shape + t.shape, t.dtype)).requires_grad_(as_leaves) if r is None else r
            for t, r in zip(targets, results, strict=True)
        ]
    if stages is not None:
        runtime.autograd.stages.commit(stages, [], bool(retain))
    if work is not None:
        work.commit(updates, retain or trace is not None)  # a recording is run again
    if settings.timed:
        turn(stages is not None)
    return tuple(results)


def pulled_back(outputs: list[Tensor], seeds: list[Tensor], inputs: list[Tensor]) -> list[Tensor | None]:
    """Return gradients as a part of the open trace, which depend on the seeds alone: the outputs are older."""
    return Sweep(_pair(outputs, seeds, "vjp"), inputs, "vjp", True, constant=True).gradients()[0]


def _recorded(trace: Trace, pairs: list[tuple[Tensor, Any]], targets: list[Tensor]) -> list[Tensor | None]:
    """Return gradients within a traced function: the sweep becomes part of the trace."""
    leaves = [None if t._family.run is trace.run else leaf_of_recording(t) for t in targets]
    targets = [t if leaf is None else leaf for t, leaf in zip(targets, leaves, strict=True)]
    if any(t._family.run is not trace.run for t in (*targets, *(root for root, _ in pairs))):
        raise GradientError(
            "grad: outputs and inputs must all belong to the function that is being recorded, or all to earlier "
            "results. Pass Tensors from outside as arguments."
        )
    return traced_sweep.reverse(trace, [(root._i, as_tensor(seed)) for root, seed in pairs], [t._i for t in targets])


def _length(pairs: list[tuple[Tensor, Tensor]]) -> int:
    """Return the length of the axis that all seeds of a batch have in front."""
    lengths = {seed.shape[0] for _, seed in pairs}
    if len(lengths) != 1:
        raise ShapeError(f"grad: with is_grads_batched=True all seeds need one leading length, got {sorted(lengths)}.")
    return lengths.pop()


def _batched(
    work: Sweep | None, pairs: list[tuple[Tensor, Tensor]], targets: list[Tensor], length: int, create: bool
) -> list[Tensor | None]:
    """Return one sweep for all entries of the seeds' leading axis, or one for each where that cannot be."""
    if work is not None:
        if work.batchable:
            return work.run_batched(length)
        work.marked.unmark()
    roots = [root for root, _ in pairs]
    rows = [grad(roots, targets, [seed[i] for _, seed in pairs], True, create, True) for i in range(length)]
    columns = zip(*rows, strict=True) if rows else ([] for _ in targets)
    return [None if not column or column[0] is None else stack(column) for column in columns]
