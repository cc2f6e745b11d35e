"""The entry of a batch's machine code: a built-in function that takes arrays and runs all their instances.

It is for batches that take no longer than one piece of work may (see `tapegrad.machine.work_sharing`): there is one
call and no table of addresses.

Tests: tests/replay/test_dask_batch.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count

from tapegrad.codegen.executable import builtin_text, pointers_of
from tapegrad.codegen.llvm_text import Text, element_of
from tapegrad.cpython.field_offsets import DATA_AT
from tapegrad.ir.forms import Form
from tapegrad.machine.lane import WIDTH
from tapegrad.machine.places import Buffer

COPYING = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"
_COPY = "  call void @llvm.memcpy.p0.p0.i64(ptr {}, ptr {}, i64 {}, i1 false)"
_MOST = 1024  # numbers in the arguments and results of an instance, eight times which lie on the stack


def small(inputs: Sequence[Form], outputs: Sequence[Form]) -> bool:
    """Tell whether `lanes_entry` can be written."""
    return sum([form.size for form in (*inputs, *outputs)]) <= _MOST


def lanes_entry(inputs: Sequence[Form], outputs: Sequence[Form], batched: Sequence[bool]) -> str:
    """Return ``batch_entry(instances, inputs..., outputs..., status)``, which returns 1 if a guard failed.

    The instances beyond the last whole group run in a group of their own, of copies.
    """

    def run(t: Text, pointers: list[str], results: list[str], status: str, instances: str) -> str:
        groups = t.integer(f"lshr i64 {instances}, 3")
        tables = t.table_of(pointers), t.table_of([*results, status])
        with _where(t, f"icmp ne i64 {groups}, 0"):
            t.integer(f"call i64 @batch(ptr {tables[0]}, ptr {tables[1]}, i64 0, i64 {groups})")
        rest = t.integer(f"and i64 {instances}, {WIDTH - 1}")
        full = t.integer(f"sub i64 {instances}, {rest}")
        with _where(t, f"icmp ne i64 {rest}, 0"):
            rows = zip(pointers, inputs, batched, strict=True)
            copies = [_last_rows(t, pointer, form, full, rest) if by_row else pointer for pointer, form, by_row in rows]
            ends = [t.variable(f"[{WIDTH * form.size} x {element_of(form)}]") for form in outputs]
            own_status = t.integer(f"getelementptr i8, ptr {status}, i64 {groups}")
            last = t.table_of(copies), t.table_of([*ends, own_status])
            t.integer(f"call i64 @batch(ptr {last[0]}, ptr {last[1]}, i64 0, i64 1)")
            for pointer, end, form in zip(results, ends, outputs, strict=True):
                nbytes = t.integer(f"mul i64 {rest}, {_row(form)}")
                t.lines.append(_COPY.format(_at(t, pointer, full, form), end, nbytes))
        return t.integer(f"lshr i64 {t.integer(f'add i64 {instances}, {WIDTH - 1}')}, 3")

    return _entry(inputs, outputs, batched, run)


def rows_entry(inputs: Sequence[Form], outputs: Sequence[Form], batched: Sequence[bool]) -> str:
    """Return ``batch_entry(instances, inputs..., outputs..., status, work, constants)``."""

    def run(t: Text, pointers: list[str], results: list[str], status: str, instances: str) -> str:
        tables = t.table_of(pointers), t.table_of([*results, status])
        first = 2 + len(pointers) + len(results)
        work, constants = [t.listed(t.listed("%given", k), DATA_AT) for k in (first, first + 1)]
        arguments = f"ptr {tables[0]}, ptr {tables[1]}, i64 0, i64 {instances}, ptr {work}, ptr {constants}"
        t.integer(f"call i64 @rows({arguments})")
        return instances

    return _entry(inputs, outputs, batched, run)


def _entry(
    inputs: Sequence[Form], outputs: Sequence[Form], batched: Sequence[bool],
    run: Callable[[Text, list[str], list[str], str, str], str],
) -> str:  # fmt: skip
    """Return the entry within which `run` writes the calls for all instances, and returns the number of bytes of
    status.
    """
    t = Text(set(), 0)
    places = count(1)
    instances = t.at_start(f"call i64 @PyLong_AsLongLong(ptr {t.listed('%given', 0)})")
    pointers = pointers_of(
        t,
        inputs,
        [by_row or form.array for by_row, form in zip(batched, inputs, strict=True)],
        (t.listed("%given", k) for k in places),
    )
    results = [t.listed(t.listed("%given", next(places)), DATA_AT) for _ in outputs]
    status = t.listed(t.listed("%given", next(places)), DATA_AT)
    state = t.integer("call ptr @PyEval_SaveThread()")
    number = run(t, pointers, results, status, instances)
    # All bytes are 0 if the first is, and each is as the next.
    second = t.integer(f"getelementptr i8, ptr {status}, i64 1")
    others = t.integer(f"call i32 @memcmp(ptr {status}, ptr {second}, i64 {t.integer(f'sub i64 {number}, 1')})")
    first = t.integer(f"zext i8 {t.integer(f'load i8, ptr {status}')} to i32")
    failed = t.integer(f"icmp ne i32 {t.integer(f'or i32 {first}, {others}')}, 0")
    t.lines.append(f"  call void @PyEval_RestoreThread(ptr {state})")
    text = builtin_text("batch_entry", t, t.integer(f"zext i1 {failed} to i64"))
    return "\n".join([*sorted(t.declarations), "declare i32 @memcmp(ptr, ptr, i64)", text])


@contextmanager
def _where(t: Text, condition: str) -> Iterator[None]:
    """Write a branch that is taken where a condition holds."""
    tag = t.fresh()[1:]
    t.lines.append(f"  br i1 {t.integer(condition)}, label %yes{tag}, label %no{tag}")
    t.e1.label(f"yes{tag}")
    yield
    t.lines.append(f"  br label %no{tag}")
    t.e1.label(f"no{tag}")


def _row(form: Form) -> int:
    """Return the bytes of an instance."""
    return form.size * (4 if element_of(form) == "float" else 8)


def _at(t: Text, pointer: str, instance: str, form: Form) -> str:
    return t.pointer(Buffer(pointer, element_of(form)), t.offset(0, (form.size,), (instance,)))


def _last_rows(t: Text, pointer: str, form: Form, first: str, rest: str) -> str:
    """Return a group of copies of the rows from `first` on, of which there are `rest`; the last is repeated."""
    copies = t.variable(f"[{WIDTH * form.size} x {element_of(form)}]")
    last = t.integer(f"sub i64 {rest}, 1")
    with t.loop(0, WIDTH, 1) as k:
        below = t.integer(f"icmp slt i64 {k}, {last}")
        row = t.integer(f"add i64 {first}, {t.integer(f'select i1 {below}, i64 {k}, i64 {last}')}")
        t.lines.append(_COPY.format(_at(t, copies, k, form), _at(t, pointer, row, form), _row(form)))
    return copies
