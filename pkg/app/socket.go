package app

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
)

// Socket serves one event of the websocket gateway and gives the status that it answers.
func (e *Env) Socket(ctx context.Context, caller Caller, event events.APIGatewayWebsocketProxyRequest) int {
	return e.socket(ctx, caller, event)
}
