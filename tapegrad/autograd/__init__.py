"""The surface of `torch.autograd`: `backward` and `grad`, custom functions, hooks, modes, checks.

What the documentation of PyTorch calls a "Jacobian-vector product" here is a vector-Jacobian product (VJP): the seeds
(`grad_tensors`, `grad_outputs`, `gradient`) are the vector.
"""

import sys
from typing import TYPE_CHECKING, cast

from tapegrad.autograd.grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from tapegrad.autograd.gradients import backward, grad
from tapegrad.lazy_imports import later
from tapegrad.ops.lazy_help import help_all as _help_all
from tapegrad.ops.runtime import runtime

if TYPE_CHECKING:  # what is imported on first use
    from tapegrad.autograd import forward_ad, function, functional, graph
    from tapegrad.autograd.anomaly import (
        detect_anomaly,
        is_anomaly_check_nan_enabled,
        is_anomaly_enabled,
        set_detect_anomaly,
    )
    from tapegrad.autograd.checks import gradcheck, gradgradcheck
    from tapegrad.autograd.function import Function
    from tapegrad.ops.runtime import Autograd

__all__ = [
    "Function",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "forward_ad",
    "function",
    "functional",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "inference_mode",
    "is_anomaly_check_nan_enabled",
    "is_anomaly_enabled",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "no_grad",
    "set_detect_anomaly",
    "set_grad_enabled",
]

__getattr__ = later(
    __name__,
    {
        __name__: (
            "append_sweep", "compile_sweep", "forward_ad", "function", "functional", "graph", "row_layout", "stages",
        ),
        "tapegrad.autograd.anomaly": (
            "detect_anomaly", "is_anomaly_check_nan_enabled", "is_anomaly_enabled", "set_detect_anomaly",
        ),
        "tapegrad.autograd.checks": ("gradcheck", "gradgradcheck"),
        "tapegrad.autograd.function": ("Function",),
    },
)  # fmt: skip
_help_all("autograd", globals())
runtime.autograd = cast("Autograd", sys.modules[__name__])


def __dir__() -> list[str]:
    return __all__
