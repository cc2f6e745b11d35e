"""The variants of a compiled function: looks one up by signature, and drops those that are no longer used.

Invariant: they are so many at most, those used least recently go first, and those recorded for an object go with it.

Tests: tests/replay/test_shipping.py, tests/replay/test_methods.py
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import Any

from tapegrad.codegen.executable import exclusive
from tapegrad.func.containers import exact
from tapegrad.replay.recompilation_warning import MANY, warn_of_decisions, warn_of_objects
from tapegrad.replay.signature import Signature, is_gone
from tapegrad.replay.size_family import SizeFamily, sizeless
from tapegrad.replay.variant import Variant


class VariantCache:
    """Sealed tapes by signature.

    Attributes
    ----------
    most : int
        How many are kept.
    last : Variant or None
        The one used last.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.last: Variant | None = None
        self._variants: OrderedDict[Signature, tuple[Variant, ...]] = OrderedDict()  # those used last at the end
        self._families: dict[Hashable, SizeFamily] = {}  # those used last at the end
        self._lost = 0  # recorded for objects that live no more
        self._warned: set[Signature] = set()

    def __len__(self) -> int:
        return sum(map(len, self._variants.values()))

    def of(self, key: Signature) -> tuple[Variant, ...]:
        """Return those for a signature, the one used last first."""
        return self._variants.get(key, ())

    def of_object(self, first: Any) -> Variant | None:
        """Return the one used last whose first static argument is this object: that of a method."""
        static = (exact(first),)
        matches = (variants[0] for key, variants in reversed(self._variants.items()) if key.static[:1] == static)
        return next(matches, None)

    def put_first(self, key: Signature, variant: Variant) -> bool:
        """Put a sealed tape before all others; those used least recently go if there are too many.

        Tell whether any went.
        """
        if variant is self.last:
            return False
        with exclusive:
            self._variants[key] = variant, *[v for v in self.of(key) if v is not variant]
            self._variants.move_to_end(key)
            full = len(self) > self.most
            while len(self) > self.most:
                oldest, (*kept, _) = next(iter(self._variants.items()))
                self._variants[oldest] = tuple(kept)
                if not kept:
                    del self._variants[oldest]
            self.last = variant
            return full

    def add(self, key: Signature, variant: Variant, title: str) -> bool:
        """Keep a new sealed tape, and warn where many come to be kept in vain.

        Tell whether any others went.
        """
        forgot = self._forget(title)
        full = self.put_first(key, variant)
        variants = self.of(key)
        if len(variants) >= MANY and key not in self._warned:
            self._warned.add(key)
            warn_of_decisions(title, len(variants), (g.line for v in variants for g in v.program.guards))
        return forgot or full

    def family(self, key: Signature) -> SizeFamily:
        """Return the family of recordings for signatures that differ in sizes alone."""
        families, name = self._families, sizeless(key)
        with exclusive:
            family = families[name] = families.pop(name) if name in families else SizeFamily()
            while len(families) > self.most:
                del families[next(iter(families))]
        return family

    def families(self) -> list[SizeFamily]:
        """Return all families."""
        return [*self._families.values()]

    def replace(self, copies: Mapping[int, Variant]) -> None:
        """Put copies into the places of sealed tapes, which are named by their identities."""
        with exclusive:
            for key, variants in self._variants.items():
                self._variants[key] = tuple(dict.fromkeys(copies.get(id(v), v) for v in variants))
            self.last = copies.get(id(self.last), self.last)

    def clear(self) -> None:
        """Drop all."""
        with exclusive:
            self._variants.clear()
            self._families.clear()
            self.last = None

    def _forget(self, title: str) -> bool:
        """Drop variants recorded for objects that live no more; tell whether there were any."""
        with exclusive:
            lost = [key for key in self._variants if key.static and is_gone(key.static)]
            for key in lost:
                del self._variants[key]
                self._warned.discard(key)
                self._families.pop(sizeless(key), None)
        if self._lost < MANY <= self._lost + len(lost):
            warn_of_objects(title, self._lost + len(lost))
        self._lost += len(lost)
        return bool(lost)
