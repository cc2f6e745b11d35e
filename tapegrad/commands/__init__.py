"""The commands of ``python -m tapegrad``: one file for each; the list is in `command_line`.

A command's file says in its docstring what it does, which its help shows. It has three names: ``EXAMPLE``, a line that
runs; ``arguments(parser)``, which adds what the command takes; and ``run(options)``, which returns the exit status.
"""
