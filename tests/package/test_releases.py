"""What says the version, the bounds and the licence elsewhere says the same as the package."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import tapegrad

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_one_version_everywhere():
    cited = re.search(r"^version: (\S+)$", text("CITATION.cff"), re.MULTILINE)
    packed = re.search(r'set version = "(\S+)"', text("conda/meta.yaml"))
    changed = re.search(r"^## (\S+)", text("CHANGELOG.md"), re.MULTILINE)
    assert {match[1] for match in (cited, packed, changed) if match} == {tapegrad.__version__}


def test_conda_needs_what_pip_needs():
    needed = {re.sub(r"[ \"]", "", name) for name in PROJECT["dependencies"]} | {f"python{PROJECT['requires-python']}"}
    run = text("conda/meta.yaml").partition("  run:\n")[2].partition("\n\n")[0]
    assert {line.strip("- ").replace(" ", "") for line in run.splitlines()} == needed


def test_workflows_call_scripts_that_are_there():
    for workflow in (ROOT / ".github" / "workflows").glob("*.yml"):
        for script in re.findall(r"run: (\.ci/\w+)", workflow.read_text(encoding="utf-8")):
            assert (ROOT / script).exists()


def test_pythons_that_are_classified_are_those_of_the_tests():
    classified = {c.rpartition(" :: ")[2] for c in PROJECT["classifiers"] if re.search(r":: Python :: 3\.\d+$", c)}
    matrix = set(
        re.findall(r'"(3\.\d+)"', text(".github/workflows/ci.yml").partition("matrix:")[2].partition("runs-on")[0])
    )
    assert classified <= matrix
    assert f">={min(classified, key=lambda v: int(v.partition('.')[2]))}" == PROJECT["requires-python"]
