"""Object images: loads object code into memory, without LLVM, which takes longer to import than all else.

This reads what LLVM writes for 64-bit Linux on x86: an ELF file whose code reaches everything, its own constants and
functions elsewhere, by whole addresses. So to load it is to copy its sections and to write the addresses into them.
Whatever else a file has, this leaves to LLVM (`tapegrad.machine.linker`), and so on all other systems.

Memory is written first and made executable then; variables lie in pages of their own. Tables for unwinding are left
out: no exception passes through compiled code.

Tests: tests/machine/test_object_images.py
"""

from __future__ import annotations

import ctypes
import mmap
import struct
import sys
from collections.abc import Callable, Sequence

import numpy as np

_HERE = sys.platform == "linux" and sys.byteorder == "little"
_MAGIC = b"\x7fELF\x02\x01"  # 64 bits, little-endian
_RELOCATABLE, _X86_64 = 1, 62
_HEADER = struct.Struct("<16xHH4x16xQ10xHH2x")  # type, machine; offset, size and number of the section headers
_SYMBOL = struct.Struct("<IBxHQ8x")  # name, what it is, section, value
_RELOCATION = np.dtype([("offset", "<u8"), ("type", "<u4"), ("symbol", "<u4"), ("addend", "<i8")])
_CONTENT, _SYMBOLS, _ADDED, _ZEROS, _ANY_ADDEND = 1, 2, 4, 8, 9  # types of sections
_UNWINDING = 0x70000001
_WRITE, _LOADED, _RUN, _OF_THREADS = 1, 2, 4, 0x400  # their flags
_WHOLE_ADDRESS = 1  # R_X86_64_64: the address of a symbol and an addend, in 64 bits
_EIGHT = np.arange(8)


class Image:
    """Object code in memory: it stays while something holds this.

    Attributes
    ----------
    addresses : dict
        Of its functions, by symbol.
    """

    def __init__(self, memory: np.ndarray, addresses: dict[str, int]) -> None:
        self._memory, self.addresses = memory, addresses

    def __getitem__(self, symbol: str) -> int:
        return self.addresses[symbol]


class _Section:
    """A header of a section."""

    LAYOUT = struct.Struct("<4xIQ8xQQIIQ8x")
    __slots__ = ("align", "flags", "info", "is_in_image", "link", "offset", "size", "type")

    def __init__(self, fields: tuple[int, ...]) -> None:
        self.type, self.flags, self.offset, self.size, self.link, self.info, self.align = fields
        self.is_in_image = bool(self.flags & _LOADED) and self.type != _UNWINDING


def loaded(code: bytes, find: Callable[[str], int | None]) -> Image | None:
    """Load object code; None if this is left to LLVM.

    `find` returns the address of a function that is not in the code, or None if it knows none.
    """
    if not _HERE or code[:6] != _MAGIC:
        return None
    kind, machine, offset, size, number = _HEADER.unpack_from(code)
    if (kind, machine, size) != (_RELOCATABLE, _X86_64, _Section.LAYOUT.size):
        return None
    sections = [*map(_Section, _Section.LAYOUT.iter_unpack(code[offset : offset + number * size]))]
    tables = [s for s in sections if s.type == _SYMBOLS]
    if not all(map(_is_simple, sections)) or len(tables) != 1:
        return None
    places, fixed, total = _places(sections)
    memory = np.frombuffer(mmap.mmap(-1, total, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS), np.uint8)
    base = memory.ctypes.data
    for k, place in places.items():
        section = sections[k]
        if section.type == _CONTENT:
            memory[place : place + section.size] = np.frombuffer(code, np.uint8, section.size, section.offset)
    values, addresses = _symbols(code, tables[0], sections, {k: base + place for k, place in places.items()}, find)
    for section in sections:
        if section.type == _ADDED and section.info in places and section.size:
            entries = np.frombuffer(code, _RELOCATION, section.size // _RELOCATION.itemsize, section.offset)
            targets = values[entries["symbol"]]
            if (entries["type"] != _WHOLE_ADDRESS).any() or not targets.all():
                return None
            words = targets + entries["addend"].view(np.uint64)
            at = entries["offset"].astype(np.int64) + places[section.info]
            memory[at[:, None] + _EIGHT] = words.view(np.uint8).reshape(-1, 8)
    return None if _protect(base, fixed, mmap.PROT_READ | mmap.PROT_EXEC) else Image(memory, addresses)


def _is_simple(section: _Section) -> bool:
    """Tell whether this module knows what to do with a section."""
    if not section.is_in_image:
        return section.type != _ANY_ADDEND
    both = _WRITE | _RUN
    return (
        section.type in (_CONTENT, _ZEROS)
        and not section.flags & _OF_THREADS
        and section.flags & both != both
        and section.align <= mmap.PAGESIZE
    )


def _places(sections: Sequence[_Section]) -> tuple[dict[int, int], int, int]:
    """Return where sections lie in an image, the size of what is not written to, and the size of all."""
    places: dict[int, int] = {}
    end = fixed = 0
    for written in (0, _WRITE):
        for k, section in enumerate(sections):
            if section.is_in_image and section.flags & _WRITE == written:
                places[k] = _rounded(end, max(section.align, 1))
                end = places[k] + section.size
        end = _rounded(max(end, 1), mmap.PAGESIZE)
        fixed = fixed or end
    return places, fixed, end


def _rounded(size: int, unit: int) -> int:
    return -(-size // unit) * unit


def _symbols(
    code: bytes,
    table: _Section,
    sections: Sequence[_Section],
    places: dict[int, int],
    find: Callable[[str], int | None],
) -> tuple[np.ndarray, dict[str, int]]:
    """Return the addresses of all symbols, 0 for those that are nowhere, and by name of those that others may use."""
    names = sections[table.link].offset
    values: list[int] = []
    addresses: dict[str, int] = {}
    for name_at, info, section, value in _SYMBOL.iter_unpack(code[table.offset : table.offset + table.size]):
        begin = names + name_at
        name = code[begin : code.index(b"\0", begin)].decode()
        address = places[section] + value if section in places else 0
        if section in places and info >> 4:  # it is not local
            addresses[name] = address
        values.append(address if section else find(name) or 0 if name else 0)
    return np.array(values, np.uint64), addresses


def in_process(name: str) -> int | None:
    """Return the address of a function of Python, of C or of the mathematical library, None if there is none."""
    function = getattr(ctypes.pythonapi, name, None)
    return None if function is None else ctypes.cast(function, ctypes.c_void_p).value


def _protect(address: int, size: int, protection: int) -> int:
    """Set what may be done with pages; not 0 if the system refuses."""
    protect = ctypes.pythonapi.mprotect
    protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    result: int = protect(address, size, protection)
    return result
