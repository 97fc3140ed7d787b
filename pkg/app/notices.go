package app

import (
	"context"
	"strconv"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/user"
)

// Notifier stores notices of the platform.
func (e *Env) Notifier() *notice.Store {
	return e.singletons.teller.get(func() *notice.Store {
		return &notice.Store{DB: e.DB, Hub: e.Hub, Queues: e.Queues, Settings: e.Settings(), Texts: e.ownParts().texts(),
			Now: e.Now, NewID: e.IDs.Next, Log: e.Log}
	})
}

// notices is the whole module, with the posts by staff, whose HTML is made harmless. Only functions that show posts
// carry that.
func (e *Env) notices() *notice.Store {
	e.singletons.notices.Do(func() {
		b := *e.Notifier()
		if e.NewSanitizer != nil {
			b.Clean = e.NewSanitizer(e.Config.PublicURL)
		}
		e.singletons.notices.it = &b
	})
	return e.singletons.notices.it
}

func (e *Env) NoticeService() *notice.Service {
	return &notice.Service{Store: e.notices(), Known: e.names, NewID: e.NewID}
}

// names gives the names of users by id; unknown ids are left out.
func (e *Env) names(ctx context.Context, ids []string) (map[string]string, error) {
	keys := make([]store.Key, len(ids))
	for i, id := range ids {
		keys[i] = user.Key(id)
	}
	rows, err := e.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	users, err := store.DecodeAll[user.User](rows)
	out := map[string]string{}
	for _, u := range users {
		if u.ID != "" && !u.Deleted {
			out[u.ID] = u.Name
		}
	}
	return out, err
}

// Notices to users, for modules that do not import package notice.

// tellLock notifies a user that its account was locked or unlocked: once for each lock, for any number of runs of
// the hook. A failed notice is sent when the janitor runs the hook again.
func (e *Env) tellLock(ctx context.Context, userID string, locked bool) error {
	u, ok, err := e.Users().Load(ctx, userID)
	if err != nil || !ok || u.LockedAt == nil {
		return err // deleted, or never locked
	}
	since := strconv.FormatInt(u.LockedAt.UnixMilli(), 10)
	n := notice.Personal{UserID: userID, Key: "unlock." + since, Title: "user.tell.unlockedTitle", Body: "user.tell.unlocked"}
	if locked {
		n.Key, n.Title, n.Body = "lock."+since, "user.tell.lockedTitle", "user.tell.locked"
	}
	if locked && u.LockReason != "" {
		n.Body, n.Args = "user.tell.lockedFor", map[string]string{"reason": u.LockReason}
	}
	return e.Notifier().Notify(ctx, n)
}

// accessNotice prepares the notice that the caller has changed a user's access. It names the caller. A repetition of
// the call sends no second notice.
func (e *Env) accessNotice(ctx context.Context, userID, what string) (with []store.Op, deliver func()) {
	n := notice.Personal{UserID: userID, Key: what + "." + web.OperationID(ctx, e.NewID), Title: "user.tell.actedTitle", Body: what,
		Args: map[string]string{"name": auth.Must(ctx).Name}}
	return []store.Op{notice.OutboxOp(e.Now(), n)}, func() { e.Notifier().NotifyLater(ctx, n) }
}
