"""Refusals: functions of NumPy that do not take Tensors, the reason, and what to use instead.

What NumPy asks a Tensor about gives the reason as its error. Other functions make arrays, or read and write them, and NumPy
does not ask: they see plain data, which a Tensor that requires grad refuses to be.

Tests: tests/package/test_coverage.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

OF_ONES_OWN = (
    "make it of functions that have derivatives, or declare it: tg.custom.elementwise for a scalar function, tg.custom.array for arrays, "
    "or a tg.autograd.Function."
)

_DATES = "expected dates, and Tensors hold numbers. Call it with arrays of dates, and make a Tensor of the result."
reasons: dict[str, str] = {
    **{f"numpy.{name}": _DATES for name in ("busday_count", "busday_offset", "is_busday", "datetime_as_string", "isnat")},
    "numpy.shares_memory": "a Tensor has no memory of its own. Use np.may_share_memory, which says whether a write to one may reach the other.",
    "numpy.in1d": "NumPy has removed it since. Use np.isin.",
    "numpy.trapz": "NumPy has removed it since. Use np.trapezoid.",
    "scipy.special.sph_harm": "SciPy has removed it since. Use tg.special.sph_harm_y(n, m, theta, phi), theta the polar angle.",
}  # fmt: skip

_CONSTANT = "it makes a matrix of plain numbers. Use scipy.linalg's."
_TURNING = "the matrix alone does not determine it, and its derivative is not usual. Use {}."
_OF_SCIPYS = "it is about how SciPy computes. Use scipy.linalg's."
reasons |= {
    **{
        f"scipy.linalg.{name}": _CONSTANT
        for name in ("dft", "hadamard", "helmert", "hilbert", "invhilbert", "invpascal", "pascal")
    },
    **{
        f"scipy.linalg.{name}": _OF_SCIPYS
        for name in ("LinAlgWarning", "find_best_blas_type", "get_blas_funcs", "get_lapack_funcs", "test")
    },
    **{
        f"scipy.linalg.{name}": _TURNING.format(instead)
        for name, instead in {
            "rsf2csf": "tg.linalg.eig, whose values and vectors are complex",
            "cdf2rdf": "np.real and np.imag of the values and vectors of tg.linalg.eig",
            "qz": "tg.linalg.eig(a, b), or solve_continuous_are and solve_discrete_are",
            "ordqz": "tg.linalg.eig(a, b), or solve_continuous_are and solve_discrete_are",
            "cossin": "tg.linalg.svd of the blocks",
            "matrix_balance": "scipy.linalg.matrix_balance of x.detach().numpy(), and the scaling as a constant",
        }.items()
    },
    **{
        f"scipy.linalg.{name}": f"it updates factors, but only the factors of the changed matrix have a derivative. "
                                f"Use tg.linalg.qr of {of}."
        for name, of in {
            "qr_delete": "np.delete(a, k, axis)", "qr_insert": "np.insert(a, k, u, axis)", "qr_update": "a + np.outer(u, v)",
        }.items()
    },
    "scipy.linalg.expm_cond": "it computes with derivatives already. Use tg.linalg.norm of tg.jacobian(tg.linalg.expm)(a).",
    "scipy.linalg.clarkson_woodruff_transform": "it draws random numbers. Use S @ a with a matrix S of your own.",
}  # fmt: skip

_MATRIX = "its products are those of matrices also for `*`. Use scipy.sparse.{}_array of tapegrad.scipy, or tg.sparse.{}_array, and `@`."
reasons |= {
    **{f"scipy.sparse.{form}_matrix": _MATRIX.format(form, form) for form in ("coo", "csc", "csr")},
    "scipy.sparse.diags": "it makes a matrix of plain numbers. Use tg.sparse.diags_array.",
}  # fmt: skip

_MADE = "NumPy makes an array without asking the Tensor"
_OBJECT = "NumPy makes an array of it before anything is computed"
unasked: dict[str, str] = {
    "numpy.array": f"{_MADE}. Use tg.array, which keeps the history of nested lists too.",
    **{
        f"numpy.{name}": f"{_MADE}. Use tg.asarray, or the Tensor as it is."
        for name in ("asarray", "asanyarray", "asarray_chkfinite", "ascontiguousarray", "asfortranarray", "require")
    },
    "numpy.asmatrix": f"{_MADE}. Use the Tensor as it is, and `@` for products.",
    "numpy.bmat": f"{_MADE}. Use np.block.",
    "numpy.full": f"{_MADE}. Use tg.full, or np.full_like of a Tensor.",
    "numpy.fromiter": f"{_MADE}. Use tg.array of a list.",
    "numpy.from_dlpack": f"{_MADE}. Use tg.from_dlpack.",
    "numpy.frompyfunc": "its result calls Python on objects. Use tg.custom.elementwise.",
    "numpy.nested_iters": f"{_OBJECT}. Use a loop over the first axis, or tg.scan.",
    "numpy.isfortran": "a Tensor has no memory of its own that could be in Fortran's order. It counts as C order.",
}  # fmt: skip

without_arrays = frozenset(
    f"numpy.{name}"
    for name in [
        "arange",
        "bartlett",
        "base_repr",
        "binary_repr",
        "blackman",
        "broadcast_shapes",
        "datetime_data",
        "diag_indices",
        "empty",
        "eye",
        "format_float_positional",
        "format_float_scientific",
        "frombuffer",
        "fromfile",
        "fromfunction",
        "fromregex",
        "fromstring",
        "genfromtxt",
        "get_include",
        "get_printoptions",
        "getbufsize",
        "geterr",
        "geterrcall",
        "hamming",
        "hanning",
        "identity",
        "indices",
        "info",
        "isdtype",
        "isscalar",
        "issubdtype",
        "iterable",
        "kaiser",
        "load",
        "loadtxt",
        "mask_indices",
        "mintypecode",
        "ones",
        "printoptions",
        "promote_types",
        "set_printoptions",
        "setbufsize",
        "seterr",
        "seterrcall",
        "show_config",
        "show_runtime",
        "test",
        "tri",
        "tril_indices",
        "triu_indices",
        "typename",
        "zeros",
        "linalg.test",
        "fft.test",
        "fft.fftfreq",
        "fft.rfftfreq",
    ]
)


def name_of(function: np.ufunc | Callable[..., Any]) -> str:
    """Return the name of a function with that of its public module: of NumPy, of SciPy for other ufuncs."""
    name = getattr(function, "__name__", str(function))
    if isinstance(function, np.ufunc):
        return f"numpy.{name}" if getattr(np, name, None) is function else f"scipy.special.{name}"
    return f"{getattr(function, '__module__', 'numpy')}.{name}"
