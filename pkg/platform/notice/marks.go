package notice

import (
	"context"
	"maps"
	"strconv"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

// marks are a user's marks on posts: everything of a tab up to a moment is read, and single posts after it. It stays
// small: marks older than the history are removed at every change, and a cleared tab is one number.
type marks struct {
	Through map[string]int64 `dynamodbav:"t,omitempty"` // by tab: unix ms up to which everything is read
	Read    map[string]int64 `dynamodbav:"r,omitempty"` // by post: when it was published
	Gone    map[string]int64 `dynamodbav:"g,omitempty"` // likewise; removed by its reader
	Muted   []Topic          `dynamodbav:"m,omitempty"` // topics of which the user wants no news
	Version int64            `dynamodbav:"v"`
}

// tab of a row: a notice's type, or announcements.
func (r *row) tab() string {
	if r.Kind == Announcement {
		return letter(Announcement)
	}
	return strconv.Itoa(r.Type)
}

func (m *marks) read(r *row) bool { return r.Read || r.At <= m.Through[r.tab()] || m.Read[r.ID] != 0 }

func (m *marks) gone(r *row) bool { return r.Gone || m.Gone[r.ID] != 0 }

// mark changes the marks of a user. Marks of posts published before since are removed on the way.
func (b *Store) mark(ctx context.Context, user string, since time.Time, set func(*marks)) error {
	return store.Decide(ctx, tries, func() error {
		m, known, err := store.Load[marks](ctx, b.DB, marksKey(user), true)
		if err != nil {
			return err
		}
		for _, old := range []*map[string]int64{&m.Through, &m.Read, &m.Gone} {
			if *old == nil {
				*old = map[string]int64{}
			}
			maps.DeleteFunc(*old, func(_ string, at int64) bool { return at < since.UnixMilli() })
		}
		cond := store.Missing("pk")
		if known {
			cond = store.Eq("v", m.Version)
		}
		m.Version++
		set(&m)
		_, err = b.DB.Write(ctx, store.Op{Verb: store.Put, Key: marksKey(user), Item: m, If: cond})
		return err
	})
}

// MarkRead notes that the caller has read one announcement or notice, or removes it from its list. The 404 fault for an id that
// the caller never could see; one that was revoked meanwhile is fine.
func (b *Store) MarkRead(ctx context.Context, p *auth.Principal, k Kind, noticeID string, gone bool) error {
	r, err := b.find(ctx, p, k, noticeID)
	if err != nil {
		return err
	}
	if r.Personal == nil {
		keep, err := b.keep(ctx)
		if err != nil {
			return err
		}
		return b.mark(ctx, p.UserID, b.Now().Add(-keep), func(m *marks) {
			m.Read[r.ID] = r.At
			if gone {
				m.Gone[r.ID] = r.At
			}
		})
	}
	set := map[string]any{"rd": true}
	if gone {
		set["go"] = true
	}
	_, err = b.DB.Write(ctx, store.Op{Verb: store.Update, Key: personalKey(p.UserID, r.ID), Set: set, If: store.Exists("pk")})
	if store.ConditionFailed(err) != nil {
		return nil // its time was over
	}
	return err
}

// Clear notes that the caller has read everything that it sees in a tab now.
func (b *Store) Clear(ctx context.Context, p *auth.Principal, k Kind, tab string) error {
	all, err := b.inbox(ctx, p, k)
	if err != nil {
		return err
	}
	keep, err := b.keep(ctx)
	if err != nil {
		return err
	}
	var newest int64
	for _, r := range all {
		if r.tab() == tab {
			newest = max(newest, r.At)
		}
	}
	if newest == 0 {
		return nil
	}
	return b.mark(ctx, p.UserID, b.Now().Add(-keep), func(m *marks) {
		m.Through[tab] = max(newest, m.Through[tab])
		for _, r := range all {
			if r.tab() == tab && r.At <= newest {
				delete(m.Read, r.ID)
			}
		}
	})
}

// find gives what an id stands for, when it was ever meant for the caller; the 404 fault for any other id. One read.
func (b *Store) find(ctx context.Context, p *auth.Principal, k Kind, noticeID string) (row, error) {
	var r row
	if !id.Valid(noticeID) {
		return r, fault.Missing()
	}
	got, err := b.DB.GetMany(ctx, []store.Key{personalKey(p.UserID, noticeID), postKey(noticeID)}, true)
	if err != nil {
		return r, err
	}
	if personal, err := store.Decode(got[0], &r); err != nil || (personal && r.Personal != nil && r.Kind == k) {
		return r, err
	}
	var post Post
	ok, err := store.Decode(got[1], &post)
	if err != nil {
		return r, err
	}
	if !ok || post.Kind != k || post.At == nil || !post.Audience.reaches(p.UserID, p.Type) {
		return r, fault.Missing()
	}
	r = rowOf(&post)
	if post.Status != Published {
		r.Until = 0
	}
	return r, nil
}

// tabs of notices.
var tabs = []string{strconv.Itoa(Plain), strconv.Itoa(Reminder)}
