"""The harness finds what is planted, lists what is listed, and says nothing of what is right."""

from __future__ import annotations

import collections
import sys
import textwrap

import numpy as np
import pytest

from tests.upstream import listing
from tests.upstream.calls import Outcome
from tests.upstream.choices import PROMISES
from tests.upstream.comparing import compared, moves
from tests.upstream.running import Options, expanded, run

pytestmark = pytest.mark.slow
NumpyPair = collections.namedtuple("NumpyPair", "number array")
PLANTED = """
import os

import numpy as np
import pytest
from numpy.testing import assert_raises
from scipy.interpolate import BSpline, CubicSpline
from scipy.linalg import cholesky, qr, svd
from scipy.signal import detrend, lfilter

import tapegrad as tg
from tapegrad.ops import declare, dispatch_tables
from tapegrad.record.open_recording import current

X = np.array([3.0, 1.0, 2.0])
EIGH = type(np.linalg.eigh(np.eye(1)))

dispatch_tables.functions[np.flip] = lambda x: tg.flip(x) + (0.1 if x.size == 3 else 0.0)
dispatch_tables.functions[np.cumsum] = lambda x: tg.cumsum(x.detach() if isinstance(x, tg.Tensor) else x)
dispatch_tables.functions[np.tile] = lambda x, n: tg.tile(x, 2)
dispatch_tables.functions[np.put] = lambda x, i, v: None
dispatch_tables.functions[np.roll] = lambda x, n: tg.roll(x if current() is None else x * 0.0 + X, n)
dispatch_tables.functions[np.sort] = lambda x: os._exit(3)
dispatch_tables.functions[np.reshape] = lambda x, shape: tg.ravel(x)
dispatch_tables.functions[np.flipud] = lambda x: tg.flip(x).astype(np.float32)
dispatch_tables.functions[np.rot90] = lambda x: (2.0 * tg.rot90(x)).astype(np.float32)
dispatch_tables.functions[np.linalg.eigh] = lambda a: EIGH(tg.linalg.eigh(a)[0], -tg.linalg.eigh(a)[1])

def test_ended():  # the first, since the module begins anew after it
    np.sort(X)

def test_right():
    assert X.sum() == np.sum(X) == np.add.reduce(X) == 6.0
    with pytest.raises(ValueError):
        np.take(X, [[0], [1, 2]])
    assert_raises(ValueError, np.concatenate, [X, X.reshape(3, 1)])

def test_value():
    np.flip(X)

def test_gradient():
    np.cumsum(X)

def test_shape():
    np.tile(X, 3)

def test_written():
    x = X.copy()
    np.put(x, [1], [9.0])

def test_baked():
    np.roll(X, 1)

def test_objects():
    spline = CubicSpline([0.0, 1.0, 2.0, 4.0], np.append(X, 5.0))
    spline.derivative()(X)
    BSpline([0.0, 0.0, 1.0, 1.0], X[:2], 1).insert_knot(0.5)

def test_rounding():
    detrend(np.array([0, 1, 2, 5, 0, -5, -10]), bp=3)

def test_triangle():
    np.linalg.eigvalsh(np.diag(X) + 0.5)

def test_choice():
    np.linalg.eigh(np.diag(X))

def test_tuples():
    a = np.diag(X) + np.ones((3, 3))
    for found in svd(a), qr(a[:, :2]), qr(a, mode="r"), cholesky(a):
        assert len(found)

def test_own_function():
    np.apply_along_axis(lambda x: lfilter([1.0, 0.5], [1.0], x), 0, np.ones((3, 2)))

def test_patched(monkeypatch):
    np.flip(X)

def test_narrow():
    np.flipud(X / 7.0)

def test_narrow_and_wrong():
    np.rot90(np.diag(X))

def test_accepted():
    assert_raises(ValueError, np.reshape, X, (2, 2))

@pytest.mark.parametrize("function", [np.flip])
def test_parameter(function):
    function(X)
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What a package of tests with planted errors gives."""
    folder = tmp_path_factory.mktemp("upstream")
    tests = folder / "planted" / "tests"
    tests.mkdir(parents=True)
    (folder / "planted" / "__init__.py").touch()
    (tests / "__init__.py").touch()
    (tests / "test_planted.py").write_text(textwrap.dedent(PLANTED), encoding="utf-8")
    sys.path.append(str(folder))
    try:
        assert expanded("planted") == ["planted.tests.test_planted"]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", str(folder), prepend=":")
            yield run("planted.tests.test_planted", Options())
    finally:
        sys.path.remove(str(folder))


def kinds(found, test):
    return {
        (form, kind) for _, _, form, kind, _, text in found["found"] if f"::{test}\n" in text or f"::{test}[" in text
    }


@pytest.mark.parametrize(
    ("test", "kind"),
    [
        ("test_value", ("eager", "value")),
        ("test_parameter", ("eager", "value")),
        ("test_gradient", ("gradient", "gradient")),
        ("test_shape", ("eager", "shape")),
        ("test_written", ("eager", "written")),
        ("test_baked", ("replay", "value")),
        ("test_triangle", ("gradient", "triangle")),
        ("test_ended", ("", "ended")),
        ("test_narrow", ("eager", "dtype")),
        ("test_narrow_and_wrong", ("eager", "value")),
        ("test_accepted", ("eager", "accepted")),
    ],
)
def test_what_is_planted_is_found(found, test, kind):
    assert kind in kinds(found, test)


def test_what_is_right_is_no_difference(found):
    assert found["tests"] == {"passed": 17, "failed": 0, "skipped": 0}
    assert kinds(found, "test_right") == set()
    assert found["calls"]["numpy.ndarray.sum"] == found["calls"]["numpy.add.reduce"] == 1


def test_a_vector_of_another_sign_is_a_choice(found):
    assert kinds(found, "test_choice") >= {("eager", "choice"), ("compiled", "choice")}
    assert {kind for _, kind in kinds(found, "test_choice")} <= {"choice", "triangle"}


def test_calls_say_what_scipys_say(found):
    assert kinds(found, "test_tuples") == {("gradient", "triangle")}  # of cholesky
    assert kinds(found, "test_own_function") == set()
    assert found["calls"]["scipy.linalg.qr"] == 2
    assert found["calls"]["numpy.apply_along_axis"] == 1


def test_what_a_test_patches_is_not_repeated(found):
    assert kinds(found, "test_patched") == set()
    assert found["set aside"]["tests that patch the library"] == 1


def test_zeros_that_rounding_leaves_are_no_wrong_numbers(found):
    assert {kind for _, kind in kinds(found, "test_rounding")} <= {"rounding"}


def test_what_other_last_bits_move_is_measured_in_each_part():
    pair = NumpyPair(1.0, np.ones(2))
    assert moves(pair, (1.0 + 9e-9, np.ones(2)), [NumpyPair(1.0 + 1e-9, np.ones(2))])
    assert moves(pair, (1.0 + 9e-9, np.ones(2) - 1e-16), [NumpyPair(1.0 + 1e-9, np.ones(2))])
    assert not moves(pair, (1.0 + 11e-9, np.ones(2)), [NumpyPair(1.0 + 1e-9, np.ones(2))])
    assert not moves(pair, (1.0, np.array([1.0, 1.1])), [NumpyPair(1.1, np.ones(2))])
    assert not moves(np.ones(2), np.ones(2), [np.ones(3)])


def test_objects_are_made_again_for_each_call_of_theirs(found):
    assert kinds(found, "test_objects") == set()
    assert found["calls"]["scipy.interpolate.CubicSpline().derivative().__call__"] == 1
    assert "scipy.interpolate.BSpline().insert_knot" in found["not offered"]


def listed(tmp_path, monkeypatch, text, head=""):
    monkeypatch.setattr(listing, "FOLDER", tmp_path)
    (tmp_path / "planted.toml").write_text(f"{head}differs = [\n{text}\n]\n", encoding="utf-8")


LINE = '{{ function = "numpy.{}", kind = "{}", says = "{}", reason = "planted", calls = {{ test_planted = {} }} }},'


@pytest.mark.parametrize(("calls", "fails"), [(1, False), (2, True), (0, True)])
def test_a_line_stands_for_as_many_calls_as_it_says(found, tmp_path, monkeypatch, calls, fails):
    listed(tmp_path, monkeypatch, LINE.format("reshape", "accepted", "cannot reshape", calls))
    verdict = listing.judged("planted.tests.test_planted", found, 1)
    assert any("planted.toml" in text for text in verdict.failures) == fails
    assert any("test_accepted" in text for text in verdict.failures) == (calls == 0)


@pytest.mark.parametrize(("counted", "sample", "fails"), [(1, 20, False), (20, 20, True), (1, 1, True), (20, 1, False)])
def test_a_sample_need_not_meet_the_numbers_of_a_larger_one(found, tmp_path, monkeypatch, counted, sample, fails):
    listed(tmp_path, monkeypatch, LINE.format("reshape", "accepted", "cannot reshape", 2), f"sample = {counted}\n")
    verdict = listing.judged("planted.tests.test_planted", found, sample)
    assert any("planted.toml" in text for text in verdict.failures) == fails


def test_a_test_that_is_left_out_is_named(tmp_path, monkeypatch):
    head = 'left."test_planted::TestA::test_b" = "wrong there"\nleft.test_other = "mocks"\n'
    listed(tmp_path, monkeypatch, "", head)
    assert listing.left_tests("planted.tests.test_planted") == {"TestA::test_b": "wrong there"}
    assert listing.left_tests("planted.tests.test_other") == {}
    assert (listing.left("planted.tests.test_planted"), listing.left("planted.tests.test_other")) == ("", "mocks")


@pytest.mark.usefixtures("found")  # which writes the package
def test_a_test_whose_name_begins_as_that_of_one_left_out_is_run(tmp_path, monkeypatch):
    listed(tmp_path, monkeypatch, "", 'left."test_planted::test_narrow" = "wrong there"\n')
    again = run("planted.tests.test_planted", Options(select="narrow"))
    assert not kinds(again, "test_narrow")
    assert kinds(again, "test_narrow_and_wrong")


def test_no_line_stands_for_a_wrong_number(found, tmp_path, monkeypatch):
    listed(tmp_path, monkeypatch, LINE.format("flip", "value", "", 2))
    with pytest.raises(ValueError, match="no line stands for"):
        listing.judged("planted.tests.test_planted", found, 1)


def test_numbers_of_calls_are_written_into_the_lines(found, tmp_path, monkeypatch):
    listed(tmp_path, monkeypatch, LINE.format("reshape", "accepted", "cannot reshape", 7))
    module = "planted.tests.test_planted"
    listing.count(module, listing.judged(module, found, 1).met)
    assert listing.lines(tmp_path / "planted.toml")[0].calls == {"test_planted": 1}
    for head, kept in (("", {}), ("sample = 20\n", {"test_planted": 0})):
        listed(tmp_path, monkeypatch, LINE.format("reshape", "accepted", "cannot reshape", 7), head)
        listing.count(module, {})
        assert listing.lines(tmp_path / "planted.toml")[0].calls == kept


ALIKE = np.array([5.0, 1.0, 5.0, 1.0, 3.0])
OTHERS = {
    "partition": ([1.0, 1.0, 3.0, 5.0, 5.0], [1.0, 3.0, 1.0, 5.0, 5.0], {"kth": [2]}),
    "argpartition": ([1, 3, 4, 2, 0], [1, 4, 3, 2, 0], {"kth": [2]}),
    "argsort": ([3, 1, 4, 0, 2], [1, 4, 3, 0, 2], {}),
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_a_function_leaves_open_is_not_compared(monkeypatch, name):
    right, wrong, keywords = OTHERS[name]
    expected = Outcome(PROMISES[f"numpy.{name}"](ALIKE, **keywords), None)
    for found, differs in ((right, False), (wrong, True)):
        monkeypatch.setattr(np, name, lambda *args, found=found, **others: np.array(found))
        assert bool(compared("eager", expected, Outcome(PROMISES[f"numpy.{name}"](ALIKE, **keywords), None))) == differs


REPORT = {"x": np.array([1.0, 2.0]), "nit": 3}
POLYNOMIAL = np.poly1d([1.0, 2.0])


@pytest.mark.parametrize(
    ("expected", "found", "kind"),
    [
        (REPORT, {"x": np.array([1.0, 2.0])}, "structure"),
        (REPORT, {"x": np.array([1.0, 2.5])}, "value"),
        ([REPORT["x"]], [REPORT["x"], REPORT["x"]], "structure"),
        (POLYNOMIAL, np.array([1.0, 2.0]), "structure"),
        (POLYNOMIAL, np.array([1.0, 2.5]), "value"),
    ],
)
def test_numbers_in_other_structures_are_compared(expected, found, kind):
    (difference,) = compared("eager", Outcome(expected, None), Outcome(found, None))
    assert difference.kind == kind


def test_the_order_of_names_is_no_difference():
    assert compared("eager", Outcome(REPORT, None), Outcome(dict(reversed(REPORT.items())), None)) == []


def test_how_often_a_search_has_called_is_no_difference():
    again = {**REPORT, "nfev": 9, "njev": 2}
    assert compared("eager", Outcome({**REPORT, "nfev": 4}, None), Outcome(again, None)) == []
    (difference,) = compared("eager", Outcome({**REPORT, "nit": 4}, None), Outcome(again, None))
    assert difference.kind == "value"
