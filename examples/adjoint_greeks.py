"""The Greeks of a book of options, from one sweep
===============================================

A book (synthetic, with a seed) of 5,000 European options on 20 shares, and an Asian option on the mean of all shares in
12 months, by Monte Carlo. Volatilities come from a surface of quotes for each share, 12 maturities by 15 strikes, rates
from a curve of 8 points. The gradient by 20 spots, 3,600 volatilities and 8 rates costs about as much as the value. The
picture shows where the book is sensitive to volatility, and to which share.

Checked against the Greeks of Black and Scholes (1973), summed by hand, and differences for the Asian option. Runs in
about 5 s.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.special import ndtr
from scipy.stats import norm

import tapegrad as tg

RNG = np.random.default_rng(11)
SHARES, OPTIONS, PATHS = 20, 5000, 8000
MATURITIES, STRIKES = np.linspace(0.25, 3.0, 12), np.linspace(0.65, 1.35, 15)  # years; relative to the spot of today
TENORS, MONTHS = np.array([0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0]), np.arange(1, 13)[:, None] / 12.0
SPOTS, RATES = RNG.uniform(40.0, 200.0, SHARES), 0.02 + 0.003 * np.log1p(TENORS)
QUOTES = RNG.uniform(0.15, 0.35, (SHARES, 1, 1)) + 0.3 * (STRIKES - 1.0) ** 2 + 0.01 / MATURITIES[:, None]
SHARE, COUNT = RNG.integers([[0], [-50]], [[SHARES], [99]], (2, OPTIONS))
T, MONEYNESS, SIGN = RNG.uniform(0.3, 2.9, OPTIONS), RNG.uniform(0.7, 1.3, OPTIONS), RNG.choice([-1.0, 1.0], OPTIONS)
K = MONEYNESS * SPOTS[SHARE]
WALKS = RNG.normal(size=(PATHS, 12, SHARES)) + RNG.normal(size=(PATHS, 12, 1))  # with a correlation of one half
WALKS = np.cumsum(WALKS / np.sqrt(24.0), axis=1)


def hats(x, grid):
    """Return the weights of the points of a grid in linear interpolation, one row for each x."""
    return np.stack([np.interp(x, grid, unit) for unit in np.eye(len(grid))], axis=1)


ON_SURFACE, ON_CURVE = hats(T, MATURITIES)[:, :, None] * hats(MONEYNESS, STRIKES)[:, None], hats(T, TENORS)


def vanillas(spots, quotes, rates):
    s, vol, r = spots[SHARE], np.sum(ON_SURFACE * quotes[SHARE], axis=(1, 2)), ON_CURVE @ rates
    d = (np.log(s / K) + (r + 0.5 * vol**2) * T) / (vol * np.sqrt(T))
    return (COUNT * SIGN) @ (s * ndtr(SIGN * d) - K * np.exp(-r * T) * ndtr(SIGN * (d - vol * np.sqrt(T))))


def asian(spots, quotes, rates):
    vol, r = quotes[:, 3, 7], rates[2]  # of one year, at the money
    paths = spots * np.exp((r - 0.5 * vol**2) * MONTHS + vol * WALKS)
    return 1000.0 * np.exp(-r) * np.mean(np.maximum(np.mean(paths, axis=(1, 2)) - 120.0, 0.0))


# %%
# All Greeks, and the same by hand: formulas for the European options, differences for the Asian one.
market = (SPOTS, QUOTES, RATES)
value, greeks = tg.compile(tg.value_and_grad(lambda *m: vanillas(*m) + asian(*m), argnums=(0, 1, 2)))(*market)
vol, r, s = np.sum(ON_SURFACE * QUOTES[SHARE], axis=(1, 2)), ON_CURVE @ RATES, SPOTS[SHARE]
d = (np.log(s / K) + (r + 0.5 * vol**2) * T) / (vol * np.sqrt(T))
vegas, rhos = s * norm.pdf(d) * np.sqrt(T), SIGN * K * T * np.exp(-r * T) * norm.cdf(SIGN * (d - vol * np.sqrt(T)))
expected = (np.bincount(SHARE, COUNT * SIGN * norm.cdf(SIGN * d)), np.zeros_like(QUOTES), (COUNT * rhos) @ ON_CURVE)
np.add.at(expected[1], SHARE, (COUNT * vegas)[:, None, None] * ON_SURFACE)
for k, place in [*((0, n) for n in range(SHARES)), *((1, (n, 3, 7)) for n in range(SHARES)), (2, 2)]:
    step = 1e-6 * market[k][place]
    up, down = ([x.copy() for x in market] for _ in range(2))
    up[k][place] += step
    down[k][place] -= step
    expected[k][place] += 0.5 * (asian(*up) - asian(*down)) / step
for name, found, right in zip(("deltas", "vegas", "rhos"), greeks, expected, strict=True):
    print(f"{found.size} {name}: largest {np.abs(right).max():.1f}, largest error {np.abs(found - right).max():.1e}")
    assert np.allclose(found, right, rtol=1e-4, atol=1e-4 * np.abs(right).max())

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.8), layout="constrained", width_ratios=(3, 2))
image = left.pcolormesh(100.0 * STRIKES, MATURITIES, greeks[1].sum(axis=0) / 100.0, cmap="viridis")
figure.colorbar(image, label="vega of all shares (per percent)")
left.set(xlabel="strike (percent of spot)", ylabel="maturity (years)")
right.barh(np.arange(SHARES), greeks[0] * SPOTS / 100.0)
right.set(xlabel="delta (value per percent)", ylabel="share", yticks=range(0, SHARES, 5))
plt.show()
