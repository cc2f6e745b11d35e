"""Passes: functions of a program to a program, run before machine code is made (`tapegrad.passes.pipeline`)."""
