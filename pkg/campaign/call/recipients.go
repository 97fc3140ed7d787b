package call

import (
	"context"
	"fmt"
	"strconv"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Recipients brings the members of a collection in the packs that they lie in, or the rows of a file. Fault: call.fail.file when the
// file is not the one that was priced. dispatch.ErrEdited of an order that was changed since it was read.
func (r *Service) Recipients(ctx context.Context, o *order.Order, p *plan.Planner) error {
	body, _, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(o.ID), true)
	if err != nil {
		return err
	}
	if body.Gen > o.Gen {
		return plan.ErrEdited
	}
	w := body.Request
	if w.GroupID != "" {
		return r.Contacts.Members(ctx, w.GroupID, body.Packs,
			func(m *contact.Pack) error { return p.Pack(ctx, m.Place, body.Packs, m.Numbers, nil) })
	}
	file, err := r.Contacts.File(ctx, auth.Everything, w.FileID, w.CountryCode)
	if err != nil {
		return err
	}
	if file.Sum != body.Sum {
		return fault.State("call.fail.file")
	}
	return p.All(ctx, file.Numbers, nil)
}

// dialler makes the calls of an order: all are alike.
type dialler struct{ part *provider.CallPart }

func (d dialler) By(string) dispatch.Renderer { return d }

func (d dialler) Second() dispatch.Renderer { return nil }

func (d dialler) To(number uint64, reference string, _ []string) provider.Message {
	return provider.Message{To: strconv.FormatUint(number, 10), Reference: reference, Kind: provider.Call, Call: d.part}
}

// Renderer makes the calls of an order. None may be longer than what was reserved for it.
func (r *Service) Renderer(_ context.Context, o *order.Order) (dispatch.Renderer, error) {
	if o.Parts < 1 {
		return nil, fmt.Errorf("call: order %s has no minutes", o.ID)
	}
	return dialler{&provider.CallPart{Limit: 60 * o.Parts, RingSeconds: ringSeconds}}, nil
}

// Placeholders: recipients bring nothing.
func (*Service) Placeholders(context.Context, *order.Order) ([]string, error) { return nil, nil }

// Labels are the intents of an order: what its recipients answer.
func (r *Service) Labels(ctx context.Context, o *order.Order) ([]string, error) {
	body, _, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(o.ID), false)
	return body.labels(), err
}

func (b *Body) labels() (all []string) {
	for _, n := range b.Request.Intents {
		all = append(all, n.Label)
	}
	return all
}

// RetryPlan lets an order call those again who were not reached, as long as its country is open and what it plays is there. Fault:
// call.recordingGone.
func (r *Service) RetryPlan(ctx context.Context, o *order.Order) (order.Basics, error) {
	head := order.Basics{Service: service}
	return head, parallel.Do(
		func() error { return r.Engine.Flow.Rules.Countries.Open(ctx, "countryCode", o.Country, business) },
		func() error {
			body, _, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(o.ID), false)
			if err != nil {
				return err
			}
			if _, err = r.Recordings.Recording(ctx, auth.Everything, body.Request.RecordingID); fault.Is(err, "web.notFound") {
				return fault.State("call.recordingGone", "name", body.Title)
			}
			return err
		})
}

// Release lets go of an order's collection.
func (r *Service) Release(o *order.Order) []store.Op {
	if o.Group == "" {
		return nil
	}
	return []store.Op{contact.Release(o.Group, o.ID)}
}
