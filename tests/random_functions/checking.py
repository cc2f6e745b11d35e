"""Cases compared with what they should give, and shortened where they differ."""

from __future__ import annotations

import math
import re
import traceback
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch

import tapegrad as tg

from .cases import make_case
from .executors import EXECUTORS, BitsError
from .programs import Case, Program, flat, leaves_of, mapped, outline
from .truth import expected, values

TOLERANCE = 1e-8
REFUSALS = re.compile(  # what the documentation says is refused
    r"CapturedError: compiled"  # a Tensor with history that a compiled function reads
    r"|ReplayError: the decision at .*(differs between members|within a function that runs by itself)"
    r"|FunctionError: (Cube|Pair)[^:]*: jvp is not defined"
    r"|InplaceError: checkpoint: f changed an argument in place"
    r"|ArgumentError: save: (Cube|Pair)[^:]* runs Python code"
    r"|ArgumentError: compiled f: tape_data needs a result that depends on the arguments"
)


class Disagreement(AssertionError):
    """Results that differ.

    Attributes
    ----------
    kind : str
        What differs: "values", "containers", "foreign TypeError" and so on.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


def check(case: Case) -> str:
    """Whether tapegrad gives what is expected: "agrees", "fragile", "wild", or "refused: " and a documented message.

    Raises
    ------
    Disagreement
    """
    wanted: dict[int, tuple[Any, bool]] = {0: expected(case, 0)}
    if not _tame(wanted[0][0]):
        return "wild"
    if wanted[0][1]:
        return "fragile"
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = EXECUTORS[case.executor](case)
    except tg.errors.TapegradError as error:
        if REFUSALS.match(f"{type(error).__name__}: {error}") is None:
            raise Disagreement(f"refused {plain(error)[:60]}", str(error)) from error
        return f"refused: {plain(error)}"
    except BitsError as error:
        raise Disagreement("bits", str(error)) from None
    except Exception as error:
        raise Disagreement(f"foreign {type(error).__name__}", str(error)) from error
    verdict = "agrees"
    for number, result in found:
        if number not in wanted:
            wanted[number] = expected(case, number)
        right, fragile = wanted[number]
        if fragile or not _tame(right):
            verdict = "fragile in part"
            continue
        names = case.executor not in ("loaded",)
        if outline(result, names) != outline(right, names):
            raise Disagreement("containers", f"{outline(result, names)} and not {outline(right, names)}")
        verdict = _same(case, number, result, right) or verdict
        if not case.chain and "inner" not in case.program.kinds() and case.executor not in ("leaves", "dual"):
            _same(case, number, result, values(case, number))
    return verdict


def plain(error: Exception) -> str:
    """An error's message without what differs from case to case."""
    text = re.sub(r"/\S*?([\w.]+\.py):\d+", r"\1", f"{type(error).__name__}: {error}")
    return re.sub(r"\(\d[\d, ]*\)|\(\)|-?\d+(\.\d+)?", "N", text)[:230]


def _tame(tree: Any) -> bool:
    with np.errstate(all="ignore"):
        return all(bool(np.all(~(abs(x) > 1e6))) for x in flat(tree))


def _same(case: Case, number: int, result: Any, right: Any) -> str | None:
    pairs = [(np.asarray(x), np.asarray(y)) for x, y in zip(flat(result), flat(right), strict=True)]
    for x, y in pairs:
        if x.shape != y.shape:
            raise Disagreement("shape", f"{x.shape} and not {y.shape}")
        if x.dtype != y.dtype:
            raise Disagreement("dtype", f"{x.dtype} and not {y.dtype}")
    scale = max([1.0, *(float(np.max(abs(y), initial=0.0, where=~np.isnan(y))) for _, y in pairs)])
    for x, y in pairs:
        known = ~np.isnan(y)
        if not np.allclose(x[known], y[known], rtol=TOLERANCE, atol=TOLERANCE * scale):
            if _hangs_on_rounding(case, number, right, x, y):
                return "fragile"
            raise Disagreement("values", f"data {number}:\n{mapped(np.asarray, result)}\nand not\n{right}")
    return None


def _hangs_on_rounding(case: Case, number: int, right: Any, x: np.ndarray, y: np.ndarray) -> bool:
    """Whether other last bits of the data change the result as much."""
    moved = [flat(expected(case, number, nudge)[0]) for nudge in (1e-13, -3e-13)]
    change = [float(np.max(abs(a - b), initial=0.0)) for m in moved for a, b in zip(m, flat(right), strict=True)]
    most = max([c for c in change if not math.isnan(c)], default=0.0)
    return bool(np.nanmax(abs(x - y)) < 1e4 * most)


def check_seed(seed: int, executor: str | None = None) -> tuple[Case, str | Disagreement]:
    """Make a case and compare."""
    case = make_case(seed, executor)
    try:
        return case, check(case)
    except Disagreement as disagreement:
        return case, disagreement


# ------------------------------------------------------------------------------------------------- shortening


def _names(part: Any) -> set[str]:
    if isinstance(part, str):
        return {part} if re.fullmatch(r"v\d+", part) else set()
    return set().union(*map(_names, part)) if isinstance(part, (tuple, list)) else set()


def _made(step: Any) -> set[str]:
    return set() if step[0] in ("assign", "inplace", "out", "fill") else _names(step[1])


def _whole(program: Program) -> bool:
    """Whether every name that is used was made before."""
    specs = (*(s for _, s in program.arguments), *(s for _, s in program.keywords))
    known = {leaf[1] for s in specs for leaf in leaves_of(s)}
    for step in program.steps:
        made = _made(step)
        if not (_names(step[1:]) - made) <= known:
            return False
        known |= made
    return all(leaf[1] in known for leaf in leaves_of(program.result)) and bool(program.positions())


def _fits(case: Case) -> bool:
    """Whether the executor can run such a chain."""
    stages = [stage for stage, _ in case.chain]
    if case.executor == "dual":
        return stages[-1:] == ["jvp"]
    if case.executor == "leaves":
        return stages[-2:] == ["dot", "grad"]
    return case.executor != "backward" or (stages == ["dot", "grad"] * (len(stages) // 2) and bool(stages))


def _shorter(case: Case) -> Iterator[Case]:
    """Cases with one thing less."""
    p = case.program
    for k in range(len(p.steps) - 1, -1, -1):
        yield case._replace(program=p._replace(steps=p.steps[:k] + p.steps[k + 1 :]))
    for k in range(len(case.chain)):
        yield case._replace(chain=case.chain[:k] + case.chain[k + 1 :])
        yield case._replace(chain=case.chain[:k] + case.chain[k + 2 :])
        if case.chain[k][1]:
            yield case._replace(chain=(*case.chain[:k], (case.chain[k][0], 0), *case.chain[k + 1 :]))
    for k in range(len(p.arguments)):
        yield case._replace(program=p._replace(arguments=p.arguments[:k] + p.arguments[k + 1 :]))
    for k in range(len(p.keywords)):
        yield case._replace(program=p._replace(keywords=p.keywords[:k] + p.keywords[k + 1 :]))
    for result in _smaller(p.result):
        yield case._replace(program=p._replace(result=result))
    for step in reversed(p.steps):
        for name in sorted(_names(step[1:])):
            if p.result != ("name", name):
                yield case._replace(program=p._replace(result=("name", name)))
    for k, (role, spec) in enumerate(p.arguments):
        for smaller in _smaller(spec):
            yield case._replace(
                program=p._replace(arguments=(*p.arguments[:k], (role, smaller), *p.arguments[k + 1 :]))
            )
    for k, step in enumerate(p.steps):
        if step[0] in ("loop", "inner") and len(step[3]) > 1:
            for j in range(len(step[3])):
                body = step[3][:j] + step[3][j + 1 :]
                yield case._replace(
                    program=p._replace(steps=(*p.steps[:k], (*step[:3], body, *step[4:]), *p.steps[k + 1 :]))
                )


def _smaller(spec: Any) -> Iterator[Any]:
    if spec[0] in ("dict", "list", "tuple", "pair"):
        parts = [part[1] for part in spec[1]] if spec[0] == "dict" else spec[1]
        yield from parts
        if spec[0] != "pair":
            for k in range(len(spec[1])):
                if len(spec[1]) > 1:
                    yield (spec[0], spec[1][:k] + spec[1][k + 1 :])


def _verdict(case: Case) -> str:
    try:
        return check(case)
    except Disagreement as disagreement:
        return f"disagrees: {disagreement.kind}"


def shortened(case: Case, verdict: str, most: int = 250) -> Case:
    """The shortest case found, by leaving out one thing after the other, that still ends in the verdict."""
    going = True
    while going and most > 0:
        going = False
        for fewer in _shorter(case):
            if _size(fewer) < _size(case) and _whole(fewer.program) and _fits(fewer):
                most -= 1
                try:
                    going = _verdict(fewer) == verdict
                except Exception:  # a case that makes no sense
                    going = False
                if going:
                    case = fewer
                if going or most <= 0:
                    break
    return case


def _size(case: Case) -> tuple[int, str]:
    text = repr((case.program, case.chain))
    return len(text), text


def report(case: Case, verdict: str | Disagreement) -> str:
    """A failure as text: what differs, and the shortest case."""
    kind = f"disagrees: {verdict.kind}" if isinstance(verdict, Disagreement) else verdict
    short = shortened(case, kind)
    lines = [f"seed {case.seed}, {case.executor}: {verdict}"]
    try:
        check(short)
    except Disagreement as error:
        lines.append(f"shortened: {error}")
        if error.__cause__ is not None:
            lines += [line.rstrip() for line in traceback.format_exception(error.__cause__)[-4:]]
    p = short.program
    lines += ["Case(", "    Program(", f"        {p.arguments!r},", f"        {p.keywords!r},", "        ("]
    lines += [f"            {step!r}," for step in p.steps]
    return "\n".join(
        [
            *lines,
            "        ),",
            f"        {p.result!r},",
            "    ),",
            f"    {short.chain!r}, {short.executor!r}, {short.seed!r},",
            ")",
        ]
    )


torch.set_num_threads(1)
