"""Writes to Tensors in code that returns: NumPy's values, true gradients, and the bits of recording for the first time."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import InplaceError
from tapegrad.tape import paths
from tapegrad.tape.recording import tape
from tapegrad.tensor.cursor import load
from tests.support import STEPS, gradient

V = np.random.default_rng(5).normal(size=12)
MASK, PLACES = V > 0.2, np.array([0, 3, 3, 7])
TURNS = 6


@pytest.fixture(params=[False, True], ids=["in Python", "in machine code"])
def compiled(request, monkeypatch):
    if request.param:
        load()
    monkeypatch.setattr(paths.cursor, "left", 0 if request.param else 10**9)
    monkeypatch.setattr(paths.cursor, "on", request.param)
    paths.forget()


def element(x):
    y = x * 1.5
    y[2] = 2.0
    y[-1] = y[2] * y[3]
    y[0] = x[1] * x[0]
    return y * y


def stretch(x):
    y = x * 1.5
    y[2:6] = np.sin(y[6:10])
    y[::3] = x[:4]
    y[...] = y * y
    return y * x


def rows(x):
    b = np.zeros_like(x).reshape(4, 3)
    for k in range(4):
        b[k] = np.tanh(x[3 * k : 3 * k + 3]) * (k + 1.0)
    b[:, 1] = b[:, 0] * b[:, 2]
    return b * b


def added_to_a_part(x):
    y = np.exp(x)
    y[1:] += y[:-1] * 0.5
    y[2:5] *= x[:3]
    y[3] -= 1.5
    return y * y


def through_views(x):
    y = x.reshape(3, 4) * 2.0
    z = y[1:]
    w = z.T[1]
    w *= 3.0
    z[0] = x[:4]
    y[2, 2] = 0.25
    y.T[0] = w[0] * 2.0
    return z * z, w * y[0, 0], y


def a_view_that_nobody_holds(x):
    y = x * 2.0
    y[2:4][1:][...] = 3.0
    y[:2].fill(0.5)
    y.reshape(4, 3)[1] = x[3:6] * x[3:6]
    return y * x


def masks_and_places(x):
    y = x * x
    y[MASK] = 0.5
    y[PLACES] = x[PLACES] * 2.0
    y[[1, 5]] += 1.0
    return y * x


def comparisons(x):
    y = x * 2.0
    y[y < 0.0] = 0.0
    y[x > 1.0] = x[0]
    m = np.outer(y, x)[:3]
    m[m > 0.1] = x[1]
    return m * m, y


def comparisons_that_are_read(x):
    m = np.outer(x, x)[:3]
    m[m > 0.1] *= 2.0
    m[x[:3] * 2.0 > 0.5] = 1.25
    return m * m


def operators(x):
    y, s = x * 1.0, np.zeros_like(x)
    y += x
    y -= 0.5
    y *= x
    y /= 2.0
    y **= 2
    s += y
    s += np.sin(y)
    np.add(s, y, out=y)
    np.clip(y, -1.0, 2.0, out=s)
    return y * s


def results_as_targets(x):
    c = x * 10.0
    if isinstance(c, tg.Tensor):
        c.sum().item()
    y = x * 1.5
    np.clip(y, -1.0, 1.0, out=c)
    c[1:3] = y[:2]
    return c * y


def itself(x):
    y = x * 2.0
    y[:] = y
    y[2:4] = y[4:6]
    y[1:] = y[:-1] * 1.0
    z = y[3:]
    y[3:] = z
    y[2:-1] = z
    return y * x


PROGRAMS = (
    element, stretch, rows, added_to_a_part, through_views, a_view_that_nobody_holds, masks_and_places, comparisons, comparisons_that_are_read, operators, results_as_targets, itself,
)  # fmt: skip


def total(program, x):
    parts = program(x)
    return sum(np.sum(part * part) for part in (parts if isinstance(parts, tuple) else (parts,)))


def turn(program, scale):
    x = tg.tensor(V * scale, requires_grad=True)
    value = total(program, x)
    value.backward()
    return value.item(), x.grad.numpy()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_writes_that_return(program, compiled):
    scales = [1.0 + 0.001 * k for k in range(TURNS)]
    first = []
    for scale in scales:
        paths.forget()
        first.append(turn(program, scale))
    for scale, (value, g) in zip(scales, first, strict=True):
        np.testing.assert_allclose(value, total(program, V * scale), rtol=1e-13)
        (wanted,) = gradient(lambda x: total(program, x), [V * scale])
        np.testing.assert_allclose(g, wanted, rtol=STEPS[1][1], atol=STEPS[1][1])
    for _ in range(2):
        for scale, wanted in zip(scales, first, strict=True):
            value, g = turn(program, scale)
            assert (value, g.tobytes()) == (wanted[0], wanted[1].tobytes())


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_writes_are_sealed(program):
    turns = [turn(program, 1.0) for _ in range(200)]
    value, g = turns[0]
    assert all(np.allclose(v, value, rtol=1e-13) and np.allclose(h, g, rtol=1e-12) for v, h in turns)


@pytest.mark.parametrize(
    "program",
    [p for p in PROGRAMS if p not in (results_as_targets, comparisons_that_are_read)],
    ids=lambda p: p.__name__,
)
def test_a_run_with_writes_is_on_a_path_with_the_instructions_of_one_that_is_not(program, compiled, monkeypatch):
    def instructions():
        x = tg.tensor(V, requires_grad=True)
        value = total(program, x)
        run = tape.pending
        found = (
            [*run.instructions],
            [(c.op, c.operands, repr(c.static)) for c in run.calls],
            paths.arrived(run) is not None,
        )
        value.backward()
        return found

    *_, last = [instructions() for _ in range(5)]
    assert last[2]
    monkeypatch.setattr(paths, "begin", lambda run, modes: None)
    assert last[:2] == instructions()[:2]


def test_what_may_not_be_written_is_refused_on_paths_too(compiled):
    data, leaf = tg.zeros(12), tg.tensor(V, requires_grad=True)
    earlier = leaf * 2.0
    earlier.sum().item()
    for target, refused in [
        (data.clone(), False),
        (earlier, False),
        (leaf, True),
        (leaf, True),
        (tg.zeros(12), False),
    ] * 2:
        y = leaf * 1.5
        if refused:
            with pytest.raises(InplaceError, match="leaf that requires grad"):
                target[0] = y[1]
        else:
            target[0] = y[1]
            assert target[0].item() == V[1] * 1.5
    for k in range(6):
        y = leaf * 1.5
        y[0] = leaf[1]
        if k == 5:
            with tg.no_grad(), pytest.raises(InplaceError, match="would lose its gradient"):
                y[1] = leaf[1]
        else:
            y[1] = leaf[1]
        y.sum().backward()


def test_a_view_that_is_held_sees_what_is_written_where_none_was_before(compiled):
    x = tg.tensor(V, requires_grad=True)
    for k in range(8):
        y = x * 2.0
        z = y[:3]
        if k < 5:
            del z
        y[1] = 5.0
        s = (y * y).sum()
        if k >= 5:
            assert z[1].item() == 5.0
        s.backward()


def test_a_hook_and_a_retained_gradient_stay_with_what_they_were_given(compiled):
    x, seen = tg.tensor(V, requires_grad=True), []
    for k in range(8):
        y = x * 2.0
        if k > 4:
            y.retain_grad()
            y.register_hook(lambda g: seen.append(g.numpy()))
        y[1] = x[0] * 3.0
        (y * y).sum().backward()
        if k > 4:
            after = np.where(np.arange(12) == 1, 3.0 * V[0], 2.0 * V)
            np.testing.assert_allclose(y.grad.numpy(), 2.0 * after)  # of the value that it stands for
            np.testing.assert_allclose(seen.pop(), np.where(np.arange(12) == 1, 0.0, 2.0 * after))


def test_a_mask_of_another_number_of_elements_is_refused_as_ever():
    x = tg.tensor(V, requires_grad=True)
    y = x * 2.0
    with pytest.raises((ValueError, IndexError)):
        y[y > 0.0] = np.ones(5)
    y[y > 0.0] = np.arange(float((V > 0.0).sum()))
    wanted = V * 2.0
    wanted[wanted > 0.0] = np.arange(float((V > 0.0).sum()))
    assert y.detach().numpy().tobytes() == wanted.tobytes()
