"""What a row of the table is made of."""

from dataclasses import dataclass, field

from benchmarks.problems import Answer


@dataclass(frozen=True)
class Settings:
    """How much time to spend."""

    quick: bool

    @property
    def rounds(self) -> int:
        """Turns that each peer gets; the best one counts."""
        return 4 if self.quick else 15

    @property
    def turn_seconds(self) -> float:
        """Least length of a turn: short jobs are repeated to fill it."""
        return 0.01 if self.quick else 0.05

    @property
    def peer_seconds(self) -> float:
        """Time after which a peer gets no further turn in a row (but a few it always gets)."""
        return 0.5 if self.quick else 4.0

    @property
    def processes(self) -> int:
        """Fresh processes per peer; the best one counts."""
        return 2 if self.quick else 7

    @property
    def training_steps(self) -> int:
        """Length of the run that must not grow."""
        return 100_000 if self.quick else 1_000_000


@dataclass
class Outcome:
    """Figures and answers of a row, by peer; what could not be measured, and why."""

    figures: dict[str, list[float]] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    skips: dict[str, str] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
