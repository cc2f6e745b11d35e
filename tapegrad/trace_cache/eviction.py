"""Eviction: when the trace tree is full, removes paths to exits whose program has not run since the last eviction.

What leads to an exit whose program has run since the last eviction stays; what is still counting, is refused, or has
not run for so long goes. A run that is on a node which goes can go on there: the node is no longer found, that is all.

Invariant: afterwards a quarter of the room is free, so that the cost is spread over what came in between.

Tests: tests/trace_cache/test_eviction.py
"""

from __future__ import annotations

from collections.abc import Iterator

from tapegrad.trace_cache import thresholds
from tapegrad.trace_cache.edges import TreeNode, recordings, root


def evict() -> int:
    """Evict nodes that no program in use needs; return the number of edges left."""
    trees = root, recordings
    kept: set[TreeNode] = {*trees}
    left = 0
    nodes = sorted(_nodes(*trees), key=lambda node: node.stop)
    for node in reversed(nodes):  # what is behind a node comes first
        if gone := [key for key, edge in node.next.copy().items() if edge.node not in kept]:
            node.forget(gone)
        used = [exit_.is_used() for exit_ in [*node.exits.values()]]
        if node.next or any(used):
            kept.add(node)
            left += len(node.next)
    for tree in trees:
        for key, edge in tree.next.copy().items():  # those learnt first come first
            if left <= 3 * thresholds.NODES // 4 and len(tree.next) <= 3 * thresholds.BEGINNINGS // 4:
                break
            tree.forget([key])
            left -= 1 + sum(len(node.next) for node in _nodes(edge.node))
    return max(left, 0)


def _nodes(*first: TreeNode) -> Iterator[TreeNode]:
    """Yield nodes and all that are behind them, each once, though paths that part may meet again."""
    waiting, seen = [*first], {*first}
    while waiting:
        node = waiting.pop()
        yield node
        for edge in [*node.next.values()]:
            if edge.node not in seen:
                seen.add(edge.node)
                waiting.append(edge.node)
