package bulk

import (
	"context"
	"strconv"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/web"
)

const base = "/gc/groupsendorder"

// Routes of the room (decisions §2).
func (r *Room) Routes(a *web.API) {
	perm := func(verb string) string { return "gc:groupsendorder:" + verb }
	web.Handle(a, web.Route{Method: "GET", Path: base + "/page", Perm: perm("page"), Summary: "Orders in the caller's scope", Sorts: order.Orders.Sorts()}, r.page)
	web.Handle(a, web.Route{Method: "POST", Path: base, Perm: perm("add"), Summary: "Order a bulk send", Spends: true}, r.add)
	web.Handle(a, web.Route{Method: "POST", Path: base + "/estimate", Perm: perm("estimate"), Asks: true, Summary: "What an order would cost; changes nothing"}, r.estimateRoute)
	web.Handle(a, web.Route{Method: "PUT", Path: base + "/review", Perm: perm("review"), Summary: "Pass or refuse orders; the answer is 200 with a result per id"}, r.review)
	web.Handle(a, web.Route{Method: "GET", Path: base + "/{id}", Perm: perm("page"), Summary: "An order with its counts as of now"}, r.get)
	web.Handle(a, web.Route{Method: "GET", Path: base + "/{id}/stat", Perm: perm("page"), Summary: "Counts by state and reasons of failures"}, r.stat)
	web.Handle(a, web.Route{Method: "GET", Path: base + "/{id}/targets/page", Perm: perm("page"), Summary: "Recipients in the order of sending; filter by state"}, r.targetsPage)
	web.Handle(a, web.Route{Method: "PUT", Path: base + "/{id}/pause", Perm: perm("pause"), Summary: "Pause; takes effect within 2 s"}, r.act(order.Pause))
	web.Handle(a, web.Route{Method: "PUT", Path: base + "/{id}/start", Perm: perm("start"), Summary: "Go on after a pause", Spends: true}, r.act(order.Start))
	web.Handle(a, web.Route{Method: "PUT", Path: base + "/{id}/cancel", Perm: perm("cancel"), Summary: "Cancel before anything was sent; everything is released"}, r.act(order.Cancel))
	web.Handle(a, web.Route{Method: "GET", Path: base + "/{id}/stop", Perm: perm("stop"), Summary: "What stopping would charge and release at this moment; changes nothing"}, r.stopping)
	web.Handle(a, web.Route{Method: "PUT", Path: base + "/{id}/stop", Perm: perm("stop"), Summary: "Stop while sending; the sent part settles"}, r.act(order.Stop))
	web.Handle(a, web.Route{Method: "DELETE", Path: base + "/{id}", Perm: perm("del"), Summary: "Remove an ended order from the lists"}, r.remove)
	r.draftRoutes(a)
}

// PageQuery are the filters of the order list.
type PageQuery struct {
	web.ListParams
	Name            string `query:"name" doc:"contains"`
	OrderNo         string `query:"orderNo"`
	Status          string `query:"status" doc:"one or several, separated by commas"`
	Channel         string `query:"channel" enum:"whatsapp,sms,"`
	CountryCode     string `query:"countryCode"`
	CustomerID      string `query:"customerId"`
	CustomerName    string `query:"customerName"`
	CreateTimeStart string `query:"createTimeStart"`
	CreateTimeEnd   string `query:"createTimeEnd"`
}

// check refuses a status that is none (decisions §13).
func (q *PageQuery) check() error {
	if q.Status != "" {
		for _, word := range strings.Split(q.Status, ",") {
			if s, err := strconv.Atoi(word); err != nil || s < int(order.Review) || s > int(order.Failed) {
				return fault.Bad("status", "web.filter", "field", "status")
			}
		}
	}
	return nil
}

func (r *Room) page(ctx context.Context, in *PageQuery) (web.Page[order.Row], error) {
	if err := in.check(); err != nil {
		return web.Page[order.Row]{}, err
	}
	rows, total, err := order.Orders.Page(ctx, r.DB, string(auth.Must(ctx).Scope()), web.ListQuery(in))
	for i := range rows {
		rows[i].Reason = r.reason(ctx, rows[i].Reason)
	}
	return web.Found(in.ListParams, total, rows), err
}

// reason shows a pause's message key in the caller's language; a reviewer's own words stay.
func (r *Room) reason(ctx context.Context, text string) string {
	if r.Text == nil || text == "" {
		return text
	}
	return r.Text(ctx, text)
}

func (r *Room) add(ctx context.Context, in *struct{ Body Wish }) (*Submitted, error) {
	return r.submit(ctx, auth.Must(ctx), &in.Body)
}

func (r *Room) estimateRoute(ctx context.Context, in *struct{ Body Wish }) (*Estimate, error) {
	of, err := r.estimate(ctx, auth.Must(ctx), &in.Body)
	if err != nil {
		return nil, err
	}
	if err := r.suppressedOf(ctx, auth.Must(ctx), &in.Body, of); err != nil {
		return nil, err
	}
	for i := range of.Refused {
		of.Refused[i].Reason = r.reason(ctx, of.Refused[i].Reason)
	}
	return &of.Estimate, nil
}

// Detail is an order as of now (decisions §10).
type Detail struct {
	order.Row
	Price     money.Amount   `json:"price"`
	Counts    map[string]int `json:"counts" doc:"toSend, sending, sent, arrived, read, failed, complained, unknown; they add up to total"`
	GroupID   string         `json:"groupId,omitempty"`
	FileID    string         `json:"fileId,omitempty"`
	Message   Message        `json:"message"`
	BeginTime *time.Time     `json:"beginTime" doc:"when sending began"`
	EndTime   *time.Time     `json:"endTime" doc:"when nothing was left to send"`
	Settled   bool           `json:"settled"`
	HeldBack  []HeldBack     `json:"heldBack" doc:"recipients that were not called and not charged, by reason; they are among the failed"`
	Actions   []order.Action `json:"actions" doc:"what may be done in this state"`
}

type byID struct {
	ID string `path:"id"`
}

func (r *Room) get(ctx context.Context, in *byID) (*Detail, error) {
	o, err := r.Orders.Find(ctx, auth.Must(ctx).Scope(), Kind, in.ID)
	if err != nil {
		return nil, err
	}
	return r.detail(ctx, o)
}

func (r *Room) detail(ctx context.Context, o *order.Order) (*Detail, error) {
	counts, chunks, err := r.counts(ctx, o, false)
	if err != nil {
		return nil, err
	}
	body, err := r.body(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	d := &Detail{Row: order.RowOf(o), Price: o.Price, Counts: counts.plain(), GroupID: body.Wish.GroupID, FileID: body.Wish.FileID, Message: body.Message,
		BeginTime: o.Begun, EndTime: o.Ended, Settled: o.Settled, HeldBack: heldBack(chunks), Actions: []order.Action{}}
	d.Row.Counts, d.Row.Reason = d.Counts, r.reason(ctx, o.Reason)
	for _, a := range []order.Action{order.Approve, order.Refuse, order.Pause, order.Start, order.Cancel, order.Stop, order.Delete} {
		if order.Allowed(a, o.Status) == nil && (a != order.Cancel || o.Status != order.Paused || counts[StateToSend] == o.Total) {
			d.Actions = append(d.Actions, a)
		}
	}
	return d, nil
}

// Target is a recipient of an order (decisions §10).
type Target struct {
	PhoneNumber string     `json:"phoneNumber"`
	State       State      `json:"state" enum:"toSend,sending,sent,arrived,read,failed,complained,unknown"`
	Reason      string     `json:"reason"`
	HeldBack    string     `json:"heldBack,omitempty" enum:"suppressed,optedOut,capped," doc:"why a recipient was not called"`
	Code        int        `json:"code,omitempty" doc:"the provider's error code of a failed recipient"`
	SentTime    *time.Time `json:"sentTime"`
	ArrivedTime *time.Time `json:"arrivedTime"`
	ReadTime    *time.Time `json:"readTime"`
}
