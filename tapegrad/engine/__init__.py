"""The eager executor: a run is planned, cut into regions, swept forward and back. It hands itself to the tape."""

from tapegrad.engine.sweeps import load, scalar_sweep, sweep
from tapegrad.record.executor import executor

executor.load, executor.sweep, executor.scalar_sweep = load, sweep, scalar_sweep
