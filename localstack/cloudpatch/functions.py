"""Function processes that behave like execution environments of AWS Lambda.

- An update of a function's code, or one environment that fails to start, ends only idle processes: those in the
  middle of an invocation finish it first. MiniStack ends all of them, so that a deployment would look like a crash.
- An invocation is not held back for its log lines. MiniStack waits 50 ms for a line after each answer; here lines
  that come later go to the log of the next invocation of the same process.
- What the processes print also goes to the file named by FUNCTION_LOG, because the logs of MiniStack can only be asked for.
"""

import os
import threading

from ministack.core import lambda_runtime as runtime
from ministack.services import lambda_svc

_invalidate = runtime.invalidate_worker
_release = runtime.release_worker
_pump = runtime.ProvidedWorker._pump_output


def install() -> None:
    runtime.ProvidedWorker._drain_stderr_bounded = _drain
    for module in (runtime, lambda_svc):
        module.invalidate_worker = _retire
        module.release_worker = _release_retired
    if os.environ.get("FUNCTION_LOG"):
        log = open(os.environ["FUNCTION_LOG"], "ab", buffering=0)
        runtime.ProvidedWorker._pump_output = lambda worker, stream, queue: _pump(worker, _Tee(stream, worker.func_name, log), queue)


def end_all() -> None:
    """Ends every function process; called after the server has stopped."""
    runtime.reset()


def end_idle() -> None:
    """Ends the processes that wait for work; the next invocations start new ones, with the credentials of now."""
    with runtime._lock:
        idle = [w for pool in runtime._workers.values() for w in pool if not w.in_use]
        for pool in runtime._workers.values():
            for worker in pool:
                worker.retired = worker.in_use
            pool.clear()
    threading.Thread(target=runtime.kill_workers, args=(idle,)).start()


def _drain(worker, first_line_wait: float = 0, **_) -> str:
    # The failed start of a process asks with 0.1 s: there the last words matter.
    return runtime.Worker._drain_stderr_bounded(worker, first_line_wait) if first_line_wait else worker._drain_stderr()


def _retire(name: str, qualifier: str | None = None, account: str | None = None, region: str | None = None) -> None:
    with runtime._lock:
        for key, pool in runtime._workers.items():
            parts = key.split(":")
            wanted = (account or parts[0], region or parts[1], name, qualifier or parts[3])
            if tuple(parts) != wanted:
                continue
            for worker in pool:
                worker.retired = worker.in_use
            pool[:] = [w for w in pool if not w.in_use]
    _invalidate(name, qualifier, account, region)


def _release_retired(worker) -> None:
    _release(worker)
    if getattr(worker, "retired", False):
        runtime.kill_workers([worker])


class _Tee:
    """The output of a function process, which also goes to the log file of all functions, a line with its name each."""

    def __init__(self, stream, name: str, log):
        self._stream, self._name, self._log = stream, name, log

    def readline(self) -> bytes:
        line = self._stream.readline()
        if line:
            self._log.write(f"{self._name}: ".encode() + line)
        return line

    def close(self) -> None:
        self._stream.close()
