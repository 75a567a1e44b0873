"""Figures: the bytes of `chokepoint plot`, from a table in memory and from every file."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import chokepoint

SCENE = {
    "duration_s": 2,
    "lanes": [{"aqm": "red"}, {"aqm": "choke"}],
    "flows": [{"transport": "udp", "rate_bps": 2e6}, {"transport": "newreno", "count": 3}],
    "queue": {"params": {"limit": 120}},
}
#: At one of the points the thresholds contradict each other.
OVER = {"min_th": [20, 70], "max_th": [60, 90], ("flows.0.rate_bps", "flows.1.transport"): [(1e6, "newreno"), (2e6, "cubic")]}
METRICS = ["udp_utilization", "queueing_delay_s"]
#: The native binary, built from the same sources by `npm test -- python`.
BINARY = Path(os.environ.get("CHOKEPOINT_BINARY", Path(__file__).parents[4] / "target" / "debug" / "chokepoint"))


@pytest.fixture(scope="module")
def table():
    return chokepoint.sweep(SCENE, OVER, seeds=4, metrics=METRICS)


def cells(table):
    return {name: table[name] for name in table.columns}


@pytest.mark.parametrize("ending", ["csv", "json", "parquet"])
def test_a_table_is_read_back_from_every_format(table, tmp_path, ending):
    file = tmp_path / f"table.{ending}"
    getattr(table, f"to_{ending}")(file)
    read = chokepoint.read_table(file)
    assert cells(read) == cells(table)
    assert read.definition == table.definition
    assert any(cells(read)["problem"])


FIGURES = [
    {"x": "max_th", "by": ["lane"], "facet": "min_th", "only": {"rate_bps": [1e6]}},
    {"kind": "differences", "x": "rate_bps", "by": ["max_th"], "only": {"min_th": [20]}, "y": "queueing_delay_s", "font_pt": 7.0},
    {"kind": "box", "x": "lane", "by": ["max_th"], "only": {"min_th": [20], "rate_bps": [2e6]}, "names": {"red": "RED, 60 %"}},
]


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_has_the_bytes_of_the_binary(table, tmp_path, figure):
    table.to_csv(tmp_path / "table.csv")
    (tmp_path / "figure.json").write_text(json.dumps(figure), encoding="utf-8")
    command = [BINARY, "plot", "table.csv", "--figure", "figure.json", "--out", "figure.svg", "--out", "figure.tex"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=True)
    drawn = chokepoint.plot(table, figure=figure)
    assert drawn.svg.encode() == (tmp_path / "figure.svg").read_bytes()
    assert drawn.tex.encode() == (tmp_path / "figure.tex").read_bytes()
    assert drawn.caption + "\n" == told.stdout
    of_file = chokepoint.plot(tmp_path / "table.csv", tmp_path / "again.svg", **figure)
    assert of_file.svg == drawn.svg == (tmp_path / "again.svg").read_text(encoding="utf-8")
    assert drawn._repr_svg_() == drawn.svg and "over" in repr(drawn)


def test_arguments_take_precedence_over_the_figure(table, tmp_path):
    (tmp_path / "figure.json").write_text('{"y": "queueing_delay_s", "x": "max_th", "facet": "min_th"}', encoding="utf-8")
    drawn = chokepoint.plot(
        table, figure=tmp_path / "figure.json", y="udp_utilization", by="lane", only={"rate_bps": 1e6}, width_mm="page"
    )
    assert "UDP share of the link" in drawn.svg and "Queueing delay" not in drawn.svg
    assert 'width="174mm"' in drawn.svg


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"y": "jain_index"}, 'y: "jain_index" is not in the table; known are udp_utilization, queueing_delay_s'),
        ({"x": "limit"}, "known are queue.params.min_th"),
        ({"by": "lane"}, "varies, too"),
        ({"kind": "pie"}, "expected one of `curves`"),
        ({"figure": {"colour": "red"}}, "unknown field `colour`"),
        ({"x_range": (2, float("inf"))}, "x_range"),
    ],
)
def test_wrong_fields_are_named(table, arguments, said):
    with pytest.raises(chokepoint.ChokepointError, match=".*") as caught:
        chokepoint.plot(table, **arguments)
    assert said in str(caught.value)


def test_only_tables_are_read_and_only_figures_are_written(table, tmp_path):
    drawn = chokepoint.plot(table, x="max_th", by="lane", facet="min_th", only={"rate_bps": 1e6})
    for name in ("figure.png", "figure"):
        with pytest.raises(ValueError, match="does not end in .svg, .pdf or .tex"):
            drawn.save(tmp_path / name)
    drawn.save(tmp_path / "figure.pdf")
    assert (tmp_path / "figure.pdf").read_bytes() == drawn.pdf and drawn.pdf.startswith(b"%PDF-1.")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    (tmp_path / "other.json").write_text("[1]", encoding="utf-8")
    for name in ("other.csv", "other.json", "other.txt"):
        with pytest.raises(chokepoint.ChokepointError, match=name):
            chokepoint.read_table(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        chokepoint.read_table(tmp_path / "none.csv")
    table.to_json(tmp_path / "table.json")
    text = (tmp_path / "table.json").read_text(encoding="utf-8")
    (tmp_path / "table.json").write_text(text.replace('"numbers": ', '"numbers": 9'), encoding="utf-8")
    with pytest.raises(chokepoint.ChokepointError, match="version 9"):
        chokepoint.read_table(tmp_path / "table.json")


def test_a_figure_of_the_sweep_is_found_by_its_name(tmp_path):
    figures = {"spread": {"kind": "box", "x": "lane"}}
    table = chokepoint.sweep(SCENE, seeds=3, metrics=METRICS, figures=figures)
    table.to_csv(tmp_path / "table.csv")
    named = chokepoint.plot(tmp_path / "table.csv", figure="spread")
    assert named.svg == chokepoint.plot(table, figure=figures["spread"]).svg
    with pytest.raises(chokepoint.ChokepointError, match="one of the figures of the table, which are spread"):
        chokepoint.plot(table, figure="bar")
    with pytest.raises(chokepoint.ChokepointError, match="figures.spread.y: "):
        chokepoint.sweep(SCENE, metrics=METRICS, figures={"spread": {"y": "jain_index"}})
