"""The work of a worker: it runs tasks of a sweep. Small to import, since every worker of a cluster imports it."""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Iterable
from functools import lru_cache
from math import nan

from ._chokepoint import SweepPlan

#: Stretches of tasks, each from the first up to but without the last.
Spans = tuple[tuple[int, int], ...]

#: The values of all runs, row by row, as native doubles, NaN where a run has none; why there is no such run, by place; how many
#: seconds it took.
Outcome = tuple[bytes, list[tuple[int, str]], float]


@lru_cache(maxsize=4)
def _plan(definition: str) -> SweepPlan:
    return SweepPlan(definition)


def run_tasks(definition: str, spans: Spans) -> Outcome:
    """Makes the runs of a sweep at these places: a pure function, so that it may be called anywhere, and again."""
    start = time.perf_counter()
    plan = _plan(definition)
    rows = json.loads(plan.run([task for span in spans for task in range(*span)]))
    nothing = [nan] * _metrics(definition)
    values = array("d")
    problems = []
    for place, row in enumerate(rows):
        found = row.get("values")
        if found is None:
            problems.append((place, _text(row["problems"])))
            found = nothing
        values.extend(nan if value is None else value for value in found)
    return values.tobytes(), problems, time.perf_counter() - start


@lru_cache(maxsize=4)
def _metrics(definition: str) -> int:
    return len(json.loads(_plan(definition).facts())["metrics"])


def _text(problems: Iterable[object]) -> str:
    """Problems are `{ path, problem }`, or texts."""
    return "; ".join(f"{it['path']}: {it['problem']}" if isinstance(it, dict) else str(it) for it in problems)
