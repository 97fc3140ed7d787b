package apptest

import (
	"context"
	"strings"
	"time"

	"herald/pkg/app"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/kit/queue"
	"herald/pkg/provider/rate"
)

// AsShipped gives receipts the window that they have by default.
func (p *CallFixture) AsShipped() {
	p.Helper()
	p.Users.Admin.Put("/lop/system/config/receipt.window.seconds", Object{"value": 5}).OK()
	p.Kit.Clock.Add(2 * time.Second)
}

// Words takes the receipts from their queue: those that a call is over are kept, all others written.
func (p *CallFixture) Words() (over []queue.Message) {
	p.Helper()
	receipts := app.ReceiptTasks(p.Env)
	p.Kit.Work(p, dispatch.ReceiptQueue, func(ctx context.Context, m queue.Message) error {
		if !strings.Contains(string(m.Body), `"Seconds":0`) {
			over = append(over, m)
			return nil
		}
		_, err := receipts(ctx, []queue.Message{m})
		return err
	})
	return over
}

// Free is how many of the lines can be taken.
func (p *CallFixture) Free(lines int) int {
	p.Helper()
	book := &rate.Lines{DB: p.Kit.DB, Now: p.Kit.Now}
	n, err := book.Take(p.Context(), p.Env.Config.Voice.From, lines, lines, p.Kit.Now().Add(time.Minute))
	if err != nil {
		p.Fatal(err)
	}
	if err := book.Free(p.Context(), p.Env.Config.Voice.From, n); err != nil {
		p.Fatal(err)
	}
	return n
}
