"""Size families: the recordings of a function for arguments that differ in their sizes alone.

The first two have machine code of their own. From the third on, the numbers that differed are data of the code, so that
all later ones with the same instructions find it compiled (see `codegen.varying_sizes`).

Tests: tests/replay/test_varying_sizes.py
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, NamedTuple

from tapegrad.codegen.executable import Executable, executable_of
from tapegrad.codegen.varying_sizes import VaryingSizes, outline_of
from tapegrad.passes.pipeline import arranged
from tapegrad.replay.recompilation_warning import MANY
from tapegrad.replay.record_variant import recorded

if TYPE_CHECKING:
    from tapegrad.ir.program import Program
    from tapegrad.replay.compiled_function import CompiledFunction
    from tapegrad.replay.signature import Signature
    from tapegrad.replay.variant import Variant

ALONE = 2  # recordings that have machine code of their own
_OUTLINES = 64  # that are remembered
_TEXTS = 8  # of one outline, that other sizes may have


def sizeless(key: Signature) -> Hashable:
    """Return a signature without the lengths of arrays."""
    return key.arguments, key.static, *[(len(f.shape), f.dtype, f.lane) for f in key.forms]


class SizeFamily:
    """The recordings with one sizeless signature.

    Attributes
    ----------
    texts : set of int
        The hashes of the texts that were to be compiled for them.
    first_difference : int or None
        The instruction from which on the last two that have other instructions differ.
    """

    def __init__(self) -> None:
        self.texts: set[int] = set()
        self.first_difference: int | None = None
        self._sizes: set[Hashable] = set()
        self._warned = False
        self._last: list[Any] = []  # the instructions of the last recording
        self._by_outline: dict[Hashable, _Written] = {}

    def __len__(self) -> int:
        return len(self._sizes)

    def executable(self, program: Program) -> Executable:
        """Return the machine code of a recording."""
        if not any(form.shape for form in program.input_forms):  # there are no other sizes
            return executable_of(program)
        executable, sizes = executable_of(program, self._made), tuple(program.input_forms)
        if not self._warned and sizes not in self._sizes:
            self._compare(program, executable, sizes)
        return executable

    def is_vain(self) -> bool:
        """Tell, once, that most sizes are compiled on their own."""
        vain = not self._warned and len(self.texts) > MANY and 2 * len(self.texts) > len(self)
        self._warned = self._warned or vain
        return vain

    def _compare(self, program: Program, executable: Executable, sizes: Hashable) -> None:
        """Note what is new in a recording for other sizes."""
        self._sizes.add(sizes)
        self.texts.add(executable.text_hash)
        before, self._last = self._last, [*zip(program.ops, program.operands, strict=True)]
        same = min(len(before), len(program))
        first = next((k for k in range(same) if before[k] != self._last[k]), same)
        if before and first < len(program):
            self.first_difference = first

    def _made(self, program: Program) -> Executable:
        """Return machine code for a program: that of other sizes, if that is what it needs."""
        ready = arranged(program)
        outline = outline_of(ready)
        if outline is None:
            return Executable(program, marked=ready)
        texts = self._by_outline.get(outline.key)
        if texts is None:
            if len(self._by_outline) == _OUTLINES:
                self._by_outline.clear()
            texts = self._by_outline[outline.key] = _Written(VaryingSizes(), [])
        for other in texts.executables:
            executable = other.at(ready, outline)
            if executable is not None:
                return executable
        texts.sizes.join(outline.numbers)
        if texts.sizes.count <= ALONE or texts.sizes.endless:
            return Executable(program, marked=ready)
        executable = Executable(program, marked=texts.sizes.marked(ready, outline))
        if not executable.is_valid():
            return Executable(program, marked=ready)
        texts.executables.insert(0, executable)
        del texts.executables[_TEXTS:]
        return executable


class _Written(NamedTuple):
    """What is known of the recordings with one outline: their sizes, and machine code for all sizes, the last first."""

    sizes: VaryingSizes
    executables: list[Executable]


def line_of(
    compiled: CompiledFunction, variant: Variant, key: Signature, leaves: list[Any], args: tuple[Any, ...],
    keywords: dict[str, Any],
) -> str:  # fmt: skip
    """Return the user's line from which on recordings for other sizes have other instructions; empty if not known."""
    first = None if variant.family is None else variant.family.first_difference
    if first is None or variant.drawn:
        return ""
    call = recorded(compiled if compiled.lines else compiled.again(lines=True), key, leaves, args, keywords)
    lines = call.trace.program(call.tensors).lines
    return str(next((lines[k] for k in range(first, -1, -1) if k in lines), ""))
