"""The index of the pages shows the house as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tapegrad

PACKAGE = Path(tapegrad.__file__).parent
DOCS = Path(__file__).parents[2] / "docs"
INDEX = (DOCS / "README.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return INDEX.partition(f"## {title}\n")[2].partition("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The cells of a section's table."""
    lines = [line for line in section(title).splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_the_map_shows_every_folder_and_nothing_else():
    shown = [row[0].strip("`") for row in rows("The house")]
    folders = {file.parent.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.py")} - {"."}
    assert len(shown) == len(set(shown))
    assert set(shown) == folders


def test_the_map_shows_every_file_beside_the_folders():
    below = section("The house").partition("There are also single files")[2]
    files = {file.stem for file in PACKAGE.glob("*.py")} - {"__init__"}
    assert {name for name in re.findall(r"`(\w+)`", below) if (PACKAGE / f"{name}.py").exists()} == files


@pytest.mark.parametrize("row", rows("The house"), ids=lambda row: row[0])
def test_what_is_read_first_is_there(row):
    files = re.findall(r"`([\w.]+\.py)`", row[2])
    assert files
    for name in files:
        assert (PACKAGE / row[0].strip("`") / name).exists()


def test_every_page_is_in_the_index():
    links = set(re.findall(r"\]\(([^)#]+)\)", INDEX))
    folders = ("learn", "howto", "explain", "reference", "develop")
    pages = {page.relative_to(DOCS).as_posix() for folder in folders for page in DOCS.glob(f"{folder}/*.md")}
    assert len(pages) > 20
    assert {page for page in pages if not page.endswith("/index.md")} <= links


PAGES = [*DOCS.rglob("*.md"), *DOCS.parent.glob("*.md"), *DOCS.parent.glob("*/README.md")]


@pytest.mark.parametrize("page", sorted(set(PAGES)), ids=lambda page: page.relative_to(DOCS.parent).as_posix())
def test_every_link_to_a_file_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", re.sub(r"`[^`]*`", "", page.read_text(encoding="utf-8")))
    assert not [link for link in links if not (page.parent / link).exists()]


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.name)
def test_files_of_the_package_that_a_page_names_are_there(page):
    named = re.findall(r"`(tapegrad/[\w/]+(?:\.\w+)?)`", page.read_text(encoding="utf-8"))
    assert not [name for name in named if not (PACKAGE.parent / name).exists()]


def test_every_word_has_one_line():
    words = [word for row in rows("The words") for word in row[0].split(", ")]
    assert len(words) == len(set(words))
    contributing = (DOCS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    binding = re.search(r"Each word has one meaning: \*([^*]+)\*", contributing)
    assert binding is not None
    assert {word.strip() for word in binding[1].split(",")} <= set(words)
    assert all(len(row) == 2 and row[1] for row in rows("The words"))
