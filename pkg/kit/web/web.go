// Package web turns a module's functions into the HTTP interface: typed operations (huma on net/http) with the
// permission on the route's line, one envelope, lists, errors in the caller's language, idempotency and the OpenAPI
// document (decisions §1, §12).
package web

import (
	"cmp"
	"context"
	"net/http"
	"path"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/id"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/store"
)

// Public and SignedIn are values of a route's Perm: open to all callers, and to every signed-in user.
const (
	Public   = "public"
	SignedIn = "signed-in"
)

// Route is one line of a module's table.
type Route struct {
	Method  string
	Path    string // below /api, with {name} parameters
	Perm    string // a permission, Public or SignedIn
	Summary string
	Denied  string // message key for who lacks the permission, where more is to be said than that it lacks
	Spends  bool   // pays, consumes or starts, or decides what others pay or how they sign in: refused for a locked user
	Initial bool   // open to an account that still has its initial password
	Asks    bool   // changes nothing that other users see: no line in the audit log, no memory of an Idempotency-Key
	Secret  bool   // its response is sent once: an Idempotency-Key remembers that it was done, never the response
	Sorts   []string
	Filters []store.Filter // of a list, for an input with ListInput
	MaxBody int64          // bytes of the request body; 0 means 1 MiB

	outside bool // the path does not lie below /api
}

// pattern is the route's in a mux.
func (r *Route) pattern() string {
	if r.outside {
		return r.Method + " " + r.Path
	}
	return r.Method + " /api" + r.Path
}

// Outside reports a public page, whose path does not lie below /api.
func (r *Route) Outside() bool { return r.outside }

// Options of an API.
type Options struct {
	Catalogue    *i18n.Catalogue
	Authenticate func(ctx context.Context, bearer string) (*auth.Principal, error)
	// Signed gives the caller of a request that is signed with an app key; nil: there are none.
	Signed   func(ctx context.Context, s auth.Signed) (*auth.Principal, error)
	Codes    map[string][]string // of dictionaries, for enum:"@name"
	KeyPerms []string            // permissions of such a caller, for the OpenAPI document
	DB       store.DB            // idempotency records, in table platform
	Audit    auditlog.Log
	Now      clock.Clock
	IDs      *id.Source
	// OriginHeader is the header of the requests that come by our own origin, with one of the keys as its value;
	// without keys nothing is checked. Behind the check X-Forwarded-For can be believed: no other sender can reach
	// us.
	OriginHeader string
	OriginKeys   []string
	TrustedHops  int // proxies of ours in front of the function that append to X-Forwarded-For
	Log          func(line map[string]any)
	Noted        func(ctx context.Context, line map[string]any) // may add to the line of a request; nil: nothing is added
}

// API collects routes and serves them.
type API struct {
	opt      Options
	mux      *http.ServeMux
	routes   []Route
	table    map[string]Route // by the pattern of the mux
	describe []registration   // the routes of huma, for the document
}

// New makes an API without routes.
func New(opt Options) *API {
	if opt.Log == nil {
		opt.Log = func(map[string]any) {}
	}
	ownTexts()
	a := &API{opt: opt, mux: http.NewServeMux(), table: map[string]Route{}}
	ownErrors.Do(func() {
		huma.NewErrorWithContext = func(hc huma.Context, status int, msg string, errs ...error) huma.StatusError {
			if hc != nil && requestOf(hc.Context()).api != nil {
				return requestOf(hc.Context()).api.humaError(hc, status, msg, errs...)
			}
			return a.humaError(hc, status, msg, errs...)
		}
		huma.NewError = func(status int, msg string, errs ...error) huma.StatusError {
			return a.envelope(context.Background(), fault.New(fault.Kind(status), 0, "web.badRequest"))
		}
	})
	return a
}

// ownErrors sets huma's makers of errors, which are the process's: each call is answered by the API that serves it.
var ownErrors sync.Once

// schemaName is the package and the type, so that two modules may both have a Page.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := t.Name()
	if name == "" {
		return huma.DefaultSchemaNamer(t, hint)
	}
	name = qualified.Regexp().ReplaceAllStringFunc(name, func(q string) string {
		q = path.Base(q)
		pkg, typ, _ := strings.Cut(q, ".")
		return title(pkg) + title(typ)
	})
	name = generics.Replace(name)
	if pkg := path.Base(t.PkgPath()); pkg != "." && pkg != "web" {
		name = title(pkg) + title(name)
	}
	return name
}

// generics spells out the brackets of a generic type's name.
var generics = strings.NewReplacer("[]", "List", "[", "Of", "]", "", "*", "", ",", "And")

var qualified = lazyregexp.New(`[\w./-]+\.\w+`)

func title(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Envelope is the body of every answer (decisions §1).
type Envelope[T any] struct {
	Code    int    `json:"code" doc:"200, or 202 for a background task."`
	Message string `json:"message"`
	Data    T      `json:"data"`
}

// Accepted is implemented by an answer that stands for a background task: it goes out as HTTP 202.
type Accepted interface{ Accepted() bool }

// Handle adds a route. The handler gets a decoded and validated input and gives plain data or a fault.
func Handle[I, O any](a *API, r Route, fn func(ctx context.Context, in *I) (O, error)) {
	register(a, r, nil, func(ctx context.Context, in *I) (*response[O], error) {
		data, err := fn(ctx, in)
		if err != nil {
			return nil, err
		}
		status := http.StatusOK
		if task, ok := any(data).(Accepted); ok && task.Accepted() {
			status = http.StatusAccepted
		}
		return &response[O]{status, Envelope[O]{Code: status, Message: "ok", Data: data}}, nil
	})
}

// response is what huma writes for an answer.
type response[O any] struct {
	Status int
	Body   Envelope[O]
}

// register adds a route to huma. prepare completes its description; nil for nothing to complete.
func register[I, O any](a *API, r Route, prepare func(huma.Registry, *huma.Operation), fn func(context.Context, *I) (*O, error)) {
	mustRead(r, reflect.TypeFor[I]())
	a.later(r, func(to huma.API) {
		op := a.operation(r)
		form := isForm(reflect.TypeFor[I]())
		if form {
			op.RequestBody, op.MaxBodyBytes, op.BodyReadTimeout = &huma.RequestBody{}, cmp.Or(r.MaxBody, maxForm), formReadTimeout
		}
		if prepare != nil {
			prepare(to.OpenAPI().Components.Schemas, &op)
		}
		huma.Register(to, op, func(ctx context.Context, in *I) (*O, error) {
			out, err := fn(ctx, in)
			if err != nil {
				return nil, a.envelope(ctx, err)
			}
			return out, nil
		})
		if form {
			op.RequestBody.Required = false // the module names the fields that an empty form misses
		}
	})
}

// HandleMultipart adds a route whose input is a multipart form with files (huma.MultipartFormFiles in RawBody).
func HandleMultipart[I, O any](a *API, r Route, fn func(ctx context.Context, in *I) (O, error)) {
	Handle(a, r, fn)
}

// mustRead refuses an input that embeds an unexported struct, whose fields huma would pass by without a word.
func mustRead(r Route, in reflect.Type) {
	for _, f := range reflect.VisibleFields(in) {
		if f.Anonymous && !f.IsExported() {
			panic("web: " + r.Method + " " + r.Path + " embeds " + f.Name + ", which is not exported")
		}
	}
}

// HandleRaw adds a route outside the envelope (a provider's callback), which sees the request as it came.
func HandleRaw(a *API, r Route, fn http.HandlerFunc) {
	a.add(r)
	if r.Perm != Public {
		panic("web: a raw route is public")
	}
	a.mux.HandleFunc(r.pattern(), fn)
}

// HandlePage adds a public page outside of /api, which sees the request as it came and writes its own answer.
func HandlePage(a *API, r Route, fn http.HandlerFunc) {
	r.Perm, r.Asks, r.outside = Public, true, true
	a.add(r)
	a.mux.HandleFunc(r.pattern(), fn)
}

func (a *API) add(r Route) {
	if r.Perm == "" || r.Summary == "" {
		panic("web: " + r.Method + " " + r.Path + " needs a permission and a summary")
	}
	a.routes = append(a.routes, r)
	a.table[r.pattern()] = r
}

func (a *API) operation(r Route) huma.Operation {
	op := huma.Operation{
		OperationID: operationID(r), Method: r.Method, Path: r.Path, Summary: r.Summary, Tags: []string{strings.SplitN(r.Path, "/", 3)[1]},
		DefaultStatus: http.StatusOK, MaxBodyBytes: r.MaxBody, Middlewares: huma.Middlewares{a.permit(r)},
		Extensions: map[string]any{"x-permission": r.Perm},
	}
	if len(r.Sorts) > 0 {
		op.Description = "Sort fields: " + strings.Join(r.Sorts, ", ") + "."
		op.Extensions["x-sort-fields"] = r.Sorts
	}
	filterParams(&op, r.Filters)
	if r.Perm != Public {
		op.Security = []map[string][]string{{"bearer": {}}}
	}
	if slices.Contains(a.opt.KeyPerms, r.Perm) {
		op.Security = append(op.Security, map[string][]string{"appKey": {}})
	}
	return op
}

func operationID(r Route) string {
	words := strings.FieldsFunc(r.Path, func(c rune) bool { return c == '/' || c == '{' || c == '}' || c == '-' || c == '_' })
	for i, w := range words {
		words[i] = title(w)
	}
	return strings.ToLower(r.Method) + strings.Join(words, "")
}

// permit checks the caller before the body is even read.
func (a *API) permit(r Route) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if err := a.allowed(ctx.Context(), r); err != nil {
			a.writeHuma(ctx, err)
			return
		}
		next(ctx)
	}
}

func (a *API) allowed(ctx context.Context, r Route) error {
	if r.Perm == Public {
		return nil
	}
	if err := callerError(ctx); err != nil {
		return err
	}
	p := auth.From(ctx)
	switch {
	case p == nil:
		return fault.New(fault.Unauthorized, 0, "web.unauthorized")
	case p.MustChange && !r.Initial:
		return fault.New(fault.Forbidden, 40301, "web.mustChangePassword")
	case r.Perm != SignedIn && !p.Can(r.Perm), r.Perm == SignedIn && p.Program:
		return fault.New(fault.Forbidden, 0, cmp.Or(r.Denied, "web.forbidden"))
	case p.Locked && r.Spends:
		return fault.New(fault.Forbidden, 40302, "web.locked")
	}
	return nil
}

// Routes lists the table, sorted by path and method.
func (a *API) Routes() []Route {
	out := append([]Route(nil), a.routes...)
	sort.Slice(out, func(i, j int) bool {
		if out[i].Path != out[j].Path {
			return out[i].Path < out[j].Path
		}
		return out[i].Method < out[j].Method
	})
	return out
}

// Text is a message in the caller's language.
func (a *API) Text(ctx context.Context, key string, args map[string]any) string {
	return a.opt.Catalogue.Text(LangOf(ctx), key, args)
}
