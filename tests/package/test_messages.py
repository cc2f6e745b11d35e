"""Messages that name what was called, what came, and a remedy that works where they are raised."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
import scipy.integrate
import scipy.linalg
import scipy.signal
import scipy.spatial.distance
import scipy.stats

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, PlainDataError, ReplayError, ShapeError


def test_a_function_that_is_refused_says_why_and_what_to_use():
    x = tg.tensor([2.0, 1.0], requires_grad=True)
    with pytest.raises(
        DtypeError, match=r"busday_count: expected dates.*Call it with arrays.*\. For the value alone .*\.detach"
    ):
        np.busday_count(x, x)


def test_a_function_of_others_names_the_ways_to_declare_it():
    x = tg.tensor([2.0, 1.0], requires_grad=True)
    ways = r"no derivative of this ufunc is known: make it of.*tg\.custom\.elementwise.*tg\.custom\.array.*Function"
    with pytest.raises(DtypeError, match=ways + r".*For the value alone .*\.detach"):
        np.frompyfunc(abs, 1, 1)(x)
    f = tg.compile(lambda x: np.frompyfunc(abs, 1, 1)(x))
    with pytest.raises(DtypeError, match=ways + r".*Or compute with it before, and pass the result\.") as caught:
        f(np.ones(2))
    assert "detach" not in str(caught.value)


@pytest.mark.parametrize("number", [10**30, -(2**63) - 1, 10**6000], ids=["large", "small", "huge"])
def test_an_integer_too_large_is_said_to_be_so(number):
    f = tg.compile(lambda x: x * 2)
    with pytest.raises(
        DtypeError, match=f"expected integers of 64 bits, got one of {number.bit_length()}. Pass a float"
    ):
        f(number)
    assert f(2**50) == 2**51


@pytest.mark.parametrize(
    ("vector", "error", "said"),
    [
        (np.ones(3), ShapeError, r"a tangent of shape \(3,\) does not fit a primal of shape \(2,\)"),
        ("v", DtypeError, "expected arrays, numbers"),
        ({"v": 1.0}, ArgumentError, "the tangents must have the containers of the primals"),
    ],
)
def test_hvp_speaks_in_its_own_name(vector, error, said):
    with pytest.raises(error, match=f"^hvp: {said}"):
        tg.hvp(lambda x: np.sum(x**3))(np.ones(2), vector)


def test_a_loaded_tape_says_what_it_got_and_that_static_arguments_are_left_out():
    f = tg.compile(lambda x, n: x * n, static_argnums=1)
    f(np.ones(2), 3)
    file = io.BytesIO()
    f.save(file, np.ones(2), 3)
    file.seek(0)
    loaded = tg.load(file)
    expected = "expected the arguments (float64[2]), with their keys in this order, got (float64[2], int64[]). Leave out static"
    with pytest.raises(ArgumentError, match=re.escape(expected)):
        loaded(np.ones(2), 3)
    with pytest.raises(ArgumentError, match=re.escape("got (float64[2], n=<class 'str'>)")):
        loaded(np.ones(2), n="3")
    np.testing.assert_array_equal(loaded(np.ones(2)), [3.0, 3.0])


def test_the_remedy_for_what_is_unknown_on_tensors_keeps_the_gradient():
    class Spread(tg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.n = x.size
            return tg.tensor(np.ptp(x.detach().numpy()))

        @staticmethod
        def backward(ctx, g):
            return g * np.ones(ctx.n)

    x = tg.tensor([2.0, 1.0], requires_grad=True)
    with pytest.raises(DtypeError, match=r"tg\.custom\.array for arrays, or a tg\.autograd\.Function"):
        np.frompyfunc(abs, 1, 1)(x)
    Spread.apply(x).backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_a_write_into_an_ndarray_says_how_to_get_a_tensor():
    x = tg.tensor([2.0, 1.0], requires_grad=True)
    w = np.zeros(2)
    with pytest.raises(PlainDataError, match=r"write w = w \+ x for w \+= x.*np\.zeros\(shape, like=x\)"):
        w += x
    w = w + x
    for v in (w, tg.zeros(2)):
        v += x
        v.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


@pytest.mark.parametrize("dtype", [np.longdouble, object])
def test_numbers_of_other_dtypes_are_to_be_converted(dtype):
    f = tg.compile(np.sum)
    x = np.ones(3, dtype)
    with pytest.raises(DtypeError, match=r"astype\(float\)\.$"):
        f(x)
    assert f(x.astype(float)) == 3.0


def test_vmap_speaks_in_its_own_name_of_what_is_shared():
    f = tg.vmap(lambda x, a: x * a)
    with pytest.raises(ShapeError, match=r"^vmap: an argument of shape \(\) has no axis 0 .*None in in_axes"):
        f(np.ones(2), 3.0)
    with pytest.raises(DtypeError, match=r"^vmap: expected arrays and numbers"):
        f(np.ones(2), np.array(["a", "b"]))
    assert tg.vmap(lambda x, a: x * a, in_axes=(0, None))(np.ones(2), 3.0).tolist() == [3.0, 3.0]


def test_tape_data_says_what_takes_ops_that_run_python_code():
    f = tg.compile(np.linalg.pinv)
    x = np.array([[2.0, 1.0], [0.5, 3.0]])
    with pytest.raises(ArgumentError, match=r"of the function or of its gradient.* its \.batch\(\)"):
        f.tape_data(x)
    inverse = np.array([[3.0, -1.0], [-0.5, 2.0]]) / 5.5
    np.testing.assert_allclose(f.batch(np.stack([x, 2.0 * x])), [inverse, inverse / 2.0], rtol=1e-14)


def test_bounds_made_of_values_are_decisions():
    f = tg.compile(lambda x: x[int(x[0]) :][0], max_variants=2)
    with pytest.raises(ReplayError, match="on values or indexing by them, or raise max_variants"):
        f.batch(np.array([[1.0, 2.0, 3.0], [2.0, 3.0, 2.0], [0.0, 2.0, 1.0]]))


def test_a_captured_tensor_is_an_error_of_its_own():
    x = tg.tensor(1.0, requires_grad=True) * 1.0
    with pytest.raises(tg.errors.CapturedError, match="Pass it as an argument") as caught:
        tg.compile(lambda v: v * x)(2.0)
    assert isinstance(caught.value, PlainDataError)


A = np.array([[2.0, 1.0], [0.5, 3.0]])
SCIPYS = {
    "scipy.linalg.solve": (lambda x: scipy.linalg.solve(A, x), "Use tg.linalg.solve"),
    "scipy.linalg.solve by a keyword": (lambda x: scipy.linalg.solve(a=A, b=x), "Use tg.linalg.solve"),
    "scipy.signal.convolve": (lambda x: scipy.signal.convolve(x, [1.0, 2.0]), "Use tg.signal.convolve"),
    "scipy.integrate.quad": (lambda x: scipy.integrate.quad(lambda s: s * x[0], 0.0, 1.0), "Use tg.integrate.quad"),
    "scipy.spatial.distance.euclidean": (
        lambda x: scipy.spatial.distance.euclidean(x, [0.0, 0.0]),
        "Use tg.spatial.distance.euclidean",
    ),
    "scipy.stats.bradford.logpdf": (lambda x: scipy.stats.bradford.logpdf(x, 2.0), "tg.custom.array"),
    "scipy.stats.bradford.cdf": (lambda x: scipy.stats.bradford(x[0]).cdf(0.3), "tg.custom.array"),
}


@pytest.mark.parametrize("name", SCIPYS)
def test_a_function_of_scipys_is_named_with_what_stands_for_it(name):
    f, remedy = SCIPYS[name]
    leaf = tg.tensor([0.5, 1.0], requires_grad=True)
    with pytest.raises(PlainDataError, match=rf"^{name.split()[0]}: expected plain data, got a Tensor.*{remedy}"):
        f(leaf)
    with pytest.raises(PlainDataError, match=rf"^\S+test_messages\.py:\d+: {name.split()[0]}: .*{remedy}") as caught:
        tg.compile(f)(np.array([0.5, 1.0]))
    assert "detach" not in str(caught.value)


def test_what_scipy_calls_back_is_not_scipys():
    x = tg.tensor([0.5, 1.0], requires_grad=True)
    with pytest.raises(PlainDataError, match=r"^np\.asarray\(\): this Tensor requires grad"):
        scipy.integrate.quad(lambda s: np.asarray(x)[0] * s, 0.0, 1.0)
