"""GradBench's JAX tool with its results waited for, in float64: ``python -m benchmarks.gradbench.jax_tool CHECKOUT``.

JAX returns before a result is there, and GradBench's modules do not wait, so the times of its own tool are those of the
dispatch. Its module of the eval `ode` computes in float32 unless it is told otherwise.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    """Run GradBench's own tool with runs that end when their results are there."""
    import jax
    from gradbench import wrap  # type: ignore[import-not-found]

    jax.config.update("jax_enable_x64", True)
    multiple_runs = wrap.multiple_runs

    def waiting(**options: Any) -> Any:
        inner = multiple_runs(**options)
        return lambda function: inner(lambda given: jax.block_until_ready(function(given)))

    wrap.multiple_runs = waiting
    folder = Path(sys.argv[1]) / "python/gradbench/gradbench/tools/jax"
    sys.argv[1:] = []
    sys.path.insert(0, str(folder))
    runpy.run_path(str(folder / "run.py"), run_name="__main__")


if __name__ == "__main__":
    main()
