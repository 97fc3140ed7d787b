package inbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/job"
	"herald/pkg/kit/list"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// Keys, all in table campaign:
//
//	CONV#<id> / C                            the conversation
//	CONV#<id> / M#<unix ms>#<message>        a message, which expires after a year
//	CONVID#<id> / <id of a message>          when a message was taken, or a reply kept
//	CONVREF#<tenant>#<sender> / <number>     which conversation a number is in
//	CONVOUT#<sender> / <number>              the conversation in which a number was replied to last
//	CONVWA#<provider's id> / R               which reply a provider's id is of
//	L#inbox#<scope> / <id>                   the list rows
//	JOB#0 / …                                when the tick looks at a reply (kit/job)
const table = "campaign"

func key(id string) store.Key { return store.Key{Table: table, PK: "CONV#" + id, SK: "C"} }

func messageKey(id string, at time.Time, message string) store.Key {
	return store.Key{Table: table, PK: "CONV#" + id, SK: fmt.Sprintf("M#%013d#%s", at.UnixMilli(), message)}
}

func takenKey(id, message string) store.Key {
	return store.Key{Table: table, PK: "CONVID#" + id, SK: message}
}

func refKey(tenant, sender string, number uint64) store.Key {
	return store.Key{Table: table, PK: "CONVREF#" + tenant + "#" + sender, SK: fmt.Sprint(phone.Normal(number))}
}

func outKey(sender string, number uint64) store.Key {
	return store.Key{Table: table, PK: "CONVOUT#" + sender, SK: fmt.Sprint(phone.Normal(number))}
}

func providerKey(id string) store.Key {
	return store.Key{Table: table, PK: "CONVWA#" + id, SK: "R"}
}

func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "inbox", Shards: 1}
}

// pointer names a conversation, and a reply in it.
type pointer struct {
	ID      string `dynamodbav:"id"`
	Message string `dynamodbav:"m,omitempty"`
	At      int64  `dynamodbav:"at,omitempty"` // unix ms
	Expires int64  `dynamodbav:"ttl,omitempty"`
}

var conversations = store.List[Conversation]{Table: table, Entity: "inbox", ByTime: true, Columns: []store.Column[Conversation]{
	{Name: "lastTime", Kind: store.Time, Sort: true, Filter: true, Get: func(c *Conversation) any { return c.LastTime }},
	{Name: "phoneNumber", Kind: store.Text, Sort: true, Filter: true, Finds: phone.Search, Doc: "Substring.",
		Get: func(c *Conversation) any { return c.PhoneNumber }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Get: func(c *Conversation) any { return c.Name }},
	{Name: "search", Kind: store.Text, Filter: true, Finds: findsIn, Doc: "Part of the name, number or last message.", Get: searched},
	{Name: "tag", Kind: store.Exact, Filter: true, Doc: "One of these tags, divided by commas.",
		Get: func(c *Conversation) any { return c.Tags }},
	{Name: "isTagged", Kind: store.Exact, Filter: true, Words: []string{"true", "false"},
		Get: func(c *Conversation) any { return word(len(c.Tags) > 0) }},
	{Name: "channel", Kind: store.Exact, Filter: true, Words: []string{"whatsapp", "sms"},
		Get: func(c *Conversation) any { return c.Channel }},
	{Name: "status", Kind: store.Exact, Sort: true, Filter: true, Words: []string{Open, Closed},
		Get: func(c *Conversation) any { return c.Status }},
	{Name: "lastMessage", Kind: store.Text, Filter: true, Doc: "Substring.", Get: func(c *Conversation) any { return c.LastMessage }},
	{Name: "isUnread", Kind: store.Exact, Filter: true, Words: []string{"true", "false"},
		Get: func(c *Conversation) any { return word(c.Unread > 0) }},
	{Name: "isAssigned", Kind: store.Exact, Filter: true, Words: []string{"true", "false"},
		Get: func(c *Conversation) any { return word(c.AssigneeID != "") }},
	{Name: "windowUntil", Kind: store.Time, Filter: true, Doc: "End of the reply window.",
		Get: func(c *Conversation) any { return ended(c.WindowUntil) }},
	{Name: "orderId", Kind: store.Text, Filter: true, Doc: "Id of an order that the recipient replied to.",
		Get: func(c *Conversation) any { return strings.Join(c.Orders, " ") }},
	{Name: "orderNo", Kind: store.Text, Filter: true, Get: func(c *Conversation) any { return c.OrderNo }},
	{Name: "assigneeId", Kind: store.Exact, Filter: true, Get: func(c *Conversation) any { return c.AssigneeID }},
	{Name: "customerId", Kind: store.Exact, Filter: true, Get: func(c *Conversation) any { return c.CustomerID }},
	{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.",
		Get: func(c *Conversation) any { return c.CustomerName }},
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(c *Conversation) any { return c.CreateTime }},
}}

func word(yes bool) string {
	if yes {
		return "true"
	}
	return "false"
}

func ended(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

func (r *Service) list() list.List[Conversation] {
	return list.List[Conversation]{List: conversations, DB: r.DB, Path: base, Perm: perm + ":page",
		Summary: "List conversations in the caller's scope, latest message first"}
}

// find reads a conversation in the caller's scope; the 404 fault for any other id.
func (r *Service) find(ctx context.Context, conversation string) (*entity, error) {
	if !id.Valid(conversation) {
		return nil, fault.Missing()
	}
	rows, err := r.DB.GetMany(ctx, []store.Key{conversations.Key(string(auth.Must(ctx).Scope()), conversation), key(conversation)}, true)
	if err != nil {
		return nil, err
	}
	var e entity
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	_, err = store.Decode(rows[1], &e)
	return &e, err
}

// writes carries out the operations of a change.
type writes func(ctx context.Context, ops []store.Op) error

// change decides about a conversation and writes it once, with what else belongs to it. A repetition of the same operation is known by
// its mark. set may give operations whose conditions tell that it was decided on what is no longer so: then it is decided anew.
func (r *Service) change(ctx context.Context, id, mark string, set func(e *entity) ([]store.Op, error)) (*entity, error) {
	return r.changeBy(ctx, r.DB.Transact, id, mark, set)
}

func (r *Service) changeBy(ctx context.Context, write writes, id, mark string, set func(e *entity) ([]store.Op, error)) (now *entity,
	err error) {
	err = store.Decide(ctx, 16, func() error {
		e, ok, err := store.Load[entity](ctx, r.DB, key(id), true)
		if err != nil {
			return err
		}
		if !ok {
			return fault.Missing()
		}
		if now = &e; e.Mark == mark {
			return nil
		}
		seen, had := e.Version, slices.Clone(e.Scopes)
		more, err := set(&e)
		if err != nil {
			return err
		}
		e.Version, e.Mark = seen+1, mark
		ops := append([]store.Op{{Verb: store.Put, Key: key(id), Item: e, If: store.Eq("v", seen)}}, e.rows(had)...)
		return write(ctx, append(ops, more...))
	})
	return now, err
}

// rows writes the list rows of who sees a conversation, and takes those away of who does no longer.
func (e *entity) rows(had []string) (ops []store.Op) {
	var both, come, gone []string
	for _, s := range e.Scopes {
		if slices.Contains(had, s) {
			both = append(both, s)
		} else {
			come = append(come, s)
		}
	}
	for _, s := range had {
		if !slices.Contains(e.Scopes, s) {
			gone = append(gone, s)
		}
	}
	ops = conversations.Replace(both, e.ID, e.Conversation)
	if len(come) > 0 {
		ops = append(ops, conversations.Insert(come, e.ID, e.Conversation)...)
	}
	if len(gone) > 0 {
		ops = append(ops, conversations.Remove(gone, e.ID)...)
	}
	return ops
}

// last takes over what a conversation shows of its latest message.
func (e *entity) last(m *Message) {
	if m.Time.Before(e.LastTime) {
		return
	}
	e.LastMessage, e.LastKind, e.LastIn, e.LastTime = excerpt(m.Text), m.Kind, m.In, m.Time
}

// excerpt is the start of a text in one line.
func excerpt(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), 100)])
}
