package order

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

// Trials choose one of the two messages of an order.
type Trials struct{ flow *Flow }

// Trials are those of the orders of the kind.
func (f *Flow) Trials() Trials { return Trials{f} }

// The two messages of a trial.
const (
	VariantA = "a"
	VariantB = "b"
)

// Trial is two messages that are tried on a sample of an order's targets, before one of them goes to the rest (issue
// 11, item 9).
type Trial struct {
	Share   int        `dynamodbav:"s"`           // of the targets that are the sample, in percent
	By      string     `dynamodbav:"b"`           // what decides: delivered, read or replied
	Wait    int        `dynamodbav:"w"`           // minutes after the sample, until it decides
	Hand    bool       `dynamodbav:"h,omitempty"` // a user chooses; else the tick does
	Sample  int        `dynamodbav:"c"`           // chunks of the sample; as many follow with the rest
	Sampled *time.Time `dynamodbav:"d,omitempty"` // when nothing of the sample was left to send
	Chosen  string     `dynamodbav:"v,omitempty"` // VariantA or VariantB, once it was chosen
	Chooser string     `dynamodbav:"n,omitempty"` // display name of who chose; empty: the tick
	Time    *time.Time `dynamodbav:"t,omitempty"` // of the choice
}

// Trying reports that the rest of an order still waits for the choice of its message. A retry takes only targets that
// had a message before, so none of them waits.
func (o *Order) Trying() bool { return o.Trial != nil && o.Trial.Chosen == "" && !o.Retried() }

// Due is when a trial may be decided; the zero time while its sample is being sent.
func (t *Trial) Due() (at time.Time) {
	if t.Sampled != nil {
		at = t.Sampled.Add(time.Duration(t.Wait) * time.Minute)
	}
	return at
}

// choosing are the states in which the message of the rest may be chosen.
var choosing = []Status{Sending, Paused}

// Choosable reports whether a user may choose now.
func (o *Order) Choosable() bool { return o.Trying() && slices.Contains(choosing, o.Status) }

// errChosen: what is asked for stands already.
var errChosen = errors.New("order: the message of the rest was chosen")

// OnSampled notes that an order's sample is sent: from here on its trial waits. An order whose message a user chooses
// gets a deadline, if it has none, so that it does not hold credit for ever. It returns the current order.
func (tr Trials) OnSampled(ctx context.Context, of *Order) (*Order, error) {
	now, gen := tr.flow.Now(), of.Gen
	o, err := tr.tried(ctx, seen(of), []Status{Sending}, func(o *Order, t *Trial) error {
		if !o.Trying() || o.Gen != gen || t.Sampled != nil {
			return errChosen
		}
		if t.Sampled = &now; !t.Hand {
			return nil
		}
		if o.Until == nil {
			until := now.Add(mostDeadline)
			o.Until = &until
		}
		o.addNotice(tr.flow.notices().sampled(o))
		return nil
	})
	if err == nil && o.Trial.Hand && o.Trial.Sampled != nil {
		tr.flow.notices().tell(ctx, o, tr.flow.notices().sampled(o))
	}
	return o, err
}

// sampled tells the owner of an order that there is something to choose.
func (ns notices) sampled(o *Order) notice.Personal {
	return ns.noticeFor(o, "sampled."+strconv.Itoa(o.Gen), "sampled", nil)
}

// Decide chooses the message of an order's rest by the results of the sample. A user's earlier choice stays. It
// returns the current order.
func (tr Trials) Decide(ctx context.Context, of *Order, variant string) (*Order, error) {
	now, gen := tr.flow.Now(), of.Gen
	o, err := tr.tried(ctx, seen(of), []Status{Sending}, func(o *Order, t *Trial) error {
		if !o.Trying() || o.Gen != gen {
			return errChosen
		}
		t.Chosen, t.Time = variant, &now
		return nil
	})
	if err == nil {
		tr.flow.Listing().announce(ctx, of.ID)
	}
	return o, err
}

// Choose is the choice of the caller; it may be repeated. Faults: order.trialNone, order.trialChosen and order.state.variant (409).
func (tr Trials) Choose(ctx context.Context, was *Order, variant string) (*Order, error) {
	if was.Trial == nil {
		return nil, fault.State("order.trialNone")
	}
	p, operation, now := auth.Must(ctx), web.OperationID(ctx, tr.flow.NewID), tr.flow.Now()
	o, err := tr.tried(ctx, seen(was), choosing, func(o *Order, t *Trial) error {
		switch {
		case t.Chosen == variant:
			return errChosen
		case t.Chosen != "":
			return fault.State("order.trialChosen")
		case !o.Trying():
			return fault.State("order.state.variant")
		}
		t.Chosen, t.Chooser, t.Time, o.Act = variant, p.Name, &now, operation
		return nil
	})
	if err != nil {
		return nil, err
	}
	switch o.Trial.Chosen {
	case variant:
	case "":
		return nil, fault.State("order.state.variant")
	default:
		return nil, fault.State("order.trialChosen")
	}
	auditlog.Note(ctx, o.ID, nil, map[string]any{"orderNo": o.No, "variant": variant})
	tr.flow.follow(ctx, o, acted)
	return o, nil
}

// tried changes the trial of an order that is in one of the states, on a copy of it, and returns the current order.
func (tr Trials) tried(ctx context.Context, at *snapshot, in []Status, set func(*Order, *Trial) error) (*Order, error) {
	o, _, err := tr.flow.Orders.moveSeen(ctx, at, in, func(o *Order) error {
		if o.Trial == nil {
			return errChosen
		}
		t := *o.Trial
		if err := set(o, &t); err != nil {
			return err
		}
		o.Trial = &t
		return nil
	})
	if errors.Is(err, errChosen) {
		o, _, err = tr.flow.Orders.Get(ctx, at.id)
	}
	return o, err
}
