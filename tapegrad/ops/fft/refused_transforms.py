"""Functions of `scipy.fft` that are none on Tensors: why, and what to use instead.

Tests: tests/ops/test_refused_by_scipy.py
"""

from __future__ import annotations

from tapegrad.ops.refusals import reasons

_HANKEL = "it is linear, with plain coefficients. Use x @ scipy.fft.fht(np.eye(n), dln, mu), which has derivatives; ifht alike."
_SETTINGS = (
    "it sets how SciPy's transforms are computed. Call SciPy's; tapegrad's transforms follow tg.set_num_threads."
)
_GROUPS = {
    "fht ifht": _HANKEL,
    "fhtoffset": "it is a plain number. Call SciPy's.",
    "get_workers set_workers set_backend set_global_backend register_backend skip_backend": _SETTINGS,
}

reasons.update({f"scipy.fft.{name}": why for names, why in _GROUPS.items() for name in names.split()})
