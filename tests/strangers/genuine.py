"""Genuine instructions of each op: from the samples of all records, their gradients and their batches."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Collection
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

import tapegrad as tg
from tapegrad.errors import TapegradError
from tapegrad.func import program_ops as _subtapes  # noqa: F401 (declares ops that hold programs)
from tapegrad.ir.forms import BOOL, F8, Form, form_of
from tapegrad.ir.program import Program
from tapegrad.ops import complete
from tapegrad.ops.declare import ArrayOp, Elementwise, by_name, table
from tapegrad.ops.results import result_op
from tapegrad.record.shape_inference import forms_of_results

SEVERAL = {"lu", "slogdet", "eigh", "eigenpair", "eig_real", "svd", "qr", "scan", "checkpoint", "checkpoint_keeping"}
_SAMPLES = 6  # of a record
_PLAIN = form_of((2, 3), F8)


class Instruction(NamedTuple):
    """An op on operands of some forms, with static parameters and the form of its result.

    Of an op with several results `form` is that of the one with the number `index`; of genuine ones it is `RESULTS`.
    """

    op: Any
    given: tuple[Form, ...]
    static: dict[str, Any]
    form: Form
    index: int | None = None

    @property
    def results(self) -> list[Form]:
        """The forms of all results."""
        if not self.op.several:
            return [self.form]
        return forms_of_results(self.op, [*self.given], self.static, self.given[0].dtype)

    @property
    def key(self) -> Any:
        """What tells it from others: arrays among its parameters by their elements."""
        return self.op.code, self.op.name, self.given, _plain(self.static), self.form, self.index


def _plain(x: Any) -> Any:
    """A value that can be hashed, with types told apart."""
    if isinstance(x, np.ndarray):
        return x.dtype.str, x.shape, x.tobytes()
    if isinstance(x, dict):
        return tuple((name, _plain(value)) for name, value in x.items())
    if isinstance(x, (tuple, list)):
        return tuple(map(_plain, x))
    if isinstance(x, slice):
        return "slice", _plain((x.start, x.stop, x.step))
    return x if isinstance(x, Program) else (type(x).__name__, repr(x))


def _programs(op: Any) -> Any:
    """Record an op's samples, and their gradients."""
    rng = np.random.default_rng(0)
    for args, static in [*op.samples(rng)][:_SAMPLES]:
        arrays = [np.asarray(a) for a in args]

        def f(*xs: Any, static: dict[str, Any] = static) -> Any:
            return getattr(op, "on_samples", op)(*xs, **static)

        def total(*xs: Any, f: Any = f) -> Any:
            found = f(*xs)
            return np.sum(np.real(found)) if found.dtype.kind == "c" else np.sum(found)

        moved = tuple(k for k, a in enumerate(arrays) if a.dtype.kind in "fc")
        for dtype in (np.float64, np.complex128) if op.takes_complex else (np.float64,):
            own = [a.astype(dtype) if a.dtype.kind == "f" else a for a in arrays]
            for made in (f, tg.grad(total, argnums=moved) if moved else None):
                if made is not None:
                    with contextlib.suppress(TapegradError, TypeError, ValueError, IndexError, AttributeError):
                        yield tg.compile(made).tape(*own)


def _of_mixed_dtypes() -> Any:
    """Record programs that are run on arrays of several dtypes, and their gradients."""
    x, k, b, z, y = np.ones((2, 3)), np.arange(3), np.arange(3) > 0, np.array([1j]), np.ones(3, np.float32)

    def f(x: Any, k: Any, b: Any, z: Any, y: Any) -> Any:
        return np.where(b, np.sin(x), 0.0) * k, k + 1, np.isfinite(y), z * z, y * y

    def looped(x: Any, ks: Any, b: Any, z: Any, y: Any) -> Any:
        def step(c: Any, k: Any) -> Any:
            x, n, was, z, y = c
            return (np.where(b, np.sin(x), 0.0) * k, n + k, np.isfinite(y), z * z, y * y), (x[0], n, was, y > 0)

        return tg.scan(step, (x, ks[0], b, z, y), ks)

    kept = tg.checkpoint(f, keep={"sin"})
    for made, args in (
        (tg.checkpoint(f), (x, k, b, z, y)),
        (kept, (x, k, b, z, y)),
        (looped, (x, k, np.isfinite(y), z, y)),
    ):

        def total(*args: Any, made: Any = made) -> Any:
            found = made(*args)
            found = found[0] if made is looped else found
            return np.sum(found[0]) + np.sum(np.real(found[3])) + np.sum(found[4])

        for g in (made, tg.grad(total, argnums=(0, 3, 4))):
            yield tg.compile(g).tape(*args)


def _all_of(program: Program) -> Any:
    """Return the programs within a program, and itself."""
    yield program
    for sub in program.subprograms():
        yield from _all_of(sub)


def genuine_instructions(names: Collection[str] = ()) -> dict[str, list[Instruction]]:
    """Return, by op, the instructions that recordings of samples hold: of all ops, or of those named."""
    complete()
    found: dict[str, dict[Any, Instruction]] = defaultdict(dict)
    for op in list(by_name.values()):
        if names and op.name not in names:
            continue
        if isinstance(op, Elementwise):
            given, form = (_PLAIN,) * len(op.arguments), form_of(_PLAIN.shape, BOOL if op.boolean else F8, F8)
            found[op.name][op] = Instruction(op, given, {}, form)
            continue
        if op.samples is None:
            continue
        for program in chain(_programs(op), _of_mixed_dtypes() if "program" in op.parameters else ()):
            for p in _all_of(program):
                for slot, own in enumerate(p.ops):
                    if isinstance(own, ArrayOp) and own is not result_op and not own.kind.python:
                        given = tuple([p.forms[s] for s in p.operands[slot]])
                        one = Instruction(own, given, p.statics[slot], p.forms[slot])
                        found[table[own.code].name].setdefault(one.key, one)
    return {name: [*instructions.values()] for name, instructions in found.items()}
