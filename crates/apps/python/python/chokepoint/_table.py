"""Results as columns: the runs of a sweep, and their statistics."""

from __future__ import annotations

import csv
import html
import json
import os
import re
import tempfile
from array import array
from collections.abc import Iterator, Sequence
from itertools import compress, islice
from math import isnan, nan
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from ._chokepoint import ChokepointError
from ._chokepoint import compare as _compare
from ._chokepoint import describe as _describe

if TYPE_CHECKING:
    from ._chokepoint import SweepPlan
    import pandas
    import polars
    import pyarrow

    from ._tasks import Outcome, Spans

#: Version of the table format in files.
_TABLE_VERSION = 1
#: Compression of Parquet, the same as that of the command line and the page; the command line can read no other.
_CODEC = "snappy"
_ROWS_SHOWN = 12


class _Coded(NamedTuple):
    """A column with few different values. Each row has an index into `values`, or −1 for no value."""

    codes: array[int]
    values: list[Any]

    def cells(self) -> list[Any]:
        values = [*self.values, None]
        return [values[code] for code in self.codes]


#: Doubles with NaN for missing values, whole numbers, or codes.
_Column = Union["array[Any]", _Coded]


class Columns:
    """A table by columns. Only methods that say so need another library."""

    columns: list[str]

    def __len__(self) -> int:
        raise NotImplementedError

    def _column(self, name: str) -> _Column:
        raise NotImplementedError

    def _metadata(self) -> dict[str, Any]:
        raise NotImplementedError

    def __getitem__(self, name: str) -> list[Any]:
        """The cells of a column; None for an empty cell."""
        if name not in self.columns:
            raise KeyError(f"{name!r} is not a column; there are {', '.join(self.columns)}")
        column = self._column(name)
        if isinstance(column, _Coded):
            return column.cells()
        if column.typecode == "d":
            return [None if isnan(value) else value for value in column]
        return list(column)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, one after the other."""
        for cells in zip(*(self[name] for name in self.columns)):
            yield dict(zip(self.columns, cells))

    def to_arrow(self) -> pyarrow.Table:
        """The table in Apache Arrow, with its origin in the metadata `chokepoint`."""
        pa = _needs("pyarrow", "to_arrow and to_parquet")
        arrays = [_arrow(pa, self._column(name)) for name in self.columns]
        metadata = {"chokepoint": json.dumps(self._metadata())}
        return pa.table(dict(zip(self.columns, arrays))).replace_schema_metadata(metadata)

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a data frame of pandas; lanes and words are categories."""
        pd, np = _needs("pandas", "to_pandas"), _needs("numpy", "to_pandas")

        def series(column: _Column) -> Any:
            if not isinstance(column, _Coded):
                return np.frombuffer(column, dtype=np.float64 if column.typecode == "d" else np.int64)
            if column.values and all(isinstance(value, str) for value in column.values):
                return pd.Categorical.from_codes(np.frombuffer(column.codes, dtype=np.int32), column.values)
            return column.cells()

        frame: pandas.DataFrame = pd.DataFrame({name: series(self._column(name)) for name in self.columns})
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The table as a data frame of Polars."""
        pl = _needs("polars", "to_polars")
        frame: polars.DataFrame = pl.DataFrame({name: self[name] for name in self.columns}, infer_schema_length=None)
        return frame

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Writes CSV, with its origin in lines that start with `#`; numbers read back as the same bits."""

        def write(file: Any) -> None:
            for name, value in self._metadata().items():
                file.write(f"# {name}: {value if isinstance(value, str) else _without_formulas(json.dumps(value))}\n")
            writer = csv.writer(_Lines(file), lineterminator=_Lines.END)
            writer.writerow(map(_csv_cell, self.columns))
            writer.writerows(zip(*(map(_csv_cell, self[name]) for name in self.columns)))

        _write_whole(path, "w", write)

    def to_json(self, path: str | os.PathLike[str]) -> None:
        """Writes JSON, with rows as lists in the order of `columns`."""

        def write(file: Any) -> None:
            head = json.dumps({**self._metadata(), "columns": self.columns}, indent=2)
            file.write(f'{head[:-2]},\n  "rows": [')
            for place, cells in enumerate(zip(*(self[name] for name in self.columns))):
                file.write(f"{',' if place else ''}\n    {json.dumps(cells)}")
            file.write("\n  ]\n}\n")

        _write_whole(path, "w", write)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes Parquet, with the origin in the metadata `chokepoint`."""
        table = self.to_arrow()
        parquet = _needs("pyarrow.parquet", "to_parquet")
        _write_whole(path, "wb", lambda file: parquet.write_table(table, file, compression=_CODEC))

    def _repr_html_(self) -> str:
        def cell(value: Any) -> str:
            return html.escape("" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value))

        head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in self.columns)
        body = "".join(
            f"<tr>{''.join(f'<td>{cell(value)}</td>' for value in row.values())}</tr>"
            for row in islice(self.rows(), _ROWS_SHOWN)
        )
        more = len(self) - _ROWS_SHOWN
        rest = f"<p>… and {more:,} more</p>" if more > 0 else ""
        return (
            f"<table><caption>{html.escape(repr(self))}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"
        )


class Table(Columns):
    """The runs of a sweep, one row each, in the order of its tasks.

    The columns are the varied settings, `lane`, `seed`, the metrics, and `problem`, which says why a scene is invalid.
    Memory holds eight bytes for each value and one for the run; other cells are computed from the index of the row.
    """

    def __init__(self, definition: str, facts: dict[str, Any], engine: dict[str, Any]):
        self._definition = definition
        self._facts = facts
        self._engine = engine
        #: Number of runs with the largest number of seeds at all points; the index of a run is below it.
        self._slots: int = facts["tasks"]
        self._axes: list[dict[str, Any]] = facts["axes"]
        self._lanes: list[str] = facts["lanes"]
        self._seeds: int = facts["seeds"]
        self.metrics: list[str] = [metric["id"] for metric in facts["metrics"]]
        self._values = [array("d", [nan]) * self._slots for _ in self.metrics]
        self._done = bytearray(self._slots)
        self._problems: list[str] = []
        self._problem_codes: dict[str, int] = {}
        self._problem_of: array[int] | None = None
        #: The number of seeds of each point, and whether it is final; None if all points have the same number.
        self._looks: list[tuple[int, str]] | None = None
        self._is_begun = False
        #: Point and lane, number of values, mean and half-width of lanes that are not within.
        self._wide: dict[int, list[tuple[int, int, float, float | None]]] = {}
        if "until" in facts or "left_out" in facts:
            self._looks = [(0, "open")] * facts["points"]
        self.columns = [*_paths(self._axes), "lane", "seed", *self.metrics, "problem"]

    def __len__(self) -> int:
        return self._done.count(1)

    def __repr__(self) -> str:
        of = "" if self.is_complete else f" of {self.total:,}"
        points = _counted(self._points - self.left_out, "point")
        wide = "" if not self._wide else f", {_counted(len(self._wide), 'point')} not within"
        return f"chokepoint.Table: {len(self):,}{of} runs of {_counted(len(self._lanes), 'lane')} over {points}{wide}"

    @property
    def is_complete(self) -> bool:
        """Whether the table has all runs of the sweep."""
        if self._looks is not None and any(stop == "open" for _, stop in self._looks):
            return False
        return len(self) == self.total

    @property
    def total(self) -> int:
        """Number of runs of the sweep. With `until`, as far as it is known."""
        if self._looks is None:
            return self._slots
        return sum(seeds for seeds, _ in self._looks) * len(self._lanes)

    @property
    def left_out(self) -> int:
        """Number of points that `where` leaves out."""
        return len(self._facts.get("left_out", []))

    @property
    def not_within(self) -> list[dict[str, Any]]:
        """The lanes of points that reached the largest number of seeds before all intervals were narrow enough.

        Each has its settings, `lane`, the number `n` of values, `mean` and `half_width`. Without `until` there are none.
        """
        found = []
        for point, lanes in self._wide.items():
            columns = _columns_of_settings(self._axes, array("q", [point]))
            settings = {path: column.cells()[0] if isinstance(column, _Coded) else column[0] for path, column in columns.items()}
            for lane, n, mean, half_width in lanes:
                found.append({**settings, "lane": self._lanes[lane], "n": n, "mean": mean, "half_width": half_width})
        return found

    def _look(self, plan: SweepPlan) -> bytearray | None:
        """One byte for each run, 0 if the run must be made now. None if no run must be made."""
        if self._looks is None:
            is_first, self._is_begun = not self._is_begun, True
            return self._done if is_first else None
        until = self._facts.get("until")
        values = self._values[self.metrics.index(until["metric"])].tobytes() if until else b""
        still = [(point, seeds) for point, (seeds, stop) in enumerate(self._looks) if stop == "open"]
        for (point, _), (seeds, stop, wide) in zip(still, plan.look(still, bytes(self._done), values)):
            self._looks[point] = (seeds, stop)
            if wide:
                self._wide[point] = wide
        made = bytearray(b"\x01") * self._slots
        is_missing = False
        for point, (seeds, stop) in enumerate(self._looks):
            for lane in range(len(self._lanes)) if stop == "open" else []:
                start = (point * len(self._lanes) + lane) * self._seeds
                made[start : start + seeds] = self._done[start : start + seeds]
                is_missing = is_missing or 0 in made[start : start + seeds]
        return made if is_missing else None

    def _drop_surplus(self) -> None:
        """Removes runs from the cache that exceed the number of seeds of their points."""
        for point, (seeds, _) in enumerate(self._looks or []):
            for lane in range(len(self._lanes)):
                start = (point * len(self._lanes) + lane) * self._seeds
                stretch = slice(start + seeds, start + self._seeds)
                if any(self._done[stretch]):
                    self._done[stretch] = bytes(self._seeds - seeds)
                    for column in self._values:
                        column[stretch] = array("d", [nan]) * (self._seeds - seeds)

    @property
    def definition(self) -> dict[str, Any]:
        """The sweep in the form of a sweep file."""
        fields: dict[str, Any] = json.loads(self._definition)
        return fields

    @property
    def _points(self) -> int:
        return int(self._facts["points"])

    def _add(self, spans: Spans, outcome: Outcome) -> None:
        packed, problems, _ = outcome
        rows = array("d")
        rows.frombytes(packed)
        width, offset = len(self.metrics), 0
        for start, stop in spans:
            end = offset + (stop - start) * width
            for place, values in enumerate(self._values):
                values[start:stop] = rows[offset + place : end : width]
            self._done[start:stop] = b"\x01" * (stop - start)
            offset = end
        if problems:
            tasks = [task for span in spans for task in range(*span)]
            for place, problem in problems:
                self._add_problem(tasks[place], problem)

    def _add_problem(self, task: int, problem: str) -> None:
        if self._problem_of is None:
            self._problem_of = array("i", [-1]) * self._slots
        code = self._problem_codes.setdefault(problem, len(self._problems))
        if code == len(self._problems):
            self._problems.append(problem)
        self._problem_of[task] = code

    def _column(self, name: str) -> _Column:
        if name == "problem":
            codes = self._problem_of or array("i", [-1]) * self._slots
            return _Coded(self._kept(codes), self._problems)
        if name == "seed":
            seeds = array("q", range(1, self._seeds + 1))
            return self._kept(seeds * (self._slots // self._seeds))
        if name == "lane":
            return _Coded(self._kept(self._repeated("i", list(range(len(self._lanes))), self._seeds)), self._lanes)
        if name in self.metrics:
            return self._kept(self._values[self.metrics.index(name)])
        block = len(self._lanes) * self._seeds
        for axis in reversed(self._axes):
            for setting in _settings(axis):
                if setting["path"] == name:
                    return self._axis(setting["values"], block)
            block *= len(axis["values"])
        raise KeyError(name)

    def _axis(self, values: list[Any], block: int) -> _Column:
        kind = _kind(values)
        if kind is not None:
            return self._kept(self._repeated(kind, values, block))
        return _Coded(self._kept(self._repeated("i", list(range(len(values))), block)), values)

    def _repeated(self, kind: str, values: Sequence[Any], block: int) -> array[Any]:
        """Repeats each value `block` times, and repeats the resulting block until the column is full."""
        once = array(kind)
        for value in values:
            once.extend(array(kind, [value]) * block)
        return once * (self._slots // len(once))

    def _kept(self, cells: array[Any]) -> array[Any]:
        """The values of the finished runs."""
        return cells if len(self) == self._slots else array(cells.typecode, compress(cells, self._done))

    def _metadata(self) -> dict[str, Any]:
        return {"chokepoint_sweep": _TABLE_VERSION, **self._engine, "definition": self.definition}

    def summary(self) -> Summary:
        """The statistics of the runs with all seeds at each point for each lane and metric.

        `n` runs have a value and `left_out` have none. `half_width` is half of the 95 % interval of the mean after
        Student; `low` and `high` are the ends of the interval, which stay in [0, 1] for shares and indices.
        `prediction_half_width` is half of the 95 % interval of one further run, in which the printed number of one run has
        to lie. `two_states` says that the runs fall into two groups, so that the mean describes neither.
        """
        return Summary(self)

    def differences(self, against: str | None = None) -> Differences:
        """The differences of every other lane from one lane over the same seeds, at each point for each metric.

        `against` is the lane; without it, that of the sweep. `n` seeds have a value in both lanes. `difference` is the mean,
        `low` and `high` are the ends of its 95 % interval by Student's t. `p` is that of Student's paired test, `p_holm` is
        corrected by Holm's method for all `comparisons` of the table, and `differs` says that it is below 0.05.
        """
        return Differences(self, against)


_DESCRIBED = ["mean", "sd", "half_width", "prediction_half_width", "low", "high", "median", "lower_quartile", "upper_quartile"]


class Summary(Columns):
    """The statistics of the runs with all seeds: a row for each point, lane and metric."""

    def __init__(self, table: Table):
        self._table = table
        self.columns = [*_paths(table._axes), "lane", "metric", "n", "left_out", *_DESCRIBED, "two_states"]
        self._cells: dict[str, _Column] = {}
        self._fill()

    def _fill(self) -> None:
        table, seeds = self._table, self._table._seeds
        cells, count, left_out, two_states = array("q"), array("q"), array("q"), array("i")
        described = [array("d") for _ in _DESCRIBED]
        for cell in range(table._slots // seeds):
            stretch = slice(cell * seeds, (cell + 1) * seeds)
            if not any(table._done[stretch]):
                continue
            if table._problem_of is not None and all(code >= 0 for code in compress(table._problem_of[stretch], table._done[stretch])):
                continue
            cells.append(cell)
            for metric, values in zip(table.metrics, table._values):
                present = [value for value in values[stretch] if not isnan(value)]
                n, numbers, has_two = _describe(present, metric) or (0, [nan] * len(_DESCRIBED), False)
                count.append(n)
                left_out.append(sum(map(bool, table._done[stretch])) - n)
                two_states.append(has_two)
                for column, value in zip(described, numbers):
                    column.append(value)
        metrics, lanes = len(table.metrics), len(table._lanes)
        codes = array("i", (code for cell in cells for code in [cell % lanes] * metrics))
        self._cells["lane"] = _Coded(codes, table._lanes)
        self._cells["metric"] = _Coded(array("i", range(metrics)) * len(cells), table.metrics)
        self._cells |= {"n": count, "left_out": left_out, "two_states": _Coded(two_states, [False, True]), **dict(zip(_DESCRIBED, described))}
        points = array("q", (cell // lanes for cell in cells for _ in range(metrics)))
        self._cells |= _columns_of_settings(table._axes, points)

    def __len__(self) -> int:
        return len(self._cells["mean"])

    def __repr__(self) -> str:
        return f"chokepoint.Summary: mean and half-width of the 95 % interval of {len(self._table):,} runs"

    def _column(self, name: str) -> _Column:
        return self._cells[name]

    def _metadata(self) -> dict[str, Any]:
        return {"chokepoint_summary": _TABLE_VERSION, **self._table._engine, "definition": self._table.definition}


_COMPARED = ["difference", "low", "high", "p", "p_holm"]


class Differences(Columns):
    """The differences of lanes from one lane over the same seeds: a row for each point, other lane and metric."""

    def __init__(self, table: Table, against: str | None = None):
        against = table._facts.get("against") if against is None else against
        lanes = table._lanes
        if against not in lanes or len(lanes) < 2:
            given = "is missing" if against is None else f"{against!r} is not a lane, or the only one"
            error = ChokepointError(f"against: {given}; the lanes of the table are {', '.join(lanes)}")
            error.problems = [("against", f"{given}; the lanes of the table are {', '.join(lanes)}")]
            raise error
        self._table = table
        #: Name of the lane with which the others are compared.
        self.against: str = against
        self.columns = [*_paths(table._axes), "lane", "metric", "n", *_COMPARED, "differs"]
        self._cells: dict[str, _Column] = {}
        self._fill(lanes.index(against))

    def _fill(self, against: int) -> None:
        table, seeds, lanes = self._table, self._table._seeds, len(self._table._lanes)
        others = [lane for lane in range(lanes) if lane != against]
        left_out = set(table._facts.get("left_out", []))
        points = [point for point in range(table._points) if point not in left_out]
        places = [(point, lane) for point in points for lane in others]

        def pairs(point: int, lane: int, values: array[float]) -> list[tuple[float, float]]:
            one, other = ((point * lanes + place) * seeds for place in (lane, against))
            both = zip(values[one : one + seeds], values[other : other + seeds])
            return [(a, b) for a, b in both if not isnan(a - b)]

        found = _compare([pairs(*place, values) for place in places for values in table._values])
        #: Number of comparisons for which p is corrected.
        self.comparisons: int = sum(one is not None for one in found)
        width = len(table.metrics)
        repeated = [place for place in places for _ in range(width)]
        self._cells = _columns_of_settings(table._axes, array("q", (point for point, _ in repeated)))
        self._cells["lane"] = _Coded(array("i", (lane for _, lane in repeated)), table._lanes)
        self._cells["metric"] = _Coded(array("i", range(width)) * len(places), table.metrics)
        nothing: tuple[int, list[float], bool] = (0, [nan] * len(_COMPARED), False)
        rows = [nothing if one is None else one for one in found]
        self._cells["n"] = array("q", (n for n, _, _ in rows))
        self._cells |= {name: array("d", (numbers[at] for _, numbers, _ in rows)) for at, name in enumerate(_COMPARED)}
        differs = array("i", (-1 if one is None else int(one[2]) for one in found))
        self._cells["differs"] = _Coded(differs, [False, True])

    def __len__(self) -> int:
        return len(self._cells["difference"])

    def __repr__(self) -> str:
        return f"chokepoint.Differences: from {self.against} over the same seeds, {_counted(self.comparisons, 'comparison')} with Holm's correction"

    def _column(self, name: str) -> _Column:
        return self._cells[name]

    def _metadata(self) -> dict[str, Any]:
        told = {"against": self.against, "comparisons": self.comparisons}
        return {"chokepoint_differences": _TABLE_VERSION, **told, **self._table._engine, "definition": self._table.definition}


def _settings(axis: dict[str, Any]) -> list[dict[str, Any]]:
    """The setting of an axis, and the settings that change together with it."""
    return [axis, *axis.get("coupled", [])]


def _paths(axes: list[dict[str, Any]]) -> list[str]:
    return [setting["path"] for axis in axes for setting in _settings(axis)]


def _columns_of_settings(axes: list[dict[str, Any]], points: array[int]) -> dict[str, _Column]:
    """The columns of the varied settings in rows at these points."""
    columns: dict[str, _Column] = {}
    block = 1
    for axis in reversed(axes):
        count = len(axis["values"])
        codes = array("i", (point // block % count for point in points))
        for setting in _settings(axis):
            values, kind = setting["values"], _kind(setting["values"])
            columns[setting["path"]] = _Coded(codes, values) if kind is None else array(kind, (values[it] for it in codes))
        block *= count
    return columns


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _kind(values: list[Any]) -> str | None:
    """The kind of the column of a setting: whole numbers, numbers, or neither."""
    if all(type(value) is int for value in values):
        return "q"
    return "d" if all(type(value) in (int, float) for value in values) else None


def _arrow(pa: Any, column: _Column) -> Any:
    if isinstance(column, _Coded):
        codes = _arrow_numbers(pa, column.codes)
        codes = pa.compute.if_else(pa.compute.less(codes, 0), pa.scalar(None, pa.int32()), codes)
        values = pa.array(column.values, None if column.values else pa.string())
        words = pa.DictionaryArray.from_arrays(codes, values)
        return words if pa.types.is_string(values.type) else words.dictionary_decode()
    numbers = _arrow_numbers(pa, column)
    if column.typecode != "d":
        return numbers
    return pa.compute.if_else(pa.compute.is_nan(numbers), pa.scalar(None, pa.float64()), numbers)


def _arrow_numbers(pa: Any, cells: array[Any]) -> Any:
    kind = {"d": pa.float64(), "q": pa.int64(), "i": pa.int32()}[cells.typecode]
    return pa.Array.from_buffers(kind, len(cells), [None, pa.py_buffer(cells)])


#: The start of a text that a spreadsheet computes, after any apostrophes.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
#: A plain number, which a spreadsheet also reads as a number.
_NUMBER = re.compile(r"'*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


class _Lines:
    """Ends lines with a line feed. Python's CSV writer quotes the characters of its line end, so the line end includes a
    carriage return and the sign of comments."""

    END = "#\r\n"

    def __init__(self, file: Any):
        self._file = file

    def write(self, line: str) -> None:
        self._file.write(line.removesuffix(self.END) + "\n")


def _csv_cell(value: Any) -> Any:
    """A cell of CSV: truth values in lower case, and an apostrophe before a text that a spreadsheet would evaluate."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def _without_formulas(text: str) -> str:
    """JSON for a comment line. A spreadsheet splits the line at commas, so no comma in a text may precede a formula."""

    def within(found: re.Match[str]) -> str:
        return re.sub(
            r"[,;](?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])", lambda it: f"\\u{ord(it[0]):04x}", found[0]
        )

    return re.sub(r'"(?:[^"\\]|\\.)*"', within, text)


def _needs(module: str, what: str) -> Any:
    """Imports a library when it is needed."""
    import importlib

    try:
        found = importlib.import_module(module)
        if module == "pyarrow":
            importlib.import_module("pyarrow.compute")
        return found
    except ImportError as error:
        package = module.split(".")[0]
        raise ImportError(f"{what} needs {package}: pip install {package}") from error


def _write_whole(path: str | os.PathLike[str], mode: str, write: Any) -> None:
    """Writes the file completely or not at all. If the disk is full, an earlier file is kept."""
    text: dict[str, Any] = {} if "b" in mode else {"encoding": "utf-8", "newline": ""}
    # The file is written at the target of a symbolic link; the link stays.
    path = os.path.realpath(os.fspath(path))
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or a pipe is written to and not replaced. A folder is refused.
        with open(path, mode, **text) as file:
            write(file)
        return
    folder, name = os.path.split(path)
    handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder or ".")
    try:
        with os.fdopen(handle, mode, **text) as file:
            write(file)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
