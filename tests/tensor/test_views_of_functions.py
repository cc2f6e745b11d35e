"""What NumPy's functions give as views: they see later writes to their base, and are written to where NumPy permits it.

A write that NumPy permits and tapegrad does not is refused; nothing differs without a word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
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
