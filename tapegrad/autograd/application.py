"""A call of a custom function, which is a run of its own on the tape.

The run's first slots are the Tensors that the function was given, the others its results, and it holds the context. So
the function's Python code runs between compiled stretches of a sweep, and marking, retention and freeing are those of
any run.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tapegrad.autograd.context import FunctionContext
from tapegrad.autograd.modes import aside
from tapegrad.autograd.rules import handle, zeros_of
from tapegrad.autograd.writes import Before
from tapegrad.errors import DtypeError, FunctionError, InplaceError, ShapeError
from tapegrad.machine.layout import INPUT, LIVE, NEEDED
from tapegrad.ops.composites import holds_tensor
from tapegrad.ops.functions import function_result
from tapegrad.ops.shaping import sum_to
from tapegrad.tape import pending
from tapegrad.tape.executed import Executed
from tapegrad.tape.failing import append_place
from tapegrad.tape.forms import Form
from tapegrad.tape.modes import current
from tapegrad.tape.pending import Family, tape
from tapegrad.tape.run import Call, user_line, work
from tapegrad.tensor.tensor import Tensor, as_tensor, from_array, placed
from tapegrad.tensor.value import reads


def begin(before: Sequence[Before]) -> Executed:
    """Return a run that has read its inputs."""
    run = Executed(tape.thread)
    reads[0] += 1
    for slot, b in enumerate(before):
        family = b.family
        earlier = family.run
        run.arrays.append(b.array if earlier is None else earlier.value(b.slot))
        if family.requires_grad:
            run.sources.append((slot, b.tensor if earlier is None else (earlier, b.slot)))
    return run


class Application:
    """One call of a Function.

    Attributes
    ----------
    function : type
        The subclass of `Function`.
    count : int
        Slots of inputs; those of results follow.
    differentiable : bool
        Some argument needs a gradient.
    line : tuple or None
        The user's file and line, while lines are kept.
    """

    def __init__(self, function: Any, args: Sequence[Any]) -> None:
        self.positions = [k for k, a in enumerate(args) if isinstance(a, Tensor)]
        self.count = len(self.positions)
        needs = [False] * len(args)
        if current().grad_enabled:
            for k in self.positions:
                needs[k] = args[k]._family.requires_grad
        self.differentiable = True in needs
        self.function = function
        self.name = function.__name__
        self.ctx = FunctionContext(self.name, (*needs,), function.clear_saved_tensors_on_access)
        self.given = len(args)
        self.given_forms: list[Form] = [args[k]._family.form for k in self.positions]
        self.serial = next(pending.made)
        self.forms: list[Form] = []
        self.slots: list[int | None] = []  # of each result; None for what is no Tensor
        self.homes: list[Family | None] = []  # of the arguments that require grad

    @property
    def rule(self) -> Callable[..., Any]:
        """The vector-Jacobian product.

        Raises
        ------
        FunctionError
            If the Function has none.
        """
        for name in ("backward", "vjp"):
            if (found := getattr(self.function, name, None)) is not None:
                return found
        raise FunctionError(f"{self.name}: backward is not defined. Define it as a static method.")

    def forward(self, args: Sequence[Any]) -> Any:
        """Call forward, and setup_context if there is one."""
        if not hasattr(self.function, "setup_context"):
            return self.function.forward(self.ctx, *args)
        result = self.function.forward(*args)
        self.function.setup_context(self.ctx, tuple(args), result)
        return result

    def measured(self, line: tuple[str, int] | None, reverse: bool) -> contextlib.AbstractContextManager[None]:
        """Let a profile, if one is active, measure what the user's code does within."""
        meter = tape.profile
        return contextlib.nullcontext() if meter is None else meter.function(self.name, line, reverse)

    def check_writes(self, before: Sequence[Before]) -> None:
        """Refuse writes of forward to arguments that are not marked dirty.

        Raises
        ------
        InplaceError
        """
        if not all(self.dirty(b.tensor) for b in before if b.changed):
            raise InplaceError(
                f"{self.name}: forward changed an argument in place. Call ctx.mark_dirty on it and return it."
            )

    def dirty(self, t: Any) -> bool:
        """Tell whether forward said that it changes an argument in place."""
        return bool(self.ctx._dirty) and any(t is d for d in self.ctx._dirty)

    def made(self, r: Any, new: Any, tensors: list[Tensor], results: list[Any]) -> bool:
        """Tell whether forward made the object that it returned as a differentiable result, and returned it once."""
        if not isinstance(r, Tensor) or r._family.requires_grad:
            return False
        if not isinstance(new, Tensor) or not new._family.requires_grad:
            return False
        if _place(r, tensors) is not None or (len(results) > 1 and sum([r is other for other in results]) > 1):
            return False
        node = getattr(r, "_node", None)
        return node is None or (node.base is None and not node.views and node.serial >= self.serial)

    def smooth(self, result: Any, value: Tensor) -> bool:
        """Tell whether a result has a derivative."""
        return value._family.form.dtype.kind in "fc" and _place(result, self.ctx._constant) is None

    def values(self, tensors: list[Tensor], results: list[Any]) -> list[Any]:
        """Return the results, arrays as Tensors.

        Raises
        ------
        FunctionError, InplaceError
            If what forward marked is not what it must be.
        """
        for d in self.ctx._dirty:
            self._check_dirty(d, tensors, results)
        if self.differentiable and any(not isinstance(r, Tensor) and holds_tensor(r) for r in results):
            raise FunctionError(
                f"{self.name}: forward returned Tensors within a container, whose gradients would be lost. Return a "
                "Tensor or a tuple of Tensors."
            )
        values = [from_array(np.array(r)) if isinstance(r, (np.ndarray, np.generic)) else r for r in results]
        for v in values:
            if isinstance(v, Tensor):
                self.slots.append(self.count + len(self.forms))
                self.forms.append(v._family.form)
            else:
                self.slots.append(None)
        return values

    def finish(self, run: Executed, before: Sequence[Before], results: list[Any], values: list[Any]) -> list[Any]:
        """Return the Tensors that stand for the results, in the run that becomes a closed one."""
        tensors = [b.tensor for b in before]
        found: list[Any] = []
        families = [b.family for b in before]
        types, arrays = [family.id for family in families], run.arrays
        self.homes = [family if family.requires_grad else None for family in families]
        for r, v, slot in zip(results, values, self.slots, strict=True):
            if slot is None:
                found.append(v)
                continue
            family = Family(v._family.form, self.smooth(r, v), run)
            array = v._array()
            arrays.append(array)
            found.append(placed(family, slot) if family.requires_grad else from_array(array, v.dtype))
            types.append(family.id)
        self.keep(lambda t: self.saved_at(t, tensors, results))
        kept = self.slots_saved()
        for k in range(self.count):
            if k not in kept:
                arrays[k] = None
        self._close(run, types)
        return found

    def keep(self, place: Callable[[Tensor | None], Any]) -> None:
        """Let the context know what forward saved or set as attributes by its place: a slot, or else itself."""
        ctx = self.ctx
        saved, ctx._saved = ctx._saved, None
        if saved:
            ctx._saved_at = [place(t) for t in saved]
        for name, t in [item for item in vars(ctx).items() if item[0][:1] != "_" and isinstance(item[1], Tensor)]:
            if isinstance(what := place(t), int):
                ctx._kept = {**ctx._kept, name: what}
                delattr(ctx, name)

    def _check_dirty(self, t: Any, tensors: list[Tensor], results: list[Any]) -> None:
        if not any(t is x for x in tensors):
            raise FunctionError(f"{self.name}: mark_dirty was given a Tensor that is no argument of forward.")
        if not any(t is r for r in results):
            raise FunctionError(f"{self.name}: an argument that is marked dirty must be returned from forward.")
        node = getattr(t, "_node", None)
        if node is not None and node.base is not None:
            raise InplaceError(f"{self.name}: a view cannot be marked dirty. Pass its base, or a clone.")
        if node is not None and node.array is not None and t.requires_grad and tape.grad_enabled:
            raise InplaceError(
                f"{self.name}: a leaf that requires grad cannot be changed in place while gradients are recorded."
            )

    def saved_at(self, t: Any, tensors: list[Tensor], results: list[Any]) -> Any:
        """Return what to keep of a saved Tensor: the slot of an argument or result, else the Tensor as it is now."""
        if t is None:
            return None
        k = _place(t, tensors)
        if k is not None and not self.dirty(t):
            return k
        k = _place(t, results)
        return _snapshot(t) if k is None else self.slots[k]

    def slots_saved(self) -> set[int]:
        """Return the slots whose values backward may ask for."""
        return {*self.ctx._kept.values(), *[what for what in self.ctx._saved_at if isinstance(what, int)]}

    def _close(self, run: Executed, types: list[int]) -> None:
        """Make the run one that a sweep can enter."""
        n = len(types)
        run.application = self
        run.code, run.types, flags, call = _tables(self.count, *types)
        run.vals, run.flags = np.zeros(n), flags.copy()
        run.calls = [call]
        run.frame = (run.code, run.types, run.vals, run.flags, run.arrays)
        if not run.modes.plain and tape.lines:
            run.lines = [user_line()] * n
        if n > work.capacity:
            work.reserve(n)
        tape.note(run)
        if run.modes.saving is not None:
            run.modes.saving.keep(run, [()] * n)

    # -------------------------------------------------------------------------------------------- forward mode

    def push(self, run: Executed | None, tangents: Sequence[Tensor | None], results: Sequence[Any]) -> None:
        """Give the results their tangents, by the function's own jvp."""
        level = tape.dual
        sources = {} if run is None else dict(run.sources)
        read = None if run is None else functools.partial(read_slot, run, sources)
        with aside():
            pushed = self.tangents(tangents, read)
        for result, tangent in zip(results, pushed, strict=True):
            if isinstance(result, Tensor) and tangent is not None:
                level.set(result, tangent)
        if run is not None:
            known = dict(enumerate(tangents)) | dict(zip(self.slots, pushed, strict=True))
            level.note(run.serial, self.slots, known)

    def tangents(self, tangents: Sequence[Tensor | None], read: Callable[[int], Tensor] | None) -> list[Tensor | None]:
        """Return the tangents of the results, by the Function's jvp, which reads by slot."""
        given: list[Tensor | None] = [None] * self.given  # zeros where there is none, if it wants them
        for position, form, tangent in zip(self.positions, self.given_forms, tangents, strict=True):
            if tangent is None and self.ctx._materialize and form.dtype.kind in "fc":
                tangent = zeros_of(form)
            given[position] = tangent
        with self.reading("forward", read, []):
            return self._checked_tangents(self.function.jvp(self.ctx, *given))

    # -------------------------------------------------------------------------------------------- backward

    def called(self, run: Executed, given: dict[int, np.ndarray]) -> list[Tensor | None]:
        """Return the gradients of the Tensors that need one, as `swept` does where nobody looks on."""
        count, ctx, homes = self.count, self.ctx, self.homes

        def read(slot: int) -> Tensor:
            if slot < count and (home := homes[slot]) is not None and home.run is not None:
                return placed(home, dict(run.sources)[slot][1])
            return handle(run, slot, dict(run.sources))

        outer = ctx._rule, ctx._read, ctx._origins
        ctx._rule, ctx._read, ctx._origins = "backward", read, ()
        try:
            found = self.rule(
                ctx, *self._arguments([from_array(given[s]) if s in given else None for s in range(count, len(run))])
            )
            values = self._by_position(found)
            shares: list[Tensor | None] = []
            for position, form, home in zip(self.positions, self.given_forms, homes, strict=True):
                value = None if home is None else values[position]
                fits = value is None or (value.__class__ is Tensor and value._family.form is form)
                shares.append(value if fits else self._fitted(value, form, position))
            return shares
        except np.linalg.LinAlgError as error:
            append_place(error, f"in the reverse sweep of {self.name}")
            raise
        finally:
            ctx._rule, ctx._read, ctx._origins = outer

    def adjoints(
        self, grads: Sequence[Tensor | None], needs: Sequence[bool], read: Callable[[int], Tensor],
        origins: list[Tensor],
    ) -> list[Tensor | None]:  # fmt: skip
        """Return the gradients of the Tensors that need one, from those of the results, by the Function's rule."""
        with self.reading("backward", read, origins):
            found = self.rule(self.ctx, *self._arguments(grads))
        values = self._by_position(found)
        return [
            self._fitted(values[position], form, position) if needed else None
            for position, form, needed in zip(self.positions, self.given_forms, needs, strict=True)
        ]

    @contextlib.contextmanager
    def reading(self, rule: str, read: Callable[[int], Tensor] | None, origins: list[Tensor]) -> Iterator[None]:
        """Let the context find, while a rule runs, what was saved for it."""
        ctx = self.ctx
        outer = ctx._rule, ctx._read, ctx._origins
        ctx._rule, ctx._read, ctx._origins = rule, read, origins
        try:
            yield
        finally:
            ctx._rule, ctx._read, ctx._origins = outer

    def _arguments(self, grads: Sequence[Tensor | None]) -> list[Tensor | None]:
        """Return what backward gets: an adjoint for each result, zeros where none has arrived if it wants them."""
        found = []
        for slot in self.slots:
            g = None if slot is None else grads[slot - self.count]
            if g is None and slot is not None and self.ctx._materialize:
                g = zeros_of(self.forms[slot - self.count])
            found.append(g)
        return found

    def _checked_tangents(self, found: Any) -> list[Tensor | None]:
        """Return what jvp returned, for each result; None for zero.

        Raises
        ------
        FunctionError, ShapeError
            If there are not as many as results, or they do not fit.
        """
        values = list(found) if isinstance(found, (tuple, list)) else [found]
        if len(values) != len(self.slots):
            raise FunctionError(
                f"{self.name}: jvp must return {len(self.slots)} tangents, one for each result, got {len(values)}."
            )
        tangents: list[Tensor | None] = []
        for k, (value, slot) in enumerate(zip(values, self.slots, strict=True)):
            if value is None or slot is None:
                tangents.append(None)
                continue
            form, tangent = self.forms[slot - self.count], as_tensor(value, self.name)
            if tangent.shape != form.shape:
                raise ShapeError(
                    f"{self.name}: jvp returned a tangent of shape {tangent.shape} for result {k}, whose shape is "
                    f"{form.shape}."
                )
            tangents.append(tangent if tangent.dtype == form.dtype else tangent.astype(form.dtype))
        return tangents

    def _by_position(self, found: Any) -> list[Any]:
        """Return what backward returned, for each argument of forward.

        Raises
        ------
        FunctionError
            If there are too few or too many, or a gradient for what is no Tensor.
        """
        if found.__class__ is Tensor and self.given == self.count == 1:
            return [found]
        if isinstance(found, dict):
            names = list(inspect.signature(self.function.forward).parameters)
            names = names[not hasattr(self.function, "setup_context") :][: self.given]
            unknown = [name for name in found if name not in names]
            if unknown:
                raise FunctionError(
                    f"{self.name}: backward returned a gradient for {unknown[0]!r}, but the arguments are {names}."
                )
            values = [found.get(name) for name in names]
        else:
            values = list(found) if isinstance(found, (tuple, list)) else [found]
        extra = values[self.given :]
        if len(values) < self.given or any(v is not None for v in extra):
            raise FunctionError(
                f"{self.name}: backward must return {self.given} gradients, one for each argument of forward, "
                f"got {len(values)}."
            )
        for k, value in enumerate(values[: self.given]):
            if value is not None and k not in self.positions:
                raise FunctionError(f"{self.name}: backward returned a gradient for argument {k}, which is no Tensor.")
        return values

    def _fitted(self, value: Any, form: Form, position: int) -> Tensor | None:
        """Return a gradient in the form of its input."""
        if value is None:
            return None
        if not isinstance(value, (Tensor, np.ndarray, np.generic, float, int, complex)):
            raise DtypeError(
                f"{self.name}: backward must return Tensors, arrays or None, got {type(value).__name__} "
                f"for argument {position}."
            )
        g = as_tensor(value, self.name)
        if g.dtype.kind == "c" and form.dtype.kind != "c":
            if np.any(g._array().imag != 0.0):
                raise DtypeError(
                    f"{self.name}: backward returned a gradient with imaginary parts for argument {position}, which is "
                    "real. Return its real part."
                )
            g = g.real
        if g.shape != form.shape:
            try:
                fits = np.broadcast_shapes(g.shape, form.shape) == g.shape
            except ValueError:
                fits = False
            if not fits:
                raise ShapeError(
                    f"{self.name}: backward returned a gradient of shape {g.shape} for argument {position} of shape "
                    f"{form.shape}."
                )
            g = sum_to(g, form.shape)
        return g if g.dtype == form.dtype else g.astype(form.dtype)


@functools.lru_cache(512)
def _tables(count: int, *types: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, Call]:
    """Return the code, types, flags and call of an application of so many inputs; none of them is to be written to."""
    code = np.zeros((len(types), 4), np.int32)
    code[:, 0] = INPUT
    code[count:, 0] = function_result.code
    flags = np.array([NEEDED if type_ & 1 else 0 for type_ in types], np.uint8)
    flags[count:] |= LIVE
    found = code, np.array(types, np.int32), flags
    for table in found:
        table.flags.writeable = False
    return *found, Call(function_result, [*range(count)], {})


def read_slot(run: Executed, sources: dict[int, Any], slot: int) -> Tensor:
    """Return a Tensor that stands for a slot of an application, with the tangent that it has in the present level."""
    t = handle(run, slot, sources)
    return t if tape.dual is None else tape.dual.restored(t, (run.serial, slot))


def _place(t: Any, among: Sequence[Any]) -> int | None:
    """Return the first place where an object stands, None if it does not; Tensors compare values."""
    for k, other in enumerate(among):
        if other is t:
            return k
    return None


def _snapshot(t: Tensor) -> Tensor:
    """Return a Tensor that later writes to `t` do not change."""
    if t.traced or not t.is_leaf:
        return placed(*pending.home(t))
    return t if t.requires_grad else from_array(t._array(), t.dtype)
