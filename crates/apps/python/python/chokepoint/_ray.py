"""Ray as an executor, since it has none of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


def _call(fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Calls any callable as a Python function, which is all that Ray accepts."""
    return fn(*args, **kwargs)


class RayExecutor(Executor):
    """Calls functions as Ray tasks, of the cluster that `ray.init()` joined, or that Ray starts here.

    `options` are those of `ray.remote`: `RayExecutor(num_cpus=1, max_retries=3)`.
    """

    def __init__(self, **options: Any):
        try:
            import ray
        except ImportError as error:
            raise ImportError("RayExecutor needs Ray: pip install ray") from error
        if not ray.is_initialized():
            ray.init()
        self._ray = ray
        self._options = {"num_cpus": 1, **options}
        self._remote = ray.remote(**self._options)(_call)
        self._is_down = False

    @property
    def workers(self) -> int:
        """Number of calls that the cluster makes at once."""
        return int(self._ray.cluster_resources().get("CPU", 1) / (self._options["num_cpus"] or 1))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._is_down:
            raise RuntimeError("cannot schedule new futures after shutdown")
        reference = self._remote.remote(fn, *args, **kwargs)
        future: Future[Any] = reference.future()

        def when_done(done: Future[Any]) -> None:
            if done.cancelled():
                self._ray.cancel(reference)

        future.add_done_callback(when_done)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accepts no more calls; the cluster keeps running."""
        self._is_down = True
