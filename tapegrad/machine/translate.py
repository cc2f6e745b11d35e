"""The translator of a small language within Python to LLVM text, in which the sweeps and the matcher are written.

A function that is marked `compiled` works on 64-bit integers, most of them addresses, and on floating-point numbers.
It may have local variables, ``if``, ``while``, ``for`` over `range`, conditional expressions, ``min`` and ``float``,
calls of other such functions, of intrinsics (`tapegrad.machine.memory`) and of functions of C. Its constants are the
globals of its module. What is known when it is translated costs nothing: tuples, named tuples, attributes of other
objects, functions as arguments. The body of a ``for`` over a tuple is written once for each item.
One machine function is written for each combination of argument types.

Integers wrap around, ``//`` and ``>>`` round down as in Python, a division by zero is undefined. Anything else that
the language has not is refused with the line where it stands.

Invariant: the text depends on the sources alone, so that its object code may be kept on disk.

Tests: tests/machine/test_translate.py
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any

from tapegrad.machine.expressions import Expressions, Slot
from tapegrad.machine.language import BOOL, INT, Number, filled, numbers, shape_of, type_of


def text_of(functions: dict[str, Any], library: str = "") -> str:
    """Return LLVM text that defines functions of 64-bit integers, with these names, and those of a library that they
    call. What a `partial` has in front of its function's arguments is known when it is translated.
    """
    module = _Module()
    for name, item in functions.items():
        function, before = (item.func, item.args) if isinstance(item, partial) else (item, ())
        count = function.__code__.co_argcount - len(before)
        inner, result = module.function(function, [*before, *[Number(INT, "")] * count])
        arguments = ", ".join(f"i64 %{k}" for k in range(count))
        module.functions.append(
            f"define i64 @{name}({arguments}) {{\n"
            f"  %result = call {type_of(result)} @{inner}({arguments})\n"
            f"  ret {type_of(result)} %result\n}}\n"
        )
    declarations = [text for name, text in sorted(module.declarations.items()) if f"@{name}(" not in library]
    return "\n".join([library.replace("define ", "define internal "), *declarations, *module.functions])


class _Module:
    """Functions that are being translated: each once for each combination of argument types."""

    def __init__(self) -> None:
        self.declarations: dict[str, str] = {}
        self.functions: list[str] = []
        self._functions: dict[Any, tuple[str, Any]] = {}

    def function(self, function: Any, arguments: Sequence[Any]) -> tuple[str, Any]:
        """Return the name of a machine function for arguments of these types, and what it returns."""
        shapes = [shape_of(a) for a in arguments]
        key = function, tuple(shapes)
        entry = self._functions.get(key)
        if entry is None:
            name = f"{function.__name__}.{len(self._functions)}"
            written = _Function(self, function, name, shapes)
            self.functions.append(written.text)
            entry = self._functions[key] = name, written.result
        return entry


@cache
def _definitions(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """Return the functions of a file, by name and first line."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {(node.name, min([node.lineno, *(d.lineno for d in node.decorator_list)])): node for node in functions}


class _Function(Expressions):
    """One machine function.

    Attributes
    ----------
    text : str
    result : Any
        The shape of what it returns; None for nothing.
    """

    def __init__(self, module: _Module, function: FunctionType, name: str, shapes: Sequence[Any]) -> None:
        super().__init__(module, function)
        code = function.__code__
        definition = _definitions(code.co_filename)[function.__name__, code.co_firstlineno]
        self.result, self._returns = None, False
        self._loops: list[tuple[str, str]] = []  # where continue and break go
        self._often = _assigned(definition)
        names = (f"%a{k}" for k in range(10_000))
        arguments = [filled(shape, names) for shape in shapes]
        parameters = ", ".join(f"{leaf.type} {leaf.name}" for a in arguments for leaf in numbers(a))
        parameter_names = [a.arg for a in definition.args.args]
        for parameter, value in zip(parameter_names, arguments, strict=False):
            self._bind(parameter, value)
        if definition.args.vararg is not None:
            self._variables[definition.args.vararg.arg] = tuple(arguments[len(parameter_names) :])
        self._body(definition.body)
        if not self._ended:
            self._lines.append("  ret void" if self.result is None else "  unreachable")
        self.text = "\n".join(
            [
                f"define internal {type_of(self.result)} @{name}({parameters}) nounwind {{",
                *self._slots, *self._lines, "}", "",
            ]
        )  # fmt: skip

    # -------------------------------------------------------------------------------------------- variables

    def _bind(self, name: str, x: Number) -> None:
        """Give a variable a value: in memory, which LLVM makes registers; directly if it is only assigned once."""
        previous = self._variables.get(name)
        number = isinstance(x, Number) or x.__class__ in (int, float, bool)
        if isinstance(previous, Slot):
            value = self.value(x, previous.type)
            self.do(f"store {value.type} {value.name}, ptr {previous.name}")
        elif number and (name in self._often or not isinstance(x, Number)):
            value = self.value(x)
            slot = self._variables[name] = Slot(value.type, f"%{name}.slot")
            self._slots.append(f"  {slot.name} = alloca {value.type}")
            self.do(f"store {value.type} {value.name}, ptr {slot.name}")
        else:
            self._variables[name] = x

    def _assign(self, target: ast.expr, x: Any) -> None:
        if isinstance(target, ast.Tuple):
            for part, item in zip(target.elts, x, strict=True):
                self._assign(part, item)
        elif isinstance(target, ast.Name):
            self._bind(target.id, x)
        else:
            raise self._fail(target, "this assignment")

    # -------------------------------------------------------------------------------------------- statements

    def _body(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if self._ended:
                return
            self._by_class(statement)

    def _Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self._of(node.value)

    def _Assign(self, node: ast.Assign) -> None:
        (target,) = node.targets
        self._assign(target, self._of(node.value))

    def _AugAssign(self, node: ast.AugAssign) -> None:
        self._assign(node.target, self._operation(node, node.op, self._of(node.target), self._of(node.value)))

    def _Return(self, node: ast.Return) -> None:
        x = None if node.value is None else self._of(node.value)
        shape = None if x is None else shape_of(x)
        if not self._returns:
            self.result, self._returns = shape, True
        if x is None or shape is None:
            self._go("ret void")
            return
        parts = [self.value(leaf, target.type) for leaf, target in zip(numbers(x), numbers(self.result), strict=True)]
        if isinstance(self.result, Number):
            self._go(f"ret {parts[0].type} {parts[0].name}")
            return
        aggregate, kind = "undef", type_of(self.result)
        for k, part in enumerate(parts):
            aggregate = self.emit(f"insertvalue {kind} {aggregate}, {part.type} {part.name}, {k}", kind).name
        self._go(f"ret {kind} {aggregate}")

    def _If(self, node: ast.If) -> None:
        test = self.truth(self._of(node.test))
        if not isinstance(test, Number):
            self._body(node.body if test else node.orelse)
            return
        then, other, end = self._label("then"), self._label("else"), self._label("end")
        self._go(f"br i1 {test.name}, label %{then}, label %{other if node.orelse else end}")
        self._block(then)
        self._body(node.body)
        self._go(f"br label %{end}")
        if node.orelse:
            self._block(other)
            self._body(node.orelse)
            self._go(f"br label %{end}")
        self._block(end)

    def _While(self, node: ast.While) -> None:
        if node.orelse:
            raise self._fail(node, "else behind a loop")
        test, body, end = self._label("test"), self._label("body"), self._label("end")
        self._block(test)
        going = self.value(self.truth(self._of(node.test)))
        self._go(f"br i1 {going.name}, label %{body}, label %{end}")
        self._looped(body, node.body, test, end)
        self._go(f"br label %{test}")
        self._block(end)

    def _looped(self, label: str, statements: Sequence[ast.stmt], again: str, end: str) -> None:
        self._block(label)
        self._loops.append((again, end))
        self._body(statements)
        self._loops.pop()

    def _For(self, node: ast.For) -> None:
        call: Any = node.iter
        if node.orelse:
            raise self._fail(node, "this loop")
        if getattr(getattr(call, "func", None), "id", None) != "range":
            self._each(node)
            return
        if not isinstance(node.target, ast.Name):
            raise self._fail(node, "this loop")
        bounds = [self._of(a) for a in call.args]
        first, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1) if len(bounds) == 2 else bounds
        if isinstance(step, Number):
            raise self._fail(node, "a step that is not known")
        counter = f"%{self._label('turn')}"
        self._slots.append(f"  {counter} = alloca i64")
        self.do(f"store i64 {self.value(first, INT).name}, ptr {counter}")
        stop = self.value(stop, INT)
        test, body, more, end = (self._label(what) for what in ("test", "body", "more", "end"))
        self._block(test)
        turn = self.emit(f"load i64, ptr {counter}", INT)
        going = self.emit(f"icmp {'slt' if step > 0 else 'sgt'} i64 {turn.name}, {stop.name}", BOOL)
        self._go(f"br i1 {going.name}, label %{body}, label %{end}")
        self._block(body)
        self._bind(node.target.id, turn)
        self._loops.append((more, end))
        self._body(node.body)
        self._loops.pop()
        self._block(more)
        now = self.emit(f"load i64, ptr {counter}", INT)
        self.do(f"store i64 {self.emit(f'add nsw i64 {now.name}, {step}', INT).name}, ptr {counter}")
        self._go(f"br label %{test}")
        self._block(end)

    def _each(self, node: ast.For) -> None:
        """Write a loop over a tuple: its body once for each item."""
        items = self._of(node.iter)
        if not isinstance(items, tuple) or isinstance(items, Number):
            raise self._fail(node, "a loop over anything but range and tuples")
        end = self._label("end")
        for item in items:
            more = self._label("more")
            self._take(node.target, item)
            self._looped(self._label("item"), node.body, more, end)
            self._block(more)
        self._block(end)

    def _take(self, target: ast.expr, item: Any) -> None:
        """Give the variables of such a loop their values, which stay known if nothing else is assigned to them."""
        if isinstance(target, ast.Tuple):
            for part, inner in zip(target.elts, item, strict=True):
                self._take(part, inner)
        elif isinstance(target, ast.Name) and target.id not in self._often:
            self._variables[target.id] = item
        else:
            self._assign(target, item)

    def _Continue(self, node: ast.Continue) -> None:
        self._go(f"br label %{self._loops[-1][0]}")

    def _Break(self, node: ast.Break) -> None:
        self._go(f"br label %{self._loops[-1][1]}")


def _assigned(definition: ast.FunctionDef) -> set[str]:
    """Return the variables that are assigned more than once, or within a loop."""
    counts: dict[str, int] = dict.fromkeys([a.arg for a in definition.args.args], 1)
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            counts[node.id] = counts.get(node.id, 0) + 1
    return {name for name, count in counts.items() if count > 1}
