"""The eager executor: plans a run, cuts it into segments, and sweeps it forward and in reverse."""

from tapegrad.engine.sweeps import load, scalar_sweep, sweep
from tapegrad.record.executor import executor

executor.load, executor.sweep, executor.scalar_sweep = load, sweep, scalar_sweep
