"""``python -m tapegrad profile``: the script runs as Python runs it, and what it did is in the table and the page."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tapegrad as tg
from tapegrad.commands.command_line import main

SCRIPT = """\
import json, os, sys
import numpy as np
import tapegrad as tg
import beside

def loss(x):
    return np.sum(np.sin(x) @ x)

def train(turns):
    x = tg.tensor(np.ones((20, 20)), requires_grad=True)
    for _ in range(turns):
        loss(x).backward()

if __name__ == "__main__":
    train(int(sys.argv[1]))
    print(json.dumps([__name__, __file__, sys.argv, sys.path[0], beside.NAME, sys.modules["__main__"].loss is loss]))
    exec(sys.argv[2] if len(sys.argv) > 2 else "")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "scripts"
    place.mkdir()
    (place / "fit.py").write_text(SCRIPT)
    (place / "beside.py").write_text("NAME = 'beside'\n")
    return tmp_path


def run(folder: Path, *words: str, module: bool = True) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, [str(Path(tg.__file__).parents[1]), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, *(("-m", "tapegrad", "profile") if module else ()), *words]
    return subprocess.run(
        command, cwd=folder, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )


def data(page: Path) -> Any:
    """Return the data that a page holds."""
    return json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(), re.DOTALL)[1])


@pytest.mark.slow
def test_a_script_runs_as_python_runs_it(folder):
    plain = run(folder, "scripts/fit.py", "3", module=False)
    done = run(folder, "scripts/fit.py", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == plain.stdout.strip()
    assert json.loads(plain.stdout)[2] == ["scripts/fit.py", "3"]
    (row,) = [line.split() for line in done.stdout.splitlines() if line.startswith("matmul ")]
    assert row[:3] == ["matmul", "fit.py:7", "3"]
    assert done.stdout.splitlines()[-1] == f"page: {folder / 'profile.html'}"


@pytest.mark.slow
def test_the_page_holds_the_calls_of_the_script(folder):
    run(folder, "--output", "other", "scripts/fit.py", "2")
    found = data(folder / "other.html")
    assert not (folder / "profile.html").exists()
    assert found["title"] == "fit.py 2"
    nodes = found["nodes"]
    (sine,) = [k for k, name in enumerate(nodes["name"]) if name == "sin"]
    way = [sine]
    while way[0]:
        way.insert(0, nodes["parent"][way[0]])
    assert [nodes["name"][k] for k in way] == ["all", "<module>", "train", "loss", "sin"]
    assert [nodes["line"][k] for k in way] == [0, 15, 12, 7, 0]
    assert (nodes["forward"][sine], nodes["reverse"][sine]) == (2, 2)
    assert found["memory"]
    assert found["paths"] == [str(folder / "scripts" / "fit.py")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "status", "error"),
    [
        ("sys.exit(7)", 7, ""),
        ("sys.exit('over')", 1, "over\n"),
        ("sys.exit()", 0, ""),
        ("1 / 0", 1, "ZeroDivisionError: division by zero\n"),
        ("tg.tensor([1.0]).backward()", 1, "GradientError"),
    ],
)
def test_exit_statuses_and_exceptions_are_those_of_the_script(folder, ending, status, error):
    done, plain = run(folder, "scripts/fit.py", "1", ending), run(folder, "scripts/fit.py", "1", ending, module=False)
    assert done.returncode == plain.returncode == status
    assert error in done.stderr
    calls = [re.findall(r'([\w.]+)", line (\d+), in (.*)', text) for text in (done.stderr, plain.stderr)]
    assert calls[0] == calls[1]
    if not calls[1]:
        assert done.stderr == plain.stderr
    assert "matmul" in done.stdout
    assert data(folder / "profile.html")["title"].startswith("fit.py 1")


@pytest.mark.slow
def test_a_module_runs_as_python_runs_it(folder):
    package = folder / "scripts"
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(SCRIPT.replace("import beside", "from . import beside"))
    plain = run(folder, "-m", "scripts", "3", module=False)
    done = run(folder, "-m", "scripts", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == plain.stdout.strip()
    assert json.loads(plain.stdout)[2] == [str(package / "__main__.py"), "3"]
    refused = run(folder, "-m", "scripts.nonesuch")
    assert (refused.returncode, refused.stderr.splitlines()[0]) == (
        2, "python -m tapegrad profile: error: profile: expected a module that python -m runs, got scripts.nonesuch."
    )  # fmt: skip


@pytest.mark.slow
def test_options_after_the_script_are_the_scripts(folder):
    (folder / "echo.py").write_text("import os, sys\nos.chdir('scripts')\nprint(sys.argv[1:])\n")
    done = run(folder, "--limit", "3", "echo.py", "--output", "x", "--help", "-q")
    assert done.stdout.splitlines()[0] == "['--output', 'x', '--help', '-q']"
    assert (folder / "profile.html").exists()  # though the script has changed the folder


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.py"], "expected a script, got none.py: No such file or directory."),
        (["wrong.py"], "expected a script in Python, got wrong.py: "),
        (["--output", "nowhere/page.html", "scripts/fit.py"], "expected --output in a folder that exists"),
    ],
)
def test_mistakes_are_answered_in_short(words, message, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    (folder / "wrong.py").write_text("def f(:\n")
    with pytest.raises(SystemExit) as end:
        main(["profile", *words])
    assert end.value.code == 2
    answer = capsys.readouterr()
    assert f"profile: {message}" in answer.err
    assert answer.out == ""


def test_a_script_may_be_run_within_a_process(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", [])
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    (folder / "short.py").write_text(
        "import tapegrad as tg\ntg.tensor([1.0, 2.0], requires_grad=True).sum().backward()\n"
    )
    assert main(["profile", "short.py"]) == 0
    assert "sum_all  short.py:2" in capsys.readouterr().out
    assert data(folder / "profile.html")["title"] == "short.py"
