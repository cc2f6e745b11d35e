"""The eager executor: plans a run, cuts it into segments, and sweeps it forward and in reverse."""

from tapegrad.engine.sweeps import load, scalar_sweep, sweep
from tapegrad.ops.runtime import runtime

runtime.load, runtime.sweep, runtime.scalar_sweep = load, sweep, scalar_sweep
