"""The log posterior of a Gaussian mixture with a Wishart prior, and its gradient."""

from typing import Any

import numpy as np
from scipy.special import multigammaln

import tapegrad as tg
from benchmarks.gradbench.entry import Entry


def posterior(parameters: Any, x: Any, m: int, gamma: float) -> Any:
    """Return the log posterior of weights `alpha`, means `mu` and triangular factors of inverse covariances.

    `q` has the logarithms of the factors' diagonals, `l` what is below these, column by column.
    """
    alpha, mu, q, l = (parameters[name] for name in ("alpha", "mu", "q", "l"))
    (n, d), k = x.shape, len(alpha)
    diagonals = np.exp(q)
    columns, rows = np.triu_indices(d, 1)
    factors = tg.zeros((k, d, d))
    factors[:, rows, columns] = l
    factors[:, np.arange(d), np.arange(d)] = diagonals
    whitened = np.einsum("kij,nj->nki", factors, x) - np.einsum("kij,kj->ki", factors, mu)
    logs = np.sum(q, axis=1)
    terms = alpha + logs - 0.5 * np.sum(whitened**2, axis=-1)
    prior = 0.5 * gamma**2 * (np.sum(diagonals**2) + np.sum(l**2)) - m * np.sum(logs)
    dof = d + m + 1
    constant = dof * d * (np.log(gamma) - 0.5 * np.log(2)) - multigammaln(0.5 * dof, d)
    likelihood = np.sum(tg.special.logsumexp(terms, axis=1)) - n * tg.special.logsumexp(alpha)
    return likelihood - 0.5 * n * d * np.log(2 * np.pi) - prior + k * constant


def _read(given: Any) -> tuple[Any, ...]:
    parameters = {name: np.array(given[name], dtype=float) for name in ("alpha", "mu", "q", "l")}
    parameters["l"] = parameters["l"].reshape(given["k"], -1)  # has no columns for d = 1
    return parameters, np.array(given["x"]), given["m"], given["gamma"]


def _write(slopes: Any) -> Any:
    return {name: slope.tolist() for name, slope in slopes.items()}


objective = Entry(_read, tg.compile(posterior, static_argnums=(2, 3)), float)
jacobian = Entry(_read, tg.compile(tg.grad(posterior), static_argnums=(2, 3)), _write)
