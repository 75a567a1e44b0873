"""Tests of scenes and runs: they give the numbers of the binary, errors name the field, and Ctrl-C ends a run."""

from __future__ import annotations

import doctest
import json
import os
import pickle
import re
import subprocess
import sys
import threading
import time
from html.parser import HTMLParser
from pathlib import Path
from textwrap import dedent

import pytest

import chokepoint

ROOT = Path(__file__).parents[4]
#: The native binary, built from the same sources by `npm test -- python`.
BINARY = Path(os.environ.get("CHOKEPOINT_BINARY", ROOT / "target" / "debug" / "chokepoint"))
TWO = [{"aqm": "red"}, {"aqm": "choke"}]
# : A scene so long that its run does not end during a test.
ENDLESS = {"duration_s": 10_000, "lanes": TWO, "flows": [{"transport": "newreno", "count": 200}], "bottleneck": {"capacity_bps": 1e8}}


def binary(*arguments, **rest):
    said = subprocess.run([BINARY, *arguments], capture_output=True, text=True, check=True, timeout=60, **rest)
    return said.stdout


def without_time(result):
    """The result without its duration, which depends on the machine."""
    return {**result, "cost": {**result["cost"], "wall_s": None}}


@pytest.mark.parametrize(
    ("preset", "aqm", "settings"),
    [
        ("choked-model1", "choked", {"duration_s": 20}),
        ("choked-model1", "red", {"duration_s": 20, "max_th": 60, "flows.0.rate_bps": 1.5e6}),
        ("modern-bufferbloat", "fq-codel", {"duration_s": 15}),
        ("pernewque-flows-100", "pernewque", {"duration_s": 3}),
        ("choked-web-mix", "gchoke", {"duration_s": 10}),
    ],
)
def test_a_run_equals_that_of_the_binary(preset, aqm, settings):
    scene = chokepoint.load(preset).set("lanes", [{"aqm": aqm}]).set(**settings)
    for seed in (1, 2**53 - 1):
        text = scene.set(seed=seed).to_json()
        expected = json.loads(binary("run", "-", "--json", input=text))
        assert without_time(chokepoint.run(scene, seed=seed).to_dict()) == without_time(expected)


def test_a_sweep_equals_that_of_the_binary(tmp_path):
    scene = chokepoint.load("choked-model1").set(duration_s=2, lanes=[{"aqm": "red"}, {"aqm": "choked"}])
    file = tmp_path / "scene.json"
    file.write_text(scene.to_json())
    over = {"max_th": chokepoint.linspace(60, 90, 4), "flows.0.rate_bps": chokepoint.logspace(1e5, 1e7, 3)}
    asked = ["--over", "max_th=60..90:4", "--over", "flows.0.rate_bps=1e5..1e7:3log", "--seeds", "3"]
    binary("sweep", str(file), *asked, "--out", str(tmp_path / "binary.json"))
    table = chokepoint.sweep(scene, over, seeds=3)
    table.to_json(tmp_path / "python.json")
    ours, theirs = (json.loads((tmp_path / name).read_text()) for name in ("python.json", "binary.json"))
    assert len(ours["rows"]) == 4 * 3 * 2 * 3
    for field in ("columns", "definition", "engine_version", "numbers", "rows"):
        assert ours[field] == theirs[field], field
    parquet = pytest.importorskip("pyarrow.parquet")
    binary("sweep", str(file), *asked, "--out", str(tmp_path / "binary.parquet"))
    table.to_parquet(tmp_path / "python.parquet")
    ours, theirs = (parquet.read_table(tmp_path / name) for name in ("python.parquet", "binary.parquet"))
    assert ours.to_pydict() == theirs.to_pydict()


class TestLoad:
    """A scene comes from a preset, a link, a file, its text or a dictionary."""

    def test_all_sources_give_the_same_scene(self, tmp_path):
        scene = chokepoint.load("choked-model1")
        file = tmp_path / "scene.json"
        file.write_text(scene.to_json())
        for source in (scene, scene.to_json(), scene.to_dict(), str(file), file, f"#{scene.link}", f"https://a.example/#{scene.link}"):
            assert chokepoint.load(source) == scene
        changed = scene.set(max_th=61)
        assert chokepoint.load(f"#{changed.link}") == changed != scene
        assert pickle.loads(pickle.dumps(changed)) == changed

    def test_presets_are_those_of_the_binary(self):
        presets = chokepoint.presets()
        listed = [line.split()[0] for line in binary("list", "presets").splitlines() if line and not line[0].isspace()]
        assert {it.id for it in presets} == set(listed)
        assert presets["choked-model1"].scene == chokepoint.load("choked-model1")
        assert presets["choked-model1"].published[0]["metric"] == "udp_throughput_bps"

    @pytest.mark.parametrize(
        ("source", "said"),
        [
            ("choked-model", "choked-model1"),
            ("no/such/file.json", "no/such/file.json"),
            ("{", "line 1"),
            ('{"duration_s": -1, "flows": []}', "duration_s: -1"),
            ("#1.garbage", "link"),
            ({"duration_s": float("nan")}, "scene: cannot be written as JSON"),
            ({"queu": {}}, "queu"),
            (4, "scene: 4 is not a preset, link, path or dictionary"),
            ("/", "/"),
        ],
    )
    def test_what_is_wrong_is_named(self, source, said):
        with pytest.raises(chokepoint.ChokepointError) as raised:
            chokepoint.load(source)
        assert said in str(raised.value)
        assert all(len(problem) == 2 for problem in raised.value.problems)


class TestReadme:
    """The example of the README prints the shown output."""

    def test_it_prints_what_it_shows(self):
        readme = Path(__file__).parents[4] / "README.md"
        found = doctest.testfile(str(readme), module_relative=False)
        assert found.attempted >= 3
        assert found.failed == 0


class TestSet:
    """Settings are changed by path or by name, into another scene."""

    def test_a_change_gives_another_scene(self):
        scene = chokepoint.load("choked-model1")
        assert scene.set(max_th=60).to_dict()["queue"]["params"]["max_th"] == 60
        assert scene.set("queue.params.max_th", 60) == scene.set("max_th", 60) == scene.set(max_th=60)
        assert scene.to_dict()["queue"]["params"]["max_th"] == 80
        numpy = pytest.importorskip("numpy")
        assert scene.set(max_th=numpy.float64(60)) == scene.set(max_th=60)

    @pytest.mark.parametrize(
        ("path", "value", "said"),
        [
            ("max_t", 60, "max_t"),
            ("max_th", -3, "-3"),
            ("max_th", 10, "min_th"),
            ("max_th", float("inf"), "max_th: inf is not a finite number"),
            ("max_th", object, "max_th"),
            ("flows.9.rate_bps", 1e6, "flows.9"),
            ("lanes.0.aqm", "rod", "rod"),
        ],
    )
    def test_what_is_wrong_is_named(self, path, value, said):
        with pytest.raises(chokepoint.ChokepointError) as raised:
            chokepoint.load("choked-model1").set(path, value)
        assert said in str(raised.value)

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ({"seed": -1}, "seed: -1 is not a whole number from 0"),
            ({"seed": 1.5}, "seed: 1.5"),
            ({"lane": 2}, "lane: 2 is not a lane of the scene, which has 0 (red), 1 (choke)"),
            ({"lane": True}, "lane: True is not a lane"),
            ({"lane": "blue"}, "lane: 'blue' is not a lane"),
        ],
    )
    def test_what_is_wrong_with_a_run_is_named(self, given, said):
        with pytest.raises(chokepoint.ChokepointError, match=re.escape(said)):
            chokepoint.run(chokepoint.load("choked-model1").set(lanes=TWO), **given)


def test_fields_of_a_result_are_read_by_name():
    result = chokepoint.run(chokepoint.load("choked-model1").set(duration_s=5, lanes=TWO), seed=7, lane="choke")
    assert (result.aqm, result.seed) == ("choke", 7)
    assert result.classes["udp"].throughput_bps == result["classes"]["udp"]["throughput_bps"] > 0
    assert pickle.loads(pickle.dumps(result)) == result
    with pytest.raises(AttributeError, match="a result has no bottlenek here; there are .*bottleneck"):
        result.bottlenek
    assert "Jain's index" in Reader(result._repr_html_()).words


class Reader(HTMLParser):
    """Collects tags, open tags, and the texts between tags."""

    def __init__(self, text):
        super().__init__()
        self.seen, self.open, self.words = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        if tag not in ("br",):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def test_a_scene_is_shown_with_its_link_and_a_picture():
    scene = chokepoint.load("choked-model1").set(title="<script>alert(1)</script> & more")
    shown = Reader(scene._repr_html_())
    assert not shown.open
    assert "svg" in shown.seen and "script" not in shown.seen
    assert scene.link in shown.words
    assert any("<script>" in words for words in shown.words), "as text"


def test_other_threads_run_during_a_run():
    """One thread runs a scene while another one counts."""
    done = threading.Event()
    scene = chokepoint.load("choked-model1")
    thread = threading.Thread(target=lambda: (chokepoint.run(scene, lane="choked"), done.set()))
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0.0005)
    thread.join()
    # If the run held Python's lock, the other thread would run only once or twice.
    assert turns > 5


def test_a_signal_interrupts_a_run():
    """A signal such as that of Ctrl-C or of a notebook's stop button ends a run."""
    program = dedent(f"""
        import os, signal, threading
        import chokepoint
        scene = chokepoint.load({ENDLESS!r})
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            chokepoint.run(scene)
        except KeyboardInterrupt:
            print("interrupted")
    """)
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    assert (said.stdout, said.returncode) == ("interrupted\n", 0), said.stderr


def test_the_rates_of_groups_fill_the_link():
    rates = chokepoint.rates("choked-model1", 50, seed=2, lane=0)
    assert list(rates) == ["from_s", "group_0_bps", "group_1_bps"]
    assert rates["from_s"] == [0, 50, 100, 150]
    # The link of 1 Mb/s is never idle after the start.
    both = [one + other for one, other in zip(rates["group_0_bps"], rates["group_1_bps"])]
    assert both[1:] == pytest.approx([1e6] * 3, rel=1e-3)
    with pytest.raises(chokepoint.ChokepointError, match="every_s: 0 is not a number of seconds above 0"):
        chokepoint.rates("choked-model1", 0)
