"""Queries that cost what they give.

DynamoDB looks the first key of a page up and stops at its limit. MiniStack evaluates the key condition, its text too, for every
row of the partition: a page of a list of 70,000 rows took many seconds. For the conditions that package store writes it is shown
only the rows that the page can hold.
"""

import heapq
import re

from ministack.services import dynamodb

_query = dynamodb._query
_evaluate_condition = dynamodb._evaluate_condition
_FEW = 50  # rows for which nothing needs to be quicker

_FORM = re.compile(
    r"(?P<pk>#\w+) = (?P<of>:\w+)"
    r"(?: AND (?:begins_with\((?P<sk1>#\w+), (?P<prefix>:\w+)\)"
    r"|(?P<sk2>#\w+) BETWEEN (?P<from2>:\w+) AND (?P<to2>:\w+)"
    r"|(?P<sk3>#\w+) >= (?P<from3>:\w+)"
    r"|(?P<sk4>#\w+) <= (?P<to4>:\w+)))?"
)

_narrowed = False  # requests are carried out one after the other, each in one go


def install() -> None:
    dynamodb._query = _quick
    dynamodb._evaluate_condition = _condition


def _condition(expr, item, values, names, slot="ConditionExpression"):
    if _narrowed and slot == "KeyConditionExpression":
        return True
    return _evaluate_condition(expr, item, values, names, slot=slot)


def _quick(data):
    global _narrowed
    table = dynamodb._tables.get(dynamodb._normalize_table_name(data.get("TableName")))
    page = table and _page(table, data)
    if not page:
        return _query(data)
    whole, table["items"], _narrowed = table["items"], page, True
    try:
        return _query(data)
    finally:
        table["items"], _narrowed = whole, False


def _page(table, data):
    """The rows that a page can hold, as a table's items; None for a query that is not of our forms."""
    form = _FORM.fullmatch(data.get("KeyConditionExpression") or "")
    limit, sk = data.get("Limit"), table.get("sk_name")
    if not form or data.get("IndexName") or not isinstance(limit, int) or limit < 1 or not sk:
        return None
    names, values = data.get("ExpressionAttributeNames") or {}, data.get("ExpressionAttributeValues") or {}
    part = {key: value for key, value in form.groupdict().items() if value}
    text = {key: (values.get(value) or {}).get("S") for key, value in part.items() if value.startswith(":")}
    sort = next((part[key] for key in ("sk1", "sk2", "sk3", "sk4") if key in part), None)
    after = data.get("ExclusiveStartKey")
    last = after.get(sk, {}).get("S") if isinstance(after, dict) else None
    if not all(text.values()) or names.get(part["pk"]) != table["pk_name"] or sort and names.get(sort) != sk or after and not last:
        return None
    bucket = table["items"].get(text["of"])
    if not bucket or len(bucket) <= _FEW:
        return None
    low, high = text.get("from2") or text.get("from3"), text.get("to2") or text.get("to4")
    if last and (low and last < low or high and last > high or not last.startswith(text.get("prefix", ""))):
        return None  # refused as on AWS
    keys = bucket.keys()
    if "prefix" in text:
        keys = [key for key in keys if key.startswith(text["prefix"])]
    if low:
        keys = [key for key in keys if key >= low]
    if high:
        keys = [key for key in keys if key <= high]
    if data.get("ScanIndexForward", True):
        keys = heapq.nsmallest(limit + 1, (key for key in keys if last is None or key > last))
    else:
        keys = heapq.nlargest(limit + 1, (key for key in keys if last is None or key < last))
    return {text["of"]: {key: bucket[key] for key in keys}}
