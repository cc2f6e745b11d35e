"""Everyday eager loops, each written for tapegrad and for PyTorch: ``python -m benchmarks.everyday [word ...]``.

A module of `tapegrad_code` has functions that set a loop up and return its turn, and the one of the same name in
`torch_code` has the same loops as a user of PyTorch would write them. Both draw the same numbers from NumPy.
`torch_code` has no `__init__.py`, since asv imports every module of every package, and PyTorch may be absent.
"""
