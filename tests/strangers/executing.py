"""One tape from a stranger: written, loaded, and run by all executors on extreme data in guarded memory."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import struct
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import tapegrad as tg
from tapegrad.codegen import batch_executable, executable
from tapegrad.errors import TapeFileError, TapegradError
from tapegrad.ir.forms import RESULTS, Form
from tapegrad.ir.program import Program
from tapegrad.ops.declare import Op, table
from tests.strangers.compiled import in_compiled_code
from tests.strangers.genuine import Instruction
from tests.strangers.guarding import STAINS, Arena, stained

FLOATS = (0.0, -1.0, 0.5, 1.0, 2.0**31, 2.0**63, -(2.0**63), np.nan, np.inf, -np.inf, 1e-320)
INTEGERS = (0, -1, 1, 2, 1 << 31, -(1 << 31), (1 << 63) - 1, -(1 << 63))
_BATCH = 3
_STRAIGHT = executable.STRAIGHT
_arenas = [Arena() for _ in range(14)]


# ------------------------------------------------------------------------------------------------- as a stranger writes


class Writer:
    """Writes a file after `docs/reference/tape_format.md`, and none of the package's own code."""

    def __init__(self) -> None:
        self.programs: list[Any] = []
        self.arrays: list[np.ndarray] = []

    def array(self, x: Any) -> int:
        self.arrays.append(np.array(x, order="C"))
        return len(self.arrays) - 1

    def value(self, x: Any) -> Any:
        """Return a parameter as JSON."""
        if x is None or type(x) in (bool, int, str):
            return x
        if type(x) is float:
            return x if np.isfinite(x) else {"float": repr(x)}
        if isinstance(x, (tuple, list)):
            return [self.value(part) for part in x]
        if isinstance(x, slice):
            return {"slice": [self.value(part) for part in (x.start, x.stop, x.step)]}
        if x is Ellipsis:
            return {"ellipsis": None}
        if isinstance(x, np.ndarray):
            return {"array": self.array(x)}
        if isinstance(x, np.generic):
            return {"scalar": self.array(x)}
        if isinstance(x, np.dtype):
            return {"dtype": x.name}
        if isinstance(x, dict):
            return {"dict": [[self.value(key), self.value(part)] for key, part in x.items()]}
        if isinstance(x, Op):
            return {"op": x.name}
        assert isinstance(x, Program), f"files hold no {type(x)}"
        return {"program": self.program(x)}

    def program(self, p: Program) -> int:
        """Write a program that an instruction runs; returns its number."""
        rows: list[Any] = []
        for slot, op in enumerate(p.ops):
            if op is not None:
                static = {name: self.value(x) for name, x in p.statics[slot].items()}
                rows.append([table[op.code].name, slot, [*p.operands[slot]], static])  # `pointwise` bears others' names
            else:
                rows.append(
                    ["constant", slot, self.array(p.constants[slot])] if slot in p.constants else ["input", slot]
                )
        self.programs.append(_program([_form(f) for f in p.forms], rows, [*p.inputs], [*p.outputs]))
        return len(self.programs) - 1

    def finished(self) -> bytes:
        """Return the file's bytes, with the digest that they have."""
        header = {"call": None, "programs": self.programs, "arrays": [[a.dtype.str, [*a.shape]] for a in self.arrays]}
        text = json.dumps(header).encode()
        body = b"".join(part + bytes(-len(part) % 64) for part in (text, *(a.tobytes() for a in self.arrays)))
        return struct.pack("<8sI4xQ32s8x", b"tapegrad", 3, len(text), hashlib.sha256(body).digest()) + body


def _form(form: Form) -> list[Any]:
    if form is RESULTS:
        return ["results", []]
    return [form.dtype.name, [*form.shape], *([form.lane.name] if form.lane is not None and form.dtype == bool else [])]


def _program(forms: list[Any], rows: list[Any], inputs: list[int], outputs: list[int]) -> dict[str, Any]:
    return {
        "forms": forms, "instructions": rows, "inputs": inputs, "outputs": outputs, "guards": [], "lines": [],
        "recorded": len(rows),
    }  # fmt: skip


def program_of(
    writer: Writer, one: Instruction, constants: dict[int, np.ndarray], wanted: Sequence[int]
) -> dict[str, Any]:
    """Return a program of one instruction, of inputs or of constants, with those of its results that are wanted."""
    n = len(one.given)
    rows: list[Any] = [
        ["constant", k, writer.array(constants[k])] if k in constants else ["input", k] for k in range(n)
    ]
    rows.append([table[one.op.code].name, n, [*range(n)], {name: writer.value(x) for name, x in one.static.items()}])
    inputs, forms, outputs = [k for k in range(n) if k not in constants], [*one.given, one.form], [n]
    if one.op.several:
        forms[n:] = [RESULTS, *[one.form if k == one.index else one.results[k] for k in wanted]]
        outputs = [*range(n + 1, len(forms))]
        rows += [["result", at, [n], {"index": k}] for at, k in zip(outputs, wanted, strict=True)]
    return _program([_form(f) for f in forms], rows, inputs, outputs)


def written(
    one: Instruction, constants: dict[int, np.ndarray] | None = None, wanted: Sequence[int] | None = None
) -> bytes:
    """Return a file whose program is one instruction, of inputs or of constants; of several results its own, or others."""
    writer = Writer()
    writer.programs.append(program_of(writer, one, constants or {}, [one.index or 0] if wanted is None else wanted))
    return writer.finished()


# ------------------------------------------------------------------------------------------------- data


def _extremes(form: Form) -> tuple[Any, ...]:
    if form.dtype.kind in "iu":
        info = np.iinfo(form.dtype)
        return tuple(dict.fromkeys(min(max(n, int(info.min)), int(info.max)) for n in INTEGERS))
    return (0, 1) if form.dtype == bool else FLOATS


def _ordinary(form: Form, rng: np.random.Generator) -> np.ndarray:
    if form.dtype.kind in "iub":
        return rng.integers(0, 3 if form.dtype != bool else 2, form.shape).astype(form.dtype)
    found = rng.normal(size=form.shape)
    return (
        (found + 0.5j * found[::-1] if form.shape else found).astype(form.dtype)
        if form.dtype.kind == "c"
        else found.astype(form.dtype)
    )


def data(given: tuple[Form, ...], rng: np.random.Generator, most: int) -> Iterator[list[np.ndarray]]:
    """Operands: ordinary ones, each in turn full of one extreme, or with one at its end, and positions in turn."""
    plain = [_ordinary(f, rng) for f in given]
    yield plain
    yield [np.resize(np.arange(f.size), f.shape).astype(f.dtype) for f in given]
    draws: list[tuple[int, Any, bool]] = []
    for k, f in enumerate(given):
        draws += [(k, x, whole) for x in _extremes(f) for whole in (True, False)]
    for place in rng.permutation(len(draws))[:most]:
        k, x, whole = draws[place]
        own = plain[k].copy()
        with np.errstate(all="ignore"):
            if whole:
                own[...] = x
            elif own.size:
                own.reshape(-1)[-1] = x
        yield [own if j == k else a for j, a in enumerate(plain)]


# ------------------------------------------------------------------------------------------------- executors


class Defect(Exception):
    """What must not be: an error that is not tapegrad's, or a byte of other memory."""


def _bits(x: Any) -> Any:
    x = np.asarray(x)
    return x.shape, x.dtype.str, x.tobytes()


def _outcome(call: Callable[[], Any]) -> Any:
    """Return what a call gives, or the class of tapegrad's error.

    Raises
    ------
    Defect
        If it raises anything else.
    """
    try:
        return _bits(call())
    except (TapegradError, np.linalg.LinAlgError) as error:
        return type(error).__name__
    except Exception as error:
        raise Defect(f"{type(error).__name__}: {error}") from error


def _twice(name: str, call: Callable[[int], Any]) -> Any:
    """Call with two stains; what differs is a byte that nobody wrote."""
    outcomes = []
    for stain in STAINS:
        with stained(stain), warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                outcomes.append(_outcome(lambda stain=stain: call(stain)))
            except Defect as defect:
                raise Defect(f"{name}: {defect}") from defect.__cause__
    if outcomes[0] != outcomes[1]:
        raise Defect(f"{name}: a byte of other memory")
    return outcomes[0]


def _sealed(tape: Any, arrays: list[np.ndarray], stain: int, last: bool) -> Any:
    """Run machine code itself: inputs, outputs and working memory all lie beside guards."""
    variant, form = tape._variant, tape.tape().output_forms[0]
    given = []
    for arena, a in zip(_arenas, arrays, strict=False):
        placed = arena.place(a.shape, a.dtype, last)
        placed[...] = a
        given.append(placed if a.shape else placed[()])
    out = _arenas[-1].place(form.shape, form.lane or np.float64, last, stain)
    variant.spare[:] = [_arenas[-2].aligned(variant.executable.work, stain)]
    status, found = variant.run(given, [out] if form.array else [])
    variant.spare.clear()
    return found[0] if not status else np.array(status)


def executed(one: Instruction, rng: np.random.Generator, most: int, turn: int = 0) -> str:
    """Write, load and run one instruction.

    Returns
    -------
    str
        "refused" by `load`, or "executed".

    Raises
    ------
    Defect
    """
    try:
        tape: Any = tg.load(io.BytesIO(written(one)))
    except TapeFileError:
        return "refused"
    again, reverse, from_numba = tg.compile(tape), None, None
    executable.STRAIGHT = batch_executable.STRAIGHT = (
        _STRAIGHT if turn % 8 == 0 else 0
    )  # the optimiser takes most of the time
    for k, arrays in enumerate(data(one.given, rng, most)):
        given = [a if a.shape else a[()] for a in arrays]
        _twice("sealed", lambda stain: _sealed(tape, arrays, stain, bool(k % 2)))
        _twice("called", lambda _: tape(*given))
        if k % 2 == 0:
            _twice("eager", lambda _: tape(*[tg.tensor(a) for a in arrays]).detach().numpy())
            _twice("reverse", lambda _: _gradients(tape, arrays))
        if turn % 4 == 0:
            rows = [
                np.stack([a, *[_ordinary(f, rng) for _ in range(_BATCH - 1)]])
                for a, f in zip(arrays, one.given, strict=True)
            ]
            _twice("batch", lambda _: again.batch(*rows))
        if turn % 4 == 1 and k % 3 == 0:
            if k == 0:
                reverse, from_numba = _reverse(tape, arrays), in_compiled_code(again, arrays, one.form.size)
            if reverse is not None:
                _twice("compiled reverse", lambda _: _joined(reverse(*given)))
            if from_numba is not None:
                _twice("compiled code", lambda stain: from_numba(arrays, _arenas, bool(k % 2), stain))
        if turn % 4 == 2 and k in (0, 3, 4):
            _as_constants(one, arrays)
    return "executed"


def _as_constants(one: Instruction, arrays: list[np.ndarray]) -> None:
    """Run an instruction whose operands after the first are part of the file."""
    if len(one.given) < 2:
        return
    constants = {}
    for k, (a, form) in enumerate(zip(arrays, one.given, strict=True)):
        if k:
            constants[k] = a.astype(form.lane) if form.lane is not None else a.astype(np.int64).view(np.float64)
    try:
        tape: Any = tg.load(io.BytesIO(written(one, constants)))
    except TapeFileError:
        return
    _twice("constants", lambda _: tape(arrays[0] if arrays[0].shape else arrays[0][()]))


def _all_results(one: Instruction, given: list[Any]) -> None:
    """Read all results, each twice, the last one first."""
    order = [*range(len(one.results))][::-1]
    tape: Any = tg.load(io.BytesIO(written(one, wanted=order * 2)))
    _twice("all results", lambda _: _joined(tape(*given)))


def _gradients(tape: Any, arrays: list[np.ndarray]) -> Any:
    leaves = [tg.tensor(a, requires_grad=a.dtype.kind in "fc") for a in arrays]
    found = tape(*leaves)
    if not found.requires_grad:
        return np.zeros(0)
    found.backward(tg.tensor(np.ones(found.shape, found.dtype)))
    return _joined([x.grad.numpy() for x in leaves if x.grad is not None])


def _joined(arrays: Any) -> np.ndarray:
    return np.concatenate([np.zeros(0), *[np.asarray(a, complex).ravel() for a in arrays]])


def _reverse(tape: Any, arrays: list[np.ndarray]) -> Any:
    """Return a compiled function that gives the gradients; None if there are none."""

    def total(*args: Any) -> Any:
        found = tape(*args)
        return np.sum(np.real(found) if found.dtype.kind == "c" else found)

    moving = tuple(k for k, a in enumerate(arrays) if a.dtype.kind in "fc")
    if not moving:
        return None
    made = tg.compile(tg.grad(total, argnums=moving))
    with contextlib.suppress(TapegradError, np.linalg.LinAlgError):
        made(*[a if a.shape else a[()] for a in arrays])  # may be what recording gave, whose sums over axes are NumPy's
    return made
