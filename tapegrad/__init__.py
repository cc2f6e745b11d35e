"""tapegrad: a JIT-compiled tape autograd for NumPy code.

>>> import numpy as np
>>> import tapegrad as tg
>>> x = tg.tensor([0.5, 1.0, 2.0], requires_grad=True)
>>> loss = np.sum(np.sin(x) * x)
>>> loss.backward()
>>> x.grad
tensor([0.91821682, 1.38177329, 0.07700375])
"""

from typing import TYPE_CHECKING

from tapegrad import builds as _builds

_builds.check()  # before anything else is imported

from tapegrad.autograd.gradients import backward
from tapegrad.autograd.modes import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from tapegrad.ops.complexes import angle, conjugate, imag, real
from tapegrad.ops.contractions import einsum
from tapegrad.ops.elementwise import (
    absolute,
    add,
    arccos,
    arccosh,
    arcsin,
    arcsinh,
    arctan,
    arctan2,
    arctanh,
    cbrt,
    ceil,
    cos,
    cosh,
    divide,
    equal,
    exp,
    exp2,
    expm1,
    floor,
    floor_divide,
    greater,
    greater_equal,
    hypot,
    isfinite,
    isinf,
    isnan,
    less,
    less_equal,
    log,
    log1p,
    log2,
    log10,
    logaddexp,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    maximum,
    minimum,
    multiply,
    negative,
    not_equal,
    positive,
    power,
    reciprocal,
    relu,
    remainder,
    rint,
    sigmoid,
    sign,
    sin,
    sinh,
    softplus,
    sqrt,
    square,
    subtract,
    tan,
    tanh,
    trunc,
    where,
)
from tapegrad.ops.indexing import take
from tapegrad.ops.limits import clip
from tapegrad.ops.limits import round_ as round
from tapegrad.ops.names import namespace as _namespace
from tapegrad.ops.names import put_on_paths as _put_on_paths
from tapegrad.ops.products import dot, inner, matmul, outer, tensordot
from tapegrad.ops.reductions import cumsum, logsumexp, mean, prod, std, var
from tapegrad.ops.reductions import max_ as max
from tapegrad.ops.reductions import min_ as min
from tapegrad.ops.reductions import sum_ as sum
from tapegrad.ops.shaping import (
    broadcast_to,
    concatenate,
    diag,
    diagonal,
    expand_dims,
    flip,
    matrix_transpose,
    moveaxis,
    ravel,
    repeat,
    reshape,
    roll,
    split,
    squeeze,
    stack,
    swapaxes,
    tile,
    trace,
    transpose,
    tril,
    triu,
)
from tapegrad.tape.collecting import stand_aside as _stand_aside
from tapegrad.tape.run import get_num_threads, set_num_threads
from tapegrad.tape.tape import Tape
from tapegrad.tensor.creation import (
    arange,
    array,
    asarray,
    empty,
    eye,
    from_dlpack,
    full,
    full_like,
    identity,
    linspace,
    logspace,
    ones,
    ones_like,
    tri,
    zeros,
    zeros_like,
)
from tapegrad.tensor.tensor import Tensor, tensor

abs = absolute
conj = conjugate
pow = power
_put_on_paths(globals())
_stand_aside()


if TYPE_CHECKING:  # what is imported on first use
    from tapegrad import (
        array_api,
        autograd,
        custom,
        debug,
        errors,
        fft,
        func,
        integrate,
        interpolate,
        linalg,
        nb,
        ndimage,
        optimize,
        polynomial,
        profiler,
        signal,
        sparse,
        special,
        stats,
    )
    from tapegrad.func import grad, hessian, hvp, jacobian, value_and_grad, vmap
    from tapegrad.ops.linalg.norms import norm
    from tapegrad.ops.numpy.grids import c_, r_
    from tapegrad.replay.checkpoints import checkpoint, checkpoint_sequential
    from tapegrad.replay.compile import compile
    from tapegrad.replay.loops import fori_loop, scan, while_loop
    from tapegrad.replay.sealed import load

_LATER = {
    "tapegrad": (
        "array_api",
        "autograd",
        "custom",
        "debug",
        "errors",
        "fft",
        "func",
        "integrate",
        "interpolate",
        "linalg",
        "nb",
        "ndimage",
        "optimize",
        "polynomial",
        "profiler",
        "signal",
        "sparse",
        "special",
        "stats",
    ),
    "tapegrad.ops.linalg.norms": ("norm",),
    "tapegrad.func": ("grad", "hessian", "hvp", "jacobian", "value_and_grad", "vmap"),
    "tapegrad.replay.compile": ("compile",),
    "tapegrad.replay.checkpoints": ("checkpoint", "checkpoint_sequential"),
    "tapegrad.replay.loops": ("fori_loop", "scan", "while_loop"),
    "tapegrad.ops.numpy.grids": ("c_", "r_"),
    "tapegrad.replay.sealed": ("load",),
}
__getattr__, __dir__ = _namespace(__name__, "numpy", _LATER)

__version__ = "0.1.0"
