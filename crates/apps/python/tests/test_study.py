"""Tests of sweeps that add seeds until an interval is narrow enough, or leave points out: their rows equal those of the binary."""

from __future__ import annotations

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from test_sweep import BINARY, METRICS, SCENE, cells, sweep

import chokepoint

#: At one of the three points the thresholds contradict each other.
OVER = {"max_th": [10, 60, 90]}
UNTIL = "jain_index:10%"


def sequential(**rest):
    return sweep(OVER, **{"seeds": 4, "until": UNTIL, "at_most": 30, **rest})


def definition(**rest):
    over = [{"path": path, "values": values} for path, values in OVER.items()]
    return json.dumps({"scene": SCENE, "over": over, "seeds": 4, "metrics": METRICS, **rest})


def rows_of_binary(text, *options):
    call = [BINARY, "sweep", "-", "--json", *options]
    lines = subprocess.run(call, input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("workers", [1, 5])
def test_a_rule_for_seeds_gives_the_rows_of_the_binary(workers):
    with ThreadPoolExecutor(workers) as executor:
        table = sequential(executor=executor, tasks_per_call=3)
    assert list(table.rows()) == rows_of_binary(definition(), "--until", UNTIL, "--at-most=30")
    assert list(table.rows()) == rows_of_binary(json.dumps(table.definition))
    assert table.is_complete and len(table) == table.total
    seeds = {point: max(row["seed"] for row in table.rows() if row["queue.params.max_th"] == point) for point in OVER["max_th"]}
    assert seeds[10] == 4 and max(seeds.values()) > 4, seeds
    assert repr(table).startswith(f"chokepoint.Table: {len(table)} runs of 2 lanes over 3 points")


def test_the_files_equal_those_of_the_binary(tmp_path):
    pytest.importorskip("pyarrow")
    sequential().to_csv(tmp_path / "python.csv")
    file = tmp_path / "sweep.json"
    file.write_text(definition(until={"metric": "jain_index", "relative_half_width": 0.1, "at_most": 30}))
    subprocess.run([BINARY, "sweep", file, "--out", tmp_path / "binary.csv"], check=True, capture_output=True)

    def rows(name):
        return [line for line in (tmp_path / name).read_text().splitlines() if not line.startswith("#")]

    assert rows("python.csv") == rows("binary.csv")
    # For the binary, no run is missing in the table written by Python.
    told = subprocess.run([BINARY, "sweep", file, "--out", tmp_path / "python.csv"], check=True, capture_output=True, text=True)
    runs = len(rows("python.csv")) - 1
    assert f"{runs} runs, {runs - 8} of them made before" in told.stderr


def test_cached_runs_beyond_the_last_seed_are_not_in_the_table(tmp_path):
    pytest.importorskip("pyarrow")
    sweep(OVER, seeds=30, cache=tmp_path)
    assert cells(sequential(cache=tmp_path)) == cells(sequential())


def test_lanes_with_too_wide_intervals_are_listed():
    table = sequential(until="jain_index:0.01%", at_most=5)
    found = table.not_within
    assert [(row["queue.params.max_th"], row["lane"], row["n"]) for row in found] == [
        (60, "red", 5), (60, "choke", 5), (90, "red", 5), (90, "choke", 5),
    ]
    assert all(row["half_width"] > 0.0001 * row["mean"] for row in found)
    summary = [row for row in table.summary().rows() if row["metric"] == "jain_index"]
    assert [(row["mean"], row["half_width"]) for row in summary] == [(row["mean"], row["half_width"]) for row in found]
    assert repr(table).endswith("2 points not within")
    assert sweep(OVER).not_within == []


def test_left_out_points_have_no_rows_and_no_comparisons():
    over = {"min_th": [10, 30, 50], "max_th": [20, 40]}
    table = sweep(over, where="min_th < max_th", against="red", seeds=2)
    assert (table.left_out, len(table), table.total, table.is_complete) == (3, 12 * 1, 12, True)
    assert table["queue.params.min_th"] == [10] * 8 + [30] * 4
    differences = table.differences()
    assert len(differences) == 3 * len(METRICS)
    text = json.dumps(table.definition)
    rows = rows_of_binary(text)
    assert list(table.rows()) == [row for row in rows if "difference" not in row]
    wanted = [row for row in rows if "difference" in row]
    assert [row["p_holm"] for row in differences.rows()] == [row["p_holm"] for row in wanted]
    both = sweep(over, where=["min_th < max_th", "max_th > 20"], seeds=2)
    assert (both.left_out, repr(both)) == (4, "chokepoint.Table: 8 runs of 2 lanes over 2 points")


def test_several_scenes_give_a_column():
    more = chokepoint.load(json.dumps({**SCENE, "id": "five"})).set("flows.1.count", 5)
    table = chokepoint.sweep(["first-choke", more], {"limit": [60, 120]}, lanes=["red", "choke"], seeds=2, metrics=METRICS[1:2])
    assert table.columns[:2] == ["scene", "queue.params.limit"]
    assert table["scene"] == ["first-choke"] * 8 + ["five"] * 8
    alone = chokepoint.sweep(more, {"limit": [60, 120]}, lanes=["red", "choke"], seeds=2, metrics=METRICS[1:2])
    assert table["jain_index"][8:] == alone["jain_index"]
    assert list(table.rows()) == rows_of_binary(json.dumps(table.definition))
    with pytest.raises(chokepoint.ChokepointError, match='scenes.1.name: "five" is the name of two scenes'):
        chokepoint.sweep([more, more])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"until": "jain_index"}, 'until: "jain_index" is not of the form METRIC:PERCENT%'),
        ({"until": "drop_ratio:2%"}, 'until.metric: "drop_ratio" is not measured'),
        ({"until": {"metric": "jain_index"}}, "until.half_width: is missing"),
        ({"until": UNTIL, "at_most": 3}, "^at_most: 3 is not a whole number from seeds, 4, to"),
        ({"at_most": 9}, "at_most: needs until"),
        ({"until": UNTIL, "seeds": 1}, "until: needs at least 2 seeds"),
        ({"where": "max_th <"}, 'where.0: "max_th <" ends where'),
        ({"where": ["max_th > 1", "max_th > 100"]}, "where: leaves out all 3 points: max_th > 1, max_th > 100"),
    ],
)
def test_an_error_names_the_wrong_argument(given, said):
    with pytest.raises(chokepoint.ChokepointError, match=said):
        sweep(OVER, **{"seeds": 4, **given})
