"""The eager executor: a run is planned, cut into regions, swept forward and back. It hands itself to the tape."""

from tapegrad.engine.sweeps import scalar_sweep, sweep
from tapegrad.tape.executor import executor

executor.sweep, executor.scalar_sweep = sweep, scalar_sweep
