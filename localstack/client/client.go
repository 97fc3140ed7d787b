package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Client speaks to the product as one caller.
type Client struct {
	API   string // base of all paths
	WS    string
	Token string // access token; empty for nobody
	Lang  string // of messages, e.g. pt_BR; empty for the server's default
	HTTP  *http.Client

	UserID string // of who is signed in
}

// Request is one call. Body is JSON unless ContentType says otherwise.
type Request struct {
	Method, Path string
	Body         []byte
	ContentType  string
	Header       map[string]string
}

// Answer is what came back, whatever it is.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Failure is an answer that refuses (decisions §1).
type Failure struct {
	Status    int `json:"-"`
	Code      int
	Message   string
	RequestID string
	Errors    []struct{ Field, Message string }
	Data      json.RawMessage

	call string
}

func (f *Failure) Error() string {
	text := fmt.Sprintf("%s: %d %s", f.call, f.Code, f.Message)
	for _, e := range f.Errors {
		text += fmt.Sprintf("; %s: %s", e.Field, e.Message)
	}
	if f.RequestID != "" {
		text += " (request " + f.RequestID + ")"
	}
	return text
}

// Raw makes a call and gives the answer as it came; an error only when there was none.
func (c *Client) Raw(ctx context.Context, r Request) (*Answer, error) {
	request, err := http.NewRequestWithContext(ctx, r.Method, c.API+r.Path, bytes.NewReader(r.Body))
	if err != nil {
		return nil, err
	}
	if r.Body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if r.ContentType != "" {
		request.Header.Set("Content-Type", r.ContentType)
	}
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if c.Lang != "" {
		request.Header.Set("lang", c.Lang)
	}
	for name, value := range r.Header {
		request.Header.Set(name, value)
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return &Answer{Status: response.StatusCode, Header: response.Header, Body: body}, err
}

// Call sends body as JSON (nil for none) and reads the envelope's data into out (nil for none). A refusal is a *Failure.
func (c *Client) Call(ctx context.Context, method, path string, body, out any) error {
	r := Request{Method: method, Path: path}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		r.Body = text
	}
	return c.Send(ctx, r, out)
}

// Send is Call for a request of any form.
func (c *Client) Send(ctx context.Context, r Request, out any) error {
	answer, err := c.Raw(ctx, r)
	if err != nil {
		return err
	}
	return answer.read(r.Method+" "+r.Path, out)
}

func (a *Answer) read(call string, out any) error {
	if a.Status >= http.StatusMultipleChoices {
		f := &Failure{Status: a.Status, call: call}
		if err := json.Unmarshal(a.Body, f); err != nil || f.Code == 0 {
			return fmt.Errorf("%s: HTTP %d without an envelope: %.200s", call, a.Status, a.Body)
		}
		return f
	}
	envelope := struct {
		Code int
		Data any
	}{Data: out}
	if out == nil {
		envelope.Data = &Any{}
	}
	if err := json.Unmarshal(a.Body, &envelope); err != nil {
		return fmt.Errorf("%s: HTTP %d is not readable: %w: %.200s", call, a.Status, err, a.Body)
	}
	if envelope.Code != a.Status {
		return fmt.Errorf("%s: code %d in an answer of HTTP %d", call, envelope.Code, a.Status)
	}
	return nil
}

// Get reads data of type T.
func Get[T any](ctx context.Context, c *Client, path string) (T, error) {
	var out T
	return out, c.Call(ctx, http.MethodGet, path, nil, &out)
}

// Post sends a body and reads data of type T.
func Post[T any](ctx context.Context, c *Client, path string, body any) (T, error) {
	var out T
	return out, c.Call(ctx, http.MethodPost, path, body, &out)
}

// Put sends a body (nil for none) and reads data of type T.
func Put[T any](ctx context.Context, c *Client, path string, body any) (T, error) {
	var out T
	return out, c.Call(ctx, http.MethodPut, path, body, &out)
}

// Page of a list.
type Page[T any] struct {
	Records              []T
	Total, Current, Size int
}

// All reads every page of a list; query are further parameters, with a leading & if any.
func All[T any](ctx context.Context, c *Client, path, query string) ([]T, error) {
	var all []T
	for current := 1; ; current++ {
		page, err := Get[Page[T]](ctx, c, fmt.Sprintf("%s?current=%d&size=100%s", path, current, query))
		if err != nil {
			return nil, err
		}
		all = append(all, page.Records...)
		if len(page.Records) == 0 || len(all) >= page.Total {
			return all, nil
		}
	}
}

// Any stands for data that nobody reads.
type Any = json.RawMessage
