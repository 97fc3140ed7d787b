package inbound

import (
	"context"
	"slices"
	"strconv"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/store"
)

// A mailbox that is full today may take the next email. One that returns several emails in a row is gone, so the address is suppressed
// as after a hard bounce. A row counts the returned emails of a tenant to an address. An email in between that did not come back ends
// the run: it is looked for only when the run is long enough, so that a delivery costs no write.

// runKept is how long a run waits for the next bounce.
const runKept = 180 * 24 * time.Hour

// softRun is the emails to an address that came back for the moment, one after another.
type softRun struct {
	Refs    []string `dynamodbav:"r"` // chunkrow.Reference, by the time of sending
	Rev     int      `dynamodbav:"v"`
	Expires int64    `dynamodbav:"ttl"`
}

func softKey(tenant, code string) store.Key {
	return store.Key{Table: "campaign", PK: "SOFT#" + tenant, SK: code}
}

// softBounced notes that an email to a code came back for the moment, once for each email, and tells whether so many did in a row that
// the address is to be suppressed.
func (r *Service) softBounced(ctx context.Context, h Event, ref chunkrow.Reference, o *order.Order, code uint64) (suppress bool,
	err error) {
	most, err := r.Flow.Settings.Int(ctx, "email.soft.suppress")
	if err != nil || most == 0 {
		return false, err
	}
	key := softKey(o.Owner.Tenant, strconv.FormatUint(code, 36))
	err = order.Retry(ctx, func() error {
		run, _, err := store.Load[softRun](ctx, r.Flow.DB, key, true)
		if err != nil {
			return err
		}
		seen := run.Rev
		if !slices.ContainsFunc(run.Refs, ref.SameEmail) {
			run.Refs = append(run.Refs, h.Ref)
		}
		slices.SortStableFunc(run.Refs, chunkrow.BySending)
		if len(run.Refs) >= most {
			if run.Refs, err = r.unbroken(ctx, h.Via, o.Owner.Tenant, code, run.Refs); err != nil {
				return err
			}
		}
		suppress = len(run.Refs) >= most
		run.Refs = run.Refs[max(0, len(run.Refs)-most):]
		run.Rev, run.Expires = seen+1, r.Flow.Now().Add(runKept).Unix()
		cond := store.Eq("v", seen)
		if seen == 0 {
			cond = store.Missing("pk")
		}
		_, err = r.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: run, If: cond})
		return err
	})
	return suppress, err
}

// unbroken gives the end of a run behind the last email that did not come back.
func (r *Service) unbroken(ctx context.Context, via, tenant string, code uint64, refs []string) ([]string, error) {
	first, err := chunkrow.ParseReference(refs[0])
	if err != nil {
		return refs, err
	}
	wrote, err := r.Index.MessagesTo(ctx, via, map[uint64]int64{code: first.Sent})
	if err != nil {
		return refs, err
	}
	last := int64(0) // time of sending of the last that did not come back
	for _, m := range wrote[code] {
		back := slices.ContainsFunc(refs, m.Ref.SameEmail) // its receipt may not be written yet
		if m.Owner.Tenant == tenant && !m.Failed && !back {
			last = max(last, m.Ref.Sent)
		}
	}
	return slices.DeleteFunc(slices.Clone(refs), func(text string) bool {
		ref, err := chunkrow.ParseReference(text)
		return err != nil || ref.Sent <= last
	}), nil
}
