"""What NumPy's functions give as views: they see later writes to their base, and are written to where NumPy permits it.

A write that NumPy permits and tapegrad does not is refused; nothing differs without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import scipy.fft

import tapegrad as tg
from tapegrad.errors import InplaceError, TapegradError
from tapegrad.ops.composites import Composite
from tests.ops.random_calls import call_of
from tests.ops.test_arrays import ENTRIES, as_list, calls, named
from tests.support import plain

BASE = np.arange(12.0).reshape(4, 3) * 0.1
VIEWS: dict[str, Callable[[Any], Any]] = {
    "diagonal": lambda a: a.diagonal(), "diagonal above": lambda a: a.diagonal(1), "diag": np.diag,
    "diagonal of other axes": lambda a: np.diagonal(a, -1, 1, 0), "part of a diagonal": lambda a: a.diagonal()[1:],
    "reshaped diagonal": lambda a: a.diagonal().reshape(3, 1),
    "windows": lambda a: np.lib.stride_tricks.sliding_window_view(a, 2, axis=0), "broadcast": lambda a: np.broadcast_to(a, (2, 4, 3)),
    "split": lambda a: np.split(a, 2)[1], "array_split": lambda a: np.array_split(a, 3)[1], "hsplit": lambda a: np.hsplit(a, 3)[1],
    "fliplr": np.fliplr, "rot90": np.rot90, "rollaxis": lambda a: np.rollaxis(a, 1), "matrix_transpose": np.matrix_transpose,
    "atleast_3d": np.atleast_3d, "expand_dims": lambda a: np.expand_dims(a, (0, 3)), "squeeze": lambda a: a[:1].squeeze(),
    "swapaxes": lambda a: np.swapaxes(a, 0, 1), "iteration": lambda a: list(a)[1], "real": np.real, "copies": lambda a: a.repeat(1, 0),
    "meshgrid": lambda a: np.meshgrid(a[:, 0], a[0], copy=False)[0], "thin meshgrid": lambda a: np.meshgrid(a[:, 0], a[0], sparse=True)[0],
    "einsum": lambda a: np.einsum("ij->ji", a), "einsum of a diagonal": lambda a: np.einsum("ii->i", a[:3]),
}  # fmt: skip


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", VIEWS)
def test_views_see_writes_to_their_base(name, compiled):
    def program(x):
        y = x * 2.0
        view = VIEWS[name](y)
        y[1] = 5.0
        y[:, 2] *= 3.0
        return view * 1.0

    x = tg.tensor(BASE, requires_grad=True)
    found = tg.compile(program)(BASE) if compiled else plain(program(x))
    np.testing.assert_array_equal(found, program(BASE))
    slope = tg.grad(lambda x: np.sum(program(x)))(BASE)
    steps = [np.sum(program(BASE + h) - program(BASE - h)) for h in 1e-3 * np.eye(12).reshape(12, 4, 3)]
    np.testing.assert_allclose(slope, np.reshape(steps, (4, 3)) / 2e-3, atol=1e-9)


@pytest.mark.parametrize("name", VIEWS)
def test_writes_through_views(name):
    y, expected = tg.tensor(BASE, requires_grad=True) * 2.0, BASE * 2.0
    views = VIEWS[name](y), VIEWS[name](expected)
    try:
        views[1][...] = 7.0
    except (ValueError, DeprecationWarning):  # of broadcast arrays NumPy warns for now
        with pytest.raises(tg.errors.InplaceError, match="read-only"):
            views[0][...] = 7.0
        return
    try:
        views[0][...] = 7.0
    except tg.errors.InplaceError:
        assert name == "einsum of a diagonal"
        return
    np.testing.assert_array_equal(plain(y), expected)


def test_a_call_found_again_copies_what_numpy_copies():
    """A view that was read before is an input of the run: the path that leads on does not say how it lies."""

    def program(view):
        product = view * 3.0
        flat = np.reshape(view, (9,))
        flat[0] = 50.0  # reaches the view unless reshape has copied
        return view * product

    for take in (lambda a: a[:, :],) * 4 + (np.transpose, np.flipud) * 2:
        view = take(tg.tensor(BASE[:3]) * 2.0)
        view.numpy()
        np.testing.assert_array_equal(program(view).numpy(), program(take(BASE[:3] * 2.0)))


def test_views_of_several_diagonals_are_told_apart():
    y = tg.tensor(BASE, requires_grad=True) * 2.0
    first, second = y.diagonal(), y.diagonal(1)
    y[:2, :2] = first[:2] * 1.0
    y[..., 0] = 4.0
    expected = BASE * 2.0
    views = expected.diagonal(), expected.diagonal(1)
    expected[:2, :2] = views[0][:2] * 1.0
    expected[..., 0] = 4.0
    np.testing.assert_array_equal(plain(first), views[0])
    np.testing.assert_array_equal(plain(second), views[1])


LAYOUTS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {  # what an array is a part of, and which
    "whole": (np.copy, lambda a: a),
    "every other": (lambda a: np.repeat(a, 2, -1), lambda a: a[..., ::2]),
    "first of pairs": (lambda a: np.stack([a, a], -1), lambda a: a[..., 0]),
    "transposed": (lambda a: a.T.copy(), lambda a: a.T),
    "reversed": (lambda a: a[::-1].copy(), lambda a: a[::-1]),
    "later rows": (lambda a: np.concatenate([a[:1], a]), lambda a: a[1:]),
}


def _differs(
    of_numpy: Callable[..., Any], of_tensors: Callable[..., Any], arrays: Sequence[np.ndarray], forth: bool, layout: str
) -> str:
    """Write to the arguments of a call, or to its results, and return what differs from NumPy in the others."""
    whole, take = LAYOUTS[layout]
    own, tensors = [], []
    for a in arrays:
        floating = a.dtype.kind in "fc"
        base = whole(a) if floating and a.ndim else a.copy()
        own.append(take(base) if floating and a.ndim else base)
        leaf = tg.tensor(base, requires_grad=True) if floating and a.ndim else None
        tensors.append(base if leaf is None else take(np.positive(leaf)))
    try:
        expected, found = as_list(of_numpy(own)), as_list(of_tensors(tensors))
    except (TapegradError, ValueError, TypeError, ArithmeticError):  # what is refused is no view
        return ""
    for a, t in zip(own, tensors, strict=True):
        if forth and isinstance(t, tg.Tensor):
            a[...] = t[...] = 7.25
    for a, t in zip(expected, found, strict=True):
        if forth or not (isinstance(a, np.ndarray) and a.ndim and isinstance(t, tg.Tensor) and t.dtype.kind in "fc"):
            continue
        try:
            t[...] = 3.0
        except InplaceError:
            if a.flags.writeable:
                return "a result is read-only"
        else:
            if not a.flags.writeable:
                return "a result is not read-only"
            a[...] = 3.0
    for a, t in zip([*own, *expected], [*tensors, *found], strict=True):
        if isinstance(t, tg.Tensor) and not np.allclose(plain(t), a, 1e-6, 1e-7, equal_nan=True):
            return "a copy is a view, or a view is a copy"
    return ""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("forth", [False, True], ids=["of results", "of arguments"])
def test_results_are_views_where_those_of_numpy_are(forth, layout):
    """Of every function, as its samples call it; diagonals by einsum and arrays that are broadcast alone are read-only in place of writable."""
    wrong = []
    for entry in ENTRIES:
        for call in calls(entry) if isinstance(entry, Composite) else []:
            verdict = _differs(
                call.expected, lambda tensors, call=call: named(call, tensors), call.arrays, forth, layout
            )
            if verdict and (entry.name not in ("einsum", "broadcast_arrays") or "read-only" not in verdict):
                wrong.append((entry.name, call.keywords, verdict))
    assert not wrong


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seeds", [range(500), pytest.param(range(500, 1500), marks=pytest.mark.exhaustive)], ids=str)
@pytest.mark.parametrize("forth", [False, True], ids=["of results", "of arguments"])
def test_results_of_random_calls_are_views_where_those_of_numpy_are(forth, seeds):
    wrong = []
    for seed in seeds:
        call = call_of(seed)
        verdict = _differs(
            lambda a, call=call: call(*a),
            lambda t, call=call: call(*t),
            call.operands,
            forth,
            [*LAYOUTS][seed % len(LAYOUTS)],
        )
        if verdict:
            wrong.append((seed, call.name, verdict))
    assert not wrong


WRITERS: dict[str, Callable[[Any], None]] = {
    "put": lambda a: np.put(a, [0, 5], [7.0, 8.0]), "put of a method": lambda a: a.put([2, -1], [7.0, 8.0]),
    "place": lambda a: np.place(a, np.arange(12).reshape(a.shape) % 3 == 1, [7.0, 8.0]),
    "putmask": lambda a: np.putmask(a, np.arange(12).reshape(a.shape) % 3 == 1, [7.0, 8.0]),
    "copyto": lambda a: np.copyto(a, 7.0, where=np.arange(12).reshape(a.shape) % 3 == 1),
    "fill_diagonal": lambda a: np.fill_diagonal(a, 7.0, wrap=True), "fill": lambda a: a.fill(7.0),
    "flat": lambda a: a.flat.__setitem__(slice(1, 4), 7.0), "out": lambda a: np.multiply(a, 3.0, out=a),
    "put_along_axis": lambda a: np.put_along_axis(a, np.zeros((a.shape[0], 1), int), 7.0, 1), "sort": lambda a: a.sort(0),
    "partition": lambda a: a.partition(1, 0), "at": lambda a: np.add.at(a, [0, 0], 1.5), "add": lambda a: a.__iadd__(1.5),
}  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.cover("name")
def test_what_functions_write_reaches_the_base(name, layout):
    """However the view lies that they write to, and however often a loop has come by."""
    whole, take = LAYOUTS[layout]
    expected = whole(BASE[::-1] * 2.0)
    WRITERS[name](take(expected))
    for _ in range(4):
        y = tg.tensor(whole(BASE[::-1]), requires_grad=True) * 2.0
        WRITERS[name](take(y))
        np.testing.assert_array_equal(plain(y), expected)


COPIES: dict[str, Callable[[Any], Any]] = {
    "take": lambda a: a.take(0, axis=-1), "take of a Tensor": lambda a: np.take(a, tg.tensor(1) if isinstance(a, tg.Tensor) else 1, 0),
    "maximum": lambda a: np.maximum.reduce(a[:1]), "accumulated": lambda a: np.minimum.accumulate(a[:1]),
    "fmax": lambda a: np.fmax.reduce(a[:, :1], axis=1), "chosen": lambda a: np.choose(np.zeros((4, 3), int), [a]),
}  # fmt: skip


@pytest.mark.parametrize("name", COPIES)
def test_copies_see_no_writes(name):
    def program(x):
        y = x * 2.0
        copy = COPIES[name](y)
        y[...] = 5.0
        copy[...] += 1.0
        return y, copy

    for found in (program(tg.tensor(BASE, requires_grad=True)), tg.compile(program)(BASE)):
        for a, b in zip(found, program(BASE), strict=True):
            np.testing.assert_array_equal(plain(a) if isinstance(a, tg.Tensor) else a, b)


def test_results_whose_memory_is_a_librarys_are_written_to():
    y = tg.fft.dct(tg.tensor(BASE, requires_grad=True) * 1.0)
    y[...] = y * 2.0
    y[1] = 0.0
    expected = scipy.fft.dct(BASE) * 2.0
    expected[1] = 0.0
    np.testing.assert_allclose(plain(y), expected, rtol=1e-14, atol=1e-15)
