"""How tapegrad runs a case: each executor gives results for some data, as arrays in containers."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import tapegrad as tg
from tapegrad.autograd import forward_ad

from .programs import Case, Program, data, flat, mapped, rebuilt, weights
from .worlds import Tapegrad

Fn = Callable[..., Any]
Results = list[tuple[int, Any]]  # the number of the data, and what came


def constant(t: Any, seed: int, k: int) -> np.ndarray:
    """Weights for an array."""
    return weights(np.shape(t), seed, k)


class _Stages:
    """Transforms of functions of the program's arguments; named as the stages of a chain."""

    def __init__(self, program: Program) -> None:
        self.by = program.positions()
        self.static = program.positions("static")
        self.argnums: Any = self.by[0] if len(self.by) == 1 else self.by

    def bound(self, f: Fn, args: Sequence[Any], keywords: dict[str, Any]) -> tuple[Fn, list[Any]]:
        """The function of what is differentiated by alone, and this."""

        def alone(*primals: Any) -> Any:
            whole = list(args)
            for k, p in zip(self.by, primals, strict=True):
                whole[k] = p
            return f(*whole, **keywords)

        return alone, [args[k] for k in self.by]

    def dot(self, f: Fn, seed: int) -> Fn:
        def total(*args: Any, **keywords: Any) -> Any:
            parts = flat(f(*args, **keywords))
            return sum((np.sum(t * constant(t, seed, k)) for k, t in enumerate(parts)), 0.0)

        return total

    def _by_name(name: str) -> Any:  # type: ignore[misc]
        def stage(self: _Stages, f: Fn, seed: int) -> Fn:
            return getattr(tg.func, name)(f, self.argnums)

        return stage

    grad, value_and_grad, hessian = map(_by_name, ("grad", "value_and_grad", "hessian"))
    jacobian, jacrev, jacfwd = map(_by_name, ("jacobian", "jacrev", "jacfwd"))

    def vjp(self, f: Fn, seed: int) -> Fn:
        def wrapped(*args: Any, **keywords: Any) -> Any:
            alone, primals = self.bound(f, args, keywords)
            out, pull = tg.func.vjp(alone, *primals)
            seeds = iter([constant(t, seed, k) for k, t in enumerate(flat(out))])
            return pull(rebuilt(out, seeds))

        return wrapped

    def _moving(self, primals: Sequence[Any], seed: int) -> Any:
        return tuple(rebuilt(list(primals), iter([constant(t, seed, k) for k, t in enumerate(flat(list(primals)))])))

    def jvp(self, f: Fn, seed: int) -> Fn:
        def wrapped(*args: Any, **keywords: Any) -> Any:
            alone, primals = self.bound(f, args, keywords)
            return tg.func.jvp(alone, tuple(primals), self._moving(primals, seed))[1]

        return wrapped

    def linearize(self, f: Fn, seed: int) -> Fn:
        def wrapped(*args: Any, **keywords: Any) -> Any:
            alone, primals = self.bound(f, args, keywords)
            _, push = tg.func.linearize(alone, *primals)
            return push(*self._moving(primals, seed))

        return wrapped

    def hvp(self, f: Fn, seed: int) -> Fn:
        def wrapped(*args: Any, **keywords: Any) -> Any:
            alone, primals = self.bound(f, args, keywords)
            moving = self._moving(primals, seed)
            if len(primals) == 1:
                return tg.hvp(alone)(primals[0], moving[0])
            return tg.hvp(alone, tuple(range(len(primals))))(tuple(primals), moving)

        return wrapped

    def compile(self, f: Fn, seed: int) -> Fn:
        return tg.compile(f, static_argnums=self.static)

    def checkpoint(self, f: Fn, seed: int) -> Fn:
        def wrapped(*args: Any, **keywords: Any) -> Any:
            def moving(*rest: Any, **keywords: Any) -> Any:
                given = iter(rest)
                return f(*[a if k in self.static else next(given) for k, a in enumerate(args)], **keywords)

            return tg.checkpoint(moving)(*[a for k, a in enumerate(args) if k not in self.static], **keywords)

        return wrapped

    def _pairs(self, args: Sequence[Any]) -> list[Any]:
        """Arguments with an axis for the two instances of a stage that maps."""

        def both(x: Any) -> Any:
            x = x if isinstance(x, tg.Tensor) else np.asarray(x)
            return np.stack([x, x * 0.5])

        return [mapped(both, args[k]) for k in self.by]

    def vmap(self, f: Fn, seed: int) -> Fn:
        def wrapped(*args: Any, **keywords: Any) -> Any:
            alone, _ = self.bound(f, args, keywords)
            return tg.vmap(alone)(*self._pairs(args))

        return wrapped

    def scan(self, f: Fn, seed: int) -> Fn:
        def wrapped(*args: Any, **keywords: Any) -> Any:
            alone, _ = self.bound(f, args, keywords)
            return tg.scan(lambda c, xs: (c, alone(*xs)), 0.0, tuple(self._pairs(args)))[1]

        return wrapped


def function_of(case: Case) -> Fn:
    """The case's function: the program under its chain of transforms."""
    closure: dict[str, Any] = {}
    world = Tapegrad(closure)
    for step in case.program.steps:
        if step[0] == "const" and step[2] == "closure":
            world.perform(step)

    def f(*args: Any, **keywords: Any) -> Any:
        return Tapegrad(closure).run(case.program, args, keywords)

    stages = _Stages(case.program)
    for stage, seed in case.chain:
        f = getattr(stages, stage)(f, seed)
    return f


def arrays(tree: Any) -> Any:
    """Results as arrays."""
    return mapped(lambda t: np.array(t.detach().numpy() if isinstance(t, tg.Tensor) else t), tree)


def _tensors(program: Program, args: Any, requires_grad: bool) -> list[Any]:
    return [
        mapped(lambda x: tg.tensor(x, requires_grad=requires_grad), a) if role == "by" else a
        for (role, _), a in zip(program.arguments, args, strict=True)
    ]


# ------------------------------------------------------------------------------------------------- executors


def eager(case: Case) -> Results:
    """Transforms on arrays, without a tape that is kept."""
    f = function_of(case)
    return [(n, arrays(f(*args, **keywords))) for n in (0, 1) for args, keywords in [data(case.program, case.seed, n)]]


def tensors(case: Case) -> Results:
    """The same on Tensors, which come out as well."""
    args, keywords = data(case.program, case.seed)
    found = function_of(case)(*_tensors(case.program, args, False), **keywords)
    return [(0, arrays(found))]


def leaves(case: Case) -> Results:
    """Within history: the last two stages, a sum and its gradient, are an eager sweep over leaves."""
    inner = case._replace(chain=case.chain[:-1])
    args, keywords = data(case.program, case.seed)
    given = _tensors(case.program, args, True)
    total = function_of(inner)(*_copies(case.program, given), **keywords)
    by = [given[k] for k in case.program.positions()]
    return [(0, arrays(_in_arguments(by, _gradients(total, flat(by)))))]


def _copies(program: Program, args: Any) -> list[Any]:
    """Arguments with history, which may be written to."""
    roles = [role for role, _ in program.arguments]
    return [mapped(lambda x: x.clone(), a) if role == "by" else a for a, role in zip(args, roles, strict=True)]


def _gradients(total: Any, inputs: list[Any], record: bool = False) -> Any:
    if not isinstance(total, tg.Tensor) or not total.requires_grad:
        return [np.zeros(x.shape) for x in inputs]
    return tg.autograd.grad(total, inputs, create_graph=record, materialize_grads=True)


def backward(case: Case) -> Results:
    """As `leaves`, into ``.grad``, and every gradient before it recorded on the tape."""
    args, keywords = data(case.program, case.seed)
    given = _tensors(case.program, args, True)
    by = [given[k] for k in case.program.positions()]
    gradients = sum(stage == "grad" for stage, _ in case.chain)
    out = function_of(case._replace(chain=()))(*_copies(case.program, given), **keywords)
    done = 0
    for stage, seed in case.chain:
        if stage == "dot":
            out = _Stages(case.program).dot(lambda out=out: out, seed)()
        elif done < gradients - 1:
            done += 1
            out = _in_arguments(by, _gradients(out, flat(by), True))
        elif isinstance(out, tg.Tensor) and out.requires_grad:
            out.backward()
    zero = [np.zeros(x.shape) if x.grad is None else x.grad for x in flat(by)]
    return [(0, arrays(_in_arguments(by, zero)))]


def _in_arguments(by: Any, found: Any) -> Any:
    found = iter(found)
    trees = tuple(rebuilt(a, found) for a in by)
    return trees[0] if len(trees) == 1 else trees


def dual(case: Case) -> Results:
    """The last stage, a tangent, by an open dual level."""
    inner = case._replace(chain=case.chain[:-1])
    args, keywords = data(case.program, case.seed)
    seed = case.chain[-1][1]
    given = list(args)
    count = 0
    with forward_ad.dual_level():
        for k in case.program.positions():
            leaves = [tg.tensor(x) for x in flat(args[k])]
            moving = [tg.tensor(constant(x, seed, count + j)) for j, x in enumerate(leaves)]
            count += len(leaves)
            pairs = zip(leaves, moving, strict=True)
            given[k] = rebuilt(args[k], iter([forward_ad.make_dual(x, t) for x, t in pairs]))
        out = function_of(inner)(*given, **keywords)

        def tangent(t: Any) -> Any:
            moved = forward_ad.unpack_dual(t).tangent if isinstance(t, tg.Tensor) else None
            return np.zeros(np.shape(t)) if moved is None else moved

        return [(0, arrays(mapped(tangent, out)))]


def thread(case: Case) -> Results:
    """As `eager`, in another thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(eager, case).result()


def compiled(case: Case) -> Results:
    """Recorded once and replayed, also where guards go another way."""
    f = _compiled(case)
    found = []
    for n in (0, 1, 2, 0):
        args, keywords = data(case.program, case.seed, n)
        found.append((n, arrays(f(*args, **keywords))))
    same_bits(found[0][1], found[-1][1], "a second call")
    return found


def _compiled(case: Case) -> Any:
    return tg.compile(function_of(case), static_argnums=case.program.positions("static"))


def loaded(case: Case) -> Results:
    """Compiled, saved and read again."""
    f = _compiled(case)
    args, keywords = data(case.program, case.seed)
    first = arrays(f(*args, **keywords))
    file = io.BytesIO()
    f.save(file)
    file.seek(0)
    again = tg.load(file)
    moving = [a for a, (role, _) in zip(args, case.program.arguments, strict=True) if role != "static"]
    found = arrays(again(*moving, **keywords))
    same_bits(first, found, "a loaded tape")
    return [(0, first)]


def out(case: Case) -> Results:
    """Compiled, into arrays of the caller."""
    f = _compiled(case)
    args, keywords = data(case.program, case.seed)
    first = f(*args, **keywords)
    other, _ = data(case.program, case.seed, 1)
    other_keywords = data(case.program, case.seed, 1)[1]
    given = mapped(lambda x: np.full(np.shape(x), 7.0), first)
    result = f(*other, **other_keywords, out=given)
    return [(0, arrays(first)), (1, arrays(given if result is None else result))]


def _instances(case: Case, make: Fn) -> tuple[Fn, list[Any], Any]:
    """A function of what is batched alone, its batched arguments, and those of the first instance alone."""
    sets = [data(case.program, case.seed, n) for n in (0, 1, 2)]
    fixed, keywords = sets[0]
    batched = [k for k, (role, spec) in enumerate(case.program.arguments) if role == "by"]
    inner = function_of(case)

    def alone(*moving: Any) -> Any:
        whole = list(fixed)
        for k, x in zip(batched, moving, strict=True):
            whole[k] = x
        return inner(*whole, **keywords)

    def stacked(instances: Sequence[Any]) -> list[Any]:
        columns = []
        for k in batched:
            parts = [flat(args[k]) for args, _ in instances]
            columns.append(
                rebuilt(fixed[k], iter([make(np.stack(list(map(np.asarray, p)))) for p in zip(*parts, strict=True)]))
            )
        return columns

    return alone, stacked(sets), stacked(sets[:1])


def _rows(found: Any) -> Results:
    return [(n, mapped(lambda x: x[n], found)) for n in (0, 1, 2)]


def batch(case: Case) -> Results:
    """Compiled for one, replayed for three at once."""
    alone, three, one = _instances(case, lambda x: x)
    f = tg.compile(alone)
    found = arrays(f.batch(*three))
    single = arrays(f.batch(*one))
    same_bits(mapped(lambda x: x[0], found), mapped(lambda x: x[0], single), "an instance alone")
    return _rows(found)


def vmap(case: Case) -> Results:
    """Mapped over arrays."""
    alone, three, _ = _instances(case, lambda x: x)
    return _rows(arrays(tg.vmap(alone)(*three)))


def vmap_tensors(case: Case) -> Results:
    """Mapped over Tensors."""
    alone, three, _ = _instances(case, tg.tensor)
    return _rows(arrays(tg.vmap(alone)(*three)))


def nb(case: Case) -> Results:
    """Called by compiled code: one array in, one array out."""
    f = _compiled(case)
    args, _ = data(case.program, case.seed)
    tape = f.tape_data(*args)
    first = np.asarray(f(*args))
    y, work = np.empty(max(first.size, 1)), np.empty(tg.nb.work_size(tape))
    tg.nb.check(tape, tg.nb.value(tape, args[0], y[: first.size], work))
    return [(0, y[: first.size].reshape(first.shape))]


class BitsError(AssertionError):
    """Results that must be the same to the bit and are not."""


def same_bits(x: Any, y: Any, what: str) -> None:
    """Check that two results have the same bits (zeros of either sign and NaNs are alike)."""
    for a, b in zip(flat(x), flat(y), strict=True):
        if not np.array_equal(a, b, equal_nan=a.dtype.kind == "f"):
            raise BitsError(f"{what} has other bits: {a!r} and {b!r}")


EXECUTORS: dict[str, Callable[[Case], Results]] = {
    f.__name__: f
    for f in (eager, tensors, leaves, backward, dual, thread, compiled, loaded, out, batch, vmap, vmap_tensors, nb)
}
