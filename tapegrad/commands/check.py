"""Compare the derivatives of your function with differences at one point, and say what may be wrong where they differ.

First derivatives are compared with differences of the values that NumPy gives, second ones with differences of the
gradient; each in forward and in reverse mode, eager and compiled. Of a result of several numbers, reverse mode and
second derivatives are those of their sum with random weights. Exit status 0 says that all agree.

Tests: tests/commands/test_check.py
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import io
import os
import traceback
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapegrad.commands import users_function
from tapegrad.commands.derivative_comparison import MODES, ComparedDerivative, Comparison, Mode
from tapegrad.commands.users_problem import UsersProblem, Variable
from tapegrad.errors import ArgumentError, DrawWarning, TapegradError
from tapegrad.ir.program import Program
from tapegrad.ops.declare import Elementwise

EXAMPLE = 'python -m tapegrad check tapegrad.optimize:rosen --args "[1.3, 0.7, 0.8]"'
Array = NDArray[np.float64]
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    users_function.add_arguments(parser)
    parser.add_argument("--order", type=int, choices=(1, 2), default=2, help="the highest order of derivatives (2)")
    parser.add_argument("--elements", type=int, default=20, metavar="N", help="of each argument to check at most (20)")
    parser.add_argument("--tolerance", type=float, default=1e-6, metavar="T", help="as a share of a derivative (1e-6)")


def run(options: argparse.Namespace) -> int:
    """Print the verdict."""
    function, example = users_function.function_and_arguments(options)
    if options.elements < 1 or not options.tolerance > 0:
        raise ArgumentError("check: expected --elements and --tolerance above 0. Leave them out to use 20 and 1e-6.")
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(record=True) as said:  # of many calls
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", DrawWarning)
        try:
            problem = UsersProblem(function, example)
        except TapegradError:
            raise
        except Exception as error:
            raise ArgumentError(f"check: expected {options.function} to run, got {_described(error)}") from None
        faults, notes, table = list[str](), list[str](), ""
        if varies := _variation(problem):
            faults.append(varies)
        else:
            comparison = Comparison(problem, options.tolerance, options.elements)
            comparison.first()
            if options.order == 2:
                comparison.second()
            table = _table(problem, comparison, options.order)
            faults += [*_value_faults(problem), *_raised(comparison), *_differing(problem, comparison, options.order)]
            notes += _notes(problem)
    print(f"{options.function} at {', '.join(map(_form, problem.variables))}")
    if table:
        print(f"\n{table}")
    for note in [*notes, *dict.fromkeys(str(one.message) for one in said)]:
        print(f"\nNote: {note}")
    for fault in faults:
        print(f"\nFAILED: {fault}")
    if not faults:
        orders = "orders 1 and 2" if options.order == 2 else "order 1"
        print(f"\nok: {orders}, {comparison.checked} of {len(problem.point)} elements of arguments, in all modes")
    return 1 if faults else 0


def _form(one: Variable) -> str:
    shape = f"[{', '.join(map(str, one.value.shape))}]" if one.value.shape else ""
    return f"{one.name}: {one.value.dtype}{shape}"


# ---------------------------------------------------------------------------------------------------------- values


def _variation(problem: UsersProblem) -> str:
    """Return how two calls with the same arguments differ; empty if they do not."""
    again = problem.value(problem.point)
    if np.array_equal(again, problem.values, equal_nan=True):
        return ""
    return (
        f"two calls with the same arguments differ by {_largest_difference(again, problem.values):.3g}. The function "
        "draws random numbers, or keeps something between calls. Make that an argument."
    )


def _value_faults(problem: UsersProblem) -> Iterator[str]:
    """Yield what is wrong with the values themselves."""
    if not np.all(np.isfinite(problem.values)):
        yield "the function's value is not finite there. Choose another point."
    for way, value in (("Tensors", problem.eager_value), ("the compiled function", problem.compiled_value)):
        try:
            computed = value()
        except Exception:  # which the derivatives meet as well
            continue
        if not _is_near(problem, computed, problem.values):
            difference = _largest_difference(computed, problem.values)
            yield f"the value with {way} is another one than NumPy's, by {difference:.3g}."
    yield from _replay_faults(problem)


def _replay_faults(problem: UsersProblem) -> Iterator[str]:
    """Yield where a replay of the compiled function differs from the function, there or on both sides."""
    try:
        problem.compiled.check(*problem.arguments())
        random = np.random.default_rng(1)
        for size in (1e-3, 0.1, 1.0):
            row = problem.point + size * random.normal(size=len(problem.point)) * np.maximum(
                np.abs(problem.point), size
            )
            with np.errstate(all="ignore"):
                expected, actual = problem.value(row), problem.compiled_value(row)
            if not _is_near(problem, actual, expected):
                yield (
                    f"a replay of the compiled function differs from the function by "
                    f"{_largest_difference(actual, expected):.3g} at another point. It decides by something that is "
                    "not computed from its arguments."
                )
                return
    except TapegradError as error:
        if isinstance(error, RuntimeError):  # a replay that differs; all other errors the derivatives meet as well
            yield f"{error}"
    except Exception:  # the function is not defined there
        return


def _is_near(problem: UsersProblem, a: Array, b: Array) -> bool:
    """Tell whether values differ by rounding alone."""
    atol = 1e4 * problem.eps * max(problem.size, np.max(np.abs(b), initial=0.0))
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=1e6 * problem.eps, atol=atol, equal_nan=True))


def _largest_difference(a: Array, b: Array) -> float:
    with np.errstate(all="ignore"):
        return float(np.max(np.abs(a - b), initial=0.0)) if a.shape == b.shape else np.inf


def _notes(problem: UsersProblem) -> Iterator[str]:
    """Yield what is good to know."""
    if problem.writes:
        yield "the function writes into its arguments. With tapegrad it writes into a copy, or is refused."
    if problem.by_tensors:
        yield (
            "the function does not take NumPy arrays, so that its values are tapegrad's own without gradients "
            f"({problem.by_tensors})."
        )
    tape = _tape(problem)
    lines = dict.fromkeys(guard.line for guard in tape.guards if guard.line) if tape is not None else {}
    if lines:
        yield (
            f"the function decides by values, at {', '.join(lines)}. The derivatives are those of the branch that "
            "is taken; compiled code keeps each branch that it met (guards)."
        )


def _tape(problem: UsersProblem) -> Program | None:
    """Return the function's recording, if it can be recorded."""
    try:
        return problem.compiled.tape(*problem.arguments())
    except Exception:  # which the derivatives meet as well
        return None


# ----------------------------------------------------------------------------------------------------- derivatives


def _table(problem: UsersProblem, comparison: Comparison, highest: int) -> str:
    """Return the largest difference in each mode, as a share of the derivative's size."""
    head = ["argument", "order", *(f"{mode} {way}" for mode, way in MODES)]
    rows = [head]
    for one in problem.variables:
        for order in range(1, highest + 1):
            cells = []
            for mode in MODES:
                entries = [e for e in comparison.entries if (e.variable, e.order, e.mode) == (one, order, mode)]
                worst = max(entries, key=lambda e: (not e.agrees, e.kink or e.jump, e.share), default=None)
                if worst is None or (order, mode) in comparison.raised:
                    cells.append("raised" if (order, mode) in comparison.raised else "-")
                else:
                    cells.append(f"{worst}" + ("" if worst.agrees else " !"))
            rows.append([one.name, str(order), *cells])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(["Largest differences, as shares of the derivatives:", *lines])


def _raised(comparison: Comparison) -> Iterator[str]:
    """Yield the errors, one of each class and line, with the modes that met it."""
    where: dict[tuple[str, str], dict[str, Mode]] = {}
    texts: dict[tuple[str, str], str] = {}
    for (order, (mode, way)), error in comparison.raised.items():
        key = type(error).__name__, _place(error)
        where.setdefault(key, {})[f"{mode} {way} of order {order}"] = mode, way
        texts.setdefault(key, _described(error))
    for key, text in texts.items():
        modes = {*where[key].values()}
        yield f"{text}\n  In {', '.join(where[key]) if len(modes) < len(MODES) else 'all modes'}."


def _place(error: Exception) -> str:
    """Return the user's line that an error comes from; empty if there is none."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(_PACKAGE)]
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""


def _described(error: Exception) -> str:
    """Return an error with the user's line that raised it."""
    place = _place(error)
    return f"{type(error).__name__}{' at ' if place else ''}{place}: {str(error).removeprefix(f'{place}: ')}"


def _differing(problem: UsersProblem, comparison: Comparison, highest: int) -> Iterator[str]:
    """Yield for each argument where tapegrad and differences differ most, and what may be the cause."""
    for one in problem.variables:
        for order in range(1, highest + 1):
            entries = [e for e in comparison.entries if (e.variable, e.order) == (one, order)]
            failed = [e for e in entries if not e.agrees]
            if failed:
                count, all_parts = len({e.part for e in failed}), len({e.part for e in entries})
                places = f"{count} of {all_parts} elements" if all_parts > 1 else "it"
                yield f"{one.name}, order {order}: {places} failed.\n  {_worst(problem, failed)}"
                break  # what follows from it says no more


def _worst(problem: UsersProblem, failed: list[ComparedDerivative]) -> str:
    """Return the place and the numbers of the entry that says most, and what may be the cause."""
    worst = max(failed, key=lambda e: (e.kink or e.jump, not e.is_undecided, e.element >= 0, e.share))
    modes = dict.fromkeys(e.mode for e in failed if e.part == worst.part)
    shown = "all modes" if len(modes) == len(MODES) else ", ".join(f"{mode} {way}" for mode, way in modes)
    place = worst.variable.place(worst.part)
    if worst.element >= 0:
        place += f", element {worst.element} of the {'result' if worst.order == 1 else 'gradient'}"
    expected = f"{worst.expected:.8g} by differences (error at most {worst.error:.1g})"
    if worst.kink or worst.jump or not np.isfinite(worst.error):
        expected = "a derivative"
    cause = _cause(problem, worst, {e.mode for e in failed})
    return f"Most at {place}, in {shown}: expected {expected}, got {worst.actual:.8g}.\n  {cause}"


def _cause(problem: UsersProblem, entry: ComparedDerivative, modes: set[Mode]) -> str:
    """Return what a difference may come from, and what to do."""
    what = "value" if entry.order == 1 else "first derivative"
    if entry.jump:
        ops = "floor, round, a comparison, an if" if entry.order == 1 else "abs, maximum, clip, where, an if"
        return f"The {what} jumps there ({ops}): it has no derivative. Choose another point, or smooth the jump."
    if entry.kink:
        return (
            f"The {what} has a kink there: from the left the derivative is {entry.left:.6g}, from the right "
            f"{entry.right:.6g} (abs, maximum, clip, where, an if). At a kink tapegrad takes one of its subgradients. "
            "Choose another point, or smooth the kink."
        )
    if not np.isfinite(entry.actual):
        return (
            "tapegrad's derivative is not finite: a part of the function has none there, such as sqrt at 0. "
            "tg.autograd.detect_anomaly() names the line."
        )
    if entry.is_undecided:
        return (
            f"Differences cannot tell: the {what} is too noisy for them, or not defined nearby (an iteration that "
            "stops early, single precision, the edge of the domain). Choose another point, or compute it more exactly."
        )
    if {way for _, way in modes} == {"compiled"}:
        return "Compiled code alone differs. The function may read what changes between calls: make it an argument."
    if entry.actual == 0.0:
        return f"tapegrad found no way from the argument to the result. {_stops(problem, modes)}"
    factor = entry.actual / entry.expected if entry.expected else np.inf
    ratio = f" It is {factor:.4g} times what is expected." if 1e-3 < abs(factor) < 1e3 else ""
    return f"A part of the derivative is lost or wrong.{ratio} {_stops(problem, modes)}"


def _stops(problem: UsersProblem, modes: set[Mode]) -> str:
    """Return what passes no derivative, and which rules are the user's own, as far as the recording shows it."""
    hint = "Look for .detach(), .item(), int(), a value kept from an earlier call, or the rule of a custom function."
    if (tape := _tape(problem)) is None:
        return hint
    ops, rules = dict[str, None](), dict[str, None]()
    for slot in _on_paths(tape):
        op = tape.ops[slot]
        if (application := _application(tape, slot)) is not None:
            rules |= dict.fromkeys(_rules(application.function, {mode for mode, _ in modes}))
        elif _passes_nothing(op) and tape.forms[slot].dtype.kind in "fc":
            line = tape.lines.get(slot)
            ops[op.shown if line is None else f"{op.shown} at {os.path.basename(line.file)}:{line.number}"] = None
    said = [f"Rules of your own are on the way: look at {', '.join(rules)}."] if rules else []
    said += [f"These pass no derivative: {', '.join(ops)}."] if ops else []
    return " ".join(said) or hint


def _application(tape: Program, slot: int) -> Any:
    """Return the call of a custom function that an instruction stands for, None if it is another one."""
    recorded = tape.statics[slot].get("application")
    return getattr(getattr(recorded, "root", None), "application", recorded)


def _on_paths(tape: Program) -> list[int]:
    """Return the slots on the ways to the results, without those within the forward of a custom function."""
    met, open_ = set[int](), [*tape.outputs]
    while open_:
        slot = open_.pop()
        if slot not in met:
            met.add(slot)
            arguments = getattr(_application(tape, slot), "count", None)  # behind them are values that forward made
            open_ += tape.operands[slot][:arguments]
    return sorted(met)


def _rules(function: Any, modes: set[str]) -> Iterator[str]:
    """Yield the rules of a custom function that modes use, with the lines where they begin."""
    adjoint = "vjp" if hasattr(function, "vjp") else "backward"
    used = {"jvp" if mode == "forward" and hasattr(function, "jvp") else adjoint for mode in modes}
    for name in sorted(used):
        code = getattr(inspect.unwrap(getattr(function, name)), "__code__", None)
        place = "" if code is None else f" at {os.path.basename(code.co_filename)}:{code.co_firstlineno}"
        yield f"{function.__name__}.{name}{place}"


def _passes_nothing(op: Any) -> bool:
    """Tell whether all derivatives of an op are 0."""
    if op is None or op.stops or not isinstance(op, Elementwise):
        return op is not None and op.stops
    return all(not inspect.signature(rule).parameters and rule() == 0 for rule in op.partials.values())
