package app

import (
	"context"

	"herald/pkg/kit/push"
	"herald/pkg/kit/web"
)

// TypeCredit is the live message that tells a user's consoles that its account has moved.
const TypeCredit = "credit"

// moved has the open consoles of users ask for their balance again. A push that fails is logged.
func (e *Env) moved(ctx context.Context, users []string) {
	web.Beside(ctx, func(ctx context.Context) {
		if err := e.Hub.Send(ctx, users, push.Message{Type: TypeCredit}); err != nil {
			e.Log(map[string]any{"warning": "push: " + err.Error(), "users": users})
		}
	})
}
