"""Fourier transforms: values against NumPy; gradients against differences in (re, im) and against PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import ArgumentError, DtypeError, IndexingError, ShapeError
from tapegrad.ops import composites
from tests.ops.test_complex import by_differences, close, leaf, paired, weights
from tests.support import plain

TRANSFORMS = [e for e in composites.composites.values() if getattr(np.fft, e.name, None) is e.reference]
SHIFTS = ["fftshift", "ifftshift"]
MOVED = [e for e in TRANSFORMS if e.name not in SHIFTS]
each_transform = pytest.mark.parametrize("entry", MOVED, ids=lambda entry: entry.name)


def samples(entry: Any) -> list[tuple[np.ndarray, dict[str, Any]]]:
    return [(x, keywords) for (x,), keywords in entry.samples(np.random.default_rng(3))]


def extended(reference: Any, keywords: dict[str, Any]) -> Any:
    """The reference on extended precision, which NumPy's transforms keep."""
    return lambda x: reference(x, **keywords)


def test_all_of_numpys_transforms_are_there():
    assert {e.name for e in TRANSFORMS} | {"fftfreq", "rfftfreq"} == set(np.fft.__all__)
    assert set(tg.fft.__all__) == set(np.fft.__all__)


@each_transform
def test_values_and_gradients(entry):
    for a, keywords in samples(entry):
        for x in (a, np.asfortranarray(a), a[::-1]):
            t = leaf(x)
            out = entry.function(t, **keywords)
            expected = entry.reference(x, **keywords)
            assert out.dtype == expected.dtype
            np.testing.assert_allclose(plain(out), expected, rtol=1e-12, atol=1e-13)
            assert getattr(tg.fft, entry.name)(x, **keywords).tolist() == out.tolist()
            assert getattr(np.fft, entry.name)(t, **keywords).tolist() == out.tolist()
            seed = weights(out.shape, out.dtype)
            f = extended(entry.reference, keywords)
            exact = by_differences(lambda v, f=f, seed=seed: paired(seed, f(v)), [x])[0]
            for create_graph in (True, False):
                (g,) = grad(out, t, seed, create_graph=create_graph, retain_graph=True)
                assert g.dtype == x.dtype
                close(plain(g), exact)


@each_transform
def test_second_derivatives(entry):
    """Of a cubic function of the spectrum, against differences of its gradients."""
    for x, keywords in samples(entry):
        rng = np.random.default_rng(8)
        direction = rng.normal(size=x.shape)
        direction = direction + 1j * rng.normal(size=x.shape) if np.iscomplexobj(x) else direction

        def gradient(x: Any, create: bool, keywords: Any = keywords) -> Any:
            t = leaf(x)
            spectrum = entry.function(t, **keywords)
            return t, grad(abs(spectrum * spectrum * spectrum).sum(), t, create_graph=create)[0]

        t, first = gradient(x, True)
        (second,) = grad((np.conj(direction) * first).real.sum(), t)
        h = 1e-5
        slope = (plain(gradient(x + h * direction, False)[1]) - plain(gradient(x - h * direction, False)[1])) / (2 * h)
        np.testing.assert_allclose(plain(second), slope, rtol=1e-6, atol=1e-7 * np.abs(slope).max())


@each_transform
def test_single_precision(entry):
    for a, keywords in samples(entry):
        x = a.astype(np.complex64 if np.iscomplexobj(a) else np.float32)
        t, wide = leaf(x), leaf(x.astype(a.dtype))
        out, exact = entry.function(t, **keywords), entry.function(wide, **keywords)
        assert out.dtype == entry.reference(x, **keywords).dtype
        seed = weights(out.shape, out.dtype)
        for create_graph in (True, False):
            (g,) = grad(out, t, seed, create_graph=create_graph, retain_graph=True)
            (h,) = grad(exact, wide, seed, retain_graph=True)
            assert g.dtype == x.dtype
            np.testing.assert_allclose(plain(g), plain(h), rtol=1e-5, atol=1e-5)


@each_transform
def test_as_torch(entry):
    torch = pytest.importorskip("torch")
    function = getattr(torch.fft, entry.name)
    for x, keywords in samples(entry):
        renamed = {{"axis": "dim", "axes": "dim"}.get(k, k): v for k, v in keywords.items()}
        ours, theirs = leaf(x), torch.tensor(x, requires_grad=True)
        out, wanted = entry.function(ours, **keywords), function(theirs, **renamed)
        seed = weights(out.shape, out.dtype)
        (abs(out) ** 3 + paired_terms(seed, out)).sum().backward()
        (wanted.abs() ** 3 + (torch.tensor(np.conj(seed)) * wanted).real).sum().backward()
        np.testing.assert_allclose(plain(ours.grad), theirs.grad.resolve_conj().numpy(), rtol=1e-10, atol=1e-10)


def paired_terms(seed: Any, out: Any) -> Any:
    return (np.conj(seed) * out).real


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize("norm", [None, "backward", "ortho", "forward"])
def test_every_length(n, norm):
    """Even and odd, cut and continued."""
    rng = np.random.default_rng(n)
    for length in (1, 4, 5):
        x = rng.normal(size=length)
        z = x + 1j * rng.normal(size=length)
        for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
            a = x if name in ("rfft", "ihfft") else z
            t = leaf(a)
            out = getattr(np.fft, name)(t, n, norm=norm)
            reference = getattr(np.fft, name)
            np.testing.assert_allclose(plain(out), reference(a, n, norm=norm), rtol=1e-12, atol=1e-13)
            seed = weights(out.shape, out.dtype)
            exact = by_differences(lambda v, f=reference, s=seed: paired(s, f(v, n, norm=norm)), [a])[0]
            close(plain(grad(out, t, seed)[0]), exact)


def test_real_numbers_and_integers():
    x = leaf(np.arange(5.0))
    (g,) = grad(np.fft.fft(x), x, np.ones(5) * 1j)
    assert g.dtype == np.float64
    np.testing.assert_allclose(plain(g), np.zeros(5), atol=1e-14)
    for a in (np.arange(4), np.array([True, False])):
        for f in (np.fft.fft, np.fft.ifft2 if a.ndim > 1 else np.fft.ifft, np.fft.rfft, np.fft.irfft):
            np.testing.assert_allclose(f(tg.tensor(a)).numpy(), f(a), atol=1e-15)
            assert f(tg.tensor(a)).dtype == f(a).dtype


def test_convolution_theorem():
    """The gradient of a circular convolution by transforms is that of the sum written out."""
    rng = np.random.default_rng(1)
    a, b = leaf(rng.normal(size=7)), leaf(rng.normal(size=7))
    fast = np.fft.irfft(np.fft.rfft(a) * np.fft.rfft(b), 7)
    index = (np.arange(7)[:, None] - np.arange(7)) % 7
    slow = a[index] @ b
    np.testing.assert_allclose(plain(fast), plain(slow), rtol=1e-12)
    seed = rng.normal(size=7)
    for x, y in zip(grad(fast, [a, b], seed), grad(slow, [a, b], seed), strict=True):
        np.testing.assert_allclose(plain(x), plain(y), rtol=1e-12)


def test_parseval():
    z = leaf(np.random.default_rng(2).normal(size=6) + 1j)
    ((abs(np.fft.fft(z, norm="ortho")) ** 2).sum()).backward()
    np.testing.assert_allclose(plain(z.grad), 2 * plain(z), rtol=1e-12)


@pytest.mark.parametrize("name", SHIFTS)
def test_shifts_of_complex_numbers(name):
    z = np.arange(15.0).reshape(3, 5) * (1 + 2j)
    for axes in (None, 0, (0, 1), -1):
        t = leaf(z)
        out = getattr(np.fft, name)(t, axes)
        np.testing.assert_array_equal(plain(out), getattr(np.fft, name)(z, axes))
        (g,) = grad(out, t, z)
        inverse = SHIFTS[1 - SHIFTS.index(name)]
        np.testing.assert_array_equal(plain(g), getattr(np.fft, inverse)(z, axes))


def test_frequencies():
    assert tg.fft.fftfreq(5, 0.1).tolist() == np.fft.fftfreq(5, 0.1).tolist()
    assert tg.fft.rfftfreq(5).tolist() == np.fft.rfftfreq(5).tolist()


def test_errors():
    x = leaf(np.ones((2, 3)))
    cases = [
        (lambda: np.fft.rfft(x * 1j), DtypeError, "rfft: expected real numbers"),
        (lambda: np.fft.ihfft(x * 1j), DtypeError, "ihfft: expected real numbers"),
        (lambda: np.fft.fft(x, norm="both"), ArgumentError, "fft: expected norm"),
        (lambda: np.fft.hfft(x, norm="both"), ArgumentError, "hfft: expected norm"),
        (lambda: np.fft.fft(x, 0), ShapeError, "fft: expected at least one point"),
        (lambda: np.fft.irfft(x[:, :1]), ShapeError, "irfft: expected at least one point"),
        (lambda: np.fft.fft(x, axis=2), IndexingError, "fft: axis"),
        (lambda: np.fft.fftn(x, (2, 2, 2), axes=(0, 1)), ArgumentError, "fftn: 3 lengths do not fit 2 axes"),
        (lambda: np.fft.fftn(x, axes=()), ArgumentError, "fftn: expected at least one axis"),
        (lambda: np.fft.rfftn(tg.tensor(1.0)), ArgumentError, "rfftn: expected at least one axis"),
    ]
    for call, error, message in cases:
        with pytest.raises(error) as caught:
            call()
        assert str(caught.value).startswith(message)
