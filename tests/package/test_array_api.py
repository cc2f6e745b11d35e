"""The array API standard's namespace and protocols, and code of others that uses them."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import numpy as np
import pytest
import scipy

import tapegrad as tg
from tapegrad import array_api
from tapegrad.errors import ArgumentError, PlainDataError

NAMES = [
    "__array_namespace_info__",
    "e",
    "inf",
    "nan",
    "newaxis",
    "pi",
    "arange",
    "asarray",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
    "astype",
    "can_cast",
    "finfo",
    "iinfo",
    "isdtype",
    "result_type",
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float32",
    "float64",
    "complex64",
    "complex128",
    "abs",
    "acos",
    "acosh",
    "add",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bitwise_and",
    "bitwise_left_shift",
    "bitwise_invert",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "ceil",
    "clip",
    "conj",
    "copysign",
    "cos",
    "cosh",
    "divide",
    "equal",
    "exp",
    "expm1",
    "floor",
    "floor_divide",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "isfinite",
    "isinf",
    "isnan",
    "less",
    "less_equal",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "multiply",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "pow",
    "real",
    "reciprocal",
    "remainder",
    "round",
    "sign",
    "signbit",
    "sin",
    "sinh",
    "square",
    "sqrt",
    "subtract",
    "tan",
    "tanh",
    "trunc",
    "take",
    "take_along_axis",
    "matmul",
    "matrix_transpose",
    "tensordot",
    "vecdot",
    "broadcast_arrays",
    "broadcast_to",
    "concat",
    "expand_dims",
    "flip",
    "moveaxis",
    "permute_dims",
    "repeat",
    "reshape",
    "roll",
    "squeeze",
    "stack",
    "tile",
    "unstack",
    "argmax",
    "argmin",
    "count_nonzero",
    "nonzero",
    "searchsorted",
    "where",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
    "argsort",
    "sort",
    "cumulative_prod",
    "cumulative_sum",
    "max",
    "mean",
    "min",
    "prod",
    "std",
    "sum",
    "var",
    "all",
    "any",
    "diff",
]
LINALG = [
    "cholesky",
    "cross",
    "det",
    "diagonal",
    "eigh",
    "eigvalsh",
    "inv",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]
FFT = [
    "fft",
    "ifft",
    "fftn",
    "ifftn",
    "rfft",
    "irfft",
    "rfftn",
    "irfftn",
    "hfft",
    "ihfft",
    "fftfreq",
    "rfftfreq",
    "fftshift",
    "ifftshift",
]


def test_the_namespace_has_every_name_of_the_standard():
    xp = tg.ones(2).__array_namespace__(api_version="2024.12")
    assert xp is array_api
    assert [n for n in NAMES if not hasattr(xp, n)] == []
    assert [n for n in LINALG if not hasattr(xp.linalg, n)] == []
    assert [n for n in FFT if not hasattr(xp.fft, n)] == []
    assert not hasattr(xp, "no_such_name")
    assert not hasattr(xp, "busday_count")


def test_a_later_version_is_refused():
    with pytest.raises(ArgumentError, match=r"expected a version among 2021\.12"):
        tg.ones(2).__array_namespace__(api_version="2099.12")


@pytest.mark.parametrize("descending", [False, True])
def test_orders(descending):
    x = np.array([[2.0, 1.0, 2.0], [0.5, 3.0, 0.5]])
    t = tg.tensor(x, requires_grad=True)
    values = array_api.sort(t, axis=1, descending=descending)
    np.testing.assert_array_equal(values.detach(), np.sort(x, 1)[:, :: -1 if descending else 1])
    order = array_api.argsort(t, axis=1, descending=descending)
    expected = [[0, 2, 1], [1, 0, 2]] if descending else [[1, 0, 2], [0, 2, 1]]  # equal ones stay in order
    np.testing.assert_array_equal(order, expected)
    (g,) = tg.autograd.grad((values * np.array([1.0, 10.0, 100.0])).sum(), t)
    if descending:
        np.testing.assert_array_equal(g[0, 1], 100.0)


def test_gradients_through_code_of_the_standard():
    def softmax(x, axis=-1):
        xp = x.__array_namespace__()
        e = xp.exp(x - xp.max(x, axis=axis, keepdims=True))
        return e / xp.sum(e, axis=axis, keepdims=True)

    x = tg.tensor([0.5, 1.0, -1.0], requires_grad=True)
    y = softmax(x)
    (g,) = tg.autograd.grad(y[0], x)
    p = y.detach().numpy()
    np.testing.assert_allclose(g.numpy(), p[0] * (np.array([1.0, 0.0, 0.0]) - p), rtol=1e-14)


# ------------------------------------------------------------------------------------------------- creation, devices, DLPack


def test_creation():
    t = tg.ones((2, 2))
    assert tg.asarray(t) is t
    assert tg.asarray(t, copy=True) is not t
    assert tg.asarray(t, dtype=np.float64, copy=False) is t
    assert tg.asarray(t, dtype=np.float32).dtype == np.float32
    assert tg.asarray([1, 2], device="cpu").dtype == np.int64
    for refused in (
        lambda: tg.asarray([1.0], copy=False),
        lambda: tg.asarray(t, np.float32, copy=False),
        lambda: tg.full(2, 1.0, device="x"),
    ):
        with pytest.raises(ArgumentError):
            refused()
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    tg.asarray(x, copy=True).sum().backward()
    np.testing.assert_array_equal(x.grad, [1.0, 1.0])
    assert tg.empty((2, 3), dtype=np.float32).shape == (2, 3)


def test_large_integers_stay_exact():
    large = [1, 2**63 + 1]
    np.testing.assert_array_equal(tg.asarray(large, dtype=np.uint64), np.array(large, np.uint64))


def test_a_python_int_has_no_dtype_beside_integers():
    t = tg.tensor(np.array([1, 2], np.int32))
    for found in (np.bitwise_xor(3, t), t ^ 3, 3 | t, 3 & t):
        assert found.dtype == np.int32


def test_devices():
    t = tg.ones(2)
    assert t.device == "cpu"
    assert t.to_device("cpu") is t
    assert t.__dlpack_device__() == np.ones(2).__dlpack_device__()
    with pytest.raises(ArgumentError, match="expected device 'cpu'"):
        t.to_device("cuda")


def test_dlpack_from_and_to_numpy():
    data = np.array([[1.0, 2.0], [3.0, 4.0]])
    t = tg.from_dlpack(data)
    data[0, 0] = 9.0
    np.testing.assert_array_equal(t, [[1.0, 2.0], [3.0, 4.0]])
    back = np.from_dlpack(t)
    np.testing.assert_array_equal(back, t)
    assert not back.flags.writeable or not np.shares_memory(back, t.numpy())
    with pytest.raises(PlainDataError, match="requires grad"):
        np.from_dlpack(tg.tensor([1.0], requires_grad=True))
    with pytest.raises(ArgumentError, match="expected copy None or True"):
        tg.from_dlpack(data, copy=False)
    x = tg.tensor([1.0, 2.0], requires_grad=True)
    tg.from_dlpack(x).sum().backward()
    np.testing.assert_array_equal(x.grad, [1.0, 1.0])


def test_dlpack_from_and_to_pytorch():
    torch = pytest.importorskip("torch")
    there = torch.from_dlpack(tg.tensor([1.0, 2.0]))
    assert there.tolist() == [1.0, 2.0]
    t = tg.from_dlpack(torch.arange(3, dtype=torch.float32))
    assert t.dtype == np.float32
    assert t.tolist() == [0.0, 1.0, 2.0]


# ------------------------------------------------------------------------------------------------- libraries


def test_pandas_takes_tensors_that_need_no_gradient():
    pandas = pytest.importorskip("pandas")
    t = tg.tensor([[1.0, 2.0], [3.0, 4.0]])
    frame = pandas.DataFrame(t, columns=["a", "b"])
    assert frame["b"].tolist() == [2.0, 4.0]
    assert pandas.Series(t[0]).tolist() == [1.0, 2.0]
    frame["c"] = t[:, 0]
    assert frame["c"].tolist() == [1.0, 3.0]
    with pytest.raises(PlainDataError):
        pandas.DataFrame(tg.tensor([[1.0]], requires_grad=True))


def test_matplotlib_draws_tensors_that_need_no_gradient():
    if importlib.util.find_spec("matplotlib") is None:
        pytest.skip("matplotlib is not installed")
    figure = importlib.import_module("matplotlib.figure").Figure().add_subplot()
    (line,) = figure.plot(tg.tensor([1.0, 3.0, 2.0]))
    np.testing.assert_array_equal(line.get_ydata(), [1.0, 3.0, 2.0])
    with pytest.raises(PlainDataError, match=r"\.detach\(\) for data to draw"):
        figure.plot(tg.tensor([1.0, 3.0], requires_grad=True))


PROGRAM = """
import os
os.environ["SCIPY_ARRAY_API"] = "1"
import numpy as np, scipy.fft, scipy.integrate, scipy.optimize, scipy.special, scipy.stats
import tapegrad as tg
data = np.array([[1.0, 2.0, 4.0], [0.5, 3.0, 1.0], [2.0, 2.5, 0.1]])
functions = [scipy.stats.zscore, scipy.stats.gmean, scipy.optimize.rosen, lambda x: abs(scipy.fft.fft(x)), scipy.special.logsumexp]
step = 1e-6 * np.random.default_rng(1).normal(size=data.shape)
for f in functions:
    weights = np.random.default_rng(2).normal(size=np.shape(f(data)))
    x = tg.tensor(data, requires_grad=True)
    y = f(x)
    np.testing.assert_allclose(y.detach(), f(data), rtol=1e-12)
    (g,) = tg.autograd.grad((y * weights).sum(), x)
    difference = np.sum((f(data + step) - f(data - step)) * weights) / 2.0
    np.testing.assert_allclose(np.sum(g.numpy() * step), difference, rtol=1e-5)
print("differentiated", len(functions))
"""


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    return done.stdout or done.stderr


@pytest.mark.slow
def test_scipys_code_for_any_library_is_differentiated():
    if np.lib.NumpyVersion(scipy.__version__) < "1.15.0":
        pytest.skip("fewer functions are written for any library")
    assert run(PROGRAM) == "differentiated 5\n"


LEARN = """
import os
os.environ["SCIPY_ARRAY_API"] = "1"
import numpy as np, sklearn, sklearn.decomposition
import tapegrad as tg
data = np.random.default_rng(0).normal(size=(12, 3))
with sklearn.config_context(array_api_dispatch=True):
    found = sklearn.decomposition.PCA(2, svd_solver="full").fit_transform(tg.tensor(data))
expected = sklearn.decomposition.PCA(2, svd_solver="full").fit_transform(data)
np.testing.assert_allclose(abs(found.numpy()), abs(expected), rtol=1e-9)
print(type(found).__name__)
"""


@pytest.mark.slow
def test_scikit_learns_code_for_any_library_runs():
    if importlib.util.find_spec("sklearn") is None:
        pytest.skip("scikit-learn is not installed")
    assert run(LEARN) == "Tensor\n"
