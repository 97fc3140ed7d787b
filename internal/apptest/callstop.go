package apptest

import (
	"context"

	"herald/pkg/app"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/kit/queue"
)

// Reads does what lies on the queue of what recipients say.
func (p *CallFixture) Reads() int {
	p.Helper()
	tasks := app.InboundTasks(p.Env)
	return p.Kit.Work(p, dispatch.InboundQueue, func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
}
