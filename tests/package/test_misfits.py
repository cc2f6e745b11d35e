"""Where CPython's layout is not the expected one, Python follows eager code: slower, with the same results.

In fresh processes, whose look at a live float finds another value.
"""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from tapegrad.cpython import field_offsets, object_layout

MISFIT = """
import ctypes
right, ctypes.c_double = ctypes.c_double, ctypes.c_float
import tapegrad.cpython.object_layout as layout
ctypes.c_double = right
assert layout.misfits() == ("the value of a float",)
"""
FITS = """
import tapegrad.cpython.object_layout as layout
assert layout.misfits() == ()
"""
LOOPS = """
import json
import numpy as np, tapegrad as tg
from tapegrad.trace_cache import tree

x = tg.tensor(np.linspace(0.1, 0.9, 5), requires_grad=True)
found = {"sweep": [], "read": [], "values": [], "held": [], "refused": []}
for turn in range(600):
    x.grad = None
    k = 1.0 + turn / 1000
    y = np.sin(x * k)
    np.sum(y * y).backward()
    found["sweep"].append(x.grad.tolist())
    x.grad = None
    loss = np.sum(np.exp(x * k) * x)
    found["read"].append(loss.item())
    loss.backward()  # after its value was read
    found["read"].append(x.grad.tolist())
    z = np.tanh(x * k) * x
    found["values"].append(np.sum(z).item())  # never swept
    kept = np.cos(x * k)
    out = np.sum(kept * x)
    out.backward()
    found["held"].append([x.grad.tolist(), kept.tolist()])  # which was added to a gradient, and lives on
    try:
        out.backward()
    except tg.errors.TapegradError as error:
        found["refused"].append(type(error).__name__)
compiled = sorted(e.what for e in tg.debug.exits() if e.state == "compiled" and e.compiled > 100)
print(json.dumps([found, tree.cursor.on, compiled]))
"""


def run(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def loops():
    """What the loops give where the layout is another one, and where it is the expected one."""
    return [json.loads(run(layout + LOOPS)) for layout in (MISFIT, FITS)]


def test_results_are_the_same_to_the_bit(loops):
    (followed, *_), (expected, *_) = loops
    assert followed == expected


def test_gradients_are_right(loops):
    (found, *_), x = loops[0], np.linspace(0.1, 0.9, 5)
    read, exact = [], {"sweep": [], "values": [], "held": []}
    for turn in range(len(found["sweep"])):
        k = 1.0 + turn / 1000
        exact["sweep"].append(2 * np.sin(x * k) * np.cos(x * k) * k)
        read.append((np.sum(np.exp(x * k) * x), np.exp(x * k) * (1 + k * x)))
        exact["values"].append(np.sum(np.tanh(x * k) * x))
        gradient = np.cos(x * k) - k * x * np.sin(x * k)
        exact["held"].append([read[-1][1] + gradient, np.cos(x * k)])
    for what, values in exact.items():
        np.testing.assert_allclose(found[what], values, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(found["read"][::2], [value for value, _ in read], rtol=1e-13)
    np.testing.assert_allclose(found["read"][1::2], [gradient for _, gradient in read], rtol=1e-12)
    assert found["refused"] == ["TapeFreedError"] * len(read)


def test_programs_are_made_without_the_compiled_matcher(loops):
    assert loops[0][1:] == [False, ["read", "sweep", "sweep", "sweep after read"]]
    assert loops[1][1:] == [True, ["read", "sweep", "sweep", "sweep after read"]]


def test_info_says_so():
    program = "from tapegrad.__main__ import main; main(['info'])"
    assert "eager     followed in Python, slower: the value of a float: elsewhere than expected" in run(
        MISFIT + program
    )
    assert "eager     followed in machine code" in run(FITS + program)


def test_liveness_is_the_same():
    program = """
from tapegrad.cpython.liveness import held
items = [(k, k) for k in map(float, range(70))]
kept = items[3], items[64]
print([k for k, one in enumerate(held()(items)) if one], held()([]), held().__name__)
"""
    assert run(MISFIT + program) == "[3, 64] b'' _by_python\n"
    assert run(FITS + program) == "[3, 64] b'' held\n"


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("an object's type", "TYPE = 0"), ("the size of tuples, lists and bytes", "SIZE = 1"),
        ("the content of bytes", "CONTENT = 24"), ("the bounds of a slice", "VALUE = 3"),
        ("the value of NumPy's integers", "VALUE = 1"),
    ],
)  # fmt: skip
def test_each_field_has_a_probe(name, field, monkeypatch):
    number, value = field.split(" = ")
    monkeypatch.setattr(field_offsets, number, int(value))
    assert name in object_layout.misfits.__wrapped__()


@pytest.mark.parametrize("number", ["DATA_AT", "SHAPE_AT", "STRIDES_AT", "BASE_AT", "DTYPE_AT", "NDIM_AT", "FLAGS_AT"])
def test_each_field_of_arrays_has_a_probe(number, monkeypatch):
    wrong = field_offsets.NDIM_AT + 1 if number == "FLAGS_AT" else 1  # where the type is, an address like others
    monkeypatch.setattr(field_offsets, number, wrong)
    assert object_layout.foundation.__wrapped__() == ("an array's data, shape, strides or flags",)


@pytest.mark.parametrize("number", ["LIST_ITEMS_AT", "TUPLE_ITEMS"])
def test_items_have_a_probe(number, monkeypatch):
    monkeypatch.setattr(field_offsets, number, 2)  # where the length is
    assert object_layout.foundation.__wrapped__() == ("the items of lists and tuples",)
