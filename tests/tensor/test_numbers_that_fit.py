"""Numbers written into arrays of integers: NumPy converts them as Python's `int` does, and refuses what the dtype does not hold."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import tapegrad as tg

WRITES = {
    "an element": lambda x, v: x.__setitem__(0, v),
    "a slice": lambda x, v: x.__setitem__(slice(1, 3), v),
    "a mask": lambda x, v: x.__setitem__(x == 2, v),
    "positions": lambda x, v: x.__setitem__([0, 2], v),
    "a list": lambda x, v: x.__setitem__(slice(0, 1), [v]),
    "fill": lambda x, v: x.fill(v),
    "put": lambda x, v: np.put(x, [1], v),
    "put_along_axis": lambda x, v: np.put_along_axis(x, np.array([0]), v, 0),
    "place": lambda x, v: np.place(x, x == 2, v),
    "putmask": lambda x, v: np.putmask(x, x == 2, v),
    "copyto": lambda x, v: np.copyto(x, v),
    "fill_diagonal": lambda x, v: np.fill_diagonal(x.reshape(3, 1), v),
}
NUMBERS = {
    "NaN": [float("nan"), np.float64("nan")],
    "infinity": [float("inf"), -float("inf"), np.float32("inf")],
    "too large": [300, -129, 70_000, np.int64(300), np.int64(-200)],
    "too large for any": [2**63, 2**64, -(2**63) - 1, 1e30],
    "a fraction": [1.7, -1.7, 300.7, np.float64(300.7)],
    "others": [-1, np.int64(-1), 7, True, np.uint8(200), 2.0],
}
DTYPES = [np.int8, np.uint8, np.int32, np.int64, np.uint64]


def written(write, x, v):
    """What an array holds after a write; or that it was refused."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # which NumPy gives where it converts anyhow
            write(x, v)
    except (OverflowError, ValueError, TypeError):
        return "refused"
    return x


@pytest.mark.parametrize("kind", NUMBERS)
def test_numbers_are_held_or_refused_as_numpy_does(kind):
    different = []
    for name, write in WRITES.items():
        for dtype in DTYPES:
            for v in NUMBERS[kind]:
                x = np.array([1, 2, 3], dtype)
                expected, found = written(write, x.copy(), v), written(write, tg.tensor(x), v)
                if isinstance(expected, str) or isinstance(found, str):
                    same = isinstance(expected, str) and isinstance(found, str)
                else:
                    same = np.array_equal(found.numpy(), expected)
                if not same:
                    different.append((name, np.dtype(dtype).name, v, expected, found))
    assert not different


def test_recordings_refuse_them_too():
    for v, error in ((float("nan"), ValueError), (300, OverflowError), ([2, -129], OverflowError)):

        def f(i, v=v):
            x = i + np.int8(0)
            x[:2] = v
            return x

        for call in (f, tg.compile(f)):
            with pytest.raises(error, match=r"NaN|out of bounds"):
                call(np.array([1, 2, 3], np.int8))


def test_arrays_are_converted_by_their_dtypes():
    x = tg.tensor(np.array([1, 2, 3], np.int8))
    x[:2] = np.array([300, 1])
    np.testing.assert_array_equal(x.numpy(), [44, 1, 3])
    for function in (np.place, np.putmask):
        for values in (np.array([1.5]), np.array(300), np.array([7], np.uint8)):
            with pytest.raises(TypeError, match="safe"):
                function(np.array([1, 2, 3], np.int8), [True, False, True], values)
            for given in (values, tg.tensor(values)):
                with pytest.raises(TypeError, match="safe"):
                    function(x, [True, False, True], given)
    np.testing.assert_array_equal(x.numpy(), [44, 1, 3])


def test_one_number_fills():
    for value in (np.ones(1), [1.0], tg.tensor([1.0])):
        with pytest.raises(ValueError, match="fill: expected one number"):
            tg.tensor([1.0, 2.0]).fill(value)


def test_values_of_insert():
    x = np.array([1, 2, 3], np.int8)
    for v in (float("nan"), 300, [300]):
        with pytest.raises((OverflowError, ValueError)):
            np.insert(x, 1, v)
        with pytest.raises((OverflowError, ValueError)):
            np.insert(tg.tensor(x), 1, v)
    np.testing.assert_array_equal(np.insert(tg.tensor(x), 1, 2.7).numpy(), np.insert(x, 1, 2.7))


@pytest.mark.parametrize("kind", NUMBERS)
def test_tensors_are_made_of_numbers_as_arrays_are(kind):
    different = []
    for make in (tg.tensor, tg.array, tg.asarray):
        for dtype in DTYPES:
            for v in (*NUMBERS[kind], *([v] for v in NUMBERS[kind])):
                try:
                    expected = np.array(v, dtype)
                except (OverflowError, ValueError):
                    with pytest.raises((OverflowError, ValueError, TypeError)):
                        make(v, dtype=dtype)
                except RuntimeWarning:
                    continue  # NumPy's scalars are converted as arrays are, to whatever the machine makes of NaN
                else:
                    found = make(v, dtype=dtype)
                    if not np.array_equal(found.numpy(), expected) or found.dtype != expected.dtype:
                        different.append((make.__name__, np.dtype(dtype).name, v, found))
    assert not different


def test_an_argument_that_is_a_number_of_pythons_fits_in_each_replay():
    def f(x, v):
        x = x * 1
        x[0] = v
        return x

    for dtype in (np.int8, np.uint64, np.int64):
        compiled, x = tg.compile(f), np.array([1, 2, 3], dtype)
        for v in (5, 7, 7.5, 100):
            np.testing.assert_array_equal(compiled(x, v), f(x, v))
        for v in (float("nan"), float("inf"), *([300, -129] if dtype is np.int8 else [])):
            with pytest.raises((OverflowError, ValueError), match=r"NaN|infinity|out of bounds"):
                compiled(x, v)
