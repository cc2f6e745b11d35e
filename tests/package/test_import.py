"""What `import tapegrad` loads, and that the rest is found on first use."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tapegrad as tg

FIRST = """
import sys, numpy as np, tapegrad as tg
x = tg.tensor([0.5, 1.0], requires_grad=True)
np.sum(np.sin(x) * x).backward()
print(*sorted(m for m in sys.modules))
"""
LATER = (
    "tapegrad.func", "tapegrad.replay", "tapegrad.codegen", "tapegrad.custom", "tapegrad.profiler", "tapegrad.debug",
    "tapegrad.autograd.checks", "tapegrad.autograd.function", "tapegrad.ir.files", "tapegrad.ops.fft.discrete_fourier",
    "tapegrad.autograd.create_graph", "tapegrad.autograd.function_application", "tapegrad.tensor.batching",
    "tapegrad.engine.scalar_executor", "tapegrad.ir.builder", "tapegrad.record.bulk_numbering", "tapegrad.autograd.native_commit", "tapegrad.tensor.compiled_methods",
    "tapegrad.record.trace", "tapegrad.record.tape", "tapegrad.autograd.graph", "tapegrad.autograd.saved_values",
    "tapegrad.ops.integers", "tapegrad.ops.refusals", "tapegrad.ops.kinds.move", "tapegrad.ops.kinds.call", "tapegrad.ir.printing",
    "tapegrad.machine.vecmath", "tapegrad.machine.addresses", "tapegrad.tensor.ufuncs", "tapegrad.tensor.caller_names",
    "numba", "scipy", "concurrent.futures", "subprocess", "dataclasses", "hashlib", "random",
)  # fmt: skip


def fresh(program: str) -> str:
    """What a program prints in a process of its own."""
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.strip()


def test_a_first_gradient_loads_what_it_needs():
    fresh(FIRST)  # which may compile
    assert not set(LATER) & set(fresh(FIRST).split())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "expression",
    [
        "np.fft.fft(t)", "np.linalg.norm(t)", "np.linalg.diagonal(tg.eye(3))", "tg.fft.rfft(t)", "tg.special.expit(t)",
        "tg.func.grad(np.sum)(t)", "tg.autograd.functional.jacobian(np.sum, t)", "tg.compile(np.sum)(t)",
        "tg.autograd.gradcheck(np.sum, t)", "tg.autograd.Function.apply", "scipy.special.expit(t)", "tg.load.__doc__",
        "tg.checkpoint(np.sin, keep=['scan'])(t)",
    ],
)  # fmt: skip
def test_it_is_there_when_it_is_used_first(expression):
    imports = "import numpy as np, scipy.special, tapegrad as tg\n"
    assert (
        fresh(f"{imports}t = tg.tensor([0.5, 1.0, 2.0], requires_grad=True)\nprint({expression} is not None)") == "True"
    )


def test_dir_shows_public_names_only():
    assert set(dir(tg)) == {*tg.__all__}
    assert not {
        "ops",
        "ir",
        "record",
        "trace_cache",
        "engine",
        "machine",
        "replay",
        "dispatch",
        "lazy_imports",
        "TYPE_CHECKING",
    } & set(dir(tg))
    assert set(dir(tg.autograd)) == set(tg.autograd.__all__)
    assert all(hasattr(tg.autograd, name) for name in tg.autograd.__all__)


@pytest.mark.parametrize("state", ["enable", "disable"])
def test_the_collector_rests_during_the_import_and_is_as_before(state):
    program = f"""
import gc
import numpy
gc.{state}()
collections = []
gc.callbacks.append(lambda phase, info: collections.append(phase))
import tapegrad
found = gc.isenabled(), len(collections) < 5, gc.get_freeze_count(), len(gc.get_objects(0)) < 1000
print(*found)
"""
    assert fresh(program) == f"{state == 'enable'} True 0 True"


def test_objects_that_a_program_froze_stay_frozen():
    program = "import gc\nimport numpy\ngc.freeze()\nn = gc.get_freeze_count()\nimport tapegrad\nprint(gc.get_freeze_count() >= n // 2)"
    assert fresh(program) == "True"


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'tapegrad' has no attribute 'gard'"):
        _ = tg.gard


def test_a_collection_in_the_middle_of_an_import(tmp_path):
    """What compiles is imported then, and cannot be if the collector interrupts its import: here it is missing."""
    (tmp_path / "half.py").write_text("import gc\ngc.collect()\n")
    program = f"""
import gc, os, sys
gc.disable()
sys.path.append({str(tmp_path)!r})
os.environ.update(TAPEGRAD_CACHE_DIR={str(tmp_path / "cache")!r}, TAPEGRAD_CACHE_SIZE="0")
import tapegrad as tg
sys.modules["llvmlite.binding"] = None
x = tg.tensor(3.0, requires_grad=True)
y = x * x
import half
del sys.modules["llvmlite.binding"]
(y * x).backward()
print(x.grad.item())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "27.0\n"
    assert not done.stderr
