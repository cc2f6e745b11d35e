"""What is written and compared without gradients is done at once, with the values that NumPy has."""

from __future__ import annotations

import gc
import warnings

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import DtypeError, IndexingError, InplaceError, ShapeError
from tapegrad.record.recording import tape
from tapegrad.tensor import assignment

NAN, INF = np.nan, np.inf
A = np.arange(12.0).reshape(3, 4)
INDICES = (
    1, -1, slice(None), slice(2, 0, -1), Ellipsis, (1, 2), (-1, slice(None, None, 2)), (slice(1, None), -2), (Ellipsis, 0),
    np.array([2, 0, 2]), (np.array([0, 1]), np.array([3, 3])), A > 4.0, (slice(None), np.array([True, False, True, False])),
)  # fmt: skip


@pytest.fixture
def alone(monkeypatch):
    """No write is recorded."""

    def refused(*args):
        raise AssertionError("recorded")

    monkeypatch.setattr(assignment, "assigned", refused)


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("index", range(len(INDICES)))
@pytest.mark.parametrize("what", ["number", "int", "array", "tensor", "pending", "leaf"])
@pytest.mark.usefixtures("alone")
def test_elements_are_those_of_numpy(index, what, dtype):
    index, a = INDICES[index], A.astype(dtype)
    wanted = a.copy()
    shape = wanted[index].shape
    value = np.linspace(-1.0, 1.0, int(np.prod(shape))).reshape(shape).astype(dtype)
    x = tg.tensor(a, requires_grad=what == "leaf")
    shown = x.detach().numpy()
    with tg.no_grad():
        given = {"number": 0.1, "int": 7, "array": value}.get(what)
        if given is None:
            given = tg.tensor(value) * 2.0 - 1.0 if what == "pending" else tg.tensor(value)
        x[index] = given
    wanted[index] = {"number": 0.1, "int": 7, "pending": value * 2 - 1}.get(what, value)
    assert x.dtype == wanted.dtype
    assert np.array_equal(x.detach().numpy(), wanted)
    assert np.array_equal(shown, a)
    assert x.is_leaf
    assert x.requires_grad is (what == "leaf")


def test_what_was_recorded_before_has_the_value_of_then():
    w = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    loss = (w**3).sum()
    with tg.no_grad():
        w[1] = -5.0
        w[:1] = w[2:]
    assert w.tolist() == [3.0, -5.0, 3.0]
    loss.backward()
    assert w.grad.tolist() == [3.0, 12.0, 27.0]
    w.grad = None
    (w**3).sum().backward()
    assert w.grad.tolist() == [27.0, 75.0, 27.0]


def test_views_and_bases_see_what_is_written():
    with tg.no_grad():
        x = tg.tensor([1.0, 2.0, 3.0])
        part = x[1:]
        x[2] = 9.0
        part[0] = 8.0
        assert part.tolist() == [8.0, 9.0]
        assert x.tolist() == [1.0, 8.0, 9.0]
        del part
        gc.collect()
        x[0] = 7.0
        assert x.tolist() == [7.0, 8.0, 9.0]


@pytest.mark.usefixtures("alone")
def test_views_that_are_gone_do_not_matter():
    w = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    for _ in range(3):
        (w[:2] * w[1:]).sum().backward()
        with tg.no_grad():
            w -= 0.1 * w.grad
            assert w._family.run is None
            w[0] = 1.0
        w.grad = None


def test_refusals_are_those_of_recorded_writes():
    x = tg.tensor([1.0, 2.0, 3.0])
    w = tg.tensor([1.0, 2.0, 3.0], requires_grad=True)
    with tg.no_grad():
        with pytest.raises(IndexingError):
            x[3] = 1.0
        with pytest.raises(ShapeError):
            x[:2] = np.ones(3)
        with pytest.raises(DtypeError):
            x[0] = 1j
    with pytest.raises(InplaceError):
        w[0] = 1.0
    assert x.tolist() == w.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.usefixtures("alone")
def test_no_number_warns():
    with tg.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("error")
        x = tg.tensor(np.ones(2, "f4"))
        x[0] = 1e300
    assert x.tolist() == [INF, 1.0]


COMPARISONS = {
    "<": lambda x, y: x < y, "<=": lambda x, y: x <= y, ">": lambda x, y: x > y, ">=": lambda x, y: x >= y,
    "==": lambda x, y: x == y, "!=": lambda x, y: x != y,
}  # fmt: skip


@pytest.mark.parametrize("name", COMPARISONS)
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_comparisons(name, dtype):
    f = COMPARISONS[name]
    a, b = np.array([1.0, -0.0, NAN, INF, 2.0], dtype), np.array([1.0, 0.0, NAN, INF, 3.0], dtype)
    x, y = tg.tensor(a), tg.tensor(b, requires_grad=True)
    with tg.no_grad():
        for found, wanted in (
            (f(x, y), f(a, b)), (f(x, 1.0), f(a, 1.0)), (f(2, x), f(2, a)), (f(x[4] * 1.0, y[0]), f(a[4], b[0])),
        ):  # fmt: skip
            assert found.dtype == bool
            assert not found.requires_grad
            assert np.array_equal(found.numpy(), wanted)
        mask = f(x, y)
        assert tape.pending is None
        assert np.array_equal(
            np.where(mask, x, 7.0).numpy(), np.where(f(a, b), a, dtype(7) if callable(dtype) else 7.0), True
        )
        assert np.array_equal(x[mask].numpy(), a[f(a, b)], equal_nan=True)
        z = x.clone()
        z[mask] = 5.0
        assert np.array_equal(z.numpy(), np.where(f(a, b), 5.0, a), equal_nan=True)
        assert (mask | ~mask).all()
    np.where(mask, y, 0.0).sum().backward()
    assert np.array_equal(y.grad.numpy(), f(a, b) * 1.0)
    assert bool(f(tg.tensor(1.0), tg.tensor(2.0))) is bool(f(1.0, 2.0))


VIEWS = (1, -1, (slice(None), 2), (slice(2, 0, -1), 0), (Ellipsis, 1), (1, 2), (-1, slice(None, None, 2)), (Ellipsis, 0))  # fmt: skip


def _set(x, i, v):
    x[i] = x[i] - v


def _add(x, i, v):
    x[i] += v


def _halve(x, i, v):
    x[i] *= 0.5


UPDATES = {"=": _set, "+=": _add, "*=": _halve}


@pytest.mark.parametrize("update", UPDATES)
@pytest.mark.parametrize("index", range(len(VIEWS)))
@pytest.mark.parametrize("grad", [True, False], ids=["leaf", "data"])
@pytest.mark.usefixtures("alone")
def test_parts_that_are_updated(update, index, grad):
    index, update, a = VIEWS[index], UPDATES[update], A.copy()
    x = tg.tensor(a, requires_grad=grad)
    loss = (x * x).sum()
    assert loss.item() == (A * A).sum()  # nothing is open
    before = x.detach().numpy()
    with tg.no_grad():
        for k in range(3):
            v = np.asarray(a[index]) * 0.1 + k
            update(x, index, tg.tensor(v) * 1.0)
            update(a, index, v)
            assert np.array_equal(x.detach().numpy(), a)
        part = x[index]
        assert not part.requires_grad
        assert np.array_equal(part.numpy(), a[index])
        assert tape.pending is None
    assert np.array_equal(before, A)
    assert x._family.run is None
    if grad:
        loss.backward()
        assert np.array_equal(x.grad.numpy(), 2 * A)


def test_several_views_see_a_write_through_one():
    with tg.no_grad():
        x = tg.tensor(A)
        rows, column, inner = x[1:], x[:, 1], x[1:][0]
        rows *= 2.0
        inner += 1.0
        column -= 3.0
        a = A.copy()
        a[1:] *= 2.0
        a[1] += 1.0
        a[:, 1] -= 3.0
        for found, wanted in ((x, a), (rows, a[1:]), (column, a[:, 1]), (inner, a[1])):
            assert np.array_equal(found.numpy(), wanted)
    y = x * 1.0  # recorded behind it
    part = x[0]
    part[0] = 100.0
    assert x.numpy()[0, 0] == 100.0
    assert y.numpy()[0, 0] == 0.0
    w = tg.tensor(2.0, requires_grad=True)
    rows[0] = w * np.ones(4)  # with history
    x.sum().backward()
    assert w.grad.item() == 4.0
    assert column.requires_grad


def test_a_view_of_a_leaf_that_was_taken_at_once_is_not_written_to_with_gradients():
    w = tg.tensor([1.0, 2.0], requires_grad=True)
    with tg.no_grad():
        part = w[:1]
    with pytest.raises(InplaceError):
        part[0] = 3.0
    with pytest.raises(InplaceError):
        part += 1.0
    assert w.tolist() == [1.0, 2.0]


def test_copies_are_data_of_their_own():
    x = tg.tensor([1.0, 2.0])
    w = tg.tensor([3.0, 4.0], requires_grad=True)
    y, z = x.clone(), w.detach().clone().requires_grad_()
    with tg.no_grad():
        x[0] = 5.0
        w *= 2.0
        z[1] = 7.0
        y += 1.0
    assert (x.tolist(), y.tolist(), w.tolist(), z.tolist()) == ([5.0, 2.0], [2.0, 3.0], [6.0, 8.0], [3.0, 7.0])
    c = w.clone()
    (c * c).sum().backward()
    assert w.grad.tolist() == [12.0, 16.0]
    assert not c.is_leaf


@pytest.mark.parametrize("varies", [False, True])
@pytest.mark.parametrize("write", ["operator", "element"])
def test_views_that_are_alive_at_an_update_leave_the_loop_compiled(varies: bool, write: str) -> None:
    """What a name still holds shows the new values, and the sweeps after the update lead through it."""
    rng = np.random.default_rng(6)
    expected = rng.normal(size=(40, 3))
    with tg.debug.trace_cache(True):
        x = tg.tensor(expected, requires_grad=True)
        for turn in range(300):
            start = int(rng.integers(0, 30)) if varies else 5
            part = x[start : start + 10]
            row = part[2]
            (part.sum() + (row * row).sum()).backward()
            slope = np.zeros_like(expected)
            slope[start : start + 10] = 1.0
            slope[start + 2] += 2.0 * expected[start + 2]
            assert x.grad is not None
            np.testing.assert_allclose(x.grad.numpy(), slope, rtol=1e-12)
            with tg.no_grad():
                if write == "operator":
                    x -= 0.01 * x.grad
                    expected = expected - 0.01 * slope
                else:
                    x[start + 2] = 0.5
                    expected[start + 2] = 0.5
            x.grad = None
            if turn % 50 == 49:  # which is another path
                np.testing.assert_array_equal(part.detach().numpy(), x.detach().numpy()[start : start + 10])
                np.testing.assert_allclose(row.detach().numpy(), expected[start + 2], rtol=1e-12)
                (row * part).sum().backward()
                slope[:] = 0.0
                slope[start : start + 10] = expected[start + 2]
                slope[start + 2] += expected[start : start + 10].sum(0)
                np.testing.assert_allclose(x.grad.numpy(), slope, rtol=1e-12)
                x.grad = None
        compiled = sum(e.compiled for e in tg.debug.exits() if e.what == "sweep")
    assert compiled > 100
