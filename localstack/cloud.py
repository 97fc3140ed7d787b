"""Serves MiniStack, the local cloud, and corrects where it differs from AWS in ways this product would notice.

    GATEWAY_PORT=4566 AWS_ENDPOINT_URL=http://127.0.0.1:4566 .venv/bin/python localstack/cloud.py

Reads from the environment: GATEWAY_PORT, AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION
(functions inherit the last four and so call back to this process), LISTEN_FD (a bound socket to serve on), FUNCTION_LOG
(a file for what functions print), DENIAL_LOG (a file for calls that policies refuse) and LOG_LEVEL. SIGUSR1 turns the checking of IAM policies on, SIGUSR2 off. Ends on
SIGTERM or SIGINT together with every function process that it started.
"""

import logging
import os
import signal
import socket
import socketserver

# Before MiniStack is imported: it reads these when its modules load.
os.environ.setdefault("GATEWAY_PORT", "4566")
os.environ.setdefault("LOG_LEVEL", "WARNING")
os.environ.setdefault("SFTP_ENABLED", "0")
os.environ.setdefault("IOT_MTLS_ENABLED", "0")

# The Runtime API that MiniStack offers to functions is a plain socket server that writes head and body apart:
# with Nagle's algorithm every event waits 40 ms for a delayed acknowledgement.
socketserver.StreamRequestHandler.disable_nagle_algorithm = True

import uvicorn  # noqa: E402

from cloudpatch import functions, mappings, policies, queries, sockets, tables  # noqa: E402


def enforce(on: bool) -> None:
    """Turns the checking of IAM policies on or off: a function then calls as its role and may do what that allows."""
    from ministack import app

    app.AUTH = on
    functions.end_idle()


def listener() -> socket.socket:
    """The socket that the starter has bound for us, so that nobody can take the port in between; else one of our own."""
    if "LISTEN_FD" in os.environ:
        return socket.socket(fileno=int(os.environ.pop("LISTEN_FD")))
    return socket.create_server(("127.0.0.1", int(os.environ["GATEWAY_PORT"])), backlog=2048)


def main() -> None:
    signal.signal(signal.SIGUSR1, lambda *_: enforce(True))
    signal.signal(signal.SIGUSR2, lambda *_: enforce(False))
    mappings.install()
    functions.install()
    policies.install()
    queries.install()
    sockets.install()
    tables.install()
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    server = uvicorn.Server(uvicorn.Config(
        "ministack.app:app",
        # MiniStack sets these two headers itself; a second Date makes the AWS SDK for JavaScript
        # fail with "Invalid time value".
        date_header=False,
        server_header=False,
        proxy_headers=False,
        access_log=False,
        log_level="warning",
        timeout_keep_alive=75,
        timeout_graceful_shutdown=2,
        # As on AWS: a message of a websocket is at most 128 KB.
        ws_max_size=128 * 1024,
        ws_ping_interval=None,
    ))
    server.run(sockets=[listener()])
    functions.end_all()


if __name__ == "__main__":
    main()
