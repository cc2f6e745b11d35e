"""The evals of GradBench, against closed forms, SciPy, and differences of loops over single numbers; and the protocol."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from scipy.special import logsumexp, multigammaln, softmax

from tests.support import ROOT, WITH_TESTS

RUNS = {"min_runs": 1, "min_seconds": 0}


@pytest.fixture(autouse=True)
def _benchmarks_are_found(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT)])


def answered(module: str, function: str, given: dict[str, Any]) -> Any:
    """What GradBench gets, through JSON."""
    entry = getattr(import_module(f"benchmarks.gradbench.evals.{module}"), function)
    found = json.loads(json.dumps(entry.evaluated(json.loads(json.dumps(given)) | RUNS)))
    assert found["success"]
    assert [t["name"] for t in found["timings"]] == ["warmup", "evaluate"]
    return found["output"]


def slopes(f: Any, x: np.ndarray) -> np.ndarray:
    """Central differences of fourth order."""
    result = np.empty(x.size)
    for i in range(x.size):
        h = np.zeros(x.size)
        h[i] = 1e-3
        h = h.reshape(x.shape)
        result[i] = (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * 1e-3)
    return result.reshape(x.shape)


def test_lse():
    x = np.random.default_rng(0).uniform(size=20)
    given = {"x": x.tolist()}
    np.testing.assert_allclose(answered("lse", "primal", given), logsumexp(x), rtol=1e-14)
    np.testing.assert_allclose(answered("lse", "gradient", given), softmax(x), rtol=1e-13)


def test_llsq():
    x, n = np.random.default_rng(1).normal(size=6), 9
    t = np.array([-1 + 2 * i / (n - 1) for i in range(n)])
    powers = np.vander(t, 6, increasing=True)
    errors = np.sign(t) - powers @ x
    given = {"x": x.tolist(), "n": n}
    np.testing.assert_allclose(answered("llsq", "primal", given), errors @ errors / 2, rtol=1e-13)
    np.testing.assert_allclose(answered("llsq", "gradient", given), -powers.T @ errors, rtol=1e-12)


def test_kmeans():
    """Newton's direction leads from the mean of the points that are nearest to each centroid."""
    rng = np.random.default_rng(2)
    points, centroids = rng.normal(size=(40, 3)), rng.normal(size=(4, 3))
    distances = np.array([[sum((p - c) ** 2) for c in centroids] for p in points])
    nearest = distances.argmin(axis=1)
    assert set(nearest) == set(range(4))
    given = {"points": points.tolist(), "centroids": centroids.tolist()}
    np.testing.assert_allclose(answered("kmeans", "cost", given), distances.min(axis=1).sum(), rtol=1e-13)
    means = np.array([points[nearest == k].mean(axis=0) for k in range(4)])
    np.testing.assert_allclose(answered("kmeans", "dir", given), centroids - means, rtol=1e-11)


def test_ode():
    """Up to four components Runge-Kutta's method is exact: y_i(2) is 2^(i+1)/(i+1)! times the product of x_0 to x_i."""
    x = np.array([0.7, 1.3, -0.4, 0.9])
    given = {"x": x.tolist(), "s": 3}
    expected = [2 ** (i + 1) / math.factorial(i + 1) * math.prod(x[: i + 1]) for i in range(4)]
    np.testing.assert_allclose(answered("ode", "primal", given), expected, rtol=1e-13)
    np.testing.assert_allclose(answered("ode", "gradient", given), expected[-1] / x, rtol=1e-12)


def mixture(alpha: Any, mu: Any, q: Any, l: Any, x: Any, m: int, gamma: float) -> float:
    """The posterior by loops."""
    (n, d), k = x.shape, len(alpha)
    total = -n * d * 0.5 * math.log(2 * math.pi) - n * logsumexp(alpha)
    factors = []
    for j in range(k):
        factor = np.diag(np.exp(q[j]))
        below = iter(l[j])
        for column in range(d):
            for row in range(column + 1, d):
                factor[row, column] = next(below)
        factors.append(factor)
        total -= 0.5 * gamma**2 * (factor**2).sum() - m * q[j].sum()
    for point in x:
        total += logsumexp(
            [alpha[j] + q[j].sum() - 0.5 * ((factors[j] @ (point - mu[j])) ** 2).sum() for j in range(k)]
        )
    dof = d + m + 1
    return total + k * (dof * d * (math.log(gamma) - 0.5 * math.log(2)) - multigammaln(0.5 * dof, d))


def test_gmm():
    rng = np.random.default_rng(3)
    d, k, n, m, gamma = 3, 2, 7, 0, 1.5
    values = {"alpha": rng.normal(size=k), "mu": rng.normal(size=(k, d)), "q": 0.3 * rng.normal(size=(k, d))}
    values["l"] = rng.normal(size=(k, d * (d - 1) // 2))
    x = rng.normal(size=(n, d))
    given = {name: v.tolist() for name, v in (values | {"x": x}).items()} | {
        "d": d,
        "k": k,
        "n": n,
        "m": m,
        "gamma": gamma,
    }
    expected = mixture(**values, x=x, m=m, gamma=gamma)
    np.testing.assert_allclose(answered("gmm", "objective", given), expected, rtol=1e-13)
    found = answered("gmm", "jacobian", given)
    for name in values:
        by_differences = slopes(lambda v, name=name: mixture(**values | {name: v}, x=x, m=m, gamma=gamma), values[name])
        np.testing.assert_allclose(found[name], by_differences, rtol=1e-8, atol=1e-8)


def projected(p: np.ndarray, feature: np.ndarray) -> np.ndarray:
    """The residual, with SciPy's rotation."""
    x = Rotation.from_rotvec(p[:3]).apply(p[11:14] - p[3:6])
    u = x[:2] / x[2]
    r2 = u @ u
    return p[14] * (u * (1 + p[9] * r2 + p[10] * r2**2) * p[6] + p[7:9] - feature)


@pytest.mark.parametrize("turned", [1.0, 0.0])
def test_ba(turned):
    rng = np.random.default_rng(4)
    cam, x, w, feat = rng.normal(size=11), rng.normal(size=3), 0.8, rng.normal(size=2)
    cam[:3] *= turned
    n, m, p = 2, 3, 4
    given = {"n": n, "m": m, "p": p, "cam": cam.tolist(), "x": x.tolist(), "w": w, "feat": feat.tolist()}
    parameters = np.concatenate([cam, x, [w]])
    assert answered("ba", "objective", given) == {
        "reproj_error": {"elements": pytest.approx(projected(parameters, feat).tolist(), rel=1e-12), "repeated": p},
        "w_err": {"element": pytest.approx(1 - w**2), "repeated": p},
    }
    found = answered("ba", "jacobian", given)
    block = np.array([slopes(lambda v, i=i: projected(v, feat)[i], parameters) for i in range(2)])
    np.testing.assert_allclose(found["vals"], [*block.ravel(), -2 * w], rtol=1e-7, atol=1e-7)
    columns = [*range(11), *range(11 * n, 11 * n + 3), 11 * n + 3 * m]
    assert found["cols"] == [*columns, *columns, 11 * n + 3 * m + p - 1]
    rows = [*(15 * i for i in range(2 * p + 1)), *(30 * p + i for i in range(1, p + 1))]
    assert found["rows"] == [*rows[:30], rows[-1]]


def memory(main: Any, extra: Any, state: Any, sequence: Any) -> float:
    """The loss by loops over single numbers."""
    layers, width, total, count = len(main) // 2, len(extra[0]), 0.0, 0
    hidden, cells = [list(h) for h in state[::2]], [list(c) for c in state[1::2]]

    def sigmoid(x: float) -> float:
        return 1 / (1 + math.exp(-x))

    for t in range(len(sequence) - 1):
        x = [a * b for a, b in zip(sequence[t], extra[0], strict=True)]
        for j in range(layers):
            w, b, h, c = main[2 * j].reshape(4, width), main[2 * j + 1].reshape(4, width), hidden[j], cells[j]
            for i in range(width):
                change = math.tanh(h[i] * w[3, i] + b[3, i])
                c[i] = c[i] * sigmoid(x[i] * w[0, i] + b[0, i]) + sigmoid(h[i] * w[1, i] + b[1, i]) * change
                h[i] = sigmoid(x[i] * w[2, i] + b[2, i]) * math.tanh(c[i])
            x = h
        y = [a * b + e for a, b, e in zip(x, extra[1], extra[2], strict=True)]
        norm = math.log(sum(map(math.exp, y)) + 2)
        total += sum(g * (v - norm) for g, v in zip(sequence[t + 1], y, strict=True))
        count += width
    return -total / count


def test_lstm():
    rng = np.random.default_rng(5)
    width, layers = 3, 2
    main, extra = rng.uniform(size=(2 * layers, 4 * width)), rng.uniform(size=(3, width))
    state, sequence = rng.uniform(size=(2 * layers, width)), rng.integers(0, 2, size=(6, width)).astype(float)
    names = ("main_params", "extra_params", "state", "sequence")
    given = {name: v.tolist() for name, v in zip(names, (main, extra, state, sequence), strict=True)}
    np.testing.assert_allclose(answered("lstm", "objective", given), memory(main, extra, state, sequence), rtol=1e-13)
    by_main = slopes(lambda v: memory(v, extra, state, sequence), main)
    by_extra = slopes(lambda v: memory(main, v, state, sequence), extra)
    expected = [*by_main.ravel(), *by_extra.ravel()]
    np.testing.assert_allclose(answered("lstm", "jacobian", given), expected, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("n", [1, 3, 8])
def test_det(n):
    a = np.random.default_rng(8).random((n, n))
    given = {"A": a.ravel().tolist(), "ell": n}
    expected = np.linalg.det(a)
    assert answered("det", "primal", given) == pytest.approx(expected, rel=1e-10)
    cofactors = expected * np.linalg.inv(a).T
    np.testing.assert_allclose(answered("det", "gradient", given), cofactors.ravel(), rtol=1e-9)


def posed(theta: np.ndarray, us: np.ndarray, data: dict[str, Any]) -> np.ndarray:
    """The errors of a hand, vertex by vertex and bone by bone."""
    model = data["model"]
    angles = np.zeros((22, 3))
    for finger in range(5):
        first = 2 + 4 * finger
        angles[first, 0], angles[first, 2] = theta[6 + 4 * finger : 8 + 4 * finger]
        angles[first + 1, 0], angles[first + 2, 0] = theta[8 + 4 * finger : 10 + 4 * finger]
    absolutes = []
    for bone, parent in enumerate(model["parents"]):
        own = np.eye(4)
        own[:3, :3] = Rotation.from_euler("ZX", [angles[bone, 2], angles[bone, 0]]).as_matrix()
        own = np.array(model["base_relatives"][bone]) @ own
        absolutes.append(own if parent == -1 else absolutes[parent] @ own)
    placed = []
    for base, weights in zip(model["base_positions"], model["weights"], strict=True):
        moved = [
            m @ inverse @ base for m, inverse in zip(absolutes, np.array(model["inverse_base_absolutes"]), strict=True)
        ]
        at = np.array(weights) @ np.array(moved)[:, :3]
        at[0] *= -1 if model["is_mirrored"] else 1
        placed.append(Rotation.from_rotvec(theta[:3]).apply(at) + theta[3:6])
    found = []
    for k, seen in enumerate(data["correspondences"]):
        if len(us):
            a, b, c = (placed[corner] for corner in model["triangles"][seen])
            at = us[k][0] * a + us[k][1] * b + (1 - us[k][0] - us[k][1]) * c
        else:
            at = placed[seen]
        found.append(data["points"][k] - at)
    return np.concatenate(found)


@pytest.mark.exhaustive
@pytest.mark.parametrize("complicated", [False, True])
def test_ht(complicated):
    rng = np.random.default_rng(9)
    theta, us, n = 0.3 * rng.normal(size=26), rng.random((3 if complicated else 0, 2)), 7
    model = {
        "parents": [-1, *(0 if k % 4 == 1 else k - 1 for k in range(1, 21)), 0], "is_mirrored": complicated,
        "base_relatives": rng.normal(size=(22, 4, 4)).tolist(), "weights": rng.random((n, 22)).tolist(),
        "inverse_base_absolutes": rng.normal(size=(22, 4, 4)).tolist(), "triangles": [[0, 1, 2], [2, 5, 6]],
        "base_positions": np.column_stack([rng.normal(size=(n, 3)), np.ones(n)]).tolist(),
    }  # fmt: skip
    for bone in model["base_relatives"] + model["inverse_base_absolutes"]:
        bone[3] = [0.0, 0.0, 0.0, 1.0]
    data = {"model": model, "correspondences": [1, 0, 1], "points": rng.normal(size=(3, 3)).tolist()}
    given = {"theta": theta.tolist(), "us": us.tolist(), "data": data}
    np.testing.assert_allclose(answered("ht", "objective", given), posed(theta, us, data), rtol=1e-10)
    found = np.array(answered("ht", "jacobian", given))
    for row, slope in enumerate(found):
        by_theta = slopes(lambda v, row=row: posed(v, us, data)[row], theta)
        by_us = slopes(lambda v, row=row: posed(theta, v, data)[row], us)[row // 3] if complicated else []
        np.testing.assert_allclose(slope, [*by_us, *by_theta], rtol=1e-6, atol=1e-7)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("modes", ["rr", "ff", "fr", "rf"])
def test_descents_through_derivatives(modes):
    """The answers are those that GradBench checks with."""
    assert answered("particle", modes, {"w": 0.0}) == pytest.approx(0.2071918746486116, abs=1e-9)
    found = answered("saddle", modes, {"start": [1.0, 1.0]})
    np.testing.assert_allclose(found, [8.246324826140356e-06] * 4, rtol=1e-6)


@pytest.mark.exhaustive
def test_the_tool_speaks_gradbenchs_protocol():
    asked = [
        {"kind": "start", "eval": "hello"},
        {"kind": "define", "module": "hello"},
        {"kind": "evaluate", "module": "hello", "function": "square", "input": 8.0},
        {"kind": "evaluate", "module": "hello", "function": "double", "input": 64.0},
        {"kind": "analysis", "of": 3, "valid": True},
        {"kind": "define", "module": "nothing"},
        {"kind": "evaluate", "module": "lse", "function": "primal", "input": {}},
    ]
    lines = "".join(json.dumps({"id": i, **message}) + "\n" for i, message in enumerate(asked))
    code = f"{WITH_TESTS}from benchmarks.gradbench import tool; tool.main()"
    done = subprocess.run([sys.executable, "-P", "-c", code], input=lines, capture_output=True, text=True, timeout=600)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in found] == list(range(7))
    assert [reply.get("success") for reply in found] == [None, True, True, True, None, False, False]
    assert [found[2]["output"], found[3]["output"]] == [64.0, 128.0]
    assert "KeyError" in found[6]["error"]


EVAL = """
import json, sys

def told(id, **message):
    sys.stdout.write(json.dumps({"id": id} | message) + "\\n")
    sys.stdout.flush()
    sys.stdin.readline()

given = dict(kind="evaluate", module="some", function="slope", description="n=3", input={})
told(0, **given)
told(1, kind="analysis", of=0, valid=True)
told(2, **given)
sys.stdout.write('{"id": 3, "kind": "ana')
"""
TOOL = """
import json, sys
for line in sys.stdin:
    timings = [{"name": "evaluate", "nanoseconds": n} for n in (900, 20, 40, 30)]
    print(json.dumps({"id": json.loads(line)["id"], "success": True, "timings": timings}), flush=True)
"""


def test_a_session_that_is_cut_off_tells_what_was_compared(tmp_path):
    """The eval ends in the middle of a line, as when its time is over; its second question was answered, and the answer not compared."""
    from benchmarks.gradbench.session import session

    folder = tmp_path / "python/gradbench/gradbench/evals/some"
    folder.mkdir(parents=True)
    (folder / "run.py").write_text(EVAL)
    compared, other = session(tmp_path, "some", [], [sys.executable, "-c", TOOL], limit=600.0)
    assert (compared.function, compared.description, compared.valid) == ("slope", "n=3", True)
    assert compared.seconds == pytest.approx(30e-9)
    assert (other.seconds, other.valid) == (None, False)
    assert "before the answer was compared" in other.error


def test_tools_are_asked_for_evals_that_they_finish(tmp_path):
    from benchmarks.gradbench.__main__ import has

    (tmp_path / "tools/pytorch").mkdir(parents=True)
    (tmp_path / "tools/pytorch/evals.txt").write_text("ba error\ngmm\nht timeout\n")
    assert [has("pytorch", name, tmp_path) for name in ("gmm", "ba", "ht", "det")] == [True, False, False, False]
    assert has("tapegrad", "ht", tmp_path)
    assert not has("finite", "ht", tmp_path)


def test_the_last_column_is_about_tools_that_differentiate():
    from benchmarks.gradbench.__main__ import table
    from benchmarks.gradbench.session import Workload

    seconds = {"tapegrad": 2e-3, "manual": 1e-3, "jax": 8e-3}
    found = {tool: Workload("gradient", "", s, True) for tool, s in seconds.items()}
    found["codipack"] = Workload("gradient", "", 1e-3, False, "off by one")
    *_, ode, gmm = table({"ode n=3": found, "gmm 2": found}, [*found, "pytorch"]).splitlines()
    assert ode == "| ode n=3 | 2 ms | 1 ms (0.5x) | 8 ms (4x) | wrong | - | 0.25 |"
    assert gmm == "| gmm 2 | 2 ms | 1 ms (0.5x) | 8 ms (4x) | wrong | - | 2 |"
