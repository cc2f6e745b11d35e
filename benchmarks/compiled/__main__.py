"""`python -m benchmarks.compiled`."""

import sys

from benchmarks.compare.machine import one_thread

if __name__ == "__main__":
    one_thread()  # before anything below loads NumPy: thread pools are sized when a library is loaded
    from benchmarks.compiled.cli import main

    sys.exit(main())
