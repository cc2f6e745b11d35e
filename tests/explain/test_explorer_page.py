"""The explorer's page in a browser, on made-up data: panes follow each other, search finds, keys work."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

import pytest

from tapegrad.explain import page
from tests.browser import Page, plain
from tests.explain import made_up

pytestmark = pytest.mark.slow
DATA = {
    "small": lambda: made_up.example(),
    "unmeasured": lambda: made_up.example(measured=False),
    "loops": made_up.example_of_loops,
    "refused": lambda: ({**made_up.example()[0], "views": [], "loops": made_up.LOOPS[1:]}, []),
    "no loops": lambda: ({**made_up.example()[0], "views": [], "loops": []}, []),
    "bare": made_up.bare,
    "undirected": lambda: changed(tape={"directed": False}),
    "cached": lambda: changed(view={"bandwidth": 1e6}),
    "without source": lambda: changed(data={"files": []}, tape={"directed": False}),
    "long reasons": lambda: changed(data={"loops": [{**made_up.LOOPS[1], "reason": "word " * 100}] * 9}),
    "large": lambda: made_up.example(3000),
}


def changed(data: Any = (), view: Any = (), tape: Any = ()) -> tuple[dict[str, Any], list[Any]]:
    """Return the small example with other values."""
    whole, chunks = made_up.example()
    whole |= data
    whole["views"][0] |= view
    whole["views"][0]["tapes"][0] |= tape
    return whole, chunks


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture
def show(opened: Any, folder: Path) -> Any:
    """Open a page by its name in `DATA`."""

    def shown(name: str = "small", address: str = "") -> Page:
        path = folder / f"{name}.html"
        if not path.exists():
            page.write(path, "explorer", *DATA[name]())
        return opened(path, address)

    return shown


def pinned(it: Page) -> str:
    """Wait for a choice, and return it as the address has it."""
    return it.until("location.hash")[1:]


def row(it: Page, pane: str, i: int) -> Any:
    return it.until(f"[...document.querySelectorAll('#{pane} .row')].find(e => e.index === {i})")


def test_all_panes_show_what_they_are_given(show):
    it = show()
    assert it.rows("source")[4] == "5    h = tg.tanh(x @ w)  # <b>hidden</b>13.2 µs"
    tape = it.rows("tape")
    assert len(tape) == 17
    assert [word in tape[4] for word in ("%4", "tanh", "%3", "[8]", "64 B", "10%")] == [True] * 6
    assert "loop 8" in it.rows("groups")[1]
    figures = it.text("#figures")
    assert "20.0 µs" in figures  # a call
    assert "30% in matmul" in figures  # 6 of 20 microseconds; the other product calls Python
    assert "4.49 µs of it outside groups" in figures  # of 20 all but 15.51
    assert "1.23 kB moved" in figures
    assert "405 operations" in figures
    assert len(it.rows("remarks")) == 3
    assert "640" in it.rows("remarks")[0]
    assert "if (r * r).sum() > 0:" in it.rows("guards")[0]


def test_an_instruction_brings_its_line_group_and_code(show):
    it = show()
    row(it, "tape", 10).click()
    assert pinned(it) == "slot=10"
    it.until("document.querySelector('#codenote').textContent.startsWith('group 3')")
    it.settle()
    assert list(it.rows("tape", ".pick")) == [10]
    assert list(it.rows("source", ".also")) == [7]
    assert list(it.rows("groups", ".also")) == [3]
    assert list(it.rows("tape", ".operand")) == [5, 9]
    assert list(it.rows("tape", ".reader")) == [11, 12]
    assert list(it.rows("code", ".also")) == [0]
    assert list(it.rows("remarks", ".also")) == [0]
    assert "scan is an array instruction" in it.text("#status")
    row(it, "tape", 10).click()  # no longer
    it.settle()
    assert it.js("location.hash") == ""
    assert not it.rows("tape", ".pick")


def test_a_line_brings_its_instructions(show):
    it = show()
    row(it, "source", 4).click()
    assert pinned(it) == "line=step.py:5"
    it.settle()
    assert list(it.rows("tape", ".also")) == [3, 4, 14, 15, 16]
    assert list(it.rows("groups", ".also")) == [0, 1, 5, 6]


def test_a_group_brings_its_members_and_its_code(show):
    it = show()
    row(it, "groups", 5).click()
    it.until("document.querySelector('#codenote').textContent.startsWith('group 5')")
    it.settle()
    assert list(it.rows("tape", ".also")) == [12, 13, 14, 15]
    assert "fadd" in it.rows("code")[0]
    assert list(it.rows("code", ".own")) == [0, 2, 4, 6]
    it.click("#assembly")
    it.until("document.querySelectorAll('#code .row').length === 4")
    assert "vaddsd xmm12" in it.rows("code")[0]
    assert pinned(it) == "group=5&assembly"
    row(it, "code", 1).click()
    it.until("location.hash.startsWith('#slot=13')")


def test_the_pointer_shows_what_belongs_together(show):
    it = show()
    from selenium.webdriver import ActionChains

    ActionChains(it.browser).move_to_element(row(it, "tape", 6)).perform()
    it.settle()
    assert list(it.rows("source", ".link")) == [6]
    assert list(it.rows("groups", ".link")) == [1]
    assert "not stored" in it.text("#status")
    assert it.js("location.hash") == ""


def test_the_strip_chooses_the_group_under_it(show):
    it = show()
    from selenium.webdriver import ActionChains

    strip = it.browser.find_element("css selector", "#strip")
    ActionChains(it.browser).move_to_element_with_offset(strip, -strip.size["width"] // 2 + 5, 0).click().perform()
    assert pinned(it) == "group=0"
    end = int(15.51 / 20 * strip.size["width"]) - strip.size["width"] // 2  # behind it is the time outside groups
    ActionChains(it.browser).move_to_element_with_offset(strip, end - 5, 0).click().perform()
    it.until("location.hash === '#group=6'")
    ActionChains(it.browser).move_to_element_with_offset(strip, end + 5, 0).click().perform()
    it.until("location.hash === ''")
    it.click("#legend button")  # all groups of BLAS
    it.settle()
    assert list(it.rows("groups", ".also")) == [0, 6]


def test_remarks_and_guards_lead_to_what_they_are_about(show):
    it = show()
    row(it, "remarks", 0).click()
    assert pinned(it) == "remark=2"
    it.settle()
    assert list(it.rows("tape", ".also")) == [10, 11, 12]
    assert list(it.rows("groups", ".also")) == [3, 4, 5]
    row(it, "remarks", 2).click()
    it.until("location.hash === '#remark=1'")
    it.settle()
    assert list(it.rows("groups", ".also")) == [1, 3, 5]  # not 6, in which slot 14 is computed once more
    row(it, "guards", 0).click()
    it.until("location.hash === '#guard=0'")
    it.settle()
    assert list(it.rows("tape", ".also")) == [8]
    assert list(it.rows("source", ".also")) == [6]
    it.js("(kinds.value = 'whole sum', kinds.onchange())")
    assert list(it.rows("remarks")) == [0]
    assert "%5" in it.rows("remarks")[0]


FOUND = {
    "tanh": [4],
    "MATMUL reverse": [16],
    "stored reverse": [15, 16],
    ">24%": [3, 16],  # 6 and 5 microseconds of 20
    ">26%": [3],
    "%10": [10],
    "float64[8, 3]": [1],
    "blas": [3, 14, 16],
    "nothing of it": [],
}


def test_search_finds(show):
    it = show()
    for query, slots in FOUND.items():
        it.js("query.set(arguments[0])", query)
        it.settle()
        assert sorted(it.rows("tape", ":not(.dim)")) == slots
        assert it.text("#search output") == f"{len(slots)} found"


def test_search_goes_from_match_to_match(show):
    it = show()
    it.press("/")
    it.press("float64[8] forward")
    it.until("document.querySelector('#search output').textContent === '5 found'")
    it.press("\ue007")
    it.until("location.hash === '#slot=3'")
    for key, slot in [("n", 4), ("n", 5), ("N", 4), ("N", 3), ("N", 10), ("n", 3)]:
        it.press(key)
        it.until(f"location.hash === '#slot={slot}'")
    it.press("/")
    it.press("\ue00c")
    it.until("!now.found")


def test_search_finds_lines_of_the_source(show):
    it = show()
    it.js("query.set('def step')")
    it.settle()
    assert list(it.rows("source", ":not(.dim)")) == [11]


def test_keys(show):
    it = show()
    it.press("t")
    it.until("location.hash === '#slot=3'")
    it.press("t")
    it.until("location.hash === '#slot=16'")
    it.press("k", "k")
    it.until("location.hash === '#slot=14'")
    it.press("g")
    it.until("location.hash === '#slot=0'")
    it.press("G")
    it.until("location.hash === '#slot=16'")
    it.press("h")  # the source
    it.press("G")
    it.until("location.hash === '#line=step.py:13'")
    it.press("a")
    it.until("location.hash.endsWith('&assembly')")
    it.press("?")
    it.until("document.querySelector('#help').open")
    assert "the next match" in it.text("#help")
    it.press("\ue00c")
    it.until("!document.querySelector('#help').open")
    it.js("document.activeElement.blur()")
    it.press("\ue00c")
    it.until("location.hash === '#assembly'")


def test_the_address_keeps_what_is_pinned(show):
    it = show("small", "#slot=5&assembly")
    it.settle()
    assert list(it.rows("tape", ".pick")) == [5]
    it.until("document.querySelectorAll('#code .row').length === 4")
    it.js("location.hash = 'line=step.py:7'")
    it.until("[...document.querySelectorAll('#source .pick')].some(e => e.index === 6)")
    assert list(show("small", "#slot=999").rows("tape", ".pick")) == []


def test_programs_within_programs_are_entered_and_left(show):
    it = show()
    it.click("#tape .inner")
    it.until("document.querySelectorAll('#tape .row').length === 4")
    it.settle()
    assert "sin" in it.rows("tape")[2]
    assert pinned(it) == "tape=1"
    assert "%11 scan x 8" in it.text("#crumbs")
    figures = it.text("#figures")
    assert "1.00 µs\nin 8 turns of a call" in figures
    assert "192 B moved" in figures  # 24 in each turn
    assert "192 MB/s" in figures
    row(it, "tape", 2).click()
    it.settle()
    assert list(it.rows("source", ".also")) == [12]
    it.press("u")
    it.until("location.hash === '#slot=11'")
    it.press("\ue007")
    it.until("location.hash === '#tape=1'")


def test_passes_show_what_they_changed(show):
    it = show()
    row(it, "passes", 1).click()
    it.until("document.querySelector('#listingname').textContent === 'After dead code'")
    assert [text for text in it.rows("listing", ".removed").values() if "negative" in text]
    assert len(it.rows("listing", ".removed")) == 1
    assert not it.rows("listing", ".added")
    assert len(it.rows("listing")) == 6
    it.click("#changes")
    it.until("document.querySelectorAll('#listing .row').length === 1")
    row(it, "source", 5).click()  # line 6, which the removed instruction came from
    it.until("location.hash.includes('line=step.py:6')")
    it.settle()
    assert list(it.rows("listing", ".also")) == [0]
    row(it, "passes", 0).click()
    it.until("document.querySelector('#listingname').textContent === 'As recorded'")


def test_the_difference_of_listings_looks_through_numbers_of_slots(show):
    it = show()
    before = "\n".join(
        ["sealed tape of 4", "  %0 = input", "  %1 = exp(%0)", "  %2 = exp(%0)", "  %3 = add(%1, %2)", "  return %3"]
    )
    after = "\n".join(
        [
            "sealed tape of 4",
            "  %0 = input",
            "  %1 = const 2.0",
            "  %2 = exp(%0)",
            "  %3 = multiply(%2, %1)",
            "  return %3",
        ]
    )
    found = it.js(
        "difference(parsedListing(arguments[0]), parsedListing(arguments[1])).map(x => [x.change, x.text.trim()])",
        before,
        after,
    )
    assert sorted(tuple(x) for x in found if x[0]) == [
        ("added", "%1 = const 2.0"),
        ("added", "%3 = multiply(%2, %1)"),
        ("added", "return %3"),
        ("removed", "%2 = exp(%0)"),
        ("removed", "%3 = add(%1, %2)"),
        ("removed", "return %3"),
    ]


PIXEL = """((share) => { const c = document.querySelector('#strip'), copy = document.createElement('canvas');
    const x = copy.getContext('2d', {willReadFrequently: true});
    x.drawImage(c, -Math.floor(c.width * share), -4);
    return x.getImageData(0, 0, 1, 1).data.join(); })(arguments[0])"""


def test_the_strip_shows_the_time_outside_groups_and_both_ways_of_a_group(show):
    it = show()
    assert "outside groups: 4.49 µs, in which arguments are checked" in it.text("#legend")
    assert "outside groups 22%" in it.text("#status")
    first, last, outside = (it.js(PIXEL, x) for x in (0.001, 0.77, 0.9))
    assert len({first, last, outside}) == 3  # forward, reverse, grey
    it.js("(now.tape.reversePart[0] = 0.75, strip())")
    assert it.js(PIXEL, 0.001) == first
    assert it.js(PIXEL, 0.29) == last  # the group takes 30% of the strip
    assert not show("unmeasured").js("document.querySelector('#legend').textContent.includes('outside')")


def test_ops_say_what_they_do(show):
    it = show()
    title = "[...document.querySelectorAll('#tape .op')].find(e => e.textContent === 'gated_multiply').title"
    assert it.js(title) == "what gated_multiply does"


def test_a_tape_without_lines_shows_no_directions(show):
    it = show("undirected")
    assert "reverse" not in it.text("#legend")
    assert it.js("colour('forward') === colour('reverse')")


def test_a_rate_above_that_of_memory_is_one_of_caches(show):
    assert "from caches" not in show().text("#figures")
    it = show("cached")
    assert "79.4 MB/s from caches, a large copy reaches 1.00 MB/s" in it.text("#figures")  # 1232 bytes in 15.51 us


def test_what_was_not_measured_is_not_there(show):
    it = show("unmeasured")
    figures = it.text("#figures")
    assert "moved" in figures
    assert not [word for word in ("µs", "/s", "%", "call and") if word in figures]
    assert not it.js("[...document.querySelectorAll('.timed')].some(e => e.offsetParent)")
    assert not it.browser.find_elements("css selector", "#roofline")
    assert not [text for text in it.rows("tape").values() if text.endswith("%")]


def test_loops_tell_why_and_lead_to_their_programs(show):
    it = show("loops")
    rows = it.rows("loops")
    assert "compiled" in rows[0]
    assert "250 µs → 31.0 µs" in rows[0]
    assert "A value is read within the loop: <float(x)>" in rows[1]
    it.js("setTape(1, 0)")
    it.settle()
    assert list(it.rows("loops", ".also")) == [0]  # the loop that this view is of
    row(it, "loops", 0).click()
    assert pinned(it) == "view=1&loop=0"
    it.settle()
    assert it.js("views.selectedOptions[0].text") == "the second"
    assert list(it.rows("source", ".also")) == [4, 8]
    row(it, "loops", 1).click()
    it.until("location.hash === '#view=1&loop=1'")
    it.settle()
    assert list(it.rows("source", ".also")) == [6]


def test_the_loop_that_lost_most_time_is_chosen_first(show):
    assert pinned(show("loops")) == "loop=1"
    assert pinned(show("loops", "#loop=0")) == "loop=0"


@pytest.mark.parametrize("width", [700, 1400])
def test_reasons_of_two_lines_fit_their_rows(show, width):
    it = show("long reasons")
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    it.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        it.settle()
        assert it.js("""[...document.querySelectorAll('#loops .row')].every(row => {
            const inner = row.querySelector('.two').getBoundingClientRect(), outer = row.getBoundingClientRect();
            return inner.top >= outer.top && inner.bottom <= outer.bottom; })""")
        assert it.js("document.querySelector('#loops .two').lastChild.offsetHeight") > 25  # two lines
    finally:
        it.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_without_source_the_tape_takes_its_place(show):
    it = show("without source")
    assert not it.browser.find_element("css selector", "#source").is_displayed()
    left, right = it.js("['#tape', '#code'].map(id => document.querySelector(id).getBoundingClientRect())")
    assert left["left"] < 40
    assert right["right"] > 1500


def test_a_pattern_has_its_colours(show):
    it = show("loops", "#view=1")
    assert it.text("#sparsenote") == "12 x 12, 34 nonzeros (24%): 3 colours, so 3 products instead of 12"
    assert [b.text for b in it.browser.find_elements("css selector", "#colours button")] == ["4", "4", "4"]
    pixels = """(() => { const c = document.querySelector('#pattern'), w = c.width, n = w / 12;
        const all = c.getContext('2d').getImageData(0, 0, w, w).data;
        const at = (i, j) => { const p = 4 * (Math.floor((i + .5) * n) * w + Math.floor((j + .5) * n)); return all.slice(p, p + 4).join(); };
        return [at(0, 0), at(1, 0), at(3, 3), at(0, 1), at(0, 5)]; })()"""
    first, below, fourth, second, none = it.js(pixels)
    assert first == below == fourth
    assert len({first, second, none}) == 3


def test_a_page_without_loops_says_what_to_write(show):
    it = show("no loops")
    assert "within it, after the loop" in it.text("#noloops")
    assert 'tg.debug.explain("loops.html")' in it.text("#noloops pre")
    assert not it.browser.find_element("css selector", "#loops").is_displayed()
    for other in ("loops", "small"):
        assert not show(other).browser.find_element("css selector", "#noloops").is_displayed()


def test_a_page_of_refused_loops_has_only_these_and_the_source(show):
    it = show("refused")
    assert len(it.rows("loops")) == 1
    assert not it.js("[...document.querySelectorAll('#tape, #groups, #code, #below')].some(e => e.offsetParent)")
    row(it, "loops", 0).click()
    it.settle()
    assert list(it.rows("source", ".also")) == [6]


def test_a_page_works_within_another_page(show, folder):
    text = page.html("explorer", *made_up.example())
    outer = folder / "outer.html"
    outer.write_text(f'<iframe srcdoc="{html.escape(text)}" style="width: 1500px; height: 1200px"></iframe>')
    it = show("outer")
    it.browser.switch_to.frame(0)
    row(it, "tape", 10).click()
    it.until("location.hash === '#slot=10'")
    it.browser.switch_to.default_content()
    assert it.js("location.hash") == ""


def test_what_does_nothing_has_a_page_too(show):
    it = show("bare")
    assert "input" in it.rows("tape")[0]
    assert "1.00 µs" in it.text("#figures")
    assert not it.js("[...document.querySelectorAll('#strip, #passes, #listing, #guards')].some(e => e.offsetParent)")
    assert it.rows("source")[0] == "step.py"
    assert it.rows("source")[15] == "40x = 1"  # after the names of two files and the 13 lines of the first
    it.press("h")  # the source
    it.press("G")
    it.until("location.hash === '#line=other.py:41'")


def test_light_and_dark(show):
    it = show()
    colour = "getComputedStyle(document.body).backgroundColor"
    light = it.js(colour)
    assert it.js("theme.textContent") == "Dark"
    it.click("#theme")
    dark = it.js(colour)
    assert it.js("theme.textContent") == "Light"
    preferred = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    it.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", preferred)
    try:
        assert show().js(colour) == dark
    finally:
        it.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert light == "rgb(247, 246, 242)"
    assert dark == "rgb(20, 22, 25)"


def test_numbers_have_three_digits_and_a_unit(show):
    it = show()
    code = "[1.234, 0.0999, 1.2e-5, 9.996e-4, 5e-8, 4e-10, 0].map(seconds)"
    assert [plain(text) for text in it.js(code)] == [
        "1.23 s",
        "99.9 ms",
        "12.0 µs",
        "1.00 ms",
        "50.0 ns",
        "<1 ns",
        "0 s",
    ]
    code = "[0, 800, 4096, 999600, 1.5e9].map(bytes)"
    assert [plain(text) for text in it.js(code)] == ["0 B", "800 B", "4.10 kB", "1.00 MB", "1.50 GB"]
    assert it.js("[share(1, 3), share(1, 50), share(1, 5000), share(1, 0)]") == ["33%", "2.0%", "", ""]


def test_a_large_tape_has_only_the_rows_in_sight(show):
    it = show("large")
    assert it.until("now.tape.length") == 51_000
    assert 20 < it.until("document.querySelectorAll('#tape .row').length") < 200
    assert it.js("document.querySelectorAll('*').length") < 5000
    it.press("G")
    it.until("location.hash === '#slot=50999'")
    assert "matmul" in row(it, "tape", 50_999).text
    it.until("document.querySelector('#codenote').textContent.startsWith('group 20999')")
    it.press("/")
    it.press("tanh")
    it.until("document.querySelector('#search output').textContent === '3,000 found'")


@pytest.mark.parametrize("address", ["loops#view=1", "without source"])
@pytest.mark.parametrize("width", [600, 700, 1000, 1600])
def test_nothing_is_wider_than_the_window(show, width, address):
    name, _, rest = address.partition("#")
    it = show(name, rest and "#" + rest)
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    it.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        it.settle()
        assert it.js("document.documentElement.scrollWidth") <= width
        assert it.js("[...document.querySelectorAll('.pane:not([hidden])')].every(e => e.offsetHeight > 80)")
    finally:
        it.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
