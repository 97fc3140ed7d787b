package notice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/id"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Personal is a notice of the platform to one user: an order was paused, an export is ready. Title and Body are keys
// of messages, put into the reader's language when they are read; so is an argument that is such a key.
type Personal struct {
	UserID string            `dynamodbav:"u"`
	Key    string            `dynamodbav:"k"` // names the event for this user: it is delivered once, however often Notify is called
	Title  string            `dynamodbav:"t"`
	Body   string            `dynamodbav:"b"`
	Args   map[string]string `dynamodbav:"a,omitempty"`
	Link   string            `dynamodbav:"l,omitempty"` // path of the console, e.g. /send/order?id=…; empty for none
}

// deliveredRow records that an event was delivered. It outlives the notice, so that a late repetition delivers
// nothing again.
type deliveredRow struct {
	Notice  string `dynamodbav:"id"`
	Expires int64  `dynamodbav:"ttl"`
}

const deliveredLife = 90 * 24 * time.Hour

// The message that asks for a notice, on the queue of what takes long.
const (
	JobQueue = "job"
	TaskTell = "notice.tell"
)

// NotifyLater sends a task to deliver an outbox notice, so that the caller's response does not wait for it. It never
// fails: the tick delivers notices without a task.
func (b *Store) NotifyLater(ctx context.Context, n Personal) {
	web.AfterWrite(ctx, func(ctx context.Context) {
		if err := b.Queues.Send(ctx, JobQueue, queue.New(TaskTell, n.UserID, n)); err != nil {
			b.Log(map[string]any{"warning": "tell: " + err.Error(), "user": n.UserID})
		}
	})
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskTell: func(ctx context.Context, m queue.Message) error {
		var n Personal
		if err := json.Unmarshal(m.Body, &n); err != nil {
			return fmt.Errorf("notice: task: %w", err)
		}
		return r.Store.DeliverOutbox(ctx, n)
	}}
}

// outboxRow is a row that the tick looks at: a post, or an undelivered notice.
type outboxRow struct {
	Kind   Kind     `dynamodbav:"k,omitempty"` // of a post
	Notice Personal `dynamodbav:"n,omitempty"`
	Since  int64    `dynamodbav:"s,omitempty"` // unix ms
}

// outboxDelay is how long the process that wrote an outbox notice has for delivering it.
const outboxDelay = 30 * time.Second

// OutboxOp gives the operation that stores an outbox notice, for the transaction that causes it. DeliverOutbox
// delivers it. If DeliverOutbox does not finish, the tick does.
func OutboxOp(now time.Time, n Personal) store.Op {
	return looks(nil).At(outboxDue, n.outboxID(), "", outboxRow{Notice: n, Since: now.UnixMilli()})
}

// outboxDue is a fixed time, so that an outbox row can be found by its name.
var outboxDue = time.UnixMilli(0)

func (n Personal) outboxID() string { return "t#" + n.UserID + "#" + n.Key }

// DeliverOutbox is Notify for a notice that OutboxOp stored. It removes the outbox row after the push.
func (b *Store) DeliverOutbox(ctx context.Context, n Personal) error {
	first, err := b.deliverPersonal(ctx, n)
	if err != nil || !first {
		return err
	}
	_, err = b.DB.Write(ctx, looks(b.DB).Drop(outboxDue, n.outboxID(), ""))
	return err
}

// redeliver delivers outbox notices that were not delivered. It repeats the push of notices whose sender may have
// crashed after storing them.
func (b *Store) redeliver(ctx context.Context, o outboxRow) (next time.Time, err error) {
	now := b.Now()
	if now.Sub(time.UnixMilli(o.Since)) < outboxDelay {
		return now, nil
	}
	first, err := b.deliverPersonal(ctx, o.Notice)
	if err != nil || first {
		return next, err
	}
	was, ok, err := store.Load[deliveredRow](ctx, b.DB, deliveredKey(o.Notice.UserID, o.Notice.Key), true)
	if err != nil || !ok {
		return next, err
	}
	r, ok, err := store.Load[row](ctx, b.DB, personalKey(o.Notice.UserID, was.Notice), true)
	if err == nil && ok && !r.Read && !r.Gone {
		b.shown(ctx, o.Notice.UserID, r)
	}
	return next, err
}

// Notify stores a notice for a user and pushes it to its open consoles. The platform calls it after the event was
// written, and may repeat it. Errors are the database's; a failed push is logged.
func (b *Store) Notify(ctx context.Context, n Personal) error {
	_, err := b.deliverPersonal(ctx, n)
	return err
}

// deliverPersonal is Notify, and reports whether this very call stored the notice.
func (b *Store) deliverPersonal(ctx context.Context, n Personal) (first bool, err error) {
	keep, err := b.keep(ctx)
	if err != nil {
		return false, err
	}
	muted, err := b.mutes(ctx, n.UserID, topicOf(n.Title))
	if err != nil {
		return false, err
	}
	now := b.Now()
	until := now.Add(keep)
	r := row{ID: b.NewID(), Kind: Notice, Type: Reminder, Until: until.UnixMilli(), Expires: until.Unix() + 1,
		Read: muted, Personal: &words{n.Title, n.Body, n.Args, n.Link}}
	key := personalKey(n.UserID, r.ID)
	r.At = id.Time(r.ID).UnixMilli()
	err = store.Retry(ctx, tries, func() error {
		err := b.DB.Transact(ctx, []store.Op{
			{Verb: store.Put, Key: deliveredKey(n.UserID, n.Key), Item: deliveredRow{r.ID, now.Add(deliveredLife).Unix()}, If: store.Missing("pk")},
			{Verb: store.Put, Key: key, Item: r},
		})
		if failed := store.ConditionFailed(err); failed != nil {
			var was deliveredRow
			_, err = store.Decode(failed.Old, &was)
			first = was.Notice == r.ID // by ourselves: the answer was lost
			return err
		}
		first = err == nil
		if errors.Is(err, store.ErrUnclear) {
			err = store.Retryable(err)
		}
		return err
	})
	if err == nil && first && !muted {
		b.shown(ctx, n.UserID, r)
	}
	return first, err
}

// Claim records that something beside a notice, such as its email, is done for a user; false when it was claimed before.
func (b *Store) Claim(ctx context.Context, userID, key string) (first bool, err error) {
	row := deliveredRow{b.NewID(), b.Now().Add(deliveredLife).Unix()}
	_, err = b.DB.Write(ctx, store.Op{Verb: store.Put, Key: deliveredKey(userID, key), Item: row,
		If: store.Or(store.Missing("pk"), store.Eq("id", ""))})
	if store.ConditionFailed(err) != nil {
		return false, nil
	}
	return err == nil, err
}

// Unclaim takes a claim back: what was claimed was not begun.
func (b *Store) Unclaim(ctx context.Context, userID, key string) error {
	_, err := b.DB.Write(ctx, store.Op{Verb: store.Put, Key: deliveredKey(userID, key),
		Item: deliveredRow{"", b.Now().Add(deliveredLife).Unix()}})
	return err
}

// shown pushes a notice to its user's open consoles, to each in its language.
func (b *Store) shown(ctx context.Context, userID string, r row) {
	byLang := map[i18n.Lang]*push.Message{}
	err := b.Hub.SendEach(ctx, []string{userID}, func(s push.Socket) *push.Message {
		lang := i18n.Choose(s.Lang, "")
		if byLang[lang] == nil {
			byLang[lang] = b.message(r, content{}, lang)
		}
		return byLang[lang]
	})
	if err != nil {
		b.Log(map[string]any{"warning": "push: " + err.Error(), "notice": r.ID})
	}
}
