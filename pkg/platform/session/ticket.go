package session

import (
	"context"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// ticket lets a page open its websocket without its access token standing in an address (decisions §2).
type ticket struct {
	User    string `dynamodbav:"u"`
	Session string `dynamodbav:"s"`
	Until   int64  `dynamodbav:"x"` // unix ms
	Expires int64  `dynamodbav:"ttl"`
}

// newTicket gives a ticket that lives auth.TicketLife and works once.
func (r *Room) newTicket(ctx context.Context, p *auth.Principal) (string, error) {
	secret, until := newSecret(), r.Now().Add(auth.TicketLife)
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: ticketKey(secret),
		Item: ticket{User: p.UserID, Session: p.SessionID, Until: until.UnixMilli(), Expires: until.Unix() + 1}})
	return secret, err
}

// Connect is the caller behind the access_token of a websocket: a ticket, which is used up, or an access token.
// Faults: 401; web.mustChangePassword (40301).
func (r *Room) Connect(ctx context.Context, token string) (*auth.Principal, error) {
	var p *auth.Principal
	var err error
	if strings.Contains(token, ".") {
		p, err = r.Authenticate(ctx, token)
	} else {
		p, err = r.Ticket(ctx, token)
	}
	if err == nil && p.MustChange {
		return nil, fault.New(fault.Forbidden, 40301, "web.mustChangePassword")
	}
	return p, err
}

// Ticket uses a ticket up and gives its caller; 401 for one that is unknown, used, too old, or of a session that has ended.
func (r *Room) Ticket(ctx context.Context, secret string) (*auth.Principal, error) {
	t, ok, err := store.Load[ticket](ctx, r.DB, ticketKey(secret), true)
	if err != nil {
		return nil, err
	}
	if !ok || t.Until <= r.Now().UnixMilli() {
		return nil, ended()
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Delete, Key: ticketKey(secret), If: store.Exists("pk")})
	if store.ConditionFailed(err) != nil {
		return nil, ended()
	}
	if err != nil {
		return nil, err
	}
	k, err := r.load(ctx, t.User, t.Session)
	if err != nil {
		return nil, err
	}
	return k.principal(t.Session), nil
}
