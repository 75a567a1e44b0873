"""The engine as a library of Python: a scene of one greedy flow and ten of TCP under CHOKe, run to its end.

pip install chokepoint, then python library.py
"""

import chokepoint

scene = chokepoint.load(
    {
        "duration_s": 20,
        "lanes": [{"aqm": "choke"}],
        "flows": [{"transport": "udp", "rate_bps": 2_000_000}, {"transport": "newreno", "count": 10}],
    }
)
result = chokepoint.run(scene)
udp = result.classes["udp"].throughput_bps / 1e3
queue = result.bottleneck.queue_packets.mean
print(f"UDP offers 2000 kb/s and gets {udp:.3f}; {queue:.6f} packets wait on average")
