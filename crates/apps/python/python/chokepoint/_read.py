"""Reads the tables that `chokepoint sweep`, the page and this package write."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable
from math import nan
from typing import Any

from ._chokepoint import NUMBERS, ChokepointError, SweepPlan
from ._sweep import _error
from ._table import _FORMULA, _NUMBER, _TABLE_VERSION, Table, _needs, _settings

_Rows = tuple[dict[str, Any], list[str], Iterable[list[Any]]]


def read_table(path: str | os.PathLike[str]) -> Table:
    """The table in a file that ends in `.csv`, `.json` or `.parquet`, with the bits of its values."""
    place = os.fspath(path)
    readers = {".csv": _csv, ".json": _json, ".parquet": _parquet}
    reader = readers.get(os.path.splitext(place)[1])
    if reader is None:
        raise _error([(place, "does not end in .parquet, .csv or .json, the formats of a table")])
    try:
        return _filled(*reader(place))
    except OSError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        text = f"has no {error}" if isinstance(error, KeyError) else str(error)
        raise _error([(place, f"is not a table of a sweep: {text}")]) from error


def _csv(path: str) -> _Rows:
    with open(path, encoding="utf-8", newline="") as file:
        lines = file.read().split("\n")
    head = 0
    told: dict[str, Any] = {}
    while head < len(lines) and lines[head].startswith("#"):
        name, _, text = lines[head].lstrip("# ").partition(":")
        try:
            told[name] = json.loads(text)
        except ValueError:
            told[name] = text.strip()
        head += 1
    rows = csv.reader(f"{line}\n" for line in lines[head:])
    titles = [_plain_cell(cell) for cell in next(rows, [])]
    return told, titles, ([_plain_cell(cell) for cell in row] for row in rows if row)


def _json(path: str) -> _Rows:
    with open(path, encoding="utf-8") as file:
        told = json.load(file)
    if not isinstance(told, dict):
        raise ValueError("it is not an object")
    return told, told["columns"], told["rows"]


def _parquet(path: str) -> _Rows:
    parquet = _needs("pyarrow.parquet", "a table in Parquet")
    table = parquet.read_table(path)
    told = json.loads((table.schema.metadata or {}).get(b"chokepoint", b"{}"))
    columns = [column.to_pylist() for column in table.columns]
    return told, table.column_names, (list(row) for row in zip(*columns))


def _plain_cell(cell: str) -> str:
    """The text of a cell: without the apostrophe before what a spreadsheet would compute."""
    rest = cell[1:]
    is_guarded = cell.startswith("'") and _FORMULA.match(rest) and not _NUMBER.fullmatch(rest)
    return rest if is_guarded else cell


def _filled(told: dict[str, Any], titles: list[str], rows: Iterable[list[Any]]) -> Table:
    if told.get("chokepoint_sweep") != _TABLE_VERSION:
        raise ValueError(f"it does not say which sweep it is of (chokepoint_sweep: {_TABLE_VERSION} is missing)")
    if told.get("numbers") != NUMBERS:
        raise ValueError(f"it was made with version {told.get('numbers')} of the engine's numbers, here it is {NUMBERS}")
    definition = told["definition"]
    try:
        plan = SweepPlan(definition if isinstance(definition, str) else json.dumps(definition))
    except ChokepointError as error:
        raise ValueError(f"its definition is wrong: {error}") from error
    engine: dict[str, Any] = {name: told[name] for name in ("engine_version", "numbers", "tool") if name in told}
    table = Table(plan.definition(), json.loads(plan.facts()), engine)
    place_of = {title: place for place, title in enumerate(titles)}
    axes = []
    for axis in table._axes:
        settings = _settings(axis)
        columns = [place_of[setting["path"]] for setting in settings]
        values = zip(*(setting["values"] for setting in settings))
        axes.append((columns, {tuple(map(_key, value)): place for place, value in enumerate(values)}))
    lanes = {lane: place for place, lane in enumerate(table._lanes)}
    lane, seed, problem = place_of["lane"], place_of["seed"], place_of.get("problem")
    metrics = [place_of[metric] for metric in table.metrics]
    for number, row in enumerate(rows, 1):
        try:
            point = 0
            for columns, places in axes:
                point = point * len(places) + places[tuple(_key(row[column]) for column in columns)]
            of_seed = int(row[seed])
            if not 1 <= of_seed <= table._seeds:
                raise KeyError(of_seed)
            task = (point * len(lanes) + lanes[row[lane]]) * table._seeds + of_seed - 1
        except (KeyError, IndexError, ValueError):
            raise ValueError(f"its row {number} is none of its sweep's runs") from None
        table._done[task] = 1
        text = None if problem is None else row[problem]
        if text:
            table._add_problem(task, text)
            continue
        for values, column in zip(table._values, metrics):
            cell = row[column]
            values[task] = nan if cell is None or cell == "" else float(cell)
    return table


def _key(value: Any) -> float | str:
    """A value as every format has it: 80, 80.0 and "80" are one, as are true and "true"."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return float(value)
    except ValueError:
        return str(value)
