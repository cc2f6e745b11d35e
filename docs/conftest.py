"""The pages' examples run as doctests: ``pytest --doctest-glob='*.md' docs README.md``.

Those of howto/bridges.md are in tests/bridges/test_page.py, because each needs other packages.
"""

from importlib.util import find_spec

import pytest

collect_ignore = ["howto/bridges.md"]
collect_ignore_glob = ["_build/*", "gallery/*", "reference/api/*", "reference/ops/*"]  # what the site's build writes
if not (find_spec("dask") and find_spec("distributed")):
    collect_ignore += ["howto/dask.md"]


@pytest.fixture(autouse=True)
def own_kernels(request, tmp_path, monkeypatch):
    """A page that declares an op compiles its kernels into a folder of its own."""
    if request.node.name in ("adding_an_op.md", "custom_ops.md"):
        monkeypatch.setenv("TAPEGRAD_CACHE_DIR", str(tmp_path))
