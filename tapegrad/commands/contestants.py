"""Who takes part in ``python -m tapegrad bench``: each computes the value and the gradient of the same NumPy code.

JAX and HIPS autograd run the function with their own namespace in place of NumPy's in the user's modules, and PyTorch
its own functions of the same names. So one process holds one contestant. Code that this does not fit is not run.

Tests: tests/commands/test_bench.py
"""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

import tapegrad
from tapegrad.commands.users_problem import UsersProblem
from tapegrad.func.containers import flatten, unflatten

Value = Callable[..., Any]
Gradient = Callable[..., Sequence[Any]]


class Scalar:
    """The user's function as one of its floating-point arrays alone, which returns one number: the sum of its results.

    Attributes
    ----------
    arrays : list of arrays
        Of the example.
    """

    def __init__(self, function: Callable[..., Any], example: tuple[Any, ...]) -> None:
        problem = UsersProblem(function, example)
        self.function = problem.function
        self.arrays = problem.arrays
        self.leaves: list[Any] = []
        self._structure = flatten(example, self.leaves)
        self._positions = problem.positions

    def __call__(self, *variables: Any) -> Any:
        leaves = list(self.leaves)
        for k, variable in zip(self._positions, variables, strict=True):
            leaves[k] = variable
        results: list[Any] = []
        flatten(self.function(*unflatten(self._structure, leaves)), results)
        sums = [x.sum() if getattr(x, "ndim", 0) else x for x in results]
        return sum(sums[1:], sums[0])


class Contestant:
    """One that takes part.

    Attributes
    ----------
    title : str
    value : callable or None
        Of the arrays; None where only the gradient is of interest.
    gradient : callable or None
        Returns the value, and an array for each array.
    """

    def __init__(self, title: str, value: Value | None, gradient: Gradient | None) -> None:
        self.title, self.value, self.gradient = title, value, gradient


def _numpy(f: Scalar) -> Contestant:
    return Contestant(f"NumPy {np.__version__}", lambda: f(*f.arrays), None)


def _differences(f: Scalar) -> Contestant:
    from scipy.optimize import approx_fprime

    shapes = [a.shape for a in f.arrays]
    ends = np.cumsum([a.size for a in f.arrays])
    point = np.concatenate([a.ravel() for a in f.arrays])

    def of_row(row: np.ndarray) -> Any:
        return f(*[part.reshape(shape) for part, shape in zip(np.split(row, ends[:-1]), shapes, strict=True)])

    def gradient() -> Sequence[Any]:
        return [of_row(point), *np.split(approx_fprime(point, of_row), ends[:-1])]

    return Contestant(f"differences, SciPy {version('scipy')}", None, gradient)


def _eager(f: Scalar) -> Contestant:
    by_all = tapegrad.value_and_grad(f, tuple(range(len(f.arrays))))

    def value() -> Any:
        with tapegrad.no_grad():
            return f(*map(tapegrad.tensor, f.arrays)).item()

    def gradient() -> Sequence[Any]:
        number, gradients = by_all(*f.arrays)
        return [number, *gradients]

    return Contestant(f"tapegrad {tapegrad.__version__} eager", value, gradient)


def _compiled(f: Scalar) -> Contestant:
    value = tapegrad.compile(f)
    by_all = tapegrad.compile(tapegrad.value_and_grad(f, tuple(range(len(f.arrays)))))

    def gradient() -> Sequence[Any]:
        number, gradients = by_all(*f.arrays)
        return [number, *gradients]

    return Contestant(f"tapegrad {tapegrad.__version__} compiled", lambda: value(*f.arrays), gradient)


def _torch(f: Scalar) -> Contestant:
    torch: Any = import_module("torch")
    torch.set_num_threads(1)
    substitute(
        f, {"numpy": torch, "tapegrad.numpy": torch, "scipy.special": torch.special, "numpy.linalg": torch.linalg}
    )
    for module in _users_modules(f.function):  # PyTorch's functions take no arrays of NumPy's
        for name, x in list(vars(module).items()):
            if isinstance(x, np.ndarray) and x.dtype.kind in "fiub":
                setattr(module, name, torch.from_numpy(x.copy()))
    f.leaves = [torch.from_numpy(x.copy()) if isinstance(x, np.ndarray) else x for x in f.leaves]
    plain = [torch.from_numpy(np.array(a)) for a in f.arrays]
    leaves = [x.clone().requires_grad_() for x in plain]

    def value() -> Any:
        with torch.no_grad():
            return f(*plain)

    def gradient() -> Sequence[Any]:
        number = f(*leaves)
        return [number.detach(), *torch.autograd.grad(number, leaves)]

    return Contestant(f"PyTorch {torch.__version__}", value, gradient)


def _jax(f: Scalar) -> Contestant:
    jax: Any = import_module("jax")
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_platforms", "cpu")
    special = import_module("jax.scipy.special")
    names = {"numpy": jax.numpy, "tapegrad.numpy": jax.numpy, "scipy": jax.scipy, "scipy.special": special}
    substitute(f, {**names, "numpy.linalg": jax.numpy.linalg})
    arrays = [jax.numpy.asarray(a) for a in f.arrays]
    value = jax.jit(f)
    by_all = jax.jit(jax.value_and_grad(f, tuple(range(len(arrays)))))

    def gradient() -> Sequence[Any]:
        number, gradients = jax.block_until_ready(by_all(*arrays))
        return [number, *gradients]

    return Contestant(f"JAX {jax.__version__} jit", lambda: jax.block_until_ready(value(*arrays)), gradient)


def _autograd(f: Scalar) -> Contestant:
    autograd: Any = import_module("autograd")
    names = {"numpy": import_module("autograd.numpy"), "numpy.linalg": import_module("autograd.numpy.linalg")}
    names["tapegrad.numpy"] = names["numpy"]
    substitute(
        f, {**names, "scipy": import_module("autograd.scipy"), "scipy.special": import_module("autograd.scipy.special")}
    )
    by_all = autograd.value_and_grad(f, tuple(range(len(f.arrays))))

    def gradient() -> Sequence[Any]:
        number, gradients = by_all(*f.arrays)
        return [number, *gradients]

    return Contestant(f"HIPS autograd {version('autograd')}", lambda: f(*f.arrays), gradient)


CONTESTANTS: dict[str, Callable[[Scalar], Contestant]] = {
    "numpy": _numpy, "differences": _differences, "eager": _eager, "compiled": _compiled, "torch": _torch, "jax": _jax,
    "autograd": _autograd,
}  # fmt: skip


def _users_modules(function: Any) -> list[types.ModuleType]:
    """Return the function's module, and those beside it and in the working folder."""
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    here = os.getcwd() + os.sep
    inside = (f"{os.sep}site-packages{os.sep}", f"{os.sep}tapegrad{os.sep}")
    files = [(m, getattr(m, "__file__", None) or "") for m in list(sys.modules.values())]
    beside = [m for m, file in files if file.startswith(here) and not any(part in file for part in inside)]
    return list(dict.fromkeys([*([module] if module is not None else []), *beside]))


def substitute(f: Scalar, namespaces: dict[str, Any]) -> None:
    """Put other namespaces in place of modules, and their functions in place of those of these modules, in the modules
    of the user."""
    for module in _users_modules(f.function):
        for name, x in list(vars(module).items()):
            if isinstance(x, types.ModuleType):
                if x.__name__ in namespaces:
                    setattr(module, name, namespaces[x.__name__])
            elif callable(x) and (called := getattr(x, "__name__", "")) and getattr(np, called, None) is x:
                setattr(module, name, getattr(namespaces["numpy"], called))
