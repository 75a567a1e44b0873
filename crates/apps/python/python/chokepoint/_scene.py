"""Scenes, the results of runs, and the presets."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, SupportsIndex, overload

from . import _chokepoint
from ._chokepoint import ChokepointError
from ._picture import picture_of

#: Address of the page in which links open.
PAGE = os.environ.get("CHOKEPOINT_PAGE", "")


class Result(Mapping[str, Any]):
    """The result object of a run, or a part of it. Its fields are attributes and items.

    >>> result.bottleneck.queueing_delay_s.mean
    >>> result.classes["udp"].throughput_bps
    """

    __slots__ = ("_fields",)

    def __init__(self, fields: dict[str, Any]):
        self._fields = fields

    def __getitem__(self, name: str) -> Any:
        return _seen(self._fields[name])

    def __getattr__(self, name: str) -> Any:
        if name == "_fields":
            # While a copy is being made, the fields are not yet set.
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            known = ", ".join(self._fields)
            raise AttributeError(f"a result has no {name} here; there are {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __reduce__(self) -> tuple[type[Result], tuple[dict[str, Any]]]:
        return Result, (self._fields,)

    def to_dict(self) -> dict[str, Any]:
        """A copy as plain dictionaries and lists."""
        copy: dict[str, Any] = json.loads(json.dumps(self._fields))
        return copy

    def __repr__(self) -> str:
        if "bottleneck" not in self._fields:
            return f"chokepoint.Result({', '.join(self._fields)})"
        return f"<chokepoint.Result {self.scenario}, {self.aqm}, seed {self.seed}: {'; '.join(_words(self))}>"

    def _repr_html_(self) -> str:
        if "bottleneck" not in self._fields:
            return f"<code>{escape(repr(self))}</code>"
        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'>{escape(name)}</th><td>{escape(value)}</td></tr>"
            for name, value in _main_numbers(self)
        )
        title = f"{self.scenario}, {self.aqm}, seed {self.seed}"
        return f"<table><caption>{escape(title)}</caption>{rows}</table>"


def _seen(value: Any) -> Any:
    if isinstance(value, dict):
        return Result(value)
    if isinstance(value, list):
        return [_seen(item) for item in value]
    return value


def _main_numbers(result: Result) -> list[tuple[str, str]]:
    link = result.bottleneck
    rows = [
        (f"throughput of {name.upper()}", f"{found.throughput_bps / 1e6:.4g} Mb/s")
        for name, found in result.classes.items()
    ]
    return [
        *rows,
        ("Jain's index", _number(result.jain_index, "")),
        ("utilization", f"{link.utilization * 100:.1f} %"),
        ("queue, mean", _number(link.queue_packets.mean, " packets")),
        ("queueing delay, mean", "–" if link.queueing_delay_s.mean is None else f"{link.queueing_delay_s.mean * 1e3:.4g} ms"),
        ("dropped", f"{link.dropped_packets:,} of {link.arrived_packets:,} packets"),
    ]


def _number(value: float | None, unit: str) -> str:
    return "–" if value is None else f"{value:.4g}{unit}"


def _words(result: Result) -> list[str]:
    return [f"{name} {value}" for name, value in _main_numbers(result)[:4]]


class Scene:
    """A checked scene: bottleneck, queue, lanes and flows. It never changes; `set` gives another scene."""

    __slots__ = ("_text",)

    def __init__(self, text: str):
        self._text = _chokepoint.load(text)

    def set(self, path: str | None = None, value: Any = None, /, **changes: Any) -> Scene:
        """The scene with changed settings, given by paths, or by names if these are unique.

        >>> scene.set("max_th", 60)
        >>> scene.set(max_th=60, **{"flows.0.rate_bps": 2e6})
        """
        given = {**({} if path is None else {path: value}), **changes}
        try:
            pairs = [(name, json.dumps(_plain(value), allow_nan=False)) for name, value in given.items()]
        except (TypeError, ValueError):
            wrong = next((name, value) for name, value in given.items() if not _is_json(value))
            raise _error(wrong[0], f"{wrong[1]!r} is not a finite number, text, truth value or list of them") from None
        return Scene(_chokepoint.with_settings(self._text, pairs))

    @property
    def id(self) -> str:
        """The id of the preset."""
        return str(self.to_dict()["id"])

    @property
    def title(self) -> str:
        """The title."""
        return str(self.to_dict()["title"])

    @property
    def lanes(self) -> list[str]:
        """The ids of the disciplines in the lanes, which receive the same offered traffic."""
        return [lane["aqm"] for lane in self.to_dict()["lanes"]]

    @property
    def link(self) -> str:
        """The text after the `#` in the address of the page that opens this scene."""
        return _chokepoint.link(self._text)

    def to_json(self) -> str:
        """The scene as the text of a scenario file, which the binary and the page read."""
        return self._text

    def to_dict(self) -> dict[str, Any]:
        """The scene as a dictionary, in the form of a scenario file."""
        fields: dict[str, Any] = json.loads(self._text)
        return fields

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[type[Scene], tuple[str]]:
        return Scene, (self._text,)

    def __repr__(self) -> str:
        return f"<chokepoint.Scene {self.id}: {self.title}; lanes {', '.join(self.lanes)}>"

    def _repr_html_(self) -> str:
        try:
            link = self.link
        except ChokepointError as error:
            # A scene may be too long for a link.
            shown = escape(str(error))
        else:
            base = PAGE.split("#")[0]
            shown = f"<code>{escape(link)}</code>"
            if base.startswith(("https://", "http://")):
                shown = f"<a href='{escape(f'{base}#{link}', quote=True)}'>{shown}</a>"
        fields = self.to_dict()
        return f"<div><strong>{escape(self.title)}</strong><br>{shown}<br>{picture_of(fields)}</div>"


class Preset:
    """A scene of the lab with its document, and the values that the document prints."""

    def __init__(self, text: str):
        self._fields: dict[str, Any] = json.loads(text)
        self.id: str = self._fields["scenario"]["id"]
        self.title: str = self._fields["scenario"]["title"]
        #: The document of the scene, `{ id, title, citation, place }`; None for a scene of our own.
        self.document: dict[str, Any] | None = self._fields.get("document")

    @property
    def scene(self) -> Scene:
        """The scene of the preset."""
        return Scene(json.dumps(self._fields["scenario"]))

    @property
    def published(self) -> list[dict[str, Any]]:
        """The printed values: `{ lane, metric, value, place, quality, … }` each."""
        return list(self._fields.get("published", []))

    def to_dict(self) -> dict[str, Any]:
        """The whole file: scenario, lesson, assumptions, experiment, published values, claims."""
        copy: dict[str, Any] = json.loads(json.dumps(self._fields))
        return copy

    def __repr__(self) -> str:
        source = "" if self.document is None else f" ({self.document['title']})"
        return f"<chokepoint.Preset {self.id}: {self.title}{source}>"


class Presets(list[Preset]):
    """All presets in the order of the picker, by index or by id."""

    @overload
    def __getitem__(self, which: SupportsIndex | str) -> Preset: ...
    @overload
    def __getitem__(self, which: slice) -> list[Preset]: ...
    def __getitem__(self, which: SupportsIndex | slice | str) -> Preset | list[Preset]:
        if not isinstance(which, str):
            return super().__getitem__(which)
        for preset in self:
            if preset.id == which:
                return preset
        # The engine's message names the nearest preset.
        _chokepoint.load(which)
        raise _error(which, "is not a preset")

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><code>{escape(it.id)}</code></td><td>{escape(it.title)}</td>"
            f"<td>{escape(it.document['title'] if it.document else '')}</td></tr>"
            for it in self
        )
        return f"<table><thead><tr><th>id</th><th>title</th><th>document</th></tr></thead>{rows}</table>"


def presets() -> Presets:
    """Every preset that comes with the lab."""
    return Presets(Preset(text) for text in _chokepoint.presets())


def load(source: str | os.PathLike[str] | Mapping[str, Any] | Scene) -> Scene:
    """Loads a scene from a preset's id, a link, the path or text of a scenario file, or such a dictionary."""
    if isinstance(source, Scene):
        return source
    if isinstance(source, Mapping):
        try:
            return Scene(json.dumps(_plain(source), allow_nan=False))
        except (TypeError, ValueError) as error:
            if isinstance(error, ChokepointError):
                raise
            raise _error("scene", f"cannot be written as JSON: {error}") from None
    if not isinstance(source, (str, os.PathLike)):
        raise _error("scene", f"{source!r} is not a preset, link, path or dictionary")
    return Scene(os.fspath(source))


def run(
    scene: Scene | str | os.PathLike[str] | Mapping[str, Any], seed: int | None = None, lane: int | str = 0
) -> Result:
    """Runs one lane of a scene, given by index or by the id of its discipline. The default seed is that of the scene."""
    return Result(json.loads(_chokepoint.run(*_run_of(scene, seed, lane))))


def rates(
    scene: Scene | str | os.PathLike[str] | Mapping[str, Any],
    every_s: float = 1.0,
    seed: int | None = None,
    lane: int | str = 0,
) -> dict[str, list[float]]:
    """The rates at which the packets of each group of flows leave the bottleneck in one run, in intervals of `every_s` seconds.

    >>> pandas.DataFrame(chokepoint.rates("choked-model1", 0.5))

    The columns are `from_s`, the start of each interval, and `group_0_bps`, `group_1_bps` and so on. A rest at the end that is
    shorter than an interval is left out. Scene, seed and lane are those of `run`.
    """
    if isinstance(every_s, bool) or not isinstance(every_s, (int, float)) or not 0 < every_s < 1e9:
        raise _error("every_s", f"{every_s!r} is not a number of seconds above 0")
    width_s, of_groups = _chokepoint.rates(*_run_of(scene, seed, lane), every_s)
    count = len(of_groups[0]) if of_groups else 0
    columns = {"from_s": [round(width_s * place, 9) for place in range(count)]}
    return columns | {f"group_{group}_bps": found for group, found in enumerate(of_groups)}


def _run_of(
    scene: Scene | str | os.PathLike[str] | Mapping[str, Any], seed: int | None, lane: int | str
) -> tuple[str, int, int]:
    """The scene of a run as text, the index of its lane, and its seed."""
    scene = load(scene)
    if seed is None:
        seed = int(scene.to_dict()["seed"])
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= seed < 2**64:
        raise _error("seed", f"{seed!r} is not a whole number from 0")
    lanes = scene.lanes
    place = lanes.index(lane) if lane in lanes else lane
    if isinstance(place, (str, bool)) or not hasattr(place, "__index__") or not 0 <= place < len(lanes):
        known = ", ".join(f"{place} ({aqm})" for place, aqm in enumerate(lanes))
        raise _error("lane", f"{lane!r} is not a lane of the scene, which has {known}")
    return scene.to_json(), place, seed


def _plain(value: Any) -> Any:
    """A value in the types of JSON; numbers of NumPy become numbers of Python."""
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if not isinstance(value, (bool, int, float, str)) and hasattr(value, "item"):
        value = value.item()
    # 60.0 and 60 are the same setting, so they must give the same scene.
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


def _is_json(value: Any) -> bool:
    try:
        json.dumps(_plain(value), allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def _error(path: str, problem: str) -> ChokepointError:
    error = ChokepointError(f"{path}: {problem}")
    error.problems = [(path, problem)]
    return error
