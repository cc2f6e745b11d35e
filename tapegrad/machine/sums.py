"""The order of summation, which all executors share.

Numbers are summed in eight lanes within a chunk of `SUM_CHUNK`, the lanes in pairs, and the chunks with Neumaier's
compensation. Sealed code emits these steps in place, and the sweeps call them as `functions`: so a sum has the same
bits in both.

Tests: tests/machine/test_translate.py, tests/passes/test_outer_product_sums.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tapegrad.machine.lane import WIDTH, Emitter, Lane, select


def across(e: Emitter, vector: str, combine: Callable[[Lane, Lane], Lane] = lambda a, b: a + b) -> Lane:
    """Combine eight lanes in pairs, by an emitter of width 1."""
    items = [e.emit(f"extractelement <{WIDTH} x double> {vector}, i64 {k}", "f") for k in range(WIDTH)]
    while len(items) > 1:
        items = [combine(a, b) for a, b in zip(items[::2], items[1::2], strict=True)]
    return items[0]


def all_across(e: Emitter, vectors: Sequence[str], combine: Callable[[Lane, Lane], Lane] = lambda a, b: a + b) -> Lane:
    """Combine the lanes of each of up to eight vectors as `across` does: the k-th lane is the result of the k-th."""
    kind = f"<{WIDTH} x double>"
    rows = [*vectors, *[vectors[-1]] * (WIDTH - len(vectors))]
    span = 1  # lanes side by side that belong to one step
    while len(rows) > 1:
        met = []
        for x, y in zip(rows[::2], rows[1::2], strict=True):
            sides = []
            for side in (0, span):
                chosen = [
                    k + side + lane
                    for k in range(0, WIDTH, 2 * span)
                    for lane in (*range(span), *range(WIDTH, WIDTH + span))
                ]
                indices = ", ".join(f"i32 {k}" for k in chosen)
                sides.append(e.emit(f"shufflevector {kind} {x}, {kind} {y}, <{WIDTH} x i32> <{indices}>", "f"))
            met.append(combine(*sides).name)
        rows, span = met, 2 * span
    return Lane(e, rows[0], "f")


def add_chunk(total: Lane, lost: Lane, x: Lane) -> tuple[Lane, Lane]:
    """Add a chunk's sum to the total, and what rounding takes from it to what is lost."""
    t = total + x
    return t, lost + select(abs(total) >= abs(x), (total - t) + x, (x - t) + total)


def settled(total: Lane, lost: Lane) -> Lane:
    """Add what was lost; of an infinite sum that is NaN, and left out."""
    return select(lost == lost, total + lost, total)


def functions() -> str:
    """Return LLVM text of ``sum_chunk_f8``, ``sum_chunk_f4`` and ``sum_chunks``, which the compiled sweeps call."""
    return "\n".join([_sum_chunk("f8", "double", 8), _sum_chunk("f4", "float", 4), _sum_chunks()])


def _sum_chunk(dtype: str, element: str, size: int) -> str:
    """Return ``sum_chunk(address, n)`` of at most `SUM_CHUNK` numbers; none behind them is read."""
    e = Emitter(1)
    total = across(e, "%all")
    body = "\n".join(e.lines)
    items, lanes, masks = (f"<{WIDTH} x {kind}>" for kind in (element, "double", "i1"))
    widen = f"fpext {items}" if element == "float" else f"bitcast {items}"
    iota = "<" + ", ".join(f"i64 {k}" for k in range(WIDTH)) + ">"
    load = f"@llvm.masked.load.v{WIDTH}f{8 * size}.p0"
    return f"""\
declare {items} {load}(ptr, i32, {masks}, {items})
define double @sum_chunk_{dtype}(i64 %address, i64 %n) {{
entry:
  %first = inttoptr i64 %address to ptr
  %whole = and i64 %n, -{WIDTH}
  %some = icmp sgt i64 %whole, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi {lanes} [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = getelementptr {element}, ptr %first, i64 %i
  %items = load {items}, ptr %at, align {size}
  %wide = {widen} %items to {lanes}
  %more = fadd {lanes} %sum, %wide
  %next = add i64 %i, {WIDTH}
  %again = icmp slt i64 %next, %whole
  br i1 %again, label %loop, label %end
end:
  %most = phi {lanes} [ zeroinitializer, %entry ], [ %more, %loop ]
  %left = sub i64 %n, %whole
  %any = icmp sgt i64 %left, 0
  br i1 %any, label %rest, label %pairs
rest:
  %limit = insertelement <{WIDTH} x i64> poison, i64 %left, i64 0
  %limits = shufflevector <{WIDTH} x i64> %limit, <{WIDTH} x i64> poison, <{WIDTH} x i32> zeroinitializer
  %mask = icmp slt <{WIDTH} x i64> {iota}, %limits
  %tail = getelementptr {element}, ptr %first, i64 %whole
  %last = call {items} {load}(ptr %tail, i32 {size}, {masks} %mask, {items} zeroinitializer)
  %lastwide = {widen} %last to {lanes}
  %full = fadd {lanes} %most, %lastwide
  br label %pairs
pairs:
  %all = phi {lanes} [ %most, %end ], [ %full, %rest ]
{body}
  ret double {total.name}
}}"""


def _sum_chunks() -> str:
    """Return ``sum_chunks(address, count, step)`` of the doubles `step` apart, which are the chunks' sums."""
    e = Emitter(1)
    total, lost = add_chunk(Lane(e, "%total", "f"), Lane(e, "%lost", "f"), Lane(e, "%x", "f"))
    body = "\n".join(e.lines)
    e.lines.clear()
    result = settled(Lane(e, "%all", "f"), Lane(e, "%rest", "f"))
    end = "\n".join(e.lines)
    return f"""\
{"".join(sorted(e.declarations))}
define double @sum_chunks(i64 %address, i64 %count, i64 %step) {{
entry:
  %first = inttoptr i64 %address to ptr
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %total = phi double [ 0.0, %entry ], [ {total.name}, %body ]
  %lost = phi double [ 0.0, %entry ], [ {lost.name}, %body ]
  %again = icmp slt i64 %k, %count
  br i1 %again, label %body, label %done
body:
  %offset = mul i64 %k, %step
  %at = getelementptr double, ptr %first, i64 %offset
  %x = load double, ptr %at, align 8
{body}
  %next = add i64 %k, 1
  br label %loop
done:
  %all = phi double [ %total, %loop ]
  %rest = phi double [ %lost, %loop ]
{end}
  ret double {result.name}
}}"""
