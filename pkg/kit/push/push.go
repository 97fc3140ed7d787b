// Package push sends messages to open websockets. Keys: table platform, SOCK#<user> / <connection>; SOCKID#<connection> / SOCK.
package push

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/apigatewaymanagementapi"
	"github.com/aws/aws-sdk-go-v2/service/apigatewaymanagementapi/types"

	"herald/pkg/kit/store"
)

// connectionLife is API Gateway's longest connection, two hours, with some grace.
const connectionLife = 2*time.Hour + 10*time.Minute

// Message is what a console gets: {type, data} (decisions §10).
type Message struct {
	Type string `json:"type"`
	Data any    `json:"data,omitempty"`
}

// Poster posts bytes to one connection; gone tells that the connection is closed.
type Poster interface {
	Post(ctx context.Context, connection string, data []byte) (gone bool, err error)
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

// Hub knows who is connected.
type Hub struct {
	DB     store.DB
	Poster Poster
	Now    func() time.Time
}

type socket struct {
	User       string `dynamodbav:"u"`
	Connection string `dynamodbav:"c"`
	Lang       string `dynamodbav:"l,omitempty"`
	Expires    int64  `dynamodbav:"ttl"`
}

func userKey(user, connection string) store.Key {
	return store.Key{Table: "platform", PK: "SOCK#" + user, SK: connection}
}

func connectionKey(connection string) store.Key {
	return store.Key{Table: "platform", PK: "SOCKID#" + connection, SK: "SOCK"}
}

// Connect remembers a connection of a user.
func (h *Hub) Connect(ctx context.Context, user, connection, lang string) error {
	s := socket{User: user, Connection: connection, Lang: lang, Expires: h.Now().Add(connectionLife).Unix()}
	return h.DB.WriteAll(ctx, []store.Op{
		{Verb: store.Put, Key: userKey(user, connection), Item: s},
		{Verb: store.Put, Key: connectionKey(connection), Item: s},
	})
}

// Disconnect forgets a connection.
func (h *Hub) Disconnect(ctx context.Context, connection string) error {
	s, ok, err := store.Load[socket](ctx, h.DB, connectionKey(connection), false)
	if err != nil || !ok {
		return err
	}
	return h.DB.WriteAll(ctx, []store.Op{
		{Verb: store.Delete, Key: userKey(s.User, connection)},
		{Verb: store.Delete, Key: connectionKey(connection)},
	})
}

// Send posts to every connection of the users and forgets the closed ones. A push that fails is not an error of the
// caller's work: the console reads the truth when it looks.
func (h *Hub) Send(ctx context.Context, users []string, m Message) error {
	data, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	var first error
	for _, u := range users {
		items, err := h.DB.Query(ctx, store.Query{Table: "platform", PK: "SOCK#" + u})
		if err != nil {
			return err
		}
		sockets, err := store.DecodeAll[socket](items)
		if err != nil {
			return err
		}
		for _, s := range sockets {
			if s.Expires < h.Now().Unix() {
				continue
			}
			gone, err := h.Poster.Post(ctx, s.Connection, data)
			if gone {
				err = h.Disconnect(ctx, s.Connection)
			}
			if err != nil && first == nil {
				first = err
			}
		}
	}
	return first
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
