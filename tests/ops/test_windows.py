"""Windows of Tensors and of plain arrays, as operands: values and derivatives beside NumPy and PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.ops.window_views import taken_from, windows_op
from tests.support import hot_after, leaf

soon = hot_after(6)
torch = pytest.importorskip("torch")
RNG = np.random.default_rng(3)
IMAGES, KERNEL, WEIGHTS = RNG.normal(size=(2, 3, 9, 7)), RNG.normal(size=(4, 3, 3, 2)), RNG.normal(size=(2, 4, 7, 6))
view = np.lib.stride_tricks.sliding_window_view


def windows(x: Any) -> Any:
    return view(x, (3, 2), axis=(2, 3))


WAYS: dict[str, Callable[[Any, Any], Any]] = {
    "einsum": lambda x, k: np.einsum("nchwij,ocij->nohw", windows(x), k),
    "tensordot": lambda x, k: np.moveaxis(np.tensordot(windows(x), k, axes=([1, 4, 5], [1, 2, 3])), 3, 1),
    "columns": lambda x, k: np.moveaxis(
        (windows(x).transpose(0, 2, 3, 1, 4, 5).reshape(-1, 18) @ k.reshape(4, -1).T).reshape(2, 7, 6, 4), 3, 1
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_convolutions_over_channels_are_those_of_torch(way: str) -> None:
    """In eager turns, interpreted and compiled, and sealed; the images are a leaf, or plain data."""
    x, k = (torch.tensor(a, requires_grad=True) for a in (IMAGES, KERNEL))
    (torch.nn.functional.conv2d(x, k) * torch.tensor(WEIGHTS)).sum().backward()

    def loss(images: Any, kernel: Any) -> Any:
        return (WAYS[way](images, kernel) * WEIGHTS).sum()

    for _ in range(20):
        images, kernel = leaf(IMAGES), leaf(KERNEL)
        loss(images, kernel).backward()
        np.testing.assert_allclose(images.grad.numpy(), x.grad.numpy(), rtol=1e-11, atol=1e-11)
        np.testing.assert_allclose(kernel.grad.numpy(), k.grad.numpy(), rtol=1e-11, atol=1e-11)
        kernel = leaf(KERNEL)
        loss(IMAGES, kernel).backward()
        np.testing.assert_allclose(kernel.grad.numpy(), k.grad.numpy(), rtol=1e-11, atol=1e-11)
    assert sum(e.compiled for e in tg.debug.exits()) > 20
    assert not [e for e in tg.debug.exits() if e.state == "interpreted" and e.interpreted > 2]
    sealed = tg.compile(tg.grad(loss, argnums=(0, 1)))(IMAGES, KERNEL)
    for found, theirs in zip(sealed, (x, k), strict=True):
        np.testing.assert_allclose(found, theirs.grad.numpy(), rtol=1e-11, atol=1e-11)


LAYOUTS: dict[str, Callable[[], np.ndarray]] = {
    "windows": lambda: windows(IMAGES),
    "of one axis": lambda: view(IMAGES, 4, axis=1 + 2),
    "of one axis, twice": lambda: view(IMAGES, (3, 2), axis=(2, 2)),
    "of a transpose": lambda: windows(IMAGES.transpose(1, 0, 3, 2)),
    "backwards": lambda: windows(IMAGES[:, :, ::-1]),
    "of one image": lambda: windows(IMAGES[:1, :1]),
}
OTHERS: dict[str, Callable[[], np.ndarray]] = {
    "all of two axes": lambda: view(IMAGES, (9, 7), axis=(2, 3)),
    "a matrix": lambda: IMAGES[0, 0],
    "a transpose": lambda: IMAGES[0, 0].T,
    "a column": lambda: IMAGES[0, 0, :, :1],
    "repeated rows": lambda: np.broadcast_to(IMAGES[0, 0, 0], (5, 7)),
    "every other window": lambda: windows(IMAGES)[..., ::2, :],
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_plain_windows_are_those_of_the_array_below(name: str) -> None:
    x = LAYOUTS[name]()
    taken = taken_from(x)
    assert taken is not None
    array, static = taken
    assert array.size < x.size
    np.testing.assert_array_equal(view(array, static["lengths"], static["along"]), x)
    w = leaf(np.ones(x.shape[-1]))
    np.testing.assert_array_equal((x * w).detach().numpy(), x)


@pytest.mark.parametrize("name", OTHERS)
def test_other_arrays_are_no_windows_or_right_ones(name: str) -> None:
    x = OTHERS[name]()
    taken = taken_from(x)
    if taken is not None:
        np.testing.assert_array_equal(view(taken[0], taken[1]["lengths"], taken[1]["along"]), x)
    np.testing.assert_array_equal((x * leaf(np.ones(x.shape[-1]))).detach().numpy(), x)


def test_plain_windows_are_captured_by_value() -> None:
    """What the caller does to his array later changes nothing, as for all data."""
    x, w = IMAGES.copy(), leaf(np.ones(2))
    y = (windows(x) * w).sum()
    x[:] = 0.0
    np.testing.assert_allclose(y.item(), windows(IMAGES).sum(), rtol=1e-12)


def test_windows_see_writes_and_refuse_them() -> None:
    x = tg.tensor(IMAGES)
    y = view(x, (3, 2), axis=(2, 3))
    x[0, 0, 2, 1] = 7.0
    expected = IMAGES.copy()
    expected[0, 0, 2, 1] = 7.0
    np.testing.assert_array_equal(y.numpy(), windows(expected))
    with pytest.raises(tg.errors.InplaceError, match="read-only"):
        y[0] = 1.0


def test_sums_over_windows_of_one_axis_that_is_short() -> None:
    """Adjoints of windows add up where these meet, whatever the lengths of the loops are."""
    for n, length in ((3, 2), (9, 8), (20, 3), (40, 17)):
        a = RNG.normal(size=n)
        weights = RNG.normal(size=(n - length + 1, length))
        gradient = tg.compile(tg.grad(lambda x, w=weights, k=length: (view(x, k) * w).sum()))(a)
        expected = np.zeros(n)
        for i, row in enumerate(weights):
            expected[i : i + length] += row
        np.testing.assert_allclose(gradient, expected, rtol=1e-13, atol=1e-13)
        g = tg.grad(lambda x, w=weights, k=length: (windows_op(x, lengths=(k,), along=(0,)) * w).sum())(a)
        np.testing.assert_allclose(g, expected, rtol=1e-13, atol=1e-13)
