"""A profile as a page: its numbers are those of the table, and in a browser the flame graph can be zoomed and searched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tapegrad as tg
from tapegrad.profiler import profile
from tapegrad.profiler.profile_page import data_of
from tests.browser import Page, browser
from tests.support import leaf

HERE = __file__
ENTER, ESCAPE, LEFT, RIGHT, DOWN = "\ue007", "\ue00c", "\ue012", "\ue014", "\ue015"  # as WebDriver has them


def first_part(x: Any) -> Any:
    return np.sum(np.sin(x) * x)


def second_part(x: Any) -> Any:
    return np.sum(np.exp(x @ x))


def whole(x: Any) -> Any:
    return first_part(x) + second_part(x) + first_part(x * 2.0)


def measured(**options: Any) -> profile:
    x = leaf(np.random.default_rng(0).normal(size=(60, 60)) / 60)
    energy = tg.compile(first_part)
    with profile(**options) as p:
        for _ in range(3):
            whole(x).backward()
            energy(np.ones(5))
    return p


@pytest.fixture(scope="module")
def p() -> profile:
    return measured(stacks=True, memory=True)


def number(function: Any, offset: int) -> int:
    return function.__code__.co_firstlineno + offset


def test_nodes_are_the_tree_and_add_up_to_the_table(p):
    nodes = data_of(p, "title")["nodes"]
    assert {len(column) for column in nodes.values()} == {len([*p.tree().walk()])}
    assert nodes["parent"][0] == -1
    assert all(0 <= parent < k for k, parent in enumerate(nodes["parent"][1:], 1))
    for k, (_, node) in enumerate(p.tree().walk()):
        assert nodes["name"][k] == node.name
        below = [j for j, parent in enumerate(nodes["parent"]) if parent == k]
        assert [nodes["name"][j] for j in below] == [child.name for child in node.children]
    for name in ("forward_time", "reverse_time", "forward", "reverse", "bytes"):
        assert sum(nodes[name]) == pytest.approx(sum(getattr(row, name) for row in p.rows("op")))
        assert sum(nodes[name][k] for k, op in enumerate(nodes["op"]) if op) == pytest.approx(sum(nodes[name]))


def test_lines_have_their_own_times_and_those_of_their_calls(p):
    found = data_of(p, "title")
    lines = {(found["paths"][k], n): times for k, n, *times in found["lines"]}
    for row in p.rows("line"):
        assert lines[row.line][:2] == pytest.approx([row.forward_time, row.reverse_time])
    assert sum(times[0] + times[1] for times in lines.values()) == pytest.approx(p.total)
    root = p.tree()
    (loop,) = [c for c in root.children if c.line == (HERE, number(measured, 5))]
    assert lines[HERE, number(measured, 5)] == pytest.approx([0.0, 0.0, loop.forward_time, loop.reverse_time])
    first, second = lines[HERE, number(first_part, 1)], lines[HERE, number(second_part, 1)]
    of_whole = lines[HERE, number(whole, 1)]
    assert of_whole[2] == pytest.approx(first[2] + second[2] + of_whole[0])


def test_a_line_on_the_way_twice_counts_once():
    def down(x: Any, depth: int) -> Any:
        return np.sin(down(x, depth - 1)) if depth else x

    with profile(stacks=True) as p:
        down(leaf(0.5), 5).backward()
    found = data_of(p, "title")
    for _, _, *times in found["lines"]:
        assert times[2] + times[3] <= p.total * (1 + 1e-12)


def test_the_source_of_lines_is_there(p):
    found = data_of(p, "title")
    text = Path(HERE).read_text().splitlines()
    shown = {}
    for piece in found["files"]:
        assert found["paths"][piece["file"]] == HERE
        shown |= dict(enumerate(piece["lines"], piece["first"]))
    assert {n for _, n, *_ in found["lines"]} <= shown.keys()
    assert all(text[n - 1] == line for n, line in shown.items())


def test_files_that_are_not_there_have_no_source():
    scope: dict[str, Any] = {"np": np}
    exec(compile("def f(x):\n    return np.sin(x)\n", "<made here>", "exec"), scope)
    with profile(lines=True) as p:
        scope["f"](leaf(1.0)).backward()
    found = data_of(p, "title")
    assert found["paths"] == ["<made here>"]
    assert [row[1] for row in found["lines"]] == [2]


def test_memory_is_given_in_columns(p):
    columns = data_of(p, "title")["memory"]
    assert [*zip(*columns, strict=True)] == [tuple(sample) for sample in p.memory]
    assert data_of(measured(), "title")["memory"] is None


class Tags(HTMLParser):
    """Checks that tags are closed in order, and keeps the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data + " "


@pytest.mark.parametrize("options", [{}, {"lines": True}, {"stacks": True, "memory": True}])
def test_a_notebook_shows_the_longest_rows_without_scripts(options):
    p = measured(**options)
    shown = Tags(p._repr_html_())
    assert "script" not in shown.seen
    assert f"{1e3 * p.total:.3f} ms measured" in shown.text
    longest = p.rows("both" if options else "op")[0]
    assert longest.op in shown.text
    assert f"{1e3 * longest.forward_time:.3f} ms" in shown.text
    assert ("test_profile_page.py:" in shown.text) == bool(options)
    assert ("MB held" in shown.text) == ("memory" in options)


def test_a_notebook_shows_an_empty_profile_and_odd_names():
    with profile() as empty:
        pass
    assert "0.000 ms measured" in Tags(empty._repr_html_()).text
    f = tg.compile(lambda x: x * 2.0)
    with profile() as odd:
        f(np.ones(2))
    assert "compiled <lambda>" in Tags(odd._repr_html_()).text


@pytest.mark.parametrize(("elapsed", "mostly"), [(1.9, False), (2.1, True)])
def test_a_profile_of_mostly_other_time_says_what_to_do(elapsed, mostly):
    p = measured()
    p._measurements.elapsed = elapsed * p.total
    words = "outside tapegrad's operations"
    assert (words in data_of(p, "title")["advice"]) == mostly
    assert (words in Tags(p._repr_html_()).text) == mostly
    longest = p.rows("op")[0]
    assert f"  {100 * longest.time / (elapsed * p.total):.1f}  " in p.table(limit=1)


# ------------------------------------------------------------------------------------------------- in a browser


class ProfilePage(Page):
    """The page of a profile, opened."""

    def boxes(self) -> dict[str, dict[str, Any]]:
        """Return the boxes in sight by their labels: widths of the whole and of two of its parts, and whether dim."""
        found: dict[str, dict[str, Any]] = (
            self.js("""Object.fromEntries([...document.querySelectorAll('.box')].map(g => {
            const wide = c => +g.querySelector('rect.' + c).getAttribute('width');
            const label = g.getAttribute('aria-label').split(', ').slice(0, -1).join(', ');
            const all = wide('forward') + wide('reverse') + wide('elsewhere');
            return [label, {forward: wide('forward'), elsewhere: wide('elsewhere'), all, dim: g.classList.contains('dim')}];
        }))""")
        )
        return found

    def click_box(self, label: str) -> None:
        """Click the first box whose label begins so."""
        self.js("""[...document.querySelectorAll('.box')].find(g => g.getAttribute('aria-label').startsWith(arguments[0]))
            .dispatchEvent(new MouseEvent('click', {bubbles: true}))""", label)  # fmt: skip

    def chosen(self) -> str:
        """Return what is chosen."""
        return self.text("#chosen")


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: Any) -> Iterator[Any]:
    with browser(tmp_path_factory.mktemp("browser")) as driver:
        yield driver


@pytest.fixture
def opened(p: profile, chromium: Any, tmp_path: Path) -> Iterator[ProfilePage]:
    p.save(tmp_path / "profile.html", title="a title")
    page = ProfilePage(chromium, tmp_path / "profile.html")
    yield page
    assert page.errors() == []
    assert page.fetched() == []


@pytest.mark.slow
def test_boxes_are_as_wide_as_their_times(p, opened):
    assert opened.browser.title == "a title"
    found, root = opened.boxes(), p.tree()
    whole_width = found["all"]["all"]
    for child in root.children:
        shown = found[f"{child.name} {Path(HERE).name}:{child.line[1]}".replace(" ", "  ")]
        assert shown["all"] / whole_width == pytest.approx(child.time / p.elapsed, abs=1e-3)
        assert shown["forward"] / whole_width == pytest.approx(child.forward_time / p.elapsed, abs=1e-3)
    for label in ("all", "elsewhere"):
        assert found[label]["elsewhere"] / whole_width == pytest.approx(1 - p.total / p.elapsed, abs=1e-3)
    totals = opened.text("#totals")
    assert f"forward, {sum(row.forward for row in p.rows())} executions" in totals
    assert f"in reverse, {sum(row.reverse for row in p.rows())} executions" in totals
    assert "held at most" in totals


@pytest.mark.slow
def test_percentages_are_of_the_time_elapsed(p, opened):
    found = p.rows("op")
    for row in found[:3]:
        percent = 100 * row.time / p.elapsed
        text = f"{percent:.0f}%" if percent >= 9.95 else f"{percent:.1f}%"
        assert opened.js("opRows.row(ops.findIndex(op => op[0] === arguments[0]))", row.op).endswith(f">{text}</span>")
    opened.click_box("elsewhere")
    assert "Python, NumPy, recording, compiling" in opened.chosen()
    assert opened.js("document.getElementById('advice').hidden") == (p.total >= 0.5 * p.elapsed)


@pytest.mark.slow
def test_a_click_zooms_and_the_way_leads_back(opened):
    before = opened.boxes()
    opened.click_box("whole")
    after = opened.boxes()
    label = next(name for name in after if name.startswith("whole"))
    assert after[label]["all"] == pytest.approx(before["all"]["all"], abs=0.5)
    assert before[label]["all"] < before["all"]["all"] - 0.5
    assert "whole" in opened.chosen()
    assert opened.text("#source .row.pick .code").strip() == (
        "return first_part(x) + second_part(x) + first_part(x * 2.0)"
    )
    opened.click("#way button")
    assert opened.boxes() == before


@pytest.mark.slow
def test_search_dims_the_rest_and_enter_goes_to_what_was_found(opened):
    opened.click_box("whole")  # away from the time elsewhere, beside which ops can be too narrow
    opened.press("/", "exp", ENTER)
    found = opened.boxes()
    assert {name for name, shown in found.items() if not shown["dim"]} >= {"exp"}
    assert found["sin"]["dim"]
    assert re.search(r"\d+ found", opened.text("#search output"))
    assert "exp" in opened.chosen().lower()
    opened.press(ESCAPE)
    assert not any(shown["dim"] for shown in opened.boxes().values())


@pytest.mark.slow
def test_keys_move_along_the_tree_and_choose_a_direction(p, opened):
    opened.press(DOWN, DOWN)
    longest = p.tree().children[0]
    assert longest.name in opened.chosen()
    opened.press(RIGHT)
    assert p.tree().children[1].name in opened.chosen()
    opened.press(LEFT, ENTER)
    assert opened.js("view.root") > 0
    opened.press(ESCAPE, "f")
    assert all(shown["all"] == shown["forward"] for shown in opened.boxes().values())
    opened.press("r")
    assert all(shown["forward"] == 0 for shown in opened.boxes().values())
    assert not any(name.startswith("compiled") for name in opened.boxes())


@pytest.mark.slow
def test_a_line_marks_its_calls(opened):
    opened.js(
        "[...document.querySelectorAll('#source .row')].find(row => row.textContent.includes('exp(x @ x)')).click()"
    )
    marked = opened.js("[...document.querySelectorAll('.box.also')].map(g => g.getAttribute('aria-label'))")
    assert marked
    assert all(label.startswith("second_part") for label in marked)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"lines": True}])
def test_pages_of_less_open_too(options, chromium, tmp_path):
    measured(**options).save(tmp_path / "profile.html")
    page = ProfilePage(chromium, tmp_path / "profile.html")
    assert len(page.boxes()) > 3
    assert page.js("document.getElementById('memory').hidden")
    page.click("#theme")
    page.press("?")
    assert page.js("document.getElementById('help').open")
    assert page.errors() == []
