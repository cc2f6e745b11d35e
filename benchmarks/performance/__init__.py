"""The tables of `docs/performance.md`: what work costs at each size, beside what the machine can do at all."""
