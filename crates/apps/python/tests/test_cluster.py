"""Tests of sweeps on a real Dask cluster on this machine, with a killed worker, and on Ray if it is installed."""

from __future__ import annotations

import os
import signal
import threading

import pytest

import chokepoint
from test_sweep import METRICS, SCENE, cells

#: Long enough for the worker to be killed during its work.
LONG = {**SCENE, "duration_s": 40}
OVER = {"max_th": chokepoint.linspace(50, 90, 5), "flows.0.rate_bps": chokepoint.logspace(1e5, 1e7, 5)}


@pytest.fixture(scope="module")
def serial():
    return chokepoint.sweep(SCENE, OVER, seeds=10, metrics=METRICS)


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_dask_gives_the_same_table_and_keeps_finished_runs_when_it_ends(client, serial, tmp_path):
    executor = client.get_executor()
    assert cells(chokepoint.sweep(SCENE, OVER, seeds=10, metrics=METRICS, executor=executor)) == cells(serial)

    def stop(progress):
        if progress.done > 0:
            raise InterruptedError

    with pytest.raises(InterruptedError) as stopped:
        chokepoint.sweep(LONG, OVER, seeds=10, metrics=METRICS, executor=executor, tasks_per_call=5, progress=stop)
    table = stopped.value.table
    assert 0 < len(table) < table.total
    # The cluster has no more calls, and was not shut down.
    assert client.submit(threading.active_count).result(timeout=10) > 0


def test_a_killed_dask_worker_loses_only_its_own_runs(client, serial):
    told, returned = [], []
    victim = next(iter(client.run(os.getpid).values()))

    def kill(progress):
        """Kills a worker while some runs are finished and others are in progress."""
        returned.append(progress.done)
        if not told and 0 < progress.done < progress.total // 2:
            told.append(progress)
            os.kill(victim, signal.SIGKILL)

    table = chokepoint.sweep(
        LONG, OVER, seeds=10, metrics=METRICS, executor=client.get_executor(), tasks_per_call=5, progress=kill
    )
    assert told, f"no worker was killed: {returned}"
    with pytest.raises(ProcessLookupError):
        os.kill(victim, 0)
    assert table.is_complete
    # Each run was counted once: the progress never exceeded the number of runs.
    assert max(returned) == table.total == 500
    assert cells(table) == cells(chokepoint.sweep(LONG, OVER, seeds=10, metrics=METRICS))


@pytest.fixture(scope="module")
def ray():
    ray = pytest.importorskip("ray", reason="LEFT OUT: Ray is not installed here (pip install ray)")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


@pytest.mark.thorough
def test_ray_gives_the_same_table(ray, serial):
    with chokepoint.RayExecutor() as executor:
        assert executor.workers == 2
        table = chokepoint.sweep(SCENE, OVER, seeds=10, metrics=METRICS, executor=executor)
        assert cells(table) == cells(serial)


@pytest.mark.thorough
@pytest.mark.parametrize("retries", [3, 0])
def test_a_killed_ray_worker_loses_only_its_own_runs(ray, retries):
    """Ray repeats lost runs; if it does not, the sweep repeats them."""
    told, returned = [], []

    def kill(progress):
        returned.append(progress.done)
        if not told and 0 < progress.done < progress.total // 2:
            told.append(progress)
            os.kill(victim, signal.SIGKILL)

    with chokepoint.RayExecutor(max_retries=retries) as executor:
        victim = executor.submit(os.getpid).result()
        table = chokepoint.sweep(
            LONG, OVER, seeds=10, metrics=METRICS, executor=executor, tasks_per_call=5, progress=kill
        )
    assert told, f"no worker was killed: {returned}"
    assert table.is_complete
    assert max(returned) == table.total == 500
    assert cells(table) == cells(chokepoint.sweep(LONG, OVER, seeds=10, metrics=METRICS))
