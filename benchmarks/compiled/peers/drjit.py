"""Dr.Jit: traced arrays, compiled by LLVM into kernels that a frozen function launches again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import drjit as dr
import numpy as np
from drjit.llvm.ad import ArrayXf64, Float64, Int32, TensorXf64, UInt32

from benchmarks.compiled.rows import Namespace

NAME = "Dr.Jit"
HOW = (
    "the LLVM backend, `@dr.freeze`, `dr.backward` on tensors; Lorenz's system forwards in six lanes, in a symbolic "
    "loop; Jacobians with an instance in each lane"
)
SKIPS = {
    "hvp": "first derivatives only",
    "sparse_jacobian": "dense only",
    "sparse_hessian": "dense only",
    "ode": "no solver",
}

dr.set_thread_count(1)
constants: list[Any] = []
"""What a frozen function reads beside its arguments, of which it must be told."""


def version() -> str:
    return f"{dr.__version__} (LLVM {dr.detail.llvm_version()[0]})"


def asarray(data: np.ndarray) -> Any:
    integers = data.dtype.kind == "i"
    constants.append(UInt32(data.ravel()) if integers else TensorXf64(data))
    return (constants[-1], data.shape) if integers else constants[-1]


def logsumexp(x: Any, axis: int) -> Any:
    most = dr.detach(dr.max(x, axis=axis))
    return most + dr.log(dr.sum(dr.exp(x - (most[None] if axis == 0 else most)), axis=axis))


def scan(step: Callable[..., Any], state: Any, rows: Any) -> Any:
    for k in range(rows.shape[0]):
        state = step(state, rows[k])
        dr.eval(state)
    return state


def take(x: Any, places: Any) -> Any:
    indices, shape = places
    return TensorXf64(dr.gather(Float64, x.array, indices), shape)


NAMESPACE = Namespace(
    dr, asarray=asarray, log1p=lambda x: dr.log(1.0 + x), concatenate=dr.concat, logsumexp=logsumexp, take=take,
    softplus=lambda x: dr.maximum(x, 0.0) + dr.log(1.0 + dr.exp(-dr.abs(x))), smallest=dr.minimum, scan=scan,
)  # fmt: skip


def frozen(f: Callable[..., Any], args: list[Any]) -> Callable[[], Any]:
    """Make the job that launches a frozen function."""
    launch = dr.freeze(f, state_fn=lambda *_: constants)
    return lambda: [x.numpy() for x in launch(*args)]


def gradient(formula: Any, *args: Any) -> Callable[[], Any]:
    f = formula(NAMESPACE)

    def both(*given: Any) -> Any:
        leaves = [dr.detach(x) for x in given]
        dr.enable_grad(leaves)
        y = f(*leaves)
        dr.backward(y)
        return dr.detach(y), *(dr.grad(x) for x in leaves)

    job = frozen(both, [TensorXf64(np.asarray(a, float)) for a in args])

    def scalar_first() -> Any:
        value, *slopes = job()
        return value.item(), slopes

    return scalar_first


def lorenz(formula: Any, *args: float) -> Callable[[], Any]:
    """Six lanes, in each of which another argument moves: a loop needs no memory forwards."""

    def iterate(step: Callable[..., Any], times: int, state: Any) -> Any:
        def body(at: Int32, *state: Any) -> Any:
            return at + 1, *step(*state)

        return dr.while_loop((Int32(0), *state), lambda at, *_: at < times, body)[1:]

    f, seeds = formula(Namespace(dr, iterate=iterate)), np.eye(6)

    def both(values: Any, moves: Any) -> Any:
        leaves = [dr.detach(x) for x in values]
        dr.enable_grad(leaves)
        for leaf, move in zip(leaves, moves, strict=True):
            dr.set_grad(leaf, move)
        y = f(*leaves)
        slopes = dr.forward_to(y)
        return dr.detach(y), slopes

    job = frozen(both, [[Float64(np.full(6, a)) for a in args], [Float64(row) for row in seeds]])

    def answer() -> Any:
        values, slopes = job()
        return float(values[0]), list(slopes)

    return answer


def jacobians(formula: Any, *args: np.ndarray) -> Callable[[], Any]:
    residual = formula(Namespace(dr, stack=ArrayXf64))

    def both(*given: Any) -> Any:
        slopes = []
        for k in range(2):
            leaves = [dr.detach(x) for x in given]
            dr.enable_grad(leaves[:3])
            dr.backward(residual(*leaves)[k])
            slopes.append([dr.grad(x) for x in leaves[:3]])
        return [x for pair in zip(*slopes, strict=True) for x in pair]

    job = frozen(both, [ArrayXf64(a.T) if a.ndim == 2 else Float64(a) for a in args])

    def answer() -> Any:
        rows = job()
        return [np.stack([a.T, b.T], axis=1) for a, b in zip(rows[::2], rows[1::2], strict=True)]

    return answer
