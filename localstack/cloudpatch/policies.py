"""IAM policies that are checked as AWS checks them, once cloud.py is told to.

MiniStack can check every call of a function against the policies of its role, but it does not know the resources of
ssm:GetParameters, and takes the batch calls of SQS for actions of their own: on AWS the policy names the single ones.
"""

import json

from ministack.core import iam_actions, iam_evaluator

_resource, _enforce = iam_actions.extract_resource_arn, iam_evaluator.enforce


class _Several(str):
    """The first of several resources that a call touches; the rest is in others."""

    others: list[str] = []


def install() -> None:
    iam_actions.extract_resource_arn = _resource_of
    iam_evaluator.enforce = _enforce_all


def _resource_of(service, method, path, headers, body, query_params, region, account_id):
    if service == "ssm" and headers.get("x-amz-target", "").endswith(".GetParameters"):
        names = json.loads(body or b"{}").get("Names") or []
        arns = [f"arn:aws:ssm:{region}:{account_id}:parameter/{name.lstrip('/')}" for name in names]
        if arns:
            several = _Several(arns[0])
            several.others = arns[1:]
            return several
    return _resource(service, method, path, headers, body, query_params, region, account_id)


def _enforce_all(key, action, *args, resource_arn="*", **more):
    if action.startswith("sqs:"):
        action = action.removesuffix("Batch")
    for arn in [resource_arn, *getattr(resource_arn, "others", [])]:
        denied = _enforce(key, action, *args, resource_arn=str(arn), **more)
        if denied:
            return denied
    return None
