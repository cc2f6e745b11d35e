"""Sweeps that return through complex results, of real leaves to real losses, are done by programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tests.support import hot_after

DATA = np.random.default_rng(5).normal(size=16)
FACTORS = np.exp(-0.1 * np.arange(9))


soon = hot_after(6)


def amplitudes(x: Any) -> Any:
    return ((np.abs(np.fft.rfft(x * np.hanning(16))) - 0.5) ** 2).mean()


def power(x: Any) -> Any:
    return np.log(np.abs(np.fft.fft(np.sin(x))) ** 2 + 1.0).sum()


def filtered(x: Any) -> Any:
    return (np.fft.irfft(np.fft.rfft(x) * FACTORS, 16) ** 3).sum()


def parts(x: Any) -> Any:
    z = np.fft.rfft(x)
    return (z.real * z.imag + np.abs(z)).sum()


def central(f: Callable[[Any], Any], at: np.ndarray) -> np.ndarray:
    """Return central differences of NumPy's own values."""
    steps = 1e-6 * np.eye(len(at))
    return np.array([(f(at + step) - f(at - step)) / 2e-6 for step in steps])


@pytest.mark.parametrize("read", [False, True])
@pytest.mark.parametrize("f", [amplitudes, power, filtered, parts])
def test_gradients_through_spectra(f: Callable[[Any], Any], read: bool) -> None:
    x = tg.tensor(DATA, requires_grad=True)
    for _ in range(40):
        loss = f(x)
        if read:
            assert loss.item() == pytest.approx(f(DATA), rel=1e-12)
        loss.backward()
        assert x.grad is not None
        np.testing.assert_allclose(x.grad.numpy(), central(f, DATA), rtol=1e-6, atol=1e-8)
        x.grad = None
    assert any(e.what.startswith("sweep") and e.state == "compiled" for e in tg.debug.exits()), tg.debug.hot()


@pytest.mark.parametrize("data", [np.zeros(16), np.ones(16), 1e200 * DATA])
@pytest.mark.parametrize("f", [amplitudes, power, parts])
def test_spectra_with_zeros_and_infinities_are_as_without_the_trace_cache(f: Any, data: np.ndarray) -> None:
    def gradients() -> list[np.ndarray]:
        x = tg.tensor(data, requires_grad=True)
        found = []
        for _ in range(12):
            f(x).backward()
            assert x.grad is not None
            found.append(x.grad.numpy())
            x.grad = None
        return found

    with tg.debug.trace_cache(False):
        expected = gradients()
    for g, wanted in zip(gradients(), expected, strict=True):
        np.testing.assert_allclose(g, wanted, rtol=1e-9, atol=1e-9)


def test_a_complex_result_that_is_alive_is_interpreted() -> None:
    x = tg.tensor(DATA, requires_grad=True)
    for _ in range(20):
        z = np.fft.rfft(x)
        (np.abs(z) ** 2).sum().backward()
        assert x.grad is not None
        np.testing.assert_allclose(z.detach().numpy(), np.fft.rfft(DATA), rtol=1e-12)
        np.testing.assert_allclose(
            x.grad.numpy(), central(lambda a: (np.abs(np.fft.rfft(a)) ** 2).sum(), DATA), rtol=1e-6
        )
        x.grad = None
    assert any("complex numbers" in e.reason for e in tg.debug.exits())


def signals(k: int, dtype: type) -> np.ndarray:
    """Return the data of turn k."""
    rng = np.random.default_rng(k)
    return (rng.normal(size=9) + 1j * rng.normal(size=9)).astype(dtype)


def strided(x: np.ndarray) -> np.ndarray:
    wide = np.zeros((len(x), 2), x.dtype)
    wide[:, 1] = x
    return wide[:, 1]


@pytest.mark.parametrize("lie", [np.array, strided, tg.tensor])
@pytest.mark.parametrize("dtype", [np.complex128, np.complex64])
@pytest.mark.parametrize("read", [False, True])
def test_complex_data_may_change_from_turn_to_turn(dtype: type, lie: Callable[..., Any], read: bool) -> None:
    h = tg.tensor(1.0 + FACTORS, requires_grad=True)

    def loss(h: Any, z: Any) -> Any:
        y = np.fft.irfft(z * h, 16)
        return (y**2).sum() + (np.abs(z + h) ** 2).mean()

    for k in range(30):
        z = signals(k, dtype)
        value = loss(h, lie(z))
        if read:
            assert value.item() == pytest.approx(loss(1.0 + FACTORS, z), rel=1e-6)
        value.backward()
        assert h.grad is not None
        wanted = central(lambda a, z=z: loss(a, z.astype(np.complex128)), 1.0 + FACTORS)
        np.testing.assert_allclose(h.grad.numpy(), wanted, rtol=1e-5, atol=1e-7)
        h.grad = None
    assert any(e.what.startswith("sweep") and e.state == "compiled" for e in tg.debug.exits()), tg.debug.hot()


def test_a_complex_number_of_no_dimensions_is_data_too() -> None:
    h = tg.tensor(DATA, requires_grad=True)
    for k in range(30):
        c = np.array(0.5 - 0.1j * k)
        (np.abs(h * c + 1.0) ** 2).sum().backward()
        assert h.grad is not None
        np.testing.assert_allclose(h.grad.numpy(), 2.0 * (abs(c) ** 2 * DATA + c.real), rtol=1e-12)
        h.grad = None


def test_complex_leaves_get_their_gradients_from_the_interpreter() -> None:
    rng = np.random.default_rng(3)
    w = tg.tensor(signals(0, np.complex128), requires_grad=True)
    h = tg.tensor(FACTORS, requires_grad=True)
    for k in range(20):
        z = signals(k, np.complex128)
        (np.abs(w * h * z) ** 2).sum().backward()
        assert w.grad is not None
        assert h.grad is not None
        np.testing.assert_allclose(w.grad.numpy(), 2.0 * w.detach().numpy() * np.abs(FACTORS * z) ** 2, rtol=1e-12)
        np.testing.assert_allclose(h.grad.numpy(), 2.0 * FACTORS * np.abs(w.detach().numpy() * z) ** 2, rtol=1e-12)
        w.grad = h.grad = None
        if rng.random() < 0.3:
            with tg.no_grad():
                w *= 1.0 + 0.1j
    assert any("complex numbers" in e.reason for e in tg.debug.exits())
