"""Least squares on more data than a worker's memory holds
=======================================================

One decay in 1.2 million noisy curves (synthetic, with seeds), on Dask. The curves lie on disk. Two processes read them
block by block, and sum gradients and Hessians of the squared errors for Newton's method: in one order, so that the last
bit is the same for any number of processes, and where one of them dies on the way.

Checked against SciPy's fit to the mean of the curves, which has the same least squares. Runs in about 10 s, and writes
384 MB to a temporary folder.
"""

import tempfile

import dask
import dask.array as da
import numpy as np
import scipy
from dask.distributed import Client, LocalCluster

import tapegrad as tg

CURVES, BLOCK = 1_200_000, 25_000
LIMIT = 350_000_000  # bytes of a worker's memory
TIMES = np.linspace(0.0, 4.0, 40)  # s
TRUTH, NOISE = np.array([2.0, 0.9, 0.3]), 0.5


def curve(p):
    return p[0] * np.exp(-p[1] * TIMES) + p[2]


def error(p, y):
    return np.sum((curve(p) - y) ** 2) / 2.0


# %%
# Blocks of curves in files, each a block of an array of Dask.
def written(directory):
    """Write noisy curves to files; return them as an array of Dask, which has a block for each file."""
    count = CURVES // BLOCK
    for k in range(count):
        noise = NOISE * np.random.default_rng([7, k]).normal(size=(BLOCK, TIMES.size))
        np.save(f"{directory}/{k}.npy", curve(TRUTH) + noise)
    load = lambda block_id: np.load(f"{directory}/{block_id[0]}.npy")  # noqa: E731
    return da.map_blocks(load, chunks=((BLOCK,) * count, TIMES.size), dtype=float, meta=np.empty((0, 0)))


# %%
# Newton's method: ``batch`` differentiates each curve of a block in compiled code, where the block is.
def fit(curves):
    """Return the parameters of least squares, and their covariance."""
    slopes = tg.compile(lambda p, y: (tg.grad(error)(p, y), tg.hessian(error)(p, y)))
    p = np.array([1.8, 1.0, 0.2])
    for _ in range(30):
        each = slopes.batch(p, curves, in_axes=(None, 0))  # nothing is read yet
        slope, curvature = dask.compute(*(x.sum(axis=0) for x in each))
        step = np.linalg.solve(curvature, slope)
        p = p - step
        if slope @ step < 1e-6:  # twice what was left to gain
            break
    return p, NOISE**2 * np.linalg.inv(curvature)


def main():
    cluster = {"n_workers": 2, "threads_per_worker": 1, "memory_limit": LIMIT, "dashboard_address": None}
    with tempfile.TemporaryDirectory() as directory, LocalCluster(**cluster) as processes, Client(processes):
        curves = written(directory)
        print(f"data: {curves.nbytes / 1e6:.0f} MB, memory of a worker: {LIMIT / 1e6:.0f} MB")
        p, covariance = fit(curves)
        mean = curves.mean(axis=0).compute()
    for value, error in zip(p, np.sqrt(np.diag(covariance)), strict=True):
        print(f"parameter: {value:.17g} +- {error:.6f}")
    expected = scipy.optimize.least_squares(lambda p: curve(p) - mean, TRUTH, xtol=1e-12).x
    print(f"fit to the mean: {expected}")
    assert np.allclose(p, expected, rtol=0.0, atol=1e-6)


if __name__ == "__main__":  # the processes that Dask starts read this file too
    main()
