"""Write ``sweeps.ll``, the LLVM text of the sweeps: ``python -m tapegrad.engine.generate [--check]``.

The text is optimised without regard to a processor and freed of everything that names one, and of what LLVM 20, the
oldest that llvmlite brings us, cannot read. Newer ones read older text.
"""

from __future__ import annotations

import os
import platform
import re
import sys

import llvmlite
import llvmlite.binding as llvm

from tapegrad.engine import loops
from tapegrad.machine.cache import engine


def made_by() -> str:
    """What the text depends on besides the sources."""
    import numba

    versions = f"numba {numba.__version__}, llvmlite {llvmlite.__version__}"
    return f"{versions}, Python {sys.version_info[0]}.{sys.version_info[1]}, {platform.machine()}"


def text() -> str:
    """The content of ``sweeps.ll``."""
    engine()  # makes LLVM ready
    machine = llvm.Target.from_default_triple().create_target_machine()  # of any processor
    module = llvm.parse_assembly(loops.compiled_by_numba())
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    lines = []
    for line in str(module).splitlines():
        if not line or line.startswith((";", "target ", "source_filename", "attributes ", "!")):
            continue
        if "@llvm.lifetime." not in line:  # hints, as those that follow, whose form differs between versions
            line = re.sub(r",? ![a-z.]+ !\d+| captures\(none\)", "", line)
            lines.append(re.sub(r"\s*#\d+( \{)?$", r"\1", re.sub(r" #\d+,", ",", line)))
    whole = "\n".join([f"; {loops.digest()}", f"; {made_by()}", *lines]) + "\n"
    numbers: dict[str, int] = {}
    return re.sub(r"\b_Z\w+", lambda name: f"helper_{numbers.setdefault(name[0], len(numbers))}", whole)


def up_to_date() -> bool:
    """Whether the file is what `text` gives; with other versions than it was made by, whether the sources are those."""
    if loops.generated() is None:
        return False
    content = loops.GENERATED.read_text()
    author = content.splitlines()[1].removeprefix("; ")
    if author != made_by():
        print(f"only the digest of the sources is compared: sweeps.ll was made by {author}, and this is {made_by()}")
        return True
    return content == text()


def main() -> int:
    """Write the file, or with --check say whether it is up to date."""
    os.environ["NUMBA_OPT"] = "0"  # these are read when numba is imported; the text is optimised where it is used
    os.environ["NUMBA_CPU_NAME"] = "generic"
    if "--check" in sys.argv:
        fresh = up_to_date()
        print(
            "sweeps.ll is up to date" if fresh else "sweeps.ll is out of date: run python -m tapegrad.engine.generate"
        )
        return 0 if fresh else 1
    loops.GENERATED.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
