// Package form serves the public form of a sales channel: GET and POST /f/{code}. A visit of it is a visit of the channel, and who sends
// it becomes a lead.
//
// The page needs no script and leads nowhere but to the channel's own shunting link, whose address never comes from the request. A visitor
// is known by a signed cookie for 30 days; machines get none and are not counted. A form is taken at most lead.form.day times a day from
// an address (/64 of IPv6) and lead.form.channel.day times for a channel. A form whose hidden field is filled is answered like any other,
// and nothing is stored.
//
// # Keys
//
// Table audience: LEADDAY#<day>#<hash of a network, or channel>; expires.
package form

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"herald/pkg/audience/lead"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/visitor"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/kit/useragent"
	"herald/pkg/kit/web"
	"herald/pkg/kit/webpage"
	"herald/pkg/platform/country"
	"herald/pkg/platform/setting"
)

// Service serves the form.
type Service struct {
	DB       store.DB
	Leads    *lead.Service
	Visits   *visitor.Recorder
	Settings *setting.Store
	Texts    *i18n.Catalogue
	Public   string   // origin of the console, without a trailing slash
	Keys     [][]byte // of visitors' cookies: the first signs, all are known
	Now      func() time.Time
	NewID    func() string
	Log      func(line map[string]any)
	// Foreign tells whether a visitor opened something of a tenant at a host of another customer; nil where there are no such hosts.
	Foreign func(r *http.Request, tenant string) bool
	// Origin is where the links of a tenant are for a visitor; nil for Public.
	Origin func(r *http.Request, tenant string) string
	// Deleted tells whether a tenant was deleted: its forms have ended. Nil where none is.
	Deleted func(ctx context.Context, tenant string) bool
}

// Routes of the module.
func (s *Service) Routes(a *web.API) {
	web.HandlePage(a, web.Route{Method: "GET", Path: saleschannel.Path + "{code}", Summary: "Show the form of a sales channel"}, s.show)
	web.HandlePage(a, web.Route{Method: "POST", Path: saleschannel.Path + "{code}", Summary: "Send the form of a sales channel: a lead comes"},
		s.submit)
}

// view is what the page shows.
type view struct {
	webpage.Frame
	Form    bool
	Fields  []field
	Trap    string // label of the field that people do not see
	Consent string
	Agreed  bool
	Wrong   string // the consent was not given
	Button  string
	Alert   string // above the form
	Chat    string // button to the shunting link
	ChatURL string
}

// field is a field of the form.
type field struct {
	Name, Kind, Label, Value, Wrong, Auto string
	Most                                  int
	Required                              bool
}

// found reads the channel of a request. A page was answered when it gives none.
func (s *Service) found(w http.ResponseWriter, r *http.Request) *saleschannel.Channel {
	code := r.PathValue("code")
	c, ok, err := saleschannel.Channel{}, false, error(nil)
	if saleschannel.ValidCode(code) {
		c, ok, err = saleschannel.ByCode(r.Context(), s.DB, code)
	}
	switch {
	case err != nil:
		s.fail(w, r, err)
	case !ok, s.Foreign != nil && s.Foreign(r, c.Owner.Tenant):
		s.plain(w, r, http.StatusNotFound, "missing", "missing")
	case c.Status != saleschannel.Enabled, s.Deleted != nil && s.Deleted(r.Context(), c.Owner.Tenant):
		s.plain(w, r, http.StatusGone, "missing", "ended")
	default:
		return &c
	}
	return nil
}

func (s *Service) fail(w http.ResponseWriter, r *http.Request, err error) {
	s.Log(map[string]any{"error": "form: " + err.Error(), "channel": r.PathValue("code")})
	s.plain(w, r, http.StatusServiceUnavailable, "missing", "failed")
}

// plain answers a page that says one thing.
func (s *Service) plain(w http.ResponseWriter, r *http.Request, status int, sign, what string) {
	lang := webpage.Lang(r)
	s.write(w, r, status, view{Frame: webpage.Frame{Sign: sign, Title: s.Texts.Text(lang, "lead.form."+what+".title", nil),
		Text: s.Texts.Text(lang, "lead.form."+what+".text", nil)}})
}

func (s *Service) write(w http.ResponseWriter, r *http.Request, status int, v view) {
	lang := webpage.Lang(r)
	v.Fill(lang, s.Texts.Text(lang, "lead.form.language", nil))
	v.keep(params(r))
	if err := webpage.Write(w, status, lang, &v.Frame, v.nodes()...); err != nil {
		s.Log(map[string]any{"error": "page: " + err.Error()})
	}
}

// keep has the form and the languages keep the campaign parameters of the visit.
func (v *view) keep(params map[string]string) {
	if len(params) == 0 {
		return
	}
	query := url.Values{}
	for name, value := range params {
		query.Set(name, value)
	}
	v.Query += "&" + query.Encode()
	for i := range v.Langs {
		v.Langs[i].Query += "&" + query.Encode()
	}
}

// show shows the form, and keeps the visitor.
func (s *Service) show(w http.ResponseWriter, r *http.Request) {
	c := s.found(w, r)
	if c == nil {
		return
	}
	known := ""
	if kind := useragent.Of(r.Method, r.UserAgent(), r.Referer()); !kind.Machine() && !kind.Proxy() && kind != useragent.Gateway {
		v := s.visit(r, c)
		if err := s.record(r.Context(), v); err != nil {
			s.Log(map[string]any{"error": "form: a visit is not kept: " + err.Error(), "channel": c.Code})
		}
		known = v.Visitor
		s.identity().Remember(w, c.Code, known)
	}
	page := s.form(r, c, &input{}, nil)
	s.chat(&page, r, c, known)
	s.write(w, r, http.StatusOK, page)
}

// patience bounds what a page waits for the visitor's row.
const patience = 2 * time.Second

func (s *Service) record(ctx context.Context, v visitor.Visit) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return s.Visits.Record(ctx, []visitor.Visit{v})
}

func (s *Service) visit(r *http.Request, c *saleschannel.Channel) visitor.Visit {
	v := visitor.Visit{Tenant: c.Owner.Tenant, Channel: c.ID, Visitor: s.identity().OfCookie(r, c.Code), At: s.Now(), Params: params(r)}
	if code := r.Header.Get("CloudFront-Viewer-Country"); len(code) == 2 && country.Known(code) {
		v.Country = code
	}
	return v
}

// params are the campaign parameters of a request, without what cannot be shown.
func params(r *http.Request) map[string]string {
	var all map[string]string
	query := r.URL.Query()
	for _, name := range saleschannel.ParamNames {
		value := query.Get(name)
		if value == "" || !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl) {
			continue
		}
		if all == nil {
			all = map[string]string{}
		}
		runes := []rune(value)
		all[name] = string(runes[:min(len(runes), 100)])
	}
	return all
}

// input is what a form says.
type input struct {
	lead.Contact
	message string
	agreed  bool
	trapped bool
}

// mostBody is larger than every form: 1,000 characters of four bytes, each written as %xx.
const mostBody = 16 << 10

var errForm = errors.New("form: no such form")

// read reads a form. Fields that it does not have, or twice, are refused.
func read(r *http.Request) (*input, error) {
	r.Body = http.MaxBytesReader(nil, r.Body, mostBody)
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" || r.ParseForm() != nil {
		return nil, errForm
	}
	in := &input{}
	for name, values := range r.PostForm {
		if len(values) != 1 || !utf8.ValidString(values[0]) {
			return nil, errForm
		}
		switch value := values[0]; name {
		case "name":
			in.Name = value
		case "phone":
			in.Phone = value
		case "email":
			in.Email = value
		case "message":
			in.message = value
		case "agree":
			in.agreed = value == "yes"
		case trap:
			in.trapped = value != ""
		default:
			return nil, errForm
		}
	}
	return in, nil
}

// trap is a field that people do not see.
const trap = "website"

// submit takes a form.
func (s *Service) submit(w http.ResponseWriter, r *http.Request) {
	c := s.found(w, r)
	if c == nil {
		return
	}
	in, err := read(r)
	if err != nil {
		s.plain(w, r, http.StatusBadRequest, "missing", "failed")
		return
	}
	if in.trapped {
		s.thank(w, r, c, "")
		return
	}
	typed := *in
	if bad := in.check(); bad != nil {
		v := s.form(r, c, &typed, bad)
		s.chat(&v, r, c, s.identity().OfCookie(r, c.Code))
		s.write(w, r, http.StatusBadRequest, v)
		return
	}
	switch full, err := s.full(r, c); {
	case err != nil:
		s.fail(w, r, err)
	case full:
		v := s.form(r, c, &typed, nil)
		s.chat(&v, r, c, s.identity().OfCookie(r, c.Code))
		v.Alert = s.Texts.Text(webpage.Lang(r), "lead.form.busy", nil)
		s.write(w, r, http.StatusTooManyRequests, v)
	default:
		s.take(w, r, c, in)
	}
}

// check refuses what the form lacks; nil for nothing.
func (in *input) check() *fault.Error {
	var ok bool
	if in.message, ok = lead.Text(in.message, lead.MostMessage); !ok {
		return fault.Bad("message", "lead.message", "n", lead.MostMessage)
	}
	if err := in.Check(); err != nil {
		return fault.As(err)
	}
	if !in.agreed {
		return fault.Bad("agree", "lead.form.agree")
	}
	return nil
}

func (s *Service) take(w http.ResponseWriter, r *http.Request, c *saleschannel.Channel, in *input) {
	v := s.visit(r, c)
	if err := s.record(r.Context(), v); err != nil {
		s.Log(map[string]any{"error": "form: a visit is not kept: " + err.Error(), "channel": c.Code})
	}
	_, _, err := s.Leads.Take(r.Context(), lead.Arrival{ID: s.NewID(), Channel: *c, Contact: in.Contact, Message: in.message,
		Source: lead.ByForm, Params: v.Params, Consent: true, Visit: &v})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.identity().Remember(w, c.Code, v.Visitor)
	s.thank(w, r, c, v.Visitor)
}

// full counts a form of an address and for a channel; true above a bound.
func (s *Service) full(r *http.Request, c *saleschannel.Channel) (bool, error) {
	now := s.Now()
	take := func(of string, setting string, times int) (bool, error) {
		most, err := s.Settings.Int(r.Context(), setting)
		if err != nil {
			return false, err
		}
		at := store.Key{Table: "audience", PK: "LEADDAY#" + quota.Day(now) + "#" + of, SK: "N"}
		full, err := quota.Take(r.Context(), s.DB, now, at, quota.Count{Name: "n", Add: 1, Most: times * most})
		return full != quota.None, err
	}
	for _, n := range web.Networks(web.Address(r.Context())) {
		if full, err := take(s.hidden(quota.Day(now), n.Key), "lead.form.day", n.Times); err != nil || full {
			return full, err
		}
	}
	return take(c.ID, "lead.form.channel.day", 1)
}

// thank answers a form that was taken. It says the same of a known and an unknown person.
func (s *Service) thank(w http.ResponseWriter, r *http.Request, c *saleschannel.Channel, known string) {
	lang := webpage.Lang(r)
	v := view{Frame: webpage.Frame{Sign: "done", Title: s.Texts.Text(lang, "lead.form.done.title", nil),
		Text: s.Texts.Text(lang, "lead.form.done.text", nil)}}
	s.chat(&v, r, c, known)
	s.write(w, r, http.StatusOK, v)
}

// chat offers the shunting link of the channel, which then knows the visitor. known is the visitor's id; empty for none.
func (s *Service) chat(v *view, r *http.Request, c *saleschannel.Channel, known string) {
	if c.LinkCode == "" {
		return
	}
	origin := s.Public
	if s.Origin != nil {
		origin = s.Origin(r, c.Owner.Tenant)
	}
	v.Chat, v.ChatURL = s.Texts.Text(webpage.Lang(r), "lead.form.chat", nil), origin+"/s/"+url.PathEscape(c.LinkCode)
	if token := s.identity().TokenOf(c.Code, known, s.Now()); token != "" {
		v.ChatURL += "?" + visitor.Token + "=" + token
	}
}
