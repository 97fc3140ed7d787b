package linkactivity

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
)

var _ module.Module = (*Handler)(nil)

// Handler serves the figures of the orders of emails.
type Handler struct {
	Reader *Reader
	Links  *emaillink.Store
	Chunks *chunkrow.Store
	Orders *order.Store
	// Spec is that of the orders: their path and permissions.
	Spec order.Spec
}

// kind is that of the orders whose figures are served.
const kind = "email"

// find gives an order in the caller's scope; the 404 fault for any other id.
func (h *Handler) find(ctx context.Context, id string) (*order.Order, error) {
	return h.Orders.Find(ctx, auth.Must(ctx).Scope(), kind, id)
}

// Routes of the module.
func (h *Handler) Routes(a *web.API) {
	base, perm := h.Spec.Path+"/{id}", h.Spec.Perm+":page"
	web.Handle(a, web.Route{Method: "GET", Path: base + "/links", Perm: perm,
		Summary: "Get the clicks on each link of an email order, of people and of machines"}, h.links)
	web.Handle(a, web.Route{Method: "GET", Path: base + "/activity", Perm: perm,
		Summary: "Get the loads, clicks and unsubscriptions of an email order over time"}, h.activity)
	web.Handle(a, web.Route{Method: "GET", Path: base + "/mailboxes", Perm: perm,
		Summary: "Get the figures of an email order by mailbox provider"}, h.mailboxes)
}

type byID struct {
	ID string `path:"id"`
}

// LinksResponse are the clicks of an order by link.
type LinksResponse struct {
	Records []LinkSum      `json:"records"`
	Sum     order.Activity `json:"sum"`
}

func (h *Handler) links(ctx context.Context, in *byID) (*LinksResponse, error) {
	o, err := h.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	rep, err := h.Reader.report(ctx, o)
	if err != nil {
		return nil, err
	}
	l, _, err := h.Links.Of(ctx, o.ID)
	return &LinksResponse{Records: rep.byLink(l.URLs), Sum: rep.sum}, err
}

// Units of time.
const (
	hour = "hour"
	day  = "day"
)

// mostPoints is how many points a chart has: a fortnight of hours, and a year of days.
const mostPoints = 400

// ActivityRequest are the parameters of a chart.
type ActivityRequest struct {
	ID   string `path:"id"`
	Unit string `query:"unit" enum:"hour,day," doc:"Default: hours for the first three days of activity, else days. Days begin at midnight of UTC+8."`
}

// ActivityResponse are the events of an order over time.
type ActivityResponse struct {
	Unit    string         `json:"unit" enum:"hour,day"`
	Points  []Point        `json:"points" doc:"Oldest first, without gaps. At most 400; later events are not shown."`
	Sum     order.Activity `json:"sum"`
	Devices []Device       `json:"devices"`
}

func (h *Handler) activity(ctx context.Context, in *ActivityRequest) (*ActivityResponse, error) {
	o, err := h.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	rep, err := h.Reader.report(ctx, o)
	if err != nil {
		return nil, err
	}
	out := &ActivityResponse{Unit: in.Unit, Sum: rep.sum, Devices: []Device{}}
	for _, d := range []string{"desktop", "phone", "tablet", "other"} {
		out.Devices = append(out.Devices, Device{d, rep.devices[d]})
	}
	out.Unit, out.Points = rep.points(in.Unit)
	return out, nil
}

// points are the hours or days from the first event to the last, without gaps.
func (rep *report) points(unit string) (string, []Point) {
	var hours []int64
	for at := range rep.hours {
		hours = append(hours, at)
	}
	slices.Sort(hours)
	if len(hours) == 0 {
		if unit == "" {
			unit = hour
		}
		return unit, []Point{}
	}
	if unit == "" {
		unit = day
		if hours[len(hours)-1]-hours[0] < 3*24*3600 {
			unit = hour
		}
	}
	begin, step := at(hours[0]), time.Hour
	if unit == day {
		local := begin.In(clock.China)
		begin, step = time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, clock.China).UTC(), 24*time.Hour
	}
	n := int(at(hours[len(hours)-1]).Sub(begin)/step) + 1
	out := make([]Point, min(n, mostPoints))
	for i := range out {
		out[i].Time = begin.Add(time.Duration(i) * step)
	}
	for _, sec := range hours {
		if i := int(at(sec).Sub(begin) / step); i < len(out) {
			out[i].add(rep.hours[sec])
		}
	}
	return unit, out
}

func (p *Point) add(o *Point) {
	p.Loads += o.Loads
	p.Clicks += o.Clicks
	p.MachineLoads += o.MachineLoads
	p.MachineClicks += o.MachineClicks
	p.Unsubscribes += o.Unsubscribes
}

func (h *Handler) mailboxes(ctx context.Context, in *byID) (Mailboxes, error) {
	o, err := h.find(ctx, in.ID)
	if err != nil {
		return Mailboxes{}, err
	}
	return h.byMailbox(ctx, o)
}
