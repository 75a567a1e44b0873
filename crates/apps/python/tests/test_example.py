"""Tests that the example of the documents runs, and prints the numbers of the binary."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[4]
BINARY = Path(os.environ.get("CHOKEPOINT_BINARY", ROOT / "target" / "debug" / "chokepoint"))


def test_the_example_prints_the_numbers_of_the_binary():
    printed = subprocess.run([sys.executable, ROOT / "docs" / "examples" / "library.py"], capture_output=True, text=True, check=True, timeout=60).stdout
    scene = {
        "duration_s": 20,
        "lanes": [{"aqm": "choke"}],
        "flows": [{"transport": "udp", "rate_bps": 2_000_000}, {"transport": "newreno", "count": 10}],
    }
    said = subprocess.run([BINARY, "run", "-", "--json"], input=json.dumps(scene), capture_output=True, text=True, check=True, timeout=60)
    result = json.loads(said.stdout)
    udp, queue = result["classes"]["udp"]["throughput_bps"] / 1e3, result["bottleneck"]["queue_packets"]["mean"]
    assert printed == f"UDP offers 2000 kb/s and gets {udp:.3f}; {queue:.6f} packets wait on average\n"
