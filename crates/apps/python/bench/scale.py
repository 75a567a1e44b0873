"""The cost of a sweep in Python: beside the native binary, in processes, on Dask, and in memory. Prints the tables of docs/scale.md.

    python crates/apps/python/bench/scale.py                  # what `npm run bench` prints
    python crates/apps/python/bench/scale.py --million        # a million real runs of 20 s as well: some minutes on two cores

The compared programs run in turn, some rounds of each, and the table has the middle one with the lowest and the highest beside it:
machines are noisy. Processor time is the cost of the runs, whatever other load there is; wall time is the wait of the user, and
only counts on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from array import array
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import chokepoint
from chokepoint._gather import cores
from chokepoint._sweep import plan_of
from chokepoint._tasks import run_tasks

ROOT = Path(__file__).parents[4]
PRESET = "choked-model1"
LANES = ["red", "choke"]
# : 50 by 100 points. With two lanes and 100 seeds these are a million runs.
MILLION = {"over": {"max_th": chokepoint.linspace(50, 99, 50), "flows.0.rate_bps": chokepoint.logspace(1e5, 1e7, 100)}}
MILLION_SEEDS = 100


class Cost(NamedTuple):
    wall: float
    processor: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--native", default=Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"), "release", "chokepoint"), help="the native binary")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=100, help="runs of a lane in a round")
    parser.add_argument("--million", action="store_true", help="a million real runs")
    parser.add_argument("--part", choices=PARTS, action="append", help="this part alone; may be given several times")
    parser.add_argument("--child", choices=CHILDREN, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        print(json.dumps(CHILDREN[given.child]()))
        return
    print(f"{cores()} cores, Python {sys.version.split()[0]}, {given.rounds} rounds, load {os.getloadavg()[0]:.1f}")
    for name in given.part or PARTS:
        PARTS[name](given)


def beside_native(given: argparse.Namespace) -> None:
    """Runs the same sweep by the native binary and in Python, on one core and on all cores."""
    if not Path(given.native).exists():
        print(f"\nThere is no {given.native}: cargo build --release makes it.")
        return
    for seconds in (200, 20):
        seeds = given.seeds * (200 // seconds)
        runs = seeds * len(LANES)
        makers: dict[str, Callable[[], Cost]] = {}
        for jobs in (1, cores()):
            makers[f"native, {jobs} of the cores"] = lambda jobs=jobs: native(given.native, seconds, seeds, jobs)
            makers[f"Python, {jobs} threads"] = lambda jobs=jobs: in_python(ThreadPoolExecutor, seconds, seeds, jobs)
        makers[f"Python, {cores()} processes"] = lambda: in_python(ProcessPoolExecutor, seconds, seeds, cores())
        costs = in_turn(makers, given.rounds)
        base = {1: "native, 1 of the cores", cores(): f"native, {cores()} of the cores"}
        rows = []
        for name, found in costs.items():
            other = costs[base[1 if ", 1 " in name else cores()]]
            rows.append(
                [
                    name,
                    spread([runs / cost.processor for cost in found]),
                    spread([theirs.processor / ours.processor for ours, theirs in zip(found, other)]),
                    spread([runs / cost.wall for cost in found]),
                    spread([theirs.wall / ours.wall for ours, theirs in zip(found, other)]),
                ]
            )
        show(
            f"Model 1 of {seconds} s, {runs} runs: beside native",
            ["", "runs per s of processor", "of native", "runs per s of wall", "of native"],
            rows,
        )


def native(binary: str, seconds: int, seeds: int, jobs: int) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        command = [binary, "sweep", PRESET, "--over", f"duration_s={seconds}", "--seeds", str(seeds), "--jobs", str(jobs)]
        command += [part for lane in LANES for part in ("--aqm", lane)] + ["--out", f"{folder}/table.csv"]
        return timed(lambda: subprocess.run(command, check=True, capture_output=True))


def in_python(kind: type[Executor], seconds: int, seeds: int, jobs: int) -> Cost:
    def run() -> None:
        with kind(jobs) as executor:
            table = chokepoint.sweep(
                PRESET, {"duration_s": [seconds]}, lanes=LANES, seeds=seeds, executor=executor, progress=False
            )
        assert table.is_complete

    return timed(run)


def on_dask(given: argparse.Namespace) -> None:
    """Measures calls of 50 runs: in this process, in pools of one and two processes, and on a cluster of two workers."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        print("\nDask is not installed: pip install 'dask[distributed]'")
        return
    seeds = max(given.seeds * 5, 500)
    runs = seeds * len(LANES)

    def sweep(executor: Executor) -> Cost:
        return timed(
            lambda: chokepoint.sweep(PRESET, lanes=LANES, seeds=seeds, executor=executor, tasks_per_call=50, progress=False)
        )

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
        ThreadPoolExecutor(1) as thread,
        ProcessPoolExecutor(1) as one,
        ProcessPoolExecutor(2) as two,
    ):
        pools = {
            "one process, this one": thread,
            "a pool of 1 process": one,
            "a pool of 2 processes": two,
            "Dask, 2 workers": client.get_executor(),
        }
        for pool in pools.values():
            chokepoint.sweep(PRESET, lanes=LANES, seeds=2, executor=pool, tasks_per_call=1, progress=False)
        costs = in_turn({name: lambda pool=pool: sweep(pool) for name, pool in pools.items()}, given.rounds)
    base = costs["one process, this one"]
    rows = [
        [
            name,
            spread([runs / cost.wall for cost in found]),
            spread([theirs.wall / ours.wall for ours, theirs in zip(found, base)]),
        ]
        for name, found in costs.items()
    ]
    show(f"Model 1 of 200 s, {runs} runs, 50 a call", ["", "runs per s of wall", "times one process"], rows)


def collecting(given: argparse.Namespace) -> None:
    """Measures time and memory for collecting a million rows. The calls return results without making the runs."""
    names = ["at-once", "seed-by-seed", *(["real"] if given.million else [])]
    said = {
        "at-once": "not run: what comes back is made up, 1,000 runs a call",
        "seed-by-seed": "not run, 1 run a call (100,000 of them)",
        "real": "run, 20 s each",
    }
    rows = []
    for name in names:
        # Each case runs in a process of its own, since memory that was used is not given back.
        output = subprocess.run([sys.executable, __file__, "--child", name], check=True, stdout=subprocess.PIPE, text=True)
        found = json.loads(output.stdout)
        rows.append(
            [
                said[name],
                f"{found['rows']:,}",
                f"{found['before']:.0f}",
                f"{found['most']:.0f}",
                f"{found['frame']:.0f}",
                f"{found['seconds']:.1f}",
                f"{found['calls'] / found['seconds']:,.0f}",
            ]
        )
    columns = ["", "rows", "MB before", "MB at most", "MB with to_pandas()", "s", "calls per s"]
    show("A million rows of Model 1 with six metrics, the collecting process", columns, rows)


class MadeUp(Executor):
    """Returns the result of a call without making its runs."""

    workers = 1000

    def __init__(self) -> None:
        self.calls = 0

    def submit(self, fn, /, definition, spans):  # noqa: ANN001, ANN201
        self.calls += 1
        tasks = sum(stop - start for start, stop in spans)
        future: Future = Future()
        # The result is pickled as a cluster sends it.
        sent = pickle.dumps((array("d", [0.5]) * (6 * tasks), [], 0.01 * tasks))
        values, problems, seconds = pickle.loads(sent)
        future.set_result((values.tobytes(), problems, seconds))
        return future


def collect(size: int, seeds: int) -> dict[str, float]:
    executor = MadeUp()
    return million(executor, size, seeds, lambda: executor.calls)


def really() -> dict[str, float]:
    with ThreadPoolExecutor(cores()) as executor:
        return million(executor, 200, MILLION_SEEDS, lambda: 2 * 50 * 100 * MILLION_SEEDS // 200)


def million(executor: Executor, size: int, seeds: int, calls: Callable[[], int]) -> dict[str, float]:
    scene = chokepoint.load(PRESET).set("duration_s", 20)
    before = most_memory()
    start = time.perf_counter()
    table = chokepoint.sweep(
        scene, **MILLION, lanes=LANES, seeds=seeds, executor=executor, tasks_per_call=size, progress=False
    )
    seconds = time.perf_counter() - start
    most = most_memory()
    assert table.is_complete
    try:
        assert len(table.to_pandas()) == len(table)
    except ImportError:
        pass
    found = {"rows": len(table), "before": before, "most": most, "frame": most_memory()}
    return {**found, "seconds": seconds, "calls": calls()}


def most_memory() -> float:
    """Largest memory use of this process, including interpreter, libraries and data [MB]."""
    # The unit is bytes on macOS, KiB elsewhere.
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def bytes_per_run(given: argparse.Namespace) -> None:
    """Measures the size of a run on the wire, in memory and on disk."""
    over, seeds = {"max_th": chokepoint.linspace(50, 90, 5)}, 100
    plan = plan_of(PRESET, over, lanes=LANES, seeds=seeds)
    definition = plan.definition()
    rows = []
    for size in (1, 50, 1000):
        outcome = run_tasks(definition, ((0, size),))
        there, back = len(pickle.dumps((definition, ((0, size),)))), len(pickle.dumps(outcome))
        rows.append([f"sent for a call of {size}", f"{there / size:,.0f} there, {back / size:,.0f} back"])
    table = chokepoint.sweep(PRESET, over, lanes=LANES, seeds=seeds, progress=False)
    rows.append(["in memory", f"{8 * len(table.metrics) + 1}"])
    with tempfile.TemporaryDirectory() as folder:
        try:
            table.to_parquet(f"{folder}/table.parquet")
            rows.append(["Parquet", f"{os.path.getsize(f'{folder}/table.parquet') / len(table):.0f}"])
            chokepoint.sweep(PRESET, over, lanes=LANES, seeds=seeds, cache=f"{folder}/cache", progress=False)
            size = sum(part.stat().st_size for part in Path(folder, "cache").rglob("*.parquet"))
            rows.append(["cache", f"{size / len(table):.0f}"])
        except ImportError as error:
            warnings.warn(str(error), stacklevel=1)
        table.to_csv(f"{folder}/table.csv")
        rows.append(["CSV", f"{os.path.getsize(f'{folder}/table.csv') / len(table):.0f}"])
    show("Bytes of a run with six metrics", ["", "bytes"], rows)


def in_turn(makers: dict[str, Callable[[], Cost]], rounds: int) -> dict[str, list[Cost]]:
    costs: dict[str, list[Cost]] = {name: [] for name in makers}
    for _ in range(rounds):
        for name, make in makers.items():
            costs[name].append(make())
    return costs


def timed(run: Callable[[], object]) -> Cost:
    """Processor time of this process, and of ended processes that it had started."""
    before, start = os.times(), time.perf_counter()
    run()
    after = os.times()
    return Cost(time.perf_counter() - start, sum(after[:4]) - sum(before[:4]))


def spread(values: list[float]) -> str:
    def text(value: float) -> str:
        return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"

    return f"{text(statistics.median(values))} ({text(min(values))} to {text(max(values))})"


def show(title: str, columns: list[str], rows: list[list[str]]) -> None:
    print(f"\n{title}\n")
    print("| " + " | ".join(columns) + " |")
    print("| --- |" + " ---: |" * (len(columns) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    sys.stdout.flush()


PARTS = {"native": beside_native, "dask": on_dask, "collecting": collecting, "bytes": bytes_per_run}
CHILDREN = {
    "at-once": lambda: collect(1000, MILLION_SEEDS),
    "seed-by-seed": lambda: collect(1, MILLION_SEEDS // 10),
    "real": really,
}

if __name__ == "__main__":
    main()
