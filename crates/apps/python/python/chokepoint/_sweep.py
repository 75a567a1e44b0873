"""Sweeps: lanes of a scene over values of settings, with many seeds each."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from . import _chokepoint
from ._cache import Cache
from ._chokepoint import ChokepointError, SweepPlan
from ._gather import ToDo, cores, gather
from ._table import Table
from ._tasks import Outcome, Spans


@dataclass(frozen=True)
class Range:
    """Equal steps between two values, both included. The engine computes them, so that they are the same everywhere."""

    start: float
    stop: float
    count: int
    scale: str = "linear"


def linspace(start: float, stop: float, count: int) -> Range:
    """`count` values from `start` to `stop`, with equal differences."""
    return Range(start, stop, count)


def logspace(start: float, stop: float, count: int) -> Range:
    """`count` values from `start` to `stop`, with equal factors. Both are values, not exponents."""
    return Range(start, stop, count, "log")


@dataclass(frozen=True)
class Progress:
    """The progress of a sweep."""

    done: int
    total: int
    #: Runs per second since the start, without those from the cache.
    runs_per_s: float
    #: Estimated remaining time; None at first.
    seconds_left: float | None

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", {_duration(self.seconds_left)} left"
        return f"{self.done:,} of {self.total:,} runs, {self.runs_per_s:,.0f} a second{left}"


def sweep(
    scene: Any,
    over: Mapping[Any, Any] | None = None,
    *,
    derive: Mapping[str, str] | None = None,
    where: str | Sequence[str] | None = None,
    lanes: Sequence[str | Mapping[str, Any]] | None = None,
    against: str | None = None,
    seeds: int | None = None,
    until: str | Mapping[str, Any] | None = None,
    at_most: int | None = None,
    metrics: Sequence[str] | None = None,
    figures: Mapping[str, Mapping[str, Any]] | None = None,
    executor: Executor | None = None,
    cache: str | os.PathLike[str] | None = None,
    tasks_per_call: int | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Table:
    """Runs the lanes of a scene at all combinations of the values in `over`, with the seeds 1 to `seeds`.

    >>> table = sweep("choked-model1", {"max_th": [60, 80], "flows.0.rate_bps": logspace(1e5, 1e7, 21)}, seeds=30)
    >>> table.summary().to_pandas()

    A list of scenes is run scene by scene, and the table has a column `scene`. In place of a scene, `scene` may be the path of a
    sweep file, as the page and the command line read it, or such a dictionary; the other arguments take precedence over its fields.

    A tuple of settings as a key in `over` changes them together: `{("limit", "min_th"): [(50, 20), (100, 40)]}`. `derive`
    gives settings as expressions over others, computed at each point: `{"min_th": "0.4 * limit", "limit": "2 * bdp"}`.
    `where` is a condition between settings, or several: `"min_th < max_th"`. Points at which one is false are left out.
    `against` is the lane with which `Table.differences` compares the others.
    `figures` has definitions of figures by name, which the files of the table keep and `plot(table, figure=name)` draws.

    `until` adds seeds to a point until the 95 % interval of the mean of a metric is narrow enough in every lane:
    `"udp_utilization:2%"` for a half-width of 2 % of the mean, `"udp_utilization:0.01"` for one in the unit of the metric.
    `seeds` is then the least number, and `at_most` (200) the largest. `Table.not_within` has the lanes that are not within.

    `executor` is any executor of `concurrent.futures`, such as that of a cluster (`Client.get_executor()` of Dask,
    `RayExecutor()`). Without one, all cores of this machine are used. The table is the same, bit for bit.

    `cache` is a folder, or an address that fsspec knows (`s3://…`). Runs in it are not repeated, and new runs are added.

    If a sweep ends early, the exception has the finished runs as `table`.
    """
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(f"executor: {executor!r} is not a concurrent.futures.Executor")
    if tasks_per_call is not None and (not _is_whole(tasks_per_call) or tasks_per_call < 1):
        raise ValueError(f"tasks_per_call: {tasks_per_call!r} is not a whole number from 1")
    plan = plan_of(
        scene,
        over,
        derive=derive,
        where=where,
        lanes=lanes,
        against=against,
        seeds=seeds,
        until=until,
        at_most=at_most,
        metrics=metrics,
        figures=figures,
    )
    definition = plan.definition()
    engine = {"engine_version": _chokepoint.__version__, "numbers": _chokepoint.NUMBERS, "tool": "chokepoint (Python)"}
    table = Table(definition, json.loads(plan.facts()), engine)
    kept = None if cache is None else Cache(cache, plan, table)
    if kept is not None:
        kept.read()
    teller = _Teller(table, progress)
    workers = ThreadPoolExecutor(cores(), "chokepoint") if executor is None else executor

    def accept(spans: Spans, outcome: Outcome) -> None:
        table._add(spans, outcome)
        teller.done += sum(stop - start for start, stop in spans)
        if kept is not None:
            kept.add(spans)

    try:
        while (made := table._look(plan)) is not None:
            gather(definition, ToDo(made), workers, accept, teller.tick, tasks_per_call)
        teller.tell()
    except BaseException as error:
        table._drop_surplus()
        error.table = table  # type: ignore[attr-defined]
        if hasattr(error, "add_note"):
            error.add_note(f"{table!r} are in the attribute table of this exception, in a notebook sys.last_value.table")
        raise
    finally:
        if executor is None:
            workers.shutdown(wait=False, cancel_futures=True)
        if kept is not None:
            kept.write()
        teller.end_line()
    table._drop_surplus()
    return table


def plan_of(
    scene: Any,
    over: Mapping[Any, Any] | None,
    *,
    derive: Mapping[str, str] | None = None,
    where: str | Sequence[str] | None = None,
    lanes: Sequence[str | Mapping[str, Any]] | None = None,
    against: str | None = None,
    seeds: int | None = None,
    until: str | Mapping[str, Any] | None = None,
    at_most: int | None = None,
    metrics: Sequence[str] | None = None,
    figures: Mapping[str, Mapping[str, Any]] | None = None,
) -> SweepPlan:
    """The checked sweep. Problems are reported with the arguments of the call."""
    if over is not None and not isinstance(over, Mapping):
        raise _wrong("over", f"is {_shown(over)}, not a dictionary from settings to their values")
    definition = _definition_in(scene)
    if definition is None:
        is_list = isinstance(scene, (list, tuple))
        definition = {"scenes": [_named(one) for one in scene]} if is_list else {"scene": _scene(scene)}
    paths = list(over or {})
    if over is not None or "over" not in definition:
        definition["over"] = [_axis(path, values) for path, values in (over or {}).items()]
    given = {
        "derive": derive,
        "where": [where] if isinstance(where, str) else where,
        "lanes": lanes,
        "against": against,
        "seeds": seeds,
        "until": _until(definition.get("until") if until is None and at_most is not None else until, at_most),
        "metrics": metrics,
        "figures": figures,
    }
    for field, value in given.items():
        if value is not None:
            definition[field] = _plain(field, value)
    try:
        text = json.dumps(definition, allow_nan=False)
    except ValueError as error:
        raise _wrong("over", "has a value that is not a finite number") from error
    try:
        plan = SweepPlan(text)
        plan.check_figures()
        return plan
    except ChokepointError as error:
        problems = [(_where(path, paths), problem) for path, problem in error.problems]
        if at_most is not None:
            problems = [("at_most" if path == "until.at_most" else path, problem) for path, problem in problems]
        raise _error(problems) from None


def _definition_in(given: Any) -> dict[str, Any] | None:
    """The definition in a sweep file or in such a dictionary, with its scenes loaded. None for a scene."""
    if isinstance(given, (str, os.PathLike)) and os.fspath(given).endswith(".json") and os.path.isfile(given):
        with open(given, encoding="utf-8-sig") as file:
            try:
                given = json.load(file)
            except ValueError:
                return None  # The reader of scenes reports the place of the error.
    if not isinstance(given, Mapping) or not ("scene" in given or "scenes" in given):
        return None
    definition: dict[str, Any] = {str(field): _plain(str(field), value) for field, value in given.items()}
    if "scene" in definition:
        definition["scene"] = _scene(definition["scene"])
    scenes = definition.get("scenes")
    for one in scenes if isinstance(scenes, list) else []:
        if isinstance(one, dict) and "scene" in one:
            one["scene"] = _scene(one["scene"])
    return definition


def _until(until: str | Mapping[str, Any] | None, at_most: int | None) -> Any:
    """The rule that adds seeds, in the form of a sweep file."""
    if until is None:
        if at_most is not None:
            raise _wrong("at_most", "needs until, e.g. until='udp_utilization:2%'; seeds is a fixed number of seeds")
        return None
    rule = json.loads(_chokepoint.read_until(until)) if isinstance(until, str) else until
    if at_most is None or not isinstance(rule, Mapping):
        return rule
    return {**rule, "at_most": at_most}


def _named(scene: Any) -> dict[str, Any]:
    """One of several scenes. A preset or a file has the given text as its name, another scene its id."""
    written = {"scene": _scene(scene)}
    is_name = isinstance(scene, (str, os.PathLike)) and not str(scene).lstrip().startswith("{") and len(str(scene)) <= 100
    return {"name": str(scene), **written} if is_name else written


def _scene(scene: Any) -> Any:
    """A scene, or any source that `load` takes."""
    from ._scene import Scene, load

    return json.loads((scene if isinstance(scene, Scene) else load(scene)).to_json())


def _axis(path: Any, values: Any) -> dict[str, Any]:
    at = _at(path)
    if isinstance(path, tuple):
        return _coupled(at, path, values)
    if not isinstance(path, str):
        raise _wrong("over", f"has the key {path!r}, which is not a path of a setting")
    if isinstance(values, Range):
        ends = {"from": values.start, "to": values.stop, "count": values.count}
        return {"path": path, **{field: _plain(at, value) for field, value in ends.items()}, "scale": values.scale}
    if isinstance(values, range) and len(values) > 1:
        # The values are not listed, since a range may exceed the memory.
        return {"path": path, "from": values[0], "to": values[-1], "count": len(values), "scale": "linear"}
    if isinstance(values, (str, bytes, Mapping)) or not (isinstance(values, Iterable) and isinstance(values, Sized)):
        raise _wrong(at, f"is {_shown(values)}; give a list of values, linspace or logspace")
    return {"path": path, "values": [_plain(f"{at}[{place}]", value) for place, value in enumerate(values)]}


def _coupled(at: str, paths: tuple[Any, ...], values: Any) -> dict[str, Any]:
    """Settings that change together, with a row of values for each step."""
    if isinstance(values, (str, bytes, Mapping, Range)) or not (isinstance(values, Iterable) and isinstance(values, Sized)):
        raise _wrong(at, f"is {_shown(values)}; give a list of tuples, one value for each setting")
    rows = [_plain(f"{at}[{place}]", row) for place, row in enumerate(values)]
    return {"paths": [_plain(at, path) for path in paths], "values": rows}


def _at(path: Any) -> str:
    return f"over.({', '.join(map(str, path))})" if isinstance(path, tuple) else f"over.{path}"


def _plain(at: str, value: Any) -> Any:
    """A value in the types of JSON; numbers of NumPy become numbers of Python."""
    if isinstance(value, Mapping):
        return {str(key): _plain(f"{at}.{key}", item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(f"{at}[{place}]", item) for place, item in enumerate(value)]
    if not isinstance(value, (bool, int, float, str)) and hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not abs(value) < float("inf"):
        raise _wrong(at, f"{value} is not a finite number")
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise _wrong(at, f"{_shown(value)} is not a number, text or truth value")


def _where(path: str, paths: list[Any]) -> str:
    """The engine's path as an argument of the call: `over.0.values.1` as `over.max_th[1]`, `over.0.path` as `over.max_th`."""
    parts = path.split(".")
    if parts[0] != "over" or len(parts) < 2 or not parts[1].isdigit():
        return path
    if int(parts[1]) >= len(paths):
        return path  # The axes of a sweep file keep their numbers.
    at = _at(paths[int(parts[1])])
    rest = [part for part in parts[2:] if part not in ("path", "paths", "values")]
    return at + "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in rest)


def _wrong(at: str, problem: str) -> ChokepointError:
    return _error([(at, problem)])


def _error(problems: list[tuple[str, str]]) -> ChokepointError:
    error = ChokepointError("\n".join(f"{path}: {problem}" for path, problem in problems))
    error.problems = problems
    return error


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class _Teller:
    """Reports the progress of a sweep a few times a second: by default on a terminal."""

    _SECONDS = 0.2

    def __init__(self, table: Table, progress: bool | Callable[[Progress], None] | None):
        on_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._writes = progress is True or (progress is None and on_terminal)
        self._call = progress if callable(progress) else None
        self._table = table
        self._before = len(table)
        self.done = self._before
        self._start = self._last = time.monotonic()

    def tick(self) -> None:
        if time.monotonic() - self._last >= self._SECONDS:
            self.tell()

    def end_line(self) -> None:
        if self._writes:
            print(file=sys.stderr)

    def tell(self) -> None:
        self._last = time.monotonic()
        rate = (self.done - self._before) / max(self._last - self._start, 1e-9)
        # With a rule that adds seeds, the number of runs grows from round to round.
        total = self._table.total
        left = (total - self.done) / rate if rate > 0 else None
        now = Progress(self.done, total, rate, left)
        if self._call is not None:
            self._call(now)
        elif self._writes:
            print(f"\r{now}\033[K", end="", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
