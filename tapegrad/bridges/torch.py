"""PyTorch: functions of tapegrad that PyTorch differentiates, and functions of PyTorch that tapegrad differentiates.

A function of tapegrad is applied by a `torch.autograd.Function` whose rules apply the function's derivative in the same
way. So second derivatives, forward mode, and batches of `torch.func` all call compiled code of tapegrad. In the other
direction PyTorch computes values and derivatives when tapegrad asks for them.

Tests: tests/bridges/test_torch.py
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np

from tapegrad.bridges.adopted import adopted
from tapegrad.bridges.operations import (
    Arrays,
    BridgedCall,
    Crossing,
    Operation,
    Operations,
    Places,
    leaves_of,
    not_installed,
)
from tapegrad.errors import ArgumentError, GradientError
from tapegrad.func.containers import Structure, flatten

try:
    import torch
except ImportError as error:
    raise not_installed("torch", "PyTorch") from error

__all__ = ["adopt", "function"]


def __dir__() -> list[str]:
    return __all__


def function(f: Callable[..., Any]) -> Callable[..., Any]:
    """Return `f`, a function of tapegrad, as a function of PyTorch.

    Parameters
    ----------
    f : callable
        Written with NumPy's functions, as for `tapegrad.compile`, which compiles it.

    Returns
    -------
    callable
        Takes and returns tensors of PyTorch, on the CPU, in the containers of `f`. Numbers and arrays of NumPy are
        constants; strings and other objects are static. It is differentiated to any order by PyTorch's sweeps, by
        forward mode and by `torch.func`; `torch.func.vmap` replays it in a batch. Tensors of bfloat16, as autocast
        makes them, are cast to float32.

    Raises
    ------
    ArgumentError
        If a tensor is not a dense one on the CPU.
    DtypeError
        If tapegrad does not have a dtype.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> import torch
    >>> norm = tg.bridges.torch.function(lambda x: np.sqrt(np.sum(x * x)))
    >>> x = torch.tensor([3.0, 4.0], requires_grad=True)
    >>> norm(x).backward()
    >>> x.grad
    tensor([0.6000, 0.8000])
    """
    operations = Operations(f, Operation, "bridges.torch.function", _moves)

    def apply(call: BridgedCall, *leaves: Any) -> Any:
        return _Applied.apply(call, *[x.float() if getattr(x, "dtype", None) == torch.bfloat16 else x for x in leaves])

    @functools.wraps(f, updated=())
    def wrapped(*args: Any, **keywords: Any) -> Any:
        return operations.call(apply, args, keywords)

    return wrapped


def _moves(x: Any) -> bool:
    return isinstance(x, (torch.Tensor, np.ndarray, np.generic, int, float, complex))


def _array(x: Any, name: str) -> Any:
    """Return a tensor as an array of the same memory."""
    if not isinstance(x, torch.Tensor):
        return x
    if x.device.type != "cpu" or x.layout != torch.strided:
        raise ArgumentError(
            f"{name}: expected a dense tensor on the CPU, got one of layout {x.layout} on {x.device}. Pass x.cpu(), or "
            "x.to_dense()."
        )
    return x.detach().resolve_conj().resolve_neg().numpy()


class _Applied(torch.autograd.Function):
    """A call of an operation, recorded by PyTorch."""

    @staticmethod
    def forward(call: BridgedCall, *leaves: Any) -> tuple[torch.Tensor, ...]:
        arrays = call.run([_array(x, call.operation.name) for x in leaves])
        return tuple([torch.from_numpy(x if x.flags.writeable else x.copy()) for x in arrays])

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: tuple[torch.Tensor, ...]) -> None:
        call, *leaves = inputs
        ctx.operation = call.operation
        ctx.others = [None if isinstance(x, torch.Tensor) else x for x in leaves]
        saved = [x for x in leaves if isinstance(x, torch.Tensor)]
        ctx.save_for_backward(*saved)
        ctx.save_for_forward(*saved)
        ctx.floating = call.floating
        ctx.mark_non_differentiable(*[x for x, floating in zip(output, ctx.floating, strict=True) if not floating])

    @staticmethod
    def backward(ctx: Any, *seeds: Any) -> tuple[Any, ...]:
        leaves = leaves_of(ctx)
        wanted = tuple([k for k, needed in enumerate(ctx.needs_input_grad[1:]) if needed])
        adjoints = _Applied.apply(
            BridgedCall(ctx.operation.vjp(wanted, len(leaves))),
            *leaves,
            *[seed for seed, floating in zip(seeds, ctx.floating, strict=True) if floating],
        )
        shares = dict(zip(wanted, adjoints, strict=True))
        return None, *[shares.get(k) for k in range(len(leaves))]

    @staticmethod
    def jvp(ctx: Any, _: None, *tangents: Any) -> tuple[Any, ...]:
        leaves = leaves_of(ctx)
        wanted = tuple([k for k, tangent in enumerate(tangents) if tangent is not None])
        moved = iter(
            _Applied.apply(BridgedCall(ctx.operation.jvp(wanted, len(leaves))), *leaves, *[tangents[k] for k in wanted])
        )
        return tuple([next(moved) if floating else None for floating in ctx.floating])

    @staticmethod
    def vmap(info: Any, in_dims: Any, call: BridgedCall, *leaves: Any) -> tuple[Any, ...]:
        axes = in_dims[1:]
        batch = BridgedCall(call.operation.batched(tuple([axis is not None for axis in axes])))
        results = _Applied.apply(
            batch, *[x if axis is None else x.movedim(axis, 0) for x, axis in zip(leaves, axes, strict=True)]
        )
        call.structure, call.floating = batch.structure, batch.floating
        return results, (0,) * len(results)


# ------------------------------------------------------------------------------------------------- the other way


def adopt(f: Callable[..., Any]) -> Callable[..., Any]:
    """Return `f`, a function of PyTorch, as a function of tapegrad.

    Parameters
    ----------
    f : callable
        Takes and returns tensors of PyTorch, in containers; a module is one too.

    Returns
    -------
    callable
        Takes and returns Tensors of tapegrad, in the containers of `f`; arrays and numbers are constants. It is
        differentiated as often as PyTorch can. Parameters of a module are constants and receive no gradient: to train
        them, pass them to `torch.func.functional_call`. Compiled functions call it in Python, see
        `tapegrad.autograd.Function`: they have its first derivative, and cannot be saved.

    Raises
    ------
    GradientError
        For the derivative of one that draws random numbers, or that PyTorch cannot differentiate since it leaves its
        graph.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> import torch
    >>> softplus = tg.bridges.torch.adopt(torch.nn.functional.softplus)
    >>> tg.grad(lambda x: np.sum(softplus(x)))(np.zeros(2))
    array([0.5, 0.5])
    """
    return adopted(f, _Foreign, "bridges.torch.adopt")


class _Foreign(Crossing):
    """A function of PyTorch, or a derivative of one, which calls it again."""

    def __call__(self, leaves: Sequence[Any]) -> tuple[Arrays, Structure]:
        """Return the results as arrays, and their containers."""
        tensors = [torch.from_numpy(np.array(x)) if isinstance(x, (np.ndarray, np.generic)) else x for x in leaves]
        results: list[Any] = []
        with torch.no_grad(), self.drawing_nothing("bridges.torch.adopt", "Call eval() of a module, or draw"):
            structure = flatten(self.function(*tensors), results)
        return [np.array(_array(x, self.name)) for x in results], structure

    @staticmethod
    def is_floating(x: Any) -> bool:
        """Tell whether a leaf is one that derivatives are by, or of."""
        return isinstance(x, torch.Tensor) and (x.is_floating_point() or x.is_complex())

    def vjp(self, wanted: Places, count: int) -> Self:
        """Return the operation that `Crossing.vjp` says."""

        def pulled(*leaves: Any) -> Sequence[Any]:
            moving, primals = self.moving(leaves[:count], wanted)
            again = torch.is_grad_enabled()
            try:
                with torch.enable_grad():
                    variables = [x.view_as(x) if x.requires_grad else x.detach().requires_grad_() for x in primals]
            except RuntimeError:  # within a transform of torch.func, which wants another one
                return torch.func.vjp(moving, *primals)[1]([*leaves[count:]])
            with torch.enable_grad():
                results = moving(*variables)
            pairs = [pair for pair in zip(results, leaves[count:], strict=True) if pair[0].requires_grad]
            if not pairs and self.derived:  # of a linear function
                return [torch.zeros_like(x) for x in primals]
            if not pairs:
                raise GradientError(
                    f"bridges.torch.adopt: expected a result of {self.name} that requires grad, as its arguments do, "
                    "got none: it leaves PyTorch's graph, by numpy(), detach() or no_grad(). Compute with tensors "
                    "there, or call it with .detach() of the arguments."
                )
            return torch.autograd.grad(
                [x for x, _ in pairs], variables, [g for _, g in pairs], create_graph=again, allow_unused=True,
                materialize_grads=True,
            )  # fmt: skip

        return self.once(("vjp", wanted, count), pulled)

    def jvp(self, wanted: Places, count: int) -> Self:
        """Return the operation that `Crossing.jvp` says."""

        def pushed(*leaves: Any) -> Any:
            moving, primals = self.moving(leaves[:count], wanted)
            return torch.func.jvp(moving, tuple(primals), leaves[count:])[1]

        return self.once(("jvp", wanted, count), pushed)

    def batched(self, flags: tuple[bool, ...]) -> Self:
        """Return the operation that `Crossing.batched` says."""
        axes = tuple([0 if flag else None for flag in flags])
        return self.once(("batched", flags), torch.func.vmap(self.function, axes, randomness="different"))
