package email

import (
	"context"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Recipients brings the members of a contact list in the packs that they lie in, or the rows of a file, each with its address and the
// values of its placeholders. Fault: edm.fail.file when the file is not the one that was priced. plan.ErrEdited of an order that was
// changed since it was read.
func (r *Service) Recipients(ctx context.Context, o *order.Order, p *plan.Planner) error {
	body, err := r.body(ctx, o.ID, true)
	if err != nil {
		return err
	}
	if body.Gen > o.Gen {
		return plan.ErrEdited
	}
	first, second, err := body.compiledOf("")
	if err != nil {
		return err
	}
	w, names := &body.Request, valueNames(first, second)
	if w.GroupID != "" {
		if w.Filter != nil { // what is known of members changes
			if err := p.UseExistingChunks(ctx); err != nil {
				return err
			}
		}
		return r.Contacts.Members(ctx, w.GroupID, body.Packs, func(m *contact.Pack) error {
			m = m.Only(w.members())
			return p.Pack(ctx, m.Place, body.Packs, m.Numbers, m.Values(names))
		})
	}
	if len(w.Addresses) > 0 {
		to, err := testRecipients(w.Addresses)
		if err != nil {
			return err
		}
		return p.All(ctx, to.File.Numbers, order.ValuesOf(to.File, names))
	}
	file, err := r.Contacts.EmailFile(ctx, auth.Everything, w.FileID)
	if err != nil {
		return err
	}
	if file.Sum != body.Sum {
		return fault.State("edm.fail.file")
	}
	return p.All(ctx, file.Numbers, order.ValuesOf(file, names))
}

// Placeholders are the values that an order's recipients bring: the address, and the placeholders of its emails.
func (r *Service) Placeholders(ctx context.Context, o *order.Order) ([]string, error) {
	known, err := r.programOf(ctx, o)
	if err != nil {
		return nil, err
	}
	return valueNames(known.first, known.second), nil
}

// RetryPlan lets an order be sent again as long as its country is open, its customer may use the sender, and the sender can send. A
// sender that has used up its day sends on the next. Faults: 409 of a sender that cannot, edm.noProvider, edm.noLinks.
func (r *Service) RetryPlan(ctx context.Context, o *order.Order) (order.Basics, error) {
	head := order.Basics{Service: service}
	return head, parallel.Do(
		func() error { return r.Engine.Flow.Rules.Countries.Open(ctx, "countryCode", o.Country, business) },
		func() error { return r.sendable(ctx, o) })
}

// sendable checks the sender of an order again.
func (r *Service) sendable(ctx context.Context, o *order.Order) error {
	if err := r.linked(); err != nil {
		return err
	}
	body, err := r.body(ctx, o.ID, false)
	if err != nil {
		return err
	}
	if _, err := r.account(&body.Sender); err != nil || body.Sender.ID == PlatformSender {
		return err
	}
	_, err = r.current(ctx, o, &body.Sender)
	return err
}

// Release lets go of an order's contact list.
func (r *Service) Release(o *order.Order) []store.Op {
	if o.Group == "" {
		return nil
	}
	return []store.Op{contact.Release(o.Group, o.ID)}
}
