"""The demo against the truth from outside: NIST's certified values, and derivatives from a complex step."""

from __future__ import annotations

import dataclasses
import functools
import io
import sys

import numpy as np
import pytest

import tapegrad.demo as demo
from tapegrad.demo import fit as fitting
from tapegrad.demo.regression_problems import MODELS, Problem, load

PROBLEMS = load()

# Observations, parameters and rating, from NIST's overview of the problems.
OVERVIEW = {
    "Misra1a": (14, 2, "lower"),
    "Chwirut2": (54, 3, "lower"),
    "Chwirut1": (214, 3, "lower"),
    "Lanczos3": (24, 6, "lower"),
    "Gauss1": (250, 8, "lower"),
    "Gauss2": (250, 8, "lower"),
    "DanWood": (6, 2, "lower"),
    "Misra1b": (14, 2, "lower"),
    "Kirby2": (151, 5, "average"),
    "Hahn1": (236, 7, "average"),
    "Nelson": (128, 3, "average"),
    "MGH17": (33, 5, "average"),
    "Lanczos1": (24, 6, "average"),
    "Lanczos2": (24, 6, "average"),
    "Gauss3": (250, 8, "average"),
    "Misra1c": (14, 2, "average"),
    "Misra1d": (14, 2, "average"),
    "Roszman1": (25, 4, "average"),
    "ENSO": (168, 9, "average"),
    "MGH09": (11, 4, "higher"),
    "Thurber": (37, 7, "higher"),
    "BoxBOD": (6, 2, "higher"),
    "Rat42": (9, 3, "higher"),
    "MGH10": (16, 3, "higher"),
    "Eckerle4": (35, 3, "higher"),
    "Rat43": (15, 4, "higher"),
    "Bennett5": (154, 3, "higher"),
}

# The measurements of Lanczos1 carry 14 digits and its certified parameters 11, so at those its residuals are the
# rounding of the parameters, about 1e-11 each, and not the 1e-13 of the certified sum of squares.
LANCZOS1_ROUNDING = 1e-20


def named(name: str) -> Problem:
    return next(problem for problem in PROBLEMS if problem.name == name)


def each_problem(test):
    return pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)(test)


def each_start(test):
    return pytest.mark.parametrize("start", [1, 2])(test)


def complex_step(problem: Problem, b: np.ndarray) -> np.ndarray:
    """Differentiate without tapegrad, exactly to rounding: the step is so small that it leaves no error of its own."""
    columns = []
    for i in range(b.size):
        moved = b.astype(complex)
        moved[i] += 1e-30j * abs(b[i])
        columns.append(problem.model(moved, problem.x).imag / (1e-30 * abs(b[i])))
    return np.stack(columns, axis=1)


@pytest.fixture(scope="module")
def report():
    """One run of the whole demo: the fits and what it printed."""
    out = io.StringIO()
    fits = demo.run(out=out)
    return fits, out.getvalue()


@functools.cache
def fit(name: str, start: int):
    return fitting.fit_problem(named(name), start)


# The data


def test_all_problems_are_there():
    assert [problem.name for problem in PROBLEMS] == sorted(OVERVIEW, key=str.lower)
    assert set(MODELS) == set(OVERVIEW)


@each_problem
def test_counts_and_rating(problem):
    n, p, difficulty = OVERVIEW[problem.name]
    assert problem.y.shape == (n,)
    assert problem.x.shape == ((2, n) if problem.name == "Nelson" else (n,))
    assert problem.certified.shape == problem.standard_deviations.shape == (p,)
    assert problem.starts[0].shape == problem.starts[1].shape == (p,)
    assert not np.array_equal(*problem.starts)
    assert problem.degrees_of_freedom == n - p
    assert problem.difficulty == difficulty


@each_problem
def test_published_numbers_agree_among_themselves(problem):
    deviation = np.sqrt(problem.rss / problem.degrees_of_freedom)
    assert deviation == pytest.approx(problem.residual_standard_deviation, rel=2e-10)


# The models


@each_problem
def test_model_gives_certified_rss(problem):
    rss = np.sum(fitting.residuals(problem, problem.certified) ** 2)
    if problem.name == "Lanczos1":
        assert rss < LANCZOS1_ROUNDING
    else:
        assert rss == pytest.approx(problem.rss, rel=1e-9)


# The derivatives


@pytest.mark.sampled(9)
@each_problem
@pytest.mark.parametrize("where", ["start 1", "start 2", "certified"])
def test_jacobian_is_that_of_a_complex_step(problem, where):
    b = {"start 1": problem.starts[0], "start 2": problem.starts[1], "certified": problem.certified}[where]
    found, expected = fitting.jacobian(problem, b), complex_step(problem, b)
    assert found.shape == (problem.y.size, b.size)
    assert np.all(np.abs(found - expected) <= 1e-13 * np.linalg.norm(expected, axis=0))


@each_problem
def test_jacobian_gives_certified_standard_deviations(problem):
    columns = fitting.jacobian(problem, problem.certified)
    scale = np.linalg.norm(columns, axis=0)
    inverse = np.linalg.inv(np.linalg.qr(columns / scale).R)
    deviations = problem.residual_standard_deviation * np.linalg.norm(inverse, axis=1) / scale
    assert deviations == pytest.approx(problem.standard_deviations, rel=1e-8)


# The fits


@pytest.mark.sampled(6)
@each_problem
@each_start
def test_fit_reaches_six_digits(problem, start):
    one = fit(problem.name, start)
    assert one.converged
    assert one.digits >= demo.REQUIRED_DIGITS
    assert one.parameters == pytest.approx(problem.certified, rel=1e-6)


@pytest.mark.sampled(6)
@each_problem
@each_start
def test_fit_gives_certified_rss(problem, start):
    rss = fit(problem.name, start).rss
    if problem.name == "Lanczos1":
        assert rss < LANCZOS1_ROUNDING
    else:
        assert rss == pytest.approx(problem.rss, rel=1e-8)


@pytest.mark.exhaustive
def test_refinement_finds_the_digits_that_the_sum_of_squares_does_not_show(report):
    assert min(one.digits for one in report[0]) >= 9


@pytest.mark.parametrize("name", ["BoxBOD", "Thurber", "MGH09"])
def test_fit_does_not_look_at_the_answer(name):
    problem = named(name)
    unknown = np.full_like(problem.certified, np.nan)
    blind = dataclasses.replace(
        problem, certified=unknown, standard_deviations=unknown, rss=np.nan, residual_standard_deviation=np.nan
    )
    assert np.array_equal(fitting.fit_problem(blind, 1).parameters, fit(name, 1).parameters)


def test_gradient_calls_are_counted(monkeypatch):
    seen = []

    def counted(problem, b, original=fitting.jacobian):
        seen.append(b)
        return original(problem, b)

    monkeypatch.setattr(fitting, "jacobian", counted)
    one = fitting.fit_problem(named("DanWood"), 2)
    assert one.gradient_calls == len(seen) > 2


def test_a_wrong_derivative_fails_the_demo(monkeypatch):
    original = fitting.jacobian
    monkeypatch.setattr(fitting, "jacobian", lambda problem, b: original(problem, b) * np.array([1.0, -1.0, 1.0]))
    one = fitting.fit_problem(named("Chwirut1"), 2)
    assert one.digits < demo.REQUIRED_DIGITS
    assert not demo.reached([one], 2)
    assert demo.reached([one], 1)
    assert "fewer than 6 digits" in demo.table([one])
    assert "0 of 1 agree" in demo.table([one])


def test_running_out_of_evaluations_is_reported(monkeypatch):
    monkeypatch.setattr(fitting, "MAX_EVALUATIONS", 3)
    one = fitting.fit_problem(named("MGH17"), 1)
    assert not one.converged
    assert "not converged" in demo.table([one])


@pytest.mark.parametrize(
    ("found", "digits"),
    [
        ([2.0, 300.0], 11.0),
        ([2.0, 300.3], 3.0),
        ([2.002, 300.3], 3.0),
        ([2.2, 300.3], 1.0),
        ([-2.0, 300.0], 0.0),
        ([np.nan, 300.0], 0.0),
        ([2.0, np.inf], 0.0),
    ],
)
def test_digits(found, digits):
    counted = fitting.digits(np.array(found), np.array([2.0, 300.0]))
    assert counted == pytest.approx(digits, abs=1e-6)
    assert not np.signbit(counted)  # the table would show -0.0


# What is shown


@pytest.mark.exhaustive
def test_table_has_a_line_per_fit(report):
    fits, text = report
    assert [one.problem for one in fits[0::2]] == [one.problem for one in fits[1::2]] == list(PROBLEMS)
    assert [one.start for one in fits] == [1, 2] * len(PROBLEMS)
    heading, *lines = text.splitlines()
    assert " ".join(heading.split()) == "problem start parameters digits residual sum of squares gradient calls time"
    for one, line in zip(fits, lines, strict=False):
        name, start, parameters, digits, rss, calls, seconds, unit = line.split()
        assert (name, int(start), int(parameters)) == (one.problem.name, one.start, one.problem.certified.size)
        assert float(digits) == pytest.approx(one.digits, abs=0.051)
        assert float(rss) == pytest.approx(one.rss, rel=1e-9)
        assert int(calls) == one.gradient_calls
        assert float(seconds) == pytest.approx(one.seconds, abs=0.00051)
        assert unit == "s"
    assert lines[len(fits)] == ""
    assert lines[len(fits) + 1].startswith("start 1: 27 of 27 agree")
    assert lines[len(fits) + 2].startswith("start 2: 27 of 27 agree")


# The plot


@pytest.fixture
def nothing_to_fit(monkeypatch):
    """Make any attempt to fit an error, to see that a plot that cannot be drawn is refused first."""
    monkeypatch.setattr(demo, "fit_problem", lambda problem, start: pytest.fail("fitted before the plot was checked"))


@pytest.mark.exhaustive
def test_plot_draws_every_fit(report, monkeypatch, tmp_path):
    pytest.importorskip("matplotlib")
    from tapegrad.demo.plot import draw, new_figure

    fits, _ = report
    ready = {(one.problem.name, one.start): one for one in fits}
    monkeypatch.setattr(demo, "fit_problem", lambda problem, start: ready[problem.name, start])
    target = tmp_path / "fits.png"
    demo.run(plot=target, out=io.StringIO())
    assert target.read_bytes().startswith(b"\x89PNG")

    figure = new_figure(target)
    draw(figure, fits)
    panels = [axes for axes in figure.axes if axes.get_title()]
    assert [axes.get_title().split(":")[0] for axes in panels] == [problem.name for problem in PROBLEMS]
    for axes, problem in zip(panels, PROBLEMS, strict=True):
        measured, *curves = axes.get_lines()
        assert measured.get_xdata().size == problem.y.size
        assert len(curves) == (2 * 4 if problem.name == "Nelson" else 2)  # Nelson has four temperatures
        assert all(np.isfinite(curve.get_ydata()).all() for curve in curves)


def test_plot_without_matplotlib_is_a_clear_error(nothing_to_fit, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"pip install 'tapegrad\[plot\]'"):
        demo.run(plot=tmp_path / "fits.png")


@pytest.mark.parametrize(
    ("target", "error", "message"),
    [
        ("fits.nonsense", ValueError, "expected a plot file of type .*png.*, got 'fits.nonsense'"),
        ("fits", ValueError, "got 'fits'"),
        ("nowhere/fits.png", FileNotFoundError, "expected an existing directory"),
    ],
)
def test_plot_that_cannot_be_saved_is_refused_at_once(nothing_to_fit, tmp_path, target, error, message):
    pytest.importorskip("matplotlib")
    with pytest.raises(error, match=message):
        demo.run(plot=tmp_path / target)
