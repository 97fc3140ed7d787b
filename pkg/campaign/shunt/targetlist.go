package shunt

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/list"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// Place is what the list rows of numbers and groups have in common.
type Place struct {
	ID           string    `dynamodbav:"id" json:"id"`
	LinkID       string    `dynamodbav:"li" json:"linkId"`
	LinkName     string    `dynamodbav:"-" json:"linkName"`
	Code         string    `dynamodbav:"lc" json:"-"`
	N            int       `dynamodbav:"tn" json:"number" doc:"Number of the target within its link. Statistics name targets by it."`
	Status       string    `dynamodbav:"s" json:"status" enum:"enabled,disabled,invalid"`
	Weight       int       `dynamodbav:"w" json:"weight" doc:"Share of the visitors, beside those of the other targets."`
	DailyCap     int       `dynamodbav:"dc,omitempty" json:"dailyCap" doc:"Visitors a day at +08:00. 0: no limit."`
	Remark       string    `dynamodbav:"r,omitempty" json:"remark"`
	CustomerID   string    `dynamodbav:"cu" json:"customerId"`
	CustomerName string    `dynamodbav:"cn,omitempty" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"ct" json:"createTime"`
}

// Number is a WhatsApp number of a link as it is listed.
type Number struct {
	Place
	PhoneNumber string `dynamodbav:"p" json:"phoneNumber" doc:"E.164 digits without +."`
	From        string `dynamodbav:"hf,omitempty" json:"from" doc:"Time of the day, local to the number, from which it is used. Empty: at any time."`
	To          string `dynamodbav:"ht,omitempty" json:"to" doc:"Time of the day at which it is used no longer."`
	Greeting    string `dynamodbav:"g,omitempty" json:"greeting" doc:"Empty: the link's."`
}

// Group is a WhatsApp group of a link as it is listed.
type Group struct {
	Place
	URL  string `dynamodbav:"u" json:"url" doc:"Invite link."`
	Full bool   `dynamodbav:"f,omitempty" json:"full" doc:"No visitor is led to it."`
}

func word(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
}

// columns are those of numbers and groups alike, around their own.
func columns[T any](place func(*T) *Place, own ...store.Column[T]) []store.Column[T] {
	all := append([]store.Column[T]{
		{Name: "linkId", Kind: store.Exact, Filter: true, Get: func(t *T) any { return place(t).LinkID }},
		{Title: "shunt.column.link", Get: func(t *T) any { return place(t).LinkName }},
	}, own...)
	return append(all, []store.Column[T]{
		{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Words: targetStates, Title: "status", Dict: "shunt_status",
			Get: func(t *T) any { return place(t).Status }},
		{Name: "weight", Kind: store.Number, Sort: true, Title: "shunt.column.weight", Get: func(t *T) any { return place(t).Weight }},
		{Name: "dailyCap", Kind: store.Number, Sort: true, Title: "shunt.column.dailyCap", Get: func(t *T) any { return place(t).DailyCap }},
		{Title: "remark", Get: func(t *T) any { return place(t).Remark }},
		{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(t *T) any { return place(t).CustomerID }},
		{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
			Get: func(t *T) any { return place(t).CustomerName }},
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(t *T) any { return place(t).CreateTime }},
	}...)
}

var numbers = store.List[Number]{Table: table, Entity: "shuntnumber", ByTime: true, Columns: columns(
	func(n *Number) *Place { return &n.Place },
	store.Column[Number]{Name: "phoneNumber", Kind: store.Text, Sort: true, Filter: true, Finds: phone.Search, Doc: "Substring.",
		Title: "phoneNumber",
		Get:   func(n *Number) any { return n.PhoneNumber }},
	store.Column[Number]{Title: "shunt.column.from", Get: func(n *Number) any { return n.From }},
	store.Column[Number]{Title: "shunt.column.to", Get: func(n *Number) any { return n.To }},
	store.Column[Number]{Title: "shunt.column.greeting", Get: func(n *Number) any { return n.Greeting }})}

var groups = store.List[Group]{Table: table, Entity: "shuntgroup", ByTime: true, Columns: columns(func(g *Group) *Place { return &g.Place },
	store.Column[Group]{Name: "url", Kind: store.Text, Filter: true, Doc: "Substring.", Title: "shunt.column.invite",
		Get: func(g *Group) any { return g.URL }},
	store.Column[Group]{Name: "full", Kind: store.Exact, Filter: true, Words: []string{"true", "false"}, Title: "shunt.column.full",
		Get: func(g *Group) any { return word(g.Full) }})}

func (r *Service) numberList() list.List[Number] {
	return list.List[Number]{List: numbers, DB: r.DB, Path: numberBase, Perm: numberPerm + ":page",
		Summary: "List the numbers of shunting links in the caller's scope",
		Show: func(ctx context.Context, rows []Number) error {
			return shownPlaces(ctx, r, rows, func(n *Number) *Place { return &n.Place })
		},
		File: list.File{Name: "shuntnumber", Perm: numberPerm + ":export", Summary: "Export the matching numbers as xlsx or CSV"}}
}

func (r *Service) groupList() list.List[Group] {
	return list.List[Group]{List: groups, DB: r.DB, Path: groupBase, Perm: groupPerm + ":page",
		Summary: "List the groups of shunting links in the caller's scope",
		Show: func(ctx context.Context, rows []Group) error {
			return shownPlaces(ctx, r, rows, func(g *Group) *Place { return &g.Place })
		},
		File: list.File{Name: "shuntgroup", Perm: groupPerm + ":export", Summary: "Export the matching groups as xlsx or CSV"}}
}

// shownPlaces completes rows: the names of their links.
func shownPlaces[T any](ctx context.Context, r *Service, rows []T, place func(*T) *Place) error {
	scope, names := string(auth.Must(ctx).Scope()), map[string]string{}
	var keys []store.Key
	for i := range rows {
		if p := place(&rows[i]); names[p.LinkID] == "" {
			names[p.LinkID] = "-"
			keys = append(keys, links.Key(scope, p.LinkID))
		}
	}
	for len(keys) > 0 {
		n := min(len(keys), 100)
		found, err := r.DB.GetMany(ctx, keys[:n], false)
		if err != nil {
			return err
		}
		for _, it := range found {
			if it == nil {
				continue
			}
			l, err := links.Read(it)
			if err != nil {
				return err
			}
			names[l.ID] = l.Name
		}
		keys = keys[n:]
	}
	for i := range rows {
		p := place(&rows[i])
		p.LinkName = names[p.LinkID]
	}
	return nil
}

// place is a target in its list.
func (e *Row) place(t *Target) Place {
	return Place{ID: t.ID, LinkID: e.ID, LinkName: e.Name, Code: e.Code, N: t.N, Status: t.Status, Weight: t.Weight, DailyCap: t.Cap,
		Remark: t.Remark, CustomerID: e.CustomerID, CustomerName: e.CustomerName, CreateTime: t.CreateTime}
}

func (e *Row) number(t *Target) Number {
	return Number{e.place(t), t.Phone, t.From, t.To, t.Greeting}
}

func (e *Row) group(t *Target) Group { return Group{e.place(t), t.URL, t.Full} }

// insertOps, replaceOps and removeOps bring a target into its list, renew it there, and take it away.
func (e *Row) insertOps(t *Target) []store.Op {
	if scopes := e.Owner.ScopeNames(); e.Kind == KindGroup {
		return groups.Insert(scopes, t.ID, e.group(t))
	} else {
		return numbers.Insert(scopes, t.ID, e.number(t))
	}
}

func (e *Row) replaceOps(t *Target) []store.Op {
	if scopes := e.Owner.ScopeNames(); e.Kind == KindGroup {
		return groups.Replace(scopes, t.ID, e.group(t))
	} else {
		return numbers.Replace(scopes, t.ID, e.number(t))
	}
}

func (e *Row) removeOps(t *Target) []store.Op {
	if scopes := e.Owner.ScopeNames(); e.Kind == KindGroup {
		return groups.Remove(scopes, t.ID)
	} else {
		return numbers.Remove(scopes, t.ID)
	}
}

// findTarget reads a target's link in a scope, and the target; the 404 fault for any other id, and for a target of the other kind.
func (r *Service) findTarget(ctx context.Context, kind, targetID string) (*Row, *Target, error) {
	if !id.Valid(targetID) {
		return nil, nil, fault.Missing()
	}
	scope := string(auth.Must(ctx).Scope())
	k := numbers.Key(scope, targetID)
	if kind == KindGroup {
		k = groups.Key(scope, targetID)
	}
	it, err := r.DB.Get(ctx, k, true)
	if err != nil {
		return nil, nil, err
	}
	if it == nil {
		return nil, nil, fault.Missing()
	}
	var at struct {
		Code string `dynamodbav:"lc"`
	}
	if _, err := store.Decode(it, &at); err != nil {
		return nil, nil, err
	}
	e, err := r.load(ctx, at.Code)
	if err != nil {
		return nil, nil, err
	}
	t := e.target(targetID)
	if t == nil {
		return nil, nil, fault.Missing()
	}
	return e, t, nil
}
