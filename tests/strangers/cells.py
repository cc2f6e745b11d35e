"""Instructions near genuine ones, and far from them: small shapes, dtypes and static parameters, in all combinations.

`accepted` asks what loading asks. So what it refuses is not tried, but for some that `__main__` loads all the same.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from tapegrad.ir.forms import BOOL, F4, F8, RESULTS, Form, form_of
from tapegrad.ir.program import Program
from tapegrad.ir.verify import check
from tapegrad.ops.declare import Elementwise
from tests.strangers.genuine import Instruction

LENGTHS = (0, 1, 2, 5)
SHAPES = [s for rank in range(3) for s in itertools.product(LENGTHS, repeat=rank)] + [
    (3,), (6,), (6, 5), (3, 2), (3, 3), (4, 3), (2, 3), (2, 2, 2), (2, 3, 2), (2, 5, 5), (2, 6, 5), (1, 5, 5), (0, 5, 5),
    (2, 0, 0), (2, 1, 0), (0, 6, 5), (2, 5, 1), (2, 5, 2), (1, 1, 1, 1), (2, 1, 2, 2),
]  # fmt: skip
DTYPES = [
    (F8, F8),
    (F4, F4),
    (np.dtype("c16"), np.dtype("c16")),
    (np.dtype("c8"), np.dtype("c8")),
    (BOOL, F8),
    (BOOL, F4),
]
DTYPES += [(np.dtype(name), None) for name in ("i8", "u8", "i4", "i1", "u1")]  # type: ignore[misc]
NUMBERS = (-1, 0, 1, 2, 3, 5, 6, 1 << 31, 1 << 62, 1 << 63, -(1 << 63))
MOST = 1 << 14  # elements of what is executed
_STATICS = 200  # parameters of an op that are combined with shapes
_TRIED = 3_000  # combinations of shapes for each set of parameters: all for two operands


def _forms(shapes: list[Any]) -> list[Form]:
    return [form_of(shape, *dtype) for shape in shapes for dtype in DTYPES]


def other_values(x: Any) -> Iterator[Any]:
    """Values in place of a static parameter: of its type mostly, one step away or extreme."""
    if isinstance(x, (bool, np.bool_)):
        yield from (not x, 2, None)
    elif isinstance(x, int):
        yield from {x - 1, x + 1, *NUMBERS} - {x}
        yield from (None, 1.5, True)
    elif isinstance(x, float):
        yield from (0.0, -1.0, float("nan"), float("inf"), 2.0**63, None)
    elif isinstance(x, str):
        yield from ("", "i", "ij", "ii", "L", "U", "ortho", None, "x" * 70)
    elif isinstance(x, np.dtype):
        yield from (dtype for dtype, _ in DTYPES if dtype != x)
    elif isinstance(x, tuple):
        yield from ((), x[1:], (*x, *x[:1]), x[::-1], None)
        for k, part in enumerate(x):
            yield from ((*x[:k], other, *x[k + 1 :]) for other in other_values(part))
        yield from ((*x, n) for n in NUMBERS)
    elif isinstance(x, np.ndarray):
        yield from (x[:0], x[::-1], x.astype(float), np.concatenate([x, x]) if x.ndim else x)
        for n in NUMBERS:
            if x.size and x.dtype.kind in "iu" and np.iinfo(x.dtype).min <= n <= np.iinfo(x.dtype).max:
                for k in {0, x.size - 1}:
                    other = x.copy()
                    other.ravel()[k] = n
                    yield other
    elif isinstance(x, slice):
        for n in (*NUMBERS, None):
            yield from (slice(n, x.stop, x.step), slice(x.start, n, x.step), slice(x.start, x.stop, n))
    elif isinstance(x, dict):
        for key, value in x.items():
            yield from ({**x, key: other} for other in other_values(value))
    elif x is None or x is Ellipsis:
        yield from (0, (), ..., slice(None), None)
    elif dataclasses.is_dataclass(x) or not isinstance(x, Program):
        yield from (None, 0)


def _changed(static: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same parameters with another value for one of them."""
    for name, value in static.items():
        yield from ({**static, name: other} for other in other_values(value))


def _near(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Shapes one step away."""
    yield from (shape[1:], (*shape, 1), (1, *shape), shape[::-1])
    for k, n in enumerate(shape):
        yield from ((*shape[:k], m, *shape[k + 1 :]) for m in {n - 1, n + 1, 0, 1} - {n} if m >= 0)


def accepted(op: Any, given: tuple[Form, ...], static: dict[str, Any], form: Form) -> bool:
    """Tell whether loading takes an instruction."""
    try:
        check(op, given, static, form)
    except Exception:  # of any kind: loading makes one of its own of it
        return False
    return True


def _results(op: Any, given: tuple[Form, ...], static: dict[str, Any], near: Form) -> Iterator[Form]:
    """Forms that the result might have."""
    shapes = [near.shape, *(f.shape for f in given)]
    if isinstance(static.get("shape"), tuple) and all(type(n) is int and 0 <= n < MOST for n in static["shape"]):
        shapes.insert(0, static["shape"])
    if not isinstance(op, Elementwise):
        for shape in shapes[:1] if op.infer is not None else shapes + SHAPES:
            try:
                found = tuple(op.kind.check(op, [f.shape for f in given], static, shape))
            except Exception:
                continue
            shapes.append(found)
    kinds = [(near.dtype, near.lane), *((f.dtype, f.lane) for f in given)]
    if isinstance(static.get("dtype"), np.dtype):
        kinds.append((static["dtype"], static["dtype"] if static["dtype"].kind in "fc" else None))
    for shape in dict.fromkeys(shapes):
        if all(type(n) is int and 0 <= n <= MOST for n in shape) and np.prod(shape, dtype=float) <= MOST:
            for dtype, lane in dict.fromkeys(kinds):
                yield form_of(shape, dtype, F8 if dtype == BOOL and lane is None else lane)


def candidates(seeds: list[Instruction]) -> Iterator[tuple[Any, tuple[Form, ...], dict[str, Any], Form]]:
    """Operands and parameters to try, and a form that the result may have."""
    for op, given, static, form, _ in seeds:
        yield op, given, static, form
        for other in _changed(static):
            yield op, given, other, form
        for k, f in enumerate(given):
            for dtype in DTYPES:
                yield op, (*given[:k], form_of(f.shape, *dtype), *given[k + 1 :]), static, form
            for shape in _near(f.shape):
                other_form = form_of(shape, f.dtype, f.lane)
                yield op, (*given[:k], other_form, *given[k + 1 :]), static, form
                for other in itertools.islice(_changed(static), _STATICS):
                    yield op, (*given[:k], other_form, *given[k + 1 :]), other, form
        for dtype in DTYPES:
            every = tuple(form_of(f.shape, *dtype) for f in given)
            yield op, every, static, form_of(form.shape, *dtype)
        if getattr(op, "variadic", False):
            yield op, (*given, *given[:1]), static, form
            yield op, given[1:], static, form
    known: set[Any] = set()
    for one in seeds:
        kinds = tuple((f.dtype, f.lane) for f in one.given)
        key = Instruction(one.op, (), one.static, one.form).key[3], kinds
        if key in known:
            continue
        known.add(key)
        own = dict.fromkeys([*dict.fromkeys(f.shape for s in seeds for f in s.given)][:10] + SHAPES)
        shapes = [*own][: 6 if isinstance(one.op, Elementwise) else 50]  # one loop serves all elementwise ops
        for chosen in _combinations(shapes, len(kinds)):
            given = tuple(form_of(shape, *kind) for shape, kind in zip(chosen, kinds, strict=True))
            yield one.op, given, one.static, one.form


def _combinations(shapes: list[Any], count: int) -> Iterator[tuple[Any, ...]]:
    """All combinations of shapes, or some of them at random."""
    if len(shapes) ** count <= _TRIED:
        yield from itertools.product(shapes, repeat=count)
        return
    rng = np.random.default_rng(0)
    for _ in range(_TRIED):
        yield tuple(shapes[k] for k in rng.integers(len(shapes), size=count))


def cells(seeds: list[Instruction]) -> Iterator[Instruction]:
    """Instructions that loading accepts, each once."""
    known: set[Any] = set()
    for op, given, static, near in candidates(seeds):
        lengths = (static.get(name, 0) for name in ("length", "n", "steps"))
        if any(f.size > MOST for f in given) or any(isinstance(n, int) and n > MOST for n in lengths):
            continue  # it may take memory
        for one in _instructions(op, given, static, near):
            if one.key not in known:
                known.add(one.key)
                yield one


def _instructions(op: Any, given: tuple[Form, ...], static: dict[str, Any], near: Form) -> Iterator[Instruction]:
    """Instructions that loading accepts: one for each form that the result may have, or for each of several results."""
    if not op.several:
        for form in _results(op, given, static, near):
            if accepted(op, given, static, form):
                yield Instruction(op, given, static, form)
    elif accepted(op, given, static, RESULTS):
        forms = Instruction(op, given, static, RESULTS).results
        if all(form.size <= MOST for form in forms):  # all of them are written
            for index, form in enumerate(forms):
                yield Instruction(op, given, static, form, index)
