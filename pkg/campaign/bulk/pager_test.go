package bulk_test

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// pager is a kind of order with recipients: one line to numbers that the request itself names.
type pager struct {
	*dispatch.Engine
	intake *order.Intake[page, pageDraft]
}

type page struct {
	Name        string   `json:"name" dynamodbav:"n"`
	CountryCode string   `json:"countryCode" dynamodbav:"co"`
	Line        string   `json:"line" dynamodbav:"l"`
	Numbers     []uint64 `json:"numbers" dynamodbav:"nn"`
}

type pageDraft struct {
	order.DraftHead
	page
}

type pageChange struct {
	ID string `json:"id"`
	page
}

type pageDetail struct {
	order.Detail
	Line string `json:"line"`
}

func pageKey(id string) store.Key { return order.Part(id, "PAGE") }

func newPager(e *dispatch.Engine) *pager {
	k := &pager{Engine: e}
	e.Content = k
	dispatch.New(e)
	opened := func(d *pageDraft) (*order.DraftHead, *page) { return &d.DraftHead, &d.page }
	k.intake = &order.Intake[page, pageDraft]{Flow: e.Flow, Quote: k.quote,
		Head: func(w *page) order.Basics {
			return order.Basics{Name: w.Name, Country: w.CountryCode, Service: "bulk.whatsapp"}
		},
		Tidy:   func(*page) {},
		Keep:   func(context.Context, *auth.Principal, *page) error { return nil },
		Listed: order.Drafts("pager", opened, func(w *page) string { return w.Name }),
		Draft:  func(h order.DraftHead, w *page) pageDraft { return pageDraft{h, *w} }, Opened: opened,
		Written: k.written, Same: func(a, b *page) bool { return false }}
	return k
}

func (k *pager) Spec() order.Spec {
	return order.Spec{Name: "pager", Prefix: "PG", Path: "/toy/pager", Perm: "gc:groupsendorder", Summary: "Page people", Page: "/toy/pager",
		File: "pages", Targets: "paged", Settled: "bulk.tell.settled"}
}

func (k *pager) Routes(a *web.API) {
	order.Mount(a, k.intake, func(ctx context.Context, id string) (func(order.Detail, *order.Tally) *pageDetail, error) {
		w, _, err := store.Load[page](ctx, k.DB, pageKey(id), false)
		return func(common order.Detail, _ *order.Tally) *pageDetail { return &pageDetail{common, w.Line} }, err
	}, func(c *pageChange) (string, *page) { return c.ID, &c.page })
	k.TargetRoutes(a)
}

func (k *pager) quote(_ context.Context, _ *auth.Principal, w *page) (*order.Quote, error) {
	if len(w.Numbers) == 0 {
		return nil, fault.Bad("numbers", "web.valid.missing")
	}
	profile := k.Senders.For("whatsapp").Profile()
	return &order.Quote{Basics: order.Basics{Name: w.Name, Country: w.CountryCode, Service: "bulk.whatsapp"}, Targets: len(w.Numbers),
		Refused:  []order.Refusal{},
		Duration: time.Duration(len(w.Numbers)) * time.Second / time.Duration(profile.PerSecond),
		Fill: func(o *order.Order) {
			o.Channel, o.Sender, o.Chunks = profile.Channel, profile.Sender, dispatch.Chunks(o.Total)
		},
		Rows: func(o *order.Order) []store.Op {
			return append(dispatch.Rows(o), store.Op{Verb: store.Put, Key: pageKey(o.ID), Item: w})
		},
		Terms:     func(*order.Order) []order.Term { return nil },
		Requested: func(context.Context, *order.Estimate) error { return nil }}, nil
}

func (k *pager) written(ctx context.Context, o *order.Order) (*page, error) {
	w, _, err := store.Load[page](ctx, k.DB, pageKey(o.ID), true)
	return &w, err
}

func (k *pager) Recipients(ctx context.Context, o *order.Order, p *dispatch.Planner) error {
	w, _, err := store.Load[page](ctx, k.DB, pageKey(o.ID), true)
	if err != nil {
		return err
	}
	return p.All(ctx, w.Numbers, nil)
}

// line is the message of a page.
type line string

func (l line) By(string) dispatch.Renderer { return l }

func (l line) Second() dispatch.Renderer { return nil }

func (l line) To(number uint64, reference string, _ []string) provider.Message {
	return provider.Message{To: fmt.Sprint(number), Reference: reference, Kind: provider.Text, Text: string(l)}
}

func (k *pager) Renderer(ctx context.Context, o *order.Order) (dispatch.Renderer, error) {
	w, _, err := store.Load[page](ctx, k.DB, pageKey(o.ID), false)
	return line(w.Line), err
}

func (*pager) Placeholders(context.Context, *order.Order) ([]string, error) { return nil, nil }

func (k *pager) RetryPlan(_ context.Context, _ *order.Order) (order.Basics, error) {
	return order.Basics{Service: "bulk.whatsapp"}, nil
}

func (k *pager) Release(*order.Order) []store.Op { return nil }
