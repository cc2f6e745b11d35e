"""Fourier transforms: values against NumPy; gradients against differences in (re, im) and against PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.fft

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
    others = {
        "fht",
        "ifht",
        "fhtoffset",
        "get_workers",
        "set_workers",
        "set_backend",
        "skip_backend",
        "register_backend",
        "set_global_backend",
    }
    assert set(tg.fft.__all__) == set(np.fft.__all__) | {"prev_fast_len"} | set(scipy.fft.__all__) - others


OF_SCIPY = [e for e in composites.composites.values() if e.namespace == "fft" and e not in TRANSFORMS]


@pytest.mark.parametrize("entry", OF_SCIPY, ids=lambda entry: entry.name)
def test_scipys_transforms(entry):
    """Values for every norm, and gradients by the transform's matrix, real and imaginary part each."""
    for x, keywords in samples(entry):
        t = leaf(x)
        out = entry.function(t, **keywords)
        expected = getattr(scipy.fft, entry.name)(x, **keywords)
        assert out.dtype == expected.dtype
        np.testing.assert_allclose(plain(out), expected, rtol=1e-12, atol=1e-13)
        assert getattr(tg.fft, entry.name)(x, **keywords).tolist() == out.tolist()
        seed = weights(out.shape, out.dtype)
        exact = by_differences(lambda v, e=entry, k=keywords, seed=seed: paired(seed, e.reference(v, **k)), [x])[0]
        close(plain(grad(out, t, seed)[0]), exact)


@pytest.mark.parametrize("kind", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["dct", "dst", "dctn", "dstn"])
def test_cosine_and_sine_transforms_of_every_type_and_norm(name, kind):
    x = np.random.default_rng(1).normal(size=(4, 5))
    for norm in (None, "backward", "ortho", "forward"):
        for orthogonalize in (None, True, False):
            keywords = {"type": kind, "norm": norm, "orthogonalize": orthogonalize}
            there, back = getattr(tg.fft, name), getattr(tg.fft, "i" + name)
            np.testing.assert_allclose(
                plain(there(x, **keywords)), getattr(scipy.fft, name)(x, **keywords), rtol=1e-12, atol=1e-14
            )
            np.testing.assert_allclose(
                plain(back(x, **keywords)), getattr(scipy.fft, "i" + name)(x, **keywords), rtol=1e-12, atol=1e-14
            )
            np.testing.assert_allclose(plain(back(there(x, **keywords), **keywords)), x, rtol=1e-12, atol=1e-14)
    assert there(np.float32(x), type=kind).dtype == np.float32
    assert there(np.arange(6).reshape(2, 3), type=kind).dtype == np.float64


@each_transform
def test_what_scipy_takes_beside(entry):
    """Its options for speed and memory; NumPy's place for results is not taken for one of them."""
    x, keywords = samples(entry)[0]
    before = x.copy()
    found = getattr(tg.fft, entry.name)(x, overwrite_x=True, workers=2, **keywords)
    np.testing.assert_allclose(
        plain(found), getattr(scipy.fft, entry.name)(x.copy(), **keywords), rtol=1e-12, atol=1e-13
    )
    np.testing.assert_array_equal(x, before)
    with pytest.raises(ArgumentError):
        getattr(np.fft, entry.name)(leaf(x), None, None, None, found.detach().numpy())


def test_cosine_transforms_in_compiled_code():
    x = np.random.default_rng(2).normal(size=(3, 6))
    slope = tg.compile(tg.grad(lambda x: np.sum(tg.fft.dct(x, norm="ortho") ** 3)))
    spectrum = scipy.fft.dct(x, norm="ortho")
    np.testing.assert_allclose(slope(x), scipy.fft.idct(3 * spectrum**2, norm="ortho"), rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(slope.batch(x), [slope(row) for row in x], rtol=1e-12, atol=1e-13)


def test_what_cosine_transforms_refuse():
    with pytest.raises(ArgumentError, match="type from 1 to 4"):
        tg.fft.dct(np.ones(3), type=5)
    with pytest.raises(ShapeError, match="two points"):
        tg.fft.dct(np.ones(1), type=1)
    with pytest.raises(ArgumentError, match="norm"):
        tg.fft.dst(np.ones(3), norm="other")
    with pytest.raises(ArgumentError, match="plan"):
        tg.fft.hfft2(np.ones((2, 3)), plan=1)


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
        (lambda: np.fft.rfft(x * 1j), DtypeError, "rfft: this function is for real numbers"),
        (lambda: np.fft.ihfft(x * 1j), DtypeError, "ihfft: this function is for real numbers"),
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
