"""The pattern of a sparse derivative: facts, pictures, matrices."""

from __future__ import annotations

import copy
import pickle
import re

import numpy as np
import pytest
import scipy.sparse
from scipy.optimize import least_squares

from tapegrad.errors import ArgumentError
from tapegrad.func.sparsity_pattern import SparsityPattern


def pattern_of(matrix, layout="csr"):
    compressed = scipy.sparse.csc_array(matrix) if layout == "csc" else scipy.sparse.csr_array(matrix)
    compressed.sort_indices()
    return SparsityPattern(matrix.shape, compressed.indptr, compressed.indices, 3, "columns", layout)


@pytest.mark.parametrize("layout", ["csr", "csc", "coo"])
@pytest.mark.parametrize("shape", [(7, 5), (1, 9), (9, 1), (0, 4), (4, 0)])
def test_matrices(shape, layout):
    dense = np.random.default_rng(0).random(shape) * (np.random.default_rng(1).random(shape) < 0.4)
    pattern = pattern_of(dense, layout)
    assert pattern.nnz == np.count_nonzero(dense)
    np.testing.assert_array_equal(pattern.toarray(), dense != 0)
    for kind in ("csr", "csc", "coo"):
        converted = getattr(pattern, f"to{kind}")()
        assert (converted.format, converted.dtype) == (kind, bool)
        np.testing.assert_array_equal(converted.toarray(), dense != 0)
    rows, columns = pattern.coordinates
    matrix = pattern.matrix(dense[rows, columns])
    assert matrix.format == layout
    np.testing.assert_array_equal(matrix.toarray(), dense)
    if layout == "coo":
        return
    matrix.check_format()
    assert matrix.has_canonical_format
    assert not np.shares_memory(matrix.indices, pattern.indices)


def test_it_never_changes():
    pattern = pattern_of(np.eye(3))
    for part in (pattern.indptr, pattern.indices, *pattern.coordinates):
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 1
    assert copy.deepcopy(pattern) is pattern
    again = pickle.loads(pickle.dumps(pattern))
    np.testing.assert_array_equal(again.toarray(), np.eye(3, dtype=bool))
    with pytest.raises(ValueError, match="read-only"):
        again.indices[0] = 1
    with pytest.raises(ArgumentError, match=r"expected 3 values, got an array of shape \(4,\)"):
        pattern.matrix(np.ones(4))


def test_what_wants_a_matrix_is_told_to_convert():
    pattern = pattern_of(np.eye(3))
    for use in (np.asarray, np.atleast_2d, lambda p: least_squares(lambda x: x, np.ones(3), jac_sparsity=p)):
        with pytest.raises(ArgumentError, match=r"Pass pattern.tocsr\(\) to SciPy"):
            use(pattern)
    fit = least_squares(lambda x: x - 2.0, np.ones(3), jac_sparsity=pattern.tocsr())
    np.testing.assert_allclose(fit.x, 2.0)


def test_matplotlib_shows_it():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    figure, axes = pyplot.subplots()
    marks = axes.spy(pattern_of(np.eye(4, k=1)))
    np.testing.assert_array_equal(marks.get_xydata(), [(1, 0), (2, 1), (3, 2)])
    pyplot.close(figure)


def dots(text):
    """Read a picture of braille characters: bits of a code point are dots 1 to 8, which stand in two columns."""
    lines = [[ord(c) - 0x2800 for c in line] for line in text.split("\n")[1:]]
    picture = np.zeros((4 * len(lines), 2 * len(lines[0])), bool)
    for i, line in enumerate(lines):
        for j, code in enumerate(line):
            for bit, (row, column) in enumerate([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1)]):
                picture[4 * i + row, 2 * j + column] = code >> bit & 1
    return picture


@pytest.mark.parametrize("shape", [(4, 2), (7, 5), (48, 80), (1, 1)])
def test_a_small_picture_has_a_dot_for_each_nonzero(shape):
    dense = np.random.default_rng(2).random(shape) < 0.3
    dense[0, 0] = True
    picture = dots(repr(pattern_of(dense)))
    np.testing.assert_array_equal(picture[: shape[0], : shape[1]], dense)
    assert picture.sum() == dense.sum()


def test_a_large_picture_is_of_the_shape():
    text = repr(pattern_of(scipy.sparse.eye_array(4800, format="csr")))
    picture = dots(text)[:48, :48]
    np.testing.assert_array_equal(picture, np.eye(48, dtype=bool))
    assert text.startswith("<SparsityPattern of 4,800 x 4,800, 4,800 nonzeros (0.021%), 3 colours of columns>")
    assert max(map(len, repr(pattern_of(np.ones((30, 900)))).split("\n")[1:])) == 40


def test_html_has_a_square_for_each_nonzero():
    dense = np.random.default_rng(3).random((20, 30)) < 0.2
    html = pattern_of(dense)._repr_html_()
    squares = {(int(i), int(j)) for j, i in re.findall(r"M(\d+) (\d+)h1v1h-1z", html)}
    assert squares == {(int(i), int(j)) for i, j in np.argwhere(dense)}
    assert f"{dense.sum()} nonzeros" in html


def test_nothing_has_a_picture():
    for shape in ((0, 0), (3, 0), (5, 5)):
        assert "0 nonzeros (0%)" in repr(pattern_of(np.zeros(shape)))
        assert "0 nonzeros" in pattern_of(np.zeros(shape))._repr_html_()
