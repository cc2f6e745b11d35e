"""Files that name results of instructions in ways that they must not: all are refused."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import tapegrad as tg
from tapegrad.errors import TapeFileError
from tests.strangers.executing import Defect, Writer, program_of
from tests.strangers.genuine import Instruction

Change = Callable[[Any], Any]
_NO_INDICES: tuple[Any, ...] = (
    -1, 1 << 31, 1 << 62, 1 << 63, -(1 << 63), 10**30, None, True, False, 0.0, -0.0, "0", "index", [], [0], {"float": "nan"},
    {"slice": [None, None, None]}, {"ellipsis": None}, {"dtype": "int64"}, {"dict": []}, {"op": "result"}, {"array": 0},
    {"scalar": 0}, {"program": 0},
)  # fmt: skip
_NO_FORMS: tuple[Any, ...] = (
    ["results"], ["results", [0]], ["results", [1]], ["results", None], ["results", [], "float64"], ["Results", []],
    ["results", {}], [["results"], []], ["result", []], ["void", []], ["V0", []], ["|V0", []], "results", None,
)  # fmt: skip
_NUMBERS = (np.zeros(()), np.zeros((), np.int64), np.zeros((), bool))  # of which each file has arrays, and a program
_SMALL = tg.compile(np.sin).tape(1.0)


class Forgery(NamedTuple):
    """What is wrong with a file, and the instruction that it is about."""

    what: str
    one: Instruction
    change: Change

    @property
    def data(self) -> bytes:
        """The file."""
        writer = Writer()
        for number in _NUMBERS:
            writer.array(number)
        writer.program(_SMALL)
        program = program_of(writer, self.one, {}, range(len(self.one.results)))
        self.change(program)
        writer.programs.append(program)
        return writer.finished()

    def tried(self) -> str:
        """Load it.

        Raises
        ------
        Defect
            If it is not refused by the error that says so.
        """
        try:
            tg.load(io.BytesIO(self.data))
        except TapeFileError:
            return "refused"
        except Exception as error:
            raise Defect(f"{self.what}: {type(error).__name__}: {error}") from error
        raise Defect(f"{self.what}: it is loaded")


def forgeries(one: Instruction) -> Iterator[Forgery]:
    """Files that are wrong in one way each, of an instruction with several results."""
    for what, change in _changes(one):
        yield Forgery(what, one, change)


def _changes(one: Instruction) -> Iterator[tuple[str, Change]]:
    n, forms = len(one.given), one.results
    first, count = n + 1, len(forms)  # inputs, the instruction, and its results: forms have the numbers of their slots

    def put(row: int, k: int, value: Any) -> Change:
        return lambda p: p["instructions"][row].__setitem__(k, value)

    def add(*rows: Any, outputs: bool = False) -> Change:
        def change(p: Any) -> None:
            p["instructions"] += [list(row) for row in rows]
            if outputs:
                p["outputs"].append(len(p["instructions"]) - 1)

        return change

    for index in (*_NO_INDICES, count, count + 1):
        yield f"the index {index!r}", put(first, 3, {"index": index})
    for k, form in enumerate(forms):
        if form is not forms[0]:
            yield f"the index {k} of a result of another form", put(first, 3, {"index": k})
    for static in ({}, {"index": 0, "axis": 0}, {"number": 0}, {"index": 0, "program": None}, [], None, [["index", 0]]):
        yield f"the parameters {static!r}", put(first, 3, static)
    yield "no parameters", lambda p: p["instructions"][first].pop()
    yield "more than parameters", lambda p: p["instructions"][first].append({})
    for operands in (
        [],
        [n, n],
        [n, 0],
        [0],
        [first],
        [n + 2],
        [-1],
        [1 << 63],
        [float(n)],
        [True],
        [None],
        [[n]],
        n,
        None,
    ):
        yield f"the operands {operands!r}", put(first, 2, operands)
    yield "a result of a result", add(["result", first, [first], {"index": 0}], outputs=True)
    last = first + count
    for which, name in ((0, "getitem"), (first, "getitem")):
        row = [name, which, [which], {"index": []}]
        yield "a result of an op that has one", add(row, ["result", which, [last], {"index": 0}], outputs=True)
    for form in (0, n, first):
        yield "an op that moves elements of several results", add(["getitem", form, [n], {"index": []}], outputs=True)
        yield "an op on their elements", add(["positive", form, [n]], outputs=True)
        yield "an op on theirs and others", add(["multiply", form, [n, first]], outputs=True)
        yield "an op of a list", add(["stack", form, [first, n], {"shape": [2]}], outputs=True)
    for k in range(n):
        yield "the op itself on its results", lambda p, k=k: add(
            [one.op.name, n, [*range(k), n, *range(k + 1, n)], p["instructions"][n][3]],
            ["result", first, [last], {"index": 0}], outputs=True,
        )(p)  # fmt: skip
    for form in {0, *range(first, last)}:
        yield "the instruction with the form of a result", put(n, 1, form)
    yield "a result with the form of several", put(first, 1, n)
    yield "an op with one result, with this form", add(["getitem", n, [0], {"index": []}])
    yield "an output", lambda p: p["outputs"].append(n)
    yield "the first output", lambda p: p["outputs"].__setitem__(0, n)
    for expected in (1.0, 0.0, {"float": "nan"}, 0, None):
        yield "a guard", lambda p, expected=expected: p["guards"].append([n, expected, "line"])
    yield "an input of this form", lambda p: (p["instructions"].append(["input", n]), p["inputs"].append(last))
    yield "an input's form", lambda p: p["forms"].__setitem__(0, ["results", []])
    for k, a in enumerate(_NUMBERS):
        yield f"a constant of this form, of {a.dtype}", add(["constant", n, k])
    for row in _NO_FORMS:
        yield f"a form {row!r}", lambda p, row=row: p["forms"].__setitem__(n, row)
    for row in _near(forms[0].dtype.name, [*forms[0].shape], [f.dtype.name for f in forms[1:]]):
        yield f"a result of the form {row}", lambda p, row=row: p["forms"].__setitem__(first, row)
    yield "results before the instruction", lambda p: _moved(p, n, last)


def _near(dtype: str, shape: list[int], others: list[str]) -> Iterator[Any]:
    for name in dict.fromkeys([*others, "float64", "float32", "complex128", "int64", "int32", "uint64"]):
        if name not in (dtype, "bool"):
            yield [name, shape]
    yield from (["bool", shape, lane] for lane in ("float64", "float32") if dtype != "bool")
    for other in ([*shape, 1], [1, *shape], [n + 1 for n in shape] or [2], [0]):
        if other != shape:
            yield [dtype, other, *(["float64"] if dtype == "bool" else [])]


def _moved(p: Any, n: int, last: int) -> None:
    """Let the instruction stand behind its results."""
    rows = p["instructions"]
    rows.append(rows.pop(n))
    for row in rows[n:-1]:
        row[2] = [last - 1]
    p["outputs"] = [s - 1 for s in p["outputs"]]
