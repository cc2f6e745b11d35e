"""The statements of a function in C: expressions go where they are read, and names become readable.

A value that is read once is written where it is read, if nothing in between could change it: neither a loop's begin
nor, for what reads memory, a store or a call. Other values become constants with a name,
those that nothing reads vanish.

Tests: tests/export/test_c_source.py
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from tapegrad.export.c_expressions import ANY, OPERAND, PLUS, TYPES, Expression, binding

_LONGEST = 130  # characters of an expression that is written where it is read
_SHORT = 24  # and of one that is so even if the whole gets longer
_LETTERS = "ijklmnpqr"  # of nested loops
_WIDTH = 110


@dataclass(eq=False)
class Statement:
    """A statement, or the definition of the value `name`.

    Attributes
    ----------
    text : str
        A statement with names of values, or the expression of a definition.
    name : str
    type : str
    binds : int
    reads, writes : bool
        Whether it reads memory, and whether it may change some.
    kept : bool
        A definition that stays even if nothing reads it.
    opens, closes : bool
        It begins, or ends, a block.
    loop : str
        The index of the loop that it begins.
    hint : str
        What a definition is called.
    """

    text: str
    name: str = ""
    type: str = ""
    binds: int = ANY
    reads: bool = False
    writes: bool = False
    kept: bool = False
    opens: bool = False
    closes: bool = False
    loop: str = ""
    hint: str = ""
    inlined: bool = field(default=False, init=False)


def definition(name: str, e: Expression, kind: str = "") -> Statement:
    """Return the definition of a value."""
    return Statement(e.text, name, kind or TYPES[e.type], e.binds, e.reads)


class Printer:
    """Prints the statements of one function.

    Parameters
    ----------
    names : dict
        What is known already: names of parameters and of variables at the function's begin, by placeholder.
    taken : iterable of str
        Names that stand for other things.
    variables : set of str
        Placeholders of variables.
    """

    def __init__(
        self, names: dict[str, str], taken: Iterable[str] = (), variables: AbstractSet[str] = frozenset()
    ) -> None:
        self.names, self.used, self.variables = dict(names), {*names.values(), *taken}, variables
        self.values: dict[str, Statement] = {}
        self.read: set[str] = set()  # placeholders that what was printed reads

    def lines(self, statements: Sequence[Statement], indent: int = 1) -> list[str]:
        """Return the lines of C."""
        statements = _alive(statements, self.variables)
        self._inline(statements)
        lines: list[str] = []
        loops: list[str] = []  # that are open, by their index; blocks that are none have no name
        for s in statements:
            if s.inlined:
                continue
            if s.closes:
                loops.pop()
            text = self._statement(s, loops)
            for part in text.split("\n"):
                lines += _wrapped("    " * (indent + len(loops)) + part) if part else [""]
            if s.opens:
                loops.append(s.loop)
        return lines

    def _statement(self, s: Statement, loops: list[str]) -> str:
        if s.loop:
            outer = {self.names[loop] for loop in loops if loop} | self.used
            self.names[s.loop] = next(c for c in (*_LETTERS, *(f"i{k}" for k in range(99))) if c not in outer)
        text = self.filled(s.text)
        if not s.name:
            return _shortened(text) if s.writes else text
        self.names[s.name] = self._fresh(s.hint or s.name[1:])
        kind = s.type if s.type.endswith("*") else f"const {s.type} "
        return f"{kind}{self.names[s.name]} = {text};"

    def _fresh(self, hint: str) -> str:
        name, k = hint, 2
        while name in self.used:
            name, k = f"{hint}_{k}", k + 1
        self.used.add(name)
        return name

    def filled(self, text: str) -> str:
        """Return a text with its operands written out."""

        def written(match: re.Match[str]) -> str:
            name, binds = "%" + match[1], binding(match[2])
            s = self.values.get(name)
            if s is None or not s.inlined:
                self.read.add(name)
                return self.names.get(name, match[1])
            inner = self.filled(s.text)
            return f"({inner})" if s.binds > binds or (inner.startswith("-") and binds < PLUS) else inner

        return OPERAND.sub(written, text)

    def _inline(self, statements: Sequence[Statement]) -> None:
        counts = Counter(name for s in statements for name in operands_of(s.text))
        where: dict[str, tuple[int, int]] = {}  # of a definition: its loop, and how many writes were before
        lengths: dict[str, int] = {}
        loops, count, writes = [0], 0, 0
        for s in statements:
            if s.closes:
                loops.pop()
            length = len(s.text)
            for name in operands_of(s.text):
                value = self.values.get(name)
                if value is None or counts[name] != 1 or value.kept or s.loop:
                    continue
                at, before = where[name]
                total = length + lengths[name]
                fits = total <= _LONGEST or lengths[name] < _SHORT
                if at == loops[-1] and (not value.reads or before == writes) and fits:
                    value.inlined, s.reads, length = True, s.reads or value.reads, total
            if s.name:
                self.values[s.name] = s
                where[s.name], lengths[s.name] = (loops[-1], writes), length
            writes += s.writes or bool(s.loop)
            if s.opens:
                count += bool(s.loop)
                loops.append(count if s.loop else loops[-1])


def operands_of(text: str) -> list[str]:
    """Return the names of values in a text."""
    return ["%" + match[1] for match in OPERAND.finditer(text)]


def _alive(statements: Sequence[Statement], variables: AbstractSet[str]) -> list[Statement]:
    """Return the statements without definitions and variables that nothing reads."""
    defined = {s.name: s for s in statements if s.name}
    assigned: dict[str, list[Statement]] = {}  # by variable
    waiting: list[Statement] = []
    for s in statements:
        variable = _assigned(s)
        if variable in variables:
            assigned.setdefault(variable, []).append(s)
        elif not s.name or s.kept:
            waiting.append(s)
    alive = {id(s) for s in waiting}
    while waiting:
        for name in operands_of(waiting.pop().text):
            read = assigned.pop(name, []) if name in assigned else [defined[name]] if name in defined else []
            waiting += [s for s in read if id(s) not in alive]
            alive.update(map(id, read))
    return [s for s in statements if id(s) in alive]


def _assigned(s: Statement) -> str:
    """Return the name that a statement assigns to."""
    name, equals, _ = s.text.partition(" = ")
    return name if equals and not s.name else ""


def _shortened(text: str) -> str:
    """Return ``x += y`` for ``x = x + y`` where y is one term."""
    place, _, value = text.partition(" = ")
    if not value.startswith(f"{place} + "):
        return text
    rest, depth = value[len(place) + 3 :], 0
    for before, letter in zip(" " + rest, rest, strict=False):
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and (letter in "?<>=&|" or (letter in "+-" and before == " ")):
            return text
    return f"{place} += " + _PARENTHESES.sub(r"\1;", rest)


def _wrapped(line: str) -> list[str]:
    """Return a long line as several, broken before operators and behind commas, outside of parentheses if possible."""
    indent = " " * (len(line) - len(line.lstrip()) + 8)
    lines: list[str] = []
    while len(line) > _WIDTH and not line.lstrip().startswith(("/*", "#")):
        least = len(indent) + _WIDTH // 3
        cuts = [m.start() for m in _BREAK.finditer(line[: _WIDTH + 1]) if m.start() > least]
        if not cuts:
            break
        cut = min(reversed(cuts), key=lambda k, line=line: _depth(line[:k]))  # type: ignore[misc]
        lines.append(line[:cut].rstrip())
        line = indent + line[cut:].lstrip()
    return [*lines, line]


def _depth(text: str) -> int:
    """Count the parentheses that are open at a text's end."""
    return text.count("(") + text.count("[") - text.count(")") - text.count("]")


_PARENTHESES = re.compile(r"^\(([^()]*(?:\([^()]*\)[^()]*)*)\);$")
_BREAK = re.compile(r"(?<=,) | (?=[-+*/?:<>|&=]+ )")
