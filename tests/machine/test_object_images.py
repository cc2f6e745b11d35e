"""Object code that is loaded without LLVM: what it computes, what is left to LLVM, and when its memory goes."""

from __future__ import annotations

import ctypes
import math
import subprocess
import sys

import llvmlite.binding as llvm
import pytest

from tapegrad.machine import compiler, object_images, symbols
from tapegrad.machine.processor import chosen

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not chosen().x86, reason="LLVM loads all object code on this system"
)
TEXT = """\
@count = internal global i64 5
@zero = internal global i64 0
@numbers = internal constant [3 x double] [double 1.5, double 2.5, double 4.0]
declare double @cos(double)
declare double @tapegrad_other(double)

define i64 @counted() {
  %old = load i64, ptr @count
  %new = add i64 %old, 1
  store i64 %new, ptr @count
  %more = load i64, ptr @zero
  %turns = add i64 %more, 10
  store i64 %turns, ptr @zero
  %sum = add i64 %new, %turns
  ret i64 %sum
}

define double @number(i64 %k) {
  %place = getelementptr double, ptr @numbers, i64 %k
  %value = load double, ptr %place
  %cosine = call double @cos(double %value)
  %result = call double @tapegrad_other(double %cosine)
  ret double %result
}
"""


def compiled(text: str) -> bytes:
    """Object code of a text for this machine."""
    machine = compiler.machine_for(chosen().name, chosen().features, compiler.OPTIMISED)
    return compiler.object_code(machine, text, compiler.OPTIMISED)


def found(name: str) -> int | None:
    return symbols.find(name) or object_images.in_process(name)


def test_code_reaches_its_data_other_code_and_libraries():
    other = object_images.loaded(
        compiled("define double @tapegrad_other(double %x) {\n  %y = fmul double %x, 2.0\n  ret double %y\n}"), found
    )
    assert other is not None
    image = object_images.loaded(compiled(TEXT), lambda name: other.addresses.get(name) or found(name))
    assert image is not None
    assert set(image.addresses) == {"counted", "number"}  # and nothing that is internal
    counted = ctypes.CFUNCTYPE(ctypes.c_int64)(image["counted"])
    assert [counted(), counted(), counted()] == [16, 27, 38]
    number = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64)(image["number"])
    assert [number(k) for k in range(3)] == [2.0 * math.cos(x) for x in (1.5, 2.5, 4.0)]


def test_two_images_of_one_code_have_variables_of_their_own():
    code = compiled(TEXT.replace("tapegrad_other", "sin"))
    first, second = (object_images.loaded(code, found) for _ in range(2))
    assert first is not None
    assert second is not None
    both = [ctypes.CFUNCTYPE(ctypes.c_int64)(image["counted"]) for image in (first, second)]
    assert [f() for f in both] == [16, 16]


def test_a_function_that_nothing_has_is_left_to_llvm():
    assert object_images.loaded(compiled(TEXT), found) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("@x = thread_local global i64 1\ndefine i64 @f() {\n  %v = load i64, ptr @x\n  ret i64 %v\n}", "of threads"),
        ("@x = common global i64 0\ndefine i64 @f() {\n  %v = load i64, ptr @x\n  ret i64 %v\n}", "common"),
    ],
    ids=["thread-local", "common"],
)
def test_what_it_does_not_know_is_left_to_llvm(text, why):
    assert object_images.loaded(compiled(text), found) is None, why


def test_other_files_are_left_to_llvm():
    code = compiled("define i64 @f() {\n  ret i64 3\n}")
    assert object_images.loaded(code, found) is not None
    assert object_images.loaded(b"", found) is None
    assert object_images.loaded(code[:18] + b"\xb7\0" + code[20:], found) is None  # of another processor
    small = llvm.Target.from_default_triple().create_target_machine(reloc="pic", codemodel="small")
    assert object_images.loaded(compiler.object_code(small, TEXT.replace("tapegrad_other", "sin"), 2), found) is None


def test_code_cannot_be_written_to():
    program = (
        "import ctypes\n"
        "from tests.machine.test_object_images import compiled, found, object_images\n"
        "image = object_images.loaded(compiled('define i64 @f() {\\n  ret i64 3\\n}'), found)\n"
        "print(ctypes.CFUNCTYPE(ctypes.c_int64)(image['f'])(), flush=True)\n"
        "ctypes.memset(image['f'], 0, 1)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "3\n", done.stderr
    assert done.returncode < 0  # by a signal
