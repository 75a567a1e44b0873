"""Writes values.json beside it: what SciPy makes of samples of every kind that the statistics of the engine meet.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python engine/tests/reference/scipy/make.py
"""

import json
from pathlib import Path

import numpy
import scipy
from scipy import stats

# Beyond it the engine takes the sum of ranks as normal (wilcoxon.rs).
MOST_COUNTED = 50
# All choices of signs are tried up to so many differences; for more there is no exact answer with ties to compare with.
MOST_TRIED = 16


def samples():
    """Pairs of samples. Six decimals, so that the file holds exactly what was computed from."""
    chance = numpy.random.default_rng(2015)
    normal = lambda n: chance.normal(0.25, 0.01, n)
    skewed = lambda n: chance.exponential(0.05, n) ** 2
    yield "normal, n = 3", normal(3), normal(3)
    yield "normal, n = 4", normal(4), normal(4)
    yield "normal, n = 10", normal(10), normal(10) + 0.008
    yield "normal, n = 11", normal(11), normal(11)
    yield "normal, n = 12", normal(12), normal(12)
    yield "normal, n = 50", normal(50), normal(50) + 0.003
    yield "normal, n = 60", normal(60), normal(60) + 0.003
    yield "skewed, n = 10", 0.2 + skewed(10), 0.2 + 0 * skewed(10)
    yield "skewed, n = 50", 0.2 + skewed(50), 0.2 + skewed(50)
    yield "skewed, n = 120", 0.2 + skewed(120), 0.2 + skewed(120)
    common = normal(20)
    yield "paired by the seed, n = 20", common + chance.normal(0, 0.002, 20), common + chance.normal(0.001, 0.002, 20)
    yield "ties, n = 12", chance.integers(1, 6, 12), numpy.full(12, 2.5) + chance.integers(0, 2, 12)
    yield "ties, n = 60", chance.integers(1, 9, 60), numpy.full(60, 4.5) + chance.integers(0, 2, 60)
    yield "zeros and ties, n = 14", chance.integers(0, 5, 14), chance.integers(0, 5, 14)
    yield "zeros and ties, n = 80", chance.integers(0, 7, 80), chance.integers(0, 7, 80)
    yield "all of one sign, n = 10", 0.3 + numpy.arange(10) / 100, 0.2 + numpy.arange(10) ** 2 / 1000


def signed_rank(differences):
    kept = differences[differences != 0]
    sizes = numpy.abs(kept)
    if len(kept) > MOST_COUNTED:
        call = 'wilcoxon(kept, method="asymptotic", correction=True)'
        test = stats.wilcoxon(kept, method="asymptotic", correction=True)
    elif len(numpy.unique(sizes)) == len(kept):
        call = 'wilcoxon(kept, method="exact")'
        test = stats.wilcoxon(kept, method="exact")
    elif len(kept) <= MOST_TRIED:
        call = "wilcoxon(kept, method=PermutationMethod(n_resamples=numpy.inf))"
        test = stats.wilcoxon(kept, method=stats.PermutationMethod(n_resamples=numpy.inf))
    else:
        raise ValueError(f"{len(kept)} differences with ties: SciPy has no exact answer")
    return {"call": call, "count": len(kept), "statistic": float(test.statistic), "p": float(test.pvalue)}


def case(name, a, b):
    a, b = numpy.round(a, 6), numpy.round(b, 6)
    # Seed by seed to the same six decimals: otherwise rounding tells equal differences apart.
    differences = numpy.round(a - b, 6)
    t = stats.ttest_1samp(differences, 0.0)
    interval = t.confidence_interval(0.95)
    normality = stats.shapiro(differences)
    found = {
        "name": name,
        "a": a.tolist(),
        "b": b.tolist(),
        "differences": differences.tolist(),
        "shapiro": {"w": float(normality.statistic), "p": float(normality.pvalue)},
        "ttest_1samp": {
            "t": float(t.statistic),
            "degrees": int(t.df),
            "p": float(t.pvalue),
            "low": float(interval.low),
            "high": float(interval.high),
        },
        "wilcoxon": signed_rank(differences),
    }
    if len(numpy.unique(a)) > 1 and len(numpy.unique(b)) > 1:
        correlation = stats.pearsonr(a, b)
        found["pearsonr"] = {"r": float(correlation.statistic), "p": float(correlation.pvalue)}
    return found


def main():
    cases = [case(name, numpy.asarray(a, float), numpy.asarray(b, float)) for name, a, b in samples()]
    origin = f"SciPy {scipy.__version__}, NumPy {numpy.__version__}, by make.py beside this file"
    lines = ",\n".join(json.dumps(case) for case in cases)
    Path(__file__).with_name("values.json").write_text(
        f'{{ "origin": {json.dumps(origin)}, "cases": [\n{lines}\n] }}\n', encoding="utf-8"
    )


main()
