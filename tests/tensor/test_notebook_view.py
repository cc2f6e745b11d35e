"""What notebooks, shells and debuggers show of a Tensor."""

from __future__ import annotations

import re

import numpy as np
import pytest

import tapegrad as tg


def rows(t: tg.Tensor) -> dict[str, str]:
    """The rows of the table that a notebook shows."""
    return dict(re.findall(r"<th[^>]*>(.*?)</th><td>(.*?)</td>", t._repr_html_(), re.DOTALL))


def test_a_leaf_shows_its_form_values_and_gradient():
    x = tg.tensor([[0.5, 2.0]], requires_grad=True)
    (x * x).sum().backward()
    assert rows(x) == {
        "shape": "(1, 2)", "dtype": "float64", "requires_grad": "True", "made by": "the user: a leaf", "grad": "[[1., 4.]]",
    }  # fmt: skip
    assert "<pre" in x._repr_html_()
    assert "[[0.5, 2. ]]" in x._repr_html_()


def test_a_result_shows_what_made_it_and_stays_differentiable():
    x = tg.tensor([0.5, 2.0], requires_grad=True)
    for _ in range(60):  # compiled at some time
        y = tg.exp(x) * 3.0
        assert rows(y)["made by"] == "multiply"
        y.sum().backward()
        np.testing.assert_allclose(x.grad.numpy(), 3.0 * np.exp([0.5, 2.0]))
        assert rows(y)["made by"] == "multiply"
        x.grad = None


def test_the_line_is_shown_where_it_was_kept():
    with tg.Tape(lines=True):
        x = tg.tensor([0.5, 2.0], requires_grad=True)
        y = x * 3.0
        assert re.fullmatch(r".*test_notebook_view\.py:\d+", rows(y)["line"])


def test_data_and_large_or_odd_tensors_are_shown_short():
    assert "made by" not in rows(tg.tensor([1, 2]))
    large = tg.zeros(1_000_000)._repr_html_()
    assert len(large) < 1500
    assert "..." in large
    for t in (tg.zeros(()), tg.zeros((0, 3)), tg.tensor([True]), tg.tensor([1j]), tg.tensor([[1.0]]).T[0]):
        assert rows(t)["shape"] == str(t.shape)


def test_it_never_fails_where_values_are_not_known():
    shown = []

    def f(x):
        shown.append(x._repr_html_())
        return x * x

    assert tg.compile(f)(np.array([2.0, 3.0])).tolist() == [4.0, 9.0]
    assert tg.compile(tg.grad(lambda x: f(x).sum()))(np.array([2.0, 3.0])).tolist() == [4.0, 6.0]
    assert len(shown) == 2
    assert all("<table>" in text for text in shown)


def test_dir_shows_what_there_is():
    x = tg.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    missing = {name for name in dir(x) if not hasattr(x, name)}
    assert missing <= {"_numba_type_", "_home", "_instruction"}  # which other code asks for, and empty slots
    assert {"sum", "backward", "shape", "grad", "reshape"} <= set(dir(x))
    assert "view" not in dir(x)


def test_ipython_shows_it():
    shell = pytest.importorskip("IPython.core.interactiveshell")
    pytest.importorskip("IPython")
    ip = shell.InteractiveShell()
    ip.run_cell("import tapegrad as tg; x = tg.tensor([0.5, 2.0], requires_grad=True)")
    data, _ = ip.display_formatter.format(ip.user_ns["x"])
    assert data["text/plain"] == "tensor([0.5, 2. ], requires_grad=True)"
    assert "<table>" in data["text/html"]
