"""Gradient edges, which sweeps take in place of Tensors. Most programs make none, and do without
`tapegrad.autograd.graph`.

Tests: tests/autograd/test_graph.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tapegrad.autograd.graph import AccumulateGrad, Node


class GradientEdge(NamedTuple):
    """A result of a node: what a Tensor is in the graph. `backward` and `grad` take it in place of the Tensor."""

    node: Node | AccumulateGrad
    output_nr: int
