package lead

import (
	"context"

	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

var (
	_ module.Module = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: perm + ":" + verb, Summary: summary}
	}
	list.MountFor(a, r.list(), byNext)
	web.Handle(a, route("GET", "/{id}", "page", "Get a lead with its history"), r.getRoute)
	web.Handle(a, route("POST", "", "add", "Add a lead. A person who is known joins the lead that there is"), r.addRoute)
	web.Handle(a, route("PUT", "", "edit", "Correct how a lead is reached"), r.editRoute)
	web.Handle(a, route("PUT", "/status", "edit", "Change the state of a lead"), r.statusRoute)
	web.Handle(a, route("PUT", "/{id}/assign", "assign", "Assign a lead"), r.assignRoute)
	web.Handle(a, route("POST", "/{id}/note", "edit", "Add a note to a lead"), r.noteRoute)
	web.Handle(a, route("PUT", "/{id}/next", "edit", "Set when a lead is to be contacted next"), r.nextRoute)
	convert := route("POST", "/{id}/convert", "convert", "Make a customer of a lead, with its promoter as the referrer")
	web.Handle(a, convert, r.convertRoute)
	web.Handle(a, route("PUT", "/{id}/erase", "erase", "Erase the personal data of a lead. It cannot be undone"), r.eraseRoute)
	r.ownRoutes(a)
}

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

// byNext is the order of leads unless another is asked for: overdue dates first.
func byNext(_ context.Context, _ *web.ListInput, _ *list.List[Lead], q *store.ListQuery) error {
	if len(q.SortFields) == 0 {
		q.SortFields, q.SortOrders = []string{"nextTime", "createTime"}, []string{"ascend", "descend"}
	}
	return nil
}

func (r *Service) mark(ctx context.Context) string { return web.OperationID(ctx, r.NewID) }

// Detail is a lead with its history.
type Detail struct {
	Lead
	Next    []string `json:"next" nullable:"false" doc:"States that the lead can be changed to by hand."`
	History []Entry  `json:"history" nullable:"false" doc:"Newest first."`
}

func (r *Service) getRoute(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Detail, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	l, err := r.answer(ctx, e)
	if err != nil {
		return nil, err
	}
	d := &Detail{Lead: *l, Next: []string{}}
	for _, s := range statuses {
		if !e.Erased && e.may(s) {
			d.Next = append(d.Next, s)
		}
	}
	d.History, err = r.History(ctx, in.ID)
	return d, err
}

// AddRequest is a lead that is added by hand.
type AddRequest struct {
	ChannelID string `json:"channelId" minLength:"1" maxLength:"64"`
	Contact
	Message string `json:"message,omitempty" doc:"At most 1,000 characters."`
}

// AddResponse is the lead of the person.
type AddResponse struct {
	Lead
	Joined bool `json:"joined" doc:"The person was known: nothing new was added."`
}

func (r *Service) addRoute(ctx context.Context, in *struct{ Body AddRequest }) (*AddResponse, error) {
	w := in.Body
	c, err := saleschannel.Find(ctx, r.DB, string(auth.Must(ctx).Scope()), w.ChannelID)
	if err != nil {
		return nil, err
	}
	if err := w.Check(); err != nil {
		return nil, err
	}
	text, ok := Text(w.Message, MostMessage)
	if !ok {
		return nil, fault.Bad("message", "lead.message", "n", MostMessage)
	}
	l, joined, err := r.Take(ctx, Arrival{ID: r.mark(ctx), Channel: c, Contact: w.Contact, Message: text, Source: ByHand})
	if err != nil {
		return nil, err
	}
	if _, err := r.find(ctx, l.ID); joined && err != nil { // of another part of the customer: a secondary does not see it
		return nil, fault.State("lead.exists")
	}
	auditlog.Note(ctx, l.ID, nil, map[string]any{"status": l.Status, "channelId": l.ChannelID, "source": l.Source})
	return &AddResponse{l, joined}, nil
}
