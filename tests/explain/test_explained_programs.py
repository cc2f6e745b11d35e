"""The explorer's page of real programs in a browser."""

from __future__ import annotations

import numpy as np
import pytest

import tapegrad as tg
from tests.explain.test_report import classifier, steps

pytestmark = pytest.mark.slow


def eager(path):
    x = tg.tensor(np.ones(5), requires_grad=True)
    for _ in range(300):
        (np.sin(x) * x).sum().backward()
        x.grad = None
    tg.debug.explain(path)


PROGRAMS = {
    "classifier": lambda path: tg.compile(tg.value_and_grad(classifier), lines=True).explain(
        path, np.ones((4, 3)), np.ones((5, 4))
    ),
    "steps": lambda path: tg.compile(tg.value_and_grad(steps), lines=True).explain(path, np.ones(4)),
    "sparse": lambda path: tg.func.sparse_jacobian(lambda x: x[1:] * np.sin(x[:-1])).explain(path, np.ones(20)),
    "eager": eager,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_choice_can_be_shown(opened, tmp_path, name):
    PROGRAMS[name](tmp_path / "page.html")
    it = opened(tmp_path / "page.html")
    assert it.rows("tape")
    choices = it.js("""(() => { const all = [];
        data.views.forEach((v, i) => v.tapes.forEach((t, k) => {
            const put = (kind, n) => { for (let id = 0; id < n; id++) all.push(`view=${i}&tape=${k}&${kind}=${id}`); };
            put("slot", t.op.length); put("group", t.groups.length); put("remark", t.remarks.length); put("guard", v.guards.length);
            for (let id = 0; id < v.passes.length; id++) all.push(`view=${i}&pass=${id}`);
        }));
        for (let id = 0; id < (data.loops || []).length; id++) all.push(`loop=${id}`);
        return all; })()""")
    assert len(choices) > 10
    for choice in choices[:: 1 + len(choices) // 50]:
        it.js("location.hash = arguments[0]", choice)
        it.settle()
        assert it.js("now.pin ? now.pin.kind + '=' + now.pin.id : 'pass=' + now.pass") == choice.rpartition("&")[2]
    longest = it.js(
        "data.views[0].tapes[0].groups.reduce((best, g, k, all) => g.written > all[best].written ? k : best, 0)"
    )
    it.js("location.hash = arguments[0]", f"view=0&tape=0&group={longest}")
    it.settle()
    assert it.text("#code .row")
    found = it.js(
        "data.views[0].tapes[0].group.flatMap((groups, s) => groups.map(k => data.views[0].tapes[0].groups[k].members.includes(s)))"
    )
    assert found
    assert all(found)


def test_the_last_listing_shows_what_is_pinned(opened, tmp_path):
    PROGRAMS["steps"](tmp_path / "page.html")
    it = opened(tmp_path / "page.html")
    last = it.js("now.tape.length - 1")
    it = opened(tmp_path / "page.html", f"#slot={last}")
    it.until("document.querySelector('#listing .pick')")
    (text,) = it.rows("listing", ".pick").values()
    assert text.startswith(f"  %{last} ")
    it.js("location.hash = 'slot=0'")
    it.until("document.querySelector('#listing .pick')?.textContent.startsWith('  %0 ')")
