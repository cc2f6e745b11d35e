"""Messages that name what was called, what came, and a remedy that works where they are raised."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import ArgumentError, DtypeError, ShapeError


def test_a_function_unknown_on_tensors_names_plain_data_where_that_is_allowed():
    x = tg.tensor([2.0, 1.0], requires_grad=True)
    with pytest.raises(
        DtypeError, match=re.escape("unique: this NumPy function does not work on Tensors. Use .detach()")
    ):
        np.unique(x)
    assert np.unique(x.detach().numpy()).tolist() == [1.0, 2.0]  # the remedy


@pytest.mark.parametrize("function", [np.unique, np.frompyfunc(abs, 1, 1)])
def test_a_function_unknown_on_tensors_names_no_plain_data_in_a_recording(function):
    f = tg.compile(lambda x: function(x))
    with pytest.raises(DtypeError, match="Compute with others while the function is recorded, or before it") as caught:
        f(np.ones(2))
    assert "detach" not in str(caught.value)


@pytest.mark.parametrize("number", [10**30, -(2**63) - 1, 10**6000], ids=["large", "small", "huge"])
def test_an_integer_too_large_is_said_to_be_so(number):
    f = tg.compile(lambda x: x * 2)
    with pytest.raises(
        DtypeError, match=f"expected integers of 64 bits, got one of {number.bit_length()}. Pass a float"
    ):
        f(number)
    assert f(2**50) == 2**51


@pytest.mark.parametrize(
    ("vector", "error", "said"),
    [
        (np.ones(3), ShapeError, r"a tangent of shape \(3,\) does not fit a primal of shape \(2,\)"),
        ("v", DtypeError, "expected arrays, numbers"),
        ({"v": 1.0}, ArgumentError, "the tangents must have the containers of the primals"),
    ],
)
def test_hvp_speaks_in_its_own_name(vector, error, said):
    with pytest.raises(error, match=f"^hvp: {said}"):
        tg.hvp(lambda x: np.sum(x**3))(np.ones(2), vector)


def test_a_loaded_tape_says_what_it_got_and_that_static_arguments_are_left_out():
    f = tg.compile(lambda x, n: x * n, static_argnums=1)
    f(np.ones(2), 3)
    file = io.BytesIO()
    f.save(file, np.ones(2), 3)
    file.seek(0)
    loaded = tg.load(file)
    expected = "expected the arguments (float64[2]), with their keys in this order, got (float64[2], int64[]). Leave out static"
    with pytest.raises(ArgumentError, match=re.escape(expected)):
        loaded(np.ones(2), 3)
    with pytest.raises(ArgumentError, match=re.escape("got (float64[2], n=<class 'str'>)")):
        loaded(np.ones(2), n="3")
    np.testing.assert_array_equal(loaded(np.ones(2)), [3.0, 3.0])
