"""tapegrad without `tg.compile`: code as it is written, and `backward`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tapegrad as tg
from benchmarks.compiled.peers.tapegrad import NAMESPACE, version

__all__ = ["version"]

NAME = "tapegrad eager"
HOW = "`backward`; 300 calls, or those of five seconds, before the turns, for code that returns is compiled by and by"
CALLS_BEFORE = 300
SKIPS = dict.fromkeys(("hvp", "jacobians", "sparse_jacobian", "sparse_hessian", "ode"), "not by `backward` alone")


def gradient(formula: Any, *args: Any) -> Callable[[], Any]:
    f = formula(NAMESPACE)
    leaves = [tg.tensor(a, requires_grad=True) for a in args]

    def job() -> Any:
        for x in leaves:
            x.grad = None
        y = f(*leaves)
        y.backward()
        return y.item(), [x.grad.numpy() for x in leaves]

    return job
