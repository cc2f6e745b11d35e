"""Test modules in which each call goes through a hook.

The hook sees the calls in the text of a test, those of operators too, and none that the library makes of itself: what a test calls is known
without looking at frames, and whatever name, parameter or attribute the function comes from.
"""

from __future__ import annotations

import ast
import importlib.machinery
import operator
import sys
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

HOOK, OPERATORS = "_called_by_a_test_", "_operators_of_a_test_"
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
    """Replace ``f(x)`` by ``hook(f, x)``, and operators on values by calls of their functions."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in _THEIR_FRAME:
            return node
        return _hooked(node, [node.func, *node.args], node.keywords)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return _operator(node, _OPERATORS[type(node.op)], node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        constant = isinstance(node.operand, ast.Constant)  # which patterns of `match` and slices have
        return (
            node
            if type(node.op) not in _OPERATORS or constant
            else _operator(node, _OPERATORS[type(node.op)], node.operand)
        )

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) > 1 or type(node.ops[0]) not in _OPERATORS:
            return node
        return _operator(node, _OPERATORS[type(node.ops[0])], node.left, node.comparators[0])

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        return _operator(node, "getitem", node.value, _key(node.slice)) if isinstance(node.ctx, ast.Load) else node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Subscript):
            return node
        written = _operator(node, "setitem", target.value, _key(target.slice), node.value)
        return ast.copy_location(ast.Expr(written), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        value = _operator(node, f"i{_OPERATORS[type(node.op)]}".replace("_", ""), read, node.value)
        return ast.copy_location(ast.Assign([node.target], value), node)


_OPERATORS: dict[type, str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.MatMult: "matmul", ast.Div: "truediv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitOr: "or_", ast.BitXor: "xor",
    ast.BitAnd: "and_", ast.FloorDiv: "floordiv", ast.Invert: "invert", ast.UAdd: "pos", ast.USub: "neg",
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}  # fmt: skip


def _hooked(node: ast.AST, args: list[ast.expr], keywords: list[ast.keyword]) -> ast.expr:
    call = ast.Call(ast.Name(HOOK, ast.Load()), args, keywords)
    return ast.fix_missing_locations(ast.copy_location(call, node))


def _operator(node: ast.AST, name: str, *operands: ast.expr) -> ast.expr:
    function = ast.Attribute(ast.Name(OPERATORS, ast.Load()), name, ast.Load())
    return _hooked(node, [function, *operands], [])


def _key(node: ast.expr) -> ast.expr:
    """An index as a value: with slices as objects."""
    if isinstance(node, ast.Slice):
        bounds = [bound or ast.Constant(None) for bound in (node.lower, node.upper, node.step)]
        return ast.Call(ast.Attribute(ast.Name(OPERATORS, ast.Load()), "slice", ast.Load()), bounds, [])
    if isinstance(node, ast.Tuple):
        return ast.Tuple([_key(part) for part in node.elts], ast.Load())
    return node


class _Loader(importlib.machinery.SourceFileLoader):
    """Load a module from its rewritten text, and neither read nor write bytecode."""

    hook: Callable[..., Any]

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return compile(_Calls().visit(ast.parse(self.get_data(path), path)), path, "exec", dont_inherit=True)

    def exec_module(self, module: types.ModuleType) -> None:
        setattr(module, HOOK, self.hook)
        setattr(module, OPERATORS, types.SimpleNamespace(**vars(operator), slice=slice))
        super().exec_module(module)


class Finder:
    """Find the modules of some files, under whatever names they are imported, and load them with the hook."""

    def __init__(self, files: Iterable[str], hook: Callable[..., Any]) -> None:
        self.files, self.hook = {Path(file).resolve() for file in files}, hook
        self.names = {file.stem for file in self.files}

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name.rpartition(".")[2] not in self.names:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or Path(spec.origin).resolve() not in self.files:
            return None
        spec.loader = _Loader(name, spec.origin)
        spec.loader.hook = self.hook
        return spec


def install(files: Iterable[str], hook: Callable[..., Any]) -> None:
    """Let the modules of some files that are imported from now on call through a hook."""
    sys.meta_path.insert(0, Finder(files, hook))  # type: ignore[arg-type]
