package ordertest

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

var (
	_ orderkind.Kind   = (*PageKind)(nil)
	_ orderkind.Sender = (*PageKind)(nil)
	_ module.Worker    = (*PageKind)(nil)
	_ module.Ticker    = (*PageKind)(nil)
)

// PageKind is an order kind with recipients: it sends one line to numbers that the request names.
type PageKind struct {
	Engine *dispatch.Engine
	Intake *order.Intake[Page, pageDraft, *pageDraft]
}

// Page is the request of a PageKind order.
type Page struct {
	Name        string   `json:"name" dynamodbav:"n"`
	CountryCode string   `json:"countryCode" dynamodbav:"co"`
	Line        string   `json:"line" dynamodbav:"l"`
	Numbers     []uint64 `json:"numbers" dynamodbav:"nn"`
}

type pageDraft struct {
	order.DraftHead
	Page
}

type pageChange struct {
	ID string `json:"id"`
	Page
}

func (d *pageDraft) Parts() (*order.DraftHead, *Page) { return &d.DraftHead, &d.Page }

func (c *pageChange) Parts() (string, *Page) { return c.ID, &c.Page }

type pageDetail struct {
	order.Detail
	Line string `json:"line"`
}

func pageKey(id string) store.Key { return order.Part(id, "PAGE") }

// pageOrderKind registers the kind.
func pageOrderKind() orderkind.Registration {
	return orderkind.Registration{Name: "pager", Group: "gc",
		New: func(p orderkind.Parts) orderkind.Kind { return NewPageKind(p.Engine()) }}
}

// NewPageKind makes the kind on an engine.
func NewPageKind(e *dispatch.Engine) *PageKind {
	k := &PageKind{Engine: e}
	e.Content = k
	dispatch.New(e)
	head := func(w *Page) order.Basics {
		return order.Basics{Name: w.Name, Country: w.CountryCode, Service: "bulk.whatsapp"}
	}
	k.Intake = &order.Intake[Page, pageDraft, *pageDraft]{Flow: e.Flow, Quote: k.quote, Head: head,
		Tidy:    func(*Page) {},
		Keep:    func(context.Context, *auth.Principal, *Page) error { return nil },
		Listed:  order.Drafts[Page, pageDraft]("pager", head),
		Written: k.written, Same: func(a, b *Page) bool { return false }}
	return k
}

// Lifecycle is the life cycle of its orders.
func (k *PageKind) Lifecycle() *order.Flow { return k.Engine.Flow }

// Tasks are the handlers of queue job.
func (k *PageKind) Tasks() map[string]queue.Handler { return k.Engine.Flow.Tasks() }

// SendTasks are the handlers of queue send.
func (k *PageKind) SendTasks() map[string]queue.Handler { return k.Engine.SendTasks() }

// Tick is the janitor's run of a minute.
func (k *PageKind) Tick(ctx context.Context) error { return k.Engine.Flow.Tick(ctx) }

// Figures counts a running order for the reports.
func (k *PageKind) Figures(ctx context.Context, id string) (order.Figure, error) {
	return k.Engine.Statistics().Figures(ctx, id)
}

// Use takes nothing: a page names its numbers.
func (k *PageKind) Use(orderkind.Services) {}

func (k *PageKind) Spec() order.Spec {
	return order.Spec{Name: "pager", Prefix: "PG", Path: "/toy/pager", Perm: "gc:groupsendorder", Summary: "Page people", Page: "/toy/pager",
		File: "pages", Targets: "paged", Settled: "bulk.tell.settled"}
}

func (k *PageKind) Routes(a *web.API) {
	order.Mount[pageChange](a, k.Intake, func(ctx context.Context, id string) (func(order.Detail, *order.Tally) *pageDetail, error) {
		w, _, err := store.Load[Page](ctx, k.Engine.Flow.DB, pageKey(id), false)
		return func(common order.Detail, _ *order.Tally) *pageDetail { return &pageDetail{common, w.Line} }, err
	})
	k.Engine.Statistics().TargetRoutes(a)
}

func (k *PageKind) quote(_ context.Context, _ *auth.Principal, w *Page) (order.Quote, error) {
	if len(w.Numbers) == 0 {
		return nil, fault.Bad("numbers", "web.valid.missing")
	}
	profile := k.Engine.Senders.For("whatsapp").Profile()
	checked := order.CheckedRequest{Basics: order.Basics{Name: w.Name, Country: w.CountryCode, Service: "bulk.whatsapp"},
		Targets: len(w.Numbers), Refused: []order.Refusal{},
		Duration: time.Duration(len(w.Numbers)) * time.Second / time.Duration(profile.PerSecond)}
	return &pageQuote{plainQuote{checked}, w, profile}, nil
}

// pageQuote is a checked Page.
type pageQuote struct {
	plainQuote
	page *Page
	by   provider.Profile
}

func (q *pageQuote) Fill(o *order.Order) {
	o.Channel, o.Sender, o.Chunks = q.by.Channel, q.by.Sender, plan.Chunks(o.Total)
}

func (q *pageQuote) Rows(o *order.Order) []store.Op {
	return append(plan.Rows(o), store.Op{Verb: store.Put, Key: pageKey(o.ID), Item: q.page})
}

// plainQuote is a checked request without conditions.
type plainQuote struct{ checked order.CheckedRequest }

func (q *plainQuote) Checked() order.CheckedRequest { return q.checked }

func (*plainQuote) Explain(context.Context, *order.Estimate) error { return nil }

func (*plainQuote) Precondition(string) error { return nil }

func (*plainQuote) Terms(*order.Order) []order.Term { return nil }

func (*plainQuote) AmendedRows(*order.Order) []store.Op { return nil }

func (k *PageKind) written(ctx context.Context, o *order.Order) (*Page, error) {
	w, _, err := store.Load[Page](ctx, k.Engine.Flow.DB, pageKey(o.ID), true)
	return &w, err
}

func (k *PageKind) Recipients(ctx context.Context, o *order.Order, p *plan.Planner) error {
	w, _, err := store.Load[Page](ctx, k.Engine.Flow.DB, pageKey(o.ID), true)
	if err != nil {
		return err
	}
	return p.All(ctx, w.Numbers, nil)
}

// line renders the message of a page.
type line string

func (l line) By(string) dispatch.Renderer { return l }

func (l line) Second() dispatch.Renderer { return nil }

func (l line) To(number uint64, reference string, _ []string) provider.Message {
	return provider.Message{To: fmt.Sprint(number), Reference: reference, Kind: provider.Text, Text: string(l)}
}

func (k *PageKind) Renderer(ctx context.Context, o *order.Order) (dispatch.Renderer, error) {
	w, _, err := store.Load[Page](ctx, k.Engine.Flow.DB, pageKey(o.ID), false)
	return line(w.Line), err
}

func (*PageKind) Placeholders(context.Context, *order.Order) ([]string, error) { return nil, nil }

func (k *PageKind) RetryPlan(_ context.Context, _ *order.Order) (order.Basics, error) {
	return order.Basics{Service: "bulk.whatsapp"}, nil
}

func (k *PageKind) Release(*order.Order) []store.Op { return nil }
