"""Long functions in parts, so that the time to compile them is linear: LLVM's is more than that within one function.

A function is cut between units. No name of LLVM's is known in two parts: each part finds the addresses of arrays in the
tables again, and scalars that a later part reads are left in working memory. The function calls its parts in turn.
"""

from __future__ import annotations

import re
from typing import Any

from tapegrad.machine.kernels import ATTRIBUTES

LINES = 2000  # of LLVM text from which a part may end
_NAME = re.compile(r"%[\w.]+")
_GIVEN = "ptr noalias %in, ptr noalias %out, ptr noalias %work"


class Parts:
    """The cuts of a function that is being written."""

    def __init__(self, function: Any) -> None:
        self.f = function
        self._cuts: list[int] = []  # by number of lines
        self._labels = ["start"]

    def cut(self) -> None:
        """End a part here if it is long enough."""
        f = self.f
        if len(f.lines) - (self._cuts[-1] if self._cuts else 0) < LINES:
            return
        self._leave()
        self._cuts.append(len(f.lines))
        self._labels.append(f"part{len(self._cuts)}")
        f.body.block = self._labels[-1]

    def _leave(self) -> None:
        """Leave the scalars that somebody reads in memory."""
        f = self.f
        inputs, crossing = {*f.program.inputs}, f.plan.crossing
        computed = [slot for slot, lane in f.scalars.items() if lane.name.startswith("%")]
        kept = [slot for slot in computed if slot in crossing and slot not in inputs]
        memory = f.work_buffer(8 * len(kept)) if kept else None
        for k, slot in enumerate(kept):
            f.store_scalar(f.scalars[slot], memory, str(k))
            f.located[slot] = memory, k
        for slot in computed:
            del f.scalars[slot]
            if slot in inputs:
                f.located[slot] = f.buffers[slot], 0

    def text(self) -> str:
        """Return the whole function."""
        f = self.f
        if not self._cuts:
            return str(f.defined(f"@{f.name}({_GIVEN}) {ATTRIBUTES}"))
        made = dict(line.lstrip().split(" = ", 1) for line in f.entry)
        needs = {name: _NAME.findall(text) for name, text in made.items()}
        functions, calls = [], []
        bounds = zip([0, *self._cuts], [*self._cuts, len(f.lines)], self._labels, strict=True)
        for number, (first, stop, label) in enumerate(bounds):
            lines = f.lines[first:stop]
            own, waiting = set(), [name for line in lines for name in _NAME.findall(line)]
            while waiting:
                name = waiting.pop()
                if name in made and name not in own:
                    own.add(name)
                    waiting += needs[name]
            functions.append(
                "\n".join([
                    f"define internal i64 @{f.name}_part{number}({_GIVEN}) noinline {ATTRIBUTES} {{", "entry:",
                    *[f"  {name} = {text}" for name, text in made.items() if name in own],
                    f"  br label %{label}", f"{label}:", *lines, "  ret i64 0", "}",
                ])
            )  # fmt: skip
            calls += [
                f"  %s{number} = call i64 @{f.name}_part{number}(ptr %in, ptr %out, ptr %work)",
                f"  %f{number} = icmp ne i64 %s{number}, 0",
                f"  br i1 %f{number}, label %failed{number}, label %on{number}",
                f"failed{number}:", f"  ret i64 %s{number}", f"on{number}:",
            ]  # fmt: skip
        whole = [f"define i64 @{f.name}({_GIVEN}) {ATTRIBUTES} {{", "entry:", *calls, "  ret i64 0", "}"]
        return "\n".join([*functions, *whole])
