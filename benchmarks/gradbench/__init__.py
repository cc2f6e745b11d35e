"""GradBench's evals (github.com/gradbench/gradbench) as users would write them, and a table beside other tools."""
