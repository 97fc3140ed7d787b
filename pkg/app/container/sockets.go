package container

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/coder/websocket"

	"herald/pkg/app"
)

// As API Gateway's: a connection lives for two hours, and ends when it says nothing for ten minutes.
const (
	socketLife  = 2 * time.Hour
	socketIdle  = 10 * time.Minute
	socketWrite = 5 * time.Second
	socketFrame = 32 << 10
)

// sockets are the websockets of this process; it is the push.Poster of its hub. Their names begin with that of the process: rows of
// another one are left alone, for it may be there beside this one. Those of a process that died go with their life.
type sockets struct {
	env    *app.Env
	caller app.Caller
	name   string
	relay  relay // to other copies; nil: they hear of what is pushed in another way

	mu     sync.Mutex
	all    map[string]*socket
	closed bool
	hands  sync.WaitGroup
}

// relay sends to the websockets of other copies.
type relay interface {
	Post(ctx context.Context, connection string, data []byte) error
	Close(ctx context.Context, connection string) error
}

type socket struct {
	open chan struct{} // closed when conn is there, or will never be
	conn *websocket.Conn
}

func newSockets(env *app.Env) *sockets {
	return &sockets{env: env, name: rand.Text() + ".", all: map[string]*socket{}}
}

// ServeHTTP opens a websocket and keeps it to its end.
func (s *sockets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, one := s.name+rand.Text(), &socket{open: make(chan struct{})}
	if !s.add(id, one) {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	defer s.hands.Done()
	defer s.drop(id)
	status := s.tell(r.Context(), "$connect", id, r, "")
	if status != http.StatusOK {
		close(one.open)
		w.WriteHeader(status)
		return
	}
	// The end of the connection is reported with any outcome of the request.
	defer func() { s.tell(context.WithoutCancel(r.Context()), "$disconnect", id, r, "") }()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // permission was checked above
	one.conn = conn
	close(one.open)
	if err != nil {
		return // it has answered
	}
	defer conn.CloseNow() //nolint:errcheck // it is over
	conn.SetReadLimit(socketFrame)
	life, cancel := context.WithTimeout(r.Context(), socketLife)
	defer cancel()
	for {
		text, err := read(life, conn)
		if err != nil {
			break
		}
		s.tell(life, "$default", id, r, text)
	}
	_ = conn.Close(websocket.StatusGoingAway, "") // it may be closed already
}

func read(ctx context.Context, conn *websocket.Conn) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, socketIdle)
	defer cancel()
	_, text, err := conn.Read(ctx)
	return string(text), err
}

// tell has the function of the websockets serve an event, as the gateway would.
func (s *sockets) tell(ctx context.Context, route, id string, r *http.Request, body string) int {
	event := events.APIGatewayWebsocketProxyRequest{Body: body, Headers: map[string]string{}, QueryStringParameters: map[string]string{}}
	event.RequestContext.ConnectionID, event.RequestContext.RouteKey = id, route
	for name := range r.Header {
		event.Headers[name] = r.Header.Get(name)
	}
	for name, values := range r.URL.Query() {
		event.QueryStringParameters[name] = values[0]
	}
	return s.env.Socket(ctx, s.caller, event)
}

func (s *sockets) add(id string, one *socket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.hands.Add(1)
	s.all[id] = one
	return true
}

func (s *sockets) drop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, id)
}

// find gives an open connection, once it is open; nil when there is none.
func (s *sockets) find(ctx context.Context, id string) *websocket.Conn {
	s.mu.Lock()
	one := s.all[id]
	s.mu.Unlock()
	if one == nil {
		return nil
	}
	select {
	case <-one.open:
		return one.conn
	case <-ctx.Done():
		return nil
	}
}

// Post implements push.Poster.
func (s *sockets) Post(ctx context.Context, id string, data []byte) (gone bool, err error) {
	if !strings.HasPrefix(id, s.name) {
		return false, s.elsewhere(func(r relay) error { return r.Post(ctx, id, data) })
	}
	conn := s.find(ctx, id)
	if conn == nil {
		return ctx.Err() == nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, socketWrite)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, data) != nil, nil // one that cannot be written to is closed by that
}

// elsewhere has another copy do something to its websocket. Without a relay it is left alone.
func (s *sockets) elsewhere(do func(relay) error) error {
	if s.relay == nil {
		return nil
	}
	return do(s.relay)
}

// Deliver implements pgpush.Sockets. It does not wait for the other side.
func (s *sockets) Deliver(id string, data []byte) {
	if strings.HasPrefix(id, s.name) {
		s.soon(func() { _, _ = s.Post(context.Background(), id, data) }) // one that cannot be written to is closed by that
	}
}

// End implements pgpush.Sockets.
func (s *sockets) End(id string) {
	if strings.HasPrefix(id, s.name) {
		s.soon(func() { _ = s.Close(context.Background(), id) }) // it may be gone
	}
}

// soon does something beside the caller, unless all connections are closed anyway.
func (s *sockets) soon(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.hands.Go(do)
	}
}

// Close implements push.Poster.
func (s *sockets) Close(ctx context.Context, id string) error {
	if !strings.HasPrefix(id, s.name) {
		return s.elsewhere(func(r relay) error { return r.Close(ctx, id) })
	}
	if conn := s.find(ctx, id); conn != nil {
		s.hands.Go(func() { _ = conn.Close(websocket.StatusPolicyViolation, "") }) // waits for the other side, and that may be gone
	}
	return nil
}

// close tells every connection to go, and waits until all are forgotten.
func (s *sockets) close(ctx context.Context) {
	s.mu.Lock()
	s.closed = true
	var all []*socket
	for _, one := range s.all {
		all = append(all, one)
	}
	s.mu.Unlock()
	for _, one := range all {
		s.hands.Go(func() {
			if <-one.open; one.conn != nil {
				_ = one.conn.Close(websocket.StatusGoingAway, "") // the other side may be gone
			}
		})
	}
	ended(ctx, &s.hands)
}
