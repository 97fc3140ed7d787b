package app

import (
	"context"

	"herald/pkg/kit/push"
	"herald/pkg/kit/web"
)

// TypeCredit is the live message that tells a user's consoles that its account has moved.
const TypeCredit = "credit"

// streakOnMoved tells the open consoles of users to read their balance again, once their accounts have moved. It
// reads the connections meanwhile. A failed push is logged.
func (e *Env) streakOnMoved(ctx context.Context, users []string) (end func(ctx context.Context, made bool)) {
	send := e.Hub.Prepare(ctx, users)
	post := func(ctx context.Context, m *push.Message) {
		if err := send(ctx, m); err != nil {
			e.Log(map[string]any{"warning": "push: " + err.Error(), "users": users})
		}
	}
	return func(ctx context.Context, made bool) {
		if !made {
			post(ctx, nil)
			return
		}
		web.AfterWrite(ctx, func(ctx context.Context) { post(ctx, &push.Message{Type: TypeCredit}) })
	}
}
