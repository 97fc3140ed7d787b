package linkpage

import (
	"cmp"
	"context"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/useragent"
	"herald/pkg/kit/webpage"
)

// What a POST asks for: the words of the form, and oneClick, the body of RFC 8058.
const (
	all      = "all"    // no emails of the tenant
	one      = "sender" // no emails of the sender
	undo     = "undo"
	oneClick = "one-click"
)

// undoFor is how long the recipient may take an unsubscription back with the same link.
const undoFor = 30 * 24 * time.Hour

// reader is the recipient that opened its link, and how it stands.
type reader struct {
	emaillink.Recipient
	owner   auth.Owner
	company string
	sender  string // as the email named it
	all     standing
	one     standing // for the sender alone
}

type standing struct {
	on bool
	at time.Time // of the last word
}

// codes under which the recipient is suppressed: for all emails, and for those of the sender.
func (r *reader) codes() (all, one uint64) {
	all = email.Code(r.Address)
	return all, email.SenderCode(all, r.Sender)
}

// read opens a token and reads what the page tells. It needs no order: what the order would tell may be missing.
func (s *Service) read(ctx context.Context, token string) (*reader, error) {
	to, err := s.Links.OpenUnsubscribe(token)
	if err != nil {
		return nil, err
	}
	r := &reader{Recipient: to}
	var links emaillink.Links
	err = parallel.Do(
		func() (err error) { r.owner, r.company, err = s.Company(ctx, to.Tenant); return err },
		func() (err error) { links, _, err = s.Stored.Of(ctx, to.Order); return err },
		func() error { return s.stand(ctx, r) })
	r.sender = cmp.Or(links.SenderName, r.company, links.SenderAddress)
	r.company = cmp.Or(r.company, r.sender)
	return r, err
}

// stand reads whether the recipient is unsubscribed.
func (s *Service) stand(ctx context.Context, r *reader) error {
	whole, part := r.codes()
	owner := auth.Owner{Tenant: r.Tenant}
	return parallel.Do(
		func() (err error) { r.all.at, r.all.on, err = s.Suppressed.Unsubscribed(ctx, owner, whole); return err },
		func() (err error) {
			if r.Sender != "" {
				r.one.at, r.one.on, err = s.Suppressed.Unsubscribed(ctx, owner, part)
			}
			return err
		})
}

// show is the page. It changes nothing: mail gateways open every link of an email.
func (s *Service) show(w http.ResponseWriter, r *http.Request) {
	who, err := s.read(r.Context(), r.PathValue("token"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.answer(w, r, who, "")
}

func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, emaillink.ErrToken) {
		s.plain(w, r, http.StatusNotFound, missing)
		return
	}
	s.Log(map[string]any{"error": "unsubscribe: " + err.Error()})
	s.plain(w, r, http.StatusServiceUnavailable, failed)
}

// submit changes what the body asks for. A mailbox program posts the body of RFC 8058 and wants no page.
func (s *Service) submit(w http.ResponseWriter, r *http.Request) {
	if _, err := s.Links.OpenUnsubscribe(r.PathValue("token")); err != nil {
		s.refuse(w, r, err)
		return
	}
	action := actionOf(r)
	if action == "" {
		s.plain(w, r, http.StatusBadRequest, failed)
		return
	}
	who, err := s.read(r.Context(), r.PathValue("token"))
	if err == nil {
		err = s.change(r, who, action)
	}
	switch {
	case errors.Is(err, errBusy):
		s.plain(w, r, http.StatusTooManyRequests, busy)
	case err != nil:
		s.refuse(w, r, err)
	case action == oneClick:
		webpage.Harden(w.Header())
		w.WriteHeader(http.StatusOK)
	default:
		s.answer(w, r, who, action)
	}
}

// mostBody is larger than every body that is taken.
const mostBody = 4 << 10

// actionOf is what a body asks for; empty for any other body. RFC 8058 allows both forms of encoding.
func actionOf(r *http.Request) string {
	r.Body = http.MaxBytesReader(nil, r.Body, mostBody)
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	var form url.Values
	switch {
	case err == nil && kind == "application/x-www-form-urlencoded":
		if r.ParseForm() != nil {
			return ""
		}
		form = r.PostForm
	case err == nil && kind == "multipart/form-data":
		if r.ParseMultipartForm(mostBody) != nil || len(r.MultipartForm.File) > 0 {
			return ""
		}
		form = r.MultipartForm.Value
	}
	for field, values := range form {
		switch {
		case len(form) != 1 || len(values) != 1:
			return ""
		case field == "List-Unsubscribe" && values[0] == "One-Click":
			return oneClick
		case field == "action" && slices.Contains([]string{all, one, undo}, values[0]):
			return values[0]
		}
	}
	return ""
}

// change records what the recipient asks for. What stands already is not written again, so that a repetition changes nothing.
func (s *Service) change(r *http.Request, who *reader, action string) error {
	now := s.Now()
	whole, part := who.codes()
	c := suppression.Change{Owner: who.owner, Customer: who.company, Number: whole, Address: who.Address, Channel: suppression.AddressChannel,
		Via: suppression.AddressChannel, Source: suppression.Unsubscribe, At: now, ByHand: true, OrderID: who.Order, Evidence: evidence[action]}
	var changes []suppression.Change
	switch {
	case action == undo:
		for _, at := range []struct {
			stands standing
			code   uint64
		}{{who.all, whole}, {who.one, part}} {
			if at.stands.on && now.Sub(at.stands.at) <= undoFor {
				c.Number, c.Off = at.code, true
				changes = append(changes, c)
			}
		}
	case action == one && who.Sender != "":
		if c.Number, c.Reason = part, who.sender; !who.one.on && !who.all.on {
			changes = append(changes, c)
		}
	case !who.all.on:
		changes = append(changes, c)
	}
	if len(changes) == 0 {
		return nil
	}
	if changes[0].Off {
		if err := s.count(r, whole); err != nil {
			return err
		}
	}
	if _, err := s.Suppressed.Record(r.Context(), changes); err != nil {
		return err
	}
	s.follow(r, who, changes[0].Off)
	return s.stand(r.Context(), who)
}

// evidence is what an entry says about how it came, in words that need no translation.
var evidence = map[string]string{oneClick: "List-Unsubscribe=One-Click", all: "/u", one: "/u"}

// follow counts the change for the order's figures. It fails nothing.
func (s *Service) follow(r *http.Request, who *reader, back bool) {
	if who.Order == "" {
		return
	}
	spot := emaillink.Spot{Order: who.Order, Gen: who.Gen, Chunk: who.Chunk, Index: who.Index, Sent: who.Sent}
	e := emaillink.NewEvent(spot, emaillink.Unsubscribed, s.Now(), useragent.Other)
	if back {
		e.Link = emaillink.Resubscribed
	}
	s.post(r.Context(), spot, e)
}

// answer shows how the recipient stands.
func (s *Service) answer(w http.ResponseWriter, r *http.Request, who *reader, action string) {
	lang := webpage.Lang(r)
	someone := s.Texts.Text(lang, "emaillink.someone", nil)
	args := map[string]any{"address": mask(who.Address), "sender": cmp.Or(who.sender, someone), "company": cmp.Or(who.company, someone)}
	say := func(key string) string { return s.Texts.Text(lang, key, args) }
	v := view{Frame: webpage.Frame{Sign: "done"}}
	switch {
	case who.all.on:
		v.Title, v.Text = say("emaillink.done.title"), say("emaillink.done.all")
		s.offerUndo(&v, lang, args, who.all.at)
	case who.one.on:
		v.Title, v.Text = say("emaillink.done.title"), say("emaillink.done.sender")
		v.More = say("emaillink.done.more")
		s.offerUndo(&v, lang, args, who.one.at)
	case action == undo:
		v.Title, v.Text = say("emaillink.undone.title"), say("emaillink.undone.text")
	default:
		v = view{Frame: webpage.Frame{Sign: "ask", Title: say("emaillink.ask.title"), Text: say("emaillink.ask.text")},
			Button: say("emaillink.ask.button"),
			Note:   say("emaillink.ask.note"), Value: all}
		if who.Sender != "" && who.sender != who.company {
			v.Choice = say("emaillink.ask.choice")
			v.Options = []option{{all, say("emaillink.ask.all"), true}, {one, say("emaillink.ask.sender"), false}}
		}
	}
	s.write(w, r, http.StatusOK, v)
}

// offerUndo adds the button that takes an unsubscription back, as long as it works.
func (s *Service) offerUndo(v *view, lang i18n.Lang, args map[string]any, at time.Time) {
	if until := at.Add(undoFor); s.Now().Before(until) {
		args["date"] = day(lang, until)
		v.Undo, v.UndoDo = s.Texts.Text(lang, "emaillink.undo.text", args), s.Texts.Text(lang, "emaillink.undo.button", nil)
		return
	}
	v.Undo = s.Texts.Text(lang, "emaillink.undo.late", args)
}

var months = []string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro",
	"dezembro"}

// day is a date as the language writes it.
func day(lang i18n.Lang, t time.Time) string {
	switch lang {
	case i18n.EnUS:
		return t.Format("January 2, 2006")
	case i18n.PtBR:
		return t.Format("2") + " de " + months[t.Month()-1] + " de " + t.Format("2006")
	}
	return t.Format("2006年1月2日")
}

// mask shows an address to who knows it: the first character and the domain.
func mask(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 1 {
		return "•••"
	}
	domain, err := idna.Display.ToUnicode(address[at+1:])
	if err != nil {
		domain = address[at+1:]
	}
	return string([]rune(address[:at])[:1]) + "•••@" + domain
}
