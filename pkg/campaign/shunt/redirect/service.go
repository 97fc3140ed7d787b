// Package redirect answers the public short links of package shunt: GET /s/{code}.
//
// # Rotation
//
// Visitors are led to the targets of a link in the order of a fixed cycle, in which each usable target stands as often as its weight says,
// evenly spread (cycle.go). The position in the cycle is a counter of the link. A process takes positions in blocks: of one at few visits,
// so that few are divided exactly, and of up to 4,096 at many, so that the counter is written less than once a second (rotation.go). A
// target that is disabled, full, outside of its hours or at its daily cap is not in the cycle. Caps are taken in blocks too, and are never
// exceeded.
//
// # Visitors and machines
//
// A visitor keeps its target for 30 days, by a signed cookie, while the target is usable. Machines get no turn and no cookie: a link
// preview, a search engine or a scanner reads a page with Open Graph tags, and is counted apart (bots.go).
//
// # Unknown codes
//
// An unknown code is answered after the time that a known one has taken recently (timing.go): the time tells no guesser that a code exists.
//
// # Keys
//
// Table campaign:
//
//	SHUNT#<code> / T              position in the cycle
//	SHUNTU#<code> / <day>         visitors of each target with a cap on a day at +08:00; expires
package redirect

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"herald/pkg/campaign/domain"
	"herald/pkg/campaign/shunt"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/kit/useragent"
	"herald/pkg/kit/web"
	"herald/pkg/kit/webpage"
	"herald/pkg/platform/country"
)

// CountryHeader tells the country of a request where a distribution knows it.
const CountryHeader = "CloudFront-Viewer-Country"

// Service answers short links.
type Service struct {
	DB     store.DB
	Queues queue.Queues
	Texts  *i18n.Catalogue
	Public string   // origin of the links, without a trailing slash
	Keys   [][]byte // of visitors' cookies: the first signs, all are known
	Now    func() time.Time
	Log    func(line map[string]any)
	// Hosts know whose host a visitor opened; nil where there are none but the console's.
	Hosts *Hosts
	// Owners know whose owners were deleted; nil where no owner is.
	Owners *Owners
	// Domains know who has proven the host of a fallback address.
	Domains *domain.Service

	mu     sync.Mutex
	lines  map[string]*line
	timing timing
}

// Routes of the module.
func (s *Service) Routes(a *web.API) {
	web.HandlePage(a, web.Route{Method: "GET", Path: "/s/{code}", Summary: "Lead a visitor of a shunting link to a number or group"}, s.serve)
}

// patience bounds what an answer waits for: its position, its cap and its event.
const patience = 2 * time.Second

// visit is a request for a link.
type visit struct {
	*http.Request
	*line
	at      time.Time
	kind    useragent.Kind
	machine bool // never a person
	maybe   bool // a person who came by a mail gateway, or the gateway itself
}

func (v *visit) bot() bool { return v.machine || v.maybe }

func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	v := &visit{Request: r, at: s.Now()}
	v.classify()
	code := r.PathValue("code")
	var err error
	if shunt.ValidCode(code) {
		v.line, err = s.line(r.Context(), code, v.at)
	}
	switch {
	case err != nil:
		s.Log(map[string]any{"error": "shunt: " + err.Error(), "link": code})
		s.page(w, r, http.StatusServiceUnavailable, failed)
		return
	case v.line == nil || s.Hosts != nil && s.Hosts.Foreign(r, v.row().Owner.Tenant):
		if wait := s.timing.draw(v.machine) - s.Now().Sub(v.at); wait > 0 {
			sleep(r.Context(), wait)
		}
		s.page(w, r, http.StatusNotFound, missing)
		return
	}
	s.answer(w, v)
	s.timing.note(v.machine, s.Now().Sub(v.at))
}

// answer answers the request for a known link. Its event is queued first.
func (s *Service) answer(w http.ResponseWriter, v *visit) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(v.Context()), patience)
	defer cancel()
	row := v.line.row()
	if !row.Open(v.at) || s.Owners != nil && s.Owners.Deleted(ctx, row.Owner.Tenant) {
		s.page(w, v.Request, http.StatusGone, ended)
		return
	}
	if v.machine {
		s.post(ctx, v, row, click.Nowhere, "")
		s.preview(w, v, row)
		return
	}
	t, visitor := s.choose(ctx, v, row)
	s.remember(w, v, row, visitor)
	if t != nil {
		s.post(ctx, v, row, t.N, visitor.id)
		redirect(w, address(row, t))
		return
	}
	if row.Fallback != "" {
		allowed, err := shunt.Allowed(ctx, s.Domains, row.Owner.Tenant, row.Fallback)
		if err != nil {
			s.Log(map[string]any{"warning": "shunt: fallback: " + err.Error(), "link": row.Code})
		}
		if allowed {
			s.post(ctx, v, row, click.Fallback, visitor.id)
			redirect(w, withParams(row.Fallback, params(v.Request, row)))
			return
		}
	}
	s.post(ctx, v, row, click.Nowhere, visitor.id)
	s.page(w, v.Request, http.StatusOK, unavailable)
}

// choose gives the target of a visitor, and the visitor as it is from now on; nil when none is usable.
func (s *Service) choose(ctx context.Context, v *visit, row *shunt.Row) (*shunt.Target, known) {
	visitor := s.visitor(v.Request, row, v.at)
	t := s.target(ctx, v, visitor)
	if t != nil {
		visitor.target, visitor.last = t.N, v.at
	}
	return t, visitor
}

// target is the target that a visitor has, or the next one of the rotation; nil when none is usable.
func (s *Service) target(ctx context.Context, v *visit, visitor known) *shunt.Target {
	l := v.line
	if err := l.rotating.Lock(ctx); err != nil {
		s.Log(map[string]any{"warning": "shunt: " + err.Error(), "link": l.row().Code})
		return nil
	}
	defer l.rotating.Unlock()
	if kept := visitor.target; kept > 0 {
		if quota.Day(visitor.last) == quota.Day(v.at) { // it is one of the day's visitors already
			if t := l.standing(kept, v.at); t != nil {
				return t
			}
		} else if t := l.usable(kept, v.at); t != nil && s.take(ctx, l, t, v.at) {
			return t
		}
	}
	return s.rotate(ctx, l, v)
}

// redirect answers with an address that was checked. It never comes from the request.
func redirect(w http.ResponseWriter, address string) {
	webpage.Harden(w.Header())
	w.Header().Set("Location", address)
	w.WriteHeader(http.StatusFound)
}

// address is where a target is met.
func address(row *shunt.Row, t *shunt.Target) string {
	if t.URL != "" {
		return t.URL
	}
	greeting := t.Greeting
	if greeting == "" {
		greeting = row.Greeting
	}
	if row.Reference != "" { // by which the message belongs to the sales channel
		greeting = strings.TrimSpace(greeting + " " + row.Reference)
	}
	to := "https://wa.me/" + t.Phone
	if greeting != "" {
		to += "?text=" + strings.ReplaceAll(url.QueryEscape(greeting), "+", "%20")
	}
	return to
}

// post queues the event of a request. A queue that fails or is slow keeps no visitor from its target: then the request is not counted, and
// logged.
func (s *Service) post(ctx context.Context, v *visit, row *shunt.Row, target int, visitor string) {
	rate := v.line.rate(v.at)
	e := click.Event{ID: click.NewID(), Link: row.Code, Tenant: row.Owner.Tenant, At: v.at.Unix(), Shard: shardOf(rate), Kind: v.kind,
		Bot: v.bot(), Target: target, Country: countryOf(v.Request), Visitor: visitor}
	if !v.bot() {
		e.Channel = row.Channel
		e.Params = params(v.Request, row)
	}
	if err := click.Post(ctx, s.Queues, v.at, rate >= 1, e); err != nil {
		s.Log(map[string]any{"error": "shunt: a click is not counted: " + err.Error(), "link": row.Code})
	}
}

// countryOf is the country of a request; empty where none is known.
func countryOf(r *http.Request) string {
	code := r.Header.Get(CountryHeader)
	if len(code) != 2 || !country.Known(code) {
		return ""
	}
	return code
}

// campaign are the parameters that every visit keeps.
var campaign = []string{"utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"}

const mostValue = 100 // characters of a parameter

// params are the campaign parameters of a request, without what cannot be shown.
func params(r *http.Request, row *shunt.Row) map[string]string {
	if r.URL.RawQuery == "" {
		return nil
	}
	var all map[string]string
	query := r.URL.Query()
	keep := func(name string) {
		value := query.Get(name)
		if value == "" || !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl) {
			return
		}
		if all == nil {
			all = map[string]string{}
		}
		if runes := []rune(value); len(runes) > mostValue {
			value = string(runes[:mostValue])
		}
		all[name] = value
	}
	for _, name := range campaign {
		keep(name)
	}
	for _, name := range row.Params {
		keep(name)
	}
	return all
}

// withParams adds campaign parameters to a fallback address, unless it has its own. WhatsApp's addresses take none.
func withParams(address string, params map[string]string) string {
	u, err := url.Parse(address)
	if err != nil || len(params) == 0 || shunt.AtWhatsApp(u.Hostname()) {
		return address
	}
	query := u.Query()
	for name, value := range params {
		if !query.Has(name) {
			query.Set(name, value)
		}
	}
	u.RawQuery = query.Encode()
	return u.String()
}
