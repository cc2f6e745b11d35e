"""The documentation site: every op has a page, a build finds what is wrong and nothing else, and a server shows it."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

import tapegrad
from tests.browser import Page, browser

ROOT = Path(__file__).parents[2]


PAGES = """
import sys
class Absent:  # as if these were not installed
    def find_spec(name, *where):
        if name in ("torch", "jax", "pytensor", "casadi"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent)
import inspect, json, api_pages, ops_pages, tapegrad
from tapegrad.ops import composites, declare
records = [*(op.name for op in declare.table if op is not None), *(c.name for c in composites.composites.values())]
names = [name for name in tapegrad.__all__ if not inspect.ismodule(getattr(tapegrad, name))]
made = ops_pages.pages(), api_pages.pages()
print(json.dumps([*({path.stem: text for path, text in pages.items()} for pages in made), records, names]))
"""


@pytest.fixture(scope="module")
def generated():
    pytest.importorskip("numpydoc")
    command = [sys.executable, "-c", PAGES]  # in a process without the ops that other tests declare
    done = subprocess.run(command, cwd=ROOT / "docs", check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_every_op_has_an_entry_in_one_page_that_says_how_it_is_tested(generated):
    pages, _, records, _ = generated
    entries = [
        n for text in pages.values() for n in re.findall(r"^(?:### |\.\. autofunction:: )(\S+)$", text, re.MULTILINE)
    ]
    assert len(records) > 700
    assert len(entries) == len(records)
    assert sum(text.count("\n- tested against: ") for text in pages.values()) == len(records)
    assert ".. autofunction:: tapegrad.sin\n" in pages["elementwise"]
    assert "partial with respect to x: `cos(x)`" in pages["elementwise"]


def test_the_reference_of_bridges_needs_no_other_system(generated):
    _, pages, _, _ = generated
    bridges = re.findall(r"py:function:: tapegrad\.bridges\.(\w+)\.\w+\(", pages["bridges"])
    assert {"torch", "jax", "pytensor", "casadi"} <= set(bridges)


def test_every_public_name_is_in_a_table_and_leads_to_one_entry(generated):
    ops, pages, _, names = generated
    text = "\n".join(pages.values())
    rows = re.findall(r"^\| (?:\{py:obj\})?`(\S+?)(?: <(\S+)>)?` \|", text, re.MULTILINE)
    assert {f"tg.{name}" for name in names} <= {name for name, _ in rows}
    entries = re.findall(r"^\.\. auto\w+:: (\S+)$", text + "\n" + "\n".join(ops.values()), re.MULTILINE)
    assert {target for _, target in rows if target} <= set(entries)
    assert len(entries) == len(set(entries))


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build a site in which a link leads nowhere and a page has no title; give its folder, and how the build ended."""
    pytest.importorskip("sphinx")
    pytest.importorskip("sphinx_gallery")
    root = tmp_path_factory.mktemp("site")
    left_out = shutil.ignore_patterns(".*", "build", "dist", "_build", "gallery", "generated", "__pycache__")
    shutil.copytree(ROOT, root, ignore=left_out, dirs_exist_ok=True)
    page = root / "docs" / "learn" / "tutorial.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n[nowhere](no_such_page.md)\n", encoding="utf-8")
    (root / "docs" / "howto" / "untitled.md").write_text("---\norphan: true\n---\nText.\n", encoding="utf-8")
    where = os.pathsep.join([str(root), str(Path(tapegrad.__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-m", "docs", "--quick"], cwd=root, env=os.environ | {"PYTHONPATH": where},
        capture_output=True, text=True,
    )  # fmt: skip
    return root / "docs" / "_build" / "html", done


@pytest.mark.exhaustive  # a build of the site, which the checks make anyway
def test_a_link_that_leads_nowhere_and_a_page_without_title_are_the_only_warnings_of_a_build(built):
    site, done = built
    warnings = [line for line in done.stderr.splitlines() if "WARNING" in line]
    assert done.returncode == 1
    link, title = sorted(warnings, key=lambda line: "no title" in line)
    assert re.search(r"learn/tutorial\.md:\d+: WARNING: .*'no_such_page\.md'", link)
    assert re.search(r"howto/untitled\.md: WARNING: .*no title", title)
    assert "matmul" in (site / "explorer" / "network.html").read_text(encoding="utf-8")
    assert "<h1>Gallery" in (site / "gallery" / "index.html").read_text(encoding="utf-8")


SEARCHED = {
    "loop is slow": "explain/loops.html",
    "standard errors": "howto/hessians.html",
    "fit a model": "howto/fit.html",
    "check derivatives": "howto/check.html",
    "gradcheck": "reference/api/autograd.html",
}


@pytest.mark.exhaustive  # a build of the site, which the checks make anyway
def test_a_search_begins_with_the_page_that_is_meant(built, tmp_path):
    site, _ = built
    found = {}
    with browser(tmp_path) as chromium:
        for words in SEARCHED:
            page = Page(chromium, site / "search.html", f"?q={words.replace(' ', '+')}")
            first = page.until("document.querySelector('#search-results li a')?.href")
            found[words] = first.removeprefix(site.as_uri() + "/").partition("#")[0].partition("?")[0]
        chromium.get("about:blank")
        page.errors()  # of results, whose text a page of a file cannot read
    assert found == SEARCHED


def test_the_site_is_shown_by_a_server_until_ctrl_c(tmp_path, monkeypatch, capsys):
    (tmp_path / "index.html").write_text("<p>the first page</p>")
    spec = importlib.util.spec_from_file_location("docs_main", ROOT / "docs" / "__main__.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    read, readers = [], []

    def browser(address):
        readers.append(threading.Thread(target=lambda: read.append(urllib.request.urlopen(address).read())))
        readers[0].start()

    def one_request_and_ctrl_c(server):
        server.handle_request()
        readers[0].join(60.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(module.webbrowser, "open", browser)
    monkeypatch.setattr(module.ThreadingHTTPServer, "serve_forever", one_request_and_ctrl_c)
    module.show(tmp_path)
    assert read == [b"<p>the first page</p>"]
    assert capsys.readouterr().out.startswith("http://127.0.0.1:")
