"""What shows itself: the method `explain` of compiled functions and loaded tapes.

The folder `explain` stands above this one, and is imported when the method is first called.

Tests: tests/explain/test_report.py
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from tapegrad.func.containers import unflatten
from tapegrad.ir.printing import table
from tapegrad.lazy_imports import later
from tapegrad.passes.pipeline import Passes, each

if TYPE_CHECKING:
    from tapegrad.replay.compiled_function import CompiledFunction
    from tapegrad.replay.variant import Variant

_of_explain = later(__name__, {"tapegrad.explain.explanation": ("of_variant",)})


class Explainable(ABC):
    """A callable whose sealed tapes can be looked at."""

    @abstractmethod
    def _sealed(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Variant:
        """Return the sealed tape for these arguments."""

    @abstractmethod
    def _explained(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Variant, str]:
        """Return the sealed tape for these arguments, with the user's lines if it can be recorded, and its title."""

    def explain(self, path: str | os.PathLike[str] | None = None, *args: Any, **keywords: Any) -> Any:
        """Show what a call does: a page with the user's lines, the tape, passes, fused groups and machine code.

        The function is recorded once more with the user's lines, and timed on these arguments, on one thread: that
        takes about a second.

        Parameters
        ----------
        path : path, optional
            Of the file to write, such as ``"step.html"``. It loads nothing from elsewhere.
        *args, **keywords
            Arguments of the shapes and dtypes to show; without any, those used last.

        Returns
        -------
        tapegrad.explain.explanation.Explanation
            A notebook shows it as the page.

        Raises
        ------
        ReplayError
            If there are no arguments, and nothing was recorded yet.

        Examples
        --------
        >>> import numpy as np
        >>> import tapegrad as tg
        >>> f = tg.compile(tg.value_and_grad(lambda x: np.sum(np.sin(x) * x)))
        >>> page = f.explain(None, np.ones(1000))
        >>> "multiply" in page._repr_html_()
        True
        """
        variant, title = self._explained(args, keywords)
        return _of_explain("of_variant")(variant, title, path)

    def passes(self, *args: Any, **keywords: Any) -> Passes:
        """Return the programs between the sealed tape for these arguments and its machine code, one after each pass
        that changes something; without arguments, those of the tape used last.

        They can be printed. With ``TAPEGRAD_PRINT_PASSES=1`` in the environment, all that is compiled is printed so,
        to the standard error stream.

        Raises
        ------
        ReplayError
            If nothing was recorded yet.

        Examples
        --------
        >>> import numpy as np
        >>> import tapegrad as tg
        >>> f = tg.compile(lambda a, b, v: a @ b @ v)
        >>> print(f.passes(np.ones((100, 100)), np.ones((100, 100)), np.ones(100)))
        recorded: sealed tape of 5 instructions, 3 inputs, 1 outputs
          %0 = input           float64[100, 100]
          %1 = input           float64[100, 100]
          %2 = input           float64[100]
          %3 = matmul(%0, %1)  float64[100, 100]
          %4 = matvec(%3, %2)  float64[100]
          return %4
        reassociate_products: sealed tape of 5 instructions, 3 inputs, 1 outputs
          %0 = input  float64[100, 100]
          %1 = input  float64[100, 100]
          %2 = input  float64[100]
          %3 = einsum(%1, %2, inputs=('ab', 'b'), output='a', optimize=False)  float64[100]
          %4 = einsum(%0, %3, inputs=('ab', 'b'), output='a', optimize=False)  float64[100]
          return %4
        """
        return Passes(each(self._sealed(args, keywords).program))

    def _kept(self) -> int:
        """Return how many sealed tapes are kept."""
        return 1

    def _repr_html_(self) -> str | None:
        try:
            variant, title = self._explained((), {})
        except Exception:  # nothing was recorded: notebooks show the repr
            return None
        note = "explain() shows the passes, fused groups and machine code, too."
        if (kept := self._kept()) > 1:
            note = f"This is the variant used last, of {kept}; explain(None, *args) shows another one. {note}"
        return table(variant.program, title, note)


def with_lines(
    compiled: CompiledFunction, variant: Variant, args: tuple[Any, ...], keywords: dict[str, Any]
) -> Variant:  # fmt: skip
    """Return a sealed tape of a function recorded again with lines, if it has none and nothing stands against it."""
    if compiled.lines or variant.drawn:
        return variant
    if not compiled._names_arguments(args, keywords):
        static = compiled._fixed
        if static.positions or static.names or args:
            return variant  # which arguments these were is not known any more
        args, keywords = arguments_of(variant)
    return compiled.again(lines=True)._sealed(args, keywords)


def arguments_of(variant: Variant) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments that a function without static ones was recorded with."""
    positional, keywords = unflatten(variant.arguments, variant.example)
    return tuple(positional), keywords
