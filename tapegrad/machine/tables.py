"""Tables of a few numbers, looked up lane by lane: by one instruction where the processor has one, else in memory.

Tests: tests/trace_cache/test_machine_code.py, tests/machine/test_single.py
"""

from __future__ import annotations

from collections.abc import Sequence

from tapegrad.machine import processor
from tapegrad.machine.digests import digest
from tapegrad.machine.lane import (
    BITS,
    ELEMENTS,
    WIDE,
    WIDTH,
    Lane,
    float_of,
    halves,
    joined,
    literal,
    select,
    vector_of,
)


def table(index: Lane, values: Sequence[float]) -> Lane:
    """Look up one of 8, 16 or 32 numbers by the low bits of an integer lane: doubles for an int64, floats for an int32,
    by one instruction where there is.
    """
    e, kind = index.emitter, BITS[index.kind]
    if e.width == 1:
        return _loaded(index, values)
    by_shape = _lookups(processor.chosen())
    lookups = by_shape.get((e.width, kind), {})
    fitting = [size for size in lookups if size >= len(values)]
    if fitting:
        return _looked_up(index, values, fitting[0], lookups[fitting[0]])
    if lookups:
        half = len(values) // 2
        return select((index & half) != 0, table(index, values[half:]), table(index, values[:half]))
    if e.width == WIDE and (WIDTH, kind) in by_shape:
        low, high = (table(half, values) for half in halves(index))
        return joined(low, high)
    return _loaded(index, values)


def _lookups(for_processor: processor.Processor) -> dict[tuple[int, str], dict[int, str]]:
    """Return a processor's instructions for vectors of a width and kind, by how many numbers they look at, in order."""
    if for_processor.avx512:
        return {
            (WIDTH, "f"): {16: "avx512.vpermi2var.pd.512"},
            (WIDE, "s"): {16: "avx512.permvar.sf.512", 32: "avx512.vpermi2var.ps.512"},
            (WIDTH, "s"): {8: "avx2.permps", 16: "avx512.vpermi2var.ps.256"},
        }
    return {(WIDTH, "s"): {8: "avx2.permps"}} if for_processor.avx2 else {}


def _looked_up(index: Lane, values: Sequence[float], size: int, name: str) -> Lane:
    """Return what one instruction finds in one or two vectors of so many numbers."""
    e, kind = index.emitter, BITS[index.kind]
    vector, integers = e.type(kind), e.type(index.kind)
    function, values = f"@llvm.x86.{name}", [*values] * (size // len(values))
    arguments = [f"{vector} {_vector(values[k : k + e.width], kind)}" for k in range(0, size, e.width)]
    arguments.insert(1, f"{integers} {index.name}")
    types = [vector, integers, vector][: len(arguments)]
    e.declarations.add(f"declare {vector} {function}({', '.join(types)})")
    return e.emit(f"call {vector} {function}({', '.join(arguments)})", kind)


def _vector(values: Sequence[float], kind: str) -> str:
    element, rounded = ELEMENTS[kind], float if kind == "f" else float_of
    return f"<{', '.join(f'{element} {literal(rounded(x))}' for x in values)}>"


def _loaded(index: Lane, values: Sequence[float]) -> Lane:
    """Return numbers of a table in memory."""
    e, kind = index.emitter, BITS[index.kind]
    element, size = ELEMENTS[kind], 8 if kind == "f" else 4
    content = _vector(values, kind)[1:-1]
    name = f"@table.{digest(content.encode()).hex()[:16]}"
    e.declarations.add(f"{name} = private unnamed_addr constant [{len(values)} x {element}] [{content}], align 64")
    at = f"getelementptr {element}, ptr {name}, {e.type(index.kind)} {(index & (len(values) - 1)).name}"
    place, result = e.emit(at, kind).name, e.type(kind)
    if e.width == 1:
        return e.emit(f"load {element}, ptr {place}", kind)
    pointers, mask = f"<{e.width} x ptr>", f"<{e.width} x i1>"
    function = f"@llvm.masked.gather.v{e.width}f{8 * size}.v{e.width}p0"
    e.declarations.add(f"declare {result} {function}({pointers}, i32, {mask}, {result})")
    everywhere = vector_of("true", "i1", e.width)
    return e.emit(
        f"call {result} {function}({pointers} {place}, i32 {size}, {mask} {everywhere}, {result} poison)", kind
    )
