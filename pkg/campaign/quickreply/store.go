package quickreply

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/list"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
)

// Keys, all in table campaign:
//
//	QREP#<id> / Q                      the quick reply
//	QREPT#<tenant> / N                 how many a customer has
//	QREPT#<tenant> / K#<shortcut>      which quick reply has a shortcut, folded
//	L#quickreply#<scope> / <id>        the list rows, which hold all that is shown
const (
	table = "campaign"
	tries = 16
	base  = "/gc/quickreply"
	perm  = "gc:quickreply"
)

func key(id string) store.Key { return store.Key{Table: table, PK: "QREP#" + id, SK: "Q"} }

func countKey(tenant string) store.Key {
	return store.Key{Table: table, PK: "QREPT#" + tenant, SK: "N"}
}

// shortcutKey makes a shortcut unique for its customer.
func (e *entity) shortcutKey() store.Key {
	return store.Key{Table: table, PK: "QREPT#" + e.Owner.Tenant, SK: "K#" + plain.Fold(e.Shortcut)}
}

// holder is the quick reply that has a shortcut.
type holder struct {
	ID string `dynamodbav:"id"`
}

var replies = store.List[QuickReply]{Table: table, Entity: "quickreply", ByTime: true, Columns: []store.Column[QuickReply]{
	{Name: "shortcut", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Get: func(q *QuickReply) any { return q.Shortcut }},
	{Name: "text", Kind: store.Text, Filter: true, Doc: "Substring.", Get: func(q *QuickReply) any { return q.Text }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(q *QuickReply) any { return q.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.",
		Get: func(q *QuickReply) any { return q.CustomerName }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Get: func(q *QuickReply) any { return q.CreateTime }},
}}

// scope is where a caller looks for quick replies: a secondary user sees those of its customer.
func scope(p *auth.Principal) auth.Scope {
	if p.Type == auth.Secondary {
		return auth.UserScope(p.Tenant)
	}
	return p.Scope()
}

func (r *Service) list() list.List[QuickReply] {
	return list.List[QuickReply]{List: replies, DB: r.DB, Path: base, Perm: perm + ":page",
		Summary: "List quick replies in the caller's scope",
		Scope:   func(p *auth.Principal) string { return string(scope(p)) }}
}

// find reads a quick reply in the caller's scope; the 404 fault for any other id.
func (r *Service) find(ctx context.Context, replyID string) (*entity, error) {
	if !id.Valid(replyID) {
		return nil, fault.Missing()
	}
	rows, err := r.DB.GetMany(ctx, []store.Key{replies.Key(string(scope(auth.Must(ctx))), replyID), key(replyID)}, true)
	if err != nil {
		return nil, err
	}
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	var e entity
	_, err = store.Decode(rows[1], &e)
	return &e, err
}
