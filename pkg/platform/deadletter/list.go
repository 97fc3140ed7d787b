package deadletter

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Bounds of what is read: of a queue for the groups, of a group for a page.
const (
	mostCounted = 5000
	mostShown   = 100
	mostOrders  = 5
)

// Group is the dead letters of a queue with the same task and error.
type Group struct {
	Queue      string     `json:"queue"`
	Group      string     `json:"group" doc:"Names the group in the other requests."`
	Task       string     `json:"task" doc:"What the messages ask for. Empty: not readable."`
	Error      string     `json:"error" doc:"Error of the last delivery without ids, numbers and addresses. Empty: unknown, as when the process ended before it could record one."`
	Count      int        `json:"count"`
	Oldest     time.Time  `json:"oldest"`
	Newest     time.Time  `json:"newest"`
	Orders     []string   `json:"orders" doc:"Ids of at most 5 orders that the messages name."`
	Unreadable bool       `json:"unreadable" doc:"True: the messages can only be discarded."`
	FirstSent  *time.Time `json:"firstSent" doc:"When the earliest of the messages was first sent. Null: unknown."`
}

// Groups is all dead letters in groups, those with the most first.
type Groups struct {
	Groups []Group `json:"groups"`
	Total  int     `json:"total"`
	More   bool    `json:"more" doc:"True: a queue has more than 5,000 dead letters, of which 5,000 are counted."`
}

// Item is one dead letter.
type Item struct {
	ID         string     `json:"id"`
	Task       string     `json:"task"`
	OrderID    string     `json:"orderId" doc:"Order that the message names. Empty: none."`
	SentTime   *time.Time `json:"sentTime" doc:"When it was first sent. Null: unknown."`
	DeadTime   time.Time  `json:"deadTime" doc:"When it failed for the last time, or when that is unknown, when it was collected."`
	Deliveries int        `json:"deliveries"`
	Bytes      int        `json:"bytes"`
}

// Items is a part of a group in the order of ids.
type Items struct {
	Records []Item `json:"records"`
	Next    string `json:"next" doc:"Value of after for the next page. Empty: there is none."`
}

// died is when a dead letter failed for the last time, as far as it is known.
func (l *Record) died() time.Time {
	if l.Died.IsZero() {
		return l.Collected
	}
	return l.Died
}

// Groups counts all dead letters.
func (s *Service) Groups(ctx context.Context) (*Groups, error) {
	by, more := make([]map[string]*Group, len(s.Names)), make([]bool, len(s.Names))
	for _, err := range parallel.Each(len(s.Names), len(s.Names), func(i int) (err error) {
		by[i], more[i], err = s.groupsOf(ctx, s.Names[i])
		return err
	}) {
		if err != nil {
			return nil, err
		}
	}
	out := &Groups{Groups: []Group{}, More: slices.Contains(more, true)}
	for _, groups := range by {
		for _, g := range groups {
			out.Groups, out.Total = append(out.Groups, *g), out.Total+g.Count
		}
	}
	slices.SortFunc(out.Groups, func(a, b Group) int {
		return cmp.Or(b.Count-a.Count, strings.Compare(a.Queue, b.Queue), strings.Compare(a.Group, b.Group))
	})
	return out, nil
}

func (s *Service) groupsOf(ctx context.Context, name string) (by map[string]*Group, more bool, err error) {
	by = map[string]*Group{}
	n := 0
	for row, err := range store.Rows(ctx, s.DB, store.Query{Table: table, PK: letterKey(name, "", "").PK, Limit: 2500}) {
		if err != nil {
			return nil, false, err
		}
		if n++; n > mostCounted {
			return by, true, nil
		}
		var l Record
		if _, err := store.Decode(row, &l); err != nil {
			return nil, false, err
		}
		group, _, _ := strings.Cut(store.SortKey(row), "#")
		at := l.died()
		g := by[group]
		if g == nil {
			g = &Group{Queue: name, Group: group, Task: l.Task, Error: l.Error, Oldest: at, Newest: at, Orders: []string{},
				Unreadable: l.Unreadable}
			by[group] = g
		}
		g.add(&l, at)
	}
	return by, false, nil
}

// add counts a dead letter.
func (g *Group) add(l *Record, at time.Time) {
	g.Count++
	if at.Before(g.Oldest) {
		g.Oldest = at
	}
	if at.After(g.Newest) {
		g.Newest = at
	}
	if !l.Sent.IsZero() && (g.FirstSent == nil || l.Sent.Before(*g.FirstSent)) {
		sent := l.Sent
		g.FirstSent = &sent
	}
	if l.Order != "" && len(g.Orders) < mostOrders && !slices.Contains(g.Orders, l.Order) {
		g.Orders = append(g.Orders, l.Order)
	}
}

// Counts is how many dead letters each queue has, up to 5,000.
func (s *Service) Counts(ctx context.Context) (map[string]int, error) {
	groups, err := s.Groups(ctx)
	if err != nil {
		return nil, err
	}
	by := map[string]int{}
	for _, g := range groups.Groups {
		by[g.Queue] += g.Count
	}
	return by, nil
}

// found is a dead letter with its id.
type found struct {
	ID string
	Record
}

// some reads a part of a group.
func (s *Service) some(ctx context.Context, name, group, after string) (all []found, next string, err error) {
	prefix := letterKey(name, group, "")
	q := store.Query{Table: table, PK: prefix.PK, Prefix: prefix.SK, Limit: mostShown}
	if after != "" {
		q.After = prefix.SK + after
	}
	rows, err := s.DB.Query(ctx, q)
	if err != nil {
		return nil, "", err
	}
	for _, row := range rows {
		f := found{ID: strings.TrimPrefix(store.SortKey(row), prefix.SK)}
		if _, err := store.Decode(row, &f.Record); err != nil {
			return nil, "", err
		}
		all = append(all, f)
	}
	if len(all) == mostShown {
		next = all[len(all)-1].ID
	}
	return all, next, nil
}

// named reads dead letters of a group by their ids; those that are gone are left out.
func (s *Service) named(ctx context.Context, name, group string, ids []string) (all []found, err error) {
	keys := make([]store.Key, len(ids))
	for i, id := range ids {
		keys[i] = letterKey(name, group, id)
	}
	rows, err := s.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		f := found{ID: ids[i]}
		if ok, err := store.Decode(row, &f.Record); err != nil || !ok {
			if err != nil {
				return nil, err
			}
			continue
		}
		all = append(all, f)
	}
	return all, nil
}
