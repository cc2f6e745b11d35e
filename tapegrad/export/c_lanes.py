"""Lanes whose instructions become C: the emitter that stands in place of the one for LLVM text.

Rules of ops are called with its lanes as they are with others. It has one lane, calls the functions of `libm`, and
writes branches and loops as C has them.

Tests: tests/export/test_c_source.py
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

from tapegrad.export.c_expressions import (
    ANY,
    ATOM,
    TYPES,
    Expression,
    Refused,
    expression,
    marked,
    operand,
)
from tapegrad.export.c_statements import Statement, definition
from tapegrad.machine.lane import Body, Emitter, Lane

_ELEMENT = re.compile(r"getelementptr (\w+), ptr ([^,]+), (?:i64|i32) ([^,]+)$")
_LOAD = re.compile(r"load (?:volatile )?(\w+), ptr ([^,]+)(?:, align \d+)?$")
_STORE = re.compile(r"store (\w+) ([^,]+), ptr ([^,]+)(?:, align \d+)?$")
_TABLE = re.compile(r"@table\.(\w+)$")
_TRUTH = re.compile(r"fcmp une double (%\w+), 0x(000|3FF)0{13}$")  # of one that is not 0, or not 1
_OF_TYPE = {"f": "double", "i": "i64", "s": "float", "j": "i32", "m": "i1"}


class _Lines(list[Statement]):
    """The statements of a function; a line of text that is appended is an instruction without a result."""

    def __init__(self, body: CBody) -> None:
        super().__init__()
        self._body = body

    def append(self, text: Any) -> None:
        self._body.done(text.strip())

    def add(self, statement: Statement) -> None:
        """Append a statement."""
        super().append(statement)


class CBody(Body):
    """The statements of a function as far as it is written.

    Attributes
    ----------
    places : dict
        By the name of a pointer, the pointer, the index and the type of the element that it points to.
    """

    def __init__(self, memory: Any, numbers: Iterable[int] | None = None) -> None:
        super().__init__(declarations=set())
        self.numbers = iter(numbers) if numbers is not None else count(1)
        self.lines: Any = _Lines(self)
        self.memory = memory
        self.places: dict[str, tuple[str, str, str]] = {}
        self._bits: dict[str, str] = {}  # numbers whose bits an integer is, and integers whose number one is
        self._truths: dict[str, str] = {}  # by the number that one is, a truth value
        self._defined: dict[str, Statement] = {}

    def defined(self, e: Expression, kind: str = "", kept: bool = False) -> str:
        """Write the definition of a value; returns its name."""
        name = f"%t{next(self.numbers)}"
        statement = definition(name, e, kind)
        statement.kept = statement.writes = kept
        self._defined[name] = statement
        self.lines.add(statement)
        return name

    def call_it(self, name: str, hint: str) -> None:
        """Say what a value is called if it gets a name."""
        for known_as in (name, self._truths.get(name)):
            if known_as in self._defined:
                self._defined[known_as].hint = re.sub(r"\W", "_", hint)

    def fixed(self, values: Sequence[Lane]) -> list[Lane]:
        """Return values as they are now, whatever variables they were read from."""
        for value in values:
            if value.name in self._defined:
                self._defined[value.name].kept = True
        return [*values]

    def returned(self, value: Lane) -> None:
        """Write the function's end."""
        self.lines.add(Statement(f"return {operand(value.name, 'double', ANY)};"))

    def written(self, text: str) -> str:
        """Write an instruction that has a result; returns the name of that."""
        if match := _ELEMENT.match(text):
            element, pointer, index = match.groups()
            if table := _TABLE.match(pointer):
                pointer = self.memory.module.rule_table(table[0], element, self.declarations)
            name = f"%t{next(self.numbers)}"
            self.places[name] = pointer, index.strip(), element
            return name
        if match := _LOAD.match(text):
            element, pointer = match.groups()
            place = self.memory.place(pointer, "0", element) if self.memory is not None else ""
            if pointer in self.places and not place:
                raise Refused(f"the instruction `{text}`")
            return self.defined(Expression(place, ATOM, "i64" if element == "i32" else element, True))
        if text.startswith("bitcast ") and (name := self._known_bits(text)):
            return name
        if text.startswith(("zext i64", "sext i64", "sext i32")):  # what is loaded is wide already
            return text.split()[2]
        if text.startswith("call ") and "@tapegrad_" in text:
            return self.defined(self._own_call(text))
        if (match := _TRUTH.match(text)) and match[1] in self._truths:
            truth = self._truths[match[1]]
            return truth if match[2] == "000" else self.defined(expression(f"xor i1 {truth}, true"))
        e = expression(text)
        name = self.defined(e)
        if text.startswith("uitofp i1 %"):
            self._truths[name] = text.split()[2]
        if text.startswith("bitcast ") and text.split()[2].startswith("%"):
            self._bits[name] = text.split()[2]
        if e.type == "ptr":
            self.memory.elements[name] = "void"
        return name

    def _known_bits(self, text: str) -> str:
        """Return the name of what the bits were taken of."""
        _, kind, token, _, _ = text.split()
        return self._bits.get(token, "") if kind in ("double", "i64") else ""

    def _own_call(self, text: str) -> Expression:
        head, _, rest = text.partition("(")
        name = self.memory.module.function_of(head.split("@")[1])
        arguments = [a.strip().split(" ", 1) for a in rest[:-1].split(",")]
        return Expression(f"{name}({', '.join(operand(t, k, ANY) for k, t in arguments)})", ATOM, "double")

    def done(self, text: str) -> None:
        """Write an instruction that has no result."""
        match = _STORE.match(text)
        if match is None:
            raise Refused(f"the instruction `{text}`")
        element, value, pointer = match.groups()
        place = self.memory.place(pointer, "0", element)
        self.lines.add(Statement(f"{place} = {operand(value, element, ANY)};", writes=True))


class CLanes(Emitter):
    """Writes C for one lane.

    Attributes
    ----------
    fuses : bool
        A multiplication and an addition with one rounding are a call of `fma`, as rules of ops need it. Loops of kinds,
        which are correct with either, write both: without such an instruction, `fma` takes a hundred times as long.
    """

    plain = True

    def __init__(self, body: CBody, fuses: bool = True) -> None:
        super().__init__(1, body)
        self.fuses = fuses

    def emit(self, text: str, kind: str) -> Lane:
        body: Any = self.body
        return Lane(self, body.written(text), kind)

    def intrinsic(self, name: str, *args: Lane) -> Lane:
        if name == "fma" and not self.fuses:
            return args[2] + args[0] * args[1]
        return super().intrinsic(name, *args)

    @contextmanager
    def fused(self) -> Iterator[None]:
        """Write the rule of an op, which says where a step has one rounding."""
        before, self.fuses = self.fuses, True
        yield
        self.fuses = before

    def evaluated(self, rule: Any, args: Sequence[Lane]) -> Lane:
        """Return an op's value: by a function of C if its rule is long."""
        body: Any = self.body
        function = body.memory.module.rule(rule)
        if function is None:
            with self.fused():
                return self.result(rule.forward(*args))
        text = f"{function}({', '.join(operand(a.name, 'double', ANY) for a in args)})"
        return Lane(self, body.defined(Expression(text, ATOM, "double")), "f")

    def _variable(self, kind: str) -> str:
        """Declare a variable here."""
        body: Any = self.body
        name = f"%t{next(body.numbers)}"
        body.lines.add(Statement(f"{TYPES[kind]} {name};"))
        return name

    def _set(self, variable: str, value: Any, kind: str) -> None:
        body: Any = self.body
        shown = value.name if isinstance(value, Lane) else self.lift(value, "f").name
        body.lines.add(Statement(f"{variable} = {operand(shown, kind, ANY)};", writes=True))

    def _got(self, variable: str, kind: str) -> Lane:
        body: Any = self.body
        return Lane(self, body.defined(Expression(variable, ATOM, _OF_TYPE[kind], True)), kind)

    @contextmanager
    def _block(self, head: str, loop: str = "") -> Iterator[None]:
        body: Any = self.body
        body.lines.add(Statement(f"{head} {{", opens=True, loop=loop))
        yield
        body.lines.add(Statement("}", closes=True))

    def unless(self, common: Lane, fast: Lane, rare: Callable[[], Lane]) -> Lane:
        """Return `fast` where `common` holds, else what `rare` gives."""
        return self._either(common, lambda: fast, rare, fast.kind)

    def choose(self, mask: Lane, yes: Callable[[], Lane], no: Callable[[], Lane]) -> Lane:
        """Compute one of two doubles."""
        return self._either(mask, yes, no, "f")

    def _either(self, mask: Lane, yes: Callable[[], Any], no: Callable[[], Any], kind: str) -> Lane:
        variable = self._variable(_OF_TYPE[kind])
        with self._block(f"if ({operand(mask.name, 'i1', ANY)})"):
            self._set(variable, yes(), _OF_TYPE[kind])
        with self._block("else"):
            self._set(variable, no(), _OF_TYPE[kind])
        return self._got(variable, kind)

    def repeat(self, state: Sequence[Lane], step: Callable[..., tuple[Sequence[Lane], Lane]], most: int) -> list[Lane]:
        """Return the state after some steps."""
        body: Any = self.body
        variables = [self._variable("double") for _ in state]
        for variable, value in zip(variables, state, strict=True):
            self._set(variable, value, "double")
        index = f"%t{next(body.numbers)}"
        with self._block(f"for (int64_t {index} = 0; {index} < {most}; {index}++)", index):
            after, more = step(*[self._got(v, "f") for v in variables])
            later = body.fixed([self.lift(x) for x in after])
            again = body.fixed([more])[0]
            for variable, value in zip(variables, later, strict=True):
                self._set(variable, value, "double")
            body.lines.add(Statement(f"if (!{marked(again.name, ATOM)}) break;"))
        return [self._got(v, "f") for v in variables]
