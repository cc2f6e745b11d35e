"""The LLVM texts of programs become object code for each platform that README names.

This says that no text is bound to the processor or system of this machine. It does not say that the code runs there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import pytest

TARGETS = {
    "x86_64-unknown-linux-gnu": "x86_64",
    "x86_64-pc-windows-msvc": "x86_64",
    "aarch64-unknown-linux-gnu": "aarch64",
    "arm64-apple-darwin": "aarch64",
}
FORMATS = {"linux": b"\x7fELF", "darwin": b"\xcf\xfa\xed\xfe", "windows": b"\x64\x86"}  # how their objects begin
PROGRAM = """
import json, sys
import numpy as np
if sys.argv[1] != "x86_64":
    from numpy._core import _multiarray_umath
    _multiarray_umath.__cpu_features__ = {}  # by which the package knows the processor
import tapegrad as tg
from tapegrad.machine import cache

texts = []
compile_text = cache.Engine._compile
cache.Engine._compile = lambda self, text, level: (texts.append(text), compile_text(self, text, level))[1]

x, A = np.linspace(0.2, 2.0, 24), np.eye(4) + 0.1

def elementwise(x):
    return np.sum(np.sin(x) * np.exp(-x) + np.tanh(x) ** 3 + tg.special.gammaln(x) + np.where(x > 1.0, x**1.5, np.log(x)))

def arrays(x):
    return np.sum(np.linalg.solve(A, (x.reshape(6, 4) @ A).T)) + np.cumsum(x)[-1] + np.max(x) + np.sum(np.abs(np.fft.fft(x)))

def scalars(x):
    y = x[0]
    for k in range(1, 24):
        y = y * x[k] + np.sqrt(y)
    return y

def loop(x):
    return tg.scan(lambda c, y: (c * np.cos(y) + y, c), x[0], x)[0]

for f in (elementwise, arrays, scalars, loop):
    step = tg.compile(tg.value_and_grad(f))
    step(x)
    step(x.astype(np.float32))
tg.compile(tg.hessian(elementwise))(x)
tg.compile(tg.value_and_grad(elementwise)).batch(np.stack([x] * 20))
for _ in range(300):  # the sweeps, kernels and machine code of eager code
    t = tg.tensor(x, requires_grad=True)
    (elementwise(t) + t[3] * t[4]).backward()
json.dump(sorted(set(texts)), sys.stdout)
"""


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """The texts that are compiled on a processor of each kind."""

    def run(machine: str) -> list[str]:
        environment = os.environ | {"TAPEGRAD_CACHE_DIR": str(tmp_path_factory.mktemp("cache"))}
        command = [sys.executable, "-c", PROGRAM, machine]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        return json.loads(done.stdout)

    return {machine: run(machine) for machine in set(TARGETS.values())}


@pytest.mark.slow
@pytest.mark.parametrize("triple", TARGETS)
def test_texts_become_objects(texts, triple):
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(triple)
    machine = TARGETS[triple]
    features = llvm.get_host_cpu_features().flatten() if machine == "x86_64" else ""
    emitter = target.create_target_machine(features=features, opt=1)
    assert len(texts[machine]) > 10
    if machine == "aarch64":
        assert not [text for text in texts[machine] if "llvm.x86" in text]
    for text in texts[machine]:
        module = llvm.parse_assembly(text)
        module.triple = triple
        code = emitter.emit_object(module)
        assert code.startswith(next(head for system, head in FORMATS.items() if system in triple))


def test_nothing_names_what_only_one_system_has():
    """Modules and paths of POSIX are used where they are asked for first."""
    import tapegrad

    found = []
    for file in sorted(Path(tapegrad.__file__).parent.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        found += [
            f"{file.name}: {name}" for name in ("/tmp", "/proc/", "import fcntl", "import resource") if name in text
        ]
    assert not found
