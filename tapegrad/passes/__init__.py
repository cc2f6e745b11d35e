"""Passes: what changes programs before they are machine code, as one list (`tapegrad.passes.pipeline`)."""
