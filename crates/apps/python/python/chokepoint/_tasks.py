"""The function by which a worker runs tasks of a sweep. The module is small, because every worker imports it."""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Iterable
from functools import lru_cache
from math import nan

from ._chokepoint import SweepPlan

#: Ranges of tasks, each without its end.
Spans = tuple[tuple[int, int], ...]

#: The values of all runs, row by row, as native doubles with NaN for missing values; problems of invalid scenes, by
#: index; and the duration in seconds.
Outcome = tuple[bytes, list[tuple[int, str]], float]


@lru_cache(maxsize=4)
def _plan(definition: str) -> SweepPlan:
    return SweepPlan(definition)


def run_tasks(definition: str, spans: Spans) -> Outcome:
    """Executes the tasks with these indices. The function is pure, so calls can be made on any machine and repeated."""
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
