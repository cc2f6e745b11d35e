"""Tests that are on no package index, run from a checkout whose path is given.

`array-api` is data-apis/array-api-tests with its submodule, run on `tapegrad.array_api`. `autograd` is HIPS/autograd, whose tests
import its names from `shim` instead. Here a test is what is counted, and a failing one is a difference of the kind "failed", or
"gradient" where the shim has found a wrong derivative.
"""

from __future__ import annotations

import collections
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any, NamedTuple

from tests.support import ROOT

Result = dict[str, Any]


class Suite(NamedTuple):
    """How the tests of a checkout are run."""

    tests: str
    options: tuple[str, ...]
    environment: dict[str, str]
    left: tuple[str, ...] = ()


SUITES = {
    "array-api": Suite(
        "array_api_tests",
        ("-c", "pytest.ini", "--max-examples=10", "--derandomize", "--disable-deadline"),
        {"ARRAY_API_TESTS_MODULE": "tapegrad.array_api", "ARRAY_API_TESTS_VERSION": "2024.12"},
    ),
    "autograd": Suite("tests", ("-c", os.devnull, "-p", "tests.upstream.shim"), {}, ("test_performance.py",)),
}


def run(name: str, checkout: Path, select: str) -> dict[str, Result]:
    """Run the tests of a checkout, and return what came of each of its modules."""
    suite = SUITES[name]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))
        environment = {
            **os.environ,
            **suite.environment,
            "PYTHONPATH": path,
            "PYTHONHASHSEED": "0",
            "OMP_NUM_THREADS": "1",
        }
        environment.pop("PYTEST_ADDOPTS", None)
        command = [sys.executable, "-P", "-m", "pytest", *suite.options, "-q", "--tb=short", "-p", "no:cacheprovider"]
        command += [
            f"--rootdir={checkout}",
            f"--junitxml={report}",
            *(f"--ignore={suite.tests}/{left}" for left in suite.left),
        ]
        command += ["-k", select] if select else []
        done = subprocess.run([*command, suite.tests], cwd=checkout, env=environment, capture_output=True, text=True)
        if not report.exists():
            raise SystemExit(f"{name}: pytest has given no report.\n{(done.stdout + done.stderr)[-3000:]}")
        return _results(name, ElementTree.parse(report))


def _results(name: str, report: ElementTree.ElementTree[Any]) -> dict[str, Result]:
    """Read a report of pytest, by modules."""
    results: dict[str, Result] = collections.defaultdict(_none)
    for number, case in enumerate(report.iter("testcase")):
        result = results[f"{name}.{_module(case)}"]
        outcome = next((child for child in case if child.tag in ("failure", "error", "skipped")), None)
        if outcome is not None and outcome.tag == "skipped":
            continue
        test = case.get("name", "")
        result["tests"]["passed"] += 1
        result["calls"][test] = 1
        if outcome is not None:
            said = _said(outcome)
            kind = "gradient" if re.search("sweep gives .* differences", said) else "failed"
            result["found"].append((number, test, "", kind, said, f"{case.get('classname')}::{test}\n    {said}"))
    return dict(sorted(results.items()))


def _none() -> Result:
    return {"tests": {"passed": 0}, "calls": {}, "counts": {}, "set aside": {}, "not offered": {}, "found": []}


def _module(case: ElementTree.Element) -> str:
    return next((part for part in case.get("classname", "").split(".") if part.startswith("test_")), "collection")


def _said(outcome: ElementTree.Element) -> str:
    """The error of a failing test, on one line."""
    lines = [line.removeprefix("E").strip() for line in (outcome.text or "").splitlines() if line.startswith("E  ")]
    return re.sub(r"\s+", " ", " ".join(lines) or outcome.get("message", ""))[:500]
