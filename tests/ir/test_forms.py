"""Forms: one for equal shapes and dtypes, whatever object the dtype is."""

from __future__ import annotations

import pickle
from itertools import count

import numpy as np
import pytest

from tapegrad.ir.forms import form_of

_sizes = count(101)


@pytest.mark.sampled(99)
@pytest.mark.parametrize("char", "?bhilqBHILQfdFD")
def test_dtypes_of_pickled_arrays_are_the_usual_objects(char: str) -> None:
    """Comparisons by `is` know no others: the first form that was made of one kept ops from their machine code."""
    dtype = pickle.loads(pickle.dumps(np.ones(1, char))).dtype
    assert dtype is not np.dtype(char)
    shape = (next(_sizes), 2, 3)
    form = form_of(shape, dtype)
    assert form.dtype is np.dtype(form.dtype.type)
    assert form is form_of(shape, np.dtype(char))
    assert form.lane is (np.dtype(char) if char in "fdFD" else np.dtype(float) if char == "?" else None)
