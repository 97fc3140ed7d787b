package call

import (
	"context"
	"slices"
	"strings"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch/gate"
	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// intake is made where orders are taken.
func (r *Service) intake() *order.Intake[Request, Draft, *Draft] {
	return &order.Intake[Request, Draft, *Draft]{Flow: r.Engine.Flow, Head: head, Tidy: (*Request).normalize, Quote: r.quote,
		Audience: r.audience,
		Keep: func(ctx context.Context, p *auth.Principal, w *Request) error {
			return r.Files.Keep(ctx, p.Scope(), files(w)...)
		},
		Listed: drafts,
		For:    func(w *Request) string { return w.UserID }, Written: r.written, Same: same}
}

// files are what a request refers to.
func files(w *Request) []string {
	if w.FileID == "" {
		return nil
	}
	return []string{w.FileID}
}

// audience is the recipients of a request and the recording that they hear.
type audience struct {
	recipients *order.Recipients
	recording  *voice.Recording
	stopKey    string // empty for none
	known      named  // of the customer's own id of the order
}

// quote checks a request completely. It changes nothing.
func (r *Service) quote(ctx context.Context, p *auth.Principal, w *Request) (order.Quote, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	account := r.Engine.Senders.For(channel)
	if account == nil {
		return nil, fault.State("call.noProvider")
	}
	to := &audience{}
	err := parallel.Do(
		func() error { return r.allowed(ctx, "countryCode", "call.countries", w.CountryCode) },
		func() error { return r.Engine.Flow.Rules.Countries.Open(ctx, "countryCode", w.CountryCode, business) },
		func() (err error) { to.recipients, err = r.findRecipients(ctx, p, w); return err },
		func() (err error) { to.stopKey, err = r.stopKey(ctx, w); return err },
		func() error { return r.onSpeech(ctx, p, w, to) },
		func() (err error) {
			if w.APIOrderID != "" {
				to.known, _, err = store.Load[named](ctx, r.Engine.Flow.DB, apiKey(p.Tenant, w.APIOrderID), true)
			}
			return err
		})
	if err != nil {
		return nil, err
	}
	return &quote{service: r, caller: p, request: w, to: to, by: account.Profile()}, nil
}

// stopKey is the key by which the recipients of a request stop further calls; empty for none. Fault: call.intentStop for an intent that
// has the same key.
func (r *Service) stopKey(ctx context.Context, w *Request) (string, error) {
	key, err := r.Engine.Flow.Settings.String(ctx, "call.stop.key")
	if err != nil || key == "none" {
		return "", err
	}
	for _, n := range w.Intents {
		if n.Digit == key {
			return "", fault.Bad("intents", "call.intentStop", "key", key)
		}
	}
	return key, nil
}

// allowed refuses a value that a setting does not list: group calls are for Indonesia by default (business-domain
// §9).
func (r *Service) allowed(ctx context.Context, field, setting, value string) error {
	list, err := r.Engine.Flow.Settings.String(ctx, setting)
	if err != nil || slices.Contains(strings.Split(list, ","), value) {
		return err
	}
	return fault.Bad(field, "call.only", "allowed", strings.ReplaceAll(list, ",", ", "))
}

// hear finds the recording and the language.
func (r *Service) onSpeech(ctx context.Context, p *auth.Principal, w *Request, to *audience) (err error) {
	if w.RecordingID == "" {
		return fault.Bad("recordingId", "web.valid.missing")
	}
	if to.recording, err = r.Recordings.Recording(ctx, p.Scope(), w.RecordingID); err != nil {
		return err
	}
	if to.recording.State != voice.Ready {
		return fault.Bad("recordingId", "call.recordingState", "name", to.recording.Name)
	}
	if w.Language == "" {
		w.Language = to.recording.Language
	}
	if w.Language != to.recording.Language {
		return fault.Bad("language", "call.language", "name", to.recording.Name, "language", to.recording.Language)
	}
	return r.allowed(ctx, "language", "call.languages", w.Language)
}

// findRecipients finds the recipients of a request.
func (r *Service) findRecipients(ctx context.Context, p *auth.Principal, w *Request) (*order.Recipients, error) {
	to, err := order.FindRecipients(ctx, r.Contacts, p, order.Source{ListID: w.GroupID, FileID: w.FileID, Country: w.CountryCode},
		order.SourceTexts{Either: "call.target", Country: "call.country", BadRows: "call.badRows"})
	if err == nil && to.Count == 0 {
		err = fault.Bad("groupId", "call.empty")
	}
	return to, err
}

// quote is a checked request.
type quote struct {
	service *Service
	caller  *auth.Principal
	request *Request
	to      *audience
	by      provider.Profile
}

// Checked implements order.Quote.
func (q *quote) Checked() order.CheckedRequest {
	seconds := q.to.seconds()
	return order.CheckedRequest{Basics: head(q.request), Targets: q.to.recipients.Count, Refused: q.to.recipients.Refused,
		Empty: fault.Bad("groupId", "call.empty"), Parts: q.request.minutes(seconds), Duration: lasts(&q.by, q.to.recipients.Count, seconds)}
}

// seconds is how long the recording is.
func (to *audience) seconds() int { return (to.recording.Milliseconds + 999) / 1000 }

// Explain implements order.Quote.
func (q *quote) Explain(ctx context.Context, e *order.Estimate) error {
	return q.service.heldBack(ctx, q.caller, q.request, q.to.recipients, e)
}

// Precondition implements order.Quote.
func (q *quote) Precondition(id string) error {
	if q.to.known.Order == "" || id == q.to.known.Order {
		return nil
	}
	return taken(q.request, q.to)
}

// Fill implements order.Quote.
func (q *quote) Fill(o *order.Order) {
	w := q.request
	o.Channel, o.Sender, o.Group, o.Chunks, o.OwnID = channel, q.by.Sender, w.GroupID, plan.Chunks(o.Total), w.APIOrderID
	if w.GroupID != "" {
		o.Chunks = q.to.recipients.List.Packs
	}
}

// Terms implements order.Quote.
func (q *quote) Terms(o *order.Order) []order.Term {
	w := q.request
	terms := order.KeepTerms(q.service.Files, files(w), o)
	terms = append(terms, order.Term{Ops: voice.Plays(w.RecordingID, o.ID), Refusal: fault.Missing()})
	if w.APIOrderID != "" {
		terms = append(terms, order.Term{Ops: []store.Op{{Verb: store.Put, Key: apiKey(o.Owner.Tenant, w.APIOrderID), Item: named{o.ID},
			If: store.Or(store.Missing("pk"), store.Eq("o", o.ID))}}, Refusal: taken(w, q.to)})
	}
	return terms
}

// Rows implements order.Quote.
func (q *quote) Rows(o *order.Order) []store.Op {
	to := q.to
	body := Body{Gen: o.Gen, Request: *q.request, Packs: to.recipients.List.Packs, Sum: to.recipients.File.Sum,
		Recording: to.recording.FileKey, Title: to.recording.Name, Seconds: to.seconds(), StopKey: to.stopKey}
	return append(plan.Rows(o), store.Op{Verb: store.Put, Key: bodyKey(o.ID), Item: body})
}

// AmendedRows implements order.Quote.
func (q *quote) AmendedRows(o *order.Order) []store.Op {
	return []store.Op{{Verb: store.Update, Key: bodyKey(o.ID), Set: map[string]any{"w": *q.request}}}
}

// Known is the order that stands under a customer's own id.
type Known struct {
	ID string `json:"id"`
}

// taken is the refusal of an id of a customer's own under which an order stands.
func taken(w *Request, to *audience) error {
	return fault.State("call.apiOrder", "id", w.APIOrderID).WithData(Known{to.known.Order})
}

// heldBack adds to an estimate how many of its recipients would be blocked now.
func (r *Service) heldBack(ctx context.Context, p *auth.Principal, w *Request, to *order.Recipients, e *order.Estimate) error {
	return r.Engine.Gate().BlockedBy(ctx, &gate.Aimed{Tenant: p.Tenant, Country: w.CountryCode, Channel: channel, Count: to.Count,
		Numbers: func(each func([]uint64)) error { return to.Each(ctx, r.Contacts, contact.MemberFilter{}, each) }}, e)
}

// audience returns to a reviewer the recipients of an order. Lists and files that were deleted since it was made are
// reported as missing, and fail nothing.
func (r *Service) audience(ctx context.Context, o *order.Order) (*order.Audience, error) {
	body, _, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(o.ID), false)
	if err != nil {
		return nil, err
	}
	a, w := order.AudienceOf(o), &body.Request
	// who is priced may not see what staff chose
	owner := &auth.Principal{UserID: o.Owner.User, Tenant: o.Owner.Tenant, Agent: o.Owner.Agent, Type: auth.Admin}
	to, err := r.findRecipients(ctx, owner, w)
	if fault.As(err) != nil {
		return a, nil
	} else if err != nil {
		return nil, err
	}
	if a.Name = to.List.Name; w.FileID != "" {
		if a.Name, err = order.FileName(ctx, r.Files, w.FileID); err != nil {
			return nil, err
		}
	}
	var e order.Estimate
	if err := r.heldBack(ctx, owner, w, to, &e); err != nil {
		return nil, err
	}
	a.AddHeld(ctx, r.Engine.Flow, e.Refused)
	return a, nil
}
