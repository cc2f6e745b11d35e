"""A fresh process: import, the first gradient with a filled and with an empty cache, the first call of an operation."""

FIRST_GRADIENT = """
    import tapegrad as tg
    x = tg.tensor([-1.0, 0.5, 2.0], requires_grad=True)
    tg.sum(tg.tanh(1.5 * x + 0.25) * tg.exp(-x * x) + tg.log1p(x * x)).backward()
    x.grad.numpy()
"""

EMPTY_CACHE = """
    import os, tempfile
    directory = tempfile.TemporaryDirectory()
    os.environ["TAPEGRAD_CACHE_DIR"] = directory.name
"""

FIRST_CALLS = {
    "multiply": "x * x",
    "tanh": "tg.tanh(x)",
    "matmul": "x @ x",
    "getitem": "x[1:, ::2]",
    "mean": "tg.mean(x, axis=0)",
    "einsum": "tg.einsum('ij,kj->ik', x, x)",
}


class FreshProcess:
    """Each sample is a process. The first may fill the cache; asv reports the median."""

    repeat = 7
    number = 1

    def timeraw_import_numpy(self) -> str:
        """Beside which the others are read."""
        return "import numpy"

    def timeraw_import(self) -> str:
        return "import tapegrad"

    def timeraw_first_gradient(self) -> str:
        return FIRST_GRADIENT


class EmptyCache:
    """The first run on a machine: what did not come with the package is compiled."""

    repeat = 2
    number = 1
    timeout = 120

    def timeraw_first_gradient(self) -> tuple[str, str]:
        return FIRST_GRADIENT, EMPTY_CACHE


class FirstCall:
    """The first gradient of one operation, import excluded."""

    repeat = 5
    number = 1
    params = tuple(FIRST_CALLS)
    param_names = ("operation",)

    def timeraw_first_call(self, operation: str) -> tuple[str, str]:
        return (
            f"tg.sum({FIRST_CALLS[operation]}).backward()",
            "import tapegrad as tg; x = tg.ones((4, 4)).requires_grad_()",
        )
