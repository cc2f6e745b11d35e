"""The end of a process comes, also where finalizers compute: no other thread runs then, and nothing can be imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ENDS = {
    "with an open run": """
x = tg.tensor([1.0, 2.0], requires_grad=True)
y = np.exp(x) * x
raise ValueError
""",
    "with a finalizer that computes": """
class Last:
    def __init__(self):
        self.me, self.x = self, tg.tensor(0.5)
    def __del__(self, cosh=np.cosh):
        cosh(self.x).item()
np.sin(tg.tensor(0.5)).item()
last = Last()
raise ValueError
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("what", ENDS)
def test_an_error_ends_a_process_that_has_not_compiled_everything(what: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import numpy as np\nimport tapegrad as tg\n{ENDS[what]}"], capture_output=True,
        text=True, timeout=60, check=False, env={**os.environ, "TAPEGRAD_CACHE_DIR": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 1
    assert "ValueError\n" in done.stderr
