package inbox

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

const (
	base = "/gc/inbox"
	perm = "gc:inbox"
)

var (
	_ module.Module = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: perm + ":" + verb, Summary: summary}
	}
	list.MountFor(a, r.list(), latest)
	web.Handle(a, route("GET", "/unread", "page",
		"Count open conversations with unread messages. For staff: those assigned to them"), r.unread)
	web.Handle(a, route("GET", "/tags", "page", "List the tags of the latest 200 tagged conversations, the most used first"), r.tags)
	web.Handle(a, route("GET", "/{id}", "page", "Get a conversation and the replies that are possible now"), r.getRoute)
	web.Handle(a, route("GET", "/{id}/messages", "page", "List messages of a conversation, latest first"), r.messages)
	web.Handle(a, route("GET", "/{id}/search", "page", "Search the messages of a conversation, latest first"), r.search)
	web.Handle(a, route("GET", "/{id}/messages/{message}/file", "page",
		"Get a link to a file that a recipient sent, valid for one hour"), r.file)
	web.Handle(a, route("PUT", "/{id}/read", "page", "Mark all messages of a conversation as read"), r.readRoute)
	web.Handle(a, route("PUT", "/{id}/assign", "assign", "Assign a conversation"), r.assign)
	web.Handle(a, route("PUT", "/{id}/status", "assign", "Close or reopen a conversation"), r.status)
	web.Handle(a, route("PUT", "/{id}/contact", "edit", "Name the contact of a conversation"), r.contact)
	web.Handle(a, route("PUT", "/{id}/tags", "edit", "Set the tags of a conversation"), r.tag)
	web.Handle(a, route("POST", "/{id}/notes", "edit", "Write an internal note, which is never sent"), r.addNote)
	web.Handle(a, route("DELETE", "/{id}/notes/{note}", "edit", "Delete one's own note"), r.deleteNote)
	reply := route("POST", "/{id}/messages", "reply",
		"Reply with text or a picture while the reply window is open, or with a template at any time")
	reply.Spends = true
	web.Handle(a, reply, r.reply)
}

// latest is the order of an inbox unless another is asked for.
func latest(_ context.Context, _ *web.ListInput, _ *list.List[Conversation], q *store.ListQuery) error {
	if len(q.SortFields) == 0 {
		q.SortFields, q.SortOrders = []string{"lastTime"}, []string{"descend"}
	}
	return nil
}

type byID struct {
	ID string `path:"id"`
}

// Unread is a number.
type Unread struct {
	Conversations int `json:"conversations"`
}

func (r *Service) unread(ctx context.Context, _ *struct{}) (*Unread, error) {
	p := auth.Must(ctx)
	filters := map[string]string{"isUnread": "true", "status": Open}
	if p.Type == auth.Admin {
		filters["assigneeId"] = p.UserID
	}
	_, total, err := conversations.Page(ctx, r.DB, string(p.Scope()), store.ListQuery{Current: 1, Size: 1, Filters: filters})
	return &Unread{total.N}, err
}

// Detail is a conversation with what may be replied to it.
type Detail struct {
	Conversation
	Suppressed  bool         `json:"suppressed" doc:"The recipient opted out or is on a suppression list."`
	Refused     string       `json:"refused,omitempty" doc:"Reason why no reply can be sent."`
	Held        string       `json:"held,omitempty" doc:"Reason why messages outside the reply window are blocked now: the recipient's hours, consent or message cap."`
	HeldUntil   *time.Time   `json:"heldUntil,omitempty" doc:"Time when the block ends, if known."`
	Kinds       []string     `json:"kinds" doc:"Kinds of replies that can be sent now."`
	TextLimit   int          `json:"textLimit" doc:"Maximum characters of a text."`
	Caption     int          `json:"captionLimit" doc:"Maximum characters of a caption."`
	Price       money.Amount `json:"price" doc:"Price of a charged reply. For SMS: price of a part."`
	Free        bool         `json:"free" doc:"Text and pictures are free of charge."`
	TenantID    string       `json:"houseId" doc:"Id of the first-level customer that pays. The customer and its secondaries can be assigned."`
	ChannelName string       `json:"sender" doc:"Sender that the recipient receives replies from."`
	Quoting     bool         `json:"quoting" doc:"A reply can quote a message."`
}

func (r *Service) getRoute(ctx context.Context, in *byID) (*Detail, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	d := &Detail{Conversation: e.Conversation, Kinds: []string{}, ChannelName: e.Sender, TenantID: e.Owner.Tenant}
	sender := r.Senders.Sender(e.Sender)
	if sender == nil {
		d.Refused = r.Text(ctx, "inbox.fail.sender")
		return d, nil
	}
	if err := r.refused(ctx, e, d); err != nil {
		return nil, err
	}
	profile := sender.Profile()
	d.TextLimit, d.Caption, d.Free = profile.TextLimit, profile.CaptionLimit, profile.ReplyWindow > 0
	d.Quoting = profile.Quoting
	cost, err := r.price(ctx, auth.Must(ctx), e)
	if err != nil && fault.As(err) == nil {
		return nil, err
	}
	d.Price = cost.Price // none is set: a reply that costs is refused
	for _, kind := range []provider.Kind{provider.Text, provider.Image, provider.Template} {
		if profile.Carries(kind) && d.Refused == "" && d.Held == "" && r.inTime(e, sender, kind) {
			d.Kinds = append(d.Kinds, string(kind))
		}
	}
	return d, nil
}

// refused tells why nothing may be replied, or nothing now.
func (r *Service) refused(ctx context.Context, e *entity, d *Detail) error {
	h, err := r.gate(ctx, e, r.answers(e), "")
	d.Suppressed = h.why == "inbox.held."+suppression.OptedOut || h.why == "inbox.held."+suppression.Suppressed
	switch {
	case err != nil || h.why == "":
		return err
	case slices.Contains(passing, strings.TrimPrefix(h.why, "inbox.held.")):
		d.Held = r.Text(ctx, h.why)
		if !h.until.IsZero() {
			d.HeldUntil = &h.until
		}
	default:
		d.Refused = r.Text(ctx, h.why)
	}
	return nil
}

// passing are the reasons of the gate that do not block an answer to a recipient who writes again.
var passing = []string{"hours", "noConsent", "capped"}

// Thread is a part of a conversation.
type Thread struct {
	Records []Message `json:"records"`
	Next    string    `json:"next,omitempty" doc:"True when there are older ones. Request them with next as before."`
}

const atATime = 50

var place = lazyregexp.New(`^[0-9]{13}#[ -~]{1,200}$`)

func (r *Service) messages(ctx context.Context, in *struct {
	ID     string `path:"id"`
	Before string `query:"before" doc:"next of the previous page: only older ones."`
}) (*Thread, error) {
	q, err := r.thread(ctx, in.ID, in.Before)
	if err != nil {
		return nil, err
	}
	items, err := r.DB.Query(ctx, q)
	if err != nil {
		return nil, err
	}
	rows, err := store.DecodeAll[storedReply](items)
	out := &Thread{Records: []Message{}}
	if len(rows) > atATime {
		out.Next = strings.TrimPrefix(store.SortKey(items[atATime]), "M#")
	}
	for _, m := range rows[:min(atATime, len(rows))] {
		out.Records = append(out.Records, r.shown(ctx, m))
	}
	return out, err
}

// thread is the query of the messages of a conversation in the caller's scope, the latest first, or of those before a place.
func (r *Service) thread(ctx context.Context, conversation, before string) (store.Query, error) {
	if before != "" && !place.MatchString(before) {
		return store.Query{}, fault.Bad("before", "web.badRequest")
	}
	e, err := r.find(ctx, conversation)
	if err != nil {
		return store.Query{}, err
	}
	q := store.Query{Table: table, PK: key(e.ID).PK, From: "M#", To: "M#~", Desc: true, Limit: atATime + 1, Consistent: true}
	if before != "" {
		q.To = "M#" + before
	}
	return q, nil
}

// shown is a message with the reason of its failure in the caller's language.
func (r *Service) shown(ctx context.Context, m storedReply) Message {
	if m.Reason != "" {
		m.Reason = r.Text(ctx, m.Reason)
	}
	return m.Message
}

func (r *Service) readRoute(ctx context.Context, in *byID) (*Conversation, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, map[string]any{"unread": e.Unread}, map[string]any{"unread": 0})
	auditlog.Subject(ctx, e.PhoneNumber)
	if e.Unread == 0 {
		return &e.Conversation, nil
	}
	now, err := r.change(ctx, in.ID, web.OperationID(ctx, r.NewID), func(e *entity) ([]store.Op, error) { e.Unread = 0; return nil, nil })
	if err != nil {
		return nil, err
	}
	r.tell(ctx, now)
	return &now.Conversation, nil
}

// Link is where a file can be fetched.
type Link struct {
	URL string `json:"url" doc:"Presigned URL."`
}

const linkLife = time.Hour

// file gives a link to a recipient's file. It is always saved, never opened by the browser as a page.
func (r *Service) file(ctx context.Context, in *struct {
	ID      string `path:"id"`
	Message string `path:"message" maxLength:"200"`
}) (*Link, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	m, ok, err := r.load(ctx, e.ID, in.Message)
	if err != nil || !ok || m.File != ready {
		return nil, missingOr(err)
	}
	url, err := r.Files.Blobs.Link(ctx, m.Object, m.Name, linkLife)
	return &Link{url}, err
}

func missingOr(err error) error {
	if err == nil {
		return fault.Missing()
	}
	return err
}
