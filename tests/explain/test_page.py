"""Pages hold what they show, and load nothing."""

from __future__ import annotations

import base64
import json
import re
import zlib

import pytest

from tapegrad.explain import page

TEMPLATE = """<!doctype html><link rel="stylesheet" href="a.css"><p>text</p><!-- data -->
<script src="a.js"></script>"""
DATA = {"text": 'of "</script><!-- <script>', "numbers": [1, 2.5, None], "letters": "äµ→"}


@pytest.fixture
def assets(tmp_path, monkeypatch):
    """A folder of assets with one template."""
    for name, text in {"small.html": TEMPLATE, "a.css": "p { color: red }\n", "a.js": r"'\d'.length;"}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(page, "ASSETS", tmp_path)


def test_styles_and_scripts_take_the_place_of_links(assets):
    text = page.html("small", {})
    assert "<style>\np { color: red }\n</style>" in text
    assert r"'\d'.length;" in text
    assert not re.search(r"(src|href)=", text)


def test_data_and_chunks_come_back_from_the_page(assets):
    text = page.html("small", DATA, [["one"], DATA])
    assert text.count("</script>") == 4
    found = re.search(r'<script type="application/json" id="data">(.*)</script>', text)
    assert found
    assert json.loads(found[1]) == DATA
    packed = re.findall(r'<script type="text/plain" id="chunk\d">(.*)</script>', text)
    assert [json.loads(zlib.decompress(base64.b64decode(chunk))) for chunk in packed] == [["one"], DATA]


def test_what_json_cannot_hold_is_refused(assets):
    with pytest.raises(ValueError, match="JSON"):
        page.html("small", {"seconds": float("nan")})


def test_a_page_is_written(assets, tmp_path):
    page.write(tmp_path / "page.html", "small", DATA, [["one"]])
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html("small", DATA, [["one"]])
