"""What leaves Python: the methods `export` and `pointer` of compiled functions and loaded tapes.

The folder `export` stands above this one, and is imported when a method is first called.

Tests: tests/export/test_object_code.py, tests/export/test_pointers.py
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tapegrad.lazy_imports import later

if TYPE_CHECKING:
    from tapegrad.replay.variant import Variant

_of_export = later(__name__, {"tapegrad.export.exporting": ("export",), "tapegrad.export.pointers": ("pointer",)})


class Exportable(ABC):
    """A callable whose sealed tapes can be exported."""

    @abstractmethod
    def _leaving(
        self, args: tuple[Any, ...], keywords: dict[str, Any], lines: bool = False
    ) -> tuple[Variant, Callable[..., Any] | None, str]:
        """Return the sealed tape for these arguments, the function that was recorded, and the name for messages; with
        the `lines` of instructions if it can be recorded.
        """

    def export(
        self, path: Any, *example: Any, target: str | None = None, cpu: str | None = None, kind: str = "object",
        derivatives: int | Sequence[str] = 0, name: str | None = None, **keywords: Any,
    ) -> Any:  # fmt: skip
        """Write the function for these arguments as files for programs without Python.

        There are a header ``path.h``, an object file ``path.o`` and, where a C compiler is present, a shared library.
        The functions have the interface of CasADi's external functions, and one for plain arrays. See the page
        "export" of the documentation.

        Parameters
        ----------
        path : path
            Of the files, without an ending.
        *example, **keywords
            Arguments of the shapes and dtypes to export for; without any, those used last.
        target : str, optional
            Another system, such as ``"aarch64-linux-gnu"``, ``"x86_64-pc-windows-msvc"`` or ``"arm64-apple-darwin"``.
            By default the code is for this machine's processor.
        cpu : str, optional
            A processor by LLVM's name, such as ``"x86-64-v3"``.
        kind : {"object", "c"}
            Object code, or one file of portable C.
        derivatives : int or sequence of str
            0, 1 or 2: those that are exported with the function, up to an order; or their names, such as ``("jac",
            "jac_adj1")``.
        name : str, optional
            Of the function; by default the last part of the path.

        Returns
        -------
        tapegrad.export.exporting.Exported
            The paths of the files, and a message where there is no shared library.

        Raises
        ------
        ArgumentError, DtypeError
            If something in the function cannot leave this process, or an argument or a result is complex. No file is
            written then.
        """
        variant, function, title = self._leaving(example, keywords, lines=True)
        return _of_export("export")(variant, function, path, target, cpu, kind, derivatives, name, f"{title}.export")

    def pointer(self, *example: Any, form: str = "arrays", **keywords: Any) -> Any:
        """Return a pointer to a C function of this process that computes the function.

        It needs neither Python nor its lock, and has no state, so threads may call it at the same time.

        Parameters
        ----------
        *example, **keywords
            Arguments of the shapes and dtypes to compile for; without any, those used last.
        form : {"arrays", "casadi", "logp", "quad"}
            The C function's arguments: one pointer for each array, and memory; those of CasADi's external functions;
            ``int logp(size_t n, const double *x, double *grad, double *logp, void *user)`` with the value and the
            gradient of a function of one vector; or ``double quad(int n, double *x)`` with all arguments in one array,
            for `scipy.LowLevelCallable`.

        Returns
        -------
        tapegrad.export.pointers.FunctionPointer
            It has an `address`, a `signature`, and a `function` of `ctypes`. The code lives as long as one of these
            objects does.

        Raises
        ------
        ArgumentError, DtypeError
            If the function runs Python code, or has other arguments or results than the form.
        """
        variant, function, title = self._leaving(example, keywords)
        return _of_export("pointer")(variant, function, form, f"{title}.pointer")
