"""Shapes: one chain of 250 elementwise operations on 1 to 10^6 elements."""

from benchmarks import problems
from benchmarks.peers import tapegrad


class ElementwiseChain:
    """Forward and backward, recorded anew each time."""

    params = tuple(10**k for k in range(7))
    param_names = ("elements",)
    timeout = 120

    def setup(self, elements: int) -> None:
        self.job = tapegrad.elementwise_chain(*problems.chain_data(elements))
        self.job()

    def time_gradient(self, elements: int) -> None:
        self.job()

    def peakmem_gradient(self, elements: int) -> None:
        self.job()
