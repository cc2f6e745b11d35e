"""Pages for a browser: a template, its style sheets and scripts, and the data that they show, in one file.

A template `assets/NAME.html` links style sheets and scripts as a page on a server does, and has the comment
`<!-- data -->` before the first script. Here their text takes the place of the links, so that the page loads nothing
from elsewhere: it can be sent by mail and kept.

Tests: tests/explain/test_page.py
"""

from __future__ import annotations

import base64
import json
import os
import re
import zlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

ASSETS = files(__package__) / "assets"
DATA = "<!-- data -->"


def html(template: str, data: Mapping[str, object], chunks: Sequence[object] = ()) -> str:
    """Return the text of a page.

    Parameters
    ----------
    template : str
        The name of a page in `assets`: "explorer" or "profile".
    data : mapping
        What the page shows from the start: values that JSON can hold.
    chunks : sequence
        What it shows on request, also values that JSON can hold. They are deflated; the browser inflates one when it
        is first needed.

    Returns
    -------
    str
        HTML that loads nothing from elsewhere.
    """
    page = _text(f"{template}.html")
    page = re.sub(r'<link rel="stylesheet" href="([\w.]+)">', lambda m: f"<style>\n{_text(m[1])}</style>", page)
    page = re.sub(r'<script src="([\w.]+)"></script>', lambda m: f"<script>\n{_text(m[1])}</script>", page)
    parts = [f'<script type="application/json" id="data">{_json(data)}</script>']
    for k, chunk in enumerate(chunks):
        packed = base64.b64encode(zlib.compress(_json(chunk).encode())).decode()
        parts.append(f'<script type="text/plain" id="chunk{k}">{packed}</script>')
    return page.replace(DATA, "\n".join(parts))


def write(
    path: str | os.PathLike[str], template: str, data: Mapping[str, object], chunks: Sequence[object] = ()
) -> None:
    """Write a page to a file: the text that `html` returns."""
    Path(path).write_text(html(template, data, chunks), encoding="utf-8")


def _text(name: str) -> str:
    """Return the text of a file in `assets`."""
    return (ASSETS / name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    """Return JSON that may stand within a script: none of its text can end the script."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
