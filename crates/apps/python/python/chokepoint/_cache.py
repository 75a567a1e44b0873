"""A cache of earlier runs: a folder of Parquet files, in which each run has its key.

Each file is written once, completely, under a name of its own. Any number of sweeps on any number of machines can thus use
the same folder at once.
"""

from __future__ import annotations

import hashlib
import io
import os
import time
import uuid
import warnings
from array import array
from typing import Any, Protocol

from ._chokepoint import NUMBERS, SweepPlan
from ._table import Table, _needs
from ._tasks import Spans

_KEY_BYTES = 16
_NO_KEY = bytes(_KEY_BYTES)
#: Number of rows that are looked up together.
_ROWS_AT_ONCE = 1_000_000
#: A file is written after this time at first, and later after this share of the time so far. Files thus become rarer,
#: so that a long sweep does not leave thousands of them.
_SECONDS_FIRST = 2.0
_SHARE = 0.1
_SECONDS_MOST = 60.0


class Cache:
    """The runs of a sweep in a folder: earlier ones, and those that the sweep adds."""

    def __init__(self, place: str | os.PathLike[str], plan: SweepPlan, table: Table):
        self._pa = _needs("pyarrow", "cache")
        self._parquet = _needs("pyarrow.parquet", "cache")
        self._table = table
        # Runs of other versions, or with other metrics, have other keys. Files with such runs need not be read.
        metrics = hashlib.sha256(" ".join(table.metrics).encode()).hexdigest()[:16]
        self._folder = _folder(place, f"numbers-{NUMBERS}", metrics)
        #: Keys in order of tasks; zeros for a task without a valid scene.
        self._keys: bytes = plan.keys(0, table._slots)
        self._fresh: list[tuple[int, int]] = []
        self._start = self._written = time.monotonic()
        self._has_failed = False

    def read(self) -> None:
        """Puts earlier runs into the table."""
        parts, rows = [], 0
        for name in self._folder.parts():
            try:
                content = self._folder.read(name)
            except Exception as error:  # Every store has errors of its own.
                told = f"cache: {self._folder}/{name} could not be read: {error}. Its runs are made again."
                warnings.warn(told, RuntimeWarning, stacklevel=3)
                continue
            try:
                part = self._read_part(content)
            except (self._pa.ArrowException, OSError, ValueError, KeyError) as error:
                self._set_aside(name, error)
                continue
            parts.append(part)
            rows += part.num_rows
            if rows >= _ROWS_AT_ONCE:
                self._take_over(self._pa.concat_tables(parts))
                parts, rows = [], 0
        if rows > 0:
            self._take_over(self._pa.concat_tables(parts))

    def add(self, spans: Spans) -> None:
        """Collects finished runs, and writes them to the cache at intervals."""
        self._fresh.extend(spans)
        now = time.monotonic()
        wait = min(max(_SECONDS_FIRST, _SHARE * (now - self._start)), _SECONDS_MOST)
        if now - self._written >= wait:
            self.write()

    def write(self) -> None:
        """Writes the new runs. If this fails, issues a warning, keeps the runs, and tries again the next time."""
        self._written = time.monotonic()
        if not self._fresh:
            return
        part = self._part()
        if part.num_rows > 0:
            buffer = io.BytesIO()
            self._parquet.write_table(part, buffer, compression="zstd", write_page_checksum=True)
            try:
                self._folder.write(f"part-{uuid.uuid4().hex}.parquet", buffer.getvalue())
            except Exception as error:  # Every store has errors of its own, and none of them ends the sweep.
                if not self._has_failed:
                    told = f"cache: {part.num_rows} runs could not be written to {self._folder}: {error}. The sweep goes on."
                    warnings.warn(told, RuntimeWarning, stacklevel=2)
                self._has_failed = True
                return
        self._fresh.clear()

    def _schema(self) -> Any:
        pa = self._pa
        values = [(metric, pa.float64()) for metric in self._table.metrics]
        return pa.schema([("key", pa.binary(_KEY_BYTES)), *values, ("problem", pa.string())])

    def _part(self) -> Any:
        pa, table = self._pa, self._table
        keys = bytearray()
        problems: list[str | None] = []
        values = [array("d") for _ in table.metrics]
        # Points whose values contradict each other have no key. Finding them again takes no run.
        for start, stop in _with_keys(self._fresh, self._keys):
            keys += self._keys[start * _KEY_BYTES : stop * _KEY_BYTES]
            for cells, column in zip(values, table._values):
                cells.extend(column[start:stop])
            codes = table._problem_of
            problems += [None] * (stop - start) if codes is None else [
                None if code < 0 else table._problems[code] for code in codes[start:stop]
            ]
        rows = len(problems)
        binary = pa.Array.from_buffers(pa.binary(_KEY_BYTES), rows, [None, pa.py_buffer(keys)])
        numbers = [pa.Array.from_buffers(pa.float64(), rows, [None, pa.py_buffer(cells)]) for cells in values]
        return pa.Table.from_arrays([binary, *numbers, pa.array(problems, pa.string())], schema=self._schema())

    def _read_part(self, content: bytes) -> Any:
        file = self._parquet.ParquetFile(io.BytesIO(content), page_checksum_verification=True)
        schema = self._schema()
        if not file.schema_arrow.equals(schema):
            raise ValueError(f"has the columns {file.schema_arrow.names}, not {schema.names}")
        return file.read()

    def _take_over(self, found: Any) -> None:
        pa, compute, table = self._pa, self._pa.compute, self._table
        keys = pa.Array.from_buffers(pa.binary(_KEY_BYTES), table._slots, [None, pa.py_buffer(self._keys)])
        places = compute.index_in(keys, value_set=found.column("key").combine_chunks())
        is_there = compute.is_valid(places)
        for place, metric in enumerate(table.metrics):
            now = pa.Array.from_buffers(pa.float64(), table._slots, [None, pa.py_buffer(table._values[place])])
            taken = compute.if_else(is_there, found.column(metric).combine_chunks().take(places), now)
            cells = array("d")
            cells.frombytes(taken.buffers()[1])
            table._values[place] = cells
        tasks = compute.indices_nonzero(is_there)
        problems = found.column("problem").take(places.drop_null())
        for task, problem in zip(tasks.to_pylist(), problems.to_pylist()):
            table._done[task] = 1
            if problem is not None:
                table._add_problem(task, problem)

    def _set_aside(self, name: str, error: Exception) -> None:
        try:
            self._folder.set_aside(name)
            what = "It was set aside, and its runs are made again"
        except OSError as other:
            what = f"Its runs are made again; it could not be set aside: {other}"
        warnings.warn(f"cache: {self._folder}/{name} is damaged: {error}. {what}.", RuntimeWarning, stacklevel=4)


def _with_keys(spans: list[tuple[int, int]], keys: bytes) -> list[tuple[int, int]]:
    found = []
    for start, stop in spans:
        first = start
        for task in range(start, stop + 1):
            if task == stop or keys[task * _KEY_BYTES : (task + 1) * _KEY_BYTES] == _NO_KEY:
                if task > first:
                    found.append((first, task))
                first = task + 1
    return found


class _Folder(Protocol):
    def parts(self) -> list[str]: ...
    def read(self, name: str) -> bytes: ...
    def write(self, name: str, content: bytes) -> None: ...
    def set_aside(self, name: str) -> None: ...


def _folder(place: str | os.PathLike[str], *below: str) -> _Folder:
    place = os.fspath(place)
    if "://" in place:
        return _Store("/".join([place.rstrip("/"), *below]))
    return _Disk(os.path.join(place, *below))


class _Disk:
    """A folder of this machine, or one that many machines share."""

    def __init__(self, path: str):
        self._path = path
        try:
            os.makedirs(path, exist_ok=True)
        except OSError as error:
            raise type(error)(error.errno, f"cache: cannot be made: {error.strerror}", path) from error

    def __str__(self) -> str:
        return self._path

    def parts(self) -> list[str]:
        return sorted(name for name in os.listdir(self._path) if name.startswith("part-") and name.endswith(".parquet"))

    def read(self, name: str) -> bytes:
        with open(os.path.join(self._path, name), "rb") as file:
            return file.read()

    def write(self, name: str, content: bytes) -> None:
        temporary = os.path.join(self._path, f".{name}")
        try:
            with open(temporary, "xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, os.path.join(self._path, name))
        except BaseException:
            if os.path.exists(temporary):
                os.unlink(temporary)
            raise

    def set_aside(self, name: str) -> None:
        os.replace(os.path.join(self._path, name), os.path.join(self._path, f"damaged-{name}"))


class _Store:
    """A folder in object storage, accessed by fsspec. An object with its final name is complete."""

    def __init__(self, url: str):
        fsspec = _needs("fsspec", "a cache at an address")
        try:
            self._fs, self._path = fsspec.core.url_to_fs(url)
        except (ImportError, ValueError) as error:
            raise type(error)(f"cache: {url}: {error}") from error
        self._url = url
        self._fs.makedirs(self._path, exist_ok=True)

    def __str__(self) -> str:
        return self._url

    def parts(self) -> list[str]:
        self._fs.invalidate_cache(self._path)
        names = (path.rsplit("/", 1)[-1] for path in self._fs.ls(self._path, detail=False))
        return sorted(name for name in names if name.startswith("part-") and name.endswith(".parquet"))

    def read(self, name: str) -> bytes:
        content: bytes = self._fs.cat_file(f"{self._path}/{name}")
        return content

    def write(self, name: str, content: bytes) -> None:
        self._fs.pipe_file(f"{self._path}/{name}", content)

    def set_aside(self, name: str) -> None:
        self._fs.mv(f"{self._path}/{name}", f"{self._path}/damaged-{name}")
