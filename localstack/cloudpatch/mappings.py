"""SQS event source mappings that behave like those of AWS Lambda.

MiniStack polls all mappings in one thread, takes at most ten messages at a time, knows no batching window, stops a
mapping for a second after each failed invocation, looks only once a second for messages that become visible again,
and deletes the whole batch when the function's list of failures names an unknown message. This replaces the polling
of SQS; Kinesis and DynamoDB streams stay as they are.

What holds here, as on AWS (Lambda developer guide, "Using Lambda with Amazon SQS"):
- Mappings are independent: a long invocation of one never delays another.
- Up to MaximumConcurrency invocations of a mapping run at a time (5 when it is not set).
- A batch is closed by BatchSize, by MaximumBatchingWindowInSeconds or by 6 MB of payload.
- A failed invocation leaves its messages invisible until their timeout ends. A partial failure
  (ReportBatchItemFailures) deletes the others; an unreadable list or an unknown id fails the whole batch.
- Of messages with a group on a standard queue, those of a group with fewer messages in flight come first (fair queues).

Not modelled: FilterCriteria, provisioned pollers, the slow growth from 5 pollers.
"""

import functools
import inspect
import json
import logging
import threading
import time
from collections import Counter

from ministack.core.arn import ArnParseError, parse_arn
from ministack.core.concurrency import esm_wake
from ministack.core.responses import _request_account_id, _request_region
from ministack.services import lambda_svc, sqs

log = logging.getLogger("mappings")

IDLE = 0.1  # seconds between looks while nothing was announced: messages whose timeout or delay has ended
GAP = 0.003  # seconds between two looks, so that many single messages do not keep the loop turning
PAYLOAD = 6 * 1024 * 1024 - 64 * 1024  # bytes of messages in one invocation
OVERHEAD = 1024  # bytes of an event record beside the body

_waiting: dict[str, float] = {}  # mapping id -> when the batching window began


def install() -> None:
    lambda_svc._poll_loop = _loop
    _serialise_queues()


def _serialise_queues() -> None:
    """Lets requests and mappings change a queue only one after the other.

    MiniStack handles requests in the event loop without the lock that mappings take in their threads, and both replace
    the list of messages by a filtered copy: a message sent meanwhile would be lost.
    """
    lock = sqs._queues_lock = threading.RLock()

    def locked(function):
        @functools.wraps(function)
        def run(*args):
            with lock:
                return function(*args)

        return run

    steps = ["_expire_retained", "_dlq_sweep", "_collect_msgs", "_refresh_counts"]  # of ReceiveMessage, which waits in between
    actions = [f.__name__ for f in sqs._HANDLERS.values() if not inspect.iscoroutinefunction(f)]
    for name in steps + actions:
        setattr(sqs, name, locked(getattr(sqs, name)))
    for action, function in sqs._HANDLERS.items():
        sqs._HANDLERS[action] = getattr(sqs, function.__name__)


def _loop() -> None:
    while True:
        esm_wake.clear()
        pause = IDLE
        for account, region, mapping in lambda_svc._iter_all_esms():
            if ":sqs:" in mapping.get("EventSourceArn", ""):
                pause = min(pause, _guarded(_serve, account, region, mapping) or IDLE)
        _guarded_streams()
        esm_wake.wait(pause)
        time.sleep(GAP)


def _guarded_streams() -> None:
    for poll in (lambda_svc._poll_kinesis, lambda_svc._poll_dynamodb_streams):
        try:
            if poll():
                esm_wake.set()
        except Exception:
            log.exception("polling a stream")


def _guarded(serve, account: str, region: str, mapping: dict):
    """Runs serve in the account and region of the mapping; one broken mapping must not stop the others."""
    account_token, region_token = _request_account_id.set(account), _request_region.set(region)
    try:
        return serve(mapping)
    except Exception:
        log.exception("mapping %s", mapping.get("UUID"))
        return None
    finally:
        _request_account_id.reset(account_token)
        _request_region.reset(region_token)


def _serve(mapping: dict):
    """Starts as many invocations as there are messages and room for. Returns seconds until the next look is due, or None."""
    if not mapping.get("Enabled", True):
        return None
    function, config = lambda_svc._get_func_record_for_qualifier(mapping["FunctionName"], mapping.get("Qualifier"))
    try:
        url = sqs._queue_url(parse_arn(mapping["EventSourceArn"]).resource)
    except ArnParseError:
        return None
    queue = sqs._queues.get(url)
    if function is None or queue is None:
        return None
    room = lambda_svc._sqs_esm_concurrency(mapping, function, config, queue)
    while lambda_svc._esm_inflight.get(mapping["UUID"], 0) < room:
        batch, pause = _next_batch(mapping, queue)
        if not batch:
            return pause
        event = {"Records": [_record(m, mapping["EventSourceArn"]) for m in batch]}
        lambda_svc._dispatch_esm_batch(mapping["UUID"], _run, mapping, function, event, batch, url)
    return None


def _next_batch(mapping: dict, queue: dict):
    """Takes the messages of one invocation; none, and how long to wait, while the batching window is open."""
    limit = int(mapping.get("BatchSize") or 10)
    window = float(mapping.get("MaximumBatchingWindowInSeconds") or 0)
    with sqs._queues_lock:
        sqs._expire_retained(queue)
        sqs._dlq_sweep(queue)
        if queue["is_fifo"]:
            return sqs._collect_msgs(queue, min(limit, 10), _visibility(queue)), None
        ready, full = _ready(queue, limit)
        if not ready:
            _waiting.pop(mapping["UUID"], None)
            return [], None
        if window and not full:
            left = _waiting.setdefault(mapping["UUID"], time.monotonic()) + window - time.monotonic()
            if left > 0:
                return [], left
        _waiting.pop(mapping["UUID"], None)
        return _receive(ready, _visibility(queue)), None


def _visibility(queue: dict) -> int:
    return int(queue["attributes"].get("VisibilityTimeout", "30"))


def _ready(queue: dict, limit: int):
    """The visible messages of the next invocation, and whether they fill it."""
    now, visible, busy = time.time(), [], Counter()
    for message in queue["messages"]:
        sqs._ensure_msg_fields(message)
        if message["visible_at"] <= now:
            visible.append(message)
        elif message["receive_count"] and message.get("group_id"):
            busy[message["group_id"]] += 1
    if busy:
        visible.sort(key=lambda m: busy[m.get("group_id")])
    size = 0
    for count, message in enumerate(visible[:limit]):
        size += len(message["body"]) + OVERHEAD
        if size > PAYLOAD and count:
            return visible[:count], True
    return visible[:limit], len(visible) >= limit


def _receive(messages: list[dict], visibility: int) -> list[dict]:
    now = time.time()
    for message in messages:
        message["receipt_handle"] = sqs.new_uuid()
        message["visible_at"] = now + visibility
        message["receive_count"] += 1
        message["first_receive_at"] = message.get("first_receive_at") or now
    return messages


def _record(message: dict, arn: str) -> dict:
    """The event record of a message, in the shape that AWS gives to a function."""
    attributes = {
        "ApproximateReceiveCount": str(message["receive_count"]),
        "SentTimestamp": str(int(message["sent_at"] * 1000)),
        "SenderId": _request_account_id.get(),
        "ApproximateFirstReceiveTimestamp": str(int(message["first_receive_at"] * 1000)),
    }
    for source, name in (("group_id", "MessageGroupId"), ("dedup_id", "MessageDeduplicationId"), ("seq", "SequenceNumber")):
        if message.get(source) is not None:
            attributes[name] = str(message[source])
    trace = (message.get("sys") or {}).get("AWSTraceHeader")
    if trace:
        attributes["AWSTraceHeader"] = trace
    return {
        "messageId": message["id"],
        "receiptHandle": message["receipt_handle"],
        "body": message["body"],
        "attributes": attributes,
        "messageAttributes": lambda_svc._sqs_message_attributes_to_camel_case(message.get("message_attributes", {})),
        "md5OfBody": message.get("md5_body") or message.get("md5") or "",
        "eventSource": "aws:sqs",
        "eventSourceARN": arn,
        "awsRegion": _request_region.get(),
    }


def _run(mapping: dict, function: dict, event: dict, batch: list[dict], url: str) -> None:
    # The handles of this delivery: a message that becomes visible and is taken again meanwhile has another.
    handles = {r["messageId"]: r["receiptHandle"] for r in event["Records"]}
    result = lambda_svc._execute_function(function, event)
    if result.get("error"):
        log.warning("%s failed on %d messages: %s", mapping["FunctionName"], len(batch), result.get("body"))
        failed = set(handles)
    elif "ReportBatchItemFailures" in (mapping.get("FunctionResponseTypes") or []):
        failed = _failures(result.get("body"), set(handles))
    else:
        failed = set()
    mapping["LastProcessingResult"] = f"{len(handles) - len(failed)} of {len(handles)} records processed"
    sqs._delete_messages_for_esm(url, {h for i, h in handles.items() if i not in failed})


def _failures(body, ids: set[str]) -> set[str]:
    """The ids that the function reports as failed: all when its answer cannot be read or names an unknown message."""
    if isinstance(body, (str, bytes)):
        try:
            body = json.loads(body or "null")
        except ValueError:
            return ids
    if body is None:
        return set()
    if not isinstance(body, dict):
        return ids
    listed = body.get("batchItemFailures") or []
    try:
        failed = {item["itemIdentifier"] for item in listed}
    except (TypeError, KeyError):
        return ids
    return failed if failed <= ids else ids
