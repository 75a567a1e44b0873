"""Figures for papers, drawn by the code of `chokepoint plot`, so that both give the same bytes."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._chokepoint import draw as _draw
from ._read import read_table
from ._sweep import _error, _plain
from ._table import Table, _write_whole

#: Widths with a name [mm].
_WIDTHS = {"column": 84.0, "page": 174.0}


class Figure:
    """A figure: `svg`, `tex` (a document of LaTeX) and `caption` are texts, `pdf` is bytes. A notebook shows it."""

    def __init__(self, svg: str, tex: str, pdf: bytes, missing: str, caption: str):
        self.svg = svg
        self.tex = tex
        self.pdf = pdf
        self.caption = caption
        self._missing = missing

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the figure; the name ends in `.svg`, `.pdf` or `.tex`."""
        ending = os.path.splitext(os.fspath(path))[1]
        if ending == ".pdf":
            if self._missing:
                warnings.warn(
                    f"the typeface of the PDF lacks {self._missing}, shown as ?; .tex and .svg have them", stacklevel=2
                )
            _write_whole(path, "wb", lambda file: file.write(self.pdf))
            return
        if ending not in (".svg", ".tex"):
            raise ValueError(f"{os.fspath(path)} does not end in .svg, .pdf or .tex, the formats of a figure")
        text = self.svg if ending == ".svg" else self.tex
        _write_whole(path, "w", lambda file: file.write(text))

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"chokepoint.Figure: {self.caption.splitlines()[0]}"


def plot(
    results: Table | str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    *,
    figure: Mapping[str, Any] | str | os.PathLike[str] | None = None,
    kind: Literal["curves", "differences", "box"] | None = None,
    x: str | None = None,
    y: str | None = None,
    by: str | Sequence[str] | None = None,
    facet: str | None = None,
    only: Mapping[str, Any] | None = None,
    against: str | None = None,
    interval: Literal["student", "quartiles", "none"] | None = None,
    shape: Literal["band", "bars"] | None = None,
    log: str | Sequence[str] | None = None,
    x_range: tuple[float, float] | None = None,
    y_range: tuple[float, float] | None = None,
    width_mm: float | Literal["column", "page"] | None = None,
    height_mm: float | None = None,
    font_pt: float | None = None,
    legend: Literal["top", "right", "direct", "none"] | None = None,
    palette: Literal["okabe-ito", "viridis", "grey"] | None = None,
    x_label: str | None = None,
    y_label: str | None = None,
    names: Mapping[str, str] | None = None,
) -> Figure:
    """Draws the runs of a sweep: a `Table`, or the path of its file (`.csv`, `.json`, `.parquet`).

    >>> plot(table, "load.svg", y="jain_index", by="lane", facet="limit")

    `figure` is the definition of a figure: a dictionary, a name among the figures of the sweep, else the path of a figure file.
    The other arguments take precedence over it and have its fields. What is left out follows from the table. `out` is the file of the figure, `.svg`, `.pdf` or `.tex`.
    """
    table = results if isinstance(results, Table) else read_table(results)
    fields = _fields(figure, table)
    given: dict[str, Any] = {
        "kind": kind,
        "x": x,
        "y": y,
        "by": [by] if isinstance(by, str) else by,
        "facet": facet,
        "only": None if only is None else {key: _listed(value) for key, value in only.items()},
        "against": against,
        "interval": interval,
        "shape": shape,
        "log": [log] if isinstance(log, str) else log,
        "x_range": x_range,
        "y_range": y_range,
        "width_mm": _WIDTHS.get(width_mm, width_mm) if isinstance(width_mm, str) else width_mm,
        "height_mm": height_mm,
        "font_pt": font_pt,
        "legend": legend,
        "palette": palette,
        "x_label": x_label,
        "y_label": y_label,
        "names": names,
    }
    fields.update({field: _plain(field, value) for field, value in given.items() if value is not None})
    metrics = [values.tobytes() for values in table._values]
    drawn = Figure(*_draw(table._definition, json.dumps(fields), metrics, _done(table)))
    if out is not None:
        drawn.save(out)
    return drawn


def _fields(figure: Mapping[str, Any] | str | os.PathLike[str] | None, table: Table) -> dict[str, Any]:
    if figure is None:
        return {}
    named = table.definition.get("figures", {})
    if isinstance(figure, Mapping):
        fields = _plain("figure", figure)
    elif isinstance(figure, str) and figure in named:
        fields = named[figure]
    else:
        fields = _read(figure, named)
    if not isinstance(fields, dict):
        raise _error([("figure", "is not an object with the fields of a figure")])
    return fields


def _read(path: str | os.PathLike[str], named: Mapping[str, Any]) -> Any:
    """The contents of a figure file."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError as error:
        if not named:
            raise
        known = f"is neither a file nor one of the figures of the table, which are {', '.join(named)}"
        raise _error([("figure", f"{os.fspath(path)} {known}")]) from error
    except ValueError as error:
        raise _error([("figure", f"{os.fspath(path)} is no JSON: {error}")]) from error


def _listed(value: Any) -> list[Any]:
    """The values of `only`: one alone stands for a list."""
    is_list = isinstance(value, Sequence) and not isinstance(value, str)
    return list(value) if is_list else [value]


def _done(table: Table) -> bytes:
    """One byte a task: 0 for a run that is not known, 1 for a run, 2 for values that are not a valid scene."""
    if table._problem_of is None:
        return bytes(table._done)
    return bytes(done + (code >= 0) for done, code in zip(table._done, table._problem_of))


