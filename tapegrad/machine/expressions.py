"""Expressions of the language of the sweeps, as LLVM text (see `tapegrad.machine.translate`).

What is known when the text is written is computed at once; numbers of the machine code are `Number`.

Tests: tests/machine/test_translate.py
"""

from __future__ import annotations

import ast
import builtins
import struct
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

from tapegrad.machine.language import (
    BOOL,
    DOUBLE,
    INT,
    SINGLE,
    External,
    Intrinsic,
    Number,
    constant_type,
    filled,
    numbers,
    type_of,
)  # fmt: skip


class Slot(NamedTuple):
    """A variable in memory, of which LLVM makes a register."""

    type: str
    name: str


class Expressions:
    """A machine function that is being written: its text, its variables, and the expressions in it."""

    def __init__(self, module: Any, function: FunctionType) -> None:
        self.module, self._file, self._globals = module, function.__code__.co_filename, function.__globals__
        self._lines: list[str] = []
        self._slots: list[str] = []  # of variables, at the function's begin
        self._count = 0
        self._ended = False  # the block that is written has its last instruction
        self._variables: dict[str, Any] = {}  # a slot, or what stands for the name as it is

    # -------------------------------------------------------------------------------------------- text

    def _fail(self, node: ast.AST, what: str) -> Exception:
        return SyntaxError(f"{self._file}:{getattr(node, 'lineno', '?')}: {what} is no part of the language.")

    def _new(self) -> str:
        self._count += 1
        return f"%v{self._count}"

    def emit(self, operation: str, type_: str) -> Number:
        """Write an instruction that has a result of a type."""
        name = self._new()
        self._lines.append(f"  {name} = {operation}")
        return Number(type_, name)

    def do(self, operation: str) -> None:
        """Write an instruction without a result."""
        self._lines.append(f"  {operation}")

    def _block(self, label: str) -> None:
        """Begin a block."""
        if not self._ended:
            self.do(f"br label %{label}")
        self._lines.append(f"{label}:")
        self._ended = False

    def _go(self, operation: str) -> None:
        """End a block."""
        if not self._ended:
            self.do(operation)
        self._ended = True

    def _label(self, what: str) -> str:
        self._count += 1
        return f"{what}{self._count}"

    def called(self, symbol: str, result: str, arguments: Sequence[Number]) -> Number | None:
        """Write a call of a function of C, or of what an address names."""
        operands = ", ".join(f"{a.type} {a.name}" for a in arguments)
        if result == "void":
            self.do(f"call void {symbol}({operands})")
            return None
        return self.emit(f"call {result} {symbol}({operands})", result)

    def stack(self, words: int) -> Number:
        """Have so many 64-bit integers on the stack, and return their address."""
        slot = f"%{self._label('stack')}"
        self._slots.append(f"  {slot} = alloca [{words} x i64]")
        return self.emit(f"ptrtoint ptr {slot} to i64", INT)

    # -------------------------------------------------------------------------------------------- conversions

    def value(self, x: Any, type_: str = "") -> Number:
        """Return a number as one that the machine code has, of a type if one is given."""
        if not isinstance(x, Number):
            constant_kind = constant_type(x)
            kind = type_ or constant_kind
            if kind in (DOUBLE, SINGLE):
                return Number(kind, f"0x{struct.pack('>d', float(x)).hex().upper()}")
            return Number(kind, str(int(x)))
        if not type_ or x.type == type_:
            return x
        change = {
            (BOOL, INT): "zext", ("i32", INT): "sext", ("i8", INT): "sext", (INT, "i32"): "trunc", (INT, "i8"): "trunc",
            (INT, DOUBLE): "sitofp", (SINGLE, DOUBLE): "fpext", (DOUBLE, SINGLE): "fptrunc",
        }[x.type, type_]  # fmt: skip
        return self.emit(f"{change} {x.type} {x.name} to {type_}", type_)

    def truth(self, x: Any) -> bool | Number:
        """Return whether something is true."""
        if not isinstance(x, Number):
            return bool(x)
        if x.type == BOOL:
            return x
        return self.emit(f"icmp ne {x.type} {x.name}, 0", BOOL)

    def pointer(self, base: Any, index: Any, size: int) -> str:
        """Return a pointer to an element of some bytes at an address."""
        address = self._arithmetic("add", base, self._arithmetic("mul", index, size))
        address = self.value(address, INT)
        return self.emit(f"inttoptr i64 {address.name} to ptr", "ptr").name

    def _common(self, a: Any, b: Any) -> str:
        """Return the type that two numbers are computed in."""
        types = {x.type if isinstance(x, Number) else constant_type(x) for x in (a, b)}
        if DOUBLE in types:
            return DOUBLE
        if SINGLE in types:
            return SINGLE
        return BOOL if types == {BOOL} else INT

    def _arithmetic(self, operation: str, a: Any, b: Any) -> Any:
        """Do integer arithmetic; that on constants is done now."""
        if not isinstance(a, Number) and not isinstance(b, Number):
            return {"add": a + b, "mul": a * b}[operation]
        if (operation, b) in (("add", 0), ("mul", 1)):
            return a
        if (operation, a) in (("add", 0), ("mul", 1)):
            return b
        return self.emit(f"{operation} i64 {self.value(a, INT).name}, {self.value(b, INT).name}", INT)

    # -------------------------------------------------------------------------------------------- expressions

    def _named(self, node: ast.Name) -> Any:
        variable = self._variables.get(node.id, self)
        if isinstance(variable, Slot):
            return self.emit(f"load {variable.type}, ptr {variable.name}", variable.type)
        if variable is not self:
            return variable
        if node.id in self._globals:
            return self._globals[node.id]
        return getattr(builtins, node.id)

    def _of(self, node: ast.expr) -> Any:
        """Return what an expression is."""
        return self._by_class(node)

    def _by_class(self, node: ast.AST) -> Any:
        """Translate a part of Python, by the method that has the name of its class."""
        return getattr(self, f"_{type(node).__name__}", self._refused)(node)

    def _refused(self, node: ast.AST) -> Any:
        raise self._fail(node, f"`{ast.unparse(node)}`")

    def _Constant(self, node: ast.Constant) -> Any:
        return node.value

    def _Name(self, node: ast.Name) -> Any:
        return self._named(node)

    def _Attribute(self, node: ast.Attribute) -> Any:
        return getattr(self._of(node.value), node.attr)

    def _Tuple(self, node: ast.Tuple) -> tuple[Any, ...]:
        return tuple([self._of(item) for item in node.elts])

    def _UnaryOp(self, node: ast.UnaryOp) -> Any:
        x = self._of(node.operand)
        if isinstance(node.op, ast.Not):
            x = self.truth(x)
            return self.emit(f"xor i1 {x.name}, true", BOOL) if isinstance(x, Number) else not x
        if not isinstance(x, Number):
            return -x if isinstance(node.op, ast.USub) else ~x
        if isinstance(node.op, ast.USub):
            return (
                self.emit(f"sub i64 0, {x.name}", INT)
                if x.type == INT
                else self.emit(f"fneg {x.type} {x.name}", x.type)
            )
        return self.emit(f"xor i64 {x.name}, -1", INT)

    def _BinOp(self, node: ast.BinOp) -> Any:
        return self._operation(node, node.op, self._of(node.left), self._of(node.right))

    def _operation(self, node: Any, op: ast.operator, a: Any, b: Any) -> Any:
        if not isinstance(a, Number) and not isinstance(b, Number):
            return _PYTHON[type(op)](a, b)
        kind = self._common(a, b)
        if isinstance(op, ast.FloorDiv):
            return self._quotient(self.value(a, INT), b)
        if kind in (DOUBLE, SINGLE):
            operation = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}.get(type(op))
        else:
            kind, operation = INT, _INTEGER.get(type(op))
        if operation is None:
            raise self._fail(node, f"`{ast.unparse(node)}`")
        return self.emit(f"{operation} {kind} {self.value(a, kind).name}, {self.value(b, kind).name}", kind)

    def _quotient(self, a: Number, b: Any) -> Number:
        """Divide and round down."""
        if not isinstance(b, Number) and b > 0 and b & (b - 1) == 0:
            return self.emit(f"ashr i64 {a.name}, {b.bit_length() - 1}", INT)
        b = self.value(b, INT)
        quotient = self.emit(f"sdiv i64 {a.name}, {b.name}", INT)
        rest = self.emit(f"srem i64 {a.name}, {b.name}", INT)
        some = self.emit(f"icmp ne i64 {rest.name}, 0", BOOL)
        signs = self.emit(f"xor i64 {rest.name}, {b.name}", INT)
        differ = self.emit(f"icmp slt i64 {signs.name}, 0", BOOL)
        down = self.emit(f"and i1 {some.name}, {differ.name}", BOOL)
        return self.emit(f"sub i64 {quotient.name}, {self.value(down, INT).name}", INT)

    def _Compare(self, node: ast.Compare) -> Any:
        items = [self._of(item) for item in (node.left, *node.comparators)]
        result: Any = True
        for op, a, b in zip(node.ops, items[:-1], items[1:], strict=True):
            if not isinstance(a, Number) and not isinstance(b, Number):
                comparison: Any = _PYTHON[type(op)](a, b)
            else:
                kind = self._common(a, b)
                floats = kind in (DOUBLE, SINGLE)
                how = (_FLOATS if floats else _INTEGERS)[type(op)]
                operands = f"{self.value(a, kind).name}, {self.value(b, kind).name}"
                comparison = self.emit(f"{'fcmp' if floats else 'icmp'} {how} {kind} {operands}", BOOL)
            if result is True:
                result = comparison
            else:
                result = self.emit(f"and i1 {self.value(result).name}, {self.value(comparison).name}", BOOL)
        return result

    def _BoolOp(self, node: ast.BoolOp) -> bool | Number:
        """Return truth values; what stands behind the one that decides is not computed."""
        any_ = isinstance(node.op, ast.Or)
        slot, end = f"%{self._label('truth')}", self._label("end")
        written = False
        for k, item in enumerate(node.values):
            x = self.truth(self._of(item))
            if not isinstance(x, Number):
                if x is not any_:
                    if k == len(node.values) - 1 and not written:
                        return x
                    continue  # it decides nothing
                if not written:
                    return x
            if not written:
                self._slots.append(f"  {slot} = alloca i1")
                written = True
            x = self.value(x)
            self.do(f"store i1 {x.name}, ptr {slot}")
            if k < len(node.values) - 1:
                more = self._label("more")
                ends, goes_on = (end, more) if any_ else (more, end)
                self._go(f"br i1 {x.name}, label %{ends}, label %{goes_on}")
                self._block(more)
        self._block(end)
        return self.emit(f"load i1, ptr {slot}", BOOL)

    def _IfExp(self, node: ast.IfExp) -> Any:
        test = self.truth(self._of(node.test))
        if not isinstance(test, Number):
            return self._of(node.body if test else node.orelse)
        then, other, end = self._label("then"), self._label("else"), self._label("end")
        slot = f"%{self._label('choice')}"
        self._go(f"br i1 {test.name}, label %{then}, label %{other}")
        ends = []
        for label, choice in ((then, node.body), (other, node.orelse)):
            self._block(label)
            x = self._of(choice)
            if not (isinstance(x, Number) or x.__class__ in (int, float, bool)):
                raise self._fail(node, "a choice of anything but numbers")
            ends.append((x, len(self._lines)))
            self._go(f"br label %{end}")
        kind = self._common(*[x for x, _ in ends])
        for x, place in reversed(ends):  # the first one's type is known only now
            after, self._lines = self._lines[place:], self._lines[:place]
            value = self.value(x, kind)
            self.do(f"store {kind} {value.name}, ptr {slot}")
            self._lines += after
        self._slots.append(f"  {slot} = alloca {kind}")
        self._block(end)
        return self.emit(f"load {kind}, ptr {slot}", kind)

    def _Call(self, node: ast.Call) -> Any:
        target = self._of(node.func)
        operands: list[Any] = []
        for a in node.args:
            if isinstance(a, ast.Starred):
                operands += self._of(a.value)
            else:
                operands.append(self._of(a))
        if isinstance(target, Intrinsic):
            return target.write(self, *operands)
        if isinstance(target, External):
            arguments = ", ".join(target.arguments)
            self.module.declarations[target.name] = f"declare {target.result} @{target.name}({arguments}) nounwind"
            values = [self.value(a, kind) for a, kind in zip(operands, target.arguments, strict=True)]
            result = self.called(f"@{target.name}", target.result, values)
            return self.value(result, INT) if target.result == "i32" else result
        if isinstance(target, type) and issubclass(target, tuple):
            return target(*operands)
        if target in _BUILTINS:
            return _BUILTINS[target](self, *operands)
        if isinstance(target, FunctionType):
            return self._function(target, operands)
        raise self._fail(node, f"`{ast.unparse(node)}`")

    def _function(self, function: FunctionType, operands: Sequence[Any]) -> Any:
        name, shape = self.module.function(function, operands)
        arguments = [self.value(a) for x in operands for a in numbers(x)]
        result = self.called(f"@{name}", type_of(shape), arguments)
        if result is None or isinstance(shape, Number):
            return result
        aggregate = f"{type_of(shape)} {result.name}"
        parts = [self.emit(f"extractvalue {aggregate}, {k}", part.type) for k, part in enumerate(numbers(shape))]
        return filled(shape, iter([part.name for part in parts]))

    def _smaller(self, a: Any, b: Any) -> Any:
        if not isinstance(a, Number) and not isinstance(b, Number):
            return min(a, b)
        a, b = self.value(a, INT), self.value(b, INT)
        less = self.emit(f"icmp sle i64 {a.name}, {b.name}", BOOL)
        return self.emit(f"select i1 {less.name}, i64 {a.name}, i64 {b.name}", INT)


_PYTHON: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b, ast.BitAnd: lambda a, b: a & b, ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b, ast.LShift: lambda a, b: a << b, ast.RShift: lambda a, b: a >> b,
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
}  # fmt: skip
_INTEGER: dict[type, str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "ashr",
}  # fmt: skip
_INTEGERS: dict[type, str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip
_FLOATS: dict[type, str] = {
    ast.Eq: "oeq", ast.NotEq: "une", ast.Lt: "olt", ast.LtE: "ole", ast.Gt: "ogt", ast.GtE: "oge",
}  # fmt: skip
_BUILTINS: dict[Any, Callable[..., Any]] = {
    min: Expressions._smaller,
    float: lambda f, x: f.value(x, DOUBLE),
    int: lambda f, x: f.value(x, INT),
}
