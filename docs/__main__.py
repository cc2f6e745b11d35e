"""Build the documentation site: ``python -m docs``.

Tests: tests/package/test_site.py
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
import time
import webbrowser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

DOCS = Path(__file__).resolve().parent
SITE = DOCS / "_build" / "html"


class _Files(SimpleHTTPRequestHandler):
    """Files without a line in the terminal for each."""

    def log_message(self, *what: object) -> None:
        pass


def show(site: Path) -> None:
    """Show the site in the browser until Ctrl-C; opened as a file, its search could not read the pages it finds."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=site)) as server:
        address = f"http://127.0.0.1:{server.server_port}/index.html"
        print(f"{address}, until Ctrl-C", flush=True)
        webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


def main() -> int:
    """Build the site; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m docs", description='Build the documentation site. It needs pip install ".[docs]".'
    )
    parser.add_argument("--quick", action="store_true", help="do not run the scripts of the gallery")
    parser.add_argument("--open", action="store_true", help="show the site in the browser")
    parser.add_argument("--output", type=Path, default=SITE, help="the folder to write to")
    options = parser.parse_args()
    try:
        from sphinx.cmd.build import build_main
    except ImportError:
        print('python -m docs: Sphinx is not installed. Run: pip install ".[docs]"', file=sys.stderr)
        return 1
    os.environ.setdefault("MPLBACKEND", "Agg")
    if options.quick:
        os.environ["TAPEGRAD_QUICK_SITE"] = "1"
    begun = time.perf_counter()
    status = build_main(["-q", "-b", "html", "-W", "--keep-going", str(DOCS), str(options.output)])
    if status == 0:
        print(f"{options.output / 'index.html'}, built in {time.perf_counter() - begun:.0f} s")
        if options.open:
            show(options.output)
    return status


if __name__ == "__main__":
    sys.exit(main())
