"""Writes values.json and spread.json beside it: what SciPy makes of samples of every kind that the statistics of the engine, and of
the page, meet.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python crates/core/engine/tests/reference/scipy/make.py
"""

import json
from pathlib import Path

import numpy
import scipy
from scipy import optimize, stats

# The most differences for which the engine computes the exact distribution; for more it takes the normal one (wilcoxon.rs).
MOST_COUNTED = 50
# The most differences for which all choices of signs are tried; for more, SciPy has no exact answer with ties.
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
    # Rounded to the same six decimals for every seed; otherwise rounding would make equal differences unequal.
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


def shares():
    """Shares of single runs, in the first and the second half of the measured window."""
    chance = numpy.random.default_rng(2026)
    normal = lambda n: chance.normal(0.5, 0.05, n)
    states = lambda n: numpy.where(chance.random(n) < 0.3, 0.97, 0.03) + chance.normal(0, 0.005, n)
    yield "two runs", normal(2), normal(2)
    yield "normal, n = 5", normal(5), normal(5)
    yield "normal, n = 20", normal(20), normal(20)
    yield "a tenth less in the second half, n = 10", normal(10), normal(10) - 0.1
    yield "a hundredth less in the second half, n = 30", 0.5 + 0 * normal(30), 0.49 + chance.normal(0, 0.001, 30)
    yield "near 0, n = 10", chance.exponential(0.02, 10), chance.exponential(0.02, 10)
    yield "near 1, n = 10", 1 - chance.exponential(0.01, 10), 1 - chance.exponential(0.01, 10)
    for n in (10, 20, 30):
        state = states(n)
        yield f"two states, n = {n}", state, state + chance.normal(0, 0.002, n)
    yield "decay, n = 20", numpy.array([0.9] * 12 + [0.97] * 8), numpy.array([0.03] * 12 + [0.04, 0.19, 0.64] + [0.97] * 5)
    yield "all alike, n = 12", numpy.full(12, 0.25), numpy.full(12, 0.25)
    yield "half as much, n = 12", numpy.full(12, 0.5), numpy.full(12, 0.25)
    yield "one below 1, n = 10", numpy.array([1.0] * 9 + [0.9995]), numpy.array([1.0] * 9 + [0.999])


def two_states(values):
    """Whether the values form two groups: some cut leaves little variance inside the groups, and their means are far apart."""
    values = numpy.sort(values)
    n = len(values)
    whole = ((values - values.mean()) ** 2).sum()
    for cut in range(1, n):
        low, high = values[:cut], values[cut:]
        if n < 10 or min(len(low), len(high)) < max(2, 0.1 * n):
            continue
        inside = ((low - low.mean()) ** 2).sum() + ((high - high.mean()) ** 2).sum()
        apart = high.mean() - low.mean() >= 0.1 * max(abs(low.mean()), abs(high.mean()))
        if apart and inside <= 0.08 * whole:
            return True
    return False


def score_interval(values):
    """The means m with |mean - m| = t s / sqrt(n) * m (1 - m) / (mean (1 - mean)), found by root finding,
    and at most three times as far from the mean as the ends of Student's interval."""
    n, mean, sd = len(values), values.mean(), values.std(ddof=1)
    reach = stats.t.ppf(0.975, n - 1) * sd / numpy.sqrt(n) / (mean * (1 - mean))
    if sd < 1e-15:
        return [float(mean), float(mean)]
    end = lambda sign, other: optimize.brentq(lambda m: mean - m - sign * reach * m * (1 - m), mean, other, xtol=1e-15)
    most = 3 * reach * mean * (1 - mean)
    return [max(float(end(1, 0.0)), float(mean - most)), min(float(end(-1, 1.0)), float(mean + most))]


def spread_case(name, first, second):
    first, second = numpy.round(numpy.clip(first, 0, 1), 6), numpy.round(numpy.clip(second, 0, 1), 6)
    whole = numpy.round((first + second) / 2, 6)
    if len(whole) < 3:
        settling = False
    elif (first == second).all() or (numpy.ptp(first) == 0 and numpy.ptp(second) == 0):
        settling = bool(abs(second.mean() - first.mean()) > 0)
    else:
        settling = bool(stats.ttest_rel(first, second).pvalue < 0.01)
    apart = abs(second.mean() - first.mean()) >= 0.05 * max(first.mean(), second.mean())
    return {
        "name": name,
        "first": first.tolist(),
        "second": second.tolist(),
        "whole": whole.tolist(),
        "median": float(numpy.median(whole)),
        "quartiles": [float(numpy.percentile(whole, part)) for part in (25, 75)],
        "interval": score_interval(whole),
        "two_states": two_states(whole),
        "settling": settling and bool(apart),
    }


def write(name, cases):
    origin = f"SciPy {scipy.__version__}, NumPy {numpy.__version__}, by make.py beside this file"
    lines = ",\n".join(json.dumps(case) for case in cases)
    text = f'{{ "origin": {json.dumps(origin)}, "cases": [\n{lines}\n] }}\n'
    Path(__file__).with_name(name).write_text(text, encoding="utf-8")


def main():
    write("values.json", [case(name, numpy.asarray(a, float), numpy.asarray(b, float)) for name, a, b in samples()])
    write("spread.json", [spread_case(name, first, second) for name, first, second in shares()])


main()
