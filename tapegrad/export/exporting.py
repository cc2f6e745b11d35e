"""Export: writes a compiled function as files for programs without Python.

Nothing is written unless everything can be: what cannot leave this process is refused before.

Tests: tests/export/test_object_code.py
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tapegrad.codegen.executable import collector_paused, exclusive
from tapegrad.errors import ArgumentError
from tapegrad.export.header import header
from tapegrad.export.interface import Interface, interface_of
from tapegrad.replay.variant import Variant

KINDS = ("object", "c")


class Exported(NamedTuple):
    """The files of an exported function.

    Attributes
    ----------
    name : str
        What its symbols begin with.
    header : Path
    code : Path
        The object file, or the source file.
    library : Path or None
        The shared library; None if none was made.
    message : str
        Why there is no shared library.
    """

    name: str
    header: Path
    code: Path
    library: Path | None
    message: str


def export(
    variant: Variant, function: Callable[..., Any] | None, path: Any, target: str | None, cpu: str | None, kind: str,
    derivatives: int | Sequence[str], name: str | None, title: str,
) -> Exported:  # fmt: skip
    """Write the files of a sealed tape; see `CompiledFunction.export`."""
    place = Path(os.fspath(path))
    if kind not in KINDS:
        raise ArgumentError(f'{title}: kind must be "object" or "c", got {kind!r}.')
    if kind == "c" and (target is not None or cpu is not None):
        raise ArgumentError(
            f'{title}: target and cpu are for kind="object", got kind="c". Name them to the C compiler.'
        )
    if not place.parent.is_dir():
        raise ArgumentError(f"{title}: expected a path in a folder that exists, got {os.fspath(path)!r}.")
    with exclusive, collector_paused():
        interface = interface_of(variant, function, place.name if name is None else name, derivatives, title)
        return _written(interface, place, target, cpu, kind)


def _written(interface: Interface, place: Path, target: str | None, cpu: str | None, kind: str) -> Exported:
    if kind == "c":
        from tapegrad.export import c_source

        text, head = c_source.source(interface), header(interface)
        code, heads = place.with_name(f"{place.name}.c"), place.with_name(f"{place.name}.h")
        code.write_text(text)
        heads.write_text(head)
        return Exported(interface.name, heads, code, None, "Compile the source file with any compiler of C99.")
    from tapegrad.export.object_files import write

    return write(interface, place, target, cpu)
