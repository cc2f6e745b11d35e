"""Single instructions of lanes as expressions of C.

Rules of ops and kinds write one instruction at a time, with names for operands and results. Here each becomes an
expression of C99 in which the operands keep their names, `%t12`, with a mark that says how tightly an operand must bind
there. `tapegrad.export.c_statements` puts expressions that are read once into the place where they are read.

Invariant: an expression has the value of the instruction, also where C leaves one undefined: integers wrap around
unless the instruction says that they do not, and a shift to the right keeps the sign.

Tests: tests/export/test_c_source.py
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from typing import NamedTuple

# how tightly an expression binds, from the tightest: what stands for itself, a sign, *, +, <, &&, ||, ?:
ATOM, SIGN, TIMES, PLUS, COMPARE, AND, OR, CHOICE, ANY = range(9)
TYPES = {"double": "double", "float": "float", "i64": "int64_t", "i32": "int32_t", "i1": "int", "ptr": "void *"}
LIBM = frozenset(
    """acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma fmod
    hypot ldexp lgamma log log10 log1p log2 nextafter pow remainder rint round sin sinh sqrt tan tanh tgamma
    trunc""".split()  # noqa: SIM905
)
_MARK = 0xE000
OPERAND = re.compile(rf"%([A-Za-z]\w*)([{chr(_MARK)}-{chr(_MARK + ANY)}])?")


class Refused(Exception):
    """What has no expression of C; the text says what it is."""


class Expression(NamedTuple):
    """The text of an expression, how tightly it binds, its type, and whether it reads memory."""

    text: str
    binds: int
    type: str
    reads: bool = False


def marked(name: str, binds: int) -> str:
    """Return an operand's name for a place where an expression that binds less tightly needs parentheses."""
    return name + chr(_MARK + binds) if name.startswith("%") else name


def binding(mark: str | None) -> int:
    """Return how tightly an operand must bind, by its mark."""
    return ord(mark) - _MARK if mark else ATOM


def number(value: float, single: bool = False) -> str:
    """Return C's spelling of a number: the shortest with the same bits."""
    if math.isnan(value):
        bits = struct.unpack("<q", struct.pack("<d", value))[0]
        return "NAN" if bits in (0x7FF8000000000000, -0x8000000000000) else f"tg_number({whole(bits)})"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return repr(value) + ("f" if single else "")


def whole(value: int) -> str:
    """Return C's spelling of an integer of 64 bits."""
    if value == -(2**63):
        return "INT64_MIN"
    return str(value) if abs(value) < 2**31 else f"INT64_C({value})"


def operand(token: str, kind: str, binds: int = ATOM) -> str:
    """Return an operand of a type where it must bind so tightly: a name, or a constant in C's spelling."""
    token = token.strip()
    if token.startswith("%"):
        return marked(token, binds)
    if token in ("true", "false"):
        return str(int(token == "true"))
    if kind in ("double", "float"):
        text = number(value_of(token), kind == "float")
    elif kind in ("i64", "i32"):
        text = whole(int(token))
    else:
        return token
    return f"({text})" if text.startswith("-") and binds < SIGN else text


def value_of(token: str) -> float:
    """Return the value of a floating-point constant of an instruction."""
    if token.startswith("0x"):
        value: float = struct.unpack(">d", bytes.fromhex(token[2:]))[0]
        return value
    return float(token)


def _infix(symbol: str, binds: int, left: int, right: int) -> Callable[[str, str, str], Expression]:
    def written(kind: str, a: str, b: str) -> Expression:
        if symbol == "+" and b.startswith("-") and kind == "i64" and b != str(-(2**63)):
            return Expression(f"{operand(a, kind, left)} - {b[1:]}", binds, kind)
        return Expression(f"{operand(a, kind, left)} {symbol} {operand(b, kind, right)}", binds, kind)

    return written


def _compared(symbol: str, unsigned: bool = False) -> Callable[[str, str, str], Expression]:
    def written(kind: str, a: str, b: str) -> Expression:
        if unsigned:
            return Expression(f"(uint64_t){operand(a, kind)} {symbol} (uint64_t){operand(b, kind)}", COMPARE, "i1")
        return Expression(f"{operand(a, kind, PLUS)} {symbol} {operand(b, kind, PLUS)}", COMPARE, "i1")

    return written


def _wrapping(symbol: str) -> Callable[[str, str, str], Expression]:
    """Return what writes arithmetic on integers that wrap around: that of unsigned ones."""

    def written(kind: str, a: str, b: str) -> Expression:
        cast = "int32_t" if kind == "i32" else "int64_t"
        right = operand(b, kind) if re.fullmatch(r"\d{1,9}", b.strip()) else f"(u{cast}){operand(b, kind)}"
        return Expression(f"({cast})((u{cast}){operand(a, kind)} {symbol} {right})", SIGN, kind)

    return written


def _unsigned(symbol: str) -> Callable[[str, str, str], Expression]:
    return lambda kind, a, b: Expression(
        f"(int64_t)((uint64_t){operand(a, kind)} {symbol} (uint64_t){operand(b, kind)})", SIGN, kind
    )


def _logical(symbol: str, binds: int, bitwise: str) -> Callable[[str, str, str], Expression]:
    def written(kind: str, a: str, b: str) -> Expression:
        if kind == "i1":
            return Expression(f"{operand(a, kind, COMPARE)} {symbol} {operand(b, kind, COMPARE)}", binds, kind)
        return Expression(f"{operand(a, kind)} {bitwise} {operand(b, kind)}", CHOICE, kind)

    return written


def _exclusive(kind: str, a: str, b: str) -> Expression:
    if kind != "i1":
        return Expression(f"{operand(a, kind)} ^ {operand(b, kind)}", CHOICE, kind)
    if b.strip() == "true":
        return Expression(f"!{operand(a, kind)}", SIGN, kind)
    return Expression(f"{operand(a, kind)} != {operand(b, kind)}", COMPARE, kind)


def _shifted_right(kind: str, a: str, b: str) -> Expression:
    return Expression(f"tg_shift_right({operand(a, kind, ANY)}, {operand(b, kind, ANY)})", ATOM, kind)


_TWO: dict[str, Callable[[str, str, str], Expression]] = {
    "fadd": _infix("+", PLUS, PLUS, TIMES), "fsub": _infix("-", PLUS, PLUS, TIMES),
    "fmul": _infix("*", TIMES, TIMES, SIGN), "fdiv": _infix("/", TIMES, TIMES, SIGN),
    "add": _wrapping("+"), "sub": _wrapping("-"), "mul": _wrapping("*"), "shl": _wrapping("<<"),
    "add nsw": _infix("+", PLUS, PLUS, TIMES), "sub nsw": _infix("-", PLUS, PLUS, TIMES),
    "mul nsw": _infix("*", TIMES, TIMES, SIGN),
    "sdiv": _infix("/", TIMES, TIMES, SIGN), "srem": _infix("%", TIMES, TIMES, SIGN),
    "udiv": _unsigned("/"), "urem": _unsigned("%"), "lshr": _unsigned(">>"), "ashr": _shifted_right,
    "and": _logical("&&", AND, "&"), "or": _logical("||", OR, "|"), "xor": _exclusive,
}  # fmt: skip
_SIGNED = {"eq": "==", "ne": "!=", "slt": "<", "sle": "<=", "sgt": ">", "sge": ">="}
_COMPARISONS = {
    **{f"icmp {name}": _compared(symbol) for name, symbol in _SIGNED.items()},
    **{f"icmp u{name[1:]}": _compared(symbol, True) for name, symbol in _SIGNED.items() if name[0] == "s"},
    **{f"fcmp {name}": _compared(symbol) for name, symbol in zip(("oeq", "une"), ("==", "!="), strict=True)},
    **{f"fcmp o{name[1:]}": _compared(symbol) for name, symbol in _SIGNED.items() if name[0] == "s"},
}
_BINARY = re.compile(r"(fcmp \w+|icmp \w+|\w+(?: nsw)?) (double|float|i64|i32|i1|ptr) ([^,]+), ([^,]+)$")
_CAST = re.compile(r"(zext|sext|trunc|uitofp|sitofp|fptosi|fpext|fptrunc|bitcast) (\w+) (\S+) to (\w+)$")
_SELECT = re.compile(r"select i1 ([^,]+), (\w+) ([^,]+), \w+ ([^,]+)$")
_CALL = re.compile(r"call (\w+) @([\w.]+)\((.*)\)$")


def expression(text: str) -> Expression:
    """Return an instruction that computes as an expression.

    Raises
    ------
    Refused
    """
    if match := _CALL.match(text):
        return _call(*match.groups())
    if match := _BINARY.match(text):
        name, kind, a, b = match.groups()
        if name == "add" and re.fullmatch(r"-\d{1,9}", b.strip()):
            name, b = "sub", b.strip()[1:]
        if name in ("add", "add nsw") and b.strip() == "0":
            return Expression(operand(a, kind, ANY), ATOM, kind)
        write = _TWO.get(name) or _COMPARISONS.get(name)
        if write is not None:
            return write(kind, a, b)
    elif match := _SELECT.match(text):
        test, kind, a, b = match.groups()
        if kind == "ptr":
            return Expression(
                f"{operand(test, 'i1', OR)} ? (void *){operand(a, kind)} : (void *){operand(b, kind)}", CHOICE, kind
            )
        chosen = f"{operand(test, 'i1', OR)} ? {operand(a, kind, OR)} : {operand(b, kind, CHOICE)}"
        return Expression(chosen, CHOICE, kind)
    elif match := _CAST.match(text):
        return _cast(*match.groups())
    elif text.startswith("fneg "):
        _, kind, a = text.split()
        return Expression(f"-{operand(a, kind)}", SIGN, kind)
    raise Refused(f"the instruction `{text}`")


def _cast(name: str, source: str, token: str, target: str) -> Expression:
    if name == "bitcast":
        return _bits(source, token, target)
    if name == "uitofp" and source == "i1":
        return Expression(f"{operand(token, 'i1', OR)} ? 1.0 : 0.0", CHOICE, target)
    if name == "uitofp":
        return Expression(f"({TYPES[target]})(uint64_t){operand(token, source)}", SIGN, target)
    return Expression(f"({TYPES[target]}){operand(token, source)}", SIGN, target)


def _bits(source: str, token: str, target: str) -> Expression:
    if (source, target) not in (("double", "i64"), ("i64", "double")):
        raise Refused(f"the bits of {source} as {target}")
    if not token.startswith("%"):  # a constant, in its other spelling
        if target == "i64":
            return Expression(whole(struct.unpack("<q", struct.pack("<d", value_of(token)))[0]), ATOM, target)
        return Expression(f"tg_number({operand(token, source)})", ATOM, target)
    return Expression(f"{'tg_bits' if target == 'i64' else 'tg_number'}({operand(token, source, ANY)})", ATOM, target)


def _call(result: str, name: str, arguments: str) -> Expression:
    operands = [a.strip().split(" ", 1) for a in _parts(arguments)] if arguments else []
    texts = [operand(token, kind, ANY) for kind, token in operands]
    if name.startswith("llvm."):
        _, name, *width = name.split(".")
        if name == "expect":
            return Expression(operand(operands[0][1], "i1", OR), OR, "i1")
        if name in ("smin", "smax"):
            a, b = (operand(token, "i64", PLUS) for _, token in operands)
            return Expression(f"{a} {'<' if name == 'smin' else '>'} {b} ? {a} : {b}", CHOICE, "i64")
        if width[-1] == "f32":
            return Expression(f"{name}f({', '.join(texts)})", ATOM, "float")
    if name not in LIBM:
        raise Refused(f"a call of {name}")
    return Expression(f"{name}({', '.join(texts)})", ATOM, result)


def _parts(text: str) -> list[str]:
    """Return operands that commas separate, outside of parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
