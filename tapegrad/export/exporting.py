"""Export: writes a compiled function as files for programs without Python.

Nothing is written unless everything can be: what cannot leave this process is refused before.

Tests: tests/export/test_object_code.py, tests/export/test_refused.py
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tapegrad.codegen.executable import collector_paused, exclusive
from tapegrad.errors import ArgumentError
from tapegrad.export.c_source import source
from tapegrad.export.description import interface_of
from tapegrad.export.header import header
from tapegrad.export.object_files import code_of, is_windows, machine_for, shared_library
from tapegrad.export.object_text import ObjectText
from tapegrad.replay.variant import Variant

KINDS = ("object", "c")


class Exported(NamedTuple):
    """The files of an exported function.

    Attributes
    ----------
    name : str
        What its symbols begin or end with.
    header : Path
    code : Path
        The object file, or the source file.
    library : Path or None
        The shared library; None if there is none.
    message : str
        Why there is no shared library, or what it needs.
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
        raise ArgumentError(f'{title}: target and cpu are for kind="object", got kind="c". Tell the C compiler.')
    if not place.parent.is_dir():
        raise ArgumentError(f"{title}: expected a path in a folder, got {os.fspath(path)!r}. Make the folder first.")
    name = place.name if name is None else name
    head = place.with_name(f"{place.name}.h")
    if kind == "c":
        with exclusive, collector_paused():
            interface = interface_of(variant, function, name, derivatives, title)
            text = source(interface)
        file = place.with_name(f"{place.name}.c")
        file.write_text(text)
        end = f"#endif /* {name}_H */\n"  # of the declarations that the source file begins with
        head.write_text(text.partition(end)[0] + end)
        return Exported(name, head, file, None, "Compile the source file with a compiler of C99.")
    machine = machine_for(target, cpu, title)
    with exclusive, collector_paused():
        interface = interface_of(variant, function, name, derivatives, title)
        exported = "dllexport " if is_windows(target) else ""
        whole = ObjectText(interface, target is not None or cpu is not None, exported)
    code = code_of(whole, machine, target)
    file = place.with_name(f"{place.name}{'.obj' if is_windows(target) else '.o'}")
    file.write_bytes(code)
    head.write_text(header(interface, whole.work))
    if target is not None:
        return Exported(name, head, file, None, f"There is no shared library for {target}: link the object file.")
    return Exported(name, head, file, *shared_library(file, place, whole.libraries))
