"""Random programs, run on tapegrad and on PyTorch: operations, views, assignments, hooks, sweeps of every kind.

A program is a list of steps, tuples of plain data that name values. A `Machine` performs them in one library and keeps a
log: what every sweep leaves in each ``.grad``, what `grad` returns, what every hook was given, the values at the end. The
two logs must agree. Programs are made with PyTorch's machine at hand, which knows shapes and magnitudes.

    python -m tests.random_programs --count 100000 --seed 0

runs many, and prints what fails as the shortest program that still does.

Where the two libraries mean to differ, PyTorch's machine does what tapegrad promises: operands and results are
multiplied by 1, so that later writes do not reach what it saved, and so that a consumed sum is refused as a product is;
dtypes are promoted as NumPy does; NumPy's copies are cloned. NaN in a gradient of PyTorch is no evidence, because it
multiplies zero adjoints by infinity.
"""
