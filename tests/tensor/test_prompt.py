"""Arithmetic under no_grad is computed at once, with the bits and forms of what is recorded."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ops.declare import Elementwise, table
from tapegrad.record.recording import tape
from tapegrad.tensor import immediate_ops

OPS = [op for op in table if isinstance(op, Elementwise) and op.exact]
VALUES = [0.0, -0.0, 1.0, -2.5, 1e300, -1e300, 5e-324, np.inf, -np.inf, np.nan, 0.1, 3.0]


@pytest.fixture(autouse=True)
def _no_run_is_open():
    """End what another test has recorded and not read."""
    tape.flush()


def operands(dtype, shape):
    rng = np.random.default_rng(3)
    array = rng.choice(VALUES, shape).astype(dtype)
    other = rng.choice(VALUES, shape).astype(dtype)
    arrays = [other[::-1] if shape else other, *[array.astype(t) for t in ("f8", "f4", ">f8")], np.ones(1, dtype)]
    numbers = [3, -7, np.float64(0.3), True, 2**60]
    return [tg.tensor(array), tg.tensor(other, requires_grad=True), *VALUES, *numbers, *arrays]


@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
@pytest.mark.parametrize("shape", [(), (1,), (37,), (2, 3)])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_bits_and_forms_are_those_of_what_is_recorded(dtype, shape, monkeypatch):
    given = operands(dtype, shape)

    def results():
        found = []
        for op in OPS:
            pairs = [(x, y) for x in given[:2] for y in given] + [(y, x) for x in given[:2] for y in given]
            for args in pairs if len(op.arguments) == 2 else [(x,) for x in given[:2]]:
                with tg.no_grad():
                    t = op.reference(*args)
                    found.append(
                        (op.name, t.dtype, t.shape, t.requires_grad, np.nan_to_num(t.numpy(), nan=7.0).tobytes())
                    )
        return found

    computed = results()
    monkeypatch.setattr(immediate_ops, "SMALL", -1)
    monkeypatch.setattr(immediate_ops, "_families", {})
    assert computed == results()


@pytest.mark.filterwarnings("error")
def test_an_optimizer_that_a_user_writes():
    rng = np.random.default_rng(0)
    for dtype in ("f8", "f4"):
        p, g, m, v = (rng.uniform(0.5, 1.5, (4, 3)).astype(dtype) for _ in range(4))
        tp, tg_, tm, tv = tg.tensor(p, requires_grad=True), *map(tg.tensor, (g, m, v))
        for k in range(1, 5):
            with tg.no_grad():
                tm = 0.9 * tm + (1 - 0.9) * tg_
                tv = 0.99 * tv + (1 - 0.99) * tg_ * tg_
                tp -= 0.1 * (tm / (1 - 0.9**k)) / (np.sqrt(tv / (1 - 0.99**k)) + 1e-8)
                assert tape.pending is None  # nothing of it was recorded
            m = 0.9 * m + (1 - 0.9) * g
            v = 0.99 * v + (1 - 0.99) * g * g
            p -= 0.1 * (m / (1 - 0.9**k)) / (np.sqrt(v / (1 - 0.99**k)) + 1e-8)
            np.testing.assert_array_equal(tp.detach().numpy(), p)
            assert tp.is_leaf
            assert tp.requires_grad


@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_arrays_beside_tensors_are_computed_with_at_once(dtype):
    x, noise = tg.tensor(np.array([1.0, 2.5], dtype), requires_grad=True), np.array([0.1, -0.3], dtype)
    with tg.no_grad():
        found = [x + noise, noise - x, np.multiply(noise, x), np.divide(x, noise)]
        assert tape.pending is None
    values = x.detach().numpy()
    wanted = [values + noise, noise - values, noise * values, values / noise]
    noise[:] = 7.0  # which is not read any more
    for t, known in zip(found, wanted, strict=True):
        assert (t.dtype, t.requires_grad) == (known.dtype, False)
        np.testing.assert_array_equal(t.numpy(), known)


def test_what_is_open_records_all_that_follows():
    x = tg.tensor([1.0, 2.0])
    with tg.no_grad():
        y = np.tanh(np.sin(x))  # a run is open
        z = x * 2.0
        assert z._family.run is y._family.run
    np.testing.assert_array_equal(z.numpy(), [2.0, 4.0])


def test_a_recording_records_it():
    f = tg.compile(lambda x: x * tg.no_grad()(lambda: w * 2.0)())
    w = tg.tensor([1.0, 2.0])
    np.testing.assert_array_equal(f(np.array([1.0, 1.0])), [2.0, 4.0])


def test_large_arrays_are_recorded():
    x = tg.tensor(np.ones(immediate_ops.SMALL + 1))
    with tg.no_grad():
        assert (x * 2.0)._family.run is not None
        assert (x[:3].clone() * 2.0).numpy().tolist() == [2.0, 2.0, 2.0]


def test_what_is_no_operand_is_refused():
    x = tg.tensor([1.0, 2.0])
    with tg.no_grad(), pytest.raises(TypeError):
        x * None
    with tg.no_grad(), pytest.raises(TypeError):
        np.multiply(x, None)


def test_powers_with_which_runs_have_begun():
    """As long as there is no program of the op, it is recorded, and comes to be on a path."""
    x = tg.tensor(np.linspace(0.5, 1.5, 23))
    for k in range(400):
        with tg.no_grad():
            cube = x**3
            assert k < 300 or tape.pending is None
            y = cube * x + 1.0
        np.testing.assert_allclose(y.numpy(), np.linspace(0.5, 1.5, 23) ** 4 + 1.0, rtol=1e-14)


@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_operands_of_other_shapes_and_selections_are_those_of_what_is_recorded(dtype, monkeypatch):
    rng = np.random.default_rng(5)
    shapes = [(), (1,), (3,), (2, 3), (2, 1), (1, 1), (0, 3)]
    arrays = [rng.choice(VALUES, shape).astype(dtype) for shape in shapes]
    tensors = [tg.tensor(a, requires_grad=bool(k % 2)) for k, a in enumerate(arrays)]
    others = [
        0.3,
        -0.0,
        2,
        np.nan,
        1e300,
        np.float64(0.3),
        arrays[3],
        arrays[3].astype("f4"),
        tg.tensor([1.0, 2.0, 3.0]),
    ]
    masks = [rng.random(shape) < 0.5 for shape in shapes]
    binary = [op.reference for op in OPS if len(op.arguments) == 2] + [np.less, np.equal]

    def shown(f, *args):
        with tg.no_grad(), np.errstate(all="ignore"):
            try:
                t = f(*args)
            except ValueError as error:
                return type(error)
            if not isinstance(t, tg.Tensor):
                return "plain"
            return t.dtype, t.shape, t.requires_grad, np.nan_to_num(t.numpy(), nan=7.0).tobytes()

    def results():
        found = [shown(f, x, y) for f in binary for x in tensors for y in tensors]
        for mask in [way(m) for m in masks for way in (np.array, tg.tensor, lambda m: tg.tensor(m.astype("f8")) > 0.5)]:
            found += [shown(np.where, mask, x, y) for x in tensors for y in (*tensors, *others)]
            found += [shown(np.where, mask, y, x) for x in tensors for y in others]
        return found

    computed = results()
    monkeypatch.setattr(immediate_ops, "SMALL", -1)
    monkeypatch.setattr(immediate_ops, "_families", {})
    assert computed == results()


def test_small_selections_open_no_run():
    x, y = tg.tensor([1.0, -2.0, 3.0]), tg.tensor([[1.0], [2.0]])
    with tg.no_grad():
        for t, known in [
            (np.where(x > 0.0, x, 0.1 * x), [1.0, -0.2, 3.0]), (np.where(x.numpy() > 0.0, 1.0, x), [1.0, -2.0, 1.0]),
            (x * y, [[1.0, -2.0, 3.0], [2.0, -4.0, 6.0]]),
        ]:  # fmt: skip
            assert tape.pending is None
            np.testing.assert_allclose(t.numpy(), known)
        with pytest.raises(ValueError, match="broadcast"):
            x * tg.tensor([1.0, 2.0])
        large = tg.tensor(np.ones((1 << 10, 1)))
        assert (large * large.T).shape == (1 << 10, 1 << 10)
