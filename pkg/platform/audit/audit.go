// Package audit shows the records of kit/auditlog: changes with their author, time and origin (decisions §3).
package audit

import (
	"context"
	"slices"
	"strings"
	"time"

	log "herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

// Service reads the log.
type Service struct {
	DB  store.DB
	Now func() time.Time
}

const (
	week   = 7 * 24 * time.Hour
	budget = 10_000 // records that one call looks at
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/system/audit/page", Perm: "system:audit:page", Sorts: records.Sorts(),
		Filters: records.Filters(),
		Summary: "List audit records. Default: the last 7 days, unless a time, a user or an object is given. Only the newest 10,000 " +
			"records are read"}, r.page)
}

// records declares the log. By time alone it is kept in order; for another order what was looked at is put into it.
var records = store.List[log.Record]{Columns: []store.Column[log.Record]{
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "time", Get: func(r *log.Record) any { return r.At }},
	{Name: "operator", Kind: store.Text, Filter: true, Doc: "Part of the name.", Title: "operator",
		Get: func(r *log.Record) any { return r.Name }},
	{Name: "userId", Kind: store.Exact, Filter: true, Title: "userId", Get: func(r *log.Record) any { return r.User }},
	{Title: "tenant", Get: func(r *log.Record) any { return r.Tenant }},
	{Title: "ip", Get: func(r *log.Record) any { return r.Address }},
	{Name: "action", Kind: store.Text, Filter: true, Doc: "Part of the method and route.", Title: "action",
		Get: func(r *log.Record) any { return r.Action }},
	{Name: "object", Kind: store.Exact, Filter: true, Doc: "Id of the changed object.", Title: "object",
		Get: func(r *log.Record) any { return r.Object }},
	{Name: "status", Kind: store.Number, Sort: true, Filter: true, Doc: "HTTP status.", Title: "answer",
		Get: func(r *log.Record) any { return r.Status }},
}}

// Page is a page of the log.
type Page struct {
	web.Page[Line]
	More bool `json:"more" doc:"True when older records were not read. Use a shorter time range."`
}

// span of a query.
type span struct{ from, to time.Time }

func (r *Service) page(ctx context.Context, in *web.ListInput) (*Page, error) {
	found, more, err := r.list(ctx, in)
	if err != nil {
		return nil, err
	}
	page := web.Cut(in.Paging, found)
	whole, err := r.whole(ctx, page.Records)
	if err != nil {
		return nil, err
	}
	lines, err := r.named(ctx, whole)
	return &Page{Page: web.Page[Line]{Records: lines, Total: page.Total, Size: page.Size, Current: page.Current}, More: more}, err
}

// list is everything that matches in the order that is asked for, without before and after; more tells that older records
// were not looked at.
func (r *Service) list(ctx context.Context, in *web.ListInput) (found []log.Record, more bool, err error) {
	if auth.Must(ctx).Scope() != auth.Everything {
		return nil, false, fault.New(fault.Forbidden, 0, "web.forbidden") // the log is not cut by customers
	}
	q := in.Query()
	if _, err := records.Plain(q); err != nil {
		return nil, false, err
	}
	if _, err := records.Select(nil, q); err != nil { // before anything is read
		return nil, false, err
	}
	s, err := r.span(q.Filters)
	if err != nil {
		return nil, false, err
	}
	if found, more, err = r.find(ctx, q.Filters, s); err != nil {
		return nil, false, err
	}
	if i := slices.Index(q.SortFields, "createTime"); i >= 0 && i < len(q.SortOrders) && q.SortOrders[i] == "ascend" {
		slices.Reverse(found) // also those of the same moment
	}
	found, err = records.Select(found, q)
	return found, more, err
}

// span of the query: seven days for the log of all, everything that is kept for one user or object.
func (r *Service) span(filters map[string]string) (s span, err error) {
	s.to = r.Now().UTC()
	if text := filters["createTimeEnd"]; text != "" {
		if s.to, err = time.Parse(time.RFC3339, text); err != nil {
			return s, err
		}
	}
	s.from = s.to.Add(-week)
	if filters["object"] != "" || filters["userId"] != "" {
		s.from = s.to.Add(-log.Keep)
	}
	if text := filters["createTimeStart"]; text != "" {
		if s.from, err = time.Parse(time.RFC3339, text); err != nil {
			return s, err
		}
	}
	if oldest := r.Now().Add(-log.Keep); s.from.Before(oldest) {
		s.from = oldest
	}
	return span{s.from.UTC(), s.to.UTC()}, nil
}

// brief are the attributes that decide about a record; before and after are read for the page alone.
var brief = []string{"sk", "id", "at", "u", "n", "t", "ip", "a", "o", "on", "s"}

// find gives the records of a span, the newest first, from the partitions that can hold what matches.
func (r *Service) find(ctx context.Context, filters map[string]string, s span) (found []log.Record, more bool, err error) {
	looked := 0
	take := func(partitions []string) (enough bool, err error) {
		rows, err := r.read(ctx, partitions, budget-looked)
		looked += len(rows)
		for _, row := range rows {
			if !row.At.Before(s.from) && !row.At.After(s.to) {
				found = append(found, row)
			}
		}
		return err != nil || looked >= budget, err
	}
	if object := filters["object"]; object != "" {
		var partitions []string
		for one := range strings.SplitSeq(object, ",") {
			partitions = append(partitions, log.ObjectKey(one, "").PK)
		}
		more, err = take(partitions)
		return found, more, err
	}
	if userID := filters["userId"]; userID != "" {
		u, ok, err := store.Load[user.User](ctx, r.DB, user.Key(userID), false) // a deleted one too
		if err != nil || !ok {
			return nil, false, err
		}
		for at := month(s.to); !at.Before(month(s.from)); at = at.AddDate(0, -1, 0) {
			if more, err = take([]string{log.Key(u.Tenant, at, "").PK}); more || err != nil {
				return found, more, err
			}
		}
		return found, false, nil
	}
	for day := s.to.Truncate(24 * time.Hour); !day.Before(s.from.Truncate(24 * time.Hour)); day = day.Add(-24 * time.Hour) {
		var shards []string
		for i := range log.Shards {
			shards = append(shards, log.DayKey(day, i, "").PK)
		}
		if more, err = take(shards); more || err != nil {
			return found, more, err
		}
	}
	return found, false, nil
}

func month(at time.Time) time.Time {
	return time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// read gives the newest records of some partitions together, all at once, the newest first.
func (r *Service) read(ctx context.Context, partitions []string, limit int) ([]log.Record, error) {
	rows := make([][]log.Record, len(partitions))
	for _, err := range parallel.Each(len(partitions), len(partitions), func(i int) error {
		items, err := r.DB.Query(ctx, store.Query{Table: "audit", PK: partitions[i], Desc: true, Limit: limit, Attributes: brief})
		if err == nil {
			rows[i], err = store.DecodeAll[log.Record](items)
		}
		return err
	}) {
		if err != nil {
			return nil, err
		}
	}
	all := slices.Concat(rows...)
	slices.SortFunc(all, func(a, b log.Record) int { return strings.Compare(b.ID, a.ID) })
	return all[:min(len(all), limit)], nil
}

// whole reads the records of a page with before and after.
func (r *Service) whole(ctx context.Context, page []log.Record) ([]log.Record, error) {
	if len(page) == 0 {
		return page, nil
	}
	keys := make([]store.Key, len(page))
	for i, p := range page {
		keys[i] = log.Key(p.Tenant, p.At, p.ID)
	}
	items, err := r.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	for i, it := range items {
		if _, err := store.Decode(it, &page[i]); err != nil {
			return nil, err
		}
	}
	return page, nil
}
