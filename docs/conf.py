"""Settings of the documentation site: ``python -m docs`` builds it.

Tests: tests/package/test_site.py
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path.insert(0, str(DOCS))

import explored  # noqa: E402
import generate  # noqa: E402
from docutils import nodes  # noqa: E402
from sphinx.util import logging  # noqa: E402

import tapegrad  # noqa: E402

REPOSITORY = "https://github.com/tapegrad/tapegrad"

project = "tapegrad"
author = "the tapegrad developers"
project_copyright = "the tapegrad developers, MIT licence"
version = release = tapegrad.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "numpydoc",
    "sphinx_design",
    "sphinx_copybutton",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "**/sg_execution_times.rst", "sg_execution_times.rst", "**/__pycache__"]
nitpicky = True
default_role = "literal"  # of docstrings
nitpick_ignore_regex = [("py:.*", r".*")]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "attrs_inline"]
myst_heading_anchors = 4

toc_object_entries_show_parents = "hide"
autodoc_typehints = "none"
numpydoc_show_class_members = False

html_theme = "pydata_sphinx_theme"
html_title = f"tapegrad {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_search_scorer = str(DOCS / "_static" / "search_order.js")
html_show_sourcelink = False
html_sidebars = {"index": [], "explain/explorer": []}
html_theme_options = {
    "logo": {"text": "tapegrad"},
    "github_url": REPOSITORY,
    "header_links_before_dropdown": 7,
    "show_prev_next": True,
    "navigation_with_keys": False,
    "show_nav_level": 1,
    "show_toc_level": 2,
    "secondary_sidebar_items": {"**": ["page-toc"], "index": [], "explain/explorer": []},
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "friendly",
    "pygments_dark_style": "github-dark",
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


sphinx_gallery_conf = {
    "examples_dirs": ["../examples"],
    "gallery_dirs": ["gallery"],
    "filename_pattern": r"\.py$",
    "abort_on_example_error": True,
    "plot_gallery": not os.environ.get("TAPEGRAD_QUICK_SITE"),
    "download_all_examples": False,
    "show_memory": False,
    "thumbnail_size": (480, 336),
    "min_reported_time": 1e9,
    "remove_config_comments": True,
    "within_subsection_order": "FileNameSortKey",
}


def _link_to_repository(app: Any, page: str, source: list[str]) -> None:
    """Let links that leave the folder of the pages lead to the gallery or to the repository."""
    folder = (DOCS / page).parent

    def replaced(match: re.Match[str]) -> str:
        target = (folder / match[1]).resolve()
        if not target.exists() or target.is_relative_to(DOCS) or not target.is_relative_to(ROOT):
            return match[0]
        path = target.relative_to(ROOT).as_posix()
        shown = DOCS / "gallery" / ("index.rst" if path == "examples/README.md" else f"{target.stem}.rst")
        if path.partition("/")[0] == "examples" and shown.exists():
            return f"](/gallery/{shown.name})"
        return f"]({REPOSITORY}/blob/main/{path}{match[2] or ''})"

    source[0] = re.sub(r"\]\((\.\./[^)#\s]+)(#[^)]*)?\)", replaced, source[0])


def _strip_examples(app: Any, tree: nodes.document) -> None:
    """Remove the empty line that ends the output of a doctest."""
    for block in tree.findall(nodes.literal_block):
        if block.rawsource == block.astext():  # else it is highlighted already
            block.rawsource = block.rawsource.rstrip()
            block[:] = [nodes.Text(block.rawsource)]


def _require_titles(app: Any, environment: Any) -> None:
    """Warn of each page without a title: links to it, and the path above it, would say so to readers."""
    for page, title in environment.titles.items():
        if title.astext() == "<no title>":
            logging.getLogger(__name__).warning("the page has no title", location=page)


def setup(app: Any) -> None:
    """Connect what happens before pages are read, and after."""
    app.connect("builder-inited", lambda app: generate.write(generate.reference()), priority=0)
    app.connect("source-read", _link_to_repository)
    app.connect("doctree-read", _strip_examples)
    app.connect("env-check-consistency", _require_titles)
    app.connect("build-finished", lambda app, error: error or explored.write(Path(app.outdir) / "explorer"))
