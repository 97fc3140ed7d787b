// Package fault is the one error type of Herald. A rule returns a fault; web maps it to the envelope (decisions §1);
// any other error is internal: logged with its chain, shown as a plain 500.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind is the family of a failure and decides the HTTP status.
type Kind int

const (
	Internal     Kind = 500
	Invalid      Kind = 400
	Unauthorized Kind = 401
	Payment      Kind = 402
	Forbidden    Kind = 403
	NotFound     Kind = 404
	Conflict     Kind = 409
	TooLarge     Kind = 413
	TooMany      Kind = 429
	Unavailable  Kind = 503
)

// Field is one bad field of a request.
type Field struct {
	Name string
	Key  string
	Args map[string]any
}

// Error is a failure that its caller is meant to see. Key names the message in the catalogues; Args fill its {placeholders}.
type Error struct {
	Kind       Kind
	Code       int // wire code: the HTTP status, or five digits that begin with it for a business refusal
	Key        string
	Args       map[string]any
	Fields     []Field
	Data       any           // answered as the envelope's data, e.g. the draft that was kept
	RetryAfter time.Duration // answered as the Retry-After header, rounded up to seconds
	Open       bool          // the question stays open: its Idempotency-Key takes another body
	cause      error
}

// New makes a fault; args are name, value pairs. Code 0 means the HTTP status itself.
func New(kind Kind, code int, key string, args ...any) *Error {
	if code == 0 {
		code = int(kind)
	}
	return &Error{Kind: kind, Code: code, Key: key, Args: Args(args...)}
}

// Args turns name, value pairs into a map.
func Args(pairs ...any) map[string]any {
	if len(pairs) == 0 {
		return nil
	}
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return m
}

// Missing is the answer for an unknown id and for a foreign one alike (decisions §3).
func Missing() *Error { return New(NotFound, 0, "web.notFound") }

// OrMissing is err, and Missing for nil: the answer of a read that found nothing or failed.
func OrMissing(err error) error {
	if err == nil {
		return Missing()
	}
	return err
}

// Bad is a 400 about one field.
func Bad(field, key string, args ...any) *Error {
	e := New(Invalid, 0, key, args...)
	e.Fields = []Field{{Name: field, Key: key, Args: e.Args}}
	return e
}

// State refuses an action in the state that the object is in (409).
func State(key string, args ...any) *Error { return New(Conflict, 0, key, args...) }

// With keeps the underlying error for the log.
func (e *Error) With(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// WithData adds data to the answer.
func (e *Error) WithData(data any) *Error {
	c := *e
	c.Data = data
	return &c
}

// WithArgs fills the message's placeholders, and those of its fields.
func (e *Error) WithArgs(args map[string]any) *Error {
	c := *e
	c.Args, c.Fields = args, nil
	for _, f := range e.Fields {
		f.Args = args
		c.Fields = append(c.Fields, f)
	}
	return &c
}

// Wait adds a Retry-After.
func (e *Error) Wait(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// LeaveOpen leaves the question open: the refusal is not kept under the Idempotency-Key, which takes another body.
func (e *Error) LeaveOpen() *Error {
	c := *e
	c.Open = true
	return &c
}

func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s (%d): %v", e.Key, e.Code, e.cause)
	}
	return fmt.Sprintf("%s (%d)", e.Key, e.Code)
}

func (e *Error) Unwrap() error { return e.cause }

// As gives the fault in an error's chain, or nil.
func As(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// Is reports whether the chain holds a fault of this key.
func Is(err error, key string) bool {
	e := As(err)
	return e != nil && e.Key == key
}

// Wrap adds the place to an error that leaves a function: defer fault.Wrap(&err, "import %s", id).
func Wrap(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), *err)
	}
}
