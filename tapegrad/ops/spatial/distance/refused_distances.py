"""Functions of `scipy.spatial.distance` that are none on Tensors: why, and what to use instead.

Tests: tests/ops/test_refused_by_scipy.py
"""

from __future__ import annotations

from tapegrad.ops.refusals import reasons

_SETS = "it counts places where vectors differ, which has no derivative. Call SciPy's on plain data."
_CHECKS = "it asks about distances, without a derivative. Call SciPy's on plain data."

_GROUPS = {
    "dice hamming jaccard kulczynski1 matching rogerstanimoto russellrao sokalmichener sokalsneath yule": _SETS,
    "is_valid_dm is_valid_y num_obs_dm num_obs_y": _CHECKS,
    "directed_hausdorff": "it searches for two points. Use cdist, and its min and max.",
    "jensenshannon": "a distance of distributions. Write it with tg.special.rel_entr, and np.sqrt of the sum.",
}

reasons.update({f"scipy.spatial.distance.{name}": why for names, why in _GROUPS.items() for name in names.split()})
