"""Custom functions, made of plain functions."""

from __future__ import annotations


def function(w, forward, backward=None, **others):
    """A Function of a world, made of plain functions."""
    methods = {"forward": forward, "backward": backward, **others}
    members = {k: staticmethod(m) if callable(m) else m for k, m in methods.items() if m is not None}
    return type("F", (w.autograd.Function,), members)
