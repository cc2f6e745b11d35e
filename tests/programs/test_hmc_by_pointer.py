"""The sampler of the examples against the posterior, which is normal and known."""

from __future__ import annotations

import pytest

from tests.programs.test_examples import after_colon, printed


@pytest.mark.slow
def test_draws_have_the_mean_and_the_deviation_of_the_posterior(capsys):
    signature, accepted, mean, deviation = printed("hmc_by_pointer", capsys)
    assert signature.endswith("(size_t n, const double *x, double *grad, double *logp, void *user)")
    assert after_colon(accepted)[0] > 0.9
    assert after_colon(mean)[0] < 0.05
    assert after_colon(deviation)[0] < 0.05
