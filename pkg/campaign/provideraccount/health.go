package provideraccount

import (
	"context"
	"sync"
	"time"

	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// state is how an account stands, as far as sending and checks tell.
type state struct {
	Success time.Time `dynamodbav:"s,omitzero"`
	Failure time.Time `dynamodbav:"f,omitzero"`
	Code    int       `dynamodbav:"fc,omitempty"` // the provider's
	Detail  string    `dynamodbav:"fd,omitempty"` // the provider's text, without keys
	Check   string    `dynamodbav:"c,omitempty"`  // result of the last check
	CheckAt time.Time `dynamodbav:"ct,omitzero"`
	CheckBy string    `dynamodbav:"cb,omitempty"` // the provider's text, without keys
	Millis  int       `dynamodbav:"cm,omitempty"`
}

// Health notes the outcomes of accounts, each at most once a minute a process. It is safe for concurrent use.
type Health struct {
	Store *Store

	mu  sync.Mutex
	all map[string]*noted
}

// noted is what became of an account's messages since it was written down.
type noted struct {
	set     map[string]any
	written time.Time
	failed  bool // what was written last
	turns   int  // from success to failure and back, since the minute began
	minute  time.Time
}

// A process writes once a minute, and at once when an account begins or ends to fail, at most mostTurns times a minute.
const (
	noteEvery = time.Minute
	mostTurns = 10
)

// Note hears what became of a message. A refusal of one recipient or one text is no failure of the account.
func (h *Health) Note(ctx context.Context, a *Account, out *provider.Outcome) {
	now := h.Store.Now().UTC()
	failed := out.Verdict != provider.Accepted && (out.Scope == provider.Sender || out.Verdict == provider.Unknown)
	if !failed && out.Verdict != provider.Accepted || ctx.Err() != nil && out.Verdict != provider.Accepted {
		return
	}
	set := h.due(a, out, failed, now)
	if set == nil {
		return
	}
	if _, err := h.Store.DB.Write(ctx, store.Op{Verb: store.Update, Key: stateKey(a.ID), Set: set}); err != nil {
		h.Store.Log(map[string]any{"warning": "provider state: " + err.Error(), "account": a.ID})
	}
}

// due adds an outcome and gives what is to be written now; nil for nothing.
func (h *Health) due(a *Account, out *provider.Outcome, failed bool, now time.Time) map[string]any {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all == nil {
		h.all = map[string]*noted{}
	}
	n := h.all[a.ID]
	if n == nil {
		n = &noted{set: map[string]any{}}
		h.all[a.ID] = n
	}
	if n.set == nil {
		n.set = map[string]any{}
	}
	if failed {
		n.set["f"], n.set["fc"], n.set["fd"] = now, out.Code, provider.Clip(a.Redact(out.Detail))
	} else {
		n.set["s"] = now
	}
	if now.Sub(n.minute) >= noteEvery {
		n.minute, n.turns = now, 0
	}
	if turned := failed != n.failed && n.turns < mostTurns; turned {
		n.turns++
	} else if now.Sub(n.written) < noteEvery && !now.Before(n.written) {
		return nil
	}
	set := n.set
	n.set, n.written, n.failed = nil, now, failed
	return set
}
