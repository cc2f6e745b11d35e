"""HIPS autograd's names, which its tests import, as tapegrad has them: a plugin of pytest.

`autograd.numpy` is NumPy, and `autograd.scipy` SciPy with the names of `tg` for Tensors. What autograd's own machinery is asked
about (boxes, vector spaces, graphs) is not offered, and says so when it is called. Derivatives are checked by `check_grads`:
of plain NumPy and SciPy by differences, of Tensors by a sweep, forward and reverse, twice if a second order is asked for.
"""

from __future__ import annotations

import importlib
import itertools
import os
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import tapegrad as tg
from tapegrad.ops.composites import holds_tensor

from . import offers
from .gradients import symmetric

_STEPS = (1e-4, 3e-4)
_STENCIL = ((1, 0.75), (2, -0.15), (3, 1 / 60))


class NotOffered(Exception):
    """What only autograd has."""


def _absent(name: str) -> Callable[..., Any]:
    def absent(*args: Any, **keywords: Any) -> Any:
        if "PYTEST_CURRENT_TEST" not in os.environ:  # decorators, while a module is read
            return absent
        raise NotOffered(name)

    absent.__name__ = name
    return absent


def _module(name: str, find: Callable[[str], Any], **members: Any) -> types.ModuleType:
    """Make a module in which names are found, and enter it."""
    module = types.ModuleType(name)
    module.__path__ = []  # a package

    def getattr_(member: str) -> Any:
        if member[:2] == "__":
            raise AttributeError(member)
        try:
            return find(member)
        except AttributeError:
            return _absent(f"{name}.{member}")

    vars(module).update(members, __getattr__=getattr_)
    sys.modules[name] = module
    parent, _, own = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], own, module)
    return module


def _nothing(name: str) -> Any:
    raise AttributeError(name)


def _of(module: Any) -> Callable[[str], Any]:
    """How names of a module of NumPy's or SciPy's are found: those of SciPy's that are asked for Tensors as `tg` has them."""

    def find(name: str) -> Any:
        theirs = getattr(module, name)
        offer = offers.of(theirs)
        if offer is None or offer.twin is None or offer.twin is theirs:
            return theirs
        return _Either(theirs, offer.twin)

    return find


class _Either:
    """A function or distribution of SciPy's: for Tensors that of `tg`."""

    def __init__(self, theirs: Any, own: Any) -> None:
        self._theirs, self._own = theirs, own

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return (self._own if holds_tensor((args, keywords)) else self._theirs)(*args, **keywords)

    def __getattr__(self, name: str) -> Any:
        theirs, own = getattr(self._theirs, name), getattr(self._own, name, None)
        return theirs if own is None else _Either(theirs, own)


def _array(x: Any, *args: Any, **keywords: Any) -> Any:
    return (tg.array if holds_tensor(x) else np.array)(x, *args, **keywords)


def _grad(f: Callable[..., Any], argnum: Any = 0) -> Any:
    return tg.func.grad(f, argnums=argnum if isinstance(argnum, int) else tuple(argnum))


def _value_and_grad(f: Callable[..., Any], argnum: Any = 0) -> Any:
    return tg.func.value_and_grad(f, argnums=argnum)


def _elementwise_grad(f: Callable[..., Any], argnum: int = 0) -> Any:
    return tg.func.grad(lambda *args, **keywords: np.sum(f(*args, **keywords)), argnums=argnum)


def _make_vjp(f: Callable[..., Any], argnum: int = 0) -> Any:
    def made(*args: Any) -> Any:
        value, pull = tg.func.vjp(lambda x: f(*args[:argnum], x, *args[argnum + 1 :]), args[argnum])
        return lambda seed: pull(seed)[0], value

    return made


def _make_jvp(f: Callable[..., Any], argnum: int = 0) -> Any:
    def made(*args: Any) -> Any:
        return lambda v: tg.func.jvp(lambda x: f(*args[:argnum], x, *args[argnum + 1 :]), (args[argnum],), (v,))

    return made


def _hessian_tensor_product(f: Callable[..., Any]) -> Any:
    return lambda x, v: _grad(lambda x: np.sum(_grad(f)(x) * v))(x)


def _tensor_jacobian_product(f: Callable[..., Any]) -> Any:
    return lambda x, v: tg.func.jacobian(lambda x: np.tensordot(v, f(x), np.ndim(v)))(x)


def _numbers(x: Any) -> list[np.ndarray]:
    """The real numbers that arguments are made of."""
    if isinstance(x, list | tuple | dict):
        return [a for item in (x.values() if isinstance(x, dict) else x) for a in _numbers(item)]
    a = np.asarray(x)
    return [a.real.astype(float), a.imag.astype(float)] if a.dtype.kind == "c" else [a.astype(float)]


def _rebuilt(x: Any, numbers: Any) -> Any:
    """Arguments of other real numbers."""
    if isinstance(x, dict):
        return {key: _rebuilt(item, numbers) for key, item in x.items()}
    if isinstance(x, list | tuple):
        return type(x)(_rebuilt(item, numbers) for item in x)
    return next(numbers) + 1j * next(numbers) if np.asarray(x).dtype.kind == "c" else next(numbers)


def _hermitian(x: Any) -> Any:
    """Arguments with the symmetric part of each matrix, if it is real, else the Hermitian one."""
    if isinstance(x, list | tuple | dict):
        return [_hermitian(item) for item in (x.values() if isinstance(x, dict) else x)]
    return symmetric(x)


def _weighted(x: Any, weights: Any) -> Any:
    """A sum of all real and imaginary parts, with weights."""
    if isinstance(x, list | tuple | dict):
        return sum(_weighted(item, weights) for item in (x.values() if isinstance(x, dict) else x))
    total = np.sum(np.real(x) * weights.uniform(0.5, 1.5, np.shape(x)))
    return total + np.sum(np.imag(x) * weights.uniform(0.5, 1.5, np.shape(x))) if np.iscomplexobj(x) else total


def check_grads(f: Callable[..., Any], argnum: Any = 0, modes: Sequence[str] = ("fwd", "rev"), order: int = 2) -> Any:
    """Check derivatives of a function with respect to arguments, as `autograd.test_util.check_grads` does."""

    def check(*args: Any, **keywords: Any) -> None:
        places = [argnum] if isinstance(argnum, int) else list(argnum)
        chosen = [args[k] for k in places]

        def total(*numbers: Any) -> Any:
            given = list(args)
            for k, x in zip(places, _rebuilt(chosen, iter(numbers)), strict=True):
                given[k] = x
            return _weighted(f(*given, **keywords), np.random.default_rng(7))

        def mirror(along: list[np.ndarray]) -> list[np.ndarray]:
            return _numbers(_hermitian(_rebuilt(chosen, iter(along))))

        _check(total, _numbers(chosen), modes or ("fwd", "rev"), order, mirror)

    return check


def _check(total: Callable[..., Any], at: list[np.ndarray], modes: Sequence[str], order: int, mirror: Any) -> None:
    """Compare derivatives along a direction with differences, and the derivative of these with theirs."""
    rng = np.random.default_rng(len(at))
    along = [rng.uniform(-1.0, 1.0, a.shape) for a in at]
    try:
        _check_along(along, total, at, modes)
    except AssertionError as error:
        _check_along(mirror(along), total, at, modes)
        raise AssertionError(
            f"the same along symmetric directions alone, else {error}".replace("sweep gives", "sweep has")
        ) from None
    if order > 1:
        _check(lambda *numbers: _slope(total, numbers, along), at, modes, order - 1, mirror)


def _slope(total: Callable[..., Any], numbers: Sequence[Any], along: list[np.ndarray]) -> Any:
    """The derivative along a direction by a reverse sweep."""
    found = tg.func.grad(total, argnums=tuple(range(len(along))))(*numbers)
    return sum(np.sum(g * d) for g, d in zip(found, along, strict=True))


def _check_along(
    along: list[np.ndarray], total: Callable[..., Any], at: list[np.ndarray], modes: Sequence[str]
) -> None:
    def moved(h: float) -> list[np.ndarray]:
        return [a + h * d for a, d in zip(at, along, strict=True)]

    expected, other = (
        sum(w * float(total(*moved(j * h)) - total(*moved(-j * h))) for j, w in _STENCIL) / h for h in _STEPS
    )
    sure = 1e-6 * (1.0 + abs(expected)) + 10 * abs(expected - other)
    if "rev" in modes:
        _close("a reverse sweep", _slope(total, at, along), expected, sure)
    if "fwd" in modes:
        _close("a forward sweep", tg.func.jvp(total, tuple(at), tuple(along))[1], expected, sure)


def _close(what: str, found: Any, expected: float, sure: float) -> None:
    assert abs(float(found) - expected) <= sure, f"{what} gives {float(found)!r}, differences {expected!r}"


def combo_check(f: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
    """Check derivatives for all combinations of arguments, as `autograd.test_util.combo_check` does."""

    def check(*choices: Any, **named: Any) -> None:
        for given in itertools.product(*choices):
            for values in itertools.product(*named.values()):
                check_grads(f, *args, **keywords)(*given, **dict(zip(named, values, strict=True)))

    return check


def check_equivalent(x: Any, y: Any) -> None:
    """Check that two values are the same numbers."""
    assert len(_numbers(x)) == len(_numbers(y))
    for a, b in zip(_numbers(x), _numbers(y), strict=True):
        assert a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-6)


def scalar_close(a: Any, b: Any) -> bool:
    """Tell whether two numbers are about the same."""
    return bool(abs(a - b) < 1e-6 or abs(a - b) < 1e-6 * abs(a + b))


_module(
    "autograd", _nothing, grad=_grad, value_and_grad=_value_and_grad, jacobian=lambda f, argnum=0: tg.func.jacobian(f, argnums=argnum),
    hessian=lambda f, argnum=0: tg.func.hessian(f, argnums=argnum), elementwise_grad=_elementwise_grad, make_vjp=_make_vjp,
    make_jvp=_make_jvp, checkpoint=tg.checkpoint, deriv=lambda f: lambda x: tg.func.jvp(f, (x,), (np.ones_like(x),))[1],
    isinstance=isinstance, tuple=tuple, list=list, dict=dict, hessian_tensor_product=_hessian_tensor_product,
    tensor_jacobian_product=_tensor_jacobian_product, make_hvp=lambda f: _make_vjp(_grad(f)),
    grad_and_aux=lambda f: tg.func.grad(f, has_aux=True), isbox=lambda x: isinstance(x, tg.Tensor),
)  # fmt: skip
_module("autograd.test_util", _nothing, check_grads=check_grads, combo_check=combo_check,
        check_equivalent=check_equivalent, scalar_close=scalar_close)  # fmt: skip
for _name in ("core", "tracer", "extend", "wrap_util", "builtins", "misc"):
    _module(
        f"autograd.{_name}",
        lambda name: (
            getattr(sys.modules["autograd"], name) if name in ("isinstance", "list", "isbox") else _nothing(name)
        ),
    )
_module("autograd.numpy", _of(np), array=_array, r_=tg.r_, c_=tg.c_, __version__=np.__version__)
for _name in ("random", "linalg", "fft"):
    _module(f"autograd.numpy.{_name}", _of(getattr(np, _name)))
_module("autograd.scipy", _nothing)
for _name in ("special", "signal", "linalg", "integrate", "stats"):
    _module(f"autograd.scipy.{_name}", _of(importlib.import_module(f"scipy.{_name}")))
for _name in ("multivariate_normal", "norm", "t", "chi2", "beta", "gamma", "poisson", "dirichlet"):
    _found = _of(importlib.import_module("scipy.stats"))(_name)
    _module(f"autograd.scipy.stats.{_name}", lambda name, found=_found: getattr(found, name))
