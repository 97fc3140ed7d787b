"""Tables whose rows expire when the stack says so: MiniStack's CloudFormation leaves TimeToLiveSpecification out."""

from ministack.services import dynamodb
from ministack.services.cloudformation.provisioners import _RESOURCE_HANDLERS


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
