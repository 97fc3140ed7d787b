package notice

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/job"
	"herald/pkg/kit/push"
	"herald/pkg/kit/store"
)

// Types of the websocket's messages (platform-services §4). TypeRevoked tells open consoles to drop what they show.
const (
	TypeAnnouncement = "1"
	TypeNotice       = "2"
	TypeRevoked      = "revoke"
)

// RevokeMessage is the message that a post was revoked.
type RevokeMessage struct {
	ID   string `json:"id"`
	Type int    `json:"type" doc:"1 announcement, 2 notice."`
}

// deliver brings the readers' rows of a post in line with its state, pushes to open consoles, and records that it is
// done. The state was written before. After a crash in here the post stays pending, and the janitor repeats the
// delivery.
func (b *Store) deliver(ctx context.Context, p *Post) error {
	for try := 0; p.Pending != nil; try++ {
		if err := b.settle(ctx, p); err != nil {
			return err
		}
		old := *p
		p.Pending, p.Version = nil, p.Version+1
		ops := append([]store.Op{{Verb: store.Put, Key: postKey(p.ID), Item: p, If: store.Eq("version", old.Version)}}, dueOps(&old, p)...)
		err := b.DB.Transact(ctx, ops)
		if err == nil {
			return nil
		}
		if !store.Lost(err) || try >= tries {
			return fmt.Errorf("notice %s: %w", p.ID, err)
		}
		// Another caller changed the post meanwhile, perhaps revoked it: the current state decides about the rows.
		now, ok, err := b.load(ctx, p.Kind, p.ID)
		if err != nil || !ok {
			return err
		}
		*p = *now
	}
	return nil
}

// settle writes or removes the readers' rows and tells open consoles.
func (b *Store) settle(ctx context.Context, p *Post) error {
	verb := store.Delete
	if p.Status == Published {
		verb = store.Put
	}
	var ops []store.Op
	for _, a := range p.Audience.audiences() {
		op := store.Op{Verb: verb, Key: rowKey(a, p.Kind, *p.At, p.ID)}
		if verb == store.Put {
			op.Item = rowOf(p)
		}
		ops = append(ops, op)
	}
	if err := b.DB.WriteAll(ctx, ops); err != nil {
		return err
	}
	if err := b.push(ctx, p); err != nil {
		// The console reads the truth when it looks.
		b.Log(map[string]any{"warning": "push: " + err.Error(), "notice": p.ID})
	}
	return nil
}

// push tells the open consoles of a post's audience, each in its language.
func (b *Store) push(ctx context.Context, p *Post) error {
	make := func(i18n.Lang) *push.Message {
		return &push.Message{Type: TypeRevoked, Data: RevokeMessage{p.ID, typeOf(p.Kind)}}
	}
	if p.Status == Published {
		body, _, err := store.Load[content](ctx, b.DB, contentKey(p.ID), true)
		if err != nil {
			return err
		}
		make = func(lang i18n.Lang) *push.Message { return b.message(rowOf(p), body, lang) }
	}
	byLang := map[i18n.Lang]*push.Message{}
	choose := func(s push.Socket) *push.Message {
		if p.Audience.Kind != Users && !p.Audience.reaches(s.User, auth.Type(s.Type)) {
			return nil
		}
		lang := i18n.Choose(s.Lang, "")
		if byLang[lang] == nil {
			byLang[lang] = make(lang)
		}
		return byLang[lang]
	}
	if p.Audience.Kind == Users {
		return b.Hub.SendEach(ctx, p.Audience.UserIDs, choose)
	}
	return b.Hub.BroadcastEach(ctx, choose)
}

// maxPushed is the largest content that travels by websocket (128 KB a message on API Gateway, and JSON makes it larger);
// a console asks for a larger one when it is opened.
const maxPushed = 20 << 10

func (b *Store) message(r row, c content, lang i18n.Lang) *push.Message {
	m := b.view(reading{row: r}, c, lang)
	if len(m.Content) > maxPushed {
		m.Content = ""
	}
	if r.Kind == Announcement {
		return &push.Message{Type: TypeAnnouncement, Data: announcementOf(m)}
	}
	return &push.Message{Type: TypeNotice, Data: m}
}

// Tick is the janitor's minute. It publishes scheduled posts, expires posts whose time is over, finishes deliveries
// that a process left incomplete, and redelivers the outbox. An action that another caller took meanwhile is not an
// error.
func (b *Store) Tick(ctx context.Context) error {
	return looks(b.DB).Tick(ctx, b.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		var of outboxRow
		if err := d.Decode(&of); err != nil {
			return next, err
		}
		if of.Kind == "" {
			return b.redeliver(ctx, of)
		}
		return b.tend(ctx, of.Kind, d.ID)
	})
}

// tend does what a post needs now. What it needs next is a row of its own; next is the next tick when another caller was faster.
func (b *Store) tend(ctx context.Context, k Kind, postID string) (next time.Time, err error) {
	p, ok, err := b.load(ctx, k, postID)
	if err != nil || !ok {
		return next, err
	}
	now := b.Now()
	switch at, due := p.due(); {
	case !due || at.After(now):
		return next, nil // the index was read before another caller changed it
	case p.Pending != nil:
		return next, b.deliver(ctx, p)
	case p.Status == Scheduled && p.ExpireAt != nil && !p.ExpireAt.After(now):
		return b.expire(ctx, p) // the platform was down for longer than the post was to be shown
	case p.Status == Scheduled:
		if _, p, err = b.Publish(ctx, k, postID, nil); err != nil {
			return next, refused(err)
		}
		return next, b.deliver(ctx, p)
	}
	return b.expire(ctx, p)
}

// expire records that a post's time is over. Readers no longer see it in any state, as its rows hold the end of its
// time.
func (b *Store) expire(ctx context.Context, p *Post) (next time.Time, err error) {
	old := *p
	p.Status, p.Updated, p.Change = Expired, b.Now(), b.NewID()
	err = b.DB.Transact(ctx, b.changed(&old, p, change{action: "expire"}))
	if store.ConditionFailed(err) != nil { // a change that leaves the time writes no row for it
		return b.Now(), nil
	}
	return next, err
}
