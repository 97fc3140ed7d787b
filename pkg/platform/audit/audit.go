// Package audit shows what kit/audit has kept: who changed what, when and from where (decisions §3).
package audit

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	log "herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// Room reads the log.
type Room struct {
	DB  store.DB
	Now func() time.Time
}

const (
	week   = 7 * 24 * time.Hour
	budget = 10_000 // records that one call looks at
)

// sorts of the list. By time alone the log is kept in order; by status what was looked at is put into order.
var sorts = []string{"createTime", "status"}

// Routes of the room.
func (r *Room) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/system/audit/page", Perm: "system:audit:page", Sorts: sorts,
		Summary: "Who changed what: the last seven days unless a time, a user or an object is given; the newest 10,000 records are looked at, whatever the order"}, r.page)
}

// Query are the filters of the list.
type Query struct {
	web.ListParams
	UserID          string `query:"userId"`
	Operator        string `query:"operator" doc:"part of the name"`
	Object          string `query:"object" doc:"id of what was changed"`
	Action          string `query:"action" doc:"part of method and route"`
	Status          string `query:"status" doc:"HTTP status"`
	CreateTimeStart string `query:"createTimeStart"`
	CreateTimeEnd   string `query:"createTimeEnd"`
}

// Page is a page of the log.
type Page struct {
	web.Page[log.Record]
	More bool `json:"more" doc:"there are older records that were not looked at: narrow the time"`
}

// span of a query.
type span struct{ from, to time.Time }

func (r *Room) page(ctx context.Context, in *Query) (*Page, error) {
	found, more, err := r.list(ctx, in)
	if err != nil {
		return nil, err
	}
	from := min((in.Current-1)*in.Size, len(found))
	whole, err := r.whole(ctx, found[from:min(from+in.Size, len(found))])
	return &Page{Page: web.PageOf(in.ListParams, len(found), whole), More: more}, err
}

// list is everything that matches in the order that is asked for, without before and after; more tells that older records
// were not looked at.
func (r *Room) list(ctx context.Context, in *Query) (found []log.Record, more bool, err error) {
	if auth.Must(ctx).Scope() != auth.Everything {
		return nil, false, fault.New(fault.Forbidden, 0, "web.forbidden") // the log is not cut by customers
	}
	arrange, err := in.order()
	if err != nil {
		return nil, false, err
	}
	s, err := r.span(in)
	if err != nil {
		return nil, false, err
	}
	keep, err := in.test(s)
	if err != nil {
		return nil, false, err
	}
	found, more, err = r.find(ctx, in, s, keep)
	arrange(found)
	return found, more, err
}

// order gives what puts the newest first into the order that is asked for; of the same status the newest stays first.
func (in *Query) order() (func([]log.Record), error) {
	for _, f := range in.SortFields {
		if !slices.Contains(sorts, f) {
			return nil, fault.Bad("sortFields", "web.sortField", "field", f)
		}
	}
	if len(in.SortOrders) > max(1, len(in.SortFields)) {
		return nil, fault.Bad("sortOrders", "web.filter", "field", "sortOrders")
	}
	return func(found []log.Record) {
		for i := max(1, len(in.SortFields)) - 1; i >= 0; i-- { // the last field first, for the first to decide
			by := func(a, b log.Record) int { return strings.Compare(a.ID, b.ID) }
			if i < len(in.SortFields) && in.SortFields[i] == "status" {
				by = func(a, b log.Record) int { return cmp.Compare(a.Status, b.Status) }
			}
			up := i < len(in.SortOrders) && in.SortOrders[i] == "ascend"
			slices.SortStableFunc(found, func(a, b log.Record) int {
				if up {
					return by(a, b)
				}
				return by(b, a)
			})
		}
	}, nil
}

// span of the query: seven days for the log of all, everything that is kept for one user or object.
func (r *Room) span(in *Query) (span, error) {
	s := span{to: r.Now().UTC()}
	if in.CreateTimeEnd != "" {
		at, err := time.Parse(time.RFC3339, in.CreateTimeEnd)
		if err != nil {
			return s, fault.Bad("createTimeEnd", "web.filter", "field", "createTimeEnd")
		}
		s.to = at.UTC()
	}
	s.from = s.to.Add(-week)
	if in.Object != "" || in.UserID != "" {
		s.from = s.to.Add(-log.Keep)
	}
	if in.CreateTimeStart != "" {
		at, err := time.Parse(time.RFC3339, in.CreateTimeStart)
		if err != nil {
			return s, fault.Bad("createTimeStart", "web.filter", "field", "createTimeStart")
		}
		s.from = at.UTC()
	}
	if oldest := r.Now().UTC().Add(-log.Keep); s.from.Before(oldest) {
		s.from = oldest
	}
	return s, nil
}

// test is what a record must be.
func (in *Query) test(s span) (func(*log.Record) bool, error) {
	status := 0
	if in.Status != "" {
		var err error
		if status, err = strconv.Atoi(in.Status); err != nil {
			return nil, fault.Bad("status", "web.filter", "field", "status")
		}
	}
	contains := func(text, part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) }
	return func(r *log.Record) bool {
		return !r.At.Before(s.from) && !r.At.After(s.to) && (in.UserID == "" || r.User == in.UserID) && (in.Object == "" || r.Object == in.Object) &&
			contains(r.Name, in.Operator) && contains(r.Action, in.Action) && (status == 0 || r.Status == status)
	}, nil
}

// brief are the attributes that decide about a record; before and after are read for the page alone.
var brief = []string{"sk", "id", "at", "u", "n", "t", "ip", "a", "o", "s"}

// find gives what matches, the newest first, from the partitions that can hold it.
func (r *Room) find(ctx context.Context, in *Query, s span, keep func(*log.Record) bool) (found []log.Record, more bool, err error) {
	looked := 0
	take := func(partitions []string) (enough bool, err error) {
		rows, err := r.read(ctx, partitions, budget-looked)
		looked += len(rows)
		for i := range rows {
			if keep(&rows[i]) {
				found = append(found, rows[i])
			}
		}
		return err != nil || looked >= budget, err
	}
	if in.Object != "" {
		more, err = take([]string{log.ObjectKey(in.Object, "").PK})
		return found, more, err
	}
	if in.UserID != "" {
		u, ok, err := store.Load[user.User](ctx, r.DB, user.Key(in.UserID), false) // a deleted one too
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
func (r *Room) read(ctx context.Context, partitions []string, limit int) ([]log.Record, error) {
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
func (r *Room) whole(ctx context.Context, page []log.Record) ([]log.Record, error) {
	if len(page) == 0 {
		return nil, nil
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
