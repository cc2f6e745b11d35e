"""Code generation: turns programs into machine code."""
