"""Test modules in which each call goes through a hook.

The hook sees the calls in the text of a test, and none that the library makes of itself: what a test calls is known
without looking at frames, and whatever name, parameter or attribute the function comes from.
"""

from __future__ import annotations

import ast
import importlib.machinery
import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

HOOK = "_called_by_a_test_"
_THEIR_FRAME = {
    "super",
    "locals",
    "globals",
    "vars",
    "dir",
    "eval",
    "exec",
}  # builtins that read the frame of the caller


class _Calls(ast.NodeTransformer):
    """Replace ``f(x)`` by ``hook(f, x)``."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _THEIR_FRAME:
            return node
        hook = ast.copy_location(ast.Name(HOOK, ast.Load()), node.func)
        return ast.copy_location(ast.Call(hook, [node.func, *node.args], node.keywords), node)


class _Loader(importlib.machinery.SourceFileLoader):
    """Load a module from its rewritten text, and neither read nor write bytecode."""

    hook: Callable[..., Any]

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return compile(_Calls().visit(ast.parse(self.get_data(path), path)), path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        setattr(module, HOOK, self.hook)
        super().exec_module(module)


class Finder:
    """Find modules whose names match a pattern, and load them with the hook."""

    def __init__(self, pattern: str, hook: Callable[..., Any]) -> None:
        self.pattern, self.hook = re.compile(pattern), hook

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if not self.pattern.fullmatch(name):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return None
        spec.loader = _Loader(spec.loader.name, spec.loader.path)
        spec.loader.hook = self.hook
        return spec


def install(pattern: str, hook: Callable[..., Any]) -> None:
    """Let modules that are imported from now on, and whose names match, call through a hook."""
    sys.meta_path.insert(0, Finder(pattern, hook))  # type: ignore[arg-type]
