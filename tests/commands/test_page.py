"""The page about the command line: its examples run, and `check` says what the page says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tapegrad as tg

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "commands.md"
TEXT = PAGE.read_text(encoding="utf-8")
MODEL = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)[1]
LINES = [line for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) for line in block.splitlines()]
SAID = re.findall(r"```sh\n(.*?)\n```\n\n```text\n(.*?)```", TEXT, re.DOTALL)
LATER = ("demo", "bench", "warmup", "prebuild")  # whose own examples run elsewhere


def run(line: str, place: Path) -> subprocess.CompletedProcess[str]:
    (place / "model.py").write_text(MODEL)
    command = [sys.executable, *shlex.split(line, comments=True)[1:]]
    path = os.pathsep.join(filter(None, [str(Path(tg.__file__).parent.parent), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": path}
    return subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)


def masked(text: str) -> str:
    """A text without its numbers, and the width of its columns."""
    return re.sub(r"-?\d+(\.\d+)?(e[-+]\d+)?", "#", re.sub(r" +", " ", text)).strip()


@pytest.mark.slow
@pytest.mark.cover("line")
@pytest.mark.parametrize("line", [line for line in LINES if line.split()[3] not in LATER])
def test_the_lines_of_the_page_run(line, tmp_path):
    done = run(line, tmp_path)
    assert done.stderr == ""
    assert done.returncode == ("exit status 1" in line)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "said"), SAID)
def test_check_says_what_the_page_says(line, said, tmp_path):
    assert masked(run(line, tmp_path).stdout) == masked(said)


def test_the_page_names_every_command():
    from tapegrad.commands.command_line import NAMES

    assert {line.split()[3] for line in LINES} == set(NAMES)
    assert len(SAID) == 2
