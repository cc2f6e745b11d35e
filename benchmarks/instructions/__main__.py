"""``python -m benchmarks.instructions``: count, and compare with what is stored, or store it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.instructions.comparing import compared, differences
from benchmarks.instructions.running import calls, machine, surroundings, why_not

STORED = Path(__file__).with_name("stored.json")


def main(arguments: list[str] | None = None) -> int:
    """Compare or write the counts; 1 if one has grown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.instructions", description=__doc__)
    parser.add_argument("--write", action="store_true", help="store the counts, whatever they are")
    parser.add_argument("--only", choices=["calls", "machine"], help="one of the two counts")
    options = parser.parse_args(arguments)
    stored: dict[str, Any] = json.loads(STORED.read_text()) if STORED.exists() else {"on": {}}
    status = 0
    for what, count in (("calls", calls), ("machine", machine)):
        if options.only not in (None, what):
            continue
        if what == "machine":
            if reason := why_not():
                print(f"machine: not counted, for {reason}.")
                continue
            on = surroundings()
            if options.write:
                stored["on"] = on
            elif others := differences(on, stored["on"]):
                print(f"machine: not compared, for the stored counts are of other surroundings: {others}.")
                continue
        found = count()
        grown, notes = compared(what, found, stored.get(what, {}))
        if options.write:
            stored[what] = found
            STORED.write_text(json.dumps(stored, indent=1) + "\n")
        print("\n".join([*notes, *grown]) or f"{what}: as stored.")
        status |= bool(grown)
    if options.write:
        print("These counts are stored now.")
        return 0
    return status


if __name__ == "__main__":
    sys.exit(main())
