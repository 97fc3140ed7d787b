package usdt

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// patience is how long a call that tells a hash waits for the chain's first word.
const patience = 8 * time.Second

// submit tells an order's hash. again is another one after a rejection or too late; staff may tell one at any time before the credit.
// Faults: usdt.hashEmpty, usdt.hashForm, usdt.repeat (40912), usdt.hashUsed (40913), usdt.checking (40914), usdt.tries (40915),
// usdt.gone (40916).
func (r *Service) submit(ctx context.Context, id, text string, again bool) (*Order, error) {
	o, err := r.find(ctx, id)
	if err != nil {
		return nil, err
	}
	p := auth.Must(ctx)
	staff := p.Type == auth.Admin
	if staff && !p.Can("virtual:order:submit") {
		return nil, fault.New(fault.Forbidden, 0, "web.forbidden")
	}
	if !staff && o.User != p.UserID {
		return nil, fault.Missing()
	}
	hash, err := r.hash(ctx, o, text)
	if err != nil {
		return nil, err
	}
	most, err := r.Retries(ctx)
	if err != nil {
		return nil, err
	}
	o, _, err = r.change(ctx, id, func(o *Order) ([]store.Op, bool, error) {
		late := o.Status == Rejected || o.Status == Expired
		switch {
		case o.Hash == hash && (o.Status.checking() || o.Status == Credited),
			slices.ContainsFunc(o.More, func(f AdditionalTransfer) bool { return f.Hash == hash }):
			return nil, false, fault.New(fault.Conflict, 40912, "usdt.repeat")
		case o.Status == Credited || o.Status.checking(), o.Status == Waiting && again, late && !again && !staff:
			return nil, false, fault.New(fault.Conflict, 40914, "usdt.checking")
		case late && !staff && o.Tries >= most:
			return nil, false, fault.New(fault.Conflict, 40915, "usdt.tries", "n", most)
		case late:
			o.Tries++
		}
		return r.notices(o, hash), true, nil
	})
	if err != nil {
		return nil, goneOr(err, o)
	}
	auditlog.Note(ctx, o.ID, nil, map[string]any{"hash": hash, "user": o.User})
	first, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := r.Check(first, o.ID); err != nil { // the tick looks again
		r.Log(map[string]any{"warning": "usdt: " + err.Error(), "order": o.ID})
	}
	o, _, err = r.Get(ctx, o.ID)
	return o, err
}

// goneOr tells that an order's address belongs to another one by now, which is what a conflict of its row says after all tries.
func goneOr(err error, o *Order) error {
	if fault.As(err) == nil && o != nil && (o.Status == Submitted) && o.Tries > 0 {
		return fault.New(fault.Conflict, 40916, "usdt.gone").With(err)
	}
	return err
}

// notices writes a hash into an order; it gives the operations to be written beside it.
func (r *Service) notices(o *Order, hash string) []store.Op {
	now := r.Now()
	o.Status, o.Reason, o.Hash, o.Confirmations, o.SubmittedAt, o.DoneAt = Submitted, "", hash, 0, &now, nil
	return append(reclaim(o), looks(r.DB).At(now, o.ID, hash, nil))
}

// hash gives the normal form of a hash of the order's chain that credits no other order.
func (r *Service) hash(ctx context.Context, o *Order, text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", fault.Bad("hash", "usdt.hashEmpty")
	}
	chain, err := r.reader(o.Chain)
	if err != nil {
		return "", err
	}
	hash, err := chain.Hash(text)
	if err != nil {
		return "", fault.Bad("hash", "usdt.hashForm", "platform", nameOf(o.Chain)).With(err)
	}
	paid, err := r.creditedFor(ctx, o.Chain, hash)
	if err != nil || len(paid) == 0 || slices.Contains(paid, o.ID) { // the last: it is this order's own
		return hash, err
	}
	// A transaction may hold transfers to several orders; only the chain knows.
	first, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	t, err := r.transaction(first, chain, hash)
	if err == nil && len(t.To(o.Address)) == 0 || provider.CauseOf(err) == provider.NotThere {
		return "", fault.New(fault.Conflict, 40913, "usdt.hashUsed")
	}
	return hash, nil
}

// Invalidate gives up an order that waits for its transfer, or was rejected. Faults: usdt.later (40917) while a hash is looked at or
// after the credit.
func (r *Service) Invalidate(ctx context.Context, id string) error {
	o, err := r.find(ctx, id)
	if err != nil {
		return err
	}
	if p := auth.Must(ctx); p.Type == auth.Admin && !p.Can("virtual:order:submit") || p.Type != auth.Admin && o.User != p.UserID {
		return fault.Missing()
	}
	if err := r.expire(ctx, id, func(o *Order) error {
		if o.Status.checking() || o.Status == Credited {
			return fault.New(fault.Conflict, 40917, "usdt.later")
		}
		return nil
	}); err != nil {
		return err
	}
	auditlog.Note(ctx, id, map[string]any{"status": o.Status, "user": o.User}, map[string]any{"status": Expired, "user": o.User})
	return nil
}

// expire gives up an order unless may refuses.
func (r *Service) expire(ctx context.Context, id string, may func(o *Order) error) error {
	rest, err := r.rest(ctx)
	if err != nil {
		return err
	}
	o, changed, err := r.change(ctx, id, func(o *Order) ([]store.Op, bool, error) {
		if err := may(o); err != nil || o.Status == Expired {
			return nil, false, err
		}
		now := r.Now()
		was := o.Status
		o.Status, o.Reason, o.DoneAt = Expired, "", &now
		if was == Rejected { // its address rests already
			return nil, true, nil
		}
		return append(release(o, now, rest), looks(r.DB).At(now.Add(time.Minute), o.ID, "expired", nil)), true, nil
	})
	if err == nil && changed {
		r.push(ctx, o)
	}
	return err
}

func (r *Service) rest(ctx context.Context) (time.Duration, error) {
	days, err := r.Rest(ctx)
	return time.Duration(days) * 24 * time.Hour, err
}
