"""Memory: bytes of the tape per recorded scalar operation, and the peak of a process that sweeps large work."""

from benchmarks import problems
from benchmarks.peers import tapegrad


class Tape:
    """As the tape itself counts it, swept and kept."""

    unit = "bytes"

    def track_bytes_per_op(self) -> float:
        return tapegrad.bytes_per_op(50_000)


class Peak:
    """Of the whole process, libraries included."""

    def peakmem_scalar_chain(self) -> None:
        tapegrad.scalar_chain(problems.CHAIN_START, 500_000)()

    def peakmem_expression(self) -> None:
        tapegrad.expression(problems.expression_data())()

    def peakmem_training_steps(self) -> None:
        step = tapegrad.training_step(*problems.regression_data())
        for _ in range(10_000):
            step()
