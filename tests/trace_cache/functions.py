"""Custom functions as steps of programs: of Tensors by `Function`, of arrays by their formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import tapegrad as tg


class Cube(tg.autograd.Function):
    """Saves its argument."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return 3.0 * x**2 * g


class Exp(tg.autograd.Function):
    """Saves its result."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        y = np.exp(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (y,) = ctx.saved_tensors
        return g * y


class Several(tg.autograd.Function):
    """Two results and a constant, of two arguments and a number."""

    @staticmethod
    def forward(ctx: Any, x: Any, y: Any, factor: float) -> Any:
        ctx.x, ctx.factor = x, factor
        ctx.save_for_backward(y)
        sign = np.sign(x * 1.0)
        ctx.mark_non_differentiable(sign)
        return x * y, factor * x, sign

    @staticmethod
    def backward(ctx: Any, g: Any, h: Any, none: Any) -> Any:
        (y,) = ctx.saved_tensors
        return (g * y + ctx.factor * h, g * ctx.x, None) if ctx.needs_input_grad[1] else (g * y, None, None)


class Doubled(tg.autograd.Function):
    """Writes to its argument, and hands on no adjoint that nothing depends on."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.set_materialize_grads(False)
        x *= 2.0
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return None if g is None else 2.0 * g


class Greedy(tg.autograd.Function):
    """Differentiates within its backward, and changes what it was given."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return np.sin(x)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        with tg.enable_grad():
            inner = x.detach().requires_grad_()
            (slope,) = tg.autograd.grad(np.sin(inner).sum(), inner)
        found = g * slope
        g *= 100.0
        return found


def _product_and_sign(x: Any) -> Any:
    product, scaled, sign = Several.apply(x, x * 1.0, 2.0)
    return product * 1.5 + sign + 0.0 * scaled


_OF_TENSORS: dict[str, Callable[[Any], Any]] = {
    "cube": Cube.apply, "exp": lambda x: Exp.apply(0.5 * x), "product and sign": _product_and_sign,
    "doubled": lambda x: Doubled.apply(x * 1.0), "greedy": Greedy.apply,
}  # fmt: skip
_OF_ARRAYS: dict[str, Callable[[Any], Any]] = {
    "cube": lambda x: x**3, "exp": lambda x: np.exp(0.5 * x), "product and sign": lambda x: x * x * 1.5 + np.sign(x),
    "doubled": lambda x: x * 2.0, "greedy": np.sin,
}  # fmt: skip


def _either(name: str) -> Callable[[Any], Any]:
    return lambda x: (_OF_TENSORS if isinstance(x, tg.Tensor) else _OF_ARRAYS)[name](x)


FUNCTIONS = {name: _either(name) for name in _OF_TENSORS}
