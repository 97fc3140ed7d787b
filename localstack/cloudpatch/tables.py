"""Tables that expire and bill as those of AWS.

- MiniStack's CloudFormation leaves TimeToLiveSpecification out: rows would never expire.
- Of reads it reports one unit whatever was read, and none at all for BatchGetItem: the cost of a demo or a benchmark
  would be told too low.
"""

import json

from ministack.services import dynamodb
from ministack.services.cloudformation.provisioners import _RESOURCE_HANDLERS

_consumed = dynamodb._add_consumed_capacity
_batch_get_item = dynamodb._batch_get_item


def install() -> None:
    table = _RESOURCE_HANDLERS["AWS::DynamoDB::Table"]
    create = table["create"]

    def create_expiring(logical_id, props, stack_name):
        name, attributes = create(logical_id, props, stack_name)
        wanted = props.get("TimeToLiveSpecification")
        if wanted:
            dynamodb._update_ttl({"TableName": name, "TimeToLiveSpecification": {**wanted, "Enabled": wanted.get("Enabled") in (True, "true")}})
        return name, attributes

    table["create"] = create_expiring
    dynamodb._add_consumed_capacity = _consume
    dynamodb._batch_get_item = _get_batch


def _units(size: int, consistent) -> float:
    """Read units of so many bytes: one for 4 KB begun, half of it where an older state may be read."""
    return max(1, -(-size // 4096)) * (1.0 if consistent else 0.5)


def _consume(result, data, table_name, write=False, **more):
    _consumed(result, data, table_name, write=write, **more)
    if not write and "ConsumedCapacity" in result and not more.get("index_name"):
        items = result.get("Items") or [result.get("Item") or {}]
        # The items of a query are added up before they are rounded.
        size = sum(dynamodb._item_size_bytes(item) for item in items)
        result["ConsumedCapacity"]["CapacityUnits"] = _units(size, data.get("ConsistentRead"))


def _get_batch(data):
    status, headers, body = _batch_get_item(data)
    if status != 200 or data.get("ReturnConsumedCapacity", "NONE") == "NONE":
        return status, headers, body
    answer, consumed = json.loads(body), []
    for name, wanted in data["RequestItems"].items():
        items = answer["Responses"].get(name, [])
        missing = len(wanted.get("Keys", [])) - len(items)  # looked for, which costs the same as finding little
        sizes = [dynamodb._item_size_bytes(item) for item in items] + [0] * missing
        units = sum(_units(size, wanted.get("ConsistentRead")) for size in sizes)
        consumed.append({"TableName": name, "CapacityUnits": units})
    answer["ConsumedCapacity"] = consumed
    return status, headers, json.dumps(answer, ensure_ascii=False).encode()
