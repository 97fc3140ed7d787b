package inbox

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// The tasks: on the queue of what takes long, and what reaches the provider on that of its worker.
const (
	JobQueue     = "job"
	SendQueue    = "send"
	InboundQueue = "inbound"
	TaskAnswers  = "inbox.answers"  // what recipients wrote, with the order that it answers
	TaskFile     = "inbox.file"     // a recipient's file is brought here
	TaskReceipts = "inbox.receipts" // what became of replies
	TaskPicture  = "inbox.picture"  // of a reply is brought to the provider
	TaskSend     = "inbox.send"
)

// Answer is a recipient's message and what it answers.
type Answer struct {
	ID       string                 `json:"i"` // the provider's
	Number   uint64                 `json:"n"`
	To       string                 `json:"to,omitempty"`
	Kind     string                 `json:"k"`
	Text     string                 `json:"x,omitempty"`
	Quotes   string                 `json:"q,omitempty"`
	Media    *provider.InboundMedia `json:"m,omitempty"`
	Word     suppression.Word       `json:"w,omitempty"`
	At       int64                  `json:"t"` // unix ms
	Sender   string                 `json:"s"`
	Sent     int64                  `json:"st,omitempty"` // unix ms, when the order wrote
	Channel  string                 `json:"c,omitempty"`
	Owner    auth.Owner             `json:"o"` // empty where no order is known
	Customer string                 `json:"cn,omitempty"`
	OrderID  string                 `json:"oi,omitempty"`
	OrderNo  string                 `json:"on,omitempty"`
	Order    string                 `json:"om,omitempty"`

	Name string `json:"nm,omitempty"` // of the recipient's profile; empty: unknown
}

// ReplyReceiver queues recipients' replies for their conversations.
type ReplyReceiver struct{ Queues queue.Queues }

var _ inbound.ReplyReceiver = ReplyReceiver{}

// ReceiveReplies queues the replies for TaskAnswers.
func (r ReplyReceiver) ReceiveReplies(ctx context.Context, replies []inbound.Reply) error {
	answers := make([]Answer, len(replies))
	for i, a := range replies {
		answers[i] = Answer{ID: a.ID, Number: a.Number, To: a.To, Kind: a.Kind, Text: a.Text, Quotes: a.Quotes, Media: a.Media,
			Word: a.Word, At: a.At.UnixMilli(), Sender: a.Sender, Name: a.Name}
		if o := a.Order; o != nil {
			w := &answers[i]
			w.Sent, w.Channel, w.Owner, w.Customer = a.Sent.UnixMilli(), o.Channel, o.Owner, o.By
			w.OrderID, w.OrderNo, w.Order = o.ID, o.No, o.Name
		}
	}
	return PostAnswers(ctx, r.Queues, answers)
}

// PostAnswers queues answers.
func PostAnswers(ctx context.Context, queues queue.Queues, answers []Answer) error {
	var messages []queue.Message
	for part := range slices.Chunk(answers, 8) { // below 256 KB however long their texts are in JSON
		messages = append(messages, queue.New(TaskAnswers, part[0].Owner.Tenant, part))
	}
	return queues.Send(ctx, JobQueue, messages...)
}

// kinds of messages that are shown as what they are; others are shown as such.
var kinds = []string{"text", "image", "video", "audio", "document", "sticker", "location", "reaction"}

// took is that a message was taken, and when it stands in the thread.
type claimed struct {
	At      int64 `dynamodbav:"at"` // unix ms
	Expires int64 `dynamodbav:"ttl"`
}

// take writes an answer into its conversation, once, and begins one where there is none.
func (r *Service) take(ctx context.Context, a Answer) error {
	id, quotes, err := r.placed(ctx, &a)
	if err != nil || id == "" {
		return err
	}
	m := storedReply{Message: Message{ID: a.ID, In: true, Kind: a.Kind, Text: a.Text, Quotes: quotes, OrderID: a.OrderID, OrderNo: a.OrderNo,
		Word: map[suppression.Word]string{suppression.StopWord: "stop", suppression.StartWord: "start"}[a.Word]},
		Expires: r.Now().Add(expires).Unix()}
	if !slices.Contains(kinds, a.Kind) {
		m.Kind = "other"
	}
	if m.There = a.Media; m.There != nil {
		m.File, m.Type, m.Name = waits, m.There.Type, m.There.Name
	}
	if err := r.quotedBy(ctx, id, &a, &m); err != nil {
		return err
	}
	var fresh bool
	e, err := r.change(ctx, id, "in#"+a.ID, func(e *entity) ([]store.Op, error) {
		was, taken, err := store.Load[claimed](ctx, r.DB, takenKey(e.ID, a.ID), true)
		if fresh = !taken; err != nil || taken {
			m.Time = time.UnixMilli(was.At).UTC()
			return nil, err
		}
		if err := r.named(ctx, e, &a); err != nil {
			return nil, err
		}
		return r.takeInto(e, &m, a), nil
	})
	if err != nil {
		return err
	}
	if m.Time.IsZero() { // our own write of an earlier try
		fresh, m.Time = true, time.UnixMilli(a.At).UTC()
	}
	if m.File == waits {
		s := sending{Conversation: e.ID, At: m.Time.UnixMilli(), Message: m.ID}
		if err := r.Queues.Send(ctx, JobQueue, message(TaskFile, e.Owner.Tenant, s)); err != nil {
			return err
		}
	}
	if fresh {
		r.tell(ctx, e)
	}
	return nil
}

// takeInto lays an answer into its conversation. The provider tells seconds: what came in the second of the last message followed it.
func (r *Service) takeInto(e *entity, m *storedReply, a Answer) []store.Op {
	m.Time = time.UnixMilli(a.At).UTC()
	if m.Time.Before(e.LastTime) && e.LastTime.Sub(m.Time) < time.Second {
		m.Time = e.LastTime.Add(time.Millisecond)
	}
	e.last(&m.Message)
	e.Unread++
	e.Status = Open
	if s := r.Senders.Sender(e.Sender); s != nil && s.Profile().ReplyWindow > 0 {
		if until := m.Time.Add(s.Profile().ReplyWindow); e.WindowUntil == nil || until.After(*e.WindowUntil) {
			e.WindowUntil = &until
		}
	}
	e.LastInbound = max(e.LastInbound, m.Time.UnixMilli())
	if a.To != "" {
		e.To = a.To
	}
	if a.Owner.Tenant != e.Owner.Tenant { // another customer wrote to the number since
		m.OrderID, m.OrderNo = "", ""
	} else if a.OrderID != "" {
		e.answers(a, m.Time)
	}
	ops := []store.Op{
		{Verb: store.Put, Key: takenKey(e.ID, a.ID), Item: claimed{m.Time.UnixMilli(), m.Expires}, If: store.Missing("pk")},
		{Verb: store.Put, Key: messageKey(e.ID, m.Time, a.ID), Item: m},
	}
	if m.File == waits {
		ops = append(ops, looks(r.DB).At(r.Now().Add(fetchAfter), e.ID+"."+a.ID, "", sending{Conversation: e.ID, At: m.Time.UnixMilli(),
			Message: a.ID}))
	}
	return ops
}

// mostOrders are remembered of a conversation.
const mostOrders = 20

// answers notes the order that was answered; who ordered sees the conversation from then on.
func (e *entity) answers(a Answer, at time.Time) {
	if i := slices.Index(e.Orders, a.OrderID); i < 0 || at.Equal(e.LastTime) {
		e.Orders = append(slices.DeleteFunc(e.Orders, func(id string) bool { return id == a.OrderID }), a.OrderID)
		e.Orders = e.Orders[max(0, len(e.Orders)-mostOrders):]
		e.OrderID, e.OrderNo, e.OrderName = a.OrderID, a.OrderNo, a.Order
	}
	for _, s := range a.Owner.Scopes() {
		if !slices.Contains(e.Scopes, string(s)) {
			e.Scopes = append(e.Scopes, string(s))
		}
		if e.Lent == string(s) { // it sees the conversation by itself from now on
			e.Lent = ""
		}
	}
}

// placed finds the conversation of an answer: that of the reply which it quotes, or of the last reply to the number;
// else that of the order, which begins here. "" where no sender to the number is known.
func (r *Service) placed(ctx context.Context, a *Answer) (conversation, quotes string, err error) {
	if a.Quotes != "" {
		p, ok, err := store.Load[pointer](ctx, r.DB, providerKey(a.Quotes), true)
		if err != nil || ok {
			return p.ID, p.Message, err
		}
	}
	out, replied, err := store.Load[pointer](ctx, r.DB, outKey(a.Sender, a.Number), true)
	if err != nil {
		return "", "", err
	}
	if replied && (a.OrderID == "" || a.Quotes == "" && out.At > a.Sent && out.At <= a.At+time.Second.Milliseconds()) {
		return out.ID, "", nil
	}
	if a.OrderID == "" {
		r.Log(map[string]any{"inbox": "an answer to nobody", "sender": a.Sender})
		return "", "", nil
	}
	ref := refKey(a.Owner.Tenant, a.Sender, a.Number)
	p, known, err := store.Load[pointer](ctx, r.DB, ref, true)
	if err == nil && !known {
		p.ID, err = r.begin(ctx, a, ref)
	}
	return p.ID, "", err
}

// begin makes a conversation; of two that begin the same one the first stands.
func (r *Service) begin(ctx context.Context, a *Answer, ref store.Key) (string, error) {
	e := entity{Owner: a.Owner, Scopes: a.Owner.ScopeNames(), Sender: a.Sender, To: a.To, Number: a.Number, Version: 1}
	_, country, _ := phone.ParseAny(phone.Format(a.Number)) // of none that is known: its price is that of all countries
	e.Conversation = Conversation{ID: r.NewID(ctx), PhoneNumber: phone.Format(a.Number), CountryCode: country, Channel: a.Channel,
		Status:     Open,
		CustomerID: a.Owner.User, CustomerName: a.Customer, CreateTime: r.now(), LastTime: time.UnixMilli(a.At).UTC()}
	ops := []store.Op{{Verb: store.Put, Key: ref, Item: pointer{ID: e.ID}, If: store.Missing("pk")},
		{Verb: store.Put, Key: key(e.ID), Item: e}}
	err := store.TransactWithRetry(ctx, r.DB, 16, append(ops, conversations.Insert(e.Scopes, e.ID, e.Conversation)...))
	if f := store.ConditionFailed(err); f != nil {
		var p pointer
		_, err = store.Decode(f.Old, &p)
		return p.ID, err
	}
	return e.ID, err
}

// Forward brings receipts to the function that writes them.
func Forward(queues queue.Queues) queue.Handler {
	return func(ctx context.Context, m queue.Message) error { return queues.Send(ctx, JobQueue, m) }
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskAnswers: each(r.take), TaskReceipts: each(r.receipt), TaskPicture: each(r.picture),
		TaskFile: each(r.fetch), TaskLocked: r.endLocked}
}

// SendTasks are the worker's.
func (r *Service) SendTasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskSend: each(r.send)}
}

func each[T any](do func(ctx context.Context, one T) error) queue.Handler {
	return func(ctx context.Context, m queue.Message) error {
		var all []T
		if err := json.Unmarshal(m.Body, &all); err != nil {
			return fmt.Errorf("inbox: task: %w", err)
		}
		for _, one := range all {
			if err := do(ctx, one); err != nil {
				return err
			}
		}
		return nil
	}
}
