"""The tests of NumPy, SciPy, the array API and HIPS autograd as an oracle: each call that they make, repeated on Tensors.

The tests run as they are installed. Each call of a function that has an answer on Tensors is made a second time with
Tensors for arrays, eager and compiled, and compared with what the library gave: values, dtypes, shapes, what is written,
refusals; and its gradient with difference quotients. What differs on purpose is in `listed.toml`, one reason each.

    python -m tests.upstream numpy.lib.tests.test_function_base scipy.ndimage
"""
