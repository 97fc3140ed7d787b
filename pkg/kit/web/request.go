package web

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/id"
)

// request is what the middleware knows of a call.
type request struct {
	api     *API
	id      string
	lang    i18n.Lang
	address string
	agent   string
	claim   *claim       // of an Idempotency-Key, nil without one
	secret  bool         // its response is sent once and not kept
	open    bool         // it was refused, and its Idempotency-Key takes another body
	ids     atomic.Int64 // so many were given to the call by NewID
	beside  sync.WaitGroup
	caller  error  // why the bearer was refused
	problem error  // internal error, for the log
	untold  string // a change whose handler did not say what it changed
}

type requestKey struct{}

func requestOf(ctx context.Context) *request {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		return r
	}
	return &request{lang: i18n.EnUS}
}

// TellOnce keeps the answer of a call out of what is remembered of its Idempotency-Key, for it holds a secret.
func TellOnce(ctx context.Context) { requestOf(ctx).secret = true }

func callerError(ctx context.Context) error { return requestOf(ctx).caller }

// Agent is the program that the call came from, as it calls itself; at most 256 bytes.
func Agent(ctx context.Context) string { return requestOf(ctx).agent }

// Address is where the call came from.
func Address(ctx context.Context) string { return requestOf(ctx).address }

// WithLang gives a background task the language of the user it works for.
func WithLang(ctx context.Context, lang i18n.Lang) context.Context {
	return context.WithValue(ctx, requestKey{}, &request{lang: lang})
}

// NewID is an id for something that the call creates. The n-th id of a call is the same for every repetition of its
// Idempotency-Key, so that a call that died half-way and is repeated finds what it had made; the first is that of the
// operation. Without a key every id is new. A call asks for its ids in the same order each time, and not side by side.
func (a *API) NewID(ctx context.Context) string {
	op := Operation(ctx)
	if op == "" {
		return a.opt.IDs.Next()
	}
	return id.Nth(op, int(requestOf(ctx).ids.Add(1)-1)<<idSpace)
}

// idSpace leaves space for the ids that one thing of a call derives from its own (see id.Nth).
const idSpace = 24

// OperationID is the id of the operation itself, by which a repetition is recognised: the same throughout a call and its
// repetitions under an Idempotency-Key. Without a key it is a new id.
func OperationID(ctx context.Context, newID func(context.Context) string) string {
	if op := Operation(ctx); op != "" {
		return op
	}
	return newID(ctx)
}

// Operation is the id that the Idempotency-Key of a request stands for; empty for a request without one. A thing
// with a name of the caller's choice keeps it, which distinguishes a repetition from another request for the same
// name.
func Operation(ctx context.Context) string {
	if c := requestOf(ctx).claim; c != nil {
		return c.rec.Operation
	}
	return ""
}

// Repeated tells that an earlier try of the call may have done something of it already: what stands is to be looked for first.
func Repeated(ctx context.Context) bool {
	c := requestOf(ctx).claim
	return c != nil && c.again
}

// AfterWrite does something that follows what a call has written, as ringing a task, beside the rest of the call: its line in
// the audit log and the memory of its answer. The answer leaves when both are done. Outside of a call it is done at once.
func AfterWrite(ctx context.Context, do func(ctx context.Context)) {
	r := requestOf(ctx)
	if r.api == nil {
		do(ctx)
		return
	}
	r.beside.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				r.api.opt.Log(map[string]any{"error": fmt.Sprintf("panic: %v\n%s", v, debug.Stack())})
			}
		}()
		do(context.WithoutCancel(ctx))
	})
}

// withoutTrailingSlash lets /sysuser/status/ be /sysuser/status: the specification writes some paths so (business-domain §7).
func withoutTrailingSlash(r *http.Request) *http.Request {
	if path := strings.TrimSuffix(r.URL.Path, "/"); path != r.URL.Path && path != "" {
		u := *r.URL
		u.Path, u.RawPath = path, strings.TrimSuffix(r.URL.RawPath, "/")
		r.URL = &u
	}
	return r
}

// Handler serves the routes with everything around them.
func (a *API) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := a.opt.Now()
		req := &request{api: a, id: a.opt.IDs.Next(), lang: i18n.Choose(r.Header.Get("lang"), list(r, "Accept-Language")), address: a.address(r),
			agent: clip(r.UserAgent(), maxAgent)}
		ctx := context.WithValue(r.Context(), requestKey{}, req)
		ours := a.FromTrustedOrigin(r.Header.Get(a.opt.OriginHeader))
		switch bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); {
		case !ours:
		case ok:
			ctx = req.known(ctx, func() (*auth.Principal, error) { return a.opt.Authenticate(ctx, bearer) })
		case r.Header.Get(auth.KeyHeader) != "" && a.opt.Signed != nil:
			ctx = req.known(ctx, func() (*auth.Principal, error) { return a.signed(ctx, r) })
		}
		r = withoutTrailingSlash(r.WithContext(ctx))
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		if ours {
			a.guard(rec, r)
		} else {
			a.Fail(rec, r, fault.New(fault.Forbidden, 0, "web.forbidden"))
		}
		req.beside.Wait()
		line := map[string]any{"method": r.Method, "path": clip(r.URL.Path, maxPath), "status": rec.status,
			"ms": a.opt.Now().Sub(start).Milliseconds(), "id": req.id}
		if _, pattern := a.mux.Handler(r); pattern != "" {
			line["route"] = pattern
		}
		switch {
		case left(r.Context(), req.problem):
			line["status"] = CallerLeft
		case req.problem != nil:
			line["error"] = req.problem.Error()
		}
		if req.untold != "" {
			line["untold"] = req.untold
		}
		if p := auth.From(ctx); p != nil {
			line["user"] = p.UserID
		}
		if a.opt.Noted != nil {
			a.opt.Noted(ctx, line)
		}
		a.opt.Log(line)
	})
}

// CallerLeft is the status, in the log and the figures, of a request whose caller closed the connection before its answer, as a browser
// does that goes on to another page. Nothing failed then.
const CallerLeft = 499

// left tells whether a request failed because its caller left.
func left(ctx context.Context, problem error) bool {
	return errors.Is(problem, context.Canceled) && errors.Is(ctx.Err(), context.Canceled)
}

// FromTrustedOrigin tells whether a request has come by our own origin. All keys are compared, in constant time.
func (a *API) FromTrustedOrigin(key string) bool {
	found := len(a.opt.OriginKeys) == 0
	for _, k := range a.opt.OriginKeys {
		found = subtle.ConstantTimeCompare([]byte(k), []byte(key)) == 1 || found
	}
	return found
}

// Bytes of what a caller writes that are kept: a request may have a megabyte, and nothing proves who sent it.
const (
	maxAgent = 256
	maxPath  = 512
)

// clip keeps the beginning of a text, in whole characters.
func clip(text string, most int) string {
	if len(text) > most {
		text = text[:most]
	}
	return strings.ToValidUTF8(text, "")
}

// known puts the caller into the context, or remembers why there is none.
func (r *request) known(ctx context.Context, find func() (*auth.Principal, error)) context.Context {
	p, err := find()
	if err != nil {
		r.caller = err
		return ctx
	}
	return auth.Into(ctx, p)
}

// guard turns a panic into a 500 and a missing route into the envelope's 404.
func (a *API) guard(w *recorder, r *http.Request) {
	defer func() {
		if v := recover(); v != nil {
			err, ok := v.(error)
			if !ok || fault.As(err) == nil {
				err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			}
			a.Fail(w, r, err)
		}
	}()
	if err := unprintable(r); err != nil {
		a.Fail(w, r, err)
		return
	}
	if _, pattern := a.mux.Handler(r); pattern == "" {
		a.Fail(w, r, fault.Missing())
		return
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		a.mux.ServeHTTP(w, r)
		return
	}
	a.change(w, r)
}

// change serves a state-changing call: once per Idempotency-Key, and with a line in the audit log when it succeeded.
func (a *API) change(w *recorder, r *http.Request) {
	p := auth.From(r.Context())
	_, pattern := a.mux.Handler(r)
	route := a.table[pattern]
	if route.Asks {
		a.mux.ServeHTTP(w, r)
		return
	}
	record := &auditlog.Record{ID: a.opt.IDs.Next(), At: a.opt.Now(), Address: Address(r.Context())}
	r = r.WithContext(auditlog.Into(r.Context(), record))
	end := func(answer *recorder) *auditlog.Record { return a.auditRecord(r.Context(), answer, record, pattern) }
	// a key belongs to a user
	if p != nil && r.Header.Get("Idempotency-Key") != "" && (r.Method == http.MethodPost || r.Method == http.MethodPut) {
		a.once(w, r, route.Secret, end)
		return
	}
	a.mux.ServeHTTP(w, r)
	if record := end(w); record != nil {
		if err := a.opt.Audit.Write(context.WithoutCancel(r.Context()), record); err != nil {
			requestOf(r.Context()).problem = fmt.Errorf("audit: %w", err)
		}
	}
}

// auditRecord completes the line of a call in the audit log; nil for a call without one.
func (a *API) auditRecord(ctx context.Context, answer *recorder, record *auditlog.Record, pattern string) *auditlog.Record {
	record.By(auth.From(ctx))
	if answer.status >= 300 && !record.Stands() || record.User == "" {
		return nil
	}
	record.Action, record.Status = pattern, answer.status
	if record.Object == "" {
		requestOf(ctx).untold = pattern
	}
	return record
}

// list is a header whose value is a list: the gateway's adapter makes a header of each of its entries.
func list(r *http.Request, name string) string { return strings.Join(r.Header.Values(name), ",") }

// address is the client's, as given by the outermost proxy that we run ourselves. Text that a client wrote into the
// header stands to the left of it.
func (a *API) address(r *http.Request) string {
	if chain := list(r, "X-Forwarded-For"); chain != "" {
		parts := strings.Split(chain, ",")
		n := len(parts) - 1 - a.opt.TrustedHops
		return strings.TrimSpace(parts[max(0, n)])
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	status int
	body   []byte
	keep   bool
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.keep {
		r.body = append(r.body, b...)
	}
	return r.ResponseWriter.Write(b)
}

// retrySoon is the Retry-After of a call whose twin is still running.
const retrySoon = 2 * time.Second
