"""The comparison of compiled code: it keeps what agrees, times every process, and its pages show what is stored."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import nullcontext

import numpy as np
import pytest
import scipy.sparse
from scipy.optimize import rosen, rosen_der, rosen_hess_prod

from benchmarks.compare.agreement import disagreements
from benchmarks.compiled import cli, contest, report, worker
from benchmarks.compiled.rows import ROWS
from tests.support import ROOT


def peer(name, best, *, column=None, first=1.0):
    return {
        "name": name, "column": column or name, "version": "1", "how": "so", "turns": [best, 2 * best], "first": first,
        "ready": first, "imported": 0.1,
    }  # fmt: skip


def result(**peers):
    notes = {"absent": {}, "left out": {}, "failed": {}, "disagrees": {}}
    return {"date": "2026-01-02", "machine": "a machine", "peers": peers, **notes}


def test_the_pages_show_what_is_stored():
    stored = json.loads(cli.STORED.read_text())
    for name, short in report.PAGES.items():
        text = report.MARKS.search((ROOT / name).read_text(encoding="utf-8"))[0]
        assert report.page_text(stored, short) in text
    assert not any(report.troubles(row) for row in stored.values())


def test_the_stored_figures_name_no_place():
    text = cli.STORED.read_text()
    assert "/tmp" not in text
    assert "/home" not in text
    assert "/root" not in text


def test_the_fastest_of_a_column_is_shown_with_its_name_and_the_fastest_of_a_row_is_bold():
    rows = {"rosenbrock": result(
        tapegrad=peer("tapegrad", 4e-6, first=0.5), jax=peer("JAX", 9e-6), other=peer("Other", 3e-6, column="JAX"),
        last=peer("Zed", 5e-3),
    )}  # fmt: skip
    title = ROWS["rosenbrock"].title
    assert report.table(rows).splitlines() == [
        "| value and gradient, or as named | tapegrad | JAX | Zed |", "| --- | ---: | ---: | ---: |",
        f"| {title} | 4 µs (0.5 s) | **3 µs** (1 s, Other) | 5 ms (1 s) |",
    ]  # fmt: skip
    assert report.table(rows, short=True).splitlines()[2:] == [
        f"| {title} | 4 µs | **3 µs** (Other) | 5 ms |",
        "| CPU time to the first answer, median of the rows | 0.5 s | 1 s | 1 s |",
    ]


def test_a_tolerance_decides_who_disagrees():
    answers = {name: (1.0, [np.array([1.0, x])]) for name, x in (("a", 2.0), ("b", 2.0), ("c", 2.0 + 1e-7))}
    assert list(disagreements(answers, 1e-8)) == ["c"]
    assert not disagreements(answers, 1e-7)


@pytest.mark.parametrize("error", [0.0, 1e-6])
def test_only_rows_that_agree_are_kept(error, tmp_path, monkeypatch, capsys):
    def measure(row, names):
        outcome = contest.Outcome()
        for name in ("tapegrad", "jax", "torch"):
            figures = peer(name, 1e-6)
            outcome.figures[name] = {key: figures.pop(key) for key in ("turns", "first", "ready", "imported")}
            outcome.peers[name] = figures
        value = [np.array(1.0), np.ones(3)]
        return outcome, {"tapegrad": [value[0], value[1] * (1.0 + error)], "jax": value, "torch": value}

    pages = []
    monkeypatch.setattr(cli, "measure", measure)
    monkeypatch.setattr(cli, "as_installed", nullcontext)  # since nothing is measured
    monkeypatch.setattr(cli, "STORED", tmp_path / "results" / "compiled.json")
    monkeypatch.setattr(report, "write_pages", pages.append)
    assert cli.main(["rosenbrock", "lorenz", "--write"]) == (1 if error else 0)
    assert cli.STORED.exists() == (not error)
    assert ("- tapegrad disagrees: gradient 1 is off" in capsys.readouterr().out) == bool(error)
    if not error:
        assert [*json.loads(cli.STORED.read_text())] == ["rosenbrock", "lorenz"]
        assert cli.main(["lorenz", "--write"]) == 0
        assert [*pages[-1]] == ["rosenbrock", "lorenz"]


def test_matrices_of_any_form_are_the_same_arrays():
    dense = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]])
    coo = scipy.sparse.coo_array(([2.0, 1.0, 1.0, 2.0], ([0, 0, 1, 1], [2, 0, 1, 1])), dense.shape)
    expected = [[0, 2, 3], [0, 2, 1], [1.0, 2.0, 3.0]]
    for matrix in (coo, scipy.sparse.csc_array(dense)):
        assert [array.tolist() for array in worker.flat(matrix)] == expected
    assert [a.shape for a in worker.flat((1.0, [np.ones(2), (np.ones((2, 2)),)]))] == [(), (2,), (2, 2)]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_processes_that_still_run_are_counted():
    code = "import time\nwhile time.process_time() < 0.5: pass\nprint(flush=True)\ninput()"
    before = worker.cpu_seconds()
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        child.stdout.readline()
        assert worker.cpu_seconds() - before >= 0.45
        child.communicate(b"\n")


def test_each_peer_says_how_it_is_used_and_leaves_out_rows_that_exist():
    kinds = {row.kind for row in ROWS.values()}
    for name in contest.PEERS:
        module = pytest.importorskip(f"benchmarks.compiled.peers.{name}") if name.startswith("tapegrad") else None
        if module:
            assert {*module.SKIPS} <= kinds | {*ROWS}
            assert module.HOW


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are bound to a core")
def test_a_row_is_measured_in_processes_of_their_own(monkeypatch):
    monkeypatch.setattr(contest, "TURN_SECONDS", 1e-6)
    outcome, answers = contest.measure(ROWS["rosenbrock"], ["tapegrad", "tapegrad_eager", "asdex"])
    assert not outcome.failures
    (x,) = ROWS["rosenbrock"].data()
    for name in ("tapegrad", "tapegrad_eager"):
        value, slope = answers[name]
        np.testing.assert_allclose(value, rosen(x), rtol=1e-12)
        np.testing.assert_allclose(slope, rosen_der(x), rtol=1e-9, atol=1e-9)
        assert len(outcome.figures[name]["turns"]) >= contest.LEAST_TURNS
        assert outcome.figures[name]["ready"] >= outcome.figures[name]["first"] > 0.0
    assert "asdex" in {**outcome.absent, **outcome.skips}


def test_the_hessian_product_of_the_rows_is_scipys():
    import benchmarks.compiled.peers.tapegrad as tapegrad

    row = ROWS["hessian_product"]
    x, v = row.data()
    np.testing.assert_allclose(tapegrad.hvp(row.formula, x, v)(), rosen_hess_prod(x, v), rtol=1e-9, atol=1e-9)
