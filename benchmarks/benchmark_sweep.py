"""Sweeps: the retained backward of a scalar chain, per operation of the table."""

import tapegrad as tg
from benchmarks.steps import STEPS, chain

LENGTH = 4_000


class RetainedSweep:
    """The second and later sweeps over one recorded chain of 4,000 steps."""

    params = tuple(STEPS)
    param_names = ("operation",)

    def setup(self, operation: str) -> None:
        self.x = tg.tensor(0.9995, requires_grad=True)
        self.y = chain(STEPS[operation], tg, self.x, LENGTH)
        self.y.backward(retain_graph=True)

    def time_backward(self, operation: str) -> None:
        self.x.grad = None
        self.y.backward(retain_graph=True)
