"""Hints: what is missing says what to write, and what it says to write gives what the other library gives."""

from __future__ import annotations

import ast
import copy
import importlib
import pickle
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest
import scipy
import scipy.integrate
import scipy.interpolate
import scipy.signal
import scipy.special
import scipy.stats

import tapegrad as tg
from tapegrad import habits
from tapegrad.errors import TapegradError, UnknownArgumentError, UnknownNameError

ROWS = {("Tensor", name): remedy for name, remedy in habits.TENSOR.items()}
ROWS |= {(module, name): row for module, rows in habits.MODULES.items() for name, row in rows.items()}
ROWS |= {("CompiledFunction", name): remedy for name, remedy in habits.COMPILED.items()}

PREPARED = {  # names of rows, and what their variables are, in both libraries
    "expand broadcast_to": "shape = (4, 2, 3)",
    "hsplit vsplit": "x = a[:2, :2]; n = 2",
    "gcd lcm ldexp bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_left_shift bitwise_right_shift": "x, y = whole, whole + 1",
    "gcd_ lcm_ bitwise_and_ bitwise_or_ bitwise_xor_ bitwise_not_ bitwise_left_shift_ bitwise_right_shift_": "x, y = whole, whole + 1",
    "arccosh acosh arccosh_ acosh_": "x = x + 1.0",
    "addmm addmv baddbmm addr": "x = b",
    "vdot outer inner ger": "x, y = v, v + 1.0",
    "addr": "x, a, b = b, v, v + 1.0",
    "cross": "x, y = v, v[[1, 2, 0]]",
    "is_nonzero": "x = x[0, 0]",
    "bincount": "x = whole[0]",
    "eig": "a = a * eye",
    "ldexp_": "y = whole",
    "bucketize": "v = v[[1, 0, 2]]",
    "spline interp1": "points = v[[1, 0, 2]]; values = points**2; x = 0.8 * x",
    "fmincon": "f = lambda t: np.sum((t - 0.5) ** 2)",
    "isposinf isneginf isinf isfinite isnan nan_to_num nan_to_num_ nanmean nansum nanmedian nanquantile": "x[0, 0] = float('nan'); x[1, 1] = float('inf')",
    "neg_ sgn_ sign_ abs_ absolute_ fix_ trunc_ floor_ ceil_ frac frac_ signbit copysign": "x -= 0.5",
}  # fmt: skip
TORCH = {  # what PyTorch's users write, where it is not x.name() or x.name(y)
    "view unflatten": "x.view(shape)", "resize": "x.reshape(shape)", "resize_": "x.resize_(shape)", "unsqueeze": "x.unsqueeze(axis)",
    "unsqueeze_": "x.unsqueeze_(axis)", "permute": "x.permute(axes)", "expand broadcast_to": "x.{}(shape)",
    "sum_to_size": "x.sum_to_size(2, 1)[:, 0]", "movedim moveaxis swapdims transpose_ swapaxes_ swapdims_": "x.{}(0, 1)",
    "flip softmax log_softmax amax amin logsumexp logcumsumexp cumsum_ cumprod_": "x.{}(axis)", "cummax cummin": "x.{}(axis)[0]",
    "roll repeat_interleave tensor_split chunk": "x.{}(n, axis)", "split": "x.split(n, axis)", "tile": "x.tile(2, 1)",
    "hsplit vsplit polygamma histc matrix_power": "x.{}(n)", "unfold": "x.unfold(axis, n, 1)", "to type": "x.{}(dtype)",
    "half bfloat16": "x.float()", "cuda pin_memory contiguous": "x", "data H mH is_cuda is_cpu is_sparse": "x.{}",
    "values": "x.numpy()", "stride": "[8 * n for n in x.stride()]", "get_device": "str(x.device)",
    "new_zeros new_ones new_empty": "x.{}(shape)", "new_full": "x.new_full(shape, value)", "new_tensor": "x.new_tensor(data)",
    "masked_fill masked_fill_": "x.{}(mask, value)", "masked_select": "x.masked_select(mask)", "where": "x.where(mask, y)",
    "index_select": "x.index_select(axis, index)", "select": "x.select(axis, 1)", "narrow": "x.narrow(1, start, n)",
    "gather": "x.gather(axis, indices)", "take_along_dim": "x.take_along_dim(indices, axis)", "scatter scatter_": "x.scatter_(axis, indices, value)",
    "index_put_": "x.index_put_((index,), torch.tensor(value, dtype=x.dtype))", "index_fill_": "x.index_fill_(0, index, value)",
    "index_copy_ index_add_": "x.{}(0, index, values)", "topk kthvalue": "x.{}(n, axis)[0]", "fill_diagonal_ fill_": "x.{}(value)",
    "lerp lerp_": "x.{}(y, 0.25)", "addcmul addcmul_ addcdiv addcdiv_": "x.{}(y, y, value=value)",
    "clamp clamp_ clip_": "x.{}(low, high)", "clamp_min clamp_min_": "x.{}(low)", "clamp_max clamp_max_": "x.{}(high)",
    "mvlgamma": "x.mvlgamma(1)", "prelu": "x.prelu(torch.tensor(0.25, dtype=x.dtype))", "median quantile": "x.quantile(0.5)",
    "nanmedian nanquantile": "x.nanquantile(0.5)", "mm bmm mv smm matmul": "a.mm(b)", "addmm addmv baddbmm": "x.addmm(a, b)", "addr": "x.addr(a, b)",
    "cross": "x.cross(y, dim=0)", "det slogdet logdet inverse pinverse matrix_exp": "a.{}()", "pinv": "a.pinverse()",
    "svd qr cholesky": "torch.linalg.{}(a)", "eig": "torch.linalg.eig(a)", "matrix_power": "a.matrix_power(n)",
    "cholesky_solve": "a.cholesky_solve(b)", "cholesky_inverse": "torch.linalg.inv(a @ a.T)", "ldexp_": "x.ldexp_(y)", "uniform_": "x.uniform_(low, high)",
    "bool": "x.bool()", "nan_to_num nan_to_num_": "x.{}()", "corrcoef cov": "x.{}()", "dist": "x.dist(y)", "unbind": "x.unbind()",
    "cat": "torch.cat([x, y], axis)", "row_stack": "torch.row_stack([x, y])", "from_numpy as_tensor": "torch.{}(data)",
    "Variable": "torch.tensor(data)", "FloatTensor DoubleTensor": "torch.tensor(data)", "LongTensor": "torch.tensor(data).long()", "scalar_tensor": "torch.scalar_tensor(value)",
    "randn rand": "torch.{}(shape)", "randn_like rand_like bernoulli": "torch.{}(x)", "randint": "torch.randint(0, n, shape)", "randperm": "torch.randperm(n)",
    "normal": "torch.normal(loc, scale, shape)", "range": "torch.arange(low, high)", "complex polar cosine_similarity": "torch.{}(x, y)",
    "polar": "torch.polar(x, y)", "is_tensor": "torch.is_tensor(x)", "Size": "x.shape",
    "trapz std_mean var_mean": "torch.{}(x)", "chain_matmul": "torch.linalg.multi_dot([a, b])", "cdist": "torch.cdist(x, y)",
    "pdist": "torch.pdist(x)", "bucketize": "torch.bucketize(x, v, right=True)",
    "conv1d": "torch.conv1d(v[None, None], torch.tensor([[[0.5, 1.0]]], dtype=v.dtype))[0, 0]",
    "conv2d": "torch.conv2d(a[None, None], torch.tensor([[[[0.5, 1.0]]]], dtype=a.dtype))[0, 0]",
    "nn Module Sequential": "torch.nn.functional.relu(a @ b)", "elu celu silu gelu leaky_relu logsigmoid": "torch.nn.functional.{}(x)",
    "mse_loss": "torch.nn.functional.mse_loss(x, y)", "linear": "torch.nn.functional.linear(x, b)", "Linear": "torch.nn.functional.linear(x, b.T, v)", "diag_embed": "x.diag_embed()",
    "bessel_j0 bessel_j1 bessel_y0 bessel_y1 modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1": "torch.special.{}(x)",
    "scaled_modified_bessel_k0 scaled_modified_bessel_k1 airy_ai spherical_bessel_j0": "torch.special.{}(x)",
    "hermite_polynomial_h hermite_polynomial_he laguerre_polynomial_l legendre_polynomial_p": "torch.special.{}(x, n)",
    "chebyshev_polynomial_t chebyshev_polynomial_u": "torch.special.{}(x, n)", "inverse": "torch.linalg.inv(a)", "vander": "torch.linalg.vander(v).flip(1)",
    "cholesky_ex inv_ex": "torch.linalg.{}(a)[0]", "solve_ex": "torch.linalg.solve(a, b)",
}  # fmt: skip
ARRAYS = {  # of attributes that PyTorch's tensors have not, on plain arrays
    "at": "x[index] = value", "block_until_ready eval to_numpy": "x", "devices": "'cpu'", "get_shape": "x.shape", "strides": "x.strides",
    "ptp": "np.ptp(x)", "assign": "x[...] = y", "assign_add": "x += y", "assign_sub": "x -= y",
}  # fmt: skip
NUMPY = {  # what users of NumPy, JAX, TensorFlow, MATLAB, HIPS autograd and SciPy mean, on plain arrays
    "stop_gradient device_get": "x", "device": "'cpu'", "cuda": "data",
    "jit function njit script remat functional_call": "f(x)", "pmap arrayfun map vmap": "(x**4 + x**2).sum(1)",
    "deriv dlgradient GradientTape elementwise_grad grad_named multigrad_dict grad": "4 * x**3 + 2 * x",
    "make_hvp hessian_vector_product hessian_tensor_product": "(12 * x**2 + 2) * y", "make_vjp vector_jacobian_product": "[f(x)]",
    "make_jvp": "[f(x), np.sum((4 * x**3 + 2 * x) * y)]", "optim SGD Adam": "x -= rate * y", "fminunc fminsearch LBFGS": "0.0 * v",
    "fmincon": "0.0 * v + 0.5", "bsxfun": "x + y", "Dense": "x @ b + v", "check check_grad check_grads checkgrad checkGradients": "True",
    "ReLU": "np.maximum(x, 0.0)",
    "lsqnonlin": "0.0 * v + 0.5", "fzero": "0.5", "integral": "[(high**5 - low**5) / 5 + (high**3 - low**3) / 3]",
    "ode45 ode15s": "scipy.integrate.solve_ivp(g, (0.0, 1.0), v).y", "math": "np.exp(x)", "horzcat": "np.concatenate([x, y], 1)",
    "vertcat": "np.concatenate([x, y])", "device_put constant dlarray convert_to_tensor Parameter set_default_dtype": "data",
    "one_hot": "np.array([[0, 1, 0, 0], [1, 0, 0, 0]])", "repmat": "np.concatenate([x, x])", "ndgrid": "[v[:, None] + 0 * v, v + 0 * v[:, None]]",
    "length": "3", "isempty": "False", "nnz": "6", "find": "[np.array([0, 0, 0, 1, 1, 1]), np.array([0, 1, 2, 0, 1, 2])]", "eps": "2.0**-52",
    "get_default_dtype double": "np.dtype('f8')", "float half bfloat16": "np.dtype('f4')", "long": "np.dtype('i8')", "int": "np.dtype('i4')", "cast": "x",
    "reduce_sum": "x.sum(axis)", "reduce_mean": "x.mean(axis)", "reduce_max": "x.max(axis)", "reduce_min": "x.min(axis)", "reduce_prod": "x.prod(axis)", "reduce_logsumexp": "np.log(np.exp(x).sum(axis))",
    "rem": "x - y * np.trunc(x / y)", "circshift": "np.roll(x, n, axis)", "mldivide": "np.linalg.inv(a) @ b", "mrdivide": "a @ np.linalg.inv(b)",
    "chol": "scipy.linalg.cholesky(a, lower=True)", "rank": "3", "null": "np.zeros((3, 0))",
    "conv": "np.array([0.09, 0.06, 0.43, 0.14, 0.49])", "filter": "scipy.signal.lfilter(v, [1.0], x)", "interp1": "scipy.interpolate.interp1d(points, values)(x)", "spline": "x**2",
    "cumtrapz": "scipy.integrate.cumulative_trapezoid(x)", "besselj": "scipy.special.jv(n, x)", "bessely": "scipy.special.yv(n, x)",
    "besseli": "scipy.special.iv(n, x)", "besselk": "scipy.special.kv(n, x)", "dropout": "x", "swish": "x / (1 + np.exp(-x))",
    "Normal": "scipy.stats.norm(0.0, 1.0)", "Uniform": "scipy.stats.uniform(low, high - low)", "Exponential": "scipy.stats.expon()",
    "Gamma": "scipy.stats.gamma(2.0)", "Beta": "scipy.stats.beta(2.0, 3.0)", "StudentT": "scipy.stats.t(3.0)", "Laplace": "scipy.stats.laplace()",
    "Cauchy": "scipy.stats.cauchy()", "Poisson": "scipy.stats.poisson(2.0)", "LogNormal": "scipy.stats.lognorm(1.0)", "py_func": "f(x)", "lgamma": "scipy.special.gammaln(x)",
}  # fmt: skip
EVALUATED = {
    "make_jaxpr",
    "grad_and_aux",
    "custom_vjp",
    "custom_jvp",
    "custom_gradient",
    "primitive",
    "lax",
    "lsqcurvefit",
    "random",
    "manual_seed",
    "seed",
    "Generator",
    "PRNGKey",
    "distributions",
    "tree_util",
    "tic",
    "profiler",
    "numpy",
    "scipy",
    "jacobian",
    "hessian",
    "vjp",
    "jvp",
    "hvp",
    "vhp",
    "MultivariateNormal",
    "Dirichlet",
    "plot",
    "trace",
    "graph",
    "get_concrete_function",
    "lower",
    "clear_cache",
    "reset",
    "cache_info",
    "signatures",
}  # which are names, or nothing to compare
RANDOM = {
    "new_empty",
    "normal_",
    "uniform_",
    "exponential_",
    "randn",
    "rand",
    "randn_like",
    "rand_like",
    "randint",
    "randperm",
    "normal",
    "bernoulli",
    "dropout",
}


def spread(rows: dict[str, str]) -> dict[str, str]:
    """One row for each name."""
    return {name: row.replace("{}", name) for names, row in rows.items() for name in names.split()}


def environment(make: Any) -> dict[str, Any]:
    """What the rows' variables are, made by a library."""
    rng = np.random.default_rng(7)
    square = rng.normal(size=(2, 3, 3))
    return {
        "x": make(rng.uniform(0.2, 0.8, (2, 3))), "y": make(rng.uniform(0.2, 0.8, (2, 3))), "v": make(np.array([0.3, 0.1, 0.7])),
        "a": make(square[0] @ square[0].T + np.eye(3)), "b": make(np.eye(3) + np.tril(np.abs(square[1]))),
        "whole": make(np.array([[3, 1, 2], [4, 0, 5]])), "mask": make(np.array([[True, False, True], [False, False, True]])),
        "values": make(np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])), "index": make(np.array([1, 0])), "indices": make(np.array([[0, 2], [1, 1]])),
        "data": np.array([1.5, 2.5]), "shape": (3, 2), "axis": 1, "axes": (1, 0), "n": 2, "start": 1, "value": 0.25, "low": 0.3, "high": 0.6, "loc": 0.3, "scale": 0.6,
        "rate": 0.1, "seed": 3, "rng": rng, "eye": make(np.eye(3)), "np": np, "scipy": scipy, "time": time,
        "f": lambda x: np.sum(x**4 + x**2), "g": lambda t, y: -y, "h": lambda x: x - 0.5,
    }  # fmt: skip


def run(code: str, scope: dict[str, Any]) -> Any:
    """The value of an expression; of a statement, that of `x` after it."""
    try:
        value = eval(code, scope)
    except SyntaxError:
        exec(code, scope)
        value = None
    return scope["x"] if value is None else value


def plain(value: Any) -> Any:
    """Numbers of all libraries as arrays."""
    if isinstance(value, (tuple, list)):
        return [plain(v) for v in value]
    if hasattr(value, "cdf"):
        value = value.cdf(0.6)
    if hasattr(value, "detach"):
        value = value.detach().numpy()
    if isinstance(value, (np.dtype, type)):
        value = np.dtype(value).name
    return np.asarray(value)


def same(mine: Any, theirs: Any, shapes_alone: bool, scope: dict[str, Any]) -> None:
    """Fail if two libraries do not give the same numbers; what the second has not is not compared."""
    if isinstance(theirs, (tuple, list)):
        for x, y in zip(mine, theirs, strict=False):
            same(x, y, shapes_alone, scope)
        return
    if callable(mine) and not isinstance(mine, type):
        mine = mine(scope["x"])
    mine, theirs = plain(mine), plain(theirs)
    assert mine.shape == theirs.shape
    if mine.dtype.kind == "U":
        assert mine == theirs
    elif not shapes_alone:
        np.testing.assert_allclose(mine, theirs, rtol=1e-6, atol=1e-6)


def written_elsewhere(owner: str, name: str) -> tuple[str, str]:
    """The library in which a row's name is used, and the line that uses it."""
    arrays = spread(ARRAYS if owner == "Tensor" else NUMPY)
    if name in arrays:
        return "numpy", arrays[name]
    binary = any(node.id == "y" for node in ast.walk(ast.parse(ROWS[owner, name])) if isinstance(node, ast.Name))
    by_default = {name: f"x.{name}({'y' if binary else ''})"} if owner == "Tensor" else {}
    return "torch", (by_default | spread(TORCH))[name]


@pytest.mark.parametrize(("owner", "name"), ROWS)
def test_what_a_row_says_to_write_gives_what_the_other_library_gives(owner, name):
    prepared = spread(PREPARED).get(name, "")
    mine = environment(tg.tensor) | {"tg": tg, "dtype": np.float32}
    exec(prepared, mine)
    if "plt." in ROWS[owner, name]:
        mine["plt"] = pytest.importorskip("matplotlib.pyplot")
    if owner == "CompiledFunction":
        mine["f"] = tg.compile(mine["f"])
        mine["f"](mine["x"].numpy())
        mine["x"] = mine["x"].numpy()
    if "x.grad" in ROWS[owner, name]:
        mine["x"].grad = mine["y"]
    value = run(ROWS[owner, name].partition("  # ")[0], mine)
    if name in EVALUATED and owner != "Tensor":
        return
    library, line = written_elsewhere(owner, name)
    if library == "torch":
        torch = pytest.importorskip("torch")
        theirs = environment(torch.tensor) | {"torch": torch, "dtype": torch.float32}
    else:
        theirs = environment(np.array) | {"dtype": np.float32}
    exec(prepared, theirs)
    same(value, run(line, theirs), name in RANDOM, mine)


@pytest.mark.parametrize(("owner", "name"), ROWS)
def test_a_habit_is_an_error_that_says_what_to_write(owner, name):
    holder = X if owner == "Tensor" else COMPILED if owner == "CompiledFunction" else importlib.import_module(owner)
    assert not hasattr(holder, name)
    assert name not in dir(holder)
    with pytest.raises(UnknownNameError) as caught:
        getattr(holder, name)
    said = str(caught.value)
    assert isinstance(caught.value, AttributeError)
    assert isinstance(caught.value, TapegradError)
    assert repr(name) in said
    assert ROWS[owner, name].partition("  # ")[0] in said
    assert str(pickle.loads(pickle.dumps(caught.value))) == said


X = tg.tensor([[0.5, 1.5, 2.5]], requires_grad=True)
COMPILED = tg.compile(np.sin)


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("tg.lingspace", "Close names: linspace"),
        ("tg.func.hessien", "Close names: hessian"),
        ("tg.nb.value_and_gard", "Close names: value_and_grad"),
        ("tg.stats.nomr", "Close names: norm"),
        ("tg.pi", "Write np.pi."),
        ("tg.float64", "Write np.float64."),
        ("tg.jacrev", "Write tg.func.jacrev."),
        ("tg.gradcheck", "Write tg.autograd.gradcheck."),
        ("tg.expm", "Write tg.linalg.expm."),
        ("tg.minimize", "Write tg.optimize.minimize."),
        ("tg.linalg.einsum", "Write tg.einsum."),
        ("tg.autograd.compile", "Write tg.compile."),
        ("tg.fft.cat", "Write tg.concatenate"),
        ("tg.special.unsqueeze", "Write tg.expand_dims"),
        ("tg.optimize.solve_ivp", "Write tg.integrate.solve_ivp."),
        ("tg.batch", r"Write tg.compile\(f\).batch."),
        ("tg.bench", "Run python -m tapegrad bench."),
    ],
)
def test_names_of_other_modules_and_misspelt_ones(expression, said):
    with pytest.raises(UnknownNameError, match=said):
        eval(expression)


@pytest.mark.parametrize(
    ("call", "ours"),
    [
        (lambda: X.sum(dim=0), lambda: X.sum(axis=0)),
        (lambda: X.mean(1, keepdim=True), lambda: X.mean(1, keepdims=True)),
        (lambda: tg.concatenate([X, X], dim=0), lambda: tg.concatenate([X, X], axis=0)),
        (lambda: tg.flip(X, dims=0), lambda: tg.flip(X, axis=0)),
        (lambda: tg.special.softmax(X, dim=1), lambda: tg.special.softmax(X, axis=1)),
        (lambda: tg.linalg.norm(X, dim=1), lambda: tg.linalg.norm(X, axis=1)),
        (lambda: tg.fft.fft(X, dim=1), lambda: tg.fft.fft(X, axis=1)),
        (lambda: X.swapaxes(dim0=0, dim1=1), lambda: X.swapaxes(axis1=0, axis2=1)),
        (lambda: tg.vmap(np.sin, in_dims=1), lambda: tg.vmap(np.sin, in_axes=1)),
        (lambda: tg.grad(np.sin, argnum=0), lambda: tg.grad(np.sin, argnums=0)),
    ],
)
def test_an_argument_of_other_libraries_is_said_to_have_another_name(call, ours):
    with pytest.raises(UnknownArgumentError, match=r"unexpected keyword argument '(\w+)'\. Write (\w+)=\.") as caught:
        call()
    assert isinstance(caught.value, TypeError)
    assert ours() is not None


def test_other_keywords_say_what_there_is():
    with pytest.raises(UnknownArgumentError, match=r"compile: .*'fullgraph'\. It takes f, static_argnums"):
        tg.compile(np.sin, fullgraph=True)
    with pytest.raises(UnknownArgumentError, match=r"grad: .*'retain_graphs'\. Close names: retain_graph\."):
        tg.autograd.grad(X.sum(), X, retain_graphs=True)
    with pytest.raises(UnknownArgumentError, match=r"sum: .*'device'\. Leave it out"):
        tg.sum(X, device="cpu")
    with pytest.raises(TypeError, match="of the user") as caught:
        tg.func.vjp(lambda x: int("x", foo=1) if x is None else fail(), X)
    assert not isinstance(caught.value, TapegradError)


def fail() -> None:
    raise TypeError("of the user")


@pytest.mark.parametrize("name", ["zeros", "ones", "empty"])
def test_a_shape_of_several_arguments_is_said_to_be_a_tuple(name):
    with pytest.raises(tg.errors.ArgumentError, match=rf"{name}: .* got 2. Write {name}\(\(3, 4\)\)\."):
        getattr(tg, name)(3, 4)
    assert getattr(tg, name)((3, 4)).shape == (3, 4)


@pytest.mark.parametrize("transform", [tg.grad, tg.hessian, tg.jacobian, tg.compile, lambda f: tg.compile(tg.grad(f))])
def test_a_list_that_is_taken_for_an_array_is_noted(transform):
    for f in (lambda x: x > 1, lambda x: x**2):
        with pytest.raises(TypeError, match="'list'") as caught:
            transform(f)([1.0, 2.0])
        assert caught.value.__notes__ == ["An argument that is a list stays one. For an array, pass np.array([...])."]
    with pytest.raises(TypeError) as caught:
        transform(lambda x: x + "of the user")(np.array([1.0, 2.0]))
    assert not hasattr(caught.value, "__notes__")


def test_devices_and_dtypes_of_other_libraries():
    assert tg.tensor([1.0], device="cpu").tolist() == [1.0]
    for make in (lambda: tg.tensor([1.0], device="cuda"), lambda: tg.full(2, 1.0, device="cuda")):
        with pytest.raises(
            tg.errors.ArgumentError, match=r"expected device 'cpu', got 'cuda'\. All Tensors are in main"
        ):
            make()
    torch = pytest.importorskip("torch")
    for make in (
        lambda d: tg.tensor([1.0], dtype=d), lambda d: tg.zeros(2, dtype=d), lambda d: tg.asarray([1.0], d), lambda d: X.astype(d),
        lambda d: X.sum(dtype=d), lambda d: tg.zeros_like(X, d),
    ):  # fmt: skip
        with pytest.raises(tg.errors.DtypeError, match=r"got torch\.float32\. Write dtype=np\.float32\."):
            make(torch.float32)
        assert make(np.float32).dtype == np.float32


def test_private_names_have_no_hint_and_programs_find_what_they_ask_for():
    for name in ("_view", "__cuda_array_interface__", "__array_struct__", "_ipython_canary_method_should_not_exist_"):
        for holder in (X, tg, tg.func, tg.linalg, COMPILED):
            with pytest.raises(AttributeError) as caught:
                getattr(holder, name)
            assert "Write" not in str(caught.value)
            assert not isinstance(caught.value, TapegradError)
    assert "__getattr__" not in dir(type(X))  # which would make every attribute slower
    for made in (copy.copy(X), copy.deepcopy(X), pickle.loads(pickle.dumps(X))):
        assert made.tolist() == X.tolist()
    assert np.asarray(X.detach()).tolist() == X.tolist()
    assert pickle.loads(pickle.dumps(COMPILED))(0.5) == np.sin(0.5)


def test_a_name_that_is_tried_costs_no_import():
    """Python tries a name of a package before it imports a module of that name."""
    code = (
        "import sys, tapegrad as tg; before = set(sys.modules); assert not hasattr(tg, 'nonesuch') and not hasattr(tg, 'jit');"
        "print(sorted(set(sys.modules) - before))"
    )
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "tapegrad.optimize" not in tried
    assert "difflib" not in tried


def test_python_itself_finds_misspelt_attributes_of_tensors():
    code = "import tapegrad as tg\ntg.tensor([1.0]).reshpe(1)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stderr
    assert "Did you mean: 'reshape'?" in said


def test_the_module_of_errors_shows_classes_alone():
    assert {"ShapeError", "VariantWarning"} <= set(dir(tg.errors))
    assert all(issubclass(getattr(tg.errors, name), (TapegradError, UserWarning)) for name in dir(tg.errors))


def test_every_name_of_numpys_is_here_or_is_said_to_be_numpys():
    for name in dir(np):
        if not name.startswith("_") and not hasattr(tg, name):
            with pytest.raises(UnknownNameError, match=f"{name}.*Write "):
                getattr(tg, name)


def test_most_of_what_pytorchs_tensors_have_is_here_or_has_a_hint():
    torch = pytest.importorskip("torch")
    public = [name for name in dir(torch.Tensor) if not name.startswith("_")]
    matrix = tg.tensor([[1.0]])
    here = [name for name in public if hasattr(matrix, name)]
    hinted = [name for name in public if name in habits.TENSOR]
    print(f"{len(public)} names: {len(here)} are here, {len(hinted)} have a hint")
    assert not set(here) & set(hinted)
    assert len(here) + len(hinted) > 0.7 * len(public)
    assert (len(habits.TENSOR), len(habits.MODULES["tapegrad"])) > (150, 50)
