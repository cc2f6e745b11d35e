"""The example of data larger than a worker's memory: right estimates, and the same bits where a worker is killed."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import numpy as np
import pytest

from tests.programs.test_examples import loaded, numbers

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
from cloudpickle import register_pickle_by_value, unregister_pickle_by_value  # noqa: E402 (which Dask needs)


class Killing(distributed.SchedulerPlugin):
    """Kills a worker when so many tasks are done."""

    name = "killing"

    def __init__(self, cluster: Any, count: int) -> None:
        self.cluster, self.left = cluster, count
        self.killed = 0

    def transition(self, key: Any, start: str, finish: str, *args: Any, **keywords: Any) -> None:
        self.left -= (start, finish) == ("processing", "memory")
        if self.left <= 0 and not self.killed:
            self.killed = self.cluster.workers[0].pid
            os.kill(self.killed, signal.SIGKILL)


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.filterwarnings("default")
def test_larger_than_memory(capsys, monkeypatch):
    module = loaded("larger_than_memory")
    register_pickle_by_value(module)  # as the main module's functions are; tests have another
    fit, fits = module.fit, []

    def three_times(curves: Any) -> Any:
        cluster = distributed.default_client().cluster
        assert len(cluster.workers) == 2
        fits.append(fit(curves))
        killing = Killing(cluster, 300)  # the third pass has begun
        cluster.scheduler.add_plugin(killing)
        fits.append(fit(curves))
        assert killing.killed
        some = curves.blocks[:5]
        with dask.config.set(scheduler="sync"):
            alone = fit(some)
        np.testing.assert_array_equal(alone[0], fit(some)[0])
        return fits[0]

    monkeypatch.setattr(module, "fit", three_times)
    try:
        module.main()
    finally:
        unregister_pickle_by_value(module)
    first, *lines = capsys.readouterr().out.splitlines()
    data, limit = numbers(first)
    assert data > limit
    found = np.array([numbers(line) for line in lines[:3]])
    assert np.all(np.abs(found[:, 0] - module.TRUTH) < 4.0 * found[:, 1])
    assert np.array_equal(found[:, 0], fits[0][0])
    for whole, with_one_killed in zip(fits[0], fits[1], strict=True):
        assert np.array_equal(whole, with_one_killed)
