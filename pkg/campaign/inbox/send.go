package inbox

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// sending names a reply.
type sending struct {
	Conversation string `json:"c" dynamodbav:"c"`
	At           int64  `json:"t" dynamodbav:"t"` // unix ms
	Message      string `json:"m" dynamodbav:"m"`
	Again        bool   `json:"a,omitempty" dynamodbav:"-"` // by the tick, which repeats it
}

func (s sending) key() store.Key { return messageKey(s.Conversation, time.UnixMilli(s.At), s.Message) }

func message(task, tenant string, s sending) queue.Message {
	return queue.New(task, tenant, []sending{s})
}

// How often a reply is tried that the provider certainly did not take, and for how long.
const (
	mostTries = 5
	lookAfter = time.Minute
	tryFor    = 2 * time.Hour
)

// both reads a reply and its conversation; false when there is none.
func (r *Service) both(ctx context.Context, s sending) (e *entity, m *storedReply, ok bool, err error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{key(s.Conversation), s.key()}, true)
	if err != nil || rows[0] == nil || rows[1] == nil {
		return nil, nil, false, err
	}
	e, m = &entity{}, &storedReply{}
	if _, err := store.Decode(rows[0], e); err != nil {
		return nil, nil, false, err
	}
	_, err = store.Decode(rows[1], m)
	return e, m, err == nil, err
}

// Tick sends the replies whose task was lost, or that the provider did not accept at the first time. It closes the
// bills of replies without receipts: sent ones are charged, unknown ones are refunded. It has recipients' files fetched
// that the queue gave up.
func (r *Service) Tick(ctx context.Context) error {
	now := r.Now()
	return looks(r.DB).Tick(ctx, now, func(ctx context.Context, d job.Due) (next time.Time, err error) {
		var s sending
		if err := d.Decode(&s); err != nil {
			return next, err
		}
		e, m, ok, err := r.both(ctx, s)
		if err != nil || !ok {
			return next, err
		}
		if m.In {
			return r.fetchAgain(ctx, s, e, m)
		}
		if m.State == toSend && now.Sub(m.Time) < tryFor {
			return job.Doubling(m.Time, now), r.post(ctx, e.Owner.Tenant, m, s)
		}
		if m.State == toSend {
			if err := r.end(ctx, s, e, m, newState{failed, "inbox.fail.late"}); err != nil {
				return next, err
			}
		}
		return r.due(ctx, m, now)
	})
}

// due closes the bill of a reply when its time has come, or tells when that is.
func (r *Service) due(ctx context.Context, m *storedReply, now time.Time) (next time.Time, err error) {
	if m.Bill == nil {
		return next, nil
	}
	setting := map[string]string{unknown: "order.unknown.minutes", sent: "order.settle.minutes"}[m.State]
	if setting == "" {
		return next, r.settle(ctx, m, m.State != failed && m.State != toSend)
	}
	minutes, err := r.Settings.Int(ctx, setting)
	if err != nil {
		return next, err
	}
	if at := m.Time.Add(time.Duration(minutes) * time.Minute); at.After(now) {
		return at, nil
	}
	return next, r.settle(ctx, m, m.State == sent)
}

// picture brings the picture of a reply to the provider, which may be repeated without harm, and has the reply sent.
func (r *Service) picture(ctx context.Context, s sending) error {
	e, m, ok, err := r.both(ctx, s)
	if err != nil || !ok || m.State != toSend {
		return err
	}
	if held, err := r.held(ctx, s, e, m); err != nil || held {
		return err
	}
	sender := r.Senders.Sender(e.Sender)
	if sender == nil || sender.Media == nil {
		return r.end(ctx, s, e, m, newState{failed, "inbox.fail.media"})
	}
	f, err := r.Files.Find(ctx, auth.Everything, m.file()) // who replied was found to see it
	if err != nil {
		return r.unless(ctx, err, s, e, m)
	}
	name, body, err := r.Files.Open(ctx, auth.Everything, f.ID)
	if err != nil {
		return r.unless(ctx, err, s, e, m)
	}
	if m.Uploaded, err = sender.Media.UploadMedia(ctx, name, f.Type, body); err != nil {
		if refused := refusal(err); refused != nil && refused.Outcome.Verdict == provider.Rejected {
			return r.end(ctx, s, e, m, newState{failed, "inbox.fail.media"})
		}
		return nil // the tick comes back to it
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: s.key(), Set: map[string]any{"pm": m.Uploaded}, If: store.Eq("s", toSend)})
	if err != nil {
		if store.ConditionFailed(err) != nil {
			return nil
		}
		return err
	}
	return r.post(ctx, e.Owner.Tenant, m, s)
}

// unless ends a reply whose picture is gone, when the error is not one that a repetition may heal.
func (r *Service) unless(ctx context.Context, err error, s sending, e *entity, m *storedReply) error {
	if fault.As(err) == nil {
		return err
	}
	return r.end(ctx, s, e, m, newState{failed, "inbox.fail.media"})
}

// send brings a reply to the provider. That it is about to be tried is written before the call, as doubt: only a certain refusal
// lifts that, and who dies between leaves the doubt, which a receipt ends.
func (r *Service) send(ctx context.Context, s sending) error {
	e, m, ok, err := r.both(ctx, s)
	if err != nil || !ok || m.State != toSend {
		return err
	}
	if held, err := r.held(ctx, s, e, m); err != nil || held {
		return err
	}
	sender := r.Senders.Sender(e.Sender)
	if sender == nil {
		return r.end(ctx, s, e, m, newState{failed, "inbox.fail.sender"})
	}
	if h, err := r.forbidden(ctx, e, sender, provider.Kind(m.Kind), billRef(m.ID)); err != nil {
		return err
	} else if h.why != "" {
		return r.end(ctx, s, e, m, newState{failed, h.why})
	}
	tries := store.Op{Verb: store.Update, Key: s.key(), Set: map[string]any{"s": unknown, "n": m.Tries + 1},
		If: store.And(store.Eq("s", toSend), tried(m.Tries))}
	err = r.DB.Transact(ctx, append([]store.Op{tries}, m.locks()...))
	if f := store.ConditionFailed(err); f != nil && f.Index > 0 { // locked just now
		return r.end(ctx, s, e, m, newState{failed, failLocked})
	} else if f != nil {
		return nil // another worker is at it
	}
	if err != nil {
		return err
	}
	answer := sender.Send(ctx, e.message(m, s))
	switch {
	case answer.Verdict == provider.Accepted:
		return r.accepted(ctx, s, e, m, answer.ProviderID)
	case answer.Verdict == provider.Unknown:
		r.tell(ctx, e)
		return nil
	case answer.Verdict == provider.Retry && m.Tries+1 < mostTries:
		return r.end(ctx, s, e, m, newState{toSend, ""}) // the tick comes back to it
	}
	return r.end(ctx, s, e, m, newState{failed, "dispatch.reason." + string(sender.Reason(answer.Code))})
}

// tried is the condition that a reply was not tried meanwhile.
func tried(n int) store.Cond {
	if n == 0 {
		return store.Missing("n")
	}
	return store.Eq("n", n)
}

// message is a reply as the provider takes it.
func (e *entity) message(m *storedReply, s sending) provider.Message {
	out := provider.Message{To: fmt.Sprint(e.Number), From: e.To, Reference: Reference(s.Conversation, time.UnixMilli(s.At), s.Message),
		Kind: provider.Kind(m.Kind), Text: m.Text, MediaID: m.Uploaded, Quotes: m.Context}
	if m.Template != nil {
		out.Template, out.MediaID, out.Text = m.Template.WithFile(m.Uploaded), "", ""
	}
	return out
}

// accepted writes that the provider took a reply over, and where an answer to it belongs.
func (r *Service) accepted(ctx context.Context, s sending, e *entity, m *storedReply, providerID string) error {
	if err := r.end(ctx, s, e, m, newState{sent, ""}); err != nil {
		return err
	}
	p := pointer{ID: s.Conversation, Message: s.Message, At: s.At, Expires: r.Now().Add(expires).Unix()}
	ops := []store.Op{{Verb: store.Put, Key: outKey(e.Sender, e.Number), Item: p}}
	if providerID != "" {
		ops = append(ops, store.Op{Verb: store.Put, Key: providerKey(providerID), Item: p},
			store.Op{Verb: store.Update, Key: s.key(), Set: map[string]any{"pv": providerID}, If: store.Exists("pk")})
	}
	for _, op := range ops {
		if _, err := r.DB.Write(ctx, op); err != nil {
			return err
		}
	}
	return nil
}

// became is a reply's state, and the key of why it failed.
type newState struct{ state, reason string }

// end writes the outcome of a reply whose intent is written, unless a receipt has a later state; a failed one costs
// nothing.
func (r *Service) end(ctx context.Context, s sending, e *entity, m *storedReply, now newState) error {
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: s.key(), Set: map[string]any{"s": now.state, "r": now.reason},
		If: store.In("s", toSend, unknown)})
	if err != nil {
		if store.ConditionFailed(err) != nil {
			return nil
		}
		return err
	}
	r.tell(ctx, e)
	if now.state == failed {
		return r.settle(ctx, m, false)
	}
	return nil
}
