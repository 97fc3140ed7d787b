package visitor

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Visitor is a visitor of a channel on a day.
type Visitor struct {
	ChannelID   string            `dynamodbav:"ch" json:"channelId"`
	ChannelName string            `dynamodbav:"-" json:"channelName"`
	CreateTime  time.Time         `dynamodbav:"ct" json:"createTime" doc:"Time of the first visit of the day."`
	CountryCode string            `dynamodbav:"co,omitempty" json:"countryCode" doc:"Empty: unknown."`
	Link        string            `dynamodbav:"lk,omitempty" json:"link" doc:"Code of the shunting link. Empty: the channel's own address."`
	Params      map[string]string `dynamodbav:"p,omitempty" json:"params" nullable:"false" doc:"Campaign parameters of the visit."`
	Source      string            `dynamodbav:"-" json:"source" doc:"Parameter utm_source."`
	LeadID      string            `dynamodbav:"ld,omitempty" json:"leadId" doc:"Id of the lead that the visitor became by the form. Empty: none."`
	ID          string            `dynamodbav:"-" json:"id"`
}

// Service is the module of visitors.
type Service struct {
	DB       store.DB
	Channels *saleschannel.Service
	Now      func() time.Time
}

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

const (
	base     = "/channel/visitor"
	perm     = "channel:visitor"
	usual    = 7      // days that are read unless others are asked for
	mostDays = 31     // of a query
	mostRows = 20_000 // that a query looks at, the newest days first
)

var visitors = store.List[Visitor]{Table: table, Entity: "visitor", Columns: []store.Column[Visitor]{
	{Name: "channelId", Kind: store.Exact, Filter: true, Get: func(v *Visitor) any { return v.ChannelID }},
	{Title: "visitor.column.channel", Get: func(v *Visitor) any { return v.ChannelName }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "country", Get: func(v *Visitor) any { return v.CountryCode }},
	{Name: "source", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "visitor.column.source",
		Get: func(v *Visitor) any { return v.Source }},
	{Name: "link", Kind: store.Exact, Filter: true, Title: "visitor.column.link", Get: func(v *Visitor) any { return v.Link }},
	{Name: "isLead", Kind: store.Exact, Filter: true, OneOf: []string{"true", "false"},
		Get: func(v *Visitor) any { return map[bool]string{true: "true", false: "false"}[v.LeadID != ""] }},
	{Title: "visitor.column.lead", Get: func(v *Visitor) any { return v.LeadID }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Doc: "At most 31 days. Default: the last 7.",
		Title: "visitor.column.time", Get: func(v *Visitor) any { return v.CreateTime }},
}}

// Input is what the list is asked for.
type Input struct {
	web.ListInput
	CustomerID string `query:"customerId" maxLength:"64" doc:"Id of a customer in the scope. Default: that of the channel; without one the caller, for staff the platform itself."`
}

func (r *Service) list() list.List[Visitor] {
	return list.List[Visitor]{List: visitors, Path: base, Perm: perm + ":page",
		Summary: "List visitors of sales channels of a customer, newest first", Show: r.shown,
		File: list.File{Name: "visitor", Perm: perm + ":export", Summary: "Export the matching visitors as xlsx or CSV"}}
}

// Routes of the module.
func (r *Service) Routes(a *web.API) { list.MountFor(a, r.list(), r.prepare) }

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	export.ListedFor(a, d, r.list(), r.prepare)
}

// prepare has the list read the days of the query, of a customer in the caller's scope. Faults: 404; 400 visitor.days.
func (r *Service) prepare(ctx context.Context, in *Input, l *list.List[Visitor], q *store.ListQuery) error {
	tenant, err := r.tenant(ctx, in.CustomerID, q.Filters["channelId"])
	if err != nil {
		return err
	}
	to, err := timeOf(q.Filters, "createTimeEnd", r.Now())
	if err != nil {
		return err
	}
	from, err := timeOf(q.Filters, "createTimeStart", to.AddDate(0, 0, 1-usual))
	if err != nil {
		return err
	}
	if from.After(to) || to.Sub(from) > mostDays*24*time.Hour {
		return fault.Bad("createTimeStart", "visitor.days", "n", mostDays)
	}
	channel := q.Filters["channelId"]
	l.Rows = func(ctx context.Context) ([]Visitor, error) { return r.rows(ctx, tenant, channel, from, to) }
	return nil
}

// tenant is whose visitors are listed. Fault: 404 for a customer or channel that the caller does not see.
func (r *Service) tenant(ctx context.Context, customerID, channelID string) (string, error) {
	if customerID == "" && channelID != "" {
		c, err := saleschannel.Find(ctx, r.DB, string(auth.Must(ctx).Scope()), channelID)
		return c.Owner.Tenant, err
	}
	owner, _, err := r.Channels.TenantOf(ctx, customerID)
	return owner.Tenant, err
}

func timeOf(filters map[string]string, name string, or time.Time) (time.Time, error) {
	if filters[name] == "" {
		return or, nil
	}
	at, err := time.Parse(time.RFC3339, filters[name])
	if err != nil {
		err = fault.Bad(name, "visitor.days", "n", mostDays)
	}
	return at, err
}

// rows reads the visitors of a tenant's channels that the caller sees, from the last day back.
func (r *Service) rows(ctx context.Context, tenant, channel string, from, to time.Time) ([]Visitor, error) {
	seen, err := r.names(ctx, tenant)
	if err != nil {
		return nil, err
	}
	if tenant == "" { // no row lies there
		return nil, nil
	}
	var all []Visitor
	first := quota.Day(from)
	for at := to.In(clock.China); quota.Day(at) >= first && len(all) < mostRows; at = at.AddDate(0, 0, -1) {
		q := store.Query{Table: table, PK: "VISIT#" + tenant + "#" + quota.Day(at), Prefix: prefix(channel)}
		for it, err := range store.Rows(ctx, r.DB, q) {
			if err != nil {
				return nil, err
			}
			var v row
			if _, err := store.Decode(it, &v); err != nil {
				return nil, err
			}
			if name, ok := seen[v.ChannelID]; ok {
				v.ID, v.ChannelName, v.Source = quota.Day(at)+"#"+store.SortKey(it), name, v.Params["utm_source"]
				all = append(all, v.Visitor)
			}
			if len(all) >= mostRows {
				break
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Visitor) int { return cmp.Or(b.CreateTime.Compare(a.CreateTime), strings.Compare(a.ID, b.ID)) })
	return all, nil
}

func prefix(channel string) string {
	if channel == "" {
		return ""
	}
	return channel + "#"
}

// names are the channels of a tenant that the caller sees.
func (r *Service) names(ctx context.Context, tenant string) (map[string]string, error) {
	some, err := saleschannel.In(ctx, r.DB, string(auth.Must(ctx).Scope()), tenant)
	names := make(map[string]string, len(some))
	for _, c := range some {
		names[c.ID] = c.Name
	}
	return names, err
}

func (r *Service) shown(_ context.Context, rows []Visitor) error {
	for i := range rows {
		if rows[i].Params == nil {
			rows[i].Params = map[string]string{}
		}
	}
	return nil
}
