"""The rows of the table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks import problems
from benchmarks.compare import peers
from benchmarks.compare.fresh import fresh
from benchmarks.compare.outcome import Outcome, Settings
from benchmarks.compare.timed import timed


@dataclass(frozen=True)
class Row:
    """A kind of work, how it is measured, and by whom."""

    name: str
    title: str
    """May name the settings."""
    measure: Callable[[dict[str, Any], Settings], Outcome]
    unit: str = "s"
    per: int = 1
    """Figures are divided by this, for a time per operation."""
    peers: tuple[str, ...] = peers.ALL


CHAIN = problems.CHAIN_START, problems.CHAIN_ITERATIONS

ROWS = (
    Row(
        "scalar_chain",
        f"scalar chain `y = y*x + 0.001`, {problems.CHAIN_OPS:,} operations, record + backward",
        timed("scalar_chain", *CHAIN),
    ),
    Row(
        "retained_chain",
        "backward of it again (`retain_graph=True`), per operation",
        timed("retained_chain", *CHAIN),
        per=problems.CHAIN_OPS,
    ),
    Row(
        "elementwise_chain",
        "chain of 250 elementwise operations on 256 elements, forward + backward",
        timed("elementwise_chain", *problems.chain_data()),
    ),
    Row(
        "expression",
        "`sum(tanh(1.5x+0.25)*exp(-x*x) + log1p(x*x))`, 10^6 elements, forward + backward",
        timed("expression", problems.expression_data()),
    ),
    Row(
        "network",
        "network 64x16-32-32-1, forward + backward",
        timed("network", *problems.network_data()),
    ),
    Row(
        "training_step",
        "gradient descent step, 10 parameters, 32 observations",
        timed("training_step", *problems.regression_data()),
    ),
    Row(
        "import_numpy",
        "fresh process: `import numpy` alone, of which the next rows are more",
        fresh("import_numpy", turns=lambda settings: settings.processes, discard=1),
        peers=("tapegrad",),
    ),
    Row(
        "first_gradient",
        "fresh process: import + first gradient, warm cache",
        fresh("first_gradient", turns=lambda settings: settings.processes, discard=1),
    ),
    Row(
        "cold_first_gradient",
        "the same, empty cache",
        fresh("first_gradient", turns=lambda settings: max(1, settings.processes // 3), cold=True),
        peers=("tapegrad",),
    ),
    Row(
        "bytes_per_op",
        "memory that a recorded scalar operation keeps (a sweep of tapegrad takes 8 B more while it runs)",
        fresh("bytes_per_op", turns=lambda settings: 1, number=lambda settings: 50_000),
        unit="B",
        peers=("tapegrad", "xad"),
    ),
    Row(
        "growth",
        "growth of memory over {settings.training_steps:,} descent steps, after the first 1,000",
        fresh("growth", turns=lambda settings: 1, number=lambda settings: settings.training_steps),
        unit="KiB",
        per=1024,
        peers=("tapegrad",),
    ),
)
