"""Methods of Tensor that are NumPy's functions: their names, arguments and types."""

from __future__ import annotations

import inspect
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.errors import TapegradError
from tapegrad.tensor.compiled_methods import load

METHODS = [
    n for n, m in vars(tg.Tensor).items() if n[0] != "_" and getattr(m, "__module__", "").startswith("tapegrad.ops")
]
X = np.array([[1.0, 2.5, -1.0], [3.0, -4.0, 0.5]])


def test_there_are_methods_that_are_functions():
    assert {"sum", "max", "take", "clip"} <= set(METHODS)


def parameters(function):
    return [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD]


@pytest.mark.parametrize("name", METHODS)
def test_a_method_takes_its_functions_arguments_by_their_names_in_numpy(name):
    method, function = getattr(tg.Tensor, name), getattr(np, name)
    try:
        known = parameters(function)[1:]
    except ValueError:
        pytest.skip("this version of NumPy does not tell the arguments of its functions in C")
    assert method.__doc__
    own = parameters(method)[1:]
    assert [n for n in known if n in own] == [n for n in own if n in known]
    assert set(own) <= {*known, "correction"}
    assert set(parameters(getattr(tg.tensor(X), name))) == set(own)


@pytest.mark.parametrize(
    ("name", "args", "keywords"),
    [
        ("sum", (0,), {"keepdims": True}), ("mean", (), {"axis": 1}), ("var", (), {"ddof": 1}), ("std", (1,), {}),
        ("prod", (0,), {}), ("max", (1,), {}), ("min", (), {"axis": (0, 1), "keepdims": True}), ("cumsum", (1,), {}),
        ("clip", (-1.0, 2.0), {}), ("clip", (), {"min": 0.0}), ("round", (), {}), ("take", ([2, 0],), {"axis": 1}),
        ("dot", (X.T,), {}), ("repeat", (2,), {"axis": 0}), ("swapaxes", (0, 1), {}), ("ravel", (), {}),
        ("trace", (1,), {}), ("diagonal", (), {"offset": 1}), ("any", (0,), {}), ("all", (), {"axis": 1}),
        ("argmax", (0,), {}), ("argmin", (), {"axis": 1}), ("argsort", (), {"axis": 0}), ("squeeze", (), {}),
    ],
)  # fmt: skip
def test_a_method_gives_what_numpys_gives(name, args, keywords):
    found = getattr(tg.tensor(X), name)(*args, **keywords)
    expected = getattr(X, name)(*args, **keywords)
    assert found.dtype == np.asarray(expected).dtype
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-15)


def test_help_shows_the_arguments():
    text = pydoc.render_doc(tg.Tensor, renderer=pydoc.plaintext)
    arguments = "axis=None,dtype=None,out=None,keepdims=False,initial=None,where=True)"
    # since 3.13, each argument has a line of its own; once calls along paths are compiled, they show no types
    assert arguments in re.sub(r": '\w+'|[\s|]", "", text)
    assert "Sum elements over axes." in text


PROGRAM = """
import tapegrad as tg
x = tg.tensor([1.0])
reveal_type(x + 1)
reveal_type(1.0 - x * x)
reveal_type(-x[0])
reveal_type(x < 2)
reveal_type(x.sum(axis=0, keepdims=True))
reveal_type(x.take([0]).requires_grad_())
reveal_type(x.T.detach())
x += 1
x[0] = 2.0
x.sum(axes=0)
"""


@pytest.mark.exhaustive
def test_type_checkers_see_tensors_and_arguments(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "program.py").write_text(PROGRAM)
    others = "[mypy-numpy.*,scipy.*,numba.*,llvmlite.*]\nfollow_imports = skip\nignore_missing_imports = true\n"
    (tmp_path / "mypy.ini").write_text("[mypy]\n" + others)  # nothing of theirs is asked, and they take long
    where = str(Path(tg.__file__).parents[1])
    path = {} if "site-packages" in where else {"MYPYPATH": where}  # what is installed mypy finds itself
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "program.py"],
        cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": where, **path},
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if line.startswith("program.py")]
    types = [line.rpartition('"')[0].rpartition('"')[2] for line in lines if "Revealed" in line]
    assert types == ["tapegrad.tensor.tensor.Tensor"] * 7, done.stdout + done.stderr
    assert [line for line in lines if "error" in line] == [
        'program.py:13: error: Unexpected keyword argument "axes"  [call-arg]'
    ]


class Other:
    """What has an answer to ufuncs of its own."""

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **keywords):
        return ufunc.__name__, method, out is not None


def test_others_that_answer_ufuncs_are_asked_after_a_tensor():
    t, other = tg.tensor([1.0, 2.0]), Other()
    calls = (
        lambda x: np.add(x, other), lambda x: np.add(other, x), lambda x: np.sin(x, out=other), lambda x: np.modf(x, other),
        lambda x: np.add.reduce(x, out=other), lambda x: np.multiply.outer(x, other),
    )  # fmt: skip
    for call in calls:
        assert call(t) == call(np.array([1.0, 2.0]))
    with pytest.raises(TapegradError):
        np.add(t, object())
    whole = tg.tensor([7.0, 7.0])
    assert np.modf(t, out=(whole, other)) == ("modf", "__call__", True)
    with pytest.raises(TapegradError):
        np.modf(t, out=(whole, np.zeros(2)))
    assert whole.tolist() == [7.0, 7.0]
    load()  # machine code that answers before
    with pytest.raises(TapegradError):
        np.multiply.accumulate(t * 1j, dtype=np.uint16)
