"""A failure as the shortest program that still disagrees."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Any

import tapegrad as tg
from tests.random_programs.comparing import Disagreement, check, surroundings
from tests.random_programs.machine import Step


def _names(part: Any) -> set[str]:
    if isinstance(part, str):
        return {part}
    return set().union(*map(_names, part)) if isinstance(part, (tuple, list)) else set()


def _without(steps: list[Step], k: int) -> list[Step]:
    """Without a step, and without those that need what it makes."""
    lost = _names(steps[k][1]) if steps[k][0] not in ("assign", "inplace", "backward", "look") else set()
    lost = {n for n in lost if n.startswith("v") and not any(n in _names(s) for s in steps[:k])}
    kept = steps[:k]
    for step in steps[k + 1 :]:
        if lost & _names(step[1:]):
            made = _names(step[1]) if step[0] not in ("assign", "inplace", "backward", "look") else set()
            lost |= {n for n in made if n.startswith("v") and not any(n in _names(s) for s in kept)}
        else:
            kept.append(step)
    return kept


def _disagrees(steps: Sequence[Step], seed: int, kind: str) -> bool:
    try:
        check(steps, seed)
    except Disagreement as disagreement:
        return disagreement.kind == kind
    except Exception:
        return False
    return False


def shortened(steps: list[Step], seed: int, kind: str) -> list[Step]:
    """The shortest program found, by leaving out steps, that still disagrees."""
    going = True
    while going:
        going = False
        for k in range(len(steps) - 1, -1, -1):
            if k < len(steps):
                fewer = _without(steps, k)
                if _disagrees(fewer, seed, kind):
                    steps, going = fewer, True
    return steps


def report(seed: int, steps: list[Step], disagreement: Disagreement) -> str:
    """A failure as text: what differs, and the shortest program."""
    lines = [f"seed {seed}, within {type(surroundings(seed)).__name__}: {disagreement}"]
    if _disagrees(steps, seed, disagreement.kind):
        steps = shortened(steps, seed, disagreement.kind)
    try:
        check(steps, seed)
    except Exception as error:
        lines.append(f"shortened: {error}")
        if error.__cause__ is not None and not isinstance(error.__cause__, tg.errors.TapegradError):
            lines += traceback.format_exception(error.__cause__)[-6:]
    return "\n".join([*lines, "steps = [", *(f"    {step!r}," for step in steps), "]"])
