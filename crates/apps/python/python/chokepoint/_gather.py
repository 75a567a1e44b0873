"""Sends tasks to an executor and collects their results. Each task is counted once, even if workers are lost."""

from __future__ import annotations

import os
import queue
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pickle import PicklingError

from ._tasks import Outcome, Spans, run_tasks

#: Intended duration of a call: long compared with the cost of sending it, short for a user who waits or presses Ctrl-C.
_SECONDS_PER_CALL = 0.25
#: Calls sent to each worker: one runs, one waits.
_CALLS_PER_WORKER = 2
#: Assumed number of workers of an executor that does not report it.
_WORKERS_ASSUMED = 16
#: Most losses of a call before it is given up.
_MOST_LOSSES = 5
#: Intervals at which the number of workers is read, and progress is reported.
_SECONDS_PER_COUNT = 5.0
_SECONDS_PER_TICK = 0.2
#: Longest wait for calls that cannot be stopped, once the sweep is to end.
_SECONDS_FOR_THE_LAST = 2.0
#: Exceptions that a repeated call would raise again. Others mean a lost worker, for which every executor has its own
#: exception.
_RAISED_AGAIN = (ValueError, TypeError, ImportError, AttributeError, NameError, PicklingError)


class WorkersLost(RuntimeError):
    """Workers were lost repeatedly with the same runs. `table` has the finished runs."""


@dataclass
class _Call:
    spans: Spans
    losses: int = 0


class ToDo:
    """Indices of unfinished tasks in rising order, given out a few at a time."""

    def __init__(self, done: bytearray):
        self._stretches = _stretches(done)
        self._rest: tuple[int, int] | None = next(self._stretches, None)
        self.left = done.count(0)

    def take(self, most: int) -> Spans:
        spans = []
        while most > 0 and self._rest is not None:
            start, stop = self._rest
            end = min(stop, start + most)
            spans.append((start, end))
            most -= end - start
            self.left -= end - start
            self._rest = (end, stop) if end < stop else next(self._stretches, None)
        return tuple(spans)


def _stretches(done: bytearray) -> Iterator[tuple[int, int]]:
    start = done.find(0)
    while start >= 0:
        stop = done.find(1, start)
        if stop < 0:
            stop = len(done)
        yield start, stop
        start = done.find(0, stop)


def gather(
    definition: str,
    to_do: ToDo,
    executor: Executor,
    accept: Callable[[Spans, Outcome], None],
    tick: Callable[[], None],
    tasks_per_call: int | None,
) -> None:
    """Calls `accept` in this thread for each finished call, and `tick` a few times a second."""
    under_way: dict[Future[Outcome], _Call] = {}
    # The futures fill the queue themselves, so waiting for thousands of futures costs no more than waiting for one.
    back: queue.SimpleQueue[Future[Outcome]] = queue.SimpleQueue()
    again: deque[_Call] = deque()
    pool = _Pool(executor)
    pace = _Pace(tasks_per_call)

    def lost(call: _Call, error: BaseException) -> None:
        call.losses += 1
        if call.losses >= _MOST_LOSSES:
            first, last = call.spans[0][0], call.spans[-1][1] - 1
            raise WorkersLost(f"the workers with runs {first} to {last} were lost {call.losses} times: {error!r}") from error
        again.append(call)

    try:
        while True:
            while len(under_way) < pool.workers * _CALLS_PER_WORKER:
                call = again.popleft() if again else _Call(to_do.take(pace.size(to_do.left, pool.workers)))
                if not call.spans:
                    break
                future = pool.submit(definition, call.spans)
                under_way[future] = call
                future.add_done_callback(back.put)
            if not under_way:
                break
            tick()
            try:
                future = back.get(timeout=_SECONDS_PER_TICK)
            except queue.Empty:
                continue
            call = under_way.pop(future)
            try:
                outcome = future.result()
            except _RAISED_AGAIN:
                raise
            except (Exception, CancelledError) as error:
                lost(call, error)
            else:
                pace.learn(call.spans, outcome)
                accept(call.spans, outcome)
    except BaseException:
        running = [future for future in under_way if not future.cancel()]
        # The program waits for calls that are nearly finished, and keeps their results.
        wait(running, timeout=_SECONDS_FOR_THE_LAST)
        pool.close()
        for future, call in under_way.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                accept(call.spans, future.result())
        raise
    pool.close()


class _Pace:
    """Number of tasks for a call of a quarter of a second. It is smaller at the end, so that all workers end together."""

    def __init__(self, fixed: int | None):
        self._fixed = fixed
        self._seconds_per_task: float | None = None

    def size(self, left: int, workers: int) -> int:
        if self._fixed is not None:
            return self._fixed
        if self._seconds_per_task is None:
            return 1
        share = -(-left // (workers * _CALLS_PER_WORKER))
        return max(1, min(int(_SECONDS_PER_CALL / self._seconds_per_task), share))

    def learn(self, spans: Spans, outcome: Outcome) -> None:
        tasks = sum(stop - start for start, stop in spans)
        seconds = max(outcome[2] / tasks, 1e-6)
        last = self._seconds_per_task
        self._seconds_per_task = seconds if last is None else (3 * last + seconds) / 4


class _Pool:
    """An executor. If it can no longer be used, such as a pool that has lost a process, a new executor replaces it."""

    def __init__(self, executor: Executor):
        self._executor = executor
        self._given = executor
        self._counted_at = -float("inf")
        self._workers = 1

    @property
    def workers(self) -> int:
        now = time.monotonic()
        if now - self._counted_at > _SECONDS_PER_COUNT:
            self._workers = max(1, workers_of(self._executor))
            self._counted_at = now
        return self._workers

    def submit(self, definition: str, spans: Spans) -> Future[Outcome]:
        try:
            return self._executor.submit(run_tasks, definition, spans)
        except BrokenExecutor as error:
            if not isinstance(self._executor, ProcessPoolExecutor):
                raise
            warnings.warn(f"{error} Its runs are made again by new processes.", RuntimeWarning, stacklevel=5)
            self.close()
            self._executor = _like(self._executor)
            return self._executor.submit(run_tasks, definition, spans)

    def close(self) -> None:
        """Ends the executor if this class started it; an executor given by the caller is left running."""
        if self._executor is not self._given:
            self._executor.shutdown(wait=False, cancel_futures=True)


def _like(broken: ProcessPoolExecutor) -> ProcessPoolExecutor:
    """A new pool with the settings of the broken pool. They are read from private fields; for missing fields, defaults are used."""
    return ProcessPoolExecutor(
        getattr(broken, "_max_workers", None),
        mp_context=getattr(broken, "_mp_context", None),
        initializer=getattr(broken, "_initializer", None),
        initargs=getattr(broken, "_initargs", ()),
    )


def workers_of(executor: Executor) -> int:
    """Number of calls that the executor makes at once."""
    told = getattr(executor, "workers", None) or getattr(executor, "_max_workers", None)
    if isinstance(told, int):
        return told
    client = getattr(executor, "_client", None)
    if client is not None and hasattr(client, "nthreads"):
        return sum(client.nthreads().values())
    return _WORKERS_ASSUMED


def cores() -> int:
    """Number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
