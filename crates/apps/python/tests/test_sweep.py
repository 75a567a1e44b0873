"""Tests of sweeps: every executor gives the same rows, no run is lost or repeated, and errors name the argument."""

from __future__ import annotations

import csv
import io
import json
import os
import resource
import signal
import subprocess
import sys
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent

import pytest

import chokepoint
from chokepoint._sweep import plan_of

SCENE = {
    "duration_s": 2,
    "lanes": [{"aqm": "red"}, {"aqm": "choke"}],
    "flows": [{"transport": "udp", "rate_bps": 2e6}, {"transport": "newreno", "count": 3}],
    "queue": {"params": {"limit": 120}},
}
#: At one of the four points the thresholds contradict each other.
OVER = {"min_th": [20, 70], "max_th": [60, 90]}
METRICS = ["udp_utilization", "jain_index", "drop_share:overflow"]
#: The native binary, built from the same sources by `npm test -- python`.
BINARY = Path(os.environ.get("CHOKEPOINT_BINARY", Path(__file__).parents[4] / "target" / "debug" / "chokepoint"))


def sweep(over=OVER, seeds=5, metrics=METRICS, **rest):
    return chokepoint.sweep(SCENE, over, seeds=seeds, metrics=metrics, **rest)


def test_a_sweep_file_gives_the_table_of_the_call(tmp_path):
    over = [{"path": path, "values": values} for path, values in OVER.items()]
    definition = {"schema": 1, "scene": SCENE, "over": over, "seeds": 5, "metrics": METRICS}
    path = tmp_path / "study.json"
    path.write_text(json.dumps(definition), encoding="utf-8")
    assert repr(cells(chokepoint.sweep(path))) == repr(cells(chokepoint.sweep(definition))) == repr(cells(sweep()))
    assert len(chokepoint.sweep(str(path), seeds=2)) == len(chokepoint.sweep(path, {"max_th": [60, 90]}, seeds=4))
    both = {"scenes": [{"name": "own", "scene": SCENE}, {"scene": "choked-model1"}], "over": over[1:], "seeds": 1}
    assert set(chokepoint.sweep({**both, "lanes": ["red"], "metrics": METRICS[:1]})["scene"]) == {"own", "choked-model1"}
    with pytest.raises(chokepoint.ChokepointError, match="over.1.path: "):
        chokepoint.sweep({**definition, "over": [over[0], {"path": "max_thr", "values": [1]}]})
    with pytest.raises(chokepoint.ChokepointError, match="swept: is unknown"):
        chokepoint.sweep({**definition, "swept": 1})
    rule = {**definition, "until": {"metric": METRICS[0], "half_width": 0.5}}
    assert chokepoint.sweep(rule, at_most=6).definition["until"]["at_most"] == 6


def cells(table):
    return {name: table[name] for name in table.columns}


@pytest.fixture(scope="module")
def expected():
    """The rows that the plan gives for all runs in order."""
    plan = plan_of(SCENE, OVER, seeds=5, metrics=METRICS)
    rows = json.loads(plan.run(list(range(len(plan)))))
    assert [row["lane"] for row in rows[:10]] == [0] * 5 + [1] * 5
    return rows


def check(table, expected):
    assert table.is_complete
    assert len(table) == len(expected)
    points = [(20, 60), (20, 90), (70, 60), (70, 90)]
    for row, wanted in zip(table.rows(), expected):
        assert (row["queue.params.min_th"], row["queue.params.max_th"]) == points[wanted["point"]]
        assert (row["lane"], row["seed"]) == (["red", "choke"][wanted["lane"]], wanted["seed"])
        assert [row[metric] for metric in METRICS] == wanted.get("values", [None] * len(METRICS))
        assert (row["problem"] is not None) == ("problems" in wanted)


def test_the_rows_equal_those_of_the_plan_in_order(expected):
    table = sweep()
    check(table, expected)
    assert "min_th" in next(row["problem"] for row in table.rows() if row["problem"])
    assert table.definition["metrics"] == METRICS


@pytest.mark.parametrize("size", [None, 1, 7, 1000])
@pytest.mark.parametrize("executor", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_gives_the_same_rows(expected, executor, size):
    with executor(2) as workers:
        check(sweep(executor=workers, tasks_per_call=size), expected)


def test_derived_settings_give_the_runs_of_explicit_values():
    derive = {"min_th": "0.2 * limit", "max_th": "3 * min_th"}
    table = sweep({"limit": [50, 100]}, derive=derive, lanes=["choke"])
    assert table.definition["derive"] == {"queue.params.min_th": "0.2 * limit", "queue.params.max_th": "3 * min_th"}
    typed = sweep({"limit": [100], "min_th": [20], "max_th": [60]}, lanes=["choke"])
    for metric in METRICS:
        assert table[metric][5:] == typed[metric]


def test_coupled_settings_have_columns_of_their_own():
    table = sweep({("limit", "flows.0.rate_bps"): [(50, 1e6), (50, 2e6), (100, 2e6)], "min_th": [5, 10]}, seeds=1)
    assert table.columns[:4] == ["queue.params.limit", "flows.0.rate_bps", "queue.params.min_th", "lane"]
    assert table["queue.params.limit"] == [50] * 8 + [100] * 4
    assert table["flows.0.rate_bps"] == [1_000_000] * 4 + [2_000_000] * 8
    assert table["queue.params.min_th"] == [5, 5, 10, 10] * 3
    summary = table.summary()
    assert summary["flows.0.rate_bps"] == [1_000_000] * 12 + [2_000_000] * 24
    alone = sweep({"limit": [100], "flows.0.rate_bps": [2e6], "min_th": [10]}, seeds=1)
    assert table["jain_index"][10:] == alone["jain_index"]


def test_differences_equal_those_of_the_binary():
    table = sweep(against="choke")
    differences = table.differences()
    assert differences.columns == [
        "queue.params.min_th", "queue.params.max_th", "lane", "metric", "n",
        "difference", "low", "high", "p", "p_holm", "differs",
    ]
    rows = list(differences.rows())
    assert (len(rows), differences.comparisons, differences.against) == (12, 9, "choke")
    assert "9 comparisons" in repr(differences)
    definition = {"scene": SCENE, "over": [{"path": path, "values": values} for path, values in OVER.items()]}
    definition |= {"seeds": 5, "metrics": METRICS, "against": "choke"}
    lines = subprocess.run(
        [BINARY, "sweep", "-", "--json"], input=json.dumps(definition), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    wanted = [line for line in map(json.loads, lines) if "against" in line]
    assert len(wanted) == len(rows)
    for row, line in zip(rows, wanted):
        if line["n"] == 0:
            assert row["n"] == 0 and row["difference"] is None and row["differs"] is None
            continue
        assert {name: line[name] for name in differences.columns} == row


def test_differences_can_be_from_any_lane():
    table = sweep({"max_th": [60]}, lanes=["red", "choke", "drop-tail"], seeds=4)
    from_red = table.differences("red")
    assert from_red["lane"] == ["choke"] * 3 + ["drop-tail"] * 3
    back = table.differences("choke")
    assert [-value for value in from_red["difference"][:3]] == back["difference"][:3]
    for against in (None, "rod"):
        with pytest.raises(chokepoint.ChokepointError, match="against: .* the lanes of the table are red, choke, drop-tail"):
            table.differences(against)


@pytest.mark.parametrize(
    ("over", "more", "said"),
    [
        ({"limit": [50]}, {"derive": {"min_th": "0.4 * limt"}}, r'derive.min_th: "0.4 \* limt" at character 7: limt is not a setting'),
        ({"limit": [50]}, {"derive": {"min_th": "max_th / 2", "max_th": "2 * min_th"}}, "derive: contains a cycle"),
        ({"limit": [50]}, {"derive": {"min_th": 3}}, "derive.min_th: 3 is not text"),
        ({"limit": [50]}, {"against": "rod"}, 'against: "rod" is not a lane of the sweep'),
        ({("limit", "min_th"): [(50, 20), (100,)]}, {}, r"over.\(limit, min_th\)\[1\]: \[100\] is not a list of 2 values"),
        ({("limit", "wish"): [(50, 20)]}, {}, r"over.\(limit, wish\)\[1\]: wish is not a setting"),
        ({("limit", "min_th"): "50"}, {}, r"over.\(limit, min_th\): is '50'; give a list of tuples"),
    ],
)
def test_an_error_in_a_sweep_names_the_argument(over, more, said):
    with pytest.raises(chokepoint.ChokepointError, match=said):
        sweep(over, **more)


def test_only_a_few_calls_are_in_progress_at_once():
    class Counting(Executor):
        workers = 3
        under_way = most = 0

        def submit(self, fn, /, *args):
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            future = Future()

            def finish():
                self.under_way -= 1
                future.set_result(fn(*args))

            threading.Timer(0.001, finish).start()
            return future

    executor = Counting()
    assert len(sweep(executor=executor, tasks_per_call=1)) == 40
    assert 1 < executor.most <= 6


def test_a_killed_process_loses_only_its_own_runs(expected, tmp_path):
    """One of two processes ends itself before its first call."""
    with ProcessPoolExecutor(2, initializer=die_once, initargs=(str(tmp_path / "died"),)) as workers:
        with pytest.warns(RuntimeWarning, match="made again by new processes"):
            table = sweep(executor=workers, tasks_per_call=3)
    check(table, expected)


def die_once(mark):
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    # The kill is sent at once, because the other process might soon have made all runs.
    os.kill(os.getpid(), signal.SIGKILL)


class Failing(Executor):
    """An executor that fails like a lost worker: from call `first` on, `times` times."""

    workers = 1

    def __init__(self, first, times, error):
        self.calls, self.first, self.times, self.error = 0, first, times, error

    def submit(self, fn, /, *args):
        self.calls += 1
        future = Future()
        if self.calls >= self.first and self.times > 0:
            self.times -= 1
            future.set_exception(self.error)
        else:
            future.set_result(fn(*args))
        return future


def test_lost_runs_are_made_again_and_counted_once(expected):
    executor = Failing(first=2, times=4, error=ConnectionError("gone"))
    check(sweep(executor=executor, tasks_per_call=4), expected)
    assert executor.calls == 10 + 4


def test_repeated_losses_end_the_sweep_with_the_finished_runs(expected):
    with pytest.raises(chokepoint.WorkersLost, match="lost 5 times") as raised:
        sweep(executor=Failing(first=4, times=1000, error=ConnectionError("gone")), tasks_per_call=4)
    table = raised.value.table
    assert len(table) == 12
    assert list(table.rows()) == list(sweep().rows())[:12]


def test_an_error_raised_by_a_worker_is_not_tried_again():
    executor = Failing(first=3, times=1000, error=ModuleNotFoundError("No module named 'chokepoint'"))
    with pytest.raises(ModuleNotFoundError) as raised:
        sweep(executor=executor, tasks_per_call=4)
    assert (len(raised.value.table), executor.calls) == (8, 4)


def test_an_interrupt_keeps_finished_runs(tmp_path):
    """After the signal of a cancelled kernel, finished runs are in the exception and in the cache."""
    program = dedent(f"""
        import os, signal, sys
        import chokepoint
        sys.path.insert(0, {str(Path(__file__).parent)!r})
        from test_sweep import sweep

        def interrupt(progress):
            if progress.done > 20:
                os.kill(os.getpid(), signal.SIGINT)

        over = {{"max_th": chokepoint.linspace(50, 100, 500)}}
        try:
            sweep(over, seeds=100, cache={str(tmp_path)!r}, progress=interrupt)
        except KeyboardInterrupt as interrupted:
            table = interrupted.table
            assert 20 < len(table) < table.total == 100_000, table
            assert len(list(table.rows())) == len(table)
            print(len(table))
    """)
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert said.returncode == 0, said.stderr
    parts = list(tmp_path.rglob("part-*.parquet"))
    parquet = pytest.importorskip("pyarrow.parquet")
    assert sum(parquet.read_metadata(part).num_rows for part in parts) == int(said.stdout)


class TestCache:
    """With a cache no run is made twice, even if its files are damaged."""

    pytestmark = pytest.mark.skipif("not __import__('importlib').util.find_spec('pyarrow')", reason="needs pyarrow")

    @staticmethod
    def counted(**given):
        """The table, and the number of new runs."""
        executor = Failing(first=1, times=0, error=None)
        table = sweep(executor=executor, tasks_per_call=1, **given)
        return table, executor.calls

    def test_a_repeated_sweep_makes_no_run(self, tmp_path):
        first, made = self.counted(cache=tmp_path)
        assert made == 40
        # Points whose values contradict each other are found again without a run.
        again, made = self.counted(cache=tmp_path)
        assert made == 10
        assert cells(again) == cells(first) == cells(sweep())

    def test_an_extended_sweep_makes_only_the_new_runs(self, tmp_path):
        self.counted(over={"max_th": [60, 90]}, cache=tmp_path)
        more = {"over": {"max_th": [60, 75, 90]}, "seeds": 6}
        table, made = self.counted(**more, cache=tmp_path)
        assert made == 3 * 2 * 6 - 2 * 2 * 5
        assert cells(table) == cells(sweep(**more))
        # The same runs occur now as points of another sweep.
        limit = table.definition["scene"]["queue"]["params"]["limit"]
        assert self.counted(over={"max_th": [75], "limit": [limit, limit + 1]}, seeds=6, cache=tmp_path)[1] == 2 * 6

    def test_other_metrics_need_other_runs(self, tmp_path):
        self.counted(cache=tmp_path)
        assert self.counted(cache=tmp_path, metrics=METRICS[:2])[1] == 40

    def test_two_sweeps_can_write_at_the_same_time(self, tmp_path):
        tables = []
        threads = [threading.Thread(target=lambda: tables.append(sweep(cache=tmp_path))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        again, made = self.counted(cache=tmp_path)
        assert made == 10
        assert all(cells(table) == cells(again) for table in tables)
        assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]

    @pytest.mark.parametrize("harm", ["cut", "changed", "foreign"])
    def test_a_damaged_file_is_reported_set_aside_and_its_runs_are_made_again(self, tmp_path, harm):
        first, _ = self.counted(cache=tmp_path)
        (part,) = tmp_path.rglob("part-*.parquet")
        content = bytearray(part.read_bytes())
        if harm == "cut":
            content = content[: len(content) // 2]
        elif harm == "changed":
            content[len(content) // 4] ^= 0x10
        else:
            import pyarrow

            pyarrow.parquet.write_table(pyarrow.table({"key": ["a"]}), part)
            content = part.read_bytes()
        part.write_bytes(content)
        with pytest.warns(RuntimeWarning, match=f"{part.name} is damaged: .* set aside"):
            again, made = self.counted(cache=tmp_path)
        assert made == 40
        assert cells(again) == cells(first)
        assert part.with_name(f"damaged-{part.name}").read_bytes() == content
        assert self.counted(cache=tmp_path)[1] == 10

    def test_a_full_disk_is_reported_and_the_results_are_kept(self, tmp_path):
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        try:
            with pytest.warns(RuntimeWarning, match="cache: 30 runs could not be written .* The sweep goes on"):
                table = sweep(cache=tmp_path)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert cells(table) == cells(sweep())
        assert not list(tmp_path.rglob("*part*")), "no half of a part"

    def test_a_cache_in_object_storage_works(self):
        pytest.importorskip("fsspec")
        assert self.counted(cache="memory://sweeps")[1] == 40
        assert self.counted(cache="memory://sweeps")[1] == 10

    def test_a_failing_store_ends_no_sweep_and_loses_no_file(self, tmp_path, monkeypatch):
        from chokepoint import _cache

        first, _ = self.counted(cache=tmp_path)
        parts = sorted(tmp_path.rglob("*.parquet"))

        class StoreError(Exception):
            pass

        def fail(*_):
            raise StoreError("the store is away")

        monkeypatch.setattr(_cache._Disk, "read", fail)
        monkeypatch.setattr(_cache._Disk, "write", fail)
        with pytest.warns(RuntimeWarning) as told:
            table, made = self.counted(cache=tmp_path)
        assert made == 40
        assert cells(table) == cells(first)
        assert [str(it.message).split("the store is away")[1] for it in told] == [". Its runs are made again.", ". The sweep goes on."]
        assert sorted(tmp_path.rglob("*.parquet")) == parts

    def test_a_folder_that_cannot_be_created_is_reported_before_any_run(self, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(OSError, match="cache: cannot be made"):
            sweep(cache=tmp_path / "file")


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ({"max_t": [1]}, "over.max_t: max_t is not a setting"),
        ({"max_th": []}, "over.max_th: is not a list with at least one value"),
        ({"max_th": chokepoint.linspace(60, 60, 3)}, "over.max_th.to: 60 is equal to from"),
        ({"max_th": chokepoint.linspace(50, 100, 10**9)}, "over.max_th.count: 1000000000 is not a whole number from 1 to"),
        ({"max_th": range(50, 10**9)}, "over.max_th.count: 999999950 is not a whole number from 1 to"),
        (
            {"limit": range(1, 10_001), "w_q": chokepoint.linspace(0.001, 1, 10_000)},
            "over: has 100000000 combinations of values; at most 1000000",
        ),
        ({"limit": [10], "max_th": [60, -3]}, "over.max_th[1]: -3 is not a number from"),
        ({"w_q": chokepoint.logspace(0, 1, 3)}, "over.w_q.from: 0 to 1 has no logarithm"),
        ({"max_th": 60}, "over.max_th: is 60; give a list of values, linspace or logspace"),
        ({"max_th": "60"}, "over.max_th: is '60'; give a list"),
        ({"max_th": [float("nan")]}, "over.max_th[0]: nan is not a finite number"),
        ({"max_th": [object]}, "over.max_th[0]: <class 'object'> is not a number"),
        ({"min_th": [90, 95], "max_th": [60]}, "over: fits the scene at no point"),
        ({3: [1]}, "over: has the key 3"),
        ([("max_th", [60])], "over: is [('max_th', [60])], not a dictionary"),
    ],
)
def test_an_invalid_over_is_reported(over, said):
    with pytest.raises(chokepoint.ChokepointError) as raised:
        chokepoint.sweep(SCENE, over)
    assert said in str(raised.value)
    assert raised.value.problems[0][0].startswith("over")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"metrics": ["speed"]}, 'metrics.0: "speed" is not a metric'),
        ({"metrics": ["flow_loss_ratio:9"]}, "names no flow of the scene, which has 4"),
        ({"lanes": ["rod"]}, 'lanes.0.aqm: "rod"'),
        ({"seeds": 0}, "seeds: 0 is not a whole number from 1"),
        ({"seeds": 10**9}, "seeds: 1000000000 is not a whole number from 1"),
        ({"tasks_per_call": 0}, "tasks_per_call: 0 is not a whole number from 1"),
        ({"executor": 4}, "executor: 4 is not a concurrent.futures.Executor"),
    ],
)
def test_other_invalid_arguments_are_reported(given, said):
    with pytest.raises((ValueError, TypeError)) as raised:
        chokepoint.sweep(SCENE, **given)
    assert said in str(raised.value)


@pytest.fixture(scope="module")
def table():
    return sweep({**OVER, "flows.1.transport": ["newreno", "cubic"]}, seeds=2)


class TestTable:
    def test_a_summary_covers_all_seeds(self):
        table = sweep()
        summary = table.summary()
        described = ["mean", "sd", "half_width", "prediction_half_width", "low", "high", "median", "lower_quartile", "upper_quartile"]
        assert summary.columns[-12:] == ["n", "left_out", *described, "two_states"]
        assert len(summary) == 3 * 2 * len(METRICS), "a point that cannot be run has none"
        row = list(summary.rows())[4]
        assert (row["lane"], row["metric"], row["n"]) == ("choke", "jain_index", 5)
        values = table["jain_index"][5:10]
        mean = sum(values) / 5
        sd = (sum((value - mean) ** 2 for value in values) / 4) ** 0.5
        # The quantile of Student's t for 4 degrees of freedom is from a table.
        assert row["mean"] == pytest.approx(mean)
        assert (row["sd"], row["median"]) == (pytest.approx(sd), sorted(values)[2])
        assert 0 <= row["low"] < mean < row["high"] <= 1
        assert (row["left_out"], row["two_states"]) == (0, False)
        assert row["half_width"] == pytest.approx(2.7764451 * sd / 5**0.5)
        assert row["prediction_half_width"] == pytest.approx(2.7764451 * sd * (1 + 1 / 5) ** 0.5)
        assert sweep(seeds=1).summary()["half_width"] == [None] * 18

    def test_files_are_read_back_unchanged(self, table, tmp_path):
        table.to_csv(tmp_path / "table.csv")
        table.to_json(tmp_path / "table.json")
        lines = (tmp_path / "table.csv").read_text().splitlines()
        head = [line for line in lines if line.startswith("# ")]
        found = list(csv.DictReader(lines[len(head) :]))
        assert [float(row["jain_index"]) if row["jain_index"] else None for row in found] == table["jain_index"]
        assert [row["flows.1.transport"] for row in found] == table["flows.1.transport"]
        saved = json.loads((tmp_path / "table.json").read_text())
        assert [list(row.values()) for row in table.rows()] == saved["rows"]
        assert (saved["chokepoint_sweep"], saved["columns"]) == (1, table.columns)
        assert saved["definition"] == table.definition
        # The definition in the table gives the same sweep.
        assert len(plan_of(saved["definition"]["scene"], OVER, metrics=METRICS)) > 0

    def test_the_command_line_and_python_read_each_others_tables(self, tmp_path):
        parquet, pandas = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("pandas")

        def join(file, out):
            return subprocess.run([BINARY, "join", file, "--out", out], capture_output=True, text=True, timeout=60, cwd=tmp_path)

        # The names contain the comment character, inside and at the beginning.
        lanes = [{"aqm": "red", "name": "#1, RED #2"}, {"aqm": "choke", "name": "CHOKe #3"}]
        table = sweep({**OVER, "flows.1.transport": ["newreno", "cubic"]}, seeds=2, lanes=lanes)
        table.to_parquet(tmp_path / "ours.parquet")
        table.to_csv(tmp_path / "ours.csv")
        table.to_json(tmp_path / "ours.json")
        for kind in ("parquet", "csv", "json"):
            said = join(f"ours.{kind}", f"theirs-of-{kind}.parquet")
            assert said.returncode == 0, said.stderr
            read = parquet.read_table(tmp_path / f"theirs-of-{kind}.parquet")
            assert {name: read[name].to_pylist() for name in read.column_names} == cells(table), kind
        # The file is read as docs/formats.md describes.
        assert join("ours.parquet", "theirs.csv").returncode == 0
        for name in ("ours.csv", "theirs.csv"):
            frame = pandas.read_csv(tmp_path / name, comment="#")
            assert list(frame.columns) == table.columns
            assert list(frame["lane"]) == table["lane"]
            for metric in METRICS:
                # The default reader of pandas 2 may be wrong in the last bit of a number.
                found = [None if pandas.isna(value) else pytest.approx(value, rel=1e-14) for value in frame[metric]]
                assert found == table[metric], (name, metric)

    def test_the_command_line_names_an_unsupported_codec_and_a_remedy(self, table, tmp_path):
        parquet = pytest.importorskip("pyarrow.parquet")
        file = str(tmp_path / "zstd.parquet")
        parquet.write_table(table.to_arrow(), file, compression="zstd")
        call = [BINARY, "join", file, "--out", str(tmp_path / "out.csv")]
        said = subprocess.run(call, capture_output=True, text=True, timeout=60)
        assert said.returncode == 2
        assert f"{file}: is compressed with ZSTD, which this program cannot decompress" in said.stderr
        assert "is not a table" not in said.stderr
        cure = said.stderr.split("In Python: ")[1]
        exec(f"import pyarrow.parquet\n{cure}", {"FILE": file})
        assert subprocess.run(call, capture_output=True, timeout=60).returncode == 0

    def test_a_spreadsheet_evaluates_nothing_in_a_csv_file(self, tmp_path):
        names = ["=1+1", "+x", "-x", "@x", "\t=1", "\r=1", "'=1", "plain,=2", "-3.2"]
        lanes = [{"aqm": "red", "name": name} for name in names]
        table = sweep({"max_th": [60]}, seeds=1, metrics=["jain_index"], lanes=lanes)
        table.to_csv(tmp_path / "table.csv")
        with open(tmp_path / "table.csv", newline="") as file:
            text = file.read()
        head, _, rest = text.partition("queue.params.max_th,")
        found = [row[1] for row in csv.reader(io.StringIO(rest, newline=""))][1:]
        assert found == ["'=1+1", "'+x", "'-x", "'@x", "'\t=1", "'\r=1", "''=1", "plain,=2", "-3.2"]
        # A spreadsheet splits comment lines at their commas, too.
        assert not [cell for line in head.splitlines() for cell in line.split(",") if cell.startswith("=")]
        told = next(line for line in head.splitlines() if line.startswith("# definition: "))
        assert [lane["name"] for lane in json.loads(told.removeprefix("# definition: "))["lanes"]] == names

    def test_other_libraries_read_the_same_cells(self, table, tmp_path):
        pandas, parquet = pytest.importorskip("pandas"), pytest.importorskip("pyarrow.parquet")
        pytest.importorskip("polars")
        table.to_parquet(tmp_path / "table.parquet")
        read = parquet.read_table(tmp_path / "table.parquet")
        frame = table.to_pandas()
        for name in table.columns:
            assert table.to_arrow()[name].to_pylist() == table[name] == read[name].to_pylist(), name
            assert table.to_polars()[name].to_list() == table[name]
            assert [None if pandas.isna(value) else value for value in frame[name]] == table[name]
        assert json.loads(read.schema.metadata[b"chokepoint"])["definition"] == table.definition

    def test_a_table_is_shown_in_a_notebook(self, table):
        shown = table._repr_html_()
        assert "32 runs of 2 lanes over 8 points" in shown
        assert "and 20 more" in shown

    def test_an_unknown_column_is_reported(self, table):
        with pytest.raises(KeyError, match="'jain' is not a column; there are queue.params.min_th, "):
            table["jain"]

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="LEFT OUT: no named pipes on this system")
    def test_a_pipe_and_a_symbolic_link_are_kept(self, table, tmp_path):
        table.to_csv(tmp_path / "table.csv")
        expected = (tmp_path / "table.csv").read_text()
        pipe, link = tmp_path / "pipe", tmp_path / "link.csv"
        os.mkfifo(pipe)
        link.symlink_to(tmp_path / "table.csv")
        with ThreadPoolExecutor(1) as reader:
            read = reader.submit(pipe.read_text)
            table.to_csv(pipe)
            assert read.result(timeout=10) == expected
        assert pipe.is_fifo()
        table.to_csv(link)
        assert link.is_symlink()
        with pytest.raises(IsADirectoryError):
            table.to_csv(tmp_path)

    def test_a_full_disk_keeps_the_old_file(self, table, tmp_path):
        path = tmp_path / "table.csv"
        path.write_text("old")
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        try:
            with pytest.raises(OSError):
                table.to_csv(path)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert (path.read_text(), list(tmp_path.iterdir())) == ("old", [path])
