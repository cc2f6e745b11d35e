"""Functions of `scipy.ndimage` that are none on Tensors: why, and what to use instead.

Tests: tests/ops/test_refused_by_scipy.py
"""

from __future__ import annotations

from tapegrad.ops.refusals import reasons

_DISTANCES = "distances to the nearest background element are counted from truth values, which have no derivative. Call SciPy's on plain data."
_LABELS = "it counts or finds regions, which have no derivative. Call SciPy's on plain data, and index the Tensor with the result."
_SHAPES = "it works on truth values, which have no derivative. Use maximum_filter and minimum_filter, whose derivative is the derivative of the selected element."
_CALLS = "it calls a function for each element. Write it with map_coordinates, or filters of shifted arrays."
_SPECTRUM = "it multiplies a spectrum by the spectrum of a filter. Use tg.fft and np.exp, np.sinc or a phase."
_PARTS = "statistics of labelled regions. Use np.bincount with weights, or np.sum of the regions by indices."

_GROUPS = {
    "distance_transform_bf distance_transform_cdt distance_transform_edt": _DISTANCES,
    "label find_objects watershed_ift value_indices": _LABELS,
    "binary_closing binary_dilation binary_erosion binary_fill_holes binary_hit_or_miss binary_opening binary_propagation "
    "generate_binary_structure iterate_structure": _SHAPES,
    "generic_filter generic_filter1d generic_gradient_magnitude generic_laplace geometric_transform vectorized_filter": _CALLS,
    "fourier_ellipsoid fourier_gaussian fourier_shift fourier_uniform": _SPECTRUM,
    "center_of_mass extrema histogram labeled_comprehension maximum maximum_position mean median minimum minimum_position "
    "standard_deviation sum sum_labels variance": _PARTS,
}  # fmt: skip

reasons.update({f"scipy.ndimage.{name}": why for names, why in _GROUPS.items() for name in names.split()})
