package saleschannel

import (
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: perm + ":" + verb, Summary: summary}
	}
	catalogue.Mount(a, r.catalogue())
	list.Options(a, route("GET", "/selector", "page", "List sales channels for a picker"), r.list(), func(c *Channel) Option {
		return Option{c.ID, c.Name, c.Kind, c.Status, c.CustomerName}
	})
	list.Serve(a, route("GET", "/owner/selector", "page", "List users who may own a sales channel, for a picker"), promoterList, r.ofName,
		func(p *Promoter) Promoter { return *p })
	web.Handle(a, route("GET", "/funnel", "page", "Count visitors, leads, qualified leads and customers by channel and day"), r.funnelRoute)
	web.Handle(a, route("GET", "/{id}", "page", "Get a sales channel"), r.getRoute)
	web.Handle(a, route("PUT", "/status", "status", "Enable or disable a sales channel"), r.statusRoute)
	r.promoterRoutes(a)
}

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

func (r *Service) catalogue() catalogue.Catalogue[Form, Channel] {
	return catalogue.Catalogue[Form, Channel]{List: r.list(), Of: perm, Add: "Add a sales channel. At most saleschannel.max a customer",
		Edit: "Change a sales channel", Del: "Delete a sales channel. 409: leads came through it", Repository: repository{r},
		Make: r.makeChannel, Change: r.changeChannel, ID: func(w *Form) string { return w.ID },
		AuditView: func(c *Channel) any {
			return map[string]any{"name": c.Name, "kind": c.Kind, "status": c.Status, "ownerId": c.OwnerID, "linkId": c.LinkID, "params": c.Params,
				"remark": c.Remark, "customerId": c.CustomerID}
		}}
}

// Option is a channel in a picker.
type Option struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	Kind         string `json:"kind"`
	Status       string `json:"status"`
	CustomerName string `json:"customerName"`
}

func (r *Service) getRoute(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Channel, error) {
	c, err := repository{r}.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return r.answer(ctx, c)
}

func (r *Service) answer(ctx context.Context, c Channel) (*Channel, error) {
	one := []Channel{c}
	return &one[0], r.shown(ctx, one)
}

func (r *Service) statusRoute(ctx context.Context, in *struct {
	Body struct {
		ID     string `json:"id" minLength:"1" maxLength:"64"`
		Status string `json:"status" enum:"enabled,disabled"`
	}
}) (*Channel, error) {
	before := ""
	c, err := catalogue.Change(ctx, repository{r}, in.Body.ID, func(c *Channel) error {
		before, c.Status, c.UpdateTime = c.Status, in.Body.Status, r.Now().UTC()
		return nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, c.ID, map[string]any{"status": before}, map[string]any{"status": c.Status})
	auditlog.Subject(ctx, c.Name)
	return r.answer(ctx, c)
}
