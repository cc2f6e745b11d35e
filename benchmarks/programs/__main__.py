"""`python -m benchmarks.programs`."""

import sys

from benchmarks.compare.machine import one_thread

if __name__ == "__main__":
    one_thread()  # before anything below loads NumPy
    from benchmarks.programs.contest import main

    main(sys.argv[1:])
