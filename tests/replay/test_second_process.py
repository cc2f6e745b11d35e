"""A process that records what another one has recorded runs its machine code, and makes no program and calls no rule.

Expected values are those of the first process, which straight NumPy and differences confirm.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.autograd import kept_sweeps, traced_sweep
from tapegrad.record import recording_digest, trace

PROGRAM = """
import json, sys
import numpy as np
import tapegrad as tg
from tapegrad.autograd import traced_sweep
from tapegrad.codegen import executable
from tapegrad.machine import compiler
from tapegrad.record import recording_digest, trace

recording_digest.LEAST = 100
calls = {"sweeps": 0, "programs": 0, "texts": 0, "compiled": 0}


def counted(module, name, what):
    function = getattr(module, name)

    def call(*args, **keywords):
        calls[what] += 1
        return function(*args, **keywords)

    setattr(module, name, call)


counted(traced_sweep, "reverse", "sweeps")
counted(trace, "program_of", "programs")
counted(executable, "written", "texts")
counted(compiler, "object_code", "compiled")


def f(x):
    y = x[0]
    for k in range(STEPS):
        y = np.sin(y) * x[1] + x[2 + k % 2] * CONSTANT
    return y


g = tg.compile(tg.value_and_grad(f))
answers = [g(np.array(x)) for x in ([0.3, 0.9, 0.1, 0.2], [0.5, 0.8, 0.3, 0.1], [0.5, 0.8, 0.3, 0.1])]
print(json.dumps([[[float(v), s.tolist()] for v, s in answers], calls]))
"""


def run(folder: Path, program: str = PROGRAM, steps: int = 200, constant: str = "0.7") -> tuple[list[Any], Any]:
    text = program.replace("STEPS", str(steps)).replace("CONSTANT", constant)
    result = subprocess.run(
        [sys.executable, "-c", text], check=True, capture_output=True, text=True,
        env={**os.environ, "TAPEGRAD_CACHE_DIR": str(folder)},
    )  # fmt: skip
    return tuple(json.loads(result.stdout))


def by_hand(x: list[float], steps: int, constant: float) -> float:
    y = x[0]
    for k in range(steps):
        y = float(np.sin(y)) * x[1] + x[2 + k % 2] * constant
    return y


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any], Any]:
    folder = tmp_path_factory.mktemp("cache")
    return folder, *run(folder)


def test_the_first_process_compiles(first: tuple[Path, list[Any], Any]) -> None:
    _, answers, calls = first
    assert calls["sweeps"] == calls["programs"] == calls["texts"] == 1
    x, h = np.array([0.3, 0.9, 0.1, 0.2]), 1e-6
    np.testing.assert_allclose(answers[0][0], by_hand([*x], 200, 0.7), rtol=1e-12)
    differences = [(by_hand([*(x + h * e)], 200, 0.7) - by_hand([*(x - h * e)], 200, 0.7)) / (2 * h) for e in np.eye(4)]
    np.testing.assert_allclose(answers[0][1], differences, rtol=1e-6, atol=1e-9)


def test_the_second_process_only_records(first: tuple[Path, list[Any], Any]) -> None:
    folder, answers, _ = first
    again, calls = run(folder)
    assert calls == {"sweeps": 0, "programs": 0, "texts": 0, "compiled": 0}
    assert again == answers


@pytest.mark.parametrize(
    "change", [{"steps": 201}, {"constant": "0.7000000000000001"}, {"constant": "-0.0"}, {"constant": "(0.7 + x[1])"}]
)
def test_another_function_is_another(first: tuple[Path, list[Any], Any], change: dict[str, Any]) -> None:
    folder, _, _ = first
    answers, calls = run(folder, **change)
    assert calls["sweeps"] == calls["programs"] == 1
    constant = 0.7 + 0.9 if "x" in change.get("constant", "") else float(change.get("constant", 0.7))
    expected = by_hand([0.3, 0.9, 0.1, 0.2], change.get("steps", 200), constant)
    np.testing.assert_allclose(answers[0][0], expected, rtol=1e-12)


def test_a_file_that_is_gone_is_made_again(first: tuple[Path, list[Any], Any]) -> None:
    folder, answers, _ = first
    for name in folder.glob("tape-*.o"):
        name.unlink()
    again, calls = run(folder)
    assert (calls["sweeps"], calls["programs"], calls["compiled"]) == (0, 1, 1)
    assert again == answers


def test_an_edited_package_is_another(first: tuple[Path, list[Any], Any]) -> None:
    folder, answers, _ = first
    edited = "from tapegrad.record import recording_digest as d\nd._package = lambda: b'edited'\n" + PROGRAM
    again, calls = run(folder, edited)
    assert calls["sweeps"] == calls["programs"] == 1
    assert again == answers
    with_another_file = PROGRAM.replace(
        "import tapegrad as tg\n",
        "import tapegrad as tg, os, pathlib\nfrom tapegrad.record import recording_digest as d\nold = os.stat\n"
        "class Stat:\n    def __init__(self, s): self.st_size, self.st_mtime_ns = s.st_size, s.st_mtime_ns + 1\n"
        "d.os = type('os', (), {'walk': os.walk, 'path': os.path, 'stat': lambda p: Stat(old(p))})\n",
    )
    assert run(folder, with_another_file)[1]["sweeps"] == 1


OWN_RULE = """
import json, os
import numpy as np
import tapegrad as tg
from tapegrad.record import recording_digest

recording_digest.LEAST = 100
slope = 0.0


@tg.custom.elementwise(partials={"x": lambda x: slope * x})
def own(x):
    return x * x


slope = CONSTANT


def f(x):
    y = x
    for _ in range(STEPS):
        y = y * 1.0
        y = y + 0.25 - 0.25
    return own(y)


print(json.dumps([float(tg.compile(tg.grad(f))(0.5)), 0]))
"""


def test_what_a_rule_of_the_user_reads_may_be_bound_later(tmp_path: Path) -> None:
    assert run(tmp_path, OWN_RULE, constant="2.0")[0] == pytest.approx(1.0)
    assert run(tmp_path, OWN_RULE, constant="6.0")[0] == pytest.approx(3.0)


def test_a_recording_of_this_process_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    for module, name in ((traced_sweep, "reverse"), (trace, "program_of")):
        function = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *a, f=function, n=name, **k: (calls.append(n), f(*a, **k))[1])
    without_users_ops = {name: op for name, op in kept_sweeps.by_name.items() if not op.by_user}
    monkeypatch.setattr(kept_sweeps, "by_name", without_users_ops)
    monkeypatch.setattr(recording_digest, "LEAST", 100)

    def f(x: Any) -> Any:
        y = x[0]
        for _ in range(100):
            y = np.sin(y) * x[1]
        return y

    x = np.array([0.3, 0.9])
    first = tg.compile(tg.value_and_grad(f))(x)
    calls.clear()
    value, slope = tg.compile(tg.value_and_grad(f))(x)
    assert not calls
    assert value == first[0]
    assert np.array_equal(slope, first[1])
