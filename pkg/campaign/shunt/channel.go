package shunt

import (
	"context"

	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Refer makes a link of a tenant a sales channel's. Faults: 404; 409 saleschannel.link.taken for a link of another channel.
func (r *Service) Refer(ctx context.Context, tenant, linkID, channel, reference string) (saleschannel.Linked, error) {
	e, err := r.find(ctx, auth.UserScope(tenant), linkID)
	if err != nil {
		return saleschannel.Linked{}, err
	}
	_, e, err = r.change(ctx, e.Code, "refer#"+channel+reference, func(e *Row) ([]store.Op, bool, error) {
		if e.Channel != "" && e.Channel != channel {
			return nil, false, fault.State("saleschannel.link.taken")
		}
		e.Channel, e.Reference = channel, reference
		return nil, true, nil
	})
	if err != nil {
		return saleschannel.Linked{}, err
	}
	return saleschannel.Linked{ID: e.ID, Code: e.Code, Name: e.Name}, nil
}

// Release ends what Refer began. A link that is gone, or not the channel's, stays as it is.
func (r *Service) Release(ctx context.Context, linkID, channel string) error {
	e, err := r.find(ctx, auth.Everything, linkID)
	if err == nil {
		_, _, err = r.change(ctx, e.Code, "release#"+channel, func(e *Row) ([]store.Op, bool, error) {
			if e.Channel != channel {
				return nil, false, nil
			}
			e.Channel, e.Reference = "", ""
			return nil, true, nil
		})
	}
	if f := fault.As(err); f != nil && f.Kind == fault.NotFound {
		return nil
	}
	return err
}
