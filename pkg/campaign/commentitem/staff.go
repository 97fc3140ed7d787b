package commentitem

import (
	"context"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/review"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/upload"
)

const (
	base      = "/comment/item"
	queueName = "commentitem"
)

// ReviewQueue is where evidence and complaints wait for staff.
func ReviewQueue() review.QueueHandler {
	return review.QueueHandler{Kind: queueName, Page: "comment/item", Perm: perm + ":review"}
}

var items = store.List[Item]{Table: table, Entity: queueName, Columns: []store.Column[Item]{
	{Name: "orderNo", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Get: func(i *Item) any { return i.OrderNo }},
	{Name: "state", Kind: store.Exact, Sort: true, Filter: true, OneOf: active, Get: func(i *Item) any { return i.State }},
	{Name: "platform", Kind: store.Exact, Sort: true, Filter: true, Get: func(i *Item) any { return i.Platform }},
	{Name: "workerId", Kind: store.Exact, Filter: true, Get: func(i *Item) any { return i.WorkerID }},
	{Name: "worker", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Get: func(i *Item) any { return i.Worker }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Get: func(i *Item) any { return i.CustomerName }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Get: func(i *Item) any { return i.UpdateTime }},
}}

// active are the items with something to do, of all orders or of those whose ids begin with a text.
func (r *Service) active(ctx context.Context, prefix string) ([]Item, error) {
	rows, err := store.Collect(store.Rows(ctx, r.Flow.DB, store.Query{Table: table, PK: activeKey("").PK, Prefix: prefix, Consistent: true}))
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Item](rows)
}

// StaffRoutes are the work of staff: what there is to do, the items in work, and each step of an item.
func (r *Service) StaffRoutes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: perm + ":" + verb, Summary: summary}
	}
	list.Mount(a, list.List[Item]{List: items, Path: base, Perm: perm + ":page", By: []string{"updateTime"},
		Summary: "List items that are taken, submitted or disputed. Default: oldest change first",
		Rows:    func(ctx context.Context) ([]Item, error) { return r.active(ctx, "") }})
	web.Handle(a, route("GET", "/work", "page", "List running comment orders with their free items"), r.workRoute)
	web.Handle(a, route("GET", "/{id}", "page", "Get an item with its evidence"), r.getRoute)
	web.Handle(a, route("PUT", "/{id}/take", "take", "Take a free item for comment.lease.minutes, or renew the lease"), r.takeRoute)
	web.Handle(a, route("PUT", "/{id}/giveback", "take", "Give an item back"), r.giveBackRoute)
	web.Handle(a, route("PUT", "/{id}/evidence", "take", "Hand in the evidence of an item"), r.evidenceRoute)
	web.Handle(a, route("PUT", "/{id}/review", "review",
		"Accept or reject the evidence of an item, or end a complaint. Only for staff who did not fulfil the item"), r.reviewRoute)
}

// Work is a comment order with items to take.
type Work struct {
	OrderID   string     `json:"orderId"`
	OrderNo   string     `json:"orderNo"`
	Name      string     `json:"name"`
	Platform  string     `json:"platform"`
	Total     int        `json:"total"`
	Free      int        `json:"free"`
	Taken     int        `json:"taken"`
	Submitted int        `json:"submitted"`
	Accepted  int        `json:"accepted"`
	Deadline  *time.Time `json:"deadline"`
	Next      string     `json:"next" doc:"Id of an item that can be taken."`
}

func (r *Service) workRoute(ctx context.Context, _ *struct{}) ([]Work, error) {
	orders, err := r.sending(ctx, "")
	out := []Work{}
	for _, o := range orders {
		b, _, err := r.Board(ctx, o.ID, false)
		if err != nil {
			return nil, err
		}
		next, err := r.freeOf(ctx, o.ID, 1)
		if err != nil {
			return nil, err
		}
		if len(next) == 0 {
			continue
		}
		out = append(out, Work{OrderID: o.ID, OrderNo: o.No, Name: o.Name, Platform: o.Channel, Total: o.Total, Free: b.Free, Taken: b.Taken,
			Submitted: b.Submitted, Accepted: b.Accepted, Deadline: o.Until, Next: next[0]})
	}
	return out, err
}

// sending are the orders of a platform, or of all, whose items may be taken.
func (r *Service) sending(ctx context.Context, platform string) ([]order.Order, error) {
	all, err := r.works(ctx)
	var out []order.Order
	for _, o := range all {
		if o.Status == order.Sending && !o.Overdue(r.now()) && (platform == "" || o.Channel == platform) {
			out = append(out, o)
		}
	}
	return out, err
}

// freeOf are ids of free items of an order.
func (r *Service) freeOf(ctx context.Context, orderID string, most int) ([]string, error) {
	rows, err := r.Flow.DB.Query(ctx, store.Query{Table: table, PK: order.Key(orderID).PK, Prefix: "FREE#", Limit: most, Consistent: true})
	var out []string
	for _, row := range rows {
		out = append(out, orderID+"-"+strings.TrimPrefix(store.SortKey(row), "FREE#"))
	}
	return out, err
}

// Load reads an item; the 404 fault for any other id.
func (r *Service) Load(ctx context.Context, itemID string) (*Item, error) {
	orderID, n, err := split(itemID)
	if err != nil {
		return nil, err
	}
	it, ok, err := store.Load[Item](ctx, r.Flow.DB, itemKey(orderID, n), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &it, err
}

type byID struct {
	ID string `path:"id"`
}

// Detail is an item with its evidence.
type Detail struct {
	Item
	EvidenceURL string `json:"evidenceUrl" doc:"Link to the picture, valid for one hour. Empty without evidence."`
}

func (r *Service) detail(ctx context.Context, it *Item) (*Detail, error) {
	url, err := r.link(ctx, it)
	return &Detail{*it, url}, err
}

// link is an address of an item's evidence; empty without evidence.
func (r *Service) link(ctx context.Context, it *Item) (string, error) {
	if it.Evidence == "" {
		return "", nil
	}
	f, err := r.Files.Linked(ctx, auth.Everything, it.Evidence)
	if err != nil {
		return "", err
	}
	return f.URL, nil
}

func (r *Service) getRoute(ctx context.Context, in *byID) (*Detail, error) {
	it, err := r.Load(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return r.detail(ctx, it)
}

// caller is the member of staff who calls, and the operation of the call.
func (r *Service) caller(ctx context.Context) (Worker, string) {
	p := auth.Must(ctx)
	return Worker{p.UserID, p.Name}, web.OperationID(ctx, r.Flow.NewID)
}

func note(ctx context.Context, it *Item) {
	auditlog.Note(ctx, it.ID, nil, map[string]any{"orderNo": it.OrderNo, "index": it.Index, "state": it.State, "reason": it.Reason})
}

func (r *Service) takeRoute(ctx context.Context, in *byID) (*Detail, error) {
	by, mark := r.caller(ctx)
	it, err := r.Take(ctx, by, in.ID, mark)
	if err != nil {
		return nil, err
	}
	note(ctx, it)
	return r.detail(ctx, it)
}

func (r *Service) giveBackRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Reason string `json:"reason,omitempty" maxLength:"255"`
	}
}) (*Detail, error) {
	by, mark := r.caller(ctx)
	it, err := r.GiveBack(ctx, by, in.ID, strings.TrimSpace(in.Body.Reason), mark)
	if err != nil {
		return nil, err
	}
	note(ctx, it)
	return r.detail(ctx, it)
}

func (r *Service) evidenceRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		FileID string `json:"fileId" minLength:"1" doc:"Id of an uploaded picture."`
		Note   string `json:"note,omitempty" maxLength:"255"`
	}
}) (*Detail, error) {
	f, err := r.Files.Find(ctx, auth.Must(ctx).Scope(), in.Body.FileID)
	if err == nil && f.Owner.User != auth.Must(ctx).UserID { // evidence is shown to the customer of the order
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	if f.Kind != upload.Image {
		return nil, fault.Bad("fileId", "commentitem.picture")
	}
	by, mark := r.caller(ctx)
	it, err := r.Submit(ctx, by, in.ID, mark, Picture{f.ID, f.Sum, strings.TrimSpace(in.Body.Note)})
	if err != nil {
		return nil, err
	}
	note(ctx, it)
	return r.detail(ctx, it)
}

func (r *Service) reviewRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body struct {
		Pass   bool   `json:"pass"`
		Redo   bool   `json:"redo,omitempty" doc:"A rejected item becomes free again. At most comment.redo.max times, while the order runs."`
		Reason string `json:"reason,omitempty" maxLength:"255" doc:"Required to reject."`
		// decisions §14, as of orders and templates.
		Version int64 `json:"version,omitempty" minimum:"0" doc:"Version that was read. Another one gives 40921. Required to accept anything but the first evidence."`
	}
}) (*Detail, error) {
	d := Decision{in.Body.Pass, in.Body.Redo && !in.Body.Pass, strings.TrimSpace(in.Body.Reason), in.Body.Version}
	if !d.Pass && d.Reason == "" {
		return nil, fault.Bad("reason", "commentitem.reason")
	}
	by, mark := r.caller(ctx)
	before, it, err := r.Decide(ctx, by, in.ID, mark, d)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, it.ID, map[string]any{"state": before.State}, map[string]any{"orderNo": it.OrderNo, "index": it.Index,
		"state": it.State, "reason": it.Reason})
	return r.detail(ctx, it)
}
