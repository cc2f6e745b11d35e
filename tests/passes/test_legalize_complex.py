"""Complex numbers in recordings: what eager code computes of them, sealed, mapped, batched and in forward mode.

Eager values and gradients are compared with NumPy, differences and PyTorch in tests/ops/test_complex.py; here with eager ones.
"""

from __future__ import annotations

import copy
import functools
import io
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import scipy.linalg

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import DtypeError
from tapegrad.ops import composites
from tests.ir.test_files import built, loaded, parsed, refused
from tests.ops.test_arrays import Call, as_list, calls
from tests.ops.test_complex import (
    ARRAY_OPS,
    COMPLEX_ENTRIES,
    PARTS,
    SPECIAL,
    TAKING,
    arguments,
    determined,
    draw,
    each_smooth,
    filled,
    leaf,
    through_parts,
    through_views,
    weights,
    with_imaginary_parts,
)

C8, C16, F4, F8 = np.complex64, np.complex128, np.float32, np.float64
ENTRIES = [
    *[entry for entry in COMPLEX_ENTRIES if entry.name != "unwrap"],
    *[entry for entry in composites.composites.values() if entry.complex],
]
OPS = [entry for entry in ENTRIES if entry in ARRAY_OPS or "fft" in entry.name]


def plain(x: Any) -> np.ndarray:
    return x.detach().numpy() if isinstance(x, tg.Tensor) else np.asarray(x)


def as_parts(x: Any) -> np.ndarray:
    """Real and imaginary parts along a last axis."""
    x = np.asarray(x)
    return np.stack([x.real, x.imag], -1).astype(F8)


def same(found: Any, expected: Any, tolerance: float = 1e-12) -> None:
    found, expected = plain(found), plain(expected)
    if expected.dtype.kind == "i" and found.dtype == F8:  # numbers of rows, which recordings have as floats
        expected = expected.astype(F8)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    finite = np.abs(expected)[np.isfinite(expected)] if expected.dtype.kind in "fc" else ()
    scale = max(1.0, float(np.max(finite, initial=0.0)))
    np.testing.assert_allclose(as_parts(found), as_parts(expected), rtol=tolerance, atol=tolerance * scale)


def pulling(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function's results and the gradients for seeds of them."""

    def both(seeds: Any, *arrays: Any) -> Any:
        out, pull = tg.func.vjp(lambda *xs: as_list(f(*xs)), *arrays)
        return out, pull(seeds)

    return both


def eager(f: Callable[..., Any], arrays: Sequence[np.ndarray]) -> tuple[list[Any], list[Any], Any]:
    """A function's results, seeds, and gradients."""
    tensors = [leaf(a) for a in arrays]
    out = as_list(f(*tensors))
    seeds = [weights(o.shape, o.dtype) for o in out]
    wanted = [t for t in tensors if t.requires_grad]
    roots = [k for k, o in enumerate(out) if o.requires_grad]
    found = grad([out[k] for k in roots], wanted, [seeds[k] for k in roots], materialize_grads=True)
    return out, seeds, found


def check(f: Callable[..., Any], arrays: Sequence[np.ndarray], tolerance: float = 1e-12) -> None:
    """Sealed values, gradients and tangents are the eager ones."""
    moving = [k for k, a in enumerate(arrays) if np.asarray(a).dtype.kind in "fc"]

    def of_moving(*some: Any) -> Any:
        rest = iter(some)
        return as_list(f(*[next(rest) if k in moving else a for k, a in enumerate(arrays)]))

    given = [arrays[k] for k in moving]
    out, seeds, gradients = eager(of_moving, given)
    directions = [weights(a.shape, a.dtype)[..., ::-1] if a.ndim else weights((), a.dtype) for a in given]

    def swept(*xs: Any) -> Any:
        _, moved = tg.func.jvp(of_moving, xs, tuple(directions))
        return *pulling(of_moving)(seeds, *xs), moved

    found, pulled, moved = tg.compile(swept)(*given)
    for x, y in zip([*found, *pulled], [*out, *gradients], strict=True):
        same(x, y, tolerance)
    ours = sum(np.sum((np.conj(s) * np.asarray(m)).real) for s, m in zip(seeds, moved, strict=True))
    theirs = sum(np.sum((np.conj(plain(g)) * d).real) for g, d in zip(gradients, directions, strict=True))
    np.testing.assert_allclose(ours, theirs, rtol=100 * tolerance, atol=100 * tolerance)


# ------------------------------------------------------------------------------------------------- elementwise


@pytest.mark.parametrize("dtype", [C16, C8])
@each_smooth
def test_elementwise(op, dtype):
    for shape in [(), (1,), (0,), (2, 3)] if dtype == C16 else [(3,)]:
        check(op, arguments(op, [shape] * 3, dtype), 1e-5 if dtype == C8 else 1e-12)


@pytest.mark.parametrize("op", [op for op in TAKING if len(op.arguments) > 1 and op.partials], ids=lambda op: op.name)
def test_broadcasting_with_real_numbers(op):
    numbers = [k for k, name in enumerate(op.arguments) if name not in op.masks]
    for k in numbers:
        arrays = arguments(op, [(3, 1), (1, 4), (2, 3, 4)])
        arrays[k] = arrays[k].real.copy()
        check(op, arrays)


@pytest.mark.parametrize("op", TAKING, ids=lambda op: op.name)
def test_special_values(op):
    """Zeros, infinities and NaN as NumPy has them, but for the signs of zeros.

    Not where products overflow and are subtracted: there NumPy's result hangs on the processor, which may fuse them.
    """
    points = np.array(list(itertools.product(SPECIAL[:-1], repeat=len(op.arguments)))).T
    arrays = [np.asarray(a.real > 0) if n in op.masks else a for n, a in zip(op.arguments, points, strict=True)]
    with np.errstate(all="ignore"):
        expected = op.reference(*arrays)
    same(tg.compile(lambda *x: op(*x))(*arrays), expected, 1e-14)


@each_smooth
def test_zero_adjoints_give_zero(op):
    points = np.array(list(itertools.product(SPECIAL, repeat=len(op.arguments)))).T
    arrays = [np.asarray(a.real > 0) if n in op.masks else a for n, a in zip(op.arguments, points, strict=True)]
    moving = [k for k, n in enumerate(op.arguments) if n not in op.masks and n not in op.lacks]

    def f(*some: Any) -> Any:
        rest = iter(some)
        return op(*[next(rest) if k in moving else a for k, a in enumerate(arrays)])

    g = (np.arange(points.shape[1]) % 3 == 1).astype(C16)
    compiled = tg.compile(pulling(f))
    _, some = compiled([g], *[arrays[k] for k in moving])
    for x in some:
        assert not x[g == 0].any()


@each_smooth
def test_batches(op):
    arrays = arguments(op, [(4, 3)] * 3)
    expected = op.reference(*arrays)
    same(tg.vmap(lambda *x: op(*x))(*arrays), expected)
    same(tg.compile(lambda *x: op(*x)).batch(*arrays), expected)
    first, *rest = arrays
    if rest:
        same(
            tg.vmap(lambda *x: op(*x), in_axes=(None, *[0] * len(rest)))(first[0], *rest),
            op.reference(first[:1], *rest),
        )


@pytest.mark.parametrize("name", PARTS)
def test_parts(name):
    f, _ = PARTS[name]
    rng = np.random.default_rng(2)
    z = draw(rng, (2, 3)) * np.exp(6j * rng.random((2, 3)))
    check(f, [z])
    check(f, [z.astype(C8)], 1e-5)
    same(tg.vmap(f)(z), f(z))


# ------------------------------------------------------------------------------------------------- whole arrays


def operands(call: Call) -> list[np.ndarray]:
    return call.arrays if getattr(call.entry, "complex", False) else with_imaginary_parts(call)


@pytest.mark.sampled(33)  # as translated for real numbers but for what tests/ops/test_complex.py has of each
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_array_functions(entry):
    for call in calls(entry)[: 2 if entry in OPS else 1]:
        arrays = operands(call)
        if arrays:
            check(lambda *xs, call=call: determined(call, call.found(xs), xs), arrays, 1e-11)


@pytest.mark.parametrize("entry", OPS, ids=lambda e: e.name)
def test_array_functions_in_batches(entry):
    call = calls(entry)[0]
    arrays = operands(call)
    if not arrays:
        return
    rng = np.random.default_rng(3)
    with np.errstate(invalid="ignore"):
        batch = [np.stack([a, a * (1.0 + 0.1 * rng.random())]) for a in arrays]
    f = lambda *xs: determined(call, call.found(xs), xs)  # noqa: E731
    expected = [as_list(f(*[leaf(b[k]) for b in batch])) for k in range(2)]
    for found in (tg.vmap(f)(*batch), tg.compile(f).batch(*batch)):
        for k in range(2):
            for x, y in zip(found, expected[k], strict=True):
                same(x[k], y, 1e-11)


@pytest.mark.parametrize("f", [filled, through_views, through_parts])
def test_assignment(f):
    rng = np.random.default_rng(4)
    check(f, [draw(rng, (3, 4)), draw(rng, (2,))])


# ------------------------------------------------------------------------------------------------- what records


def modulus(x: Any) -> Any:
    return np.sum(np.abs(np.exp(x * 1j) + x) ** 2)


def test_transforms():
    z = np.array([0.5 + 0.2j, -1.0 + 1j, 2j])
    x = z.real.copy()
    slope = tg.grad(modulus)
    for one in (x, z):
        assert tg.compile(modulus)(one) == pytest.approx(modulus(one))
        same(tg.compile(slope)(one), slope(one))
        same(tg.vmap(slope)(np.stack([one, 2 * one])), np.stack([slope(one), slope(2 * one)]))
        same(tg.jacobian(lambda v: np.abs(np.exp(v * 1j)) ** 2)(one), np.stack(
            [tg.grad(lambda v, k=k: np.abs(np.exp(v * 1j))[k] ** 2)(one) for k in range(3)]
        ))  # fmt: skip
        same(tg.grad(tg.checkpoint(modulus))(one), slope(one))
        same(tg.grad(tg.checkpoint(modulus, keep=["exp"]))(one), slope(one))
        _, moved = tg.func.jvp(modulus, (one,), (np.ones_like(one),))
        assert moved == pytest.approx(np.sum(slope(one)).real)
    h = tg.hessian(modulus)(x)
    np.testing.assert_allclose(h, tg.jacobian(slope)(x), atol=1e-12)
    step = 1e-5
    by_differences = [(slope(x + step * e) - slope(x - step * e)) / (2 * step) for e in np.eye(3)]
    np.testing.assert_allclose(h, by_differences, atol=1e-8)


def test_sparse_derivatives():
    """Of real functions with complex numbers inside: as sparse as they are."""
    x = np.random.default_rng(12).normal(size=6)
    for f, count in [
        (lambda x: abs(x * np.exp(1j * x)) ** 2, 6),
        (lambda x: (x[1:] * 1j + x[:-1]).real + (x[1:] * 1j * x[:-1]).imag, 10),
        (lambda x: abs(np.fft.rfft(x)) ** 2, 24),
        (lambda x: np.sin(x * 1j).imag, 36),  # done by NumPy, of whose results nothing is known
    ]:
        found = tg.func.sparse_jacobian(f)(x)
        np.testing.assert_allclose(found.toarray(), tg.jacobian(f)(x), rtol=1e-12, atol=1e-12)
        assert found.nnz == count


@pytest.mark.parametrize("transform", [tg.jacobian, tg.func.jacrev, tg.func.jacfwd])
def test_jacobians_of_complex_functions(transform):
    """Of real arguments: the matrix of the transform; of complex ones: central differences along the real axis."""
    rng = np.random.default_rng(13)
    x, w = rng.normal(size=4), rng.normal(size=(3, 4)) + 1j * rng.normal(size=(3, 4))
    z = x + 1j * rng.normal(size=4)
    spectra = transform(lambda x: (np.fft.fft(x), x**2))
    for found, squares in (spectra(x), tg.compile(spectra)(x)):
        np.testing.assert_allclose(found, scipy.linalg.dft(4), rtol=1e-13, atol=1e-13)
        np.testing.assert_allclose(squares, np.diag(2 * x), rtol=1e-13)
    assert spectra(x.astype(np.float32))[0].dtype == np.complex64

    def f(z: Any) -> Any:
        return np.exp(w @ z) / z[:3]

    slopes = transform(f, holomorphic=True)
    h = 1e-5
    expected = np.stack([(f(z + h * e) - f(z - h * e)) / (2 * h) for e in np.eye(4)], axis=-1)
    for found in (slopes(z), tg.compile(slopes)(z), tg.vmap(slopes)(np.stack([x + 0j, z]))[1]):
        np.testing.assert_allclose(found, expected, rtol=1e-7)
    second = np.stack([(slopes(z + h * e) - slopes(z - h * e)) / (2 * h) for e in np.eye(4)], axis=-1)
    np.testing.assert_allclose(transform(slopes, holomorphic=True)(z), second, rtol=1e-7)


def test_what_transforms_refuse():
    z = np.array([0.5 + 0.2j, -1.0 + 1j])
    with pytest.raises(
        DtypeError, match=r"jacobian: a complex output has no single derivative .* pass holomorphic=True"
    ):
        tg.jacobian(np.exp)(z)
    with pytest.raises(DtypeError, match="a holomorphic function has complex arguments and outputs, got real ones"):
        tg.jacobian(abs, holomorphic=True)(z)
    with pytest.raises(DtypeError, match=r"jacfwd: expected real arguments, got complex ones\. Use jacrev"):
        tg.func.jacfwd(abs)(z)
    with pytest.raises(DtypeError, match="hessian: expected real arguments"):
        tg.hessian(modulus)(z)
    with pytest.raises(DtypeError, match="scan: f turned a carry of float64 into complex128"):
        tg.scan(lambda c, s: (c * 1j, c), 1.0, z)


@pytest.mark.parametrize("checkpoint", [False, True])
def test_loops(checkpoint):
    """A discrete filter with a complex state, unrolled and as a loop."""
    rng = np.random.default_rng(5)
    xs = rng.normal(size=20) + 1j * rng.normal(size=20)

    def looped(pole: Any, xs: Any, c: Any) -> Any:
        def step(carry: Any, x: Any) -> Any:
            z, n = carry
            new = pole * z + x
            return (new, n + abs(new)), np.stack([new, x * n])

        (z, n), ys = tg.scan(step, (c, 0.0), xs, checkpoint=checkpoint)
        return np.sum(abs(ys) ** 2) + n + z.real

    def unrolled(pole: Any, xs: Any, c: Any) -> Any:
        z, n, total = c, 0.0, 0.0
        for k in range(20):
            new = pole * z + xs[k]
            total = total + abs(new) ** 2 + abs(xs[k] * n) ** 2
            z, n = new, n + abs(new)
        return total + n + z.real

    given = (0.3 + 0.6j, xs, 1j)
    wanted = tg.value_and_grad(unrolled, (0, 1, 2))(*given)
    for f in (tg.value_and_grad(looped, (0, 1, 2)), tg.compile(tg.value_and_grad(looped, (0, 1, 2)))):
        value, slopes = f(*given)
        same(value, wanted[0])
        for x, y in zip(slopes, wanted[1], strict=True):
            same(np.asarray(x), np.asarray(y))
    rows = tg.vmap(lambda p: looped(p, xs, 1j))(np.array([0.3 + 0.6j, 0.1j]))
    same(rows[0], np.asarray(wanted[0]))


def test_other_loops():
    z = tg.fori_loop(0, 3, lambda i, c: c * (1j + i), 1.0 + 0j)
    assert z == (1j) * (1 + 1j) * (2 + 1j)
    doubled = lambda z: tg.while_loop(lambda v: abs(v) < 10, lambda v: v * (1 + 1j), z, max_steps=20)  # noqa: E731
    w = 1j
    while abs(w) < 10:
        w = w * (1 + 1j)
    assert doubled(1j) == w
    assert tg.compile(doubled)(1j) == w
    assert tg.compile(lambda z: tg.while_loop(lambda v: abs(v) < 10, lambda v: v * (1 + 1j), z))(1j) == w


def program(z: Any, x: Any) -> Any:
    w = np.fft.rfft(x)[:2] * z
    w = np.where(w.real > 0, w, w * 2j)
    m = np.outer(w, w.conj()) + 3.0 * np.eye(2)
    return {"solved": np.linalg.solve(m, np.sin(z)), "size": np.sum(abs(w)), "same": w == z, "back": np.fft.irfft(w, 5)}


def test_signatures_and_results():
    rng = np.random.default_rng(6)
    z, x = rng.normal(size=2) + 1j * rng.normal(size=2), rng.normal(size=4)
    compiled = tg.compile(program)
    for a, b in ((z, x), (z.astype(C8), x.astype(F4)), (z * 2, x)):
        found, expected = compiled(a, b), program(np.array(a), b)
        assert found.keys() == expected.keys()
        for key, value in expected.items():
            same(found[key], value, 1e-5 if np.asarray(a).dtype == C8 else 1e-12)
    assert compiled.stats()["recordings"] == 2
    square = tg.compile(lambda z: z * z)
    for one in (np.complex128(1j), np.complex64(2j), np.array(3j), np.array([4j]), tg.tensor(5j), np.ones((2, 0), C16)):
        out = square(one)
        assert type(out) is type(one * one)
        same(out, np.asarray(one) ** 2)
    assert type(square(1j)) is np.complex128
    out = np.empty(2, C16)
    assert square(z, out=out) is out
    same(out, z * z)
    t = leaf(z)
    (g,) = grad(square(t), t, z)
    same(g, z * np.conj(2 * z))


def test_strides_and_constants():
    a = np.arange(12.0).reshape(3, 4) * (1 + 2j)
    weight = np.exp(1j * np.arange(3))
    f = lambda z: (z.T[::2] * weight @ z, z[:, [0, 2, 2]], 2j * z[1])  # noqa: E731
    for given in (a, a[::-1], np.asfortranarray(a)):
        for x, y in zip(tg.compile(f)(given), f(given), strict=True):
            same(x, y)


def test_guards():
    def f(z: Any) -> Any:
        return z * 2 if z[0] == 0 else z * 3j if np.all(z.imag > 0) else z

    compiled = tg.compile(f)
    for z in (np.array([1j, 2j]), np.array([0, 1j]), np.array([2 + 1j, 3j]), np.array([1.0, -1j])):
        same(compiled(z), f(z))
    assert compiled.stats()["recordings"] == 3
    rows = np.array([[1j, 2j], [0, 1j], [2 + 1j, 3j], [1.0, -1j]])
    same(compiled.batch(rows), np.stack([f(z) for z in rows]))
    counted = tg.compile(lambda z: z * int(abs(z).sum().item()) if hasattr(z, "item") else z)
    with pytest.raises(tg.errors.TapegradError):
        counted(np.array([1j]))


def test_integers_and_truth_values_among_complex_numbers():
    f = lambda z, k, m: (z * k + m, np.where(m, z, k), np.where(z, 1.0, 2.0), z**2 + k)  # noqa: E731
    z, k, m = np.array([1j, 0, 2.0]), np.array([1, 2, 3]), np.array([True, False, True])
    for x, y in zip(tg.compile(f)(z, k, m), f(z, k, m), strict=True):
        same(x, y)


def test_files():
    rng = np.random.default_rng(6)
    z, x = rng.normal(size=2) + 1j * rng.normal(size=2), rng.normal(size=4)

    def f(z: Any, x: Any) -> Any:
        found = program(z, x)
        return [*found.values(), np.fft.fft2(np.outer(z, x)), np.angle(z).astype(C16) * (2 + 1j), np.isnan(z), z.imag]

    compiled = tg.compile(f)
    file = io.BytesIO()
    compiled.save(file, z, x)
    loaded = tg.load(io.BytesIO(file.getvalue()))
    for a, b in zip(loaded(z, x), f(z, x), strict=True):
        same(a, b)
    t = leaf(z)
    for a, b in zip(loaded(t, x), f(t, x), strict=True):
        same(a, b)
    assert str(loaded.tape()) == str(compiled.tape())
    assert "exp" in str(tg.compile(np.exp).tape(z))


def test_malformed_files():
    """Files are refused that name ops for operands that they do not take."""
    z = np.array([1j, 2.0])
    file = io.BytesIO()
    f = lambda z: (np.sin(z), np.where(z.real > 0, z, 0), np.fft.rfft(z.imag), np.fft.fft(z).astype(C8), z == 1)  # noqa: E731
    tg.compile(f).save(file, z)
    header, arrays = parsed(file.getvalue())

    def changed(op: str, change: Callable[[Any], None], match: str, nth: int = 0) -> None:
        copied = copy.deepcopy(header)
        rows = [r for r in copied["programs"][0]["instructions"] if r[0] == op]
        change(rows[nth])
        refused(built(copied, arrays), match)

    assert loaded(built(header, arrays))(z)[4].tolist() == [False, False]
    changed("pointwise", lambda r: r[3].update(op={"op": "floor"}), "an elementwise op for complex numbers")
    changed("pointwise", lambda r: r[3].update(op={"op": "add"}), "an elementwise op for complex numbers")
    changed("pointwise", lambda r: r[3].update(op={"op": "fftn"}), "an elementwise op for complex numbers")
    changed("pointwise", lambda r: r[3].update(op=3), "an elementwise op for complex numbers")
    changed("pointwise", lambda r: r.__setitem__(slice(None), ["sin", r[1], r[2]]), "expected real numbers")
    changed("imag", lambda r: r[3].update(dtype={"dtype": "float32"}), "do not fit")
    changed("rfft", lambda r: r[3].update(dtype={"dtype": "complex64"}), "do not fit")
    changed("rfft", lambda r: r[3].update(norm="loud"), "the norm of a Fourier transform")
    changed("rfft", lambda r: r[3].update(axis=7), "an axis of shape")
    changed("fftn", lambda r: r[3].update(inverse=2), "inverse of type bool")
    changed("fftn", lambda r: r[3].update(axes=[4]), "axes of shape")
    changed("greater", lambda r: r.__setitem__(2, [0, 0]), "do not fit")
    changed("fftn", lambda r: r.__setitem__(slice(None), ["max", r[1], r[2], {"axes": [0]}]), "expected real numbers")


def test_failures_are_numpys():
    f = tg.compile(lambda a: np.linalg.inv(a))
    f(np.eye(2) * 1j)
    with pytest.raises(np.linalg.LinAlgError, match="Singular"):
        f(np.zeros((2, 2), C16))


LENGTHS = [1, 2, 3, 4, 5, 8, 12, 17, 26, 64, 81, 143, 210, 256, 1000, 1024]


SHAPES = [
    *[((n,), 0) for n in LENGTHS], ((3, 64), 1), ((64, 3), 0), ((2, 9, 11), 2), ((2, 81, 2), 1), ((11, 9), 1), ((9, 15), 1),
    ((7, 40), 0), ((5, 32), 0), ((2, 6, 24), 1), ((100, 13), 1), ((0, 4), 1), ((4, 0), 0),
]  # fmt: skip
TRANSFORMS: list[Any] = [np.fft.fft, np.fft.irfft, np.fft.ifft, np.fft.rfft, np.fft.hfft]


@pytest.mark.parametrize("function", TRANSFORMS)
def test_transforms_of_all_lengths(function):
    """In machine code where the factors are small, else by NumPy; one line, and several in all places."""
    rng = np.random.default_rng(8)
    for k, (shape, axis) in enumerate(SHAPES[TRANSFORMS.index(function) % 3 :: 3]):
        n = shape[axis]
        x = rng.normal(size=shape)
        given = x if function is np.fft.rfft else x + 1j * rng.normal(size=shape)
        if function in (np.fft.irfft, np.fft.hfft):
            n = max(1, 2 * n - 1 - k % 2)
        if n < 1:
            continue
        f = functools.partial(function, n=n, axis=axis, norm=(None, "ortho", "forward")[k % 3])
        same(tg.compile(f)(given), f(given), 1e-14)
        if n == 81:
            single = given.astype(F4 if function is np.fft.rfft else C8)
            same(tg.compile(f)(single), f(single), 1e-6)


def test_transforms_over_several_axes():
    rng = np.random.default_rng(9)
    z = rng.normal(size=(6, 16, 10)) + 1j * rng.normal(size=(6, 16, 10))
    for axes in ((0, 1), (1, 0), (2, 0), (0, 1, 2), (2, 1, 0)):
        function = np.fft.fftn if len(axes) < 3 else np.fft.ifftn
        moved = lambda a, f=function, axes=axes: f(a.transpose(1, 0, 2)[::-1], axes=axes)  # noqa: E731
        same(tg.compile(moved)(z), moved(z), 1e-14)
    axes = (2, 0)
    check(lambda a: np.fft.ifftn(np.fft.fftn(a, axes=axes) ** 2, axes=axes), [z[:3, :4, :5]])
    check(lambda a: np.fft.irfftn(np.fft.rfftn(a, axes=axes) * 1j, axes=axes), [z.real[:3, :4, :6].copy()])


def test_calls_with_complex_arrays():
    """Also those that take the short way, with ``out=``, other dtypes and strides."""
    f = tg.compile(lambda z, x: (z * x, abs(z).sum(), z.real))
    rng = np.random.default_rng(10)
    z, x = rng.normal(size=(3, 4)) + 1j * rng.normal(size=(3, 4)), 2.0
    for _ in range(3):
        for a, b in zip(f(z, x), (z * x, abs(z).sum(), z.real), strict=True):
            same(a, b)
    out = (np.empty((3, 4), C16), np.empty(()), np.empty((3, 4)))
    assert f(z, x, out=out) is out
    same(out[0], z * x)
    for given in (z[::-1], z.T):
        for a, b in zip(f(given, x), (given * x, abs(given).sum(), given.real), strict=True):
            same(a, b)
    single = tg.compile(lambda z: z * 1j)
    for _ in range(3):
        same(single(np.array([2.0 + 1j])), np.array([2j - 1]))


def test_compiled_callers():
    """Compiled code takes functions with complex numbers inside, as far as they need no Python."""
    modulus = tg.compile(lambda x: np.sum(np.abs(np.exp(1j * x) / (2.0 + x * 1j)) ** 2))
    assert modulus.tape_data(np.ones(3))
    power = tg.compile(lambda x: np.sum(np.abs(np.fft.rfft(x)) ** 2))
    x = np.random.default_rng(11).normal(size=12)
    data = power.tape_data(x)
    gradient, work = np.empty(12), np.empty(tg.nb.work_size(data))
    assert tg.nb.value_and_grad(data, x, gradient, work) == 0
    assert work[0] == pytest.approx(power(x))
    np.testing.assert_allclose(gradient, tg.grad(lambda x: np.sum(np.abs(np.fft.rfft(x)) ** 2))(x), rtol=1e-12)
    with pytest.raises(tg.errors.ArgumentError, match="arctan"):
        tg.compile(lambda x: np.sum(np.abs(np.arctan(1j * x + 0.1)))).tape_data(np.ones(3))


# ------------------------------------------------------------------------------------------------- random programs

STEPS: list[tuple[Callable[..., Any], Callable[..., Any]]] = [
    (lambda a, b: a * b, lambda t, a, b: a * b),
    (lambda a, b: a - b.conj(), lambda t, a, b: a - b.conj()),
    (lambda a, b: a / (b + 3.0), lambda t, a, b: a / (b + 3.0)),
    (lambda a, b: np.exp(0.3j * a), lambda t, a, b: t.exp(0.3j * a)),
    (lambda a, b: np.sin(0.3 * a) + b.real, lambda t, a, b: t.sin(0.3 * a) + b.real),
    (lambda a, b: a * abs(b), lambda t, a, b: a * b.abs()),
    (lambda a, b: (a @ b.T) @ b, lambda t, a, b: (a @ b.mT) @ b),
    (lambda a, b: np.fft.fft(a, axis=0, norm="ortho"), lambda t, a, b: t.fft.fft(a, dim=0, norm="ortho")),
    (lambda a, b: np.fft.irfft(b, 2 * a.shape[1] - 1)[:, : a.shape[1]] * a,
     lambda t, a, b: t.fft.irfft(b, 2 * a.shape[1] - 1)[:, : a.shape[1]] * a),
    (lambda a, b: a[::-1] + b.imag * 1j, lambda t, a, b: a.flip(0) + b.imag * 1j),
    (lambda a, b: np.where(a.real > b.real, a, b * 2j), lambda t, a, b: t.where(a.real > b.real, a, b * 2j)),
    (lambda a, b: np.concatenate([a[:1], b[1:]]), lambda t, a, b: t.cat([a[:1], b[1:]])),
    (lambda a, b: a.sum(axis=0) * b, lambda t, a, b: a.sum(0) * b),
    (lambda a, b: np.sqrt(a * a + 9.0), lambda t, a, b: t.sqrt(a * a + 9.0)),
]  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(12))
def test_random_programs(seed):
    """Eager, sealed and PyTorch's values and gradients of the same random programs."""
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(seed)
    chosen = [(STEPS[rng.integers(len(STEPS))], *rng.integers(0, k + 2, 2)) for k in range(7)]

    def run(pick: Callable[..., Any], z: Any, w: Any) -> Any:
        values = [z, w]
        for step, a, b in chosen:
            value = pick(step)(values[a], values[b])
            values.append(value / (1.0 + abs(value)))
        return sum((abs(v) ** 2).sum() * (k + 1.0) for k, v in enumerate(values))

    z, w = (rng.normal(size=(3, 3)) + 1j * rng.normal(size=(3, 3)) for _ in range(2))
    ours = lambda z, w: run(lambda step: step[0], z, w)  # noqa: E731
    value, slopes = tg.value_and_grad(ours, (0, 1))(z, w)
    sealed = tg.compile(tg.value_and_grad(ours, (0, 1)))(z, w)
    theirs = [torch.tensor(a, requires_grad=True) for a in (z, w)]
    wanted = run(lambda step: lambda a, b: step[1](torch, a, b), *theirs)
    wanted.backward()
    for found in ((value, slopes), sealed):
        assert found[0] == pytest.approx(wanted.item(), rel=1e-11)
        for g, t in zip(found[1], theirs, strict=True):
            same(g, t.grad.resolve_conj().numpy(), 1e-10)


# ------------------------------------------------------------------------------------------------- custom functions


class Square(tg.autograd.Function):
    """z * z, with Tensors in forward."""

    @staticmethod
    def forward(ctx: Any, z: Any) -> Any:
        out = z * z
        ctx.save_for_backward(z)
        return out

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (z,) = ctx.saved_tensors
        return 2.0 * g * z.conj()


class Plain(Square):
    """The same with plain numbers in forward."""

    @staticmethod
    def forward(ctx: Any, z: Any) -> Any:
        ctx.save_for_backward(z)
        return tg.tensor(z.detach().numpy() ** 2)


class Rotated(tg.autograd.Function):
    """Two results, one complex, of a real and a complex argument, with plain numbers in forward."""

    @staticmethod
    def forward(ctx: Any, x: Any, z: Any) -> Any:
        ctx.save_for_backward(x, z)
        plain_x, plain_z = x.detach().numpy(), z.detach().numpy()
        return tg.tensor(plain_x * plain_z * 1j), tg.tensor(abs(plain_z) ** 2)

    @staticmethod
    def backward(ctx: Any, g: Any, h: Any) -> Any:
        x, z = ctx.saved_tensors
        return (g * np.conj(z * 1j)).real, g * x * -1j + 2.0 * h * z


@pytest.mark.parametrize("dtype", [C16, C8])
def test_custom_functions(dtype):
    z = np.array([1 + 2j, 3 - 1j], dtype)
    x = np.array([0.5, -2.0], z.real.dtype)
    tolerance = 1e-5 if dtype == C8 else 1e-12

    def rotated(x: Any, z: Any) -> Any:
        w, size = Rotated.apply(x, z)
        return np.sum(abs(w) ** 3) + np.sum(size * w.imag)

    def rotated_plain(x: Any, z: Any) -> Any:
        w, size = x * z * 1j, abs(z) ** 2
        return np.sum(abs(w) ** 3) + np.sum(size * w.imag)

    pairs = [
        (lambda z, f=f: np.sum(abs(f(z)) ** 3), lambda z: np.sum(abs(z * z) ** 3), (z,))
        for f in (Square.apply, Plain.apply)
    ]
    for f, same_one, args in [*pairs, (rotated, rotated_plain, (x, z))]:
        numbers = tuple(range(len(args)))
        wanted = tg.grad(same_one, numbers)(*args)
        for g in (tg.grad(f, numbers), tg.compile(tg.grad(f, numbers)), tg.grad(tg.checkpoint(f), numbers)):
            for a, b in zip(g(*args), wanted, strict=True):
                same(a, b, tolerance)
        rows = tg.vmap(tg.grad(f, numbers))(*[np.stack([a, a]) for a in args])
        for a, b in zip(rows, wanted, strict=True):
            same(a[1], b, tolerance)
