"""IAM policies that are checked as AWS checks them, once cloud.py is told to.

MiniStack can check every call of a function against the policies of its role, but it does not know the resources of
ssm:GetParameters, takes the batch calls of SQS for actions of their own (on AWS the policy names the single ones), and does
not know dynamodb:LeadingKeys, the partition keys that a call touches. Here they are those of the attribute pk, which is
the partition key of every table of this product.

A refused call also goes to the file named by DENIAL_LOG, one JSON object a line, so that make test can fail for it.
"""

import json
import os
import re

from ministack.core import iam_actions, iam_evaluator

_resource, _enforce = iam_actions.extract_resource_arn, iam_evaluator.enforce
_context, _checks = iam_actions.dynamodb_service_context, iam_actions.dynamodb_transaction_checks

_LEADING = "dynamodb:LeadingKeys"
_EQUAL = re.compile(r"(#?\w+)\s*=\s*(:\w+)")


class _Several(str):
    """The first of several resources that a call touches; the rest is in others."""

    others: list[str] = []


def install() -> None:
    iam_actions.extract_resource_arn = _resource_of
    iam_evaluator.enforce = _enforce_all
    iam_actions.dynamodb_service_context = _context_with_keys
    iam_actions.dynamodb_transaction_checks = _checks_with_keys


class _Keyed(str):
    """The table of one item of a transaction, which is checked by itself; keys is its partition key."""

    keys: list[str] = []


class _ByTable(list):
    """The keys of a batch, of all tables; tables has those of each, because each table is checked by itself."""

    tables: dict[str, list[str]] = {}


def _key(item) -> list[str]:
    value = item.get("pk") if isinstance(item, dict) else None
    return [value["S"]] if isinstance(value, dict) and "S" in value else []


def _queried(data: dict) -> list[str]:
    names, values = data.get("ExpressionAttributeNames") or {}, data.get("ExpressionAttributeValues") or {}
    for name, value in _EQUAL.findall(data.get("KeyConditionExpression") or ""):
        if names.get(name, name) == "pk":
            return _key({"pk": values.get(value)})
    return []


def _context_with_keys(body: bytes) -> dict:
    context = _context(body)
    try:
        data = json.loads(body or b"{}")
    except (ValueError, TypeError):
        return context
    if not isinstance(data, dict):
        return context
    keys = _ByTable(_key(data.get("Key")) + _key(data.get("Item")) + _queried(data))
    keys.tables = {}
    batch = data.get("RequestItems")
    for table, part in (batch.items() if isinstance(batch, dict) else ()):
        of = keys.tables.setdefault(table.rpartition("/")[2], [])
        if isinstance(part, dict):
            of += [k for item in part.get("Keys") or [] for k in _key(item)]
        for request in part if isinstance(part, list) else []:
            of += _key((request.get("PutRequest") or {}).get("Item")) + _key((request.get("DeleteRequest") or {}).get("Key"))
        keys += of
    if keys:
        context[_LEADING] = keys
    return context


def _checks_with_keys(iam_action, body, region, account_id):
    checks = _checks(iam_action, body, region, account_id)
    if not checks:
        return checks
    details = [detail for item in json.loads(body)["TransactItems"] for detail in item.values()]
    if len(details) != len(checks):  # an item that does several things, which AWS refuses: none of our keys fits it
        return checks
    keyed = []
    for (action, arn), detail in zip(checks, details):
        resource = _Keyed(arn)
        resource.keys = _key(detail.get("Key")) + _key(detail.get("Item"))
        keyed.append((action, resource))
    return keyed


def _resource_of(service, method, path, headers, body, query_params, region, account_id):
    if service == "ssm" and headers.get("x-amz-target", "").endswith(".GetParameters"):
        names = json.loads(body or b"{}").get("Names") or []
        arns = [f"arn:aws:ssm:{region}:{account_id}:parameter/{name.lstrip('/')}" for name in names]
        if arns:
            several = _Several(arns[0])
            several.others = arns[1:]
            return several
    return _resource(service, method, path, headers, body, query_params, region, account_id)


def _note(denied, action, resource, context) -> None:
    path, principal = os.environ.get("DENIAL_LOG"), getattr(denied, "principal_arn", "")
    if not path or not principal:
        return
    line = {"principal": principal, "action": action, "resource": str(resource), "keys": list(context.get(_LEADING) or [])}
    with open(path, "a") as log:
        log.write(json.dumps(line) + "\n")


def _enforce_all(key, action, *args, resource_arn="*", **more):
    if action.startswith("sqs:"):
        action = action.removesuffix("Batch")
    context = more.get("service_context") or {}
    if isinstance(resource_arn, _Keyed):
        more["service_context"] = {**context, _LEADING: resource_arn.keys or None}
    elif getattr(context.get(_LEADING), "tables", None):
        table = str(resource_arn).rpartition("/")[2]
        more["service_context"] = {**context, _LEADING: context[_LEADING].tables.get(table)}
    for arn in [resource_arn, *getattr(resource_arn, "others", [])]:
        denied = _enforce(key, action, *args, resource_arn=str(arn), **more)
        if denied:
            _note(denied, action, arn, more.get("service_context") or {})
            return denied
    return None
