"""What users try first: help, the command line, pickles, notices, and messages that say what to do."""

from __future__ import annotations

import pickle
import pydoc

import numpy as np
import pytest
import scipy.sparse

import tapegrad as tg
from tapegrad.__main__ import main
from tapegrad.errors import ArgumentError, DtypeError, GradientError, ShapeError


def test_help_is_about_the_function():
    text = pydoc.plain(pydoc.render_doc(tg.sin))
    assert "Sine." in text
    assert "result = np.sin(x)" in text
    assert "Lanes" not in text
    assert repr(tg.sin) == "<op sin(x): Sine.>"
    assert "tg.special.erf(x)" in pydoc.plain(pydoc.render_doc(tg.special.erf))
    assert "half to each" in tg.maximum.__doc__


def test_examples_of_help_run():
    for op in (tg.sin, tg.arccosh, tg.maximum, tg.less, tg.special.erf, tg.hypot):
        scope = {"tg": tg, "np": np}
        for line in op.__doc__.split("\n"):
            if line.startswith(">>> "):
                exec(line[4:], scope)


def test_the_command_line_says_what_is_installed(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"tapegrad {tg.__version__}\n"
    assert main(["info"]) == 0
    rows = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert rows["numpy"] == np.__version__
    assert rows["threads"] == str(tg.get_num_threads())
    assert {"tapegrad", "python", "llvmlite", "scipy", "processor", "cache"} <= rows.keys()


def test_compiled_transforms_of_numpys_functions_are_pickled():
    for f in (tg.grad(np.sin), tg.value_and_grad(tg.grad(np.sin)), tg.hessian(np.cos), tg.func.jacfwd(np.tanh)):
        again = pickle.loads(pickle.dumps(tg.compile(f)))
        assert again(0.5) == tg.compile(f)(0.5)


def test_ints_under_compiled_gradients():
    assert tg.compile(tg.grad(lambda x: x**2))(3) == 6.0
    assert tg.compile(tg.value_and_grad(lambda x, n: x**n))(3, 2) == (9.0, 6.0)


def test_batches_fill_arrays_that_are_given():
    f = tg.compile(lambda x: (2.0 * x, {"sum": np.sum(x)}))
    x = np.arange(6.0).reshape(3, 2)
    out = np.empty((3, 2)), {"sum": np.empty(3)}
    assert f.batch(x, out=out) is out
    np.testing.assert_array_equal(out[0], 2.0 * x)
    np.testing.assert_array_equal(out[1]["sum"], x.sum(1))
    kept = out[0].copy()
    with pytest.raises(ShapeError, match=r"out= of shape \(2,\)"):
        f.batch(x + 1.0, out=(out[0], {"sum": np.empty(2)}))
    np.testing.assert_array_equal(out[0], kept)
    with pytest.raises(ArgumentError, match="containers"):
        f.batch(x, out=out[0])


def test_messages_say_what_to_do():
    with pytest.raises(GradientError, match=r"shape \(1,\)\. Use jacobian\(f\), or reduce the result"):
        tg.grad(lambda x: 2.0 * x)(np.ones(1))
    with pytest.raises(DtypeError, match=r"got a sparse one \(csr_array\)\. Use A @ x"):
        np.dot(scipy.sparse.eye_array(2, format="csr"), tg.tensor(np.ones(2), requires_grad=True))
