package shunt

import (
	"context"
	"strings"
	"time"

	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Refer makes a link of a tenant, which the caller sees, a sales channel's. Faults: 404; 409 saleschannel.link.taken for a link of another
// channel.
func (r *Service) Refer(ctx context.Context, tenant, linkID, channel, reference string) (saleschannel.Linked, error) {
	e, err := r.find(ctx, auth.Must(ctx).Scope(), linkID)
	if err == nil && e.Owner.Tenant != tenant {
		err = fault.Missing()
	}
	if err != nil {
		return saleschannel.Linked{}, err
	}
	held, err := r.held(ctx, e)
	if err != nil {
		return saleschannel.Linked{}, err
	}
	_, e, err = r.change(ctx, e.Code, "refer#"+channel+reference, func(now *Row) ([]store.Op, bool, error) {
		if now.Channel != "" && now.Channel != channel && (held || now.Channel != e.Channel) {
			return nil, false, fault.State("saleschannel.link.taken")
		}
		now.Channel, now.Reference = channel, reference
		return nil, true, nil
	})
	if err != nil {
		return saleschannel.Linked{}, err
	}
	return saleschannel.Linked{ID: e.ID, Code: e.Code, Name: e.Name}, nil
}

// beingMade is how long a link waits for its channel, which is written after it.
const beingMade = time.Minute

// held reports whether a link belongs to a channel that has it. One whose making or change failed half-way does not hold its link for good.
func (r *Service) held(ctx context.Context, e *Row) (bool, error) {
	if e.Channel == "" || r.now().Sub(e.UpdateTime) < beingMade {
		return e.Channel != "", nil
	}
	c, ok, err := saleschannel.ByCode(ctx, r.DB, strings.TrimPrefix(e.Reference, "#"))
	return ok && c.ID == e.Channel && c.LinkID == e.ID, err
}

// Release ends what Refer began. A link that is gone, not the channel's, or in the channel's row stays as it is.
func (r *Service) Release(ctx context.Context, linkID, channel string) error {
	e, err := r.find(ctx, auth.Everything, linkID)
	if err == nil {
		_, _, err = r.change(ctx, e.Code, "release#"+channel, func(e *Row) ([]store.Op, bool, error) {
			if e.Channel != channel {
				return nil, false, nil
			}
			code := strings.TrimPrefix(e.Reference, "#")
			if has, err := saleschannel.HasLink(ctx, r.DB, code, e.ID); err != nil || has {
				return nil, false, err
			}
			e.Channel, e.Reference = "", ""
			return []store.Op{saleschannel.Unlinked(code, e.ID)}, true, nil
		})
	}
	if f := fault.As(err); f != nil && f.Kind == fault.NotFound {
		return nil
	}
	return err
}
