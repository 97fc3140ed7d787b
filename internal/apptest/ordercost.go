package apptest

import (
	"context"
	"time"

	"herald/pkg/app"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/kit/queue"
)

// Written brings what lies on the queue of receipts to its chunks.
func (p *InboxFixture) Written() {
	p.Helper()
	receipts := app.ReceiptTasks(p.Env)
	p.Kit.Work(p, dispatch.ReceiptQueue, func(ctx context.Context, m queue.Message) error {
		p.Kit.Clock.Add(time.Minute)
		_, err := receipts(ctx, []queue.Message{m})
		return err
	})
}
