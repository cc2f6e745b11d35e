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

from tapegrad.lazy_imports import without_collections as _without_collections

with _without_collections():
    from tapegrad.cpython import builds as _builds

    _builds.check()  # before anything else is imported

    from tapegrad.autograd.grad_mode import enable_grad as enable_grad
    from tapegrad.autograd.grad_mode import inference_mode as inference_mode
    from tapegrad.autograd.grad_mode import is_grad_enabled as is_grad_enabled
    from tapegrad.autograd.grad_mode import is_inference_mode_enabled as is_inference_mode_enabled
    from tapegrad.autograd.grad_mode import no_grad as no_grad
    from tapegrad.autograd.grad_mode import set_grad_enabled as set_grad_enabled
    from tapegrad.autograd.gradients import backward as backward
    from tapegrad.machine.work_sharing import get_num_threads as get_num_threads
    from tapegrad.machine.work_sharing import set_num_threads as set_num_threads
    from tapegrad.ops.complex_numbers import angle as angle
    from tapegrad.ops.complex_numbers import conjugate as conjugate
    from tapegrad.ops.complex_numbers import imag as imag
    from tapegrad.ops.complex_numbers import real as real
    from tapegrad.ops.contractions import einsum as einsum
    from tapegrad.ops.elementwise_ops import absolute as absolute
    from tapegrad.ops.elementwise_ops import add as add
    from tapegrad.ops.elementwise_ops import arccos as arccos
    from tapegrad.ops.elementwise_ops import arccosh as arccosh
    from tapegrad.ops.elementwise_ops import arcsin as arcsin
    from tapegrad.ops.elementwise_ops import arcsinh as arcsinh
    from tapegrad.ops.elementwise_ops import arctan as arctan
    from tapegrad.ops.elementwise_ops import arctan2 as arctan2
    from tapegrad.ops.elementwise_ops import arctanh as arctanh
    from tapegrad.ops.elementwise_ops import cbrt as cbrt
    from tapegrad.ops.elementwise_ops import ceil as ceil
    from tapegrad.ops.elementwise_ops import cos as cos
    from tapegrad.ops.elementwise_ops import cosh as cosh
    from tapegrad.ops.elementwise_ops import divide as divide
    from tapegrad.ops.elementwise_ops import equal as equal
    from tapegrad.ops.elementwise_ops import exp as exp
    from tapegrad.ops.elementwise_ops import exp2 as exp2
    from tapegrad.ops.elementwise_ops import expm1 as expm1
    from tapegrad.ops.elementwise_ops import floor as floor
    from tapegrad.ops.elementwise_ops import floor_divide as floor_divide
    from tapegrad.ops.elementwise_ops import greater as greater
    from tapegrad.ops.elementwise_ops import greater_equal as greater_equal
    from tapegrad.ops.elementwise_ops import hypot as hypot
    from tapegrad.ops.elementwise_ops import isfinite as isfinite
    from tapegrad.ops.elementwise_ops import isinf as isinf
    from tapegrad.ops.elementwise_ops import isnan as isnan
    from tapegrad.ops.elementwise_ops import less as less
    from tapegrad.ops.elementwise_ops import less_equal as less_equal
    from tapegrad.ops.elementwise_ops import log as log
    from tapegrad.ops.elementwise_ops import log1p as log1p
    from tapegrad.ops.elementwise_ops import log2 as log2
    from tapegrad.ops.elementwise_ops import log10 as log10
    from tapegrad.ops.elementwise_ops import logaddexp as logaddexp
    from tapegrad.ops.elementwise_ops import logical_and as logical_and
    from tapegrad.ops.elementwise_ops import logical_not as logical_not
    from tapegrad.ops.elementwise_ops import logical_or as logical_or
    from tapegrad.ops.elementwise_ops import logical_xor as logical_xor
    from tapegrad.ops.elementwise_ops import maximum as maximum
    from tapegrad.ops.elementwise_ops import minimum as minimum
    from tapegrad.ops.elementwise_ops import multiply as multiply
    from tapegrad.ops.elementwise_ops import negative as negative
    from tapegrad.ops.elementwise_ops import not_equal as not_equal
    from tapegrad.ops.elementwise_ops import positive as positive
    from tapegrad.ops.elementwise_ops import power as power
    from tapegrad.ops.elementwise_ops import reciprocal as reciprocal
    from tapegrad.ops.elementwise_ops import relu as relu
    from tapegrad.ops.elementwise_ops import remainder as remainder
    from tapegrad.ops.elementwise_ops import rint as rint
    from tapegrad.ops.elementwise_ops import sigmoid as sigmoid
    from tapegrad.ops.elementwise_ops import sign as sign
    from tapegrad.ops.elementwise_ops import sin as sin
    from tapegrad.ops.elementwise_ops import sinh as sinh
    from tapegrad.ops.elementwise_ops import softplus as softplus
    from tapegrad.ops.elementwise_ops import sqrt as sqrt
    from tapegrad.ops.elementwise_ops import square as square
    from tapegrad.ops.elementwise_ops import subtract as subtract
    from tapegrad.ops.elementwise_ops import tan as tan
    from tapegrad.ops.elementwise_ops import tanh as tanh
    from tapegrad.ops.elementwise_ops import trunc as trunc
    from tapegrad.ops.elementwise_ops import where as where
    from tapegrad.ops.limits import clip as clip
    from tapegrad.ops.limits import round_ as _round
    from tapegrad.ops.products import dot as dot
    from tapegrad.ops.products import inner as inner
    from tapegrad.ops.products import matmul as matmul
    from tapegrad.ops.products import outer as outer
    from tapegrad.ops.products import tensordot as tensordot
    from tapegrad.ops.public_names import namespace as _namespace
    from tapegrad.ops.public_names import put_on_paths as _put_on_paths
    from tapegrad.ops.reductions import cumsum as cumsum
    from tapegrad.ops.reductions import logsumexp as logsumexp
    from tapegrad.ops.reductions import max_ as _max
    from tapegrad.ops.reductions import mean as mean
    from tapegrad.ops.reductions import min_ as _min
    from tapegrad.ops.reductions import prod as prod
    from tapegrad.ops.reductions import std as std
    from tapegrad.ops.reductions import sum_ as _sum
    from tapegrad.ops.reductions import var as var
    from tapegrad.ops.shape_ops import broadcast_to as broadcast_to
    from tapegrad.ops.shape_ops import concatenate as concatenate
    from tapegrad.ops.shape_ops import diag as diag
    from tapegrad.ops.shape_ops import diagonal as diagonal
    from tapegrad.ops.shape_ops import expand_dims as expand_dims
    from tapegrad.ops.shape_ops import flip as flip
    from tapegrad.ops.shape_ops import matrix_transpose as matrix_transpose
    from tapegrad.ops.shape_ops import moveaxis as moveaxis
    from tapegrad.ops.shape_ops import ravel as ravel
    from tapegrad.ops.shape_ops import repeat as repeat
    from tapegrad.ops.shape_ops import reshape as reshape
    from tapegrad.ops.shape_ops import roll as roll
    from tapegrad.ops.shape_ops import split as split
    from tapegrad.ops.shape_ops import squeeze as squeeze
    from tapegrad.ops.shape_ops import stack as stack
    from tapegrad.ops.shape_ops import swapaxes as swapaxes
    from tapegrad.ops.shape_ops import tile as tile
    from tapegrad.ops.shape_ops import trace as trace
    from tapegrad.ops.shape_ops import transpose as transpose
    from tapegrad.ops.shape_ops import tril as tril
    from tapegrad.ops.shape_ops import triu as triu
    from tapegrad.ops.take import take as take
    from tapegrad.progress import set_progress as set_progress
    from tapegrad.record.collector import stand_aside as _stand_aside
    from tapegrad.tensor.creation import arange as arange
    from tapegrad.tensor.creation import array as array
    from tapegrad.tensor.creation import asarray as asarray
    from tapegrad.tensor.creation import empty as empty
    from tapegrad.tensor.creation import eye as eye
    from tapegrad.tensor.creation import from_dlpack as from_dlpack
    from tapegrad.tensor.creation import full as full
    from tapegrad.tensor.creation import full_like as full_like
    from tapegrad.tensor.creation import identity as identity
    from tapegrad.tensor.creation import linspace as linspace
    from tapegrad.tensor.creation import logspace as logspace
    from tapegrad.tensor.creation import ones as ones
    from tapegrad.tensor.creation import ones_like as ones_like
    from tapegrad.tensor.creation import tri as tri
    from tapegrad.tensor.creation import zeros as zeros
    from tapegrad.tensor.creation import zeros_like as zeros_like
    from tapegrad.tensor.tensor import Tensor as Tensor
    from tapegrad.tensor.tensor import tensor as tensor

abs = absolute
max, min, round, sum = _max, _min, _round, _sum
conj = conjugate
pow = power
_put_on_paths(globals())
_stand_aside()


if TYPE_CHECKING:  # what is imported on first use
    from tapegrad import array_api as array_api
    from tapegrad import autograd as autograd
    from tapegrad import bridges as bridges
    from tapegrad import custom as custom
    from tapegrad import debug as debug
    from tapegrad import errors as errors
    from tapegrad import fft as fft
    from tapegrad import func as func
    from tapegrad import integrate as integrate
    from tapegrad import interpolate as interpolate
    from tapegrad import linalg as linalg
    from tapegrad import nb as nb
    from tapegrad import ndimage as ndimage
    from tapegrad import numpy as numpy
    from tapegrad import optimize as optimize
    from tapegrad import polynomial as polynomial
    from tapegrad import profiler as profiler
    from tapegrad import scipy as scipy
    from tapegrad import signal as signal
    from tapegrad import sparse as sparse
    from tapegrad import spatial as spatial
    from tapegrad import special as special
    from tapegrad import stats as stats
    from tapegrad.func import grad as grad
    from tapegrad.func import hessian as hessian
    from tapegrad.func import hvp as hvp
    from tapegrad.func import jacobian as jacobian
    from tapegrad.func import value_and_grad as value_and_grad
    from tapegrad.func import vmap as vmap
    from tapegrad.func.container_classes import register_container as register_container
    from tapegrad.ops.linalg.norms import norm as norm
    from tapegrad.ops.numpy.ranges import c_ as c_
    from tapegrad.ops.numpy.ranges import r_ as r_
    from tapegrad.record.tape import Tape as Tape
    from tapegrad.replay.checkpoints import checkpoint as checkpoint
    from tapegrad.replay.checkpoints import checkpoint_sequential as checkpoint_sequential
    from tapegrad.replay.compile import compile as compile
    from tapegrad.replay.loaded_tape import load as load
    from tapegrad.replay.loops import fori_loop as fori_loop
    from tapegrad.replay.loops import scan as scan
    from tapegrad.replay.loops import while_loop as while_loop

_LATER = {
    "tapegrad": (
        "array_api",
        "autograd",
        "bridges",
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
        "numpy",
        "optimize",
        "polynomial",
        "profiler",
        "scipy",
        "signal",
        "sparse",
        "spatial",
        "special",
        "stats",
    ),
    "tapegrad.ops.linalg.norms": ("norm",),
    "tapegrad.func": ("grad", "hessian", "hvp", "jacobian", "value_and_grad", "vmap"),
    "tapegrad.func.container_classes": ("register_container",),
    "tapegrad.record.tape": ("Tape",),
    "tapegrad.replay.compile": ("compile",),
    "tapegrad.replay.checkpoints": ("checkpoint", "checkpoint_sequential"),
    "tapegrad.replay.loops": ("fori_loop", "scan", "while_loop"),
    "tapegrad.ops.numpy.ranges": ("c_", "r_"),
    "tapegrad.replay.loaded_tape": ("load",),
}
__getattr__, __dir__ = _namespace(__name__, "numpy", _LATER)

__version__ = "0.2.0"
