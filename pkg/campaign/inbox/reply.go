package inbox

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"herald/pkg/campaign/template"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/gsm"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// Reply is a user's answer to a recipient.
type Reply struct {
	Type         provider.Kind          `json:"type" enum:"text,image,template"`
	Text         string                 `json:"text,omitempty" doc:"Text, or caption of the picture."`
	MediaID      string                 `json:"mediaId,omitempty" doc:"Id of an uploaded picture."`
	TemplateID   string                 `json:"templateId,omitempty" doc:"Id of one of the caller's templates."`
	Placeholders []template.Placeholder `json:"placeholders,omitempty"`
	Quotes       string                 `json:"quotes,omitempty" maxLength:"200" doc:"Id of the message of the conversation that it quotes."`

	price.Expected
}

// reply keeps a reply and has it sent. Faults: 404, inbox.held.*, inbox.window and inbox.kind (409), 40201, 40302 and 40922 for one that
// costs, and what is wrong with the reply itself (400).
func (r *Service) reply(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Body Reply
}) (*Message, error) {
	p, w := auth.Must(ctx), &in.Body
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if stands, err := r.stands(ctx, e); err != nil {
		return nil, err
	} else if stands != nil {
		return r.replied(ctx, e, stands), nil
	}
	sender := r.Senders.Sender(e.Sender)
	if sender == nil {
		return nil, fault.State("inbox.fail.sender")
	}
	m, err := r.made(ctx, p, w, e.PhoneNumber, sender.Profile())
	if err != nil {
		return nil, err
	}
	if err := r.quoting(ctx, e, m, w.Quotes, sender.Profile()); err != nil {
		return nil, err
	}
	if h, err := r.forbidden(ctx, e, sender, w.Type, ""); err != nil {
		return nil, err
	} else if h.why != "" {
		return nil, fault.State(h.why)
	}
	if m.Bill, err = r.charge(ctx, p, e, m, sender.Profile()); err != nil {
		return nil, err
	}
	if m.Whose = payer(p, e); m.Bill != nil {
		m.Cost = m.Bill.Cost
	}
	if err := w.Check(m.Cost, price.Cost{Cost: m.Cost}); err != nil {
		return nil, err
	}
	m.ID, m.Time, m.State, m.By, m.Expires = web.OperationID(ctx, r.NewID), r.now(), toSend, p.Name, r.Now().Add(expires).Unix()
	s := sending{Conversation: e.ID, At: m.Time.UnixMilli(), Message: m.ID}
	now, err := r.changeBy(ctx, r.reserving(m, e.PhoneNumber), e.ID, m.ID, func(e *entity) ([]store.Op, error) {
		e.last(&m.Message)
		e.Status = Open
		ops := []store.Op{{Verb: store.Put, Key: takenKey(e.ID, m.ID), Item: claimed{s.At, m.Expires}, If: store.Missing("pk")},
			{Verb: store.Put, Key: s.key(), Item: m}, looks(r.DB).At(r.Now().Add(lookAfter), m.ID, "", s)}
		if w.MediaID != "" {
			ops = append(ops, r.Files.KeepOps(w.MediaID)...)
		}
		return ops, nil
	})
	if err != nil {
		return nil, err
	}
	r.tell(ctx, now)
	return r.replied(ctx, e, m), nil
}

// stands is the reply that an earlier try of the call has kept; nil for none. The conversation's mark does not tell: the recipient may
// have written since.
func (r *Service) stands(ctx context.Context, e *entity) (*storedReply, error) {
	if !web.Repeated(ctx) {
		return nil, nil
	}
	id := web.OperationID(ctx, r.NewID)
	m, ok, err := r.load(ctx, e.ID, id)
	if err != nil || !ok {
		return nil, err
	}
	if m.Reason != "" {
		m.Reason = r.Text(ctx, m.Reason)
	}
	return m, nil
}

// replied has a reply sent that is kept, and answers it.
func (r *Service) replied(ctx context.Context, e *entity, m *storedReply) *Message {
	auditlog.Note(ctx, e.ID, nil, map[string]any{"kind": m.Kind, "message": m.ID})
	auditlog.Subject(ctx, e.PhoneNumber)
	web.AfterWrite(ctx, func(ctx context.Context) { // what is lost is done by the tick
		if err := r.post(ctx, e.Owner.Tenant, m, sending{Conversation: e.ID, At: m.Time.UnixMilli(), Message: m.ID}); err != nil {
			r.Log(map[string]any{"warning": "inbox: " + err.Error(), "conversation": e.ID})
		}
	})
	return &m.Message
}

// charge is what a reply costs; nil for nothing.
func (r *Service) charge(ctx context.Context, p *auth.Principal, e *entity, m *storedReply, profile provider.Profile) (*bill, error) {
	switch {
	case profile.Parted:
		return r.billed(ctx, p, e, gsm.Measure(m.Text).Parts)
	case m.Kind == string(provider.Template), profile.ReplyWindow == 0:
		return r.billed(ctx, p, e, 1)
	}
	return nil, nil
}

// made checks a reply and makes the message of it.
func (r *Service) made(ctx context.Context, p *auth.Principal, w *Reply, number string, profile provider.Profile) (*storedReply, error) {
	m := &storedReply{Message: Message{Kind: string(w.Type), Text: strings.TrimSpace(plain.Text(w.Text))}}
	if !profile.Carries(w.Type) {
		return nil, fault.State("inbox.kind")
	}
	switch w.Type {
	case provider.Image:
		if w.MediaID == "" {
			return nil, fault.Bad("mediaId", "web.valid.missing")
		}
		f, err := r.Files.Find(ctx, p.Scope(), w.MediaID)
		if err != nil {
			return nil, err
		}
		if f.Kind != upload.Image {
			return nil, fault.New(fault.Invalid, 40035, "upload.kind", "kind", upload.Image)
		}
		m.Media = w.MediaID
		if utf8.RuneCountInString(m.Text) > profile.CaptionLimit {
			return nil, fault.Bad("text", "web.valid.maxLength", "n", profile.CaptionLimit)
		}
		return m, r.Files.Within(ctx, f.Size, "image.bulk.bytes")
	case provider.Template:
		w.MediaID = ""
		return m, r.templated(ctx, p, w, number, m)
	}
	w.MediaID = ""
	switch n := utf8.RuneCountInString(m.Text); {
	case n == 0:
		return nil, fault.Bad("text", "web.valid.missing")
	case n > profile.TextLimit:
		return nil, fault.Bad("text", "web.valid.maxLength", "n", profile.TextLimit)
	}
	return m, nil
}

// templated fills a template.
func (r *Service) templated(ctx context.Context, p *auth.Principal, w *Reply, number string, m *storedReply) error {
	used, err := (&template.Store{DB: r.DB}).Find(ctx, p.Scope(), w.TemplateID)
	if err != nil {
		return err
	}
	if !used.Own() {
		return fault.Missing() // the texts of templates that were made elsewhere are unknown
	}
	if !used.Reaches(number) {
		return fault.Bad("templateId", "inbox.templateSegment")
	}
	contents := map[string]string{}
	for _, ph := range w.Placeholders {
		contents[ph.Name] = strings.TrimSpace(ph.Content)
	}
	for _, name := range used.Names() {
		if contents[name] == "" {
			return fault.Bad("placeholders", "bulk.placeholderUnknown", "name", name)
		}
	}
	places := used.Places()
	m.Template = places.Fill(*used.Bare(used.MediaID), func(name string) string { return contents[name] })
	m.Picture = used.MediaID
	texts := places.Texts(m.Template)
	m.Text = strings.TrimSpace(texts[0].Is + "\n" + texts[1].Is)
	for _, text := range texts {
		if utf8.RuneCountInString(text.Is) > text.Most {
			return fault.Bad("placeholders", "web.valid.maxLength", "n", text.Most)
		}
	}
	return nil
}

// inTime tells whether the window lets a kind of reply through now.
func (r *Service) inTime(e *entity, sender *provider.Account, kind provider.Kind) bool {
	if kind == provider.Template || sender.Profile().ReplyWindow == 0 {
		return true
	}
	return e.WindowUntil != nil && e.WindowUntil.After(r.Now())
}

// held is why a reply must not be sent: the key of its text, "" when it may, and until when that is so, when it is known.
type held struct {
	why   string
	until time.Time
}

// answering is how long after a recipient's message a reply is an answer, on any channel: WhatsApp's window (facts
// §1.1). After a longer silence the checks before each send of an order apply.
const answering = 24 * time.Hour

// forbidden tells why a reply must not be sent to a conversation now. One that bears a name is counted for the cap on messages.
func (r *Service) forbidden(ctx context.Context, e *entity, sender *provider.Account, kind provider.Kind, counts string) (held, error) {
	if !r.inTime(e, sender, kind) {
		if h, err := r.gate(ctx, e, true, ""); err != nil || h.why != "" {
			return h, err
		}
		return held{why: "inbox.window"}, nil
	}
	return r.gate(ctx, e, r.answers(e), counts)
}

// answers tells whether the recipient wrote so lately that what follows is an answer.
func (r *Service) answers(e *entity) bool {
	return time.UnixMilli(e.LastInbound).Add(answering).After(r.Now()) || e.WindowUntil != nil && e.WindowUntil.After(r.Now())
}

func (r *Service) gate(ctx context.Context, e *entity, answers bool, counts string) (h held, err error) {
	reason, until, err := r.Gate(ctx, e.Owner.Tenant, Recipient{e.Number, e.CountryCode, e.Channel}, answers, counts)
	if err == nil && reason != "" {
		h = held{"inbox.held." + reason, until}
	}
	return h, err
}

// post has a reply sent: by the worker that reaches the provider, with a picture brought there first.
func (r *Service) post(ctx context.Context, tenant string, m *storedReply, s sending) error {
	if m.file() != "" && m.Uploaded == "" {
		return r.Queues.Send(ctx, JobQueue, message(TaskPicture, tenant, s))
	}
	return r.Queues.Send(ctx, SendQueue, message(TaskSend, tenant, s))
}

// file is the picture that a reply needs.
func (m *storedReply) file() string {
	if m.Kind == string(provider.Template) {
		return m.Picture
	}
	return m.Media
}

// expires is how long messages are kept.
const expires = 365 * 24 * time.Hour
