"""Run the command line: ``python -m tapegrad COMMAND``, whose commands are in `tapegrad.commands`."""

import sys

from tapegrad.commands.command_line import main

if __name__ == "__main__":
    sys.exit(main())
