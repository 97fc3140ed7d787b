package testkit

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
	"herald/pkg/kit/web"
)

// Parts are the parts of a server.
type Parts struct {
	Authenticate func(ctx context.Context, bearer string) (*auth.Principal, error)
	Signed       func(ctx context.Context, s auth.Signed) (*auth.Principal, error) // nil: no app keys
	Routes       func(a *web.API)
	More         []moduleparts.Parts // of modules that only this test has
}

// Server is an API on a loopback port.
type Server struct {
	URL string
	API *web.API
	Env *Env
	t   testing.TB
	// Codes are the dictionaries of all modules, as the server's inputs take them.
	Codes map[string][]string

	mu    sync.Mutex
	lines []map[string]any
}

// Serve starts a server that ends with the test.
func Serve(t testing.TB, e *Env, p Parts) *Server {
	t.Helper()
	rooms, texts := append(ModuleParts(), p.More...), Texts()
	if len(p.More) > 0 {
		var err error
		if texts, err = i18n.Load(moduleparts.All(rooms, "messages.json")...); err != nil {
			t.Fatal(err)
		}
	}
	s := &Server{Env: e, Codes: moduleparts.Codes(rooms...), t: t}
	s.API = web.New(web.Options{Catalogue: texts, Codes: s.Codes, Authenticate: p.Authenticate, Signed: p.Signed, DB: e.DB, Audit: e.Audit,
		Now: e.Now, IDs: e.IDs, Log: s.log})
	p.Routes(s.API)
	handler := s.API.Handler()
	ts := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The answer leaves when everything behind it is done, as from a function.
		rec := httptest.NewRecorder()
		handler.ServeHTTP(rec, r)
		for k, v := range rec.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes()) // the client of this test is gone when this fails
	}))
	t.Cleanup(ts.Close)
	s.URL = ts.URL
	return s
}

func (s *Server) log(line map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, line)
	if line["error"] != nil {
		s.t.Logf("server: %v", line)
	}
	if line["untold"] != nil {
		s.t.Errorf("%v leaves nothing in the audit log: call audit.Note with what it changes, or say that the route Asks", line["untold"])
	}
}

// Client calls a server with the token of a user.
type Client struct {
	apiclient.Client
	Name   string // shown in golden files
	server *Server
}

// As returns a client with a token. Anonymous returns one without.
func (s *Server) As(name, token string) *Client {
	return &Client{Client: apiclient.Client{API: s.URL + "/api", Token: token, Header: http.Header{"X-Forwarded-For": {s.Env.Address}}},
		Name: name, server: s}
}
func (s *Server) Anonymous() *Client { return s.As("nobody", "") }

// In returns the same client with another language.
func (c *Client) In(lang string) *Client {
	d := *c
	d.Lang = lang
	return &d
}

// With returns the same client with an additional header.
func (c *Client) With(name, value string) *Client {
	return &Client{Client: *c.Client.With(name, value), Name: c.Name, server: c.server}
}

// Answer is a response with its decoded envelope.
type Answer struct {
	*apiclient.Answer
	t    testing.TB
	what string
}

// Do calls with a JSON body; nil sends none. Path is below /api.
func (c *Client) Do(method, path string, body any) *Answer {
	t := c.server.t
	t.Helper()
	a, err := c.Client.Do(context.Background(), method, path, body)
	if err != nil {
		t.Fatal(err)
	}
	return &Answer{Answer: a, t: t, what: fmt.Sprintf("%s %s as %s", method, path, c.Name)}
}

// Get and the others are Do by method.
func (c *Client) Get(path string) *Answer              { return c.Do("GET", path, nil) }
func (c *Client) Post(path string, body any) *Answer   { return c.Do("POST", path, body) }
func (c *Client) Put(path string, body any) *Answer    { return c.Do("PUT", path, body) }
func (c *Client) Delete(path string, body any) *Answer { return c.Do("DELETE", path, body) }

// Upload sends a file as multipart field.
func (c *Client) Upload(path, field, name, contentType string, content []byte) *Answer {
	c.server.t.Helper()
	return c.Do("POST", path, apiclient.File{Field: field, Name: name, Type: contentType, Content: content})
}

// Want fails the test unless the answer has this status and code (0: the same).
func (a *Answer) Want(status, code int) *Answer {
	a.t.Helper()
	if code == 0 {
		code = status
	}
	if a.Status != status || a.Code != code {
		a.t.Fatalf("%s: want %d/%d, got %d: %s", a.what, status, code, a.Status, a.Raw)
	}
	return a
}

// OK is Want(200, 200).
func (a *Answer) OK() *Answer { a.t.Helper(); return a.Want(200, 200) }

// Bad wants a 400 that names the field.
func (a *Answer) Bad(field string) *Answer {
	a.t.Helper()
	if a.Status != 400 {
		a.t.Fatalf("%s: want 400, got %d: %s", a.what, a.Status, a.Raw)
	}
	for _, e := range a.Errors {
		if e.Field == field && e.Message != "" {
			return a
		}
	}
	a.t.Fatalf("%s: no error about %s: %s", a.what, field, a.Raw)
	return a
}

// Data decodes the data of a successful answer.
func Data[T any](a *Answer) T {
	a.t.Helper()
	a.OK()
	var v T
	if err := json.Unmarshal(a.Data, &v); err != nil {
		a.t.Fatalf("%s: %v: %s", a.what, err, a.Data)
	}
	return v
}
