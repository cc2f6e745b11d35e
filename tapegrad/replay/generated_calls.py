"""Generated calls: Python source for the call of a sealed tape, for one signature.

For small tapes the checks and conversions are what a call costs: so they are written out, for exactly these containers,
shapes, dtypes and static arguments, and whatever does not fit them goes the general way.

Invariant: a generated call answers only where the general way would replay the same tape on the same numbers.

Tests: tests/replay/test_generated_calls.py
"""

from __future__ import annotations

import copy
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from tapegrad.func.containers import Structure, attributes, exact
from tapegrad.ir.forms import BOOL, F4, F8, FLOAT, INT, Form, cells
from tapegrad.machine import pool
from tapegrad.machine.dtypes import I8
from tapegrad.replay.signature import passed, shown
from tapegrad.replay.variant import Variant

if TYPE_CHECKING:
    from tapegrad.replay.signature import Signature

_MOST = 128  # inputs and outputs of a generated call
_PAIRS = 64  # of arrays that `_apart` compares
_DEEPEST = 64  # containers within each other: Python's parser takes some 200 brackets
_KEPT = 4  # generated calls that are tried one after the other

_TEXT = """\
def call(args, keywords, out):
    {lines}
    if out is None:
        {arrays}
    else:
        {targets}
    {numbers}
    {work}
    status = entry({arguments})
    {spared}
    if status:
        return failed if 0 < status <= guards else missed
    if out is None:
        return {result}
    {assigned}
    return out
"""


class NoAnswer:
    """The answer of a generated call that does not fit the arguments, or whose guards failed."""


MISSED, FAILED = NoAnswer(), NoAnswer()


class FastCall(NamedTuple):
    """A generated call, of the positional arguments, the keywords and ``out=``.

    Attributes
    ----------
    call : callable
    variant : Variant
    key : object
        By which its owner finds the variant.
    """

    call: Callable[[tuple[Any, ...], dict[str, Any], Any], Any]
    variant: Variant
    key: Any


class Replayed:
    """A callable that replays sealed tapes: by a generated call, if one takes the arguments, else the general way."""

    watch: ClassVar[Callable[..., Any] | None] = None  # gives what measures a call, while there are profiles
    _call: Callable[..., Any]  # the general way: of arguments, keywords, ``out=`` and variants whose guards failed
    _put_first: Callable[..., Any]  # notes which variant was used, of a key
    _first: Callable[..., Any] | None = None  # the generated call used last
    _fast: tuple[FastCall, ...] = ()

    def __call__(self, *args: Any, out: Any = None, **keywords: Any) -> Any:
        if self.watch is not None and (measured := self.watch(self, "", args, keywords)) is not None:
            with measured:
                return self(*args, out=out, **keywords)
        first = self._first
        if first is None:
            return self._call(args, keywords, out, [])
        result = first(args, keywords, out)
        if result.__class__ is not NoAnswer:
            return result
        failed = []
        for fast in self._fast:
            answer = result if fast.call is first else fast.call(args, keywords, out)
            if answer.__class__ is not NoAnswer:
                self._put_first(fast.key, fast.variant)
                self._first = fast.call
                return answer
            if answer is FAILED:
                failed.append(fast.variant)
        return self._call(args, keywords, out, failed)

    def _remember(self, call: Callable[..., Any] | None, variant: Variant, key: Signature | None) -> None:
        """Try a generated call before all others from now on."""
        if call is not None:
            others = [fast for fast in self._fast if fast.call is not call][: _KEPT - 1]
            self._fast, self._first = (FastCall(call, variant, key), *others), call


class CallLayout(NamedTuple):
    """How the arguments of a call lie.

    Attributes
    ----------
    positional : int
        How many are given by position.
    names : tuple of str
        Of those given by name.
    placed : callable
        Puts a call's arguments into the places in which a signature has them: ``placed(args, keywords)``.
    static : dict
        Values of static arguments, by place or name.
    """

    positional: int
    names: tuple[str, ...]
    placed: Callable[[tuple[Any, ...], dict[str, Any]], tuple[tuple[Any, ...], dict[str, Any]]]
    static: Mapping[int | str, Any]


def fast_call(variant: Variant, layout: CallLayout) -> Callable[..., Any] | None:
    """Return the generated call of a variant for a layout, made once; None where there is none.

    It returns `MISSED` for a call that is not for it, and `FAILED` if a guard did not hold.
    """
    key = layout.positional, layout.names
    if key not in variant.fast:
        variant.fast[key] = _generated(variant, layout)
    return variant.fast[key]


def _generated(variant: Variant, layout: CallLayout) -> Callable[..., Any] | None:
    forms, outputs = variant.forms, variant.output_forms
    if len(forms) + len(outputs) > _MOST:
        return None
    executable = variant.executable
    if executable.by_tables:
        return None
    taking = Taking(forms, variant.narrow)
    results = Results(variant, taking)
    try:
        taking.call(variant.arguments, layout)
        shown_as = results.assembled(variant)
    except Unfit:
        return None
    taking.scope |= {
        "entry": executable.entry, "constants": executable.constants, "missed": MISSED, "failed": FAILED,
        "guards": executable.guards, "empty": np.empty, "pooled": pool.empty, "owner": _owner,
        "numbers": np.empty(1), "Array": np.ndarray, "float64": np.float64,
        "executable": executable,  # whose constants must live while a call runs
    }  # fmt: skip
    if executable.large:  # other threads may call it meanwhile: each call has its own working memory
        taking.scope |= {"spare": variant.spare, "memory": partial(pool.aligned, executable.work)}
        work, spared = "try: work = spare.pop()\n    except IndexError: work = memory()", "spare.append(work)"
    else:
        taking.scope["work"] = pool.aligned(executable.work)
        work, spared = "", ""
    singles = sum(not f.array for f in outputs)
    arguments = ["constants", "work", "numbers", *taking.leaves, *results.arrays]
    text = _TEXT.format(
        lines="\n    ".join(taking.lines), arrays="\n        ".join(results.allocations or ["pass"]),
        targets="\n        ".join(results.targets(variant)), numbers=f"numbers = empty({singles})" if singles else "",
        work=work, arguments=", ".join(arguments), spared=spared, result=shown_as,
        assigned="\n    ".join(results.assigned),
    )  # fmt: skip
    exec(text, taking.scope)
    return taking.scope.pop("call")  # which holds the scope


class Unfit(Exception):
    """The exception for a call that is left to the general way."""


class Taking:
    """Lines that take the leaves out of a call's arguments, and return `missed` if they are others.

    Attributes
    ----------
    narrow : bool
        Whether floats of Python's are others than those of NumPy's; see `Variant.takes`.
    lines : list of str
    scope : dict
        What the lines name.
    leaves : list of str
        Names of what is passed on, in order.
    """

    def __init__(self, forms: Sequence[Form], narrow: bool) -> None:
        self.forms, self.narrow = forms, narrow
        self.lines: list[str] = []
        self.leaves: list[str] = []
        self.scope: dict[str, Any] = {}
        self._numbers = count()

    def name_of(self, value: Any) -> str:
        """Return a name for a value."""
        name = f"v{next(self._numbers)}"
        self.scope[name] = value
        return name

    def unless(self, condition: str) -> None:
        self.lines.append(f"if not ({condition}): return missed")

    def parts(self, values: str, number: int) -> list[str]:
        """Write the unpacking of a container of so many items; return their names."""
        names = [f"a{next(self._numbers)}" for _ in range(number)]
        if names:
            self.lines.append(f"{', '.join(names)}, = {values}")
        return names

    def call(self, arguments: Structure, layout: CallLayout) -> None:
        """Take a whole call."""
        self.lines.append(f"if len(args) != {layout.positional}: return missed")
        by_position = tuple(map(_Argument, self.parts("args", layout.positional)))
        if layout.names:
            self.unless(f"len(keywords) == {len(layout.names)}")
            self.keys("keywords", layout.names)
        else:
            self.lines.append("if keywords: return missed")
        values = map(_Argument, self.parts("keywords.values()", len(layout.names)))
        by_name = dict(zip(layout.names, values, strict=True))
        args, keywords = layout.placed(by_position, by_name)
        positional, named = arguments.parts
        places: list[tuple[int | str, Any]] = [*enumerate(args), *keywords.items()]
        for (place, x), part in zip(places, (*positional.parts, *named.parts), strict=True):
            if place not in layout.static:
                self.tree(part, x)
            elif x.__class__ is _Argument:  # else a default
                self.same(layout.static[place], x)

    def same(self, value: Any, name: str) -> None:
        """Take a static argument of this value."""
        kind = value.__class__
        if value is None or kind is bool:
            self.unless(f"{name} is {value}")
        elif kind is int or kind is str:
            self.unless(f"{name}.__class__ is {kind.__name__} and {name} == {self.name_of(value)}")
        elif _lasting(value):
            self.unless(f"{self.name_of(exact)}({name}) == {self.name_of(exact(value))}")
        elif kind.__eq__ is object.__eq__:
            try:
                self.unless(f"{name} is {self.name_of(weakref.ref(value))}()")
            except TypeError:
                raise Unfit from None
        else:  # its value may change, and with it what it is the same as
            raise Unfit

    def tree(self, structure: Structure, name: str) -> None:
        """Take a container or a leaf."""
        kind, parts = structure.kind, structure.parts
        if kind is None:
            return self.leaf(self.forms[len(self.leaves)], name)
        if kind is False:
            return self.unless(f"{name} is None")
        if kind is bool:
            return self.unless(f"{name} is {structure.keys[0]}")  # type: ignore[index]
        if structure.is_object or structure.is_fixed:
            raise Unfit
        class_ = kind.__name__ if kind in (list, tuple, dict) else self.name_of(kind)
        no_more = f" and not {self.name_of(attributes)}({name})" if _has_attributes(kind) else ""
        self.unless(f"{name}.__class__ is {class_} and len({name}) == {len(parts)}{no_more}")
        if structure.keys:
            self.keys(name, structure.keys)
        names = self.parts(name if structure.keys is None else f"{name}.values()", len(parts))
        for part, part_name in zip(parts, names, strict=True):
            self.tree(part, part_name)
        return None

    def keys(self, name: str, expected: Sequence[Any]) -> None:
        """Take the keys of a dict, which are these strings: the same objects, or equal ones of the same class."""
        if any(key.__class__ is not str for key in expected):
            raise Unfit
        names = self.parts(name, len(expected))
        same = " and ".join(f"{x} is {self.name_of(key)}" for x, key in zip(names, expected, strict=True))
        strings = " is ".join([*(f"{x}.__class__" for x in names), "str"])
        self.unless(f"{same} or {strings} and [*{name}] == {self.name_of([*expected])}")

    def leaf(self, form: Form, name: str) -> None:
        """Take an array or a number."""
        dtype = form.dtype
        if form.shape:
            self.unless(self.array(name, form))
            self.in_cells(name, form)
        elif form is INT:
            self.unless(f"{name}.__class__ is int")
        elif form is FLOAT and self.narrow:
            self.unless(f"{name}.__class__ is float")
        elif dtype is F8:
            number = f"{name}.__class__ is not float64"
            if not self.narrow:
                number = f"{name}.__class__ is not float and {number}"
            self.lines += [
                f"if {number}:",
                f"    if not ({self.array(name, form)}): return missed",
                f"    {name} = {name}.item()",
            ]
        else:
            number = f" or {name}.__class__ is complex" if dtype == np.complex128 else ""
            self.unless(f"{name}.__class__ is {self.name_of(dtype.type)}{number}")
            self.lines.append(f"{name} = {self.name_of(passed)}({name}, {self.name_of(form)})")
        self.leaves.append(name)

    def in_cells(self, name: str, form: Form) -> None:
        """Convert an array as sealed tapes hold it, where they hold it otherwise."""
        if form.dtype is not form.lane and form.dtype != I8:
            self.lines.append(f"{name} = {self.name_of(cells)}({name}, {self.name_of(form)})")

    def array(self, name: str, form: Form) -> str:
        """Return the condition that something is an array of a form."""
        dtype, shape = self.name_of(np.dtype(form.dtype.type)), self.name_of(form.shape)  # which is NumPy's own object
        return f"{name}.__class__ is Array and {name}.dtype is {dtype} and {name}.shape == {shape}"


def _has_attributes(kind: type) -> bool:
    """Tell whether a container of this class may hold more than its items."""
    return bool(kind.__dictoffset__) or any(vars(base).get("__slots__") for base in kind.__mro__)


class _Argument(str):
    """The name of an argument in the generated source."""

    __slots__ = ()


def _lasting(value: Any) -> bool:
    """Tell whether a value is immutable, so that identity means equality."""
    if isinstance(value, (tuple, frozenset)):
        return value.__class__ in (tuple, frozenset) and all(map(_lasting, value))
    if value.__class__ is slice:
        return all(map(_lasting, (value.start, value.stop, value.step)))
    return value is None or value.__class__ in (int, float, complex, bool, str, range) or isinstance(value, np.generic)


class Results:
    """Lines of source that make the arrays of results, and return them.

    Attributes
    ----------
    arrays : list of str
        Names of those that compiled code writes to.
    made, assigned : lists of str
        Lines that make them, and that write numbers to the arrays of ``out=``.
    """

    def __init__(self, variant: Variant, taking: Taking) -> None:
        self.arrays: list[str] = []
        self.allocations: list[str] = []
        self.assigned: list[str] = []
        self.taking, self.plain, self.large = taking, variant.plain, variant.executable.large
        self.names: list[str] = []
        for k, form in enumerate(variant.output_forms):
            self.names.append(self._array(k, form) if form.array else self._number(k, form))

    def assembled(self, variant: Variant) -> str:
        """Return Python's expression for the result of a call."""
        rest = iter(self.names)
        count = len(self.names) + len(self.plain)
        leaves = [self._fixed(self.plain[k]) if k in self.plain else next(rest) for k in range(count)]
        return assembled(variant.structure, iter(leaves), self.taking)

    def _array(self, k: int, form: Form) -> str:
        name_of, name = self.taking.name_of, f"y{k}"
        lane = form.lane or F8
        dtype = "" if lane is F8 and not self.large else f", {name_of(lane)}"
        self.allocations.append(f"{name} = {'pooled' if self.large else 'empty'}({name_of(form.shape)}{dtype})")
        self.arrays.append(name)
        value = name if form.shape else f"{name}[()]"
        return value if form.dtype is form.lane else f"{name_of(shown)}({value}, {name_of(form)})"

    def _number(self, k: int, form: Form) -> str:
        name_of, number = self.taking.name_of, len(self.assigned)
        value = f"numbers[{number}]" if form.lane is not F4 else f"numbers.view({name_of(F4)})[{2 * number}]"
        self.assigned.append(f"y{k}[()] = {value}")
        return value if form.dtype is form.lane else f"{name_of(shown)}({value}, {name_of(form)})"

    def _fixed(self, value: Any) -> str:
        """Return the expression of a result that does not depend on the arguments."""
        name = self.taking.name_of(value)
        return name if _lasting(value) else f"{self.taking.name_of(copy.deepcopy)}({name})"

    def targets(self, variant: Variant) -> list[str]:
        """Return lines that take the arrays of ``out=``, and return `missed` if these do not fit."""
        forms, outputs = variant.forms, variant.output_forms
        lines = _take_targets(variant.structure, self.plain.keys())
        apart = _apart([n for n, f in zip(self.taking.leaves, forms, strict=True) if f.shape], len(outputs))
        fit = outputs and all(f.dtype is f.lane and f.dtype != BOOL for f in outputs) and not variant.indexed
        if lines is None or apart is None or not fit:
            return ["return missed"]
        checks = [f"if not ({self.taking.array(f'y{k}', f)}): return missed" for k, f in enumerate(outputs)]
        return [*lines, *checks, *apart]


def assembled(structure: Structure, leaves: Iterator[str], taking: Taking, depth: int = 0) -> str:
    """Return Python's expression for containers of leaves."""
    if depth == _DEEPEST:
        raise Unfit
    kind = structure.kind
    if kind is None:
        return next(leaves)
    if kind is False:
        return "None"
    if structure.is_object or structure.is_fixed:
        raise Unfit
    parts = [assembled(part, leaves, taking, depth + 1) for part in structure.parts]
    if kind is list:
        return f"[{', '.join(parts)}]"
    if kind is dict and structure.marks is None:
        return "{" + ", ".join(f"{k!r}: {p}" for k, p in zip(structure.keys or (), parts, strict=True)) + "}"
    if structure.keys is None and issubclass(kind, tuple):
        items = "".join(f"{p}, " for p in parts)
        return f"({items})" if kind is tuple else f"{taking.name_of(kind)}({items})"
    raise Unfit


_OWNS, _WRITEABLE = 0x4, 0x401  # of NumPy's flags: owns its memory; may be written, and is in C order


def _owner(array: np.ndarray, flags: int = 0) -> Any:
    """Return the array that owns an array's memory: arrays of different owners do not overlap. None where it is not
    known, or where the array lacks these flags.
    """
    owner: Any = array if array.base is None else array.base
    owns = owner.__class__ is np.ndarray and owner.flags.num & _OWNS
    return owner if owns and array.flags.num & flags == flags else None


def _apart(inputs: Sequence[str], number: int) -> list[str] | None:
    """Return lines that return `missed` unless the targets, so many, can be written, and surely overlap neither each
    other nor a given array.
    """
    bits = _OWNS | _WRITEABLE
    lines = [f"o{k} = y{k} if y{k}.flags.num & {bits} == {bits} else owner(y{k}, {_WRITEABLE})" for k in range(number)]
    lines += [f"b{k} = {x} if {x}.flags.num & {_OWNS} else owner({x})" for k, x in enumerate(inputs)]
    names = [line.partition(" ")[0] for line in lines]
    pairs = [f"{a} is {b}" for k, a in enumerate(names[:number]) for b in names[k + 1 :]]
    if len(pairs) > _PAIRS:
        return None
    return [*lines, f"if {' or '.join([*(f'{name} is None' for name in names), *pairs])}: return missed"]


def _take_targets(structure: Structure, plain: Collection[int]) -> list[str] | None:
    """Return lines that take the targets out of ``out``: an array, or a tuple or list of them, with None for what does
    not depend on the arguments.
    """
    kind, parts = structure.kind, structure.parts
    if kind is None:
        return None if plain else ["y0 = out"]
    if kind not in (tuple, list) or not parts or any(part.kind is not None for part in parts):
        return None
    numbers = count()
    names = [f"p{k}" if k in plain else f"y{next(numbers)}" for k in range(len(parts))]
    fixed = [f"if p{k} is not None: return missed" for k in plain]
    form = f"if out.__class__ is not {kind.__name__} or len(out) != {len(parts)}: return missed"
    return [form, f"{', '.join(names)}, = out", *fixed]
