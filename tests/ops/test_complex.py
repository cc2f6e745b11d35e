"""Complex numbers: values against NumPy; gradients against differences in (re, im) and against PyTorch.

The gradient of a real L for z = x + iy is dL/dx + i dL/dy. A seed s of a complex output stands for L = Re(sum(conj(s) * out)).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import grad
from tapegrad.errors import DtypeError, GradientError, InplaceError, TapeFreedError
from tapegrad.ops import composites, declare
from tapegrad.ops.linalg.matrices import adjoint_of, symmetric
from tests.ops.test_arrays import Call, as_list, calls, some_samples
from tests.support import STEPS, gradient, plain

C8, C16, F4, F8 = np.complex64, np.complex128, np.float32, np.float64
TAKING = [op for op in declare.table if isinstance(op, declare.Elementwise) and op.takes_complex]
SMOOTH = [op for op in TAKING if op.partials]
REFUSING = [
    op for op in declare.table
    if isinstance(op, declare.Elementwise) and not op.takes_complex and (op.on_complex is None or op.external)
]  # fmt: skip
each_smooth = pytest.mark.parametrize("op", SMOOTH, ids=lambda op: op.name)


def leaf(x: Any) -> Any:
    return tg.tensor(np.asarray(x), requires_grad=np.asarray(x).dtype.kind in "fc")


def draw(rng: np.random.Generator, shape: tuple[int, ...], dtype: Any = C16) -> np.ndarray:
    """Away from 0, 1 and -1, and from all branch cuts."""
    x, y = rng.uniform(0.2, 0.8, (2, *shape))
    return np.asarray(x + 1j * y if np.dtype(dtype).kind == "c" else x).astype(dtype)


def arguments(op: Any, shapes: Sequence[tuple[int, ...]], dtype: Any = C16, seed: int = 1) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [
        rng.random(s) < 0.5 if name in op.masks else draw(rng, s, dtype)
        for name, s in zip(op.arguments, shapes, strict=False)
    ]


def spread(arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Real and imaginary parts, one after the other; real arrays as they are."""
    return [part for a in arrays for part in ((a.real, a.imag) if a.dtype.kind == "c" else (a,))]


def gathered(parts: Sequence[Any], like: Sequence[np.ndarray]) -> list[Any]:
    """The inverse of `spread`."""
    rest = iter(parts)
    return [next(rest) + 1j * next(rest) if a.dtype.kind == "c" else next(rest) for a in like]


def by_differences(f: Callable[..., Any], arrays: Sequence[np.ndarray], order: int = 1) -> list[np.ndarray]:
    """The gradients of a real function of arrays."""
    return gathered(gradient(lambda *parts: f(*gathered(parts, arrays)), spread(arrays), order), arrays)


def paired(seed: Any, out: Any) -> Any:
    """Re(sum(conj(seed) * out))."""
    return np.sum(np.real(np.conj(seed) * out))


def weights(shape: tuple[int, ...], dtype: Any = C16) -> np.ndarray:
    rng = np.random.default_rng(7)
    x, y = rng.uniform(0.5, 1.5, (2, *shape))
    return np.asarray(x - 1j * y if np.dtype(dtype).kind == "c" else x).astype(dtype)


def close(found: Any, expected: Any, order: int = 1, single: bool = False) -> None:
    tolerance = 1e-5 if single else STEPS[order][1]
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    expected = expected.astype(C16 if expected.dtype.kind == "c" else F8)
    scale = max(1.0, float(np.max(np.abs(expected), initial=0.0)))
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance * scale)


def check(
    f: Callable[..., Any], reference: Callable[..., Any], arrays: Sequence[np.ndarray], single: bool = False
) -> None:
    """Value and gradients of a function of arrays, by both sweeps."""
    tensors = [leaf(a) for a in arrays]
    out = f(*tensors)
    expected = np.asarray(reference(*arrays))
    assert out.dtype == expected.dtype
    np.testing.assert_allclose(plain(out), expected, rtol=1e-5 if single else 1e-12, atol=1e-6 if single else 1e-13)
    seed = weights(out.shape, out.dtype)
    wanted = [k for k, t in enumerate(tensors) if t.requires_grad]

    def loss(*changed: Any) -> Any:
        rest = iter(changed)
        return paired(seed, reference(*[next(rest) if k in wanted else a for k, a in enumerate(arrays)]))

    exact = by_differences(loss, [arrays[k].astype(C16 if arrays[k].dtype.kind == "c" else F8) for k in wanted])
    for create_graph in (True, False):
        found = grad(out, [tensors[k] for k in wanted], seed, create_graph=create_graph)
        for k, g, e in zip(wanted, found, exact, strict=True):
            assert g.dtype == arrays[k].dtype
            close(plain(g), e, single=single)


# ------------------------------------------------------------------------------------------------- elementwise


@pytest.mark.parametrize("dtype", [C16, C8])
@each_smooth
def test_elementwise(op, dtype):
    for shape in [(), (1,), (0,), (5,), (2, 3)]:
        arrays = arguments(op, [shape] * 3, dtype)
        check(op, op.reference, arrays, dtype == C8)


@pytest.mark.parametrize("op", [op for op in SMOOTH if len(op.arguments) > 1], ids=lambda op: op.name)
def test_broadcasting_with_real_numbers(op):
    """Every mixture of complex and real operands, in several precisions; the gradient of a real operand is real."""
    shapes = [(3, 1), (1, 4), (2, 3, 4)]
    numbers = [k for k, name in enumerate(op.arguments) if name not in op.masks]
    for dtypes in itertools.product([C16, F8], repeat=len(numbers)):
        arrays = arguments(op, shapes)
        for k, dtype in zip(numbers, dtypes, strict=True):
            arrays[k] = np.asarray(arrays[k].real if dtype == F8 else arrays[k])
        if C16 in dtypes:
            check(op, op.reference, arrays)


@each_smooth
def test_second_derivatives(op):
    arrays = arguments(op, [(2,)] * 3)
    wanted = [k for k, name in enumerate(op.arguments) if name in op.partials and name not in op.lacks]
    tensors = [leaf(a) for a in arrays]
    s, t = weights((2,)), weights((2,))[::-1] * 1j

    def value(*changed: Any) -> Any:
        rest = iter(changed)
        return op.reference(*[next(rest) if k in wanted else a for k, a in enumerate(arrays)])

    def first(*changed: Any) -> Any:  # differences of differences
        return sum(paired(t, g) for g in by_differences(lambda *x: paired(s, value(*x)), changed, 2))

    found = grad(op(*tensors), [tensors[k] for k in wanted], s, create_graph=True)
    if not any(g.requires_grad for g in found):
        return
    second = grad(
        [g for g in found if g.requires_grad], [tensors[k] for k in wanted], [t for g in found if g.requires_grad],
        materialize_grads=True,
    )  # fmt: skip
    for g, e in zip(second, by_differences(first, [arrays[k] for k in wanted], 2), strict=True):
        close(plain(g), e, 2)


SPECIAL = [0.0, 1.0, -1.0, 1j, np.inf, complex(0, np.inf), complex(np.nan, 1), 1e-310, 1e300 + 1e300j]


@each_smooth
def test_zero_adjoints_give_zero(op):
    """Absolute zero, whatever the partial is there, and without touching the neighbours."""
    points = np.array(list(itertools.product(SPECIAL, repeat=len(op.arguments)))).T
    arrays = [np.asarray(a.real > 0) if n in op.masks else a for n, a in zip(op.arguments, points, strict=True)]
    wanted = [k for k, name in enumerate(op.arguments) if name in op.partials and name not in op.lacks]
    g = np.arange(points.shape[1]) % 3 == 1
    for create_graph in (False, True):
        tensors = [leaf(a) for a in arrays]
        whole = grad(op(*tensors), [tensors[k] for k in wanted], np.ones(len(g)))
        some = grad(op(*tensors), [tensors[k] for k in wanted], g, create_graph=create_graph)
        for x, y in zip(whole, some, strict=True):
            assert not plain(y)[~g].any()
            np.testing.assert_array_equal(plain(y)[g], plain(x)[g])


def test_the_branch_not_taken_leaks_nothing():
    z = leaf([0j, 2 + 1j])
    (g,) = grad(np.where(abs(z) > 1, np.log(z), z * 2).sum(), z, 1.0)
    np.testing.assert_allclose(plain(g), [2, 1 / np.conj(2 + 1j)])


PARTS = {
    "absolute": (np.absolute, np.absolute),
    "abs": (abs, abs),
    "sign": (np.sign, np.sign),
    "real": (lambda z: z.real, np.real),
    "imag": (lambda z: z.imag, np.imag),
    "conjugate": (lambda z: z.conj(), np.conj),
    "angle": (np.angle, np.angle),
    "degrees": (lambda z: np.angle(z, deg=True), lambda z: np.angle(z, deg=True)),
    "modulus squared": (lambda z: (z * z.conj()).real, lambda z: np.abs(z) ** 2),
    "polar": (lambda z: abs(z) * np.exp(2j * np.angle(z)), lambda z: np.abs(z) * np.exp(2j * np.angle(z))),
    "mixed": (lambda z: z.real * np.sin(z) + z.imag / z, lambda z: z.real * np.sin(z) + z.imag / z),
    "powers": (lambda z: z**2 + z**0.5 + z**-1 + z**3 + 2**z, lambda z: z**2 + z**0.5 + z**-1 + z**3 + 2**z),
}


@pytest.mark.parametrize("dtype", [C16, C8])
@pytest.mark.parametrize("name", PARTS)
def test_parts(name, dtype):
    f, reference = PARTS[name]
    rng = np.random.default_rng(2)
    for shape in [(), (1,), (0,), (4,), (2, 3)]:
        z = (draw(rng, shape) * np.exp(6j * rng.random(shape))).astype(dtype)
        check(f, reference, [z], dtype == C8)
    z = leaf(draw(rng, (4, 6)))
    found = grad(f(z.T[::2]), z, weights((3, 4)).astype(f(z).dtype) if f(z).dtype.kind == "c" else weights((3, 4), F8))[
        0
    ]
    exact = by_differences(lambda x: paired(weights((3, 4), f(z).dtype), reference(x.T[::2])), [plain(z)])[0]
    close(plain(found), exact)


@pytest.mark.parametrize("name", PARTS)
def test_second_derivatives_of_parts(name):
    f, reference = PARTS[name]
    z = draw(np.random.default_rng(2), (2,))
    t = weights((2,)) * 1j
    x = leaf(z)
    out = f(x)
    s = weights((2,), out.dtype)
    (g,) = grad(out, x, s, create_graph=True)
    (second,) = grad(g, x, t, materialize_grads=True) if g.requires_grad else (tg.zeros(2, dtype=complex),)
    exact = by_differences(lambda w: paired(t, by_differences(lambda v: paired(s, reference(v)), [w], 2)[0]), [z], 2)[0]
    close(plain(second), exact, 2)


def test_conventions_at_zero():
    for f in (abs, np.sign, np.angle, np.linalg.norm):
        z = leaf([0j])
        out = f(z)
        for create_graph in (False, True):
            (g,) = grad(out, z, np.ones(out.shape), create_graph=create_graph, retain_graph=True)
            assert plain(g).tolist() == [0j]
    a, b = leaf(0j), leaf(2 + 1j)
    for g in grad(a**b, [a, b], 1.0):
        assert plain(g) == 0


def test_what_has_no_derivative():
    z, w = draw(np.random.default_rng(1), (2, 3))
    w[0] = z[0]
    for op in TAKING:
        if op.boolean:
            args = [z, w][: len(op.arguments)]
            out = op(*[leaf(a) for a in args])
            assert not out.requires_grad
            np.testing.assert_array_equal(out.numpy(), op.reference(*args))


@pytest.mark.parametrize("op", REFUSING, ids=lambda op: op.name)
def test_functions_of_real_numbers(op):
    z = leaf(np.full(3, 0.5 + 0.5j))
    with pytest.raises(DtypeError, match=f"{op.name}: this function is for real numbers"):
        op(*[z] * len(op.arguments))


# ------------------------------------------------------------------------------------------------- whole arrays

ARRAY_OPS: list[Any] = [
    op
    for op in declare.table
    if isinstance(op, declare.ArrayOp) and not isinstance(op, declare.Constant) and op.samples
]
ENTRIES = [*ARRAY_OPS, *[entry for entry in composites.composites.values() if not entry.complex]]
COMPLEX_ENTRIES = [
    entry
    for entry in ENTRIES
    if entry.takes_complex and not isinstance(entry, declare.Constant) and entry.kinks != "0 everywhere"
]


def with_imaginary_parts(call: Call) -> list[np.ndarray]:
    """The samples' numbers with imaginary parts; for Hermitian matrices others with the same eigenvalues."""
    rng = np.random.default_rng(5)
    if not call.entry.hermitian:
        real = getattr(call.entry, "stays_real", ())
        return [
            a if name in real else a + 1j * rng.uniform(0.3, 1.0, a.shape)
            for a, name in zip(call.arrays, call.names, strict=True)
        ]
    turns = [np.linalg.qr(rng.normal(size=a.shape) + 1j * rng.normal(size=a.shape))[0] for a in call.arrays]
    return [symmetric(u @ symmetric(a) @ adjoint_of(u)) for u, a in zip(turns, call.arrays, strict=True)]


def determined(call: Call, results: Any, operands: Sequence[Any]) -> list[Any]:
    """What of the results is a function of complex operands."""
    return as_list(results if call.entry.invariants is None else call.entry.invariants(results, *operands))


FAULTY = ["zoom"]  # SciPy drops grid_mode where images are complex
FAULTY += ["cond", "cumulative_simpson"] if np.lib.NumpyVersion(np.__version__) < "2.2.0" else []


@some_samples
@pytest.mark.parametrize("entry", COMPLEX_ENTRIES, ids=lambda e: e.name)
def test_array_functions(entry, part):
    if entry.name in FAULTY:
        pytest.skip("NumPy or SciPy gives other parts of complex numbers")
    for call in calls(entry)[part]:
        arrays = with_imaginary_parts(call)
        if arrays:
            check_call(call, arrays)


OF_COMPLEX = [e for e in composites.composites.values() if e.complex and e.namespace != "fft"]  # test_fft.py has those


@pytest.mark.parametrize("entry", OF_COMPLEX, ids=lambda e: e.name)
def test_functions_whose_samples_or_results_are_complex(entry):
    for call in calls(entry):
        check_call(call, call.arrays)


@pytest.mark.parametrize(
    "entry",
    [
        e
        for e in [*ARRAY_OPS, *composites.composites.values()]
        if not e.takes_complex and not isinstance(e, declare.Constant)
    ],
    ids=lambda e: e.name,
)
def test_array_functions_of_real_numbers(entry):
    for call in calls(entry):
        with pytest.raises(DtypeError, match=r"real numbers|expected an operand of float64"):
            call.found([leaf(a) for a in with_imaginary_parts(call)])


def check_call(call: Call, arrays: list[np.ndarray], single: bool = False) -> None:
    tensors = [leaf(a) for a in arrays]
    found, expected = (determined(call, f(x), x) for f, x in ((call.found, tensors), (call.expected, arrays)))
    assert len(found) == len(expected)
    for x, y in zip(found, expected, strict=True):
        assert x.dtype == np.asarray(y).dtype
        np.testing.assert_allclose(plain(x), y, rtol=1e-12, atol=1e-13)
    seeds = [weights(x.shape, x.dtype) for x in found]

    def loss(*changed: Any) -> Any:
        parts = determined(call, call.expected(changed), changed)
        pairs = [paired(s, p) for s, p in zip(seeds, parts, strict=True)]
        return sum(plain(x) if isinstance(x, tg.Tensor) else x for x in pairs)  # some invariants are made by ops

    exact = by_differences(loss, arrays)
    for create_graph in (True, False):
        gradients = grad(found, tensors, seeds, create_graph=create_graph)
        for g, e, a in zip(gradients, exact, arrays, strict=True):
            assert g.dtype == a.dtype
            close(plain(g), e)


@pytest.mark.sampled(33)
@pytest.mark.parametrize("entry", COMPLEX_ENTRIES, ids=lambda e: e.name)
def test_second_derivatives_of_array_functions(entry):
    """Of a weighted square of the modulus, against differences of gradients, which `test_array_functions` checks."""
    for call in calls(entry)[:2]:
        arrays = with_imaginary_parts(call)
        if not arrays or not all(a.size for a in arrays):
            continue
        rng = np.random.default_rng(8)
        directions = [rng.normal(size=a.shape) + 1j * rng.normal(size=a.shape) for a in arrays]
        directions = [d if a.dtype.kind == "c" else d.real for d, a in zip(directions, arrays, strict=True)]
        if entry.hermitian:
            directions = [symmetric(d) for d in directions]

        def gradients(arrays: Any, create: bool, call: Call = call) -> Any:
            tensors = [leaf(a) for a in arrays]
            parts = determined(call, call.found(tensors), tensors)
            loss = sum((abs(p) ** 2 * weights(p.shape, F8)).sum() for p in parts)
            return tensors, grad(loss, tensors, create_graph=create, materialize_grads=True)

        tensors, first = gradients(arrays, True)
        second = grad(
            sum((np.conj(d) * g).real.sum() for d, g in zip(directions, first, strict=True)),
            tensors,
            materialize_grads=True,
        )
        h = 1e-6
        up = gradients([a + h * d for a, d in zip(arrays, directions, strict=True)], False)[1]
        down = gradients([a - h * d for a, d in zip(arrays, directions, strict=True)], False)[1]
        for g, u, d in zip(second, up, down, strict=True):  # the matrix of second derivatives is symmetric
            slope = (plain(u) - plain(d)) / (2 * h)
            np.testing.assert_allclose(plain(g), slope, rtol=1e-6, atol=1e-6 * max(1.0, np.abs(slope).max()))


def test_mixed_operands_of_array_functions():
    rng = np.random.default_rng(3)
    a, z = rng.normal(size=(2, 3)), draw(rng, (3, 2))
    check(lambda a, z: a @ z, lambda a, z: a @ z, [a, z])
    check(lambda a, z: np.einsum("ij,jk->k", a, z), lambda a, z: np.einsum("ij,jk->k", a, z), [a, z])
    check(lambda a, z: np.concatenate([a, z.T]), lambda a, z: np.concatenate([a, z.T]), [a, z])
    check(lambda a, z: np.outer(a, z) * 1j, lambda a, z: np.outer(a, z) * 1j, [a, z])
    check(lambda a: a.astype(complex) * z.T, lambda a: a * z.T, [a])
    check(lambda a: np.stack([a.sum(), 1j]), lambda a: np.stack([a.sum(), 1j]), [a])


def test_conversions():
    x, z = leaf(np.array([0.5, -0.25], F4)), leaf([1j, 0.5])
    for create_graph in (True, False):
        (g,) = grad(x.astype(C16), x, np.array([1 + 2j, 3j]), create_graph=create_graph, retain_graph=True)
        assert g.dtype == F4
        assert g.tolist() == [1.0, 0.0]
        (g,) = grad(z.astype(C8), z, np.array([1 + 2j, 3j], C8), create_graph=create_graph, retain_graph=True)
        assert g.dtype == C16
        assert g.tolist() == [1 + 2j, 3j]
        (g,) = grad(z.astype(C8).real, z, np.array([1.0, 2.0]), create_graph=create_graph, retain_graph=True)
        assert g.tolist() == [1.0, 2.0]


# ------------------------------------------------------------------------------------------------- assignment


def filled(z: Any, v: Any) -> Any:
    z = z * 1.0
    z[0] = v[1]
    z[1:, ::2] = v[:, None] * 2j
    z[..., 1] += 1j
    return z * z


def through_views(z: Any, v: Any) -> Any:
    z = z * 1.0
    view = z.T[1]
    view[:] = v[0] * z[:, 0]
    z.reshape(-1)[4:] *= 1j
    return z * z + view.sum()


def through_parts(z: Any, v: Any) -> Any:
    z = z * 1.0
    part = z.real
    z.imag[0] = v[0].real * z.real[0]
    z.real[:, 1] *= 3.0
    z.imag = z.imag * z.real
    z[1:].real.reshape(-1)[1:4] = 7.0 * v[1].imag
    z.T.imag[1] += part[:, 0]
    return z * part


@pytest.mark.parametrize("f", [filled, through_views, through_parts])
def test_assignment(f):
    rng = np.random.default_rng(4)
    check(f, f, [draw(rng, (3, 4)), draw(rng, (2,))])


def test_assignment_of_one_element():
    def f(z: Any) -> Any:
        z = z.reshape(z.shape) + np.zeros(z.shape, z.dtype)
        z[...] = z * 1j
        z.real = z.imag**2
        return z

    check(f, lambda z: f(np.atleast_1d(z))[0], [np.asarray(0.5 + 0.25j)])
    check(f, f, [np.full((1, 1), 0.5 + 0.25j)])


def test_what_cannot_be_assigned():
    x, z = tg.tensor([1.0, 2.0]), tg.tensor([1j, 2.0], requires_grad=True)
    with pytest.raises(DtypeError, match="assignment: cannot write complex128 into a Tensor of float64"):
        x[0] = 1j
    with pytest.raises(DtypeError, match="cannot write complex128"):
        x += 1j
    with pytest.raises(InplaceError):
        x.imag[0] = 1.0
    with pytest.raises(InplaceError, match="a leaf that requires grad"):
        z.real[0] = 1.0
    with pytest.raises(InplaceError, match="a leaf that requires grad"):
        z.imag = 1.0
    with tg.no_grad():
        z.imag = 5.0
    assert z.tolist() == [5j, 2 + 5j]
    assert z.is_leaf


# ------------------------------------------------------------------------------------------------- sweeps and seeds


def test_the_gradient_points_uphill():
    z = leaf([1 + 2j, -0.5j])
    (abs(z) ** 2).sum().backward()
    np.testing.assert_allclose(plain(z.grad), 2 * plain(z))
    (abs(z) ** 2).sum().backward()
    np.testing.assert_allclose(plain(z.grad), 4 * plain(z))
    z.grad = None
    z.zero_grad()
    w = z * 2j
    w.retain_grad()
    w.imag.sum().backward()
    assert w.grad.tolist() == [1j, 1j]
    assert z.grad.tolist() == [2.0, 2.0]


def test_seeds():
    z = leaf(1 + 2j)
    for call in (lambda: (z * z).backward(), lambda: grad(z * z, z), lambda: z.backward()):
        with pytest.raises(GradientError, match="left out only for a real output, got complex128"):
            call()
    with pytest.raises(DtypeError, match="must be real, got complex128"):
        grad(abs(z), z, 1j)
    with pytest.raises(DtypeError, match="must be real, got complex128"):
        grad(abs(z), z, tg.tensor(1j))
    assert grad(z * z, z, 1)[0].item() == 2 * (1 - 2j)
    assert grad(z * z, z, 1j)[0].item() == 2j * (1 - 2j)
    assert grad(z * z, z, np.array([1j]), is_grads_batched=True)[0].tolist() == [2j * (1 - 2j)]
    assert grad(z, z, 3j)[0].item() == 3j
    z.backward(1j)
    assert z.grad.item() == 1j
    single = tg.tensor([1j, 2.0], dtype=C8, requires_grad=True)
    (g,) = grad(single * single, single, np.array([1.0, 1j]))
    assert g.dtype == C8
    (rows,) = grad(single * single, single, np.eye(2) * 1j, is_grads_batched=True)
    np.testing.assert_allclose(rows.numpy(), np.diag([2.0, 4j]), rtol=1e-6)


def test_a_graph_of_real_and_complex_numbers():
    def f(x: Any, z: Any) -> Any:
        w = np.exp(1j * x) * z
        return np.sum(np.abs(w - x) ** 2 + np.cos(x) * w.imag) * np.sum(x)

    rng = np.random.default_rng(6)
    check(f, f, [rng.normal(size=3), draw(rng, (3,))])


def test_retained_and_consumed():
    z = leaf([1j, 2.0])
    out = np.abs(np.exp(z))
    first = grad(out.sum(), z, retain_graph=True)[0]
    np.testing.assert_array_equal(plain(grad(out.sum(), z)[0]), plain(first))
    with pytest.raises(TapeFreedError):
        grad(out.sum(), z)
    zeros = grad(leaf(1.0) * 2.0, z, materialize_grads=True)[0]
    assert zeros.dtype == C16
    assert not plain(zeros).any()


def test_no_grad_and_detach():
    z = leaf([1j, 2.0])
    with tg.no_grad():
        assert not (z * z).requires_grad
    assert not z.detach().requires_grad
    out = (z.detach() * z).sum()
    np.testing.assert_allclose(plain(grad(out, z, 1.0)[0]), np.conj(plain(z)))


def test_newton_finds_a_root():
    """An analytic function's derivative is the conjugate of the gradient."""
    z = tg.tensor(1.0 + 1.5j)
    for _ in range(8):
        z = z.detach().requires_grad_()
        value = z**3 + 2.0 * z + 1j
        z = z - value / grad(value, z, 1.0, retain_graph=True)[0].conj()
    assert abs(z**3 + 2.0 * z + 1j).item() < 1e-14


# ------------------------------------------------------------------------------------------------- what a Tensor is


def test_promotion_is_numpys():
    operands = [
        np.array([True]), np.array([2]), np.array([2.0], F4), np.array([2.0]), np.array([1j], C8), np.array([1j]), 2, 2.0, 2j,
    ]  # fmt: skip
    for x, y in itertools.product(operands, repeat=2):
        if not (isinstance(x, np.ndarray) and (np.iscomplexobj(x) or np.iscomplexobj(y))):
            continue
        for f in (np.add, np.multiply, np.divide, np.power):
            expected = f(x, y)
            for found in (f(tg.tensor(x), y), f(tg.tensor(x), tg.tensor(y) if isinstance(y, np.ndarray) else y)):
                assert found.dtype == expected.dtype
                np.testing.assert_allclose(found.numpy(), expected, rtol=1e-6)
        if isinstance(y, np.ndarray):
            assert np.concatenate([tg.tensor(x), y]).dtype == np.concatenate([x, y]).dtype


def test_making_and_showing():
    z = tg.tensor([1 + 2j, 3.0], requires_grad=True)
    assert z.dtype == C16
    assert repr(z) == "tensor([1.+2.j, 3.+0.j], requires_grad=True)"
    assert repr(tg.tensor(1j, dtype=C8)) == "tensor(0.+1.j, dtype=complex64)"
    assert z.tolist() == [1 + 2j, 3.0]
    assert z[0].item() == 1 + 2j
    assert complex(z[0].detach()) == 1 + 2j
    assert f"{z[0]:.1f}" == "1.0+2.0j"
    assert tg.zeros(2, dtype=complex, requires_grad=True).requires_grad
    assert tg.full((2,), 1j).tolist() == [1j, 1j]
    assert tg.array([1j, z[0]]).requires_grad
    assert tg.ones_like(z).dtype == C16
    assert z.real.tolist() == [1.0, 3.0]
    assert z.imag.tolist() == [2.0, 0.0]
    assert z.conj().tolist() == [1 - 2j, 3.0]
    x = tg.tensor([-1.0, 0.0, 2.0], requires_grad=True)
    assert x.real is x
    assert x.conj() is x
    assert x.imag.tolist() == [0.0, 0.0, 0.0]
    np.testing.assert_array_equal(plain(np.angle(x)), np.angle(plain(x)))
    assert grad(np.angle(x).sum(), x)[0].tolist() == [0.0, 0.0, 0.0]
    np.testing.assert_array_equal(np.angle(tg.tensor([1, -1])).numpy(), np.angle([1, -1]))
    assert np.iscomplexobj(z)
    assert np.isrealobj(x)
    assert z.astype(bool).tolist() == [True, True] if not z.requires_grad else True
    assert (z.detach() == np.array([1 + 2j, 0])).tolist() == [True, False]
    assert tg.where(z.detach(), 1.0, 2.0).tolist() == [1.0, 1.0]


def test_exits_and_dtypes_that_are_refused():
    z = tg.tensor([1 + 2j])
    for f in (float, int, np.isposinf):
        with pytest.raises(DtypeError, match="expected real numbers"):
            f(z)
    for dtype in (float, np.float32, int):
        with pytest.raises(DtypeError, match="the imaginary parts would be lost"):
            z.astype(dtype)
        with pytest.raises(DtypeError, match="the imaginary parts would be lost"):
            tg.tensor([1j], dtype=dtype)
    with pytest.raises(DtypeError, match="complex128 or complex64"):
        tg.tensor(np.array([1j], np.clongdouble))
    with pytest.raises(DtypeError):
        z.astype(np.clongdouble)


def test_data_are_captured_by_value():
    a = np.array([1j, 2.0])
    z = tg.tensor(a, requires_grad=True)
    out = z * a
    a[:] = 7.0
    assert plain(out).tolist() == [-1.0, 4.0]
    assert plain(grad(out, z, np.ones(2))[0]).tolist() == [-1j, 2.0]


# ------------------------------------------------------------------------------------------------- transforms


def modulus(x: Any) -> Any:
    return np.sum(np.abs(x * 1j + 2.0) ** 2)


def test_transforms_that_record_nothing():
    x = np.array([0.5, -1.0])
    np.testing.assert_allclose(tg.grad(modulus)(x), 2 * x)
    z = x + 1j
    np.testing.assert_allclose(tg.grad(lambda z: np.sum(np.abs(z) ** 2))(z), 2 * z)
    out, pullback = tg.func.vjp(lambda z: z * z, z)
    np.testing.assert_allclose(out, z * z)
    np.testing.assert_allclose(pullback(np.array([1.0, 1j]))[0], np.array([1.0, 1j]) * 2 * np.conj(z))
    with pytest.raises(GradientError, match="grad: f must return a real number, got complex128"):
        tg.grad(lambda z: z * z)(1j)


# ------------------------------------------------------------------------------------------------- PyTorch

TORCH = {
    "power": "pow", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh",
    "arctanh": "atanh", "multiply": "mul", "subtract": "sub", "divide": "div",
}  # fmt: skip


@each_smooth
def test_elementwise_as_torch(op):
    torch = pytest.importorskip("torch")
    function = getattr(torch, TORCH.get(op.name, op.name), None)
    if function is None:
        pytest.skip("torch does not have it")
    arrays = arguments(op, [(5,)] * 3)
    theirs = [torch.tensor(a, requires_grad=a.dtype.kind == "c") for a in arrays]
    compare(torch, op, function, arrays, theirs)


def compare(torch: Any, f: Any, function: Any, arrays: Any, theirs: Any) -> None:
    try:
        wanted = function(*theirs)
    except (RuntimeError, NotImplementedError):
        pytest.skip("torch has no complex version")
    ours = [leaf(a) for a in arrays]
    out = f(*ours)
    seed = weights(out.shape, out.dtype)
    wanted.backward(torch.tensor(seed))
    out.backward(seed)
    for x, y in zip(ours, theirs, strict=True):
        if x.requires_grad:
            assert str(y.grad.dtype) == f"torch.{x.grad.dtype}"
            np.testing.assert_allclose(plain(x.grad), y.grad.resolve_conj().numpy(), rtol=1e-11)


PAIRS: dict[str, tuple[Any, Any]] = {
    "abs": (abs, lambda t, z: z.abs()),
    "sgn": (np.sign, lambda t, z: z.sgn()),
    "angle": (np.angle, lambda t, z: z.angle()),
    "real": (np.real, lambda t, z: z.real),
    "imag": (np.imag, lambda t, z: z.imag),
    "conj": (np.conj, lambda t, z: z.conj()),
    "matmul": (lambda z: z @ z.T, lambda t, z: z @ z.mT),
    "hermitian": (lambda z: z.conj().T @ z, lambda t, z: z.mH @ z),
    "prod": (lambda z: z.prod(axis=0), lambda t, z: z.prod(0)),
    "cumsum": (lambda z: z.cumsum(1), lambda t, z: z.cumsum(1)),
    "mean": (lambda z: z.mean(axis=1), lambda t, z: z.mean(1)),
    "var": (lambda z: z.var(axis=1), lambda t, z: z.var(1, correction=0)),
    "std": (lambda z: z.std(axis=1, ddof=1), lambda t, z: z.std(1)),
    "norm": (np.linalg.norm, lambda t, z: t.linalg.norm(z)),
    "norm 1": (lambda z: np.linalg.norm(z, 1, axis=0), lambda t, z: t.linalg.vector_norm(z, 1, dim=0)),
    "norm 3": (lambda z: np.linalg.norm(z, 3, axis=0), lambda t, z: t.linalg.vector_norm(z, 3, dim=0)),
    "einsum": (lambda z: np.einsum("ij,kj->ik", z, z.conj()), lambda t, z: t.einsum("ij,kj->ik", z, z.conj())),
    "index": (lambda z: z[[0, 1, 1], ::2] * 1j, lambda t, z: z[[0, 1, 1], ::2] * 1j),
    "float": (lambda z: z.real * z, lambda t, z: z.real * z),
}


@pytest.mark.parametrize("name", PAIRS)
def test_functions_as_torch(name):
    torch = pytest.importorskip("torch")
    f, function = PAIRS[name]
    z = draw(np.random.default_rng(9), (2, 5))
    compare(torch, f, lambda z: function(torch, z), [z], [torch.tensor(z, requires_grad=True)])


@pytest.mark.parametrize("name", PAIRS)
def test_second_derivatives_as_torch(name):
    torch = pytest.importorskip("torch")
    f, function = PAIRS[name]
    z = draw(np.random.default_rng(9), (2, 5))
    ours, theirs = leaf(z), torch.tensor(z, requires_grad=True)
    out = f(ours * ours)
    seed = weights(out.shape, out.dtype)
    (g,) = grad(out, ours, seed, create_graph=True)
    (second,) = grad((abs(g) ** 2).sum(), ours)
    (h,) = torch.autograd.grad(function(torch, theirs * theirs), theirs, torch.tensor(seed), create_graph=True)
    (wanted,) = torch.autograd.grad((h.abs() ** 2).sum(), theirs)
    np.testing.assert_allclose(plain(second), wanted.resolve_conj().numpy(), rtol=1e-10)
