"""Effects of coaching in eight schools: a hierarchical model, sampled by the no-U-turn sampler.

The data are Rubin's (1981, Estimation in parallel randomized experiments, J. Educational Statistics 6): estimated
effects on test scores, and their standard errors. The effects of the schools come from a normal distribution whose mean
mu and spread tau are unknown; the sampler moves in (mu, log tau, standardized effects), where the density is smooth and
round. The log density is written with `tg.stats` and sealed; the sampler is that of Hoffman and Gelman (2014, The
no-U-turn sampler, JMLR 15) with states chosen by their weights (Betancourt 2017).

python examples/hierarchical_model.py
"""

from typing import NamedTuple

import numpy as np

import tapegrad as tg

EFFECTS = np.array([28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0])
ERRORS = np.array([15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0])


def log_density(x):
    mu, log_tau, standard = x[0], x[1], x[2:]
    tau = np.exp(log_tau)
    prior = tg.stats.norm.logpdf(mu, 0.0, 5.0) + tg.stats.halfcauchy.logpdf(tau, 0.0, 5.0) + log_tau
    between = np.sum(tg.stats.norm.logpdf(standard))
    return prior + between + np.sum(tg.stats.norm.logpdf(EFFECTS, mu + tau * standard, ERRORS))


class State(NamedTuple):
    """A point, its momentum, and what the log density and its gradient are there."""

    q: np.ndarray
    p: np.ndarray
    value: float
    slope: np.ndarray

    @property
    def energy(self):
        return self.value - 0.5 * (self.p @ self.p)


class Sampler:
    """Draws by the no-U-turn sampler; `step` is found while it warms up, for a mean acceptance of `target`."""

    def __init__(self, both, rng, target=0.9):
        self.both, self.rng, self.target, self.step = both, rng, target, 0.1

    def leap(self, s, step):
        p = s.p + 0.5 * step * s.slope
        q = s.q + step * p
        value, slope = self.both(q)
        return State(q, p + 0.5 * step * slope, value, slope)

    def tree(self, edge, sign, depth, start):
        """Take 2**depth leaps onward from an edge.

        Return the nearest and the farthest state, one of all by weight, the logarithm of the sum of their weights,
        whether to go on, the sum of the acceptances and the number of leaps.
        """
        if depth == 0:
            s = self.leap(edge, sign * self.step)
            gain = s.energy - start
            return s, s, s, gain, gain > -1000.0, min(1.0, np.exp(min(gain, 0.0))), 1
        near, far, chosen, weight, good, accepted, count = self.tree(edge, sign, depth - 1, start)
        if good:
            _, far, other, more, good, accepted_too, count_too = self.tree(far, sign, depth - 1, start)
            total = np.logaddexp(weight, more)
            if self.rng.random() < np.exp(more - total):
                chosen = other
            good = good and self.onward(near, far, sign)
            weight, accepted, count = total, accepted + accepted_too, count + count_too
        return near, far, chosen, weight, good, accepted, count

    @staticmethod
    def onward(a, b, sign):
        """Whether both ends still move apart."""
        way = sign * (b.q - a.q)
        return way @ a.p > 0.0 and way @ b.p > 0.0

    def draw(self, q):
        """The next point, and the mean acceptance."""
        value, slope = self.both(q)
        left = right = chosen = State(q, self.rng.normal(size=q.shape), value, slope)
        start, weight, accepted, count = left.energy, 0.0, 0.0, 0
        for depth in range(10):
            sign = 1.0 if self.rng.random() < 0.5 else -1.0
            _, far, other, more, good, a, n = self.tree(right if sign > 0 else left, sign, depth, start)
            accepted, count = accepted + a, count + n
            if sign > 0:
                right = far
            else:
                left = far
            if good and self.rng.random() < np.exp(more - weight):
                chosen = other
            weight = np.logaddexp(weight, more)
            if not good or not self.onward(left, right, 1.0):
                break
        return chosen.q, accepted / count

    def run(self, q, warm_up, draws):
        """Draws, one a row; the step is averaged as in section 3.2 of Hoffman and Gelman."""
        first, mean_error, log_mean = np.log(10.0 * self.step), 0.0, 0.0
        for k in range(1, warm_up + 1):
            q, accepted = self.draw(q)
            mean_error += (self.target - accepted - mean_error) / (k + 10.0)
            log_step = first - np.sqrt(k) / 0.05 * mean_error
            log_mean += k**-0.75 * (log_step - log_mean)
            self.step = np.exp(log_step)
        self.step = np.exp(log_mean)
        rows = []
        for _ in range(draws):
            q, _ = self.draw(q)
            rows.append(q)
        return np.array(rows)


def main():
    both = tg.compile(tg.value_and_grad(log_density))
    draws = Sampler(both, np.random.default_rng(8)).run(np.zeros(10), warm_up=500, draws=2000)
    mu, tau = draws[:, 0], np.exp(draws[:, 1])
    print(f"mu: mean {mu.mean():.2f}, standard deviation {mu.std():.2f}")
    print(f"tau: mean {tau.mean():.2f}, median {np.median(tau):.2f}")
    for name, effect in zip("ABCDEFGH", (mu[:, None] + tau[:, None] * draws[:, 2:]).T, strict=True):
        print(f"school {name}: mean {effect.mean():.2f}, standard deviation {effect.std():.2f}")


if __name__ == "__main__":
    main()
