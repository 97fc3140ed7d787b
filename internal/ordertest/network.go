package ordertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"herald/pkg/kit/store/wire"
)

// RoundTrip is the way out of an instance.
func (i *Instance) RoundTrip(req *http.Request) (*http.Response, error) {
	run := i.Run
	run.gate()
	res, err := i.s.travel(req)
	run.gate()
	return res, err
}

func (s *System) travel(req *http.Request) (*http.Response, error) {
	switch target := req.Header.Get("X-Amz-Target"); {
	case req.URL.Host == "provider":
		return s.toProvider(req, s.Sim.Transport())
	case req.URL.Host == "telephone":
		return s.toProvider(req, s.Phone.Transport())
	case strings.HasPrefix(target, "DynamoDB") && s.OnAnswer != nil:
		return s.toCloud(req, observed{s})
	case strings.HasPrefix(target, "DynamoDB"):
		return s.toCloud(req, s.dynamo)
	case strings.HasPrefix(target, "AmazonSQS"):
		return s.toCloud(req, s.Queues)
	case strings.HasPrefix(req.URL.Path, "/@connections/"), strings.HasPrefix(req.URL.Path, "/%40connections/"):
		return s.toCloud(req, sockets{s})
	}
	return s.toCloud(req, s.Objects)
}

// observed reports calls of the tables before their responses leave.
type observed struct{ s *System }

func (o observed) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	res, err := o.s.dynamo.RoundTrip(req)
	o.s.OnAnswer(wire.Call(req), string(body))
	return res, err
}

// fault draws whether a call fails, with a probability.
func (s *System) fault(p float64) bool {
	if !s.Faults.Load() || !s.chance(p) {
		return false
	}
	s.Mu.Lock()
	s.Injected++
	s.Mu.Unlock()
	return true
}

var errRefused = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}

// toCloud carries a call to AWS. A call that failed once fails again more often, so that the SDK sometimes runs out of attempts.
func (s *System) toCloud(req *http.Request, to http.RoundTripper) (*http.Response, error) {
	p := s.likely(req)
	if attempt := req.Header.Get("Amz-Sdk-Request"); attempt != "" && !strings.HasPrefix(attempt, "attempt=1;") {
		p = 0.4
	}
	if !s.fault(p) {
		return to.RoundTrip(req)
	}
	if call := wire.Call(req); call == "TransactWriteItems" && s.chance(0.4) {
		return conflict(req), nil
	}
	switch s.Rand(6) {
	case 0:
		return nil, errRefused
	case 1:
		return wire.Refuse(req, http.StatusBadRequest, "ThrottlingException", "slow down"), nil
	case 2:
		return wire.Refuse(req, http.StatusInternalServerError, "InternalServerError", "nothing was done"), nil
	}
	// From here on it is carried out, and the answer is not what it was.
	res, err := to.RoundTrip(req)
	if err != nil {
		return res, err
	}
	switch s.Rand(3) {
	case 0:
		_ = res.Body.Close()
		return wire.Refuse(req, http.StatusInternalServerError, "InternalServerError", "it was done"), nil
	case 1:
		_ = res.Body.Close()
		return nil, io.ErrUnexpectedEOF
	}
	t := time.NewTimer(s.late)
	defer t.Stop()
	select {
	case <-req.Context().Done():
		_ = res.Body.Close()
		return nil, req.Context().Err()
	case <-t.C:
		return res, nil
	}
}

// conflict is the response to a transaction that met another one on the same row.
func conflict(req *http.Request) *http.Response {
	body := `{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","message":"Transaction cancelled","CancellationReasons":[{"Code":"TransactionConflict"}]}`
	rec := httptest.NewRecorder()
	rec.Header().Set("Content-Type", "application/x-amz-json-1.0")
	rec.WriteHeader(http.StatusBadRequest)
	_, _ = rec.WriteString(body) // a recorder takes everything
	res := rec.Result()
	res.Request = req
	return res
}

// toProvider carries a call to the provider: refused connections, lost responses, error pages of a proxy.
func (s *System) toProvider(req *http.Request, to http.RoundTripper) (*http.Response, error) {
	if s.fault(0.01) {
		return nil, errRefused // nothing was written: the adapter sees no connection
	}
	res, err := to.RoundTrip(req)
	if err != nil {
		return res, err
	}
	if s.fault(0.01) {
		_ = res.Body.Close()
		return nil, io.ErrUnexpectedEOF
	}
	if s.fault(0.01) {
		_ = res.Body.Close()
		res.StatusCode, res.Body = http.StatusBadGateway, io.NopCloser(strings.NewReader("<html>bad gateway</html>"))
	}
	return res, nil
}

// Callbacks carries callbacks of providers to the webhook function. A lost response makes the provider call again. Recordings are
// served elsewhere.
type Callbacks struct{ System *System }

func (c Callbacks) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host != "herald" {
		return c.System.Objects.RoundTrip(req)
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	rec := httptest.NewRecorder()
	err = c.System.Invoke(GatewayFunction, 10*time.Second, func(ctx context.Context, i *Instance) error {
		again, err := http.NewRequestWithContext(ctx, req.Method, req.URL.RequestURI(), bytes.NewReader(body))
		if err != nil {
			return err
		}
		again.Header = req.Header
		i.api.ServeHTTP(rec, again)
		return nil
	})
	if err != nil {
		rec = httptest.NewRecorder()
		rec.WriteHeader(http.StatusBadGateway)
	}
	res := rec.Result()
	res.Request = req
	return res, nil
}

// Socket is the websocket connection of a console.
type Socket struct {
	User string
	got  []pushed
}

type pushed struct {
	at   time.Time
	data string
}

// sockets is the websocket gateway.
type sockets struct{ s *System }

func (w sockets) RoundTrip(req *http.Request) (*http.Response, error) {
	var data []byte
	if req.Body != nil { // closing a connection has none
		var err error
		if data, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	name := req.URL.Path[strings.LastIndex(req.URL.Path, "/")+1:]
	rec := httptest.NewRecorder()
	w.s.Mu.Lock()
	defer w.s.Mu.Unlock()
	switch c := w.s.Sockets[name]; {
	case c == nil:
		rec.Header().Set("X-Amzn-Errortype", "GoneException")
		rec.WriteHeader(http.StatusGone)
	case req.Method == http.MethodDelete:
		delete(w.s.Sockets, name)
		rec.WriteHeader(http.StatusNoContent)
	case req.Method == http.MethodPost:
		c.got = append(c.got, pushed{time.Now(), string(data)})
	default:
		return nil, errors.New("the gateway has no " + req.Method)
	}
	res := rec.Result()
	res.Request = req
	return res, nil
}

// Connect reports a new connection to the function of websockets.
func (i *Instance) Connect(ctx context.Context, connection, ticket string) error {
	return i.socket(ctx, "$connect", connection, map[string]string{"access_token": ticket})
}

// Disconnect reports the end of a connection.
func (i *Instance) Disconnect(ctx context.Context, connection string) error {
	return i.socket(ctx, "$disconnect", connection, nil)
}

func (i *Instance) socket(ctx context.Context, route, connection string, query map[string]string) error {
	event := events.APIGatewayWebsocketProxyRequest{QueryStringParameters: query}
	event.RequestContext.RouteKey, event.RequestContext.ConnectionID = route, connection
	if status := i.env.Socket(ctx, i.sockets, event); status != http.StatusOK {
		return fmt.Errorf("the socket is answered %d", status)
	}
	return nil
}
