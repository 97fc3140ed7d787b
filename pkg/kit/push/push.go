// Package push sends messages to open websockets.
package push

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/apigatewaymanagementapi"
	"github.com/aws/aws-sdk-go-v2/service/apigatewaymanagementapi/types"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// connectionLife is API Gateway's longest connection, two hours, with some grace.
const connectionLife = 2*time.Hour + 10*time.Minute

// Message is what a console gets: {type, data} (decisions §10).
type Message struct {
	Type string `json:"type"`
	Data any    `json:"data,omitempty"`
}

// Poster posts bytes to one connection, and closes one; gone tells that the connection is closed.
type Poster interface {
	Post(ctx context.Context, connection string, data []byte) (gone bool, err error)
	Close(ctx context.Context, connection string) error // one that is closed already is fine
}

// Gateway is the poster of API Gateway.
type Gateway struct {
	Client *apigatewaymanagementapi.Client
}

func (g Gateway) Post(ctx context.Context, connection string, data []byte) (bool, error) {
	_, err := g.Client.PostToConnection(ctx, &apigatewaymanagementapi.PostToConnectionInput{ConnectionId: &connection, Data: data})
	var gone *types.GoneException
	if errors.As(err, &gone) {
		return true, nil
	}
	return false, err
}

// Close implements Poster.
func (g Gateway) Close(ctx context.Context, connection string) error {
	_, err := g.Client.DeleteConnection(ctx, &apigatewaymanagementapi.DeleteConnectionInput{ConnectionId: &connection})
	var gone *types.GoneException
	if errors.As(err, &gone) {
		return nil
	}
	return err
}

// Hub knows who is connected.
type Hub struct {
	DB     store.DB
	Poster Poster
	Now    func() time.Time
	// Alive reports of each connection whether its session still holds. It is called before anything is posted, so
	// that no connection gets more than its user may read; nil: every session holds.
	Alive func(ctx context.Context, sockets []Socket) ([]bool, error)
}

// Socket is an open connection of a user.
type Socket struct {
	User       string `dynamodbav:"u"`
	Type       int    `dynamodbav:"t,omitempty"` // of the user, as auth.Type numbers them
	Connection string `dynamodbav:"c"`
	Session    string `dynamodbav:"s,omitempty"` // of the user that opened it: it ends with it
	Lang       string `dynamodbav:"l,omitempty"` // as the console sent it when it connected
	Expires    int64  `dynamodbav:"ttl"`
}

// Connect stores a connection. The caller sets User, Type, Session, Connection and Lang; Connect sets its expiry.
func (h *Hub) Connect(ctx context.Context, s Socket) error {
	s.Expires = h.Now().Add(connectionLife).Unix()
	return h.DB.WriteAll(ctx, []store.Op{
		{Verb: store.Put, Key: userKey(s.User, s.Connection), Item: s},
		{Verb: store.Put, Key: connectionKey(s.Connection), Item: s},
		{Verb: store.Put, Key: shardKey(s.Connection), Item: s},
	})
}

// Disconnect forgets a connection.
func (h *Hub) Disconnect(ctx context.Context, connection string) error {
	s, ok, err := store.Load[Socket](ctx, h.DB, connectionKey(connection), false)
	if err != nil || !ok {
		return err
	}
	return h.forget(ctx, s)
}

// End forgets and closes the connections of a session, or with an empty session all of a user.
func (h *Hub) End(ctx context.Context, user, session string) error {
	sockets, err := h.sockets(ctx, userKey(user, "").PK)
	if err != nil {
		return err
	}
	var failed failures
	for _, s := range sockets {
		if session == "" || s.Session == session {
			failed.add(h.end(ctx, s))
		}
	}
	return failed.err()
}

// end forgets a connection, then closes it.
func (h *Hub) end(ctx context.Context, s Socket) error {
	if err := h.forget(ctx, s); err != nil {
		return err
	}
	return h.Poster.Close(ctx, s.Connection)
}

func (h *Hub) forget(ctx context.Context, s Socket) error {
	return h.DB.WriteAll(ctx, []store.Op{
		{Verb: store.Delete, Key: userKey(s.User, s.Connection)},
		{Verb: store.Delete, Key: connectionKey(s.Connection)},
		{Verb: store.Delete, Key: shardKey(s.Connection)},
	})
}

// Choose says what a connection gets; nil for nothing. Connections that get the same message get the same pointer: it is encoded once.
type Choose func(Socket) *Message

// Send posts to every connection of the users and forgets the closed ones. A push that fails is not an error of the
// caller's work: the console reads the truth when it looks.
func (h *Hub) Send(ctx context.Context, users []string, m Message) error {
	return h.SendEach(ctx, users, func(Socket) *Message { return &m })
}

// Prepare reads the connections of the users, in parallel to the caller's work. The caller calls send once: with a
// message, which is posted to them, or with nil, which posts nothing. Sessions are not checked, so the message
// carries no data: a console reads the data with its own token.
func (h *Hub) Prepare(ctx context.Context, users []string) (send func(ctx context.Context, m *Message) error) {
	var sockets []Socket
	var failed error
	var reading sync.WaitGroup
	reading.Go(func() { sockets, failed = h.open(ctx, users) })
	return func(ctx context.Context, m *Message) error {
		reading.Wait()
		if failed != nil || len(sockets) == 0 || m == nil {
			return failed
		}
		data, err := encoder{}.bytes(m)
		if err != nil {
			return err
		}
		return errors.Join(parallel.Each(len(sockets), posters, func(i int) error { return h.post(ctx, post{sockets[i], data}) })...)
	}
}

// SendEach is Send with a message that depends on the connection, its language for instance.
func (h *Hub) SendEach(ctx context.Context, users []string, choose Choose) error {
	return h.each(ctx, len(users), func(i int) string { return "SOCK#" + users[i] }, choose)
}

// Broadcast posts to all connections and forgets the closed ones. It reads a fixed number of partitions. Like Send
// it does not guarantee delivery.
func (h *Hub) Broadcast(ctx context.Context, m Message) error {
	return h.BroadcastEach(ctx, func(Socket) *Message { return &m })
}

// BroadcastEach is Broadcast with a message that depends on the connection: on its user's type, its language.
func (h *Hub) BroadcastEach(ctx context.Context, choose Choose) error {
	return h.each(ctx, shards, shardOf, choose)
}

// Online reports whether any of the users has a connection.
func (h *Hub) Online(ctx context.Context, users []string) (bool, error) {
	for _, u := range users {
		items, err := h.DB.Query(ctx, store.Query{Table: "platform", PK: "SOCK#" + u, Limit: 1})
		if err != nil {
			return false, err
		}
		if len(items) > 0 {
			return true, nil
		}
	}
	return false, nil
}

// encoder encodes every message once.
type encoder map[*Message][]byte

func (e encoder) bytes(m *Message) ([]byte, error) {
	if data, ok := e[m]; ok {
		return data, nil
	}
	data, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	e[m] = data
	return data, nil
}
