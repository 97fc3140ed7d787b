package session

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/push"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// ticket lets a page open its websocket without its access token standing in an address (decisions §2).
type ticket struct {
	User    string `dynamodbav:"user"`
	Session string `dynamodbav:"session"`
	Until   int64  `dynamodbav:"until"` // unix ms
	Expires int64  `dynamodbav:"ttl"`
}

// newTicket gives a ticket that lives auth.TicketLife and works once.
func (r *Service) newTicket(ctx context.Context, p *auth.Principal) (string, error) {
	secret, until := newSecret(), r.Now().Add(auth.TicketLife)
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: ticketKey(secret),
		Item: ticket{User: p.UserID, Session: p.SessionID, Until: until.UnixMilli(), Expires: until.Unix() + 1}})
	return secret, err
}

// Connect is the caller behind the access_token of a websocket: a ticket, which is used up, or an access token.
// Faults: 401; web.mustChangePassword (40301).
func (r *Service) Connect(ctx context.Context, token string) (*auth.Principal, error) {
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

// Alive tells of connections whether the sessions that opened them still hold: push.Hub asks before it posts.
func Alive(db store.DB, now func() time.Time) func(ctx context.Context, sockets []push.Socket) ([]bool, error) {
	return func(ctx context.Context, sockets []push.Socket) ([]bool, error) {
		var keys []store.Key
		at := map[store.Key]int{}
		place := func(k store.Key) {
			if _, there := at[k]; !there {
				at[k] = len(keys)
				keys = append(keys, k)
			}
		}
		for _, s := range sockets {
			place(user.Key(s.User))
			place(sessionKey(s.User, s.Session))
		}
		rows, err := db.GetMany(ctx, keys, true)
		if err != nil {
			return nil, err
		}
		r, holds := Service{Now: now}, make([]bool, len(sockets))
		for i, s := range sockets {
			_, err := r.checkSession([]store.Item{rows[at[user.Key(s.User)]], rows[at[sessionKey(s.User, s.Session)]]}, nil)
			if err != nil && fault.As(err) == nil {
				return nil, err
			}
			holds[i] = err == nil
		}
		return holds, nil
	}
}

// Ticket uses a ticket up and gives its caller; 401 for one that is unknown, used, too old, or of a session that has ended.
func (r *Service) Ticket(ctx context.Context, secret string) (*auth.Principal, error) {
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
	return k.principal(t.Session, r.Roles.Grants), nil
}
