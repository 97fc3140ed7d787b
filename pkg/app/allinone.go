package app

import (
	"context"
	"net/http"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/kit/queue"
)

// App is all of it in one process: what every function does.
type App struct {
	API     http.Handler
	Queues  map[string]queue.BatchHandler // by the queue's name in the manifest
	Tick    func(context.Context) error   // the janitor's minute
	Sockets Caller
}

// BuildAll builds every module once, and what each function does with them.
func BuildAll(e *Env) *App {
	a := e.API()
	OAuth(e, a)
	Hook(e, a)
	Links(e, a)
	Redirects(e, a)
	describe(e, a)
	rooms := AllModules(e)
	Mount(a, rooms)
	declare(e, a, rooms)
	ticks := TicksOf(rooms)
	return &App{
		API: a.Handler(), Sockets: Sockets(e),
		Tick: func(ctx context.Context) error { return tick(ctx, e, ticks) },
		Queues: map[string]queue.BatchHandler{
			dispatch.SendQueue:   SendTasks(e).batch(queueLog(e, dispatch.SendQueue)),
			receipt.ReceiptQueue: ReceiptTasks(e),
			click.Queue:          ClickTasks(e),
			inbound.InboundQueue: InboundTasks(e).batch(queueLog(e, inbound.InboundQueue)),
			groupbuild.Queue:     BuildTasks(e).batch(queueLog(e, groupbuild.Queue)),
			order.JobQueue:       JobTasksOf(rooms).batch(queueLog(e, order.JobQueue)),
			contact.FileQueue:    fileTasks(rooms).batch(queueLog(e, contact.FileQueue)),
		},
	}
}
