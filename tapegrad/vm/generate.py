"""Write ``sweeps.ll``, the LLVM text of the sweeps: ``python -m tapegrad.vm.generate [--check]``.

The text is optimised without regard to a processor and freed of everything that names one.
"""

from __future__ import annotations

import os
import re
import sys

import llvmlite.binding as llvm

from tapegrad.vm import loops
from tapegrad.vm.cache import engine


def text() -> str:
    """The content of ``sweeps.ll``."""
    module = llvm.parse_assembly(loops.compiled_by_numba())
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    builder = llvm.create_pass_builder(engine().machine, options)
    builder.getModulePassManager().run(module, builder)
    lines = []
    for line in str(module).splitlines():
        if line and not line.startswith((";", "target ", "source_filename", "attributes ", "!")):
            line = re.sub(r",? ![a-z.]+ !\d+| captures\(none\)", "", line)  # hints that older versions cannot read
            lines.append(re.sub(r"\s*#\d+( \{)?$", r"\1", re.sub(r" #\d+,", ",", line)))
    whole = "\n".join([f"; {loops.digest()}", *lines]) + "\n"
    mangled = sorted(set(re.findall(r"@(_Z\w+)", whole)), key=len, reverse=True)
    for number, name in enumerate(mangled):
        whole = whole.replace(f"@{name}", f"@helper_{number}")
    return whole


def main() -> int:
    """Write the file, or with --check say whether it is up to date."""
    if "--check" in sys.argv:
        fresh = loops.generated() is not None
        print("sweeps.ll is up to date" if fresh else "sweeps.ll is out of date: run python -m tapegrad.vm.generate")
        return 0 if fresh else 1
    os.environ["NUMBA_OPT"] = "0"  # read when numba is imported; the text is optimised where it is used
    loops.GENERATED.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
