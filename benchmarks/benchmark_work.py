"""Whole jobs, as the comparison runs them: recorded, swept and read in every call."""

from collections.abc import Callable

from benchmarks import problems
from benchmarks.peers import tapegrad
from benchmarks.problems import Job

JOBS: dict[str, Callable[[], Job]] = {
    "scalar chain, 4,000 operations": lambda: tapegrad.scalar_chain(problems.CHAIN_START, problems.CHAIN_ITERATIONS),
    "expression, 10^6 elements": lambda: tapegrad.expression(problems.expression_data()),
    "network 64x16-32-32-1": lambda: tapegrad.network(*problems.network_data()),
    "training step, 10 parameters": lambda: tapegrad.training_step(*problems.regression_data()),
}


class Work:
    """Value and gradients."""

    params = tuple(JOBS)
    param_names = ("job",)

    def setup(self, job: str) -> None:
        self.job = JOBS[job]()
        self.job()

    def time_gradient(self, job: str) -> None:
        self.job()
