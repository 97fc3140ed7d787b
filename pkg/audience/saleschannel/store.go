package saleschannel

import (
	"context"
	"slices"

	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

const tries = 20

// repository stores channels: a row by the code, and the list rows of all scopes.
type repository struct{ *Service }

var _ catalogue.Repository[Channel] = repository{}

// Find reads a channel in the caller's scope.
func (k repository) Find(ctx context.Context, channelID string) (Channel, error) {
	return Find(ctx, k.DB, string(auth.Must(ctx).Scope()), channelID)
}

// Add writes a new channel, once for an id. Fault: saleschannel.max (409).
func (k repository) Add(ctx context.Context, channelID string, c Channel) (Channel, error) {
	most, err := k.Settings.Int(ctx, "saleschannel.max")
	if err != nil {
		return c, err
	}
	rows := channels.Insert(c.Scopes(), channelID, c)
	rows[0].If = store.Missing("pk")
	ops := append(rows, store.Op{Verb: store.Put, Key: key(c.Code), Item: c, If: store.Missing("pk")},
		store.Op{Verb: store.Update, Key: countKey(c.Owner.Tenant), Add: map[string]int64{"n": 1},
			If: store.Or(store.Missing("n"), store.Lt("n", most))})
	err = store.TransactWithRetry(ctx, k.DB, tries, ops)
	failed := store.ConditionFailed(err)
	if failed == nil {
		return c, err
	}
	if stands, err := k.Find(ctx, channelID); err == nil {
		if stands.LinkID != "" && stands.LinkCode != "" { // the repetition drew another code, which the link must not keep
			_, err = k.Refer(ctx, stands.Owner.Tenant, stands.LinkID, stands.ID, Reference(stands.Code))
		}
		return stands, err
	}
	if c.LinkID != "" {
		if err := k.Release(ctx, c.LinkID, c.ID); err != nil {
			return c, err
		}
	}
	if failed.Index == len(ops)-1 {
		return c, fault.State("saleschannel.max", "n", most)
	}
	return c, err // two channels drew the same code, which a repetition of the call does not
}

// Set writes a channel that stands as it was read, once for an operation, and releases links that are its no longer. The row names the
// link until the next change, so that a repetition or that change releases it after a crash. It returns catalogue.ErrChanged when the
// channel was changed meanwhile.
func (k repository) Set(ctx context.Context, _ string, c Channel) error {
	var left []string
	read, taken := c.Version, false
	c.Version, c.Mark = read+1, web.OperationID(ctx, k.NewID)
	err := store.Decide(ctx, tries, func() error {
		was, ok, err := store.Load[Channel](ctx, k.DB, key(c.Code), true)
		switch {
		case err != nil || !ok:
			return orMissing(err)
		case was.Mark == c.Mark: // an earlier try of the call
			left = []string{was.Left}
			return nil
		case was.Version != read:
			return catalogue.ErrChanged
		}
		left, c.Left, taken = []string{was.Left}, "", c.LinkID != "" && c.LinkID != was.LinkID
		if was.LinkID != c.LinkID {
			left, c.Left = append(left, was.LinkID), was.LinkID
		}
		return k.DB.Transact(ctx, c.changed(&was))
	})
	if err == nil && taken {
		left = append(left, c.LinkID)
		err = k.referAgain(ctx, &c)
	}
	for _, link := range left {
		if err == nil && link != "" {
			err = k.Release(ctx, link, c.ID)
		}
	}
	return err
}

// referAgain makes the link of a channel that was written its own, if an earlier change released it meanwhile. The caller releases the
// link afterwards, which does nothing unless another change took it away.
func (k repository) referAgain(ctx context.Context, c *Channel) error {
	has, err := HasLink(ctx, k.DB, c.Code, c.LinkID)
	if err == nil && has {
		_, err = k.Refer(ctx, c.Owner.Tenant, c.LinkID, c.ID, Reference(c.Code))
	}
	return err
}

// changed gives the operations that write a channel with its list rows, if it stands as it was read.
func (c *Channel) changed(was *Channel) []store.Op {
	ops := []store.Op{{Verb: store.Put, Key: key(c.Code), Item: *c, If: store.Eq("v", was.Version)}}
	before, now := was.Scopes(), c.Scopes()
	gone := slices.DeleteFunc(slices.Clone(before), func(s string) bool { return slices.Contains(now, s) })
	fresh := slices.DeleteFunc(slices.Clone(now), func(s string) bool { return slices.Contains(before, s) })
	stays := slices.DeleteFunc(slices.Clone(now), func(s string) bool { return slices.Contains(fresh, s) })
	ops = append(ops, channels.Replace(stays, c.ID, *c)...)
	ops = append(ops, channels.Insert(fresh, c.ID, *c)...)
	return append(ops, channels.Remove(gone, c.ID)...)
}

// Drop takes a channel away through which no lead came, and then releases its link: one whose deletion is refused keeps it. Fault:
// saleschannel.hasLeads (409).
func (k repository) Drop(ctx context.Context, channelID string, c Channel) error {
	counts, err := funnel.Totals(ctx, k.DB, []string{c.ID})
	switch {
	case err != nil:
		return err
	case counts[0].Leads > 0:
		return fault.State("saleschannel.hasLeads")
	}
	ops := append([]store.Op{funnel.Leadless(c.ID), {Verb: store.Delete, Key: key(c.Code), If: store.Eq("v", c.Version)},
		{Verb: store.Update, Key: countKey(c.Owner.Tenant), Add: map[string]int64{"n": -1}}}, channels.Remove(c.Scopes(), channelID)...)
	err = store.TransactWithRetry(ctx, k.DB, tries, ops)
	switch failed := store.ConditionFailed(err); {
	case failed == nil && err != nil:
		return err
	case failed == nil:
	case failed.Index == 0:
		return fault.State("saleschannel.hasLeads")
	case failed.Old != nil:
		return fault.State("saleschannel.changed")
	default: // an earlier try of the call
	}
	if c.LinkID == "" {
		return nil
	}
	return k.Release(ctx, c.LinkID, c.ID)
}

func orMissing(err error) error {
	if err == nil {
		return fault.Missing()
	}
	return err
}
