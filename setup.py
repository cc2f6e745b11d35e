"""The build of a wheel: adds the compiled kernels of the commonest processors (docs/decisions/start.md)."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithKernels(build_py):
    """Builds the package, runs it, and adds what it has compiled."""

    def run(self) -> None:
        """Build; without kernels where the package does not run, and for a checkout that is only linked to."""
        super().run()
        if self.editable_mode:
            return
        package = Path(self.build_lib).resolve() / "tapegrad"
        with tempfile.TemporaryDirectory() as cache:
            path = os.pathsep.join([str(package.parent), *filter(None, sys.path)])
            environment = {
                **os.environ,
                "PYTHONPATH": path,
                "TAPEGRAD_CACHE_DIR": cache,
                "PYTHONDONTWRITEBYTECODE": "1",
            }
            environment.pop("TAPEGRAD_QUICK", None)
            command = [sys.executable, "-m", "tapegrad", "prebuild", str(package / "machine" / "object_code")]
            done = subprocess.run(command, env=environment, cwd=cache, check=False)
        if done.returncode:
            self.warn("no kernels come with this wheel: they are compiled on first use")


setup(cmdclass={"build_py": BuildWithKernels})
