package commentitem

import (
	"context"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// OwnerRoutes are what the customer of an order sees of its items, and its complaints.
func (r *Service) OwnerRoutes(a *web.API) {
	s := r.Flow.Kind.Spec()
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/item/page", Perm: s.Perm + ":page",
		Summary: "List the items of a comment order"}, r.pageRoute)
	web.Handle(a, web.Route{Method: "PUT", Path: s.Path + "/{id}/item/{n}/complain", Perm: s.Perm + ":complain",
		Summary: "Complain about an accepted item before the order is settled. Staff decide"}, r.complainRoute)
}

// Export declares the items of an order as a file.
func (r *Service) Export(a *web.API, d *export.Exporter) {
	s := r.Flow.Kind.Spec()
	export.Mount(a, d, export.List[Query, OwnItem]{Name: s.Targets, Path: s.Path + "/{id}/export", Perm: s.Perm + ":export",
		Summary: "Export the items of a comment order as xlsx or CSV", Rows: r.exported,
		Columns: []export.Column[OwnItem]{
			{Title: "commentitem.column.index", Value: func(i *OwnItem) any { return i.Index }},
			{Title: "commentitem.column.text", Value: func(i *OwnItem) any { return i.Text }},
			{Title: "status", Dict: "comment_item_state", Value: func(i *OwnItem) any { return i.State }},
			{Title: "commentitem.column.submitted", Value: func(i *OwnItem) any { return i.SubmitTime }},
			{Title: "commentitem.column.reviewed", Value: func(i *OwnItem) any { return i.ReviewTime }},
			{Title: "reason", Value: func(i *OwnItem) any { return i.Reason }},
			{Title: "commentitem.column.complaint", Value: func(i *OwnItem) any { return i.Complaint }}}})
}

// OwnItem is an item as the customer of its order sees it. Who fulfils it stays with the platform.
type OwnItem struct {
	ID          string     `json:"id"`
	Index       int        `json:"index" doc:"Position in the order, from 1."`
	Text        string     `json:"text"`
	State       string     `json:"state" enum:"free,taken,submitted,accepted,disputed,failed"`
	SubmitTime  *time.Time `json:"submitTime"`
	ReviewTime  *time.Time `json:"reviewTime"`
	Reason      string     `json:"reason" doc:"Reason why it was not accepted."`
	Complaint   string     `json:"complaint"`
	EvidenceURL string     `json:"evidenceUrl" doc:"Picture of an accepted item, valid for one hour."`
	Complains   bool       `json:"complains" doc:"A complaint is possible."`
}

func (r *Service) own(o *order.Order, it *Item, complains time.Duration) OwnItem {
	out := OwnItem{ID: it.ID, Index: it.Index, Text: it.Text, State: it.Stands(o), SubmitTime: it.SubmitTime, ReviewTime: it.ReviewTime,
		Complaint: it.Complaint}
	if out.State != Accepted {
		out.Reason = it.Reason
	}
	out.Complains = out.State == Accepted && it.Gen == o.Gen && !it.Final && !o.Settled &&
		(o.Ended == nil || r.now().Before(o.Ended.Add(complains)))
	return out
}

// Query are the parameters of an order's items.
type Query struct {
	ID string `path:"id"`
	web.ListParams
	State []string `query:"state" enum:"free,taken,submitted,accepted,disputed,failed" doc:"One or several, separated by commas."`
}

// matching are the items of an order that a query asks for.
func (r *Service) matching(ctx context.Context, in *Query) (o *order.Order, found []Item, err error) {
	if len(in.SortFields) > 0 {
		return nil, nil, fault.Bad("sortFields", "web.sortField", "field", in.SortFields[0])
	}
	if o, err = r.Flow.Find(ctx, in.ID); err != nil {
		return nil, nil, err
	}
	all, err := r.Items(ctx, o, false)
	for _, it := range all {
		if web.Among(in.State, it.Stands(o)) {
			found = append(found, it)
		}
	}
	return o, found, err
}

func (r *Service) pageRoute(ctx context.Context, in *Query) (web.Page[OwnItem], error) {
	o, found, err := r.matching(ctx, in)
	if err != nil {
		return web.Page[OwnItem]{}, err
	}
	complains, err := r.complainsFor(ctx)
	if err != nil {
		return web.Page[OwnItem]{}, err
	}
	rows := []OwnItem{}
	for _, it := range store.Cut(found, in.Current, in.Size) {
		row := r.own(o, &it, complains)
		if row.State == Accepted || row.State == Disputed {
			if row.EvidenceURL, err = r.link(ctx, &it); err != nil {
				return web.Page[OwnItem]{}, err
			}
		}
		rows = append(rows, row)
	}
	return web.PageOf(in.Paging, store.Total{N: len(found)}, rows), nil
}

func (r *Service) exported(ctx context.Context, in *Query) (export.Rows[OwnItem], error) {
	o, found, err := r.matching(ctx, in)
	rows := make([]OwnItem, len(found))
	for i := range found {
		rows[i] = r.own(o, &found[i], 0) // the file does not tell whether a complaint is possible
	}
	return export.Of(rows), err
}

func (r *Service) complainRoute(ctx context.Context, in *struct {
	ID   string `path:"id"`
	N    int    `path:"n" minimum:"1" maximum:"99999"`
	Body struct {
		Reason string `json:"reason" minLength:"1" maxLength:"255"`
	}
}) (*OwnItem, error) {
	o, err := r.Flow.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	reason := strings.TrimSpace(in.Body.Reason)
	if reason == "" {
		return nil, fault.Bad("reason", "web.valid.missing")
	}
	it, err := r.Complain(ctx, itemID(o.ID, in.N-1), web.OperationID(ctx, r.Flow.NewID), reason)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, it.ID, nil, map[string]any{"orderNo": it.OrderNo, "index": it.Index, "complaint": reason})
	out := r.own(o, it, 0) // it complained
	return &out, nil
}
