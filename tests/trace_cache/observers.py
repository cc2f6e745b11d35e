"""What users may do around, within and after a turn: each is a small function, which acts at its moment.

Moments are ``begin`` (there are leaves), ``around`` (a context manager), ``within`` (before some step), ``recorded``
(nothing was swept yet), ``sweep`` (in place of the program's own) and ``end``.
"""

from __future__ import annotations

import contextlib
import gc
import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

import tapegrad as tg
from tapegrad.autograd import forward_ad, graph
from tests.trace_cache import finalizers
from tests.trace_cache.functions import Cube
from tests.trace_cache.oracle import REFUSALS, Turn
from tests.trace_cache.preempting import Preempting
from tests.trace_cache.programs import Varying


class Observer(NamedTuple):
    """An action at a moment of a turn.

    Attributes
    ----------
    result : bool
        A result must live, also in the turns without the observer.
    spoils : bool
        The leaves are not used in later turns.
    """

    name: str
    moment: str
    act: Callable[[Turn], Any]
    result: bool
    spoils: bool


OBSERVERS: dict[str, Observer] = {}


def _acts(moment: str, result: bool = False, spoils: bool = False) -> Callable[[Any], Any]:
    def declared(act: Callable[[Turn], Any]) -> Callable[[Turn], Any]:
        name = act.__name__.replace("_", " ")
        OBSERVERS[name] = Observer(name, moment, act, result, spoils)
        return act

    return declared


def elsewhere(action: Callable[[], Any]) -> Any:
    """Return what an action gives on another thread, or its error."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(action())
        except REFUSALS as error:
            found.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found[0]


def _last(t: Turn) -> Any:
    """Return the newest value of floating-point numbers."""
    return next(v for v in reversed(t.values) if isinstance(v, tg.Tensor) and v.dtype.kind == "f")


def _noting(t: Turn, factor: float | None = None) -> Callable[[Any], Any]:
    def hook(g: Any) -> Any:
        t.see("hook", g, g * t.leaves[0].sum())
        return None if factor is None else factor * g

    return hook


# ------------------------------------------------------------------------------------------------- leaves


@_acts("begin", spoils=True)
def hooks_of_leaves(t: Turn) -> None:
    for k, x in enumerate(t.leaves):
        x.register_hook(_noting(t, 1.0 + k))


@_acts("begin", spoils=True)
def hook_that_only_looks(t: Turn) -> None:
    t.leaves[0].register_hook(_noting(t))


@_acts("begin", spoils=True)
def hook_after_accumulation(t: Turn) -> None:
    t.leaves[-1].register_post_accumulate_grad_hook(lambda x: t.see("after", x.grad))


@_acts("begin", spoils=True)
def hook_of_several_leaves(t: Turn) -> None:
    graph.register_multi_grad_hook(t.leaves, lambda grads: t.see("several", grads))


@_acts("begin", spoils=True)
def hook_of_any_leaf(t: Turn) -> None:
    graph.register_multi_grad_hook(t.leaves, lambda g: t.see("any", g), mode="any")


@_acts("begin", spoils=True)
def hook_that_comes_and_goes(t: Turn) -> None:
    t.leaves[0].register_hook(_noting(t, 3.0)).remove()


@_acts("begin", spoils=True)
def hook_that_reads_sweeps_and_writes(t: Turn) -> None:
    other, last = tg.tensor(2.0, requires_grad=True), t.leaves[-1]

    def hook(g: Any) -> Any:
        t.see(t.root)
        with tg.enable_grad():
            (other**3).backward()
        with tg.no_grad():
            last.__imul__(2.0)
        return g * other.grad

    t.leaves[0].register_hook(hook)


@_acts("begin", spoils=True)
def hook_that_fails(t: Turn) -> None:
    fails = [True]

    def hook(g: Any) -> None:
        if fails and fails.pop():
            raise ZeroDivisionError

    t.leaves[0].register_hook(hook)
    if t.root is None:
        t.kept.append(hook)


@_acts("begin")
def gradients_that_were_there(t: Turn) -> None:
    for x in t.leaves:
        x.grad = tg.ones(x.shape, dtype=x.dtype)


@_acts("begin", spoils=True)
def leaf_that_is_frozen(t: Turn) -> None:
    t.leaves[-1].requires_grad_(False)


@_acts("begin", spoils=True)
def leaf_that_lies_otherwise(t: Turn) -> None:
    t.leaves[0] = tg.asarray(np.asfortranarray(t.leaves[0].detach().numpy())).requires_grad_()


@_acts("begin", spoils=True)
def values_that_are_not_finite(t: Turn) -> None:
    with tg.no_grad():
        t.leaves[0].reshape(-1)[:2] = [np.inf, 0.0][: t.leaves[0].size]


@_acts("end")
def update(t: Turn) -> None:
    with tg.no_grad():
        for x in t.leaves:
            if x.grad is not None:
                x -= 0.01 * x.grad
        t.see(t.leaves)


# ------------------------------------------------------------------------------------------------- modes


@_acts("around")
@contextlib.contextmanager
def anomaly_detection(t: Turn) -> Iterator[None]:
    with tg.autograd.detect_anomaly(check_nan=False):
        yield


@_acts("around")
@contextlib.contextmanager
def dual_level(t: Turn) -> Iterator[None]:
    with forward_ad.dual_level():
        yield


@_acts("around")
@contextlib.contextmanager
def saved_tensor_hooks(t: Turn) -> Iterator[None]:
    with graph.saved_tensors_hooks(lambda x: x * 1.0, lambda x: x):
        yield


@_acts("around")
@contextlib.contextmanager
def profile(t: Turn) -> Iterator[None]:
    with tg.profiler.profile() as found:
        yield
    t.see("backward" in str(found))


@_acts("around")
@contextlib.contextmanager
def tape_of_its_own(t: Turn) -> Iterator[None]:
    with tg.Tape() as tape:
        yield
    t.see(len(tape))


@_acts("around")
@contextlib.contextmanager
def no_gradients(t: Turn) -> Iterator[None]:
    with tg.no_grad():
        yield


@_acts("around")
@contextlib.contextmanager
def finalizers_that_compute(t: Turn) -> Iterator[None]:
    with finalizers.collecting(t.rng.choice([3, 31, 150])), finalizers.raising():
        t.kept += [finalizers.Garbage(t.rng, t.leaves[0], 10) for _ in range(3)]
        del t.kept[-3:]
        yield
    found = [*finalizers.wrong]
    finalizers.wrong.clear()
    assert not found


# ------------------------------------------------------------------------------------------------- within


@_acts("within")
def read_within(t: Turn) -> None:
    t.see(_last(t))


@_acts("within")
def element_within(t: Turn) -> None:
    t.see(_last(t).reshape(-1)[0] * 2.0)


@_acts("within")
def failing_call(t: Turn) -> None:
    t.attempt(lambda: _last(t) @ tg.ones((9, 9)))


@_acts("within")
def computing_without_gradient(t: Turn) -> None:
    with tg.no_grad():
        t.see(np.sin(_last(t)) * 2.0)


@_acts("within")
def sweep_within(t: Turn) -> None:
    t.attempt(lambda: tg.autograd.grad((_last(t) * t.leaves[0]).sum(), t.leaves[0], retain_graph=True))


@_acts("within")
def another_sweep_that_consumes(t: Turn) -> None:
    t.attempt(lambda: tg.autograd.grad((_last(t) * t.leaves[0]).sum(), t.leaves[0]))


@_acts("within")
def recorded_sweep_within(t: Turn) -> None:
    t.attempt(lambda: tg.autograd.grad((_last(t) * t.leaves[0]).sum(), t.leaves[0], create_graph=True))


@_acts("within")
def tangents_within(t: Turn) -> None:
    x = t.leaves[0]
    t.attempt(lambda: tg.func.jvp(lambda y: np.sin(y) * x, (x,), (x.detach(),)))


@_acts("within")
def transform_within(t: Turn) -> None:
    t.attempt(lambda: tg.value_and_grad(lambda x: (np.sin(x) * x).sum())(t.leaves[0].detach().numpy()))


@_acts("within")
def collection(t: Turn) -> None:
    gc.collect()


@_acts("within")
def cache_forgotten(t: Turn) -> None:
    tg.debug.trace_cache(t.on)


@_acts("within")
def hook_of_a_value(t: Turn) -> None:
    x = _last(t)
    if x.requires_grad and not x.is_leaf:
        x.register_hook(_noting(t, 2.0))


@_acts("within")
def gradient_of_a_value(t: Turn) -> None:
    x = _last(t)
    if x.requires_grad and not x.is_leaf:
        x.retain_grad()
        t.kept[:] = [x]


@_acts("within")
def leaf_written_within(t: Turn) -> None:
    with tg.no_grad():
        t.leaves[0] *= 1.25


@_acts("within", spoils=True)
def leaf_frozen_within(t: Turn) -> None:
    t.leaves[-1].requires_grad_(False)


@_acts("within")
def view_that_lives(t: Turn) -> None:
    t.kept[:] = [_last(t)[...], _last(t).T]


@_acts("within")
def detached_value(t: Turn) -> None:
    t.kept[:] = [_last(t).detach() * 2.0]


@_acts("within")
def function_within(t: Turn) -> None:
    t.kept[:] = [Cube.apply(_last(t))]


@_acts("within")
def thread_that_reads_within(t: Turn) -> None:
    t.see(elsewhere(lambda: _last(t).detach() * 2.0))


# ------------------------------------------------------------------------------------------------- before the sweep

_READS: dict[str, Callable[[Any], Any]] = {
    "item": lambda x: x.item(), "repr": repr, "format": lambda x: f"{x:.3f}", "detach": lambda x: x.detach(), "truth": lambda x: bool(x > 0.1),
    "list": lambda x: x.tolist(), "float": lambda x: float(x.detach()),
}  # fmt: skip


@_acts("recorded")
def root_is_read(t: Turn) -> None:
    t.root.item()


@_acts("recorded")
def root_is_read_in_all_ways(t: Turn) -> None:
    for name, read in _READS.items():
        if t.rng.random() < 0.5 and name not in ("repr", "format"):  # whose last digits differ where bits do
            t.see(read(t.root))
        else:
            read(t.root)


@_acts("recorded", result=True)
def result_is_read(t: Turn) -> None:
    t.see(t.result)


@_acts("recorded", result=True)
def result_lives(t: Turn) -> None:
    t.kept[:] = [t.result]


@_acts("recorded", result=True)
def hook_of_a_result(t: Turn) -> None:
    if t.result is not None:
        t.result.register_hook(_noting(t, 2.0))


@_acts("recorded", result=True, spoils=True)
def hook_of_a_result_and_leaves(t: Turn) -> None:
    if t.result is not None:
        graph.register_multi_grad_hook([t.result, *t.leaves], lambda grads: t.see("several", grads))


@_acts("recorded")
def hook_of_the_root(t: Turn) -> None:
    t.root.register_hook(_noting(t))


@_acts("recorded", result=True)
def hook_of_a_result_that_fails(t: Turn) -> None:
    def hook(g: Any) -> None:
        raise ZeroDivisionError

    if t.result is not None:
        handle = t.result.register_hook(hook)
        t.attempt(t.root.backward)
        t.see([x.grad for x in t.leaves])
        handle.remove()


@_acts("recorded", result=True)
def result_keeps_its_gradient(t: Turn) -> None:
    if t.result is not None:
        t.result.retain_grad()


@_acts("recorded")
def hooks_of_nodes(t: Turn) -> None:
    t.root.grad_fn.register_hook(lambda inputs, outputs: t.see("node", inputs, outputs))
    t.root.grad_fn.register_prehook(lambda outputs: t.see("before the node", outputs))


@_acts("recorded")
def graph_is_walked(t: Turn) -> None:
    node: Any = t.root.grad_fn
    found: list[Any] = []
    while node is not None and len(found) < 40:
        found += [node.name(), sorted(getattr(node, "saved", {}).items())]
        node = next((n for n, _ in getattr(node, "next_functions", ()) if n is not None), None)
    if not any(isinstance(step[1], Varying) for step in getattr(t.program, "steps", ())):
        t.see(found)  # positions that vary come to be operands, of other ops


@_acts("recorded")
def tape_is_printed(t: Turn) -> None:
    t.see(tg.Tape.current().nbytes > 0, bool(str(tg.Tape.current())))


@_acts("recorded", result=True)
def result_is_written(t: Turn) -> None:
    if t.result is not None:
        t.attempt(lambda: t.result.__iadd__(1.0) is t.result)


@_acts("recorded", result=True)
def view_of_a_result_is_written(t: Turn) -> None:
    if t.result is not None:
        view = t.result.reshape(-1)[:2]
        t.attempt(lambda: view.__imul__(2.0) is view)
        t.see(view)


@_acts("recorded", spoils=True)
def leaves_are_written(t: Turn) -> None:
    with tg.no_grad():
        for x in t.leaves:
            x += 5.0


@_acts("recorded", result=True)
def more_is_computed(t: Turn) -> None:
    more = t.root * t.leaves[0]
    t.attempt(more.sum().backward)
    t.see(more)


@_acts("recorded")
def data_of_the_root(t: Turn) -> None:
    with tg.no_grad():
        t.see(0.5 * t.root + 1.0)


@_acts("recorded")
def something_else_is_pending(t: Turn) -> None:
    t.kept[:] = [np.cos(t.leaves[0]) * 2.0]


@_acts("recorded")
def another_thread_reads(t: Turn) -> None:
    t.see(elsewhere(lambda: t.root.item()))


@_acts("recorded")
def another_thread_sweeps(t: Turn) -> None:
    t.see(type(elsewhere(t.root.backward)), type(elsewhere(lambda: t.root * 2.0)))


@_acts("recorded")
def sweep_within_a_transform(t: Turn) -> None:
    def f(v: Any) -> Any:
        t.attempt(t.root.backward)
        return v * t.root.item()

    t.see(tg.func.grad(f)(2.0))


@_acts("recorded")
def seed_of_another_shape(t: Turn) -> None:
    t.attempt(lambda: t.root.backward(np.ones(3)))


# ------------------------------------------------------------------------------------------------- sweeps


@_acts("sweep")
def grad(t: Turn) -> None:
    t.attempt(lambda: tg.autograd.grad(t.root, t.leaves[::-1], allow_unused=True))


@_acts("sweep")
def grad_of_what_was_read(t: Turn) -> None:
    t.see(t.root.item())
    t.attempt(lambda: tg.autograd.grad(t.root, t.leaves, materialize_grads=True))


@_acts("sweep")
def grad_by_one_leaf(t: Turn) -> None:
    t.attempt(lambda: tg.autograd.grad(t.root, t.leaves[0], allow_unused=True))


@_acts("sweep")
def grad_that_refuses_unused(t: Turn) -> None:
    z = tg.ones(2, requires_grad=True)
    t.attempt(lambda: tg.autograd.grad(t.root, [*t.leaves, z]))
    t.attempt(lambda: tg.autograd.grad(t.root, t.leaves[:1], allow_unused=True))


@_acts("sweep", result=True)
def grad_by_a_result(t: Turn) -> None:
    t.attempt(lambda: tg.autograd.grad(t.root, [t.result, t.leaves[0]], allow_unused=True))


@_acts("sweep")
def backward_to_one_leaf(t: Turn) -> None:
    t.attempt(lambda: t.root.backward(inputs=t.leaves[:1]))
    t.attempt(t.root.backward)


@_acts("sweep")
def retained_graph(t: Turn) -> None:
    t.root.backward(retain_graph=True)
    t.see([x.grad for x in t.leaves])
    t.attempt(lambda: tg.autograd.grad(t.root, t.leaves[:1], retain_graph=True, allow_unused=True))
    t.root.backward()


@_acts("sweep")
def read_and_retained_graph(t: Turn) -> None:
    t.see(t.root.item())
    t.root.backward(retain_graph=True)
    t.root.backward()


@_acts("sweep")
def recorded_sweep(t: Turn) -> None:
    gradients = tg.autograd.grad(t.root, t.leaves, create_graph=True, allow_unused=True)
    t.see(gradients)
    total = sum(((g * g).sum() for g in gradients if g is not None and g.requires_grad), t.root * 1.0)
    t.attempt(total.backward)


@_acts("sweep", spoils=True)
def recorded_backward(t: Turn) -> None:
    t.root.backward(create_graph=True)
    gradients = [x.grad for x in t.leaves if x.grad is not None and x.grad.requires_grad]
    for x in t.leaves:
        x.grad = None
    if gradients:
        t.attempt(sum((g * g).sum() for g in gradients).backward)


@_acts("sweep")
def seed_of_a_number(t: Turn) -> None:
    t.root.backward(tg.tensor(t.rng.choice([2.5, -1.0])))


@_acts("sweep", result=True)
def seeds_of_a_result(t: Turn) -> None:
    if t.result is not None:
        seed = np.random.default_rng(t.rng.randrange(99)).normal(size=t.result.shape).astype(t.result.dtype)
        kinds = (
            seed, tg.tensor(seed), seed.tolist(), tg.tensor(seed) * 1.0, seed.astype("f4"), np.zeros_like(seed),
            tg.tensor(seed, requires_grad=True),
        )  # fmt: skip
        t.attempt(lambda: t.result.backward(t.rng.choice(kinds)))
    t.attempt(t.root.backward)


@_acts("sweep", result=True)
def several_roots_with_seeds(t: Turn) -> None:
    roots = [r for r in (t.root, t.result) if r is not None]
    tg.autograd.backward(roots, [tg.ones(r.shape, dtype=r.dtype) for r in roots])


@_acts("sweep", result=True)
def several_roots(t: Turn) -> None:
    roots = [t.root, t.root, *([] if t.result is None else [t.result.sum()])]
    t.attempt(lambda: tg.autograd.backward(roots))


@_acts("sweep")
def batch_of_seeds(t: Turn) -> None:
    t.attempt(
        lambda: tg.autograd.grad(t.root, t.leaves[:1], np.array([1.0, 2.0]), is_grads_batched=True, allow_unused=True)
    )


@_acts("sweep", result=True)
def another_root_first(t: Turn) -> None:
    if t.result is not None:
        t.attempt(t.result.sum().backward)
    t.attempt(t.root.backward)


@_acts("sweep")
def sweep_without_gradients(t: Turn) -> None:
    with tg.no_grad():
        t.root.backward()


@_acts("sweep")
def no_sweep(t: Turn) -> None:
    t.see(t.root.item())


@_acts("sweep")
def sweep_that_fails_and_comes_again(t: Turn) -> None:
    error = t.attempt(t.root.backward)
    t.see([x.grad for x in t.leaves])
    if isinstance(error, ZeroDivisionError):
        t.root.backward()


@_acts("sweep", result=True)
def another_thread_looks_at_each_moment(t: Turn) -> None:
    value = t.root.item()

    def look() -> None:
        assert np.array_equal(t.root.item(), value, equal_nan=True)
        assert t.result is None or t.result.detach().shape == t.result.shape

    if t.on:
        Preempting(look, Random(0), often=3, chance=0.3).call(t.root.backward)
    else:
        t.root.backward()


@_acts("end")
def transforms_of_the_program(t: Turn) -> None:
    others = [x.detach() for x in t.leaves[1:]]

    def f(x: Any) -> Any:
        return t.program.perform([x, *others], t.drawn, lambda v: None, tg.no_grad, lambda what, values: None)[0]

    def norm(x: Any) -> Any:
        return (tg.func.grad(f)(x) ** 2).sum()

    for transform in tg.func.grad(f), tg.func.grad(norm):
        t.attempt(lambda transform=transform: transform(t.leaves[0].detach()))


@_acts("end")
def swept_once_more(t: Turn) -> None:
    t.attempt(t.root.backward)


@_acts("end")
def what_was_kept_is_swept(t: Turn) -> None:
    for x in t.kept:
        if isinstance(x, tg.Tensor) and x.requires_grad and not x.is_leaf:
            t.attempt(x.sum().backward)
    t.see([x for x in t.kept if isinstance(x, tg.Tensor)])


def groups(count: int) -> dict[str, list[Observer]]:
    """Return observers in groups of so many; those that need a result in groups of their own."""
    found = {}
    for needs in (False, True):
        of = [o for o in OBSERVERS.values() if o.result is needs]
        for k in range(0, len(of), count):
            found[of[k].name] = of[k : k + count]
    return found


def rows() -> list[list[Observer]]:
    """Return rows of three observers, which together meet each pair of those that can act in one turn."""
    of = [*OBSERVERS.values()]
    left = {frozenset((a.name, b.name)) for a in of for b in of if a is not b and {a.moment, b.moment} != {"sweep"}}
    found = []
    for a, b in sorted(map(sorted, left)):
        if frozenset((a, b)) in left:
            two = [OBSERVERS[a], OBSERVERS[b]]
            third = max(
                (o for o in of if o.moment not in (two[0].moment, two[1].moment)),
                key=lambda o: sum(frozenset((o.name, x.name)) in left for x in two),
            )
            row = [*two, third]
            left -= {frozenset((x.name, y.name)) for x in row for y in row if x is not y}
            found.append(row)
    return found
