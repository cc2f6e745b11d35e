"""The public names."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tests.support import ROOT


def names(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


OPS = names(
    """
    add subtract multiply divide floor_divide remainder power negative absolute sign sqrt cbrt square reciprocal exp exp2 expm1 log
    log2 log10 log1p sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh arcsinh arccosh arctanh hypot logaddexp sigmoid softplus
    relu minimum maximum clip where equal not_equal less less_equal greater greater_equal logical_and logical_or logical_not
    logical_xor floor ceil round sum mean prod max min var std logsumexp cumsum norm reshape ravel transpose swapaxes moveaxis
    expand_dims squeeze broadcast_to concatenate stack split flip roll tile repeat pad diag triu tril trace dot matmul outer inner
    einsum tensordot abs pow
    """
)
CREATION = names("tensor array asarray zeros ones full eye arange linspace zeros_like ones_like full_like")
SURFACE = names(
    """
    Tensor Tape autograd errors backward no_grad enable_grad set_grad_enabled is_grad_enabled linalg special func grad
    value_and_grad jacobian hessian hvp vmap compile load checkpoint scan fori_loop while_loop debug set_num_threads
    get_num_threads
    """
)


def test_all_is_sorted_and_complete():
    assert tg.__all__ == sorted(tg.__all__)
    assert len(set(tg.__all__)) == len(tg.__all__)
    assert set(OPS) | set(CREATION) | set(SURFACE) <= set(tg.__all__)
    assert tg.__version__


@pytest.mark.parametrize("name", tg.__all__)
def test_every_name_of_all_is_there(name):
    assert hasattr(tg, name)


@pytest.mark.parametrize("name", OPS + CREATION + SURFACE)
def test_the_name_exists(name):
    assert hasattr(tg, name)


def test_nothing_private_is_exported():
    assert not [n for n in tg.__all__ if n.startswith("_")]
    assert not {"version", "PackageNotFoundError", "annotations", "np"} & set(tg.__all__)


def test_public_functions_are_documented():
    missing = [n for n in tg.__all__ if callable(getattr(tg, n)) and not getattr(getattr(tg, n), "__doc__", None)]
    assert missing == []


METHODS = names(
    """
    shape ndim size dtype T mT requires_grad is_leaf grad retains_grad numpy item tolist detach clone astype requires_grad_
    retain_grad zero_grad backward reshape transpose flatten squeeze swapaxes ravel sum mean prod max min var std cumsum clip round dot
    repeat take diagonal trace any all argmax argmin argsort nbytes
    """
)


@pytest.mark.parametrize("name", METHODS)
def test_the_tensor_has_the_method(name):
    assert hasattr(tg.Tensor, name)
    assert getattr(tg.Tensor, name).__doc__


AUTOGRAD = names(
    "backward grad no_grad enable_grad set_grad_enabled is_grad_enabled gradcheck gradgradcheck functional forward_ad"
)


@pytest.mark.parametrize("name", AUTOGRAD)
def test_autograd_has_the_name(name):
    assert hasattr(tg.autograd, name)
    assert name in tg.autograd.__all__


NUMPY = names(
    """
    add subtract multiply divide floor_divide remainder power negative absolute sign sqrt cbrt square reciprocal exp exp2 expm1 log
    log2 log10 log1p sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh arcsinh arccosh arctanh hypot logaddexp minimum maximum
    equal not_equal less less_equal greater greater_equal logical_and logical_or logical_not logical_xor floor ceil rint
    """
)


@pytest.mark.parametrize("name", NUMPY)
def test_numpys_function_records_on_tensors(name):
    function = getattr(np, name)
    arguments = [tg.tensor([0.25, 0.75], requires_grad=name not in ("arccosh",)) for _ in range(function.nin)]
    if name == "arccosh":
        arguments = [tg.tensor([1.25, 1.75], requires_grad=True)]
    result = function(*arguments)
    assert isinstance(result, tg.Tensor)
    expected = function(*[a.detach().numpy() for a in arguments])
    np.testing.assert_allclose(result.detach().numpy(), expected, rtol=1e-14)


REDUCED = names("sum mean prod max min var std cumsum ravel transpose flip squeeze trace diag triu tril round")


@pytest.mark.parametrize("name", REDUCED)
def test_numpys_array_function_records_on_tensors(name):
    values = np.array([[1.0, 2.5], [3.0, -4.0]])
    result = getattr(np, name)(tg.tensor(values, requires_grad=True))
    assert isinstance(result, tg.Tensor)
    np.testing.assert_allclose(result.detach().numpy(), getattr(np, name)(values), rtol=1e-14)


def test_the_version_is_a_string():
    assert isinstance(tg.__version__, str)
    assert tg.__version__[0].isdigit()


def test_every_error_has_its_place_in_the_pages():
    page = (ROOT / "docs" / "reference" / "errors.md").read_text()
    for name, value in vars(tg.errors).items():
        own = isinstance(value, type) and issubclass(value, tg.errors.TapegradError | UserWarning)
        if own and name != "TapegradError":
            assert f"`{name}`" in page
            assert name in tg.errors.__doc__
