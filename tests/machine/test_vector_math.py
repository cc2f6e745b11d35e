"""The vector mathematics against mpmath, on seeded samples of the intervals of the accuracy table."""

from __future__ import annotations

import pytest

pytest.importorskip("mpmath")
from benchmarks import accuracy

CASES = [(function, interval) for function, intervals in accuracy.INTERVALS.items() for interval in intervals]
MOST = 2.6  # ulp; tanh, sinh and tan come near it
MOST_OF_SPECIAL = 10.0  # gammaln comes near it between its zeros, where SciPy is off by 18,000
SPECIAL = ("erf", "erfc", "erfcx", "gammaln", "digamma", "expi")


@pytest.mark.parametrize(("function", "interval"), CASES, ids=[f"{f}-{label}" for f, (label, _) in CASES])
def test_errors_are_small(function, interval):
    measured = accuracy.measure(function, interval, 500, seed=1)
    assert measured.greatest <= (MOST_OF_SPECIAL if function in SPECIAL else MOST), measured


def test_the_measure_sees_an_error():
    """Half an ulp for a correctly rounded value, one more for its neighbour."""
    import mpmath
    import numpy as np

    with mpmath.workprec(accuracy.DIGITS):
        truth = [mpmath.exp(mpmath.mpf(1.0))]
        near = np.array([float(truth[0])])
        right = accuracy.errors(near, truth)[0]
        wrong = accuracy.errors(np.nextafter(near, 10.0), truth)[0]
        other = accuracy.errors(np.nextafter(near, 0.0), truth)[0]
    assert right <= 0.5
    assert sorted([wrong, other]) == pytest.approx([1.0 - right, 1.0 + right])
