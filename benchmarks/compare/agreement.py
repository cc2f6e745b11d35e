"""Do all peers give the same value and the same gradients?

Each is compared with the median of all, so that with three peers or more the one that is wrong is the one named.
"""

import numpy as np

from benchmarks.problems import Answer

TOLERANCE = 1e-10
"""Relative to the largest entry of the array."""


def disagreements(answers: dict[str, Answer], tolerance: float = TOLERANCE) -> dict[str, str]:
    """Give for each peer that disagrees what is wrong."""
    arrays = {name: [np.asarray(value), *gradients] for name, (value, gradients) in answers.items()}
    shapes = {name: [a.shape for a in own] for name, own in arrays.items()}
    wrong = {}
    expected = next(iter(shapes.values()), None)
    for name, own in shapes.items():
        if own != expected:
            wrong[name] = f"shapes {own}, expected {expected}"
    if wrong:
        return wrong
    for index, columns in enumerate(zip(*arrays.values(), strict=True)):
        median = np.nanmedian(columns, axis=0)
        scale = max(np.max(np.abs(median)), np.finfo(float).tiny)
        for name, column in zip(arrays, columns, strict=True):
            error = np.max(np.abs(column - median)) / scale
            if not error <= tolerance:  # NaN disagrees as well
                what = "value" if index == 0 else f"gradient {index}"
                wrong.setdefault(name, f"{what} is off by {error:.1e} (relative)")
    return wrong
