package client

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// Message of the websocket.
type Message struct {
	Type string
	Data json.RawMessage
}

// Live is the data of a message of type "order".
type Live struct {
	ID     string
	Status int
	Counts map[string]int
}

// Socket is an open websocket of a signed-in user.
type Socket struct{ conn *websocket.Conn }

// Open trades the caller's token for a ticket and opens its websocket.
func (c *Client) Open(ctx context.Context) (*Socket, error) {
	t, err := Post[struct{ Ticket string }](ctx, c, "/oauth/ticket", nil)
	if err != nil {
		return nil, err
	}
	return c.OpenWith(ctx, t.Ticket)
}

// OpenWith opens a websocket with a ticket or an access token.
func (c *Client) OpenWith(ctx context.Context, token string) (*Socket, error) {
	conn, _, err := websocket.Dial(ctx, c.WS+"?"+url.Values{"access_token": {token}, "locale": {"en_US"}}.Encode(), nil)
	return &Socket{conn}, err
}

// Ping asks for a pong, as the console does to know that it is connected.
func (s *Socket) Ping(ctx context.Context) error {
	return wsjson.Write(ctx, s.conn, map[string]string{"type": "ping"})
}

// Next waits for a message.
func (s *Socket) Next(ctx context.Context) (Message, error) {
	var m Message
	return m, wsjson.Read(ctx, s.conn, &m)
}

// Close ends the connection.
func (s *Socket) Close() { _ = s.conn.Close(websocket.StatusNormalClosure, "") } // the other side may be gone
