package notice

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/id"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Personal is what the house tells one user by itself: an order was paused, an export is ready. Title and Body are keys of
// messages, put into the reader's language when they are read; so is an argument that is such a key.
type Personal struct {
	UserID string
	Key    string // names the event for this user: it is told once, however often Tell is called
	Title  string
	Body   string
	Args   map[string]string
	Link   string // path of the console, e.g. /send/order?id=…; empty for none
}

// told keeps that an event was told; it outlives the notice, so that a late repetition tells nothing again.
type told struct {
	Notice  string `dynamodbav:"id"`
	Expires int64  `dynamodbav:"ttl"`
}

const toldLife = 90 * 24 * time.Hour

// The message that asks for a notice, on the queue of what takes long.
const (
	JobQueue = "job"
	TaskTell = "notice.tell"
)

// TellLater has a user told in the background, so that a call which is answered does not wait for it. It fails nothing: what it
// tells of was written.
func (b *Store) TellLater(ctx context.Context, n Personal) {
	web.Beside(ctx, func(ctx context.Context) {
		if err := b.Queues.Send(ctx, JobQueue, queue.New(TaskTell, n.UserID, n)); err != nil {
			b.Log(map[string]any{"warning": "tell: " + err.Error(), "user": n.UserID})
		}
	})
}

// Tasks of the room.
func (r *Room) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskTell: func(ctx context.Context, m queue.Message) error {
		var n Personal
		if err := json.Unmarshal(m.Body, &n); err != nil {
			return fmt.Errorf("notice: task: %w", err)
		}
		return r.Book.Tell(ctx, n)
	}}
}

// Tell keeps a notice for a user and shows it in its open consoles. Only the house calls it, after what it tells of was
// written; it may be called again. Errors are the database's; a push that fails is logged.
func (b *Store) Tell(ctx context.Context, n Personal) error {
	keep, err := b.keep(ctx)
	if err != nil {
		return err
	}
	now := b.Now()
	until := now.Add(keep)
	r := row{ID: b.NewID(), Kind: Notice, Type: Reminder, Until: until.UnixMilli(), Expires: until.Unix() + 1, Personal: &words{n.Title, n.Body, n.Args, n.Link}}
	key := personalKey(n.UserID, r.ID)
	r.At = id.Time(r.ID).UnixMilli()
	for try := 0; ; try++ {
		err = b.DB.Transact(ctx, []store.Op{
			{Verb: store.Put, Key: toldKey(n.UserID, n.Key), Item: told{r.ID, now.Add(toldLife).Unix()}, If: store.Missing("pk")},
			{Verb: store.Put, Key: key, Item: r},
		})
		if failed := store.ConditionFailed(err); failed != nil {
			var was told
			if _, err := store.Decode(failed.Old, &was); err != nil || was.Notice != r.ID {
				return err // it was told before
			}
			err = nil // by ourselves: the answer was lost
		}
		if err == nil {
			break
		}
		if !lost(err) || try >= tries {
			return err
		}
	}
	byLang := map[i18n.Lang]*push.Message{}
	err = b.Hub.SendEach(ctx, []string{n.UserID}, func(s push.Socket) *push.Message {
		lang := i18n.Choose(s.Lang, "")
		if byLang[lang] == nil {
			byLang[lang] = b.message(r, content{}, lang)
		}
		return byLang[lang]
	})
	if err != nil {
		b.Log(map[string]any{"warning": "push: " + err.Error(), "notice": r.ID})
	}
	return nil
}
