"""Machine code that is bound to other sizes: it is what would be written for them, and is refused where that is another one."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.codegen.executable import Executable
from tapegrad.codegen.varying_sizes import Partition, VaryingSizes, outline_of
from tapegrad.errors import TapegradError
from tapegrad.ir.program import Program
from tapegrad.ops import complete
from tapegrad.ops.declare import by_name
from tapegrad.passes.pipeline import arranged
from tapegrad.replay.size_family import SizeFamily
from tests.codegen.test_varying_sizes import CASES
from tests.replay.sizes import vector


def _sizes_with(partition: Partition) -> VaryingSizes:
    """Return sizes that are told apart as some others were."""
    sizes = VaryingSizes()
    sizes._partition = partition
    return sizes


def _parts(executable: Executable) -> tuple[Any, ...]:
    """Return all that a call of machine code depends on."""
    arrays = [(a.dtype.str, a.shape, a.tobytes()) for a in executable.pool]
    return executable.text_hash, arrays, executable.work, executable.cost, executable.large, executable.guards


@pytest.fixture
def bound(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Write what is bound anew, each time, and compare; count how often."""
    count, bind = [0, 0], Executable.at

    def compared(executable: Executable, program: Program, outline: Any) -> Executable | None:
        result = bind(executable, program, outline)
        count[result is not None] += 1
        if result is not None:
            assert executable._binding is not None
            sizes = _sizes_with(executable._binding._partition)
            assert _parts(result) == _parts(Executable(program, marked=sizes.marked(program, outline)))
        return result

    monkeypatch.setattr(Executable, "at", compared)
    return count


@pytest.mark.filterwarnings("ignore::tapegrad.errors.VariantWarning")
@pytest.mark.parametrize("name", CASES)
def test_what_is_bound_is_what_would_be_written(name: str, bound: list[int]) -> None:
    f, arguments = CASES[name]
    slope = tg.value_and_grad(lambda *args: np.sum(np.sin(f(*args))))
    rng = random.Random(name)
    sizes = [*range(12), 16, 24, 31, 32, 33, 255, 256, 257, *[rng.randrange(2, 5000) for _ in range(8)]]
    rng.shuffle(sizes)
    for function in (f, slope):
        compiled = tg.compile(function)
        for n in sizes:
            compiled.tape(*arguments(n))
            variant = compiled.variants.last
            assert variant is not None
            _ = variant.executable
    if name not in ("fixed index", "equal sizes", "scan"):  # whose texts have tables, or lengths
        assert bound[True] > len(sizes) // 4


def test_sizes_at_thresholds_have_other_texts(bound: list[int]) -> None:
    """0, 1, equal sizes, and what is shared by threads: none of them is bound to the text of others."""
    f = tg.compile(lambda x, y: np.sum(x * 2.0) - np.sum(y * 3.0))
    for n, m in ((4, 5), (6, 7), (8, 9), (11, 10), (1, 8), (0, 8), (8, 0), (7, 7), (300_000, 2), (12, 13)):
        x, y = vector(n), vector(m)
        np.testing.assert_allclose(f(x, y), np.sum(x * 2.0) - np.sum(y * 3.0), rtol=1e-11, atol=1e-11)
    assert bound[True] == 2  # (11, 10) and (12, 13)


@pytest.mark.parametrize("name", ["solve", "slogdet", "eigvalsh", "qr"])
def test_results_of_several_results_at_other_sizes(name: str, bound: list[int]) -> None:
    """What one function's text was written for is no part of the next one's."""
    functions: dict[str, Callable[..., Any]] = {
        "solve": lambda a, b: np.sum(np.linalg.solve(a, b)), "slogdet": lambda a, b: np.linalg.slogdet(a)[1] * b[0],
        "eigvalsh": lambda a, b: np.linalg.eigvalsh(a @ a.T) @ b, "qr": lambda a, b: np.sum(np.linalg.qr(a)[1] * b),
    }  # fmt: skip
    f, rng = functions[name], np.random.default_rng(0)
    for _ in range(2):
        compiled = tg.compile(f)
        for n in (5, 6, 7, 9, 10, 17, 33):
            a, b = rng.normal(size=(n, n)) + n * np.eye(n), rng.normal(size=n)
            np.testing.assert_allclose(compiled(a, b), f(a, b), rtol=1e-10)
    assert bound[True] >= 2


def test_arrays_in_programs_are_compared() -> None:
    """What code may have looked into besides the sizes is the same to the last bit, or nothing is bound."""
    f, sizes = tg.compile(lambda x: x[np.array([3, 1, 2, 0])] * np.sum(x * np.arange(9.0))), VaryingSizes()
    ready = arranged(f.tape(vector(9)))
    outline = outline_of(ready)
    assert outline is not None
    sizes.join(outline.numbers)
    marked = sizes.marked(ready, outline)
    slot = next(slot for slot, array in ready.constants.items() if array.size == 9)
    assert Executable(ready, marked=marked).at(ready, outline) is not None
    (order,) = outline.arrays
    for other, same in ((order.copy(), True), (order[::-1].copy(), False), (order.astype(np.int32), False)):
        bound = Executable(ready, marked=sizes.marked(ready, outline)).at(ready, outline._replace(arrays=[other]))
        assert (bound is not None) == same
    for read in (lambda c: c[slot], lambda c: c.get(slot), lambda c: [*c.items()], lambda c: slot in c and len(c)):
        looking = sizes.marked(ready, outline)
        only_asked = isinstance(read(looking.constants), int)
        executable, constant = Executable(ready, marked=looking), ready.constants[slot]
        ready.constants[slot] = -constant
        bound = executable.at(ready, outline)
        assert (bound is not None) == only_asked
        if bound is not None:
            assert any(array.tobytes() == (-constant).tobytes() for array in bound.pool)
        ready.constants[slot] = constant


def _recorded(op: Any) -> Iterator[tuple[Any, list[np.ndarray]]]:
    """Yield compiled functions of an op on a sample, and of the gradient, with arguments that they are recorded for."""
    for args, static in [*op.samples(np.random.default_rng(0))][:1]:
        arrays = [np.asarray(a) for a in args]

        def f(*xs: Any, static: dict[str, Any] = static) -> Any:
            return getattr(op, "on_samples", op)(*xs, **static)

        def total(*xs: Any, f: Callable[..., Any] = f) -> Any:
            result = f(*xs)
            return np.sum(np.real(result)) if result.dtype.kind == "c" else np.sum(result)

        moved = tuple(k for k, a in enumerate(arrays) if a.dtype.kind == "f")
        for function in (f, tg.grad(total, argnums=moved) if moved else None):
            if function is not None:
                with contextlib.suppress(TapegradError, TypeError, ValueError, IndexError, AttributeError):
                    compiled = tg.compile(function)
                    compiled.tape(*arrays)
                    yield compiled, arrays


@pytest.mark.slow
def test_all_ops_take_extents() -> None:
    """Where every number of a program is data, the results have the same bits."""
    complete()
    for op in [op for op in by_name.values() if op.samples]:
        for compiled, arrays in _recorded(op):
            variant = compiled.variants.last
            ready = arranged(variant.program)
            outline = outline_of(ready)
            assert outline is not None
            values, number = np.unique(outline.numbers, return_inverse=True)
            first = np.array([int(np.argmax(outline.numbers == v)) for v in values], np.int64)
            varies = np.ones(len(number), bool)
            sizes = _sizes_with(Partition(first, number.reshape(-1), varies, outline.numbers))
            status, expected = variant.run([*arrays])
            executable = Executable(variant.program, marked=sizes.marked(ready, outline))
            if not executable.is_valid():
                continue
            variant._executable, variant.spare = executable, []
            assert variant.run([*arrays])[0] == status, op.name
            for a, b in zip(variant.run([*arrays])[1], expected, strict=True):
                assert np.asarray(a).tobytes() == np.asarray(b).tobytes(), op.name


def test_families_keep_few_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    f = tg.compile(lambda x: np.sum(np.sin(x)))
    monkeypatch.setattr(Executable, "at", lambda *args: None)
    for n in range(2, 30):
        f(vector(n))
    (family,) = f.variants.families()
    assert isinstance(family, SizeFamily)
    assert max(len(written.executables) for written in family._by_outline.values()) <= 8
