"""Websocket routes that answer as those of AWS API Gateway do.

MiniStack answers mock integrations, but its CloudFormation does not know the two resource types that give such a
route its answer; and it sends every body that a function returns, where AWS sends only those of routes with a route
response.
"""

import json

from ministack.services import apigateway
from ministack.services.cloudformation.provisioners import _RESOURCE_HANDLERS

_invoke = apigateway._invoke_ws_lambda


def install() -> None:
    _RESOURCE_HANDLERS["AWS::ApiGatewayV2::IntegrationResponse"] = _handlers(
        "IntegrationId", "integrationResponse", apigateway._create_integration_response, apigateway._integration_responses
    )
    _RESOURCE_HANDLERS["AWS::ApiGatewayV2::RouteResponse"] = _handlers(
        "RouteId", "routeResponse", apigateway._create_route_response, apigateway._route_responses
    )
    apigateway._invoke_ws_lambda = _invoke_route


async def _invoke_route(api_id, account_id, region, route, stage, connection_id, event_type, *rest, **more):
    answer = await _invoke(api_id, account_id, region, route, stage, connection_id, event_type, *rest, **more)
    two_way = apigateway._route_responses.get(api_id, {}).get(route.get("routeId"))
    if event_type == "MESSAGE" and answer and not two_way:
        return {**answer, "body": ""}
    return answer


def _handlers(parent: str, noun: str, create_response, store) -> dict:
    """CloudFormation handlers of a response that belongs to an integration or a route (parent is the property with its id)."""

    def create(_logical_id, props, _stack_name):
        api, owner = props["ApiId"], props[parent].split("/")[-1]
        status, _, body = create_response(api, owner, {k[0].lower() + k[1:]: v for k, v in props.items()})
        answer = json.loads(body)
        if status != 201:
            raise ValueError(answer.get("message", "cannot create the response"))
        return answer[noun + "Id"], {}

    def delete(physical_id, props):
        owner = str(props.get(parent, "")).split("/")[-1]
        store.get(props.get("ApiId"), {}).get(owner, {}).pop(physical_id, None)

    def update(physical_id, old_props, new_props, stack_name):
        delete(physical_id, old_props)
        return create(physical_id, new_props, stack_name)

    return {"create": create, "update": update, "delete": delete}
