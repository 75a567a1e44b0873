"""A small picture of a scene: its flows on the left, the buffer with its lanes, the bottleneck on the right. SVG, no script."""

from __future__ import annotations

from html import escape
from typing import Any

_ROW = 22
#: Largest number of drawn flow groups, and of drawn lanes. For the others only their number is shown.
_ROWS_MOST = 6


def picture_of(scene: dict[str, Any]) -> str:
    """The picture as one SVG element."""
    flows = [_flow_words(group) for group in scene["flows"]]
    lanes = [lane["aqm"] for lane in scene["lanes"]]
    flows, lanes = _few(flows), _few(lanes)
    rows = max(len(flows), len(lanes))
    height = rows * _ROW + 40
    middle = 28 + rows * _ROW / 2
    bottleneck = scene["bottleneck"]
    limit = scene["queue"]["params"].get("limit")
    link = f"{_rate(bottleneck['capacity_bps'])}, {bottleneck['delay_s'] * 1e3:g} ms"
    parts = [_text(8, 16, "flows", "opacity='.7'"), _text(252, 16, "buffer" if limit is None else f"buffer: {limit:g} packets")]
    for place, words in enumerate(flows):
        y = 28 + (place + (rows - len(flows)) / 2) * _ROW + _ROW / 2
        parts.append(_text(8, y + 4, words))
        parts.append(f"<path d='M200 {y:g}H224L250 {middle:g}' fill='none' stroke='currentColor' stroke-opacity='.5'/>")
    top = 28 + (rows - len(lanes)) / 2 * _ROW
    for place, aqm in enumerate(lanes):
        y = top + place * _ROW
        parts.append(
            f"<rect x='252' y='{y:g}' width='130' height='{_ROW - 4}' rx='3' fill='none' stroke='currentColor'/>"
            + _text(260, y + 13, aqm)
        )
    parts.append(f"<path d='M384 {middle:g}H520M512 {middle - 5:g}l8 5l-8 5' fill='none' stroke='currentColor' stroke-width='2'/>")
    parts.append(_text(392, middle - 8, link))
    label = escape(f"{', '.join(flows)}; through {', '.join(lanes)}; over {link}", quote=True)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' aria-label='{label}' width='540' height='{height:g}' "
        f"viewBox='0 0 540 {height:g}' font-family='sans-serif' font-size='12' fill='currentColor'>{''.join(parts)}</svg>"
    )


def _few(words: list[str]) -> list[str]:
    if len(words) <= _ROWS_MOST:
        return words
    return [*words[: _ROWS_MOST - 1], f"and {len(words) - _ROWS_MOST + 1} more"]


def _flow_words(group: dict[str, Any]) -> str:
    rate = group.get("rate_bps")
    told = "" if rate is None else f", {_rate(rate)}"
    return f"{group.get('count', 1)} × {group['transport']}{told}"


def _rate(bps: float) -> str:
    for size, unit in ((1e9, "Gb/s"), (1e6, "Mb/s"), (1e3, "kb/s")):
        if bps >= size:
            return f"{bps / size:g} {unit}"
    return f"{bps:g} b/s"


def _text(x: float, y: float, words: str, more: str = "") -> str:
    return f"<text x='{x:g}' y='{y:g}' {more}>{escape(words)}</text>"
