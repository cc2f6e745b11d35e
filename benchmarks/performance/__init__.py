"""The tables of `docs/explain/performance.md`: what work costs at each size, beside what the machine can do at all."""
