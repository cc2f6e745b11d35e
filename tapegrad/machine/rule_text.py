"""The LLVM text of a rule, traced once for each width and kinds of arguments, and copied wherever an op is written.

Tracing runs the rule on lanes, a Python call or more for each instruction. A copy fills other names into the text.

Invariant: a copy is, to the letter, the text that tracing would write in its place.

Tests: tests/machine/test_rule_text.py
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from tapegrad.machine.lane import Body, Emitter, Lane, narrowed, widened
from tapegrad.named_tuples import NamedTuple

if TYPE_CHECKING:
    from tapegrad.machine.kernels import Rule

_KEPT = 1024  # templates that are kept
_MARK = "\0{}\1"  # stands for a name while a rule is traced; the text itself may have braces
_name_of, _kind_of = attrgetter("name"), attrgetter("kind")


class _Template(NamedTuple):
    """A rule's text as a format string of names: of the arguments, of the block under way, and then of new values.

    Attributes
    ----------
    lines : str
    new : int
        How many new names it needs.
    block : str
        The block under way at its end.
    result : str
        The name of the result.
    kind : str
        The kind of the result.
    declarations : set of str
    scalar_calls : bool
    """

    lines: str
    new: int
    block: str
    result: str
    kind: str
    declarations: set[str]
    scalar_calls: bool


def evaluated(rule: Rule, args: Sequence[Lane], single: bool) -> Lane:
    """Return an op's value of doubles; of float32 numbers, by its text for floats where it has one or the same bits."""
    e: Any = args[0].emitter
    if e.plain:
        value: Lane = e.evaluated(rule, args)
        return value
    body = e.body
    template = _traced(rule, e.width, single, tuple(map(_kind_of, args)))
    names = [*map(_name_of, args), body.block, *islice(body.numbers, template.new)]
    if template.lines:
        body.lines += template.lines.format(*names).split("\n")
    body.block = template.block.format(*names)
    body.declarations.update(template.declarations)
    e.scalar_calls = e.scalar_calls or template.scalar_calls
    return Lane(e, template.result.format(*names), template.kind)


@lru_cache(_KEPT)
def _traced(rule: Rule, width: int, single: bool, kinds: tuple[str, ...]) -> _Template:
    first = len(kinds) + 1
    numbers = count(first)
    body = Body(numbers=map(_MARK.format, numbers), block=_MARK.format(len(kinds)))
    e = Emitter(width, body)
    args = [Lane(e, _MARK.format(k), kind) for k, kind in enumerate(kinds)]
    text = rule.single or (rule.forward if rule.exact else None)
    if not single or text is None:
        result = e.result(rule.forward(*args))
    else:
        result = widened(text(*[narrowed(x) for x in args]))
    lines, block, name = map(_format_string, ("\n".join(body.lines), body.block, result.name))
    return _Template(lines, next(numbers) - first, block, name, result.kind, body.declarations, e.scalar_calls)


def _format_string(text: str) -> str:
    """Return a text with marked names as a format string."""
    return text.replace("{", "{{").replace("}", "}}").replace("\0", "{").replace("\1", "}")
