"""Random programs that are functions, run by every executor, at orders of derivative 0 to 4.

A `Program` is plain data: containers of arguments, steps that name values, containers of results. A `Case` adds a chain of
transforms (``grad``, ``hessian``, ``vmap`` ...), an executor, and the seed of the data. PyTorch says what a case gives, and
NumPy says what the values are.

    python -m tests.random_functions --count 100000 --seed 0

runs many, and prints what fails as the shortest case that still does.
"""
