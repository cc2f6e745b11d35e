"""Record once, replay: `compile` and what it returns.

A `CompiledFunction` keeps, for each signature (shapes and dtypes of its arguments, values of the static ones), sealed
tapes of its function, one for each combination of decisions that was met: its *variants*. A call replays the variant
used last; where a guard fails it tries the others, and where all fail it records anew. So a wrong branch is never
replayed.

A variant's call from Python is a function generated for its signature, since for small tapes the checks and
conversions are what a call costs.
"""

from __future__ import annotations

import contextlib
import copy
import enum
import gc
import operator
import threading
import time
import types
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from tapegrad.codegen.executable import Executable
from tapegrad.errors import (
    ArgumentError,
    DtypeError,
    PlainDataError,
    ReplayError,
    ShapeError,
    VariantWarning,
    check_function,
)
from tapegrad.forks import across_forks
from tapegrad.func.containers import FIXED, Structure, exact, flatten, leaves_as, unflatten
from tapegrad.func.derived import emitted
from tapegrad.machine import callbacks, pool
from tapegrad.replay.batch import check_exact, lane_array, run_batch
from tapegrad.tape import record
from tapegrad.tape.forms import BOOL, F4, F8, INT, Form, form_of
from tapegrad.tape.program import Program
from tapegrad.tape.trace import Trace, current, recording
from tapegrad.tensor.tensor import Tensor, as_tensor

_LARGE = 1 << 15  # elements of all arrays from which a call lets other Python threads run
_MANY = 8  # recordings of one signature before a warning


class Variant:
    """One sealed tape of a function, ready to be called.

    Attributes
    ----------
    program : Program
    forms : list of Form
        Of the inputs.
    structure : Structure
        Of the result; `plain` holds, by leaf, what does not depend on the inputs.
    large : bool
        Whether a call takes so long, as far as is known, that other Python code may run meanwhile.
    """

    def __init__(
        self, program: Program, forms: list[Form], structure: Structure, plain: dict[int, Any], example: list[Any]
    ):
        self.program, self.forms, self.structure, self.plain = program, forms, structure, plain
        self.example = example
        self._executable: Executable | None = None
        self._spare: list[np.ndarray] = []
        size = sum(f.size for f in (*forms, *program.output_forms))
        self.large = size > _LARGE

    @property
    def executable(self) -> Executable:
        """The machine code, made when first needed."""
        if self._executable is None:
            made = executable_of(self.program)
            self.large = self.large or made.polls
            self._executable = made
        return self._executable

    def run(self, leaves: Sequence[Any], arrays: Sequence[np.ndarray] | None = None) -> tuple[int, list[Any]]:
        """Replay on flat arguments of the right forms.

        Returns
        -------
        status : int
            0, or 1 + the number of the guard that failed.
        outputs : list
            Arrays and NumPy numbers.
        """
        callbacks.reraise()  # by a call that could not tell
        executable = self.executable
        forms = self.program.output_forms
        numbers = np.empty(max(1, len(forms)))
        try:
            work = self._spare.pop()  # one call at a time may use it
        except IndexError:
            work = executable.memory()
        if arrays is None:
            arrays = [pool.empty(f.shape, f.lane or F8) for f in forms if f.size != 1]
        given = [_argument(x, f) for x, f in zip(leaves, self.forms, strict=True)]
        if executable.by_tables:
            status = self._by_tables(given, arrays, numbers, work)
        else:
            entry = executable.entry(self.large)
            status = entry(executable.constants_at, _address(work), numbers, *given, *arrays)
        self._spare.append(work)
        outputs: list[Any] = []
        if status:
            callbacks.reraise()
            return status, outputs
        rest = iter(arrays)
        k = 0
        for form in forms:
            if form.size == 1:
                item = numbers.view(np.float32)[2 * k] if form.lane is F4 else numbers[k]
                outputs.append(_shown(np.full(form.shape, item) if form.shape else item, form))
                k += 1
            else:
                outputs.append(_shown(next(rest), form))
        return status, outputs

    def _by_tables(
        self, given: list[Any], arrays: Sequence[np.ndarray], numbers: np.ndarray, work: np.ndarray
    ) -> int:  # fmt: skip
        """Call the program itself, for more arguments than ctypes takes."""
        cells = [np.array(x, f.lane or F8) if f.size == 1 else x for x, f in zip(given, self.forms, strict=True)]
        constants = self.executable.pool
        table = np.array([_address(a) for a in (*cells, *constants)] or [0], np.int64)
        rest, results, count = iter(arrays), [], 0
        for form in self.program.output_forms:
            if form.size == 1:
                results.append(_address(numbers) + 8 * count)
                count += 1
            else:
                results.append(_address(next(rest)))
        out = np.array(results or [0], np.int64)
        return self.executable.run(_address(table), _address(out), _address(work))

    def result(self, outputs: Sequence[Any]) -> Any:
        """The function's result from the tape's outputs."""
        return self.with_plain(outputs, copy.deepcopy)

    def with_plain(self, outputs: Sequence[Any], shown: Callable[[Any], Any]) -> Any:
        """The result with `shown(value)` for what does not depend on the inputs."""
        return unflatten(self.structure, self.leaves(outputs, {k: shown(value) for k, value in self.plain.items()}))

    def leaves(self, outputs: Sequence[Any], plain: dict[int, Any]) -> list[Any]:
        """The leaves of the result: the outputs, and in their places those that do not depend on the inputs."""
        rest = iter(outputs)
        return [plain[k] if k in plain else next(rest) for k in range(len(outputs) + len(plain))]


def _share_memory(x: np.ndarray, y: np.ndarray) -> bool:
    """Whether two arrays have memory in common; also where that is hard to tell."""
    try:
        return np.may_share_memory(x, y) and np.shares_memory(x, y, max_work=1 << 16)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


def executable_of(program: Program) -> Executable:
    """The machine code of a program in this process."""
    with _recording, _collector_paused():
        return program.derive("executable", lambda: Executable(program))


def _address(array: np.ndarray) -> int:
    return array.ctypes.data


def _argument(x: Any, form: Form) -> Any:
    """What the entry takes: a float, or an array in C order."""
    if form.size != 1:
        return lane_array(x, form)
    if form.lane is None:
        check_exact(x)
    return float(x) if isinstance(x, (float, int)) else float(np.asarray(x).item())


def _shown(value: Any, form: Form) -> Any:
    if form.dtype is F8 or form.dtype is F4:
        return value
    return value != 0 if form.dtype == BOOL else np.asarray(value).astype(form.dtype)[()]


_FAST = """\
def call({parameters}):
    {checks}
    {arrays}
    {work}
    status = entry({fixed}{given}{outputs})
    {spared}
    if status:
        return missed
    return {result}
"""
_INTO = """\
def into(out, {parameters}):
    {checks}
    {targets}
    {apart}
    {numbers}
    {work}
    status = entry({fixed}{given}{outputs})
    {spared}
    if status:
        return missed
    {assigned}
    return out
"""
_PAIRS = 64  # of arrays that `into` compares


def _fast_call(variant: Variant, args: Structure, missed: object) -> Callable[..., Any] | None:
    """A function of the positional arguments for exactly one signature; it returns `missed` where the call is not for
    it. Its attribute `into` takes the target of the results before them.

    None where the arguments or results are nested or need conversions: these go the general way.
    """
    forms, outputs = variant.forms, variant.program.output_forms
    if variant.plain or len(forms) + len(outputs) > 32 or any(part.kind is not None for part in args.parts):
        return None
    if any(f.dtype is not F8 for f in (*forms, *outputs)) or any(f.size == 1 and f.shape for f in (*forms, *outputs)):
        return None
    executable = variant.executable
    singles = sum(not f.shape for f in outputs)
    numbers = f"numbers = empty({singles})" if singles else "numbers = none"
    scope: dict[str, Any] = {
        "entry": executable.entry(variant.large), "missed": missed, "ndarray": np.ndarray, "F8": F8, "owner": _owner,
        "empty": np.empty, "pooled": pool.empty, "float64": np.float64, "none": np.empty(1),
    }  # fmt: skip
    if variant.large:  # without the GIL: each call has its own working memory
        scope |= {"spare": variant._spare, "memory": executable.memory, "address": _address}
        work, spared = "try: work = spare.pop()\n    except IndexError: work = memory()", "spare.append(work)"
        at = "address(work)"
    else:
        own = executable.memory()
        scope["own"] = own
        work, spared, at = "", "", str(_address(own))
    checks, given, shown, arrays, names, targets = [], [], [], [], [], []
    assigned: list[str] = []
    for k, form in enumerate(forms):
        if form.shape:
            scope[f"s{k}"] = form.shape
            checks.append(
                f"if x{k}.__class__ is not ndarray or x{k}.dtype is not F8 or x{k}.shape != s{k}: return missed"
            )
        else:
            checks.append(f"if x{k}.__class__ is not float and x{k}.__class__ is not float64: return missed")
        given.append(f"x{k}")
    for k, form in enumerate(outputs):
        scope[f"t{k}"] = form.shape
        targets.append(f"if y{k}.__class__ is not ndarray or y{k}.dtype is not F8 or y{k}.shape != t{k}: return missed")
        if form.shape:
            arrays.append(f"y{k} = pooled(t{k}, F8)" if variant.large else f"y{k} = empty(t{k})")
            names.append(f"y{k}")
            shown.append(f"y{k}")
        else:
            assigned.append(f"y{k}[()] = numbers[{len(assigned)}]")
            shown.append(f"numbers[{len(assigned) - 1}]")
    fields = {
        "parameters": ", ".join(given), "checks": "\n    ".join(checks), "given": ", ".join([*given, *names]),
        "fixed": f"{executable.constants_at}, {at}, numbers" + ", " * bool(given or names), "outputs": "",
        "work": work, "spared": spared, "numbers": numbers,
    }  # fmt: skip
    text = _FAST.format(
        arrays="\n    ".join([numbers, *arrays]), result=_assembled(variant.structure, iter(shown)), **fields
    )
    if "?" in text:
        return None
    exec(text, scope)
    call = scope.pop("call")  # which holds the scope
    call.keep = executable
    taken, apart = _taken(variant.structure), _apart(forms, len(outputs))
    if taken is None or apart is None:
        call.into = lambda out, *args: missed
    else:
        exec(
            _INTO.format(
                targets="\n    ".join([*taken, *targets]), apart="\n    ".join(apart),
                assigned="\n    ".join(assigned), **fields,
            ),
            scope,
        )  # fmt: skip
        call.into = scope.pop("into")
    return call


_OWNS, _WRITEABLE = 0x4, 0x401  # of NumPy's flags: owns its memory; may be written, and is in C order


def _owner(array: np.ndarray, wanted: int = 0) -> Any:
    """The array that owns an array's memory: arrays of different owners do not overlap. None where nobody knows, and
    for an array without the flags that are wanted.
    """
    owner: Any = array if array.base is None else array.base
    known = owner.__class__ is np.ndarray and owner.flags.num & _OWNS
    return owner if known and array.flags.num & wanted == wanted else None


def _apart(forms: Sequence[Form], count: int) -> list[str] | None:
    """Lines that return `missed` unless the targets can be written, and surely overlap neither each other nor an
    argument.
    """
    own = _OWNS | _WRITEABLE
    lines = [f"a{k} = y{k} if y{k}.flags.num & {own} == {own} else owner(y{k}, {_WRITEABLE})" for k in range(count)]
    lines += [f"b{k} = x{k} if x{k}.flags.num & {_OWNS} else owner(x{k})" for k, form in enumerate(forms) if form.shape]
    names = [line.partition(" ")[0] for line in lines]
    pairs = [f"{a} is {b}" for k, a in enumerate(names[:count]) for b in names[k + 1 :]]
    if len(pairs) > _PAIRS:
        return None
    return [*lines, f"if {' or '.join([*(f'{name} is None' for name in names), *pairs])}: return missed"]


def _taken(structure: Structure) -> list[str] | None:
    """Lines that take the targets out of ``out``: an array, or a tuple or list of them."""
    if structure.kind is None:
        return ["y0 = out"]
    parts = structure.parts
    if structure.kind not in (tuple, list) or not parts or any(part.kind is not None for part in parts):
        return None
    count = len(structure.parts)
    return [
        f"if out.__class__ is not {structure.kind.__name__} or len(out) != {count}: return missed",
        f"{', '.join(f'y{k}' for k in range(count))}, = out",
    ]


def _assembled(structure: Structure, names: Any) -> str:
    """Python's expression for a result of lists, tuples and dicts of names."""
    if structure.kind is None:
        return next(names)
    if structure.kind is False:
        return "None"
    parts = [_assembled(part, names) for part in structure.parts]
    if structure.kind is tuple:
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    if structure.kind is list:
        return f"[{', '.join(parts)}]"
    if structure.kind is dict and all(isinstance(key, str) for key in structure.keys or ()):
        return "{" + ", ".join(f"{k!r}: {p}" for k, p in zip(structure.keys or (), parts, strict=True)) + "}"
    return "?"


class Recorded(NamedTuple):
    """A recording and its variant: a new one, or a known one that it turned out to equal."""

    variant: Variant
    trace: Trace
    tensors: list[Tensor]

    def values(self) -> list[Any]:
        """The outputs for the arguments that were recorded, without a replay."""
        found = [_shown(self.trace.evaluate(self.trace.slot_of(t)), t._kind.form) for t in self.tensors]
        return [v[()] if isinstance(v, np.ndarray) and v.ndim == 0 else v for v in found]


class CompiledFunction:
    """A function that is recorded once per signature and replayed from then on; see `compile`."""

    watch: ClassVar[Callable[..., Any] | None] = None  # gives what measures a call, while there are profiles

    def __init__(self, f: Callable[..., Any], static_argnums: Sequence[int], max_variants: int, lines: bool) -> None:
        self._f = f
        self._static = tuple(static_argnums)
        self._max_variants = max_variants
        self._lines = lines
        self._variants: OrderedDict[Any, list[Variant]] = OrderedDict()
        self._fast: Callable[..., Any] | None = None
        self._last: Variant | None = None
        self._recordings = self._misses = 0
        self._warned: set[Any] = set()
        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            if hasattr(f, name):
                setattr(self, name, getattr(f, name))
        self.__wrapped__ = f

    def __call__(self, *args: Any, out: Any = None, **keywords: Any) -> Any:
        if self.watch is not None and (measured := self.watch(self, "")) is not None:
            with measured:
                return self(*args, out=out, **keywords)
        fast = self._fast
        if fast is not None and not keywords:
            try:
                result = fast(*args) if out is None else fast.into(out, *args)  # type: ignore[attr-defined]
            except TypeError:  # another number of arguments
                result = _MISSED
            if result is not _MISSED:
                return result
        return self._call(args, keywords, out)

    def batch(self, *args: Any, in_axes: Any = 0, **keywords: Any) -> Any:
        """The results for every instance of a batch, in arrays with a leading axis.

        One sealed tape is replayed for all, lanes across the instances, blocks across threads (see
        `tapegrad.set_num_threads`).

        Parameters
        ----------
        *args, **keywords
            The function's arguments as NumPy arrays with a batch axis.
        in_axes : int, None or tuple of them
            Where the batch axis of each positional argument is; None for an argument that all instances share.

        Raises
        ------
        ShapeError
            If the batch axes have different lengths.

        Examples
        --------
        >>> import numpy as np
        >>> import tapegrad as tg
        >>> slope = tg.compile(tg.grad(lambda x, a: a * np.sum(x * x)))
        >>> slope.batch(np.arange(6.0).reshape(3, 2), 10.0, in_axes=(0, None))
        array([[  0.,  20.],
               [ 40.,  60.],
               [ 80., 100.]])
        """
        if self.watch is not None and (measured := self.watch(self, ".batch")) is not None:
            with measured:
                return self.batch(*args, in_axes=in_axes, **keywords)
        return run_batch(self, args, keywords, in_axes)

    def _call(self, args: tuple[Any, ...], keywords: dict[str, Any], out: Any) -> Any:
        key, leaves = self.signature(args, keywords)
        if any(isinstance(x, Tensor) for x in leaves):
            if out is not None:
                raise ArgumentError(f"{self.title}: out= is for NumPy arguments, got a Tensor.")
            return self._on_tensors(key, leaves, args, keywords)
        tried: list[Variant] = []
        while True:
            for variant in [v for v in self._variants.get(key, ()) if v not in tried]:
                status, outputs = self._replay(variant, leaves, out)
                if status == 0:
                    self._use(key, variant)
                    return variant.result(outputs) if out is None else out
                self._misses += 1
                tried.append(variant)
            with _recording:
                if not all(v in tried for v in self._variants.get(key, ())):
                    continue  # another thread has recorded one
                try:
                    recorded = self.record(key, leaves, args, keywords)
                except CapturedError:
                    if current() is None:
                        raise
                    return self._f(*args, **keywords)  # what it reads is part of the recording that is open
                break
        variant = recorded.variant
        status, outputs = self._replay(variant, leaves, out)
        if status:  # the recording itself is the answer: a decision hangs on the last bit
            outputs = recorded.values()
            if out is not None:
                for target, value in zip(
                    self._targets(variant, out), variant.leaves(outputs, variant.plain), strict=True
                ):
                    target[...] = value
        return variant.result(outputs) if out is None else out

    # -------------------------------------------------------------------------------------------- signatures

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"compiled {getattr(self, '__name__', type(self._f).__name__)}"

    @property
    def function(self) -> Callable[..., Any]:
        """What is compiled."""
        return self._f

    @property
    def max_variants(self) -> int:
        """How many sealed tapes are kept."""
        return self._max_variants

    def signature(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, list[Any]]:
        """A key for shapes, dtypes, containers and static values; and the leaves of all other arguments."""
        leaves: list[Any] = []
        places = self.static(len(args))
        moving = tuple(None if k in places else a for k, a in enumerate(args))
        structure = flatten((moving, keywords), leaves, FIXED)
        forms = tuple([_leaf_form(x, self.title) for x in leaves])
        static = tuple([exact(args[k]) for k in sorted(places)])
        try:
            key = (structure, forms, static)
            hash(key)
        except TypeError:
            values = tuple(args[k] for k in sorted(places))
            raise ArgumentError(f"{self.title}: static arguments must be hashable, got {values!r}.") from None
        return key, leaves

    def variants(self, key: Any) -> list[Variant]:
        """The sealed tapes for a key, those used last first."""
        return list(self._variants.get(key, ()))

    def static(self, count: int) -> set[int]:
        """Positions of the static ones among so many arguments."""
        return {k % count for k in self._static if -count <= k < count}

    def record(self, key: Any, leaves: list[Any], args: tuple[Any, ...], keywords: dict[str, Any]) -> Recorded:
        """Record a new sealed tape."""
        with _recording, _collector_paused():
            trace, tensors, structure, plain = self._trace(key, leaves, args)
            if trace.captured:
                raise CapturedError(
                    f"{self.title}: the function reads a Tensor that requires grad and is no argument; its "
                    "gradient would "
                    "be lost. Pass it as an argument, or use its .detach()."
                )
            program = trace.program(tensors)
            for known in self._variants.get(key, ()):
                if known.program == program and not plain:  # its replay failed by the last bit of a decision
                    return Recorded(known, trace, tensors)
            example = [np.array(x) if isinstance(x, np.ndarray) else x for x in leaves]
            variant = Variant(program, list(key[1]), structure, plain, example)
            self._keep(key, variant)
            return Recorded(variant, trace, tensors)

    def _use(self, key: Any, variant: Variant) -> None:
        """Put a variant first, and the fast call on it."""
        if variant is self._last:
            return
        with _recording:
            variants = self._variants.get(key, [])
            if variant not in variants:  # another thread has recorded so many that it went
                return
            if variants[0] is not variant:
                variants.remove(variant)
                variants.insert(0, variant)
            self._variants.move_to_end(key)
            self._last = variant
            structure: Structure = key[0]
            nothing = not structure.parts[1].parts and not key[2]
            self._fast = _fast_call(variant, structure.parts[0], _MISSED) if nothing else None

    # -------------------------------------------------------------------------------------------- recording

    def _keep(self, key: Any, variant: Variant) -> None:
        """Put a new variant first; the one used least recently goes if there are too many."""
        variants = self._variants.setdefault(key, [])
        variants.insert(0, variant)
        self._recordings += 1
        while sum(map(len, self._variants.values())) > self._max_variants:
            oldest = next(iter(self._variants))
            self._variants[oldest].pop()
            if not self._variants[oldest]:
                del self._variants[oldest]
        self._warn(key, variants)
        self._last = None
        self._use(key, variant)

    def _trace(self, key: Any, leaves: list[Any], args: Any) -> tuple[Trace, list[Tensor], Structure, dict[int, Any]]:
        structure: Structure = key[0]
        with recording(strict=True, lines=self._lines) as trace:
            inputs = [trace.input(_example(x, form), form) for x, form in zip(leaves, key[1], strict=True)]
            moving, keywords = unflatten(structure, inputs)
            whole = list(moving)
            for k in self._static:
                if -len(args) <= k < len(args):
                    whole[k] = args[k]
            result = self._f(*whole, **keywords)
            found: list[Any] = []
            shape = flatten(result, found)
            tensors, plain = [], {}
            for k, leaf in enumerate(found):
                if isinstance(leaf, Tensor) and leaf.traced:
                    tensors.append(leaf)
                elif isinstance(leaf, Tensor) and (leaf.requires_grad or record.moves(leaf)):
                    tensors.append(trace.handle(trace.slot_of(leaf)))
                else:
                    plain[k] = leaf._numpy()[()] if isinstance(leaf, Tensor) else self._kept(leaf)
        return trace, tensors, shape, plain

    def _kept(self, value: Any) -> Any:
        """A result that does not depend on the inputs, apart from what the function goes on to do with it.

        Raises
        ------
        ArgumentError
            If it cannot be copied, as an iterator cannot.
        """
        if isinstance(value, np.ndarray):
            record.refuse_subclass(value, self.title)
        try:
            return copy.deepcopy(value)
        except (TypeError, PlainDataError):
            raise ArgumentError(
                f"{self.title}: a result is of type {type(value).__name__}, which cannot be copied for each call, or "
                "holds values that depend on the inputs. Return arrays and numbers in lists, tuples and dicts."
            ) from None

    def _warn(self, key: Any, variants: list[Variant]) -> None:
        if len(variants) >= _MANY and key not in self._warned:
            self._warned.add(key)
            lines = sorted({g.line for v in variants for g in v.program.guards})
            warnings.warn(
                f"{self.title}: recorded {len(variants)} times for one signature, because decisions keep changing at "
                f"{', '.join(lines[:3])}. Compute with np.where, tg.while_loop or tg.scan instead of branching on "
                "values.",
                VariantWarning, stacklevel=6,
            )  # fmt: skip

    def _on_tensors(self, key: Any, leaves: list[Any], args: Any, keywords: Any) -> Any:
        """A call on Tensors: part of the recording that is open, or of the eager tape."""
        if current() is not None:
            return self._f(*args, **keywords)
        tensors = [x if isinstance(x, Tensor) else as_tensor(x) for x in leaves]
        values = [t._numpy() for t in tensors]
        for variant in (*self._variants.get(key, ()), None):
            if variant is None:
                variant = self.record(key, values, args, keywords).variant
                status = 0
            else:
                status, _ = self._replay(variant, values, None) if variant.program.guards else (0, None)
            if status == 0:
                self._use(key, variant)
                return variant.result(emitted(variant.program, tensors))
        raise AssertionError

    # -------------------------------------------------------------------------------------------- replaying

    def _replay(self, variant: Variant, leaves: list[Any], out: Any) -> tuple[int, list[Any]]:
        if out is None:
            return variant.run(leaves)
        whole, forms = self._targets(variant, out), variant.program.output_forms
        targets = [t for k, t in enumerate(whole) if k not in variant.plain]
        direct = all(
            t.flags.c_contiguous and t.dtype == f.dtype and f.lane is not None and f.dtype != BOOL
            and not any(isinstance(x, np.ndarray) and np.may_share_memory(x, t) for x in leaves)
            for t, f in zip(targets, forms, strict=True)
        )  # fmt: skip
        arrays = [t for t, f in zip(targets, forms, strict=True) if f.size != 1] if direct else None
        status, outputs = variant.run(leaves, arrays)
        if status == 0:
            for k, value in variant.plain.items():
                whole[k][...] = value
            for target, value, form in zip(targets, outputs, forms, strict=True):
                if not direct or form.size == 1:
                    target[...] = value
        return status, outputs

    def _targets(self, variant: Variant, out: Any) -> list[np.ndarray]:
        """The arrays of out=, one for each result.

        Raises
        ------
        ArgumentError, ShapeError, DtypeError
        """
        targets = leaves_as(variant.structure, out)
        plain = {k: np.asarray(value) for k, value in variant.plain.items()}
        if targets is None or any(value.dtype.kind not in "biufc" for value in plain.values()):
            raise ArgumentError(
                f"{self.title}: out= must have the containers of the result, one array for each output."
            )
        for target, form in zip(targets, variant.leaves(variant.program.output_forms, plain), strict=True):
            if not isinstance(target, np.ndarray):
                raise DtypeError(f"{self.title}: out= takes NumPy arrays, got {type(target).__name__}.")
            record.refuse_subclass(target, f"{self.title}: out=")
            if target.shape != form.shape:
                raise ShapeError(
                    f"{self.title}: out= of shape {target.shape} does not fit a result of shape {form.shape}."
                )
            if not target.flags.writeable:
                raise ArgumentError(f"{self.title}: out= is read-only.")
            if not np.can_cast(form.dtype, target.dtype, "same_kind"):
                raise DtypeError(f"{self.title}: out= of {target.dtype} does not take a result of {form.dtype}.")
        for k, target in enumerate(targets):
            if any(_share_memory(target, other) for other in targets[:k]):
                raise ArgumentError(
                    f"{self.title}: arrays of out= overlap, so that one result would overwrite another."
                )
        return targets

    # -------------------------------------------------------------------------------------------- looking at it

    def tape(self, *args: Any, **keywords: Any) -> Program:
        """The sealed tape for these arguments, recorded if need be; without arguments, the one used last.

        Raises
        ------
        ReplayError
            If nothing was recorded yet.
        """
        if args or keywords:
            self._call(args, keywords, None)
        if self._last is None:
            raise ReplayError(f"{self.title}: nothing was recorded yet. Call it once, or pass arguments to tape().")
        return self._last.program

    def tape_data(self, *args: Any, argnums: int | Sequence[int] = 0) -> Any:
        """The sealed tape for compiled code, to be passed to the functions of `tapegrad.nb`.

        Parameters
        ----------
        *args
            Arguments of the shapes to record for: float64 arrays and numbers.
        argnums : int or sequence of int
            The arguments that gradients are by.

        Returns
        -------
        tapegrad.nb.TapeData
            A tuple of arrays. It holds the value and, if the function returns one number, the gradient, else the
            Jacobian by the first of these arguments.

        Raises
        ------
        DtypeError
            If an argument or the result is not of float64.
        """
        from tapegrad.replay.native_data import tape_data

        if any(isinstance(x, bool) for x in args):
            raise DtypeError(f"{self.title}: tape_data takes and returns float64 only, got a bool.")
        with _recording:
            self._call(args, {}, None)  # puts the variant for these arguments first
            variant = self._variants[self.signature(args, {})[0]][0]
        try:
            numbers = tuple(map(operator.index, argnums if isinstance(argnums, (tuple, list)) else (argnums,)))
        except TypeError:
            raise ArgumentError(f"{self.title}: argnums must be integers, got {argnums!r}.") from None
        return tape_data(variant, numbers, self.title)

    def stats(self) -> dict[str, Any]:
        """Figures: recordings, variants kept, guard misses; of the variant used last its instructions before and
        after optimisation, guards, bytes of constants and of working memory, and the seconds of a replay (best of
        some, on the arguments it was
        recorded with)."""
        found: dict[str, Any] = {
            "recordings": self._recordings,
            "variants": sum(map(len, self._variants.values())),
            "guard_misses": self._misses,
        }
        if self._last is not None:
            p, code = self._last.program, self._last.executable
            found |= {
                "ops_recorded": p.recorded, "ops": sum(op is not None for op in p.ops), "guards": len(p.guards),
                "bytes": sum(a.nbytes for a in code.pool) + code.work, "seconds_per_replay": self._time(self._last),
            }  # fmt: skip
        return found

    def _time(self, variant: Variant) -> float:
        best = float("inf")
        for _ in range(5):
            start = time.perf_counter()
            variant.run(variant.example)
            best = min(best, time.perf_counter() - start)
        return best

    def check(self, *args: Any, **keywords: Any) -> None:
        """Record again for these arguments and compare with a replay: whether what the function reads besides its
        arguments has changed.

        Raises
        ------
        ReplayError
            If the results differ.
        """
        key, leaves = self.signature(args, keywords)
        replayed: list[Any] = []
        before = flatten(self._call(args, keywords, None), replayed)
        trace, tensors, structure, plain = self._trace(key, leaves, args)
        rest = iter(tensors)
        total = len(tensors) + len(plain)
        if total != len(replayed):
            raise ReplayError(f"{self.title}: a replay gives {len(replayed)} results, the function now gives {total}.")
        if before != structure:
            raise ReplayError(f"{self.title}: a replay gives other containers than the function now does.")
        for k, old in enumerate(replayed):
            if k in plain:
                new = plain[k]
            else:
                t = next(rest)
                new = _shown(trace.evaluate(trace.slot_of(t)), t._kind.form)
            if not isinstance(old, (np.ndarray, np.generic, float, int)):
                same = old is new or old == new or (type(old) is type(new) and type(old).__eq__ is object.__eq__)
            else:
                same = np.shape(old) == np.shape(new) and np.allclose(old, new, rtol=1e-9, atol=0.0, equal_nan=True)
            if not same:
                raise ReplayError(
                    f"{self.title}: output {k} of a replay differs from what the function now gives. It reads "
                    "something that is no "
                    "argument and has changed since it was recorded: pass it as an argument."
                )

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self) -> str:
        return f"<{self.title}: {self._recordings} recordings>"

    # -------------------------------------------------------------------------------------------- elsewhere

    def save(self, file: Any, *args: Any, **keywords: Any) -> None:
        """Write the sealed tape for these arguments to a path or binary file; without arguments, the one used last.

        `tapegrad.load` gives it back as a function of the same arguments and results, without the function it was
        recorded from. Static arguments are part of the tape; a named tuple comes back as a tuple.

        Raises
        ------
        ReplayError
            If nothing was recorded yet.
        ArgumentError
            If the containers or the results that are no arrays cannot be stored.
        """
        from tapegrad.replay.sealed import LoadedTape

        self.tape(*args, **keywords)
        variant = self._last
        assert variant is not None
        structure: Structure = next(key for key, known in self._variants.items() if variant in known)[0]
        positional, named = structure.parts
        n = len(positional.parts)
        static = {k % n for k in self._static if -n <= k < n}
        moving = Structure(tuple, None, tuple(part for k, part in enumerate(positional.parts) if k not in static))
        arguments = Structure(tuple, None, (moving, named))
        name = getattr(self, "__name__", "tape")
        LoadedTape(variant.program, arguments, variant.structure, variant.plain, name).save(file)

    def __reduce__(self) -> Any:
        """By its name in its module, as functions are pickled; without one by its function, to be recorded anew."""
        from tapegrad.replay.sealed import compiled_again, name_in_module

        name = name_in_module(self)
        if name is not None and self.__module__ != "__main__":
            return name
        if name is not None and isinstance(self._f, FunctionType):
            # where pickle finds it, since the name itself stands for this object
            self._f.__qualname__ = f"{name}.__wrapped__"
        return compiled_again, (self._f, self._static, self._max_variants, self._lines, name)


@contextlib.contextmanager
def _collector_paused() -> Iterator[None]:
    """No garbage collection: a recording makes many objects and no cycles."""
    enabled = gc.isenabled()
    try:
        gc.disable()
        yield
    except KeyboardInterrupt:
        if not gc.get_freeze_count():  # else all that was recorded would be looked through before it goes
            gc.freeze()
            gc.unfreeze()
        raise
    finally:
        if enabled:
            gc.enable()


class CapturedError(PlainDataError):
    """The function reads a Tensor that requires grad and is no argument."""


_recording = across_forks(threading.RLock())  # one for all functions: they may call each other while they are recorded
_MISSED = object()


def _leaf_form(x: Any, title: str) -> Form:
    """The form of an argument.

    Raises
    ------
    DtypeError
        For what is no number and no array of numbers.
    """
    if x.__class__ is float:
        return _FLOAT
    if isinstance(x, Tensor):
        return x._kind.form
    if x.__class__ is int:
        if -(1 << 63) <= x < 1 << 63:
            return INT
        raise DtypeError(
            f"{title}: expected integers of 64 bits, got one of {x.bit_length()}. Pass a float, or name "
            "fixed arguments in static_argnums."
        )
    if isinstance(x, (np.ndarray, np.generic, float, int, complex)) and not isinstance(x, enum.Enum):
        record.refuse_subclass(x, title)
        dtype = np.asarray(x).dtype.newbyteorder("=")
        record.refuse_recording(dtype)
        if dtype in (F8, F4) or dtype.kind in "iub":
            return form_of(np.shape(x), F8 if dtype == F8 else F4 if dtype == F4 else dtype)
        if dtype == np.float16:
            return form_of(np.shape(x), F4)
    raise DtypeError(
        f"{title}: expected arrays and numbers, or lists, tuples and dicts of them, got {type(x).__name__}"
        f"{f' of {x.dtype}' if isinstance(x, (np.ndarray, np.generic)) else ''}. Name fixed arguments in "
        "static_argnums."
    )


_FLOAT = form_of((), F8)


def _example(x: Any, form: Form) -> np.ndarray:
    """An argument as the example that a recording keeps: a copy in the dtype of the sweeps."""
    array = record.capture(x._numpy() if isinstance(x, Tensor) else x, "compile")
    return np.ascontiguousarray(array, form.lane or array.dtype).reshape(form.shape)


def compile(  # noqa: A001 (the name that users know)
    f: Callable[..., Any] | None = None,
    *,
    static_argnums: int | Sequence[int] = (),
    max_variants: int = 64,
    lines: bool = False,
) -> Any:
    """Record a function once per signature, and replay it from then on.

    Parameters
    ----------
    f : callable
        Of arrays and numbers, or nested lists, tuples and dicts of them. Left out, a decorator is returned.
    static_argnums : int or sequence of int
        Positional arguments that are fixed in a recording: of any hashable type, recorded anew for each value.
    max_variants : int
        How many sealed tapes are kept; the least recently used go.
    lines : bool
        Keep the user's line of each instruction, to be printed with the tape.

    Returns
    -------
    CompiledFunction
        Takes and returns NumPy arrays (Tensors, if it gets any). Its keyword argument `out` takes arrays for the
        results.

    Notes
    -----
    What `f` reads and gets from elsewhere than its arguments (globals, closures, random draws) is constant in a
    recording. Decisions taken from values (``if x > 0``, ``int(x)``, masks and indices) are guarded: a call for which
    one would go another way records that way too. Shapes, dtypes, the keys of dicts in their order, truth values, and
    the types and bits of static arguments are exact: others are recorded anew.

    Examples
    --------
    >>> import numpy as np
    >>> import tapegrad as tg
    >>> step = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * x)))
    >>> value, slope = step(np.array([0.5, 1.0]))
    >>> print(f"{value:.8f}", slope)
    1.08118375 [0.91821682 1.38177329]
    >>> step.stats()["recordings"]
    1
    """
    if f is None:
        return lambda g: compile(g, static_argnums=static_argnums, max_variants=max_variants, lines=lines)
    check_function(f, "compile")
    if not isinstance(max_variants, int) or max_variants < 1:
        raise ArgumentError(f"compile: max_variants must be a positive integer, got {max_variants!r}.")
    numbers = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)
    if hasattr(f, "mapped") and not numbers:
        from tapegrad.replay.mapping import vmap

        inner, in_axes, out_axes = f.mapped  # it replays its function's tape already
        return vmap(CompiledFunction(inner.function, (), max_variants, lines), in_axes, out_axes)
    return CompiledFunction(f, numbers, max_variants, lines)
