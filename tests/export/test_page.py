"""The commands and the program of docs/howto/export.md."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(
    r"^```([^\n]*)\n(.*?)^```\n", (ROOT / "docs" / "howto" / "export.md").read_text(encoding="utf-8"), re.M | re.S
)


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_the_program_is_built_by_the_commands_and_prints_what_the_page_shows(tmp_path: Path) -> None:
    files = {"python": "springs.py", "c": "main.c"}
    for kind, name in files.items():
        (tmp_path / name).write_text(next(text for block, text in BLOCKS if block == kind))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    packages = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": packages}
    printed = ""
    for kind, text in BLOCKS:
        if kind == "sh":
            done = subprocess.run(
                ["sh", "-ec", text], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr
            printed = done.stdout
    assert printed == next(text for kind, text in BLOCKS if kind == "")


def test_the_integral_is_what_the_page_shows() -> None:
    pytest.importorskip("scipy")
    text = next(text for kind, text in BLOCKS if kind == "python" and "LowLevelCallable" in text)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(text, "export.md", "exec"), {})
    assert printed.getvalue() == [text for kind, text in BLOCKS if kind == ""][-1]


def test_the_pointer_is_called_by_ctypes_and_numba() -> None:
    text = next(text for kind, text in BLOCKS if kind == "python" and "as_ctypes" in text)
    exec(compile(text, "export.md", "exec"), {})
