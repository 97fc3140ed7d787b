// Package api calls the product as any program does: JSON bodies, the envelope of every answer, refusals as errors. The tests of
// modules, the benchmark and the programs of the local cloud are written with it; it knows nothing that another client could not
// know.
package apiclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
)

// Client calls as one caller.
type Client struct {
	API    string // base of all paths, with /api at its end
	Token  string // access token; empty without sign-in
	Lang   string // of messages, e.g. pt_BR; empty for the server's default
	Header http.Header
	HTTP   http.RoundTripper // nil for http.DefaultTransport
}

// With is the same client with one more header.
func (c *Client) With(name, value string) *Client {
	d := *c
	d.Header = http.Header{}
	maps.Copy(d.Header, c.Header)
	d.Header.Set(name, value)
	return &d
}

// File is the body of an upload: a multipart form with one file.
type File struct {
	Field, Name, Type string // Type may be empty
	Content           []byte
}

// Form is the same for the same file, so a repetition is one, and it can be signed.
func (f File) Form() (contentType string, body []byte, err error) {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	if err := w.SetBoundary("a-boundary-that-no-file-of-ours-has-in-it"); err != nil {
		return "", nil, err
	}
	h := textproto.MIMEHeader{"Content-Disposition": {fmt.Sprintf(`form-data; name=%q; filename=%q`, f.Field, f.Name)}}
	if f.Type != "" {
		h.Set("Content-Type", f.Type)
	}
	part, err := w.CreatePart(h)
	if err == nil {
		_, err = part.Write(f.Content)
	}
	if err == nil {
		err = w.Close()
	}
	return w.FormDataContentType(), buf.Bytes(), err
}

// Answer is what came back, the envelope taken apart.
type Answer struct {
	Status    int
	Header    http.Header
	Raw       []byte
	Code      int
	Message   string
	RequestID string
	Data      json.RawMessage
	Errors    []FieldError

	call string
}

// FieldError says what is wrong with one field of a body.
type FieldError struct{ Field, Message string }

// Do makes a call; a refusal is an answer, an error is none. The body is JSON: nil sends none, bytes are sent as they are, and a
// File or url.Values as a form.
func (c *Client) Do(ctx context.Context, method, path string, body any) (*Answer, error) {
	contentType, text, err := encode(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.API+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	maps.Copy(req.Header, c.Header)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if c.Lang != "" {
		req.Header.Set("lang", c.Lang)
	}
	a := &Answer{call: method + " " + path}
	return a, a.receive((&http.Client{Transport: c.HTTP}).Do(req))
}

func encode(body any) (contentType string, text []byte, err error) {
	switch b := body.(type) {
	case nil:
		return "", nil, nil
	case []byte:
		return "application/json", b, nil
	case File:
		return b.Form()
	case url.Values:
		return "application/x-www-form-urlencoded", []byte(b.Encode()), nil
	}
	text, err = json.Marshal(body)
	return "application/json", text, err
}

func (a *Answer) receive(res *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer res.Body.Close()
	a.Status, a.Header = res.StatusCode, res.Header
	if a.Raw, err = io.ReadAll(res.Body); err != nil {
		return err
	}
	if len(a.Raw) == 0 || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") { // a webhook is answered without a word
		return nil
	}
	var envelope struct {
		Code      int             `json:"code"`
		Message   string          `json:"message"`
		RequestID string          `json:"requestId"`
		Data      json.RawMessage `json:"data"`
		Errors    []FieldError    `json:"errors"`
	}
	if err := json.Unmarshal(a.Raw, &envelope); err != nil {
		return fmt.Errorf("%s: HTTP %d is not readable: %w: %.200s", a.call, a.Status, err, a.Raw)
	}
	a.Code, a.Message, a.RequestID, a.Data, a.Errors = envelope.Code, envelope.Message, envelope.RequestID, envelope.Data, envelope.Errors
	return nil
}

// Failure is an answer that refuses (decisions §1).
type Failure struct{ *Answer }

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

// Into reads the data of a successful answer; out may be nil. A refusal is a *Failure.
func (a *Answer) Into(out any) error {
	switch {
	case a.Code == 0:
		return fmt.Errorf("%s: HTTP %d without an envelope: %.200s", a.call, a.Status, a.Raw)
	case a.Status >= http.StatusMultipleChoices:
		return &Failure{a}
	case a.Code != a.Status:
		return fmt.Errorf("%s: code %d in an answer of HTTP %d", a.call, a.Code, a.Status)
	case out == nil || len(a.Data) == 0:
		return nil
	}
	if err := json.Unmarshal(a.Data, out); err != nil {
		return fmt.Errorf("%s: the data is not readable: %w: %.200s", a.call, err, a.Data)
	}
	return nil
}

// Call makes a call and reads the data of its answer. A refusal is a *Failure.
func Call[T any](ctx context.Context, c *Client, method, path string, body any) (T, error) {
	var out T
	a, err := c.Do(ctx, method, path, body)
	if err == nil {
		err = a.Into(&out)
	}
	return out, err
}

// Tell is a call whose response data is not needed.
func (c *Client) Tell(ctx context.Context, method, path string, body any) error {
	_, err := Call[json.RawMessage](ctx, c, method, path, body)
	return err
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
		page, err := Call[Page[T]](ctx, c, http.MethodGet, fmt.Sprintf("%s?current=%d&size=100%s", path, current, query), nil)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Records...)
		if len(page.Records) == 0 || len(all) >= page.Total {
			return all, nil
		}
	}
}

// Handler lets a client call a handler of the same process.
type Handler struct{ http.Handler }

// RoundTrip collects the answer of the handler.
func (h Handler) RoundTrip(req *http.Request) (*http.Response, error) {
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	h.ServeHTTP(w, req)
	return &http.Response{StatusCode: w.status, Header: w.header, Body: io.NopCloser(&w.body), Request: req}, nil
}

type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }
