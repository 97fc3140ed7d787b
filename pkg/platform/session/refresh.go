package session

import (
	"context"
	"errors"
	"strings"

	"herald/pkg/kit/store"
)

// refresh trades a refresh token for new tokens. A token that was traded before ends the whole session: it was
// copied. It is taken again only when no client can have got the new one, because the function that traded it never
// learned of its own write, or crashed after it.
func (r *Service) refresh(ctx context.Context, token string) (*known, tokens, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, tokens{}, ended()
	}
	k, err := r.load(ctx, parts[0], parts[1])
	if err != nil {
		return nil, tokens{}, err
	}
	now, was := &k.session, digest(parts[2])
	if now.Refresh == was || now.Before == was && !now.TradeNotified {
		t, done, err := r.trade(ctx, k, parts[1], was)
		if err != nil || done {
			return k, t, err
		}
	}
	if err := r.end(ctx, k.user.ID, parts[1]); err != nil {
		return nil, tokens{}, err
	}
	return nil, tokens{}, ended()
}

// trade writes the successor of token was, then that it was answered; false when another process traded meanwhile.
func (r *Service) trade(ctx context.Context, k *known, sid, was string) (t tokens, done bool, err error) {
	t, s := r.mint(&k.user, sid, r.Now())
	key, from := sessionKey(k.user.ID, sid), k.session.Refresh
	traded := false
	err = store.Retry(ctx, tries, func() error {
		_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: key, Remove: []string{"told"}, If: store.Eq("refresh", from),
			Set: map[string]any{"refresh": s.Refresh, "before": was, "until": s.Until, "ttl": s.Expires, "last": r.Now()}})
		stands, err := r.stands(ctx, key, s.Refresh, err)
		if traded = stands == s.Refresh; err == nil && stands == from {
			return store.Retryable(store.ErrUnclear) // nothing was written
		}
		return err
	})
	if err != nil || !traded {
		return t, false, err
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: key, Set: map[string]any{"told": true}, If: store.Eq("refresh", s.Refresh)})
	if failed := store.ConditionFailed(err); failed != nil { // was came twice at a time
		return t, false, nil
	}
	return t, true, nil // with either outcome the new token is valid, and the old one at most once more
}

// stands gives the hash that a session has after a write of unknown outcome; its error, when the hash cannot be
// read.
func (r *Service) stands(ctx context.Context, key store.Key, written string, err error) (string, error) {
	var now session
	if failed := store.ConditionFailed(err); failed != nil {
		_, err := store.Decode(failed.Old, &now)
		return now.Refresh, err
	}
	if !errors.Is(err, store.ErrUnclear) {
		return written, err
	}
	now, _, readErr := store.Load[session](ctx, r.DB, key, true)
	if readErr != nil {
		return "", err
	}
	return now.Refresh, nil
}
