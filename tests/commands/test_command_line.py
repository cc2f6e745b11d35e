"""The command line as a whole: its page, the help of each command, its examples, and what it answers to mistakes."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import tapegrad as tg
from tapegrad.commands.command_line import NAMES, main

FOLDER = Path(tg.__file__).parent / "commands"
SHARED = {
    "__init__",
    "command_line",
    "users_function",
    "users_problem",
    "line_differences",
    "derivative_comparison",
    "contestants",
    "sample_programs",
}


def ended(*words: str) -> int | str | None:
    """Return the status with which the command line ends by itself."""
    with pytest.raises(SystemExit) as end:
        main(words)
    return end.value.code


def run(line: str, place: Path) -> subprocess.CompletedProcess[str]:
    """Run a line that begins with ``python`` in a folder."""
    command = [sys.executable, *shlex.split(line)[1:]]
    path = os.pathsep.join(filter(None, [str(FOLDER.parent.parent), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        command, cwd=place, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )


def test_the_list_holds_every_file():
    assert {file.stem for file in FOLDER.glob("*.py")} - SHARED == set(NAMES)


def test_without_arguments_there_is_a_page_of_five_lines(capsys):
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    for name in NAMES:
        assert sum(name in line.replace(",", " ").split() for line in lines) == 1
    assert "--help" in lines[-1]


def test_help_lists_all_commands(capsys):
    assert ended("--help") == 0
    text = capsys.readouterr().out
    assert all(f"\n    {name} " in text for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_help_of_each_command_has_an_example(name, capsys):
    assert ended(name, "--help") == 0
    text = capsys.readouterr().out
    module = import_module(f"tapegrad.commands.{name}")
    assert text.startswith(f"usage: python -m tapegrad {name} ")
    assert text.endswith(f"example:\n  {module.EXAMPLE}\n")
    assert module.EXAMPLE.startswith(f"python -m tapegrad {name}")
    assert f"{module.__doc__}".split(".")[0].split(":")[0] in text  # what it does
    assert "Tests:" not in text


@pytest.mark.slow
@pytest.mark.cover("name")
@pytest.mark.parametrize(
    "name", [name if name != "bench" else pytest.param(name, marks=pytest.mark.exhaustive) for name in NAMES]
)  # of that one, test_bench.py asks more
def test_the_example_of_each_command_runs(name, tmp_path):
    if name == "prebuild" and (FOLDER.parent / "machine" / "object_code").is_dir():
        pytest.skip("the kernels of this wheel come from the command")
    done = run(import_module(f"tapegrad.commands.{name}").EXAMPLE, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("output", ["", ".html", ".o", ".h"])
def test_the_ending_of_an_output_may_be_left_out(output, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command, files = ("explain", {"q.html"}) if output in ("", ".html") else ("export", {"q.h", "q.o", "q.obj"})
    function = ["tapegrad.optimize:rosen", "--args", "[1.3, 0.7, 0.8]", "--output", f"q{output}"]
    assert main([command, *function]) == 0
    made = {file.name for file in tmp_path.iterdir()} - {"q.so", "q.dylib", "q.dll"}
    assert made <= files
    assert len(made) == min(len(files), 2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["exprt"], "python -m tapegrad: error: expected a command, got 'exprt'. Did you mean export?"),
        (["--quick"], "python -m tapegrad: error: expected no more arguments, got --quick"),
        (["info", "now"], "python -m tapegrad info: error: expected no more arguments, got now"),
        (["cache", "--prun"], None),  # which is unambiguous
        (["export"], "python -m tapegrad export: error: the following arguments are required: MODULE:FUNCTION"),
    ],
)
def test_mistakes_are_answered_in_two_lines(words, message, capsys):
    if message is None:
        assert main(words) == 0
        return
    assert ended(*words) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == message
    assert second.startswith("For help: python -m tapegrad ")


def test_an_unknown_command_names_those_that_exist(capsys):
    assert ended("zzz") == 2
    assert ", ".join(NAMES) in capsys.readouterr().err


@pytest.mark.slow
def test_a_reader_that_has_enough_is_no_error(tmp_path):
    done = run("python -c 'import os, subprocess, sys; p = subprocess.Popen([sys.executable, \"-m\", \"tapegrad\", "
               "\"info\"], stdout=subprocess.PIPE, stderr=subprocess.PIPE); p.stdout.close(); print(p.stderr.read())'",
               tmp_path)  # fmt: skip
    assert done.stdout.strip() == "b''"
