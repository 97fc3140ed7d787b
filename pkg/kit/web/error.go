package web

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// FieldError is one bad field in the answer to bad input.
type FieldError struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Failure is the envelope of a failed call (decisions §1).
type Failure struct {
	Code      int          `json:"code"`
	Message   string       `json:"message"`
	RequestID string       `json:"requestId"`
	Errors    []FieldError `json:"errors,omitempty"`
	Data      any          `json:"data,omitempty"`

	status  int
	headers http.Header
}

func (f *Failure) Error() string             { return f.Message }
func (f *Failure) GetStatus() int            { return f.status }
func (f *Failure) GetHeaders() http.Header   { return f.headers }
func (f *Failure) ContentType(string) string { return "application/json" }

// envelope maps any error to its response. An error that is no fault is internal: logged, never shown.
func (a *API) envelope(ctx context.Context, err error) *Failure {
	if f, ok := err.(*Failure); ok {
		return f
	}
	req := requestOf(ctx)
	e := fault.As(err)
	switch {
	case e == nil && errors.Is(err, store.ErrConflict): // nothing was written
		e = busy()
	case e == nil && errors.Is(err, store.ErrTooLarge): // what was asked for cannot be kept
		e = fault.New(fault.TooLarge, 0, "web.tooLarge")
	case e == nil && (errors.Is(err, store.ErrUnclear) || errors.Is(err, store.ErrNoAnswer)): // a repeated request gets the outcome
		req.problem, e = err, busy()
	case e == nil && errors.Is(err, store.ErrNoWrites): // it takes an operator
		req.problem, e = err, fault.New(fault.Unavailable, 0, "web.full").Wait(30*time.Second)
	case e == nil || e.Kind == fault.Internal:
		req.problem = err
		e = fault.New(fault.Internal, 0, "web.internal")
	}
	req.open = req.open || e.Open
	f := &Failure{Code: e.Code, Message: a.Text(ctx, e.Key, e.Args), RequestID: req.id, Data: e.Data, status: int(e.Kind)}
	for _, field := range e.Fields {
		f.Errors = append(f.Errors, FieldError{field.Name, a.Text(ctx, field.Key, field.Args)})
	}
	if e.RetryAfter > 0 {
		f.headers = http.Header{"Retry-After": {strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds())))}}
	}
	return f
}

func busy() *fault.Error { return fault.New(fault.Unavailable, 0, "web.busy").Wait(time.Second) }

func (a *API) writeHuma(ctx huma.Context, err error) {
	f := a.envelope(ctx.Context(), err)
	for k, v := range f.headers {
		ctx.SetHeader(k, v[0])
	}
	ctx.SetHeader("Content-Type", "application/json")
	ctx.SetStatus(f.status)
	_ = json.NewEncoder(ctx.BodyWriter()).Encode(f) // the client is gone when this fails
}

// Fail writes an error outside an operation.
func (a *API) Fail(w http.ResponseWriter, r *http.Request, err error) {
	f := a.envelope(r.Context(), err)
	for k, v := range f.headers {
		w.Header()[k] = v
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.status)
	_ = json.NewEncoder(w).Encode(f) // the client is gone when this fails
}

// humaError is what huma calls for its own refusals: bad input is a 400 with its fields, not huma's status.
func (a *API) humaError(hc huma.Context, status int, msg string, errs ...error) huma.StatusError {
	ctx := context.Background()
	if hc != nil {
		ctx = hc.Context()
	}
	switch {
	case status == http.StatusRequestEntityTooLarge:
		return a.envelope(ctx, fault.New(fault.TooLarge, 0, "web.tooLarge"))
	case status >= 500:
		for _, err := range errs {
			return a.envelope(ctx, err)
		}
		return a.envelope(ctx, fault.New(fault.Internal, 0, "web.internal"))
	}
	e := fault.New(fault.Invalid, 0, "web.badRequest")
	if len(errs) == 0 { // huma says it in the text alone, as of a missing body
		errs = []error{&huma.ErrorDetail{Message: msg, Location: "body"}}
	}
	for _, err := range errs {
		field, text := "", err.Error()
		if d, ok := err.(*huma.ErrorDetail); ok {
			field, text = fieldName(d.Location), d.Message
		}
		if strings.Contains(text, "money:") {
			e.Fields = append(e.Fields, moneyFields(err)...)
			continue
		}
		key, args := valid(text)
		if key == "web.valid.required" || key == "web.valid.twice" {
			field = strings.TrimPrefix(field+"."+args["name"].(string), ".")
		}
		e.Fields = append(e.Fields, fault.Field{Name: field, Key: key, Args: args})
	}
	return a.envelope(ctx, e)
}

// moneyFields finds the numbers of a body that are no amounts: reading them fails without telling where.
func moneyFields(err error) []fault.Field {
	var body map[string]json.Number
	if d, ok := err.(*huma.ErrorDetail); ok {
		raw, _ := d.Value.(string)
		dec := json.NewDecoder(strings.NewReader(raw))
		dec.UseNumber()
		var all map[string]any
		_ = dec.Decode(&all) // it was decoded before
		body = map[string]json.Number{}
		for name, v := range all {
			if n, ok := v.(json.Number); ok {
				body[name] = n
			}
		}
	}
	var out []fault.Field
	for name, n := range body {
		if _, err := money.Parse(n.String()); err != nil {
			out = append(out, fault.Field{Name: name, Key: "web.valid.decimals"})
		}
	}
	if out == nil {
		out = []fault.Field{{Key: "web.valid.decimals"}}
	}
	return out
}

func fieldName(location string) string {
	for _, p := range []string{"body.", "query.", "path.", "header.", "form."} {
		if rest, ok := strings.CutPrefix(location, p); ok {
			return rest
		}
	}
	if location == "body" {
		return ""
	}
	return location
}

// LangOf is the language of the request.
func LangOf(ctx context.Context) i18n.Lang { return requestOf(ctx).lang }
