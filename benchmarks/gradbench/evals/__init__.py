"""The evals: one module for each, whose functions are the entries that GradBench asks for."""
