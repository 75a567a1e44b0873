"""Chokepoint in Python: scenes, runs and sweeps by the engine of the lab, with the numbers of its binary, bit for bit."""

from ._chokepoint import NUMBERS, ChokepointError, __version__
from ._gather import WorkersLost
from ._plot import Figure, plot
from ._ray import RayExecutor
from ._read import read_table
from ._scene import Preset, Presets, Result, Scene, load, presets, rates, run
from ._sweep import Progress, Range, linspace, logspace, sweep
from ._table import Differences, Summary, Table

__all__ = [
    "NUMBERS",
    "ChokepointError",
    "Differences",
    "Figure",
    "Preset",
    "Presets",
    "Progress",
    "Range",
    "RayExecutor",
    "Result",
    "Scene",
    "Summary",
    "Table",
    "WorkersLost",
    "__version__",
    "linspace",
    "load",
    "logspace",
    "plot",
    "presets",
    "rates",
    "read_table",
    "run",
    "sweep",
]
