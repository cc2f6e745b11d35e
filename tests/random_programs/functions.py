"""Custom functions that random programs call, the same source for either library."""

from __future__ import annotations

from typing import Any


def custom_functions(module: Any) -> dict[str, Any]:
    """Custom functions, the same source for either library."""
    base = module.autograd.Function

    class Cube(base):  # type: ignore[misc, valid-type]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return 3.0 * x * x * g

    class Logistic(base):  # type: ignore[misc, valid-type]
        """Saves its result."""

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            y = 1.0 / (1.0 + module.exp(-x))
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (y,) = ctx.saved_tensors
            return g * y * (1.0 - y)

    class Pair(base):  # type: ignore[misc, valid-type]
        """Two results of two arguments of one shape, of which the second may need no grad."""

        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.save_for_backward(x, y)
            return x * y, x - 2.0 * y

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            x, y = ctx.saved_tensors
            return g * y + h, g * x - 2.0 * h if ctx.needs_input_grad[1] else None

    class Lazy(base):  # type: ignore[misc, valid-type]
        """Two results; gradients that nobody asked for stay None."""

        @staticmethod
        def forward(ctx: Any, x: Any, factor: float) -> Any:
            ctx.set_materialize_grads(False)
            ctx.save_for_backward(x)
            ctx.factor = factor
            return x * factor, x * x

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            (x,) = ctx.saved_tensors
            parts = [*([] if g is None else [g * ctx.factor]), *([] if h is None else [2.0 * x * h])]
            return (sum(parts[1:], parts[0]) if parts else None), None

    class Rounded(base):  # type: ignore[misc, valid-type]
        """A second result that has no derivative."""

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            low = module.floor(x * 4.0)
            ctx.mark_non_differentiable(low)
            return x * 0.25, low

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            return g * 0.25

    class Doubled(base):  # type: ignore[misc, valid-type]
        """Changes its argument."""

        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            x *= 2.0
            return x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return 2.0 * g

    return {f.__name__.lower(): f for f in (Cube, Logistic, Pair, Lazy, Rounded, Doubled)}
