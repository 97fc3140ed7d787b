"""Serves MiniStack, the local cloud, and corrects where it differs from AWS in ways this product would notice.

    GATEWAY_PORT=4566 AWS_ENDPOINT_URL=http://127.0.0.1:4566 .venv/bin/python localstack/cloud.py

Reads from the environment: GATEWAY_PORT, AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION
(functions inherit the last four and so call back to this process) and LOG_LEVEL. Ends on SIGTERM or SIGINT
together with every function process that it started.
"""

import logging
import os
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

from cloudpatch import functions, mappings, sockets, tables  # noqa: E402


def main() -> None:
    mappings.install()
    functions.install()
    sockets.install()
    tables.install()
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    uvicorn.run(
        "ministack.app:app",
        host=os.environ.get("BIND_HOST", "127.0.0.1"),
        port=int(os.environ["GATEWAY_PORT"]),
        # MiniStack sets these two headers itself; a second Date makes the AWS SDK for JavaScript
        # fail with "Invalid time value".
        date_header=False,
        server_header=False,
        access_log=False,
        log_level="warning",
        timeout_keep_alive=75,
        timeout_graceful_shutdown=2,
        # As on AWS: a frame of a websocket is at most 32 KB, a message 128 KB.
        ws_max_size=128 * 1024,
        ws_ping_interval=None,
    )
    functions.end_all()


if __name__ == "__main__":
    main()
