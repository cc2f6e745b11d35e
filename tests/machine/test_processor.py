"""The processor that code is compiled for: levels, what NumPy found, and what the environment asks for."""

from __future__ import annotations

import subprocess
import sys

import llvmlite.binding as llvm
import pytest
from numpy._core import _multiarray_umath

from tapegrad.errors import ArgumentError
from tapegrad.machine import processor

ON_X86 = pytest.mark.skipif(not processor.levels_here(), reason="levels are of x86-64")


@pytest.fixture
def anew(monkeypatch):
    """The processor is looked for again."""
    monkeypatch.delenv(processor.ASKED, raising=False)
    monkeypatch.setattr(processor, "_chosen", None)


@ON_X86
@pytest.mark.parametrize(("missing", "level"), [("AVX512VL", "x86-64-v3"), ("FMA3", "x86-64-v2"), ("SSE42", "x86-64")])
def test_a_level_has_all_that_it_adds(anew, monkeypatch, missing, level):
    features = dict.fromkeys((f for names in processor._ADDED.values() for f in names), True) | {missing: False}
    monkeypatch.setattr(_multiarray_umath, "__cpu_features__", features)
    assert processor.chosen().name == level
    assert processor.chosen().avx2 == (level >= "x86-64-v3")
    assert not processor.chosen().avx512


@ON_X86
def test_llvm_finds_what_a_level_may_use():
    """NumPy and LLVM both ask the processor: what the level adds, by LLVM's names, is there."""
    names = {"FMA3": "fma", "SSE41": "sse4.1", "SSE42": "sse4.2"}
    found = llvm.get_host_cpu_features()
    for level in processor.levels_here():
        for feature in processor._ADDED[level]:
            assert found[names.get(feature, feature.lower())], feature


def test_without_numpys_word_it_is_what_llvm_says(anew, monkeypatch):
    monkeypatch.setattr(_multiarray_umath, "__cpu_features__", {})
    host = processor.Processor(llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    assert processor.chosen() == host


@ON_X86
def test_the_environment_may_ask_for_less(anew, monkeypatch):
    monkeypatch.setenv(processor.ASKED, "x86-64")
    assert processor.chosen() == processor.LEVELS["x86-64"]
    assert not processor.chosen().avx2


def test_and_for_nothing_else(anew, monkeypatch):
    monkeypatch.setenv(processor.ASKED, "i386")
    with pytest.raises(ArgumentError, match="expected a level of this machine"):
        processor.chosen()


@ON_X86
@pytest.mark.slow
def test_all_levels_give_the_same_bits(monkeypatch, tmp_path):
    program = (
        "import numpy as np, tapegrad as tg\n"
        "x = np.linspace(-3.0, 3.0, 101)\n"
        "f = lambda x: np.sum(np.tanh(x) * np.exp(-x * x) + np.log1p(x * x) / np.cosh(x) + np.sin(x) ** 3)\n"
        "for dtype in (np.float64, np.float32):\n"
        "    for g in (tg.grad(f), tg.compile(tg.grad(f))):\n"
        "        print(g(x.astype(dtype)).tobytes().hex())\n"
    )
    monkeypatch.setenv("TAPEGRAD_CACHE_DIR", str(tmp_path))
    said = set()
    for level in processor.levels_here():
        monkeypatch.setenv(processor.ASKED, level)
        said.add(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
    assert len(said) == 1
    assert said.pop().count("\n") == 4
