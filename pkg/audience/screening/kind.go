package screening

import (
	"context"
	"errors"

	"herald/pkg/audience/contact"
	"herald/pkg/audience/riskgroup"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// kind is a kind of collections whose members can be screened (decisions §2): contact collections, or risk-control collections where
// risks is set.
type kind struct {
	contacts *contact.Service
	risks    *riskgroup.Service
	mark     string // in rows, messages and references; "" for contact collections
	base     string // path of its routes
	perm     string
	link     string // page of a collection in the console
}

// risk marks the runs of risk-control collections.
const risk = "risk"

var errKind = errors.New("screening: a run of collections that are not screened here")

// kinds are those that can be screened.
func (r *Service) kinds() []kind {
	return []kind{
		{contacts: r.Contacts, base: "/aty/contactsgroup", perm: "aty:contactsgroup:screen", link: "/send/contact?id="},
		{risks: r.Risks, mark: risk, base: "/aty/riskgroup", perm: "aty:riskgroup:screen", link: "/send/risk?id="},
	}
}

// kindOf gives the kind that a mark names.
func (r *Service) kindOf(mark string) (kind, error) {
	for _, k := range r.kinds() {
		if k.mark == mark {
			return k, nil
		}
	}
	return kind{}, errKind
}

// subject is a collection that a caller sees; the 404 fault for any other id.
func (k kind) subject(ctx context.Context, p *auth.Principal, id string) (*contact.Subject, error) {
	if k.risks != nil {
		return k.risks.Subject(ctx, id)
	}
	return k.contacts.Subject(ctx, p.Scope(), id)
}

// standing gives the operations that tell on the collection's row and in its lists how a screening stands, while was is its run.
func (k kind) standing(w *Run, was string, s contact.Screening) []store.Op {
	if k.risks != nil {
		return riskgroup.Standing(w.Owner, w.Collection, was, s)
	}
	return contact.ScreeningOps(w.Owner, w.Collection, was, s)
}

// packAt gives the numbers of a pack, ascending, as they are now. Of a risk-control collection these are the members of when the run
// began: the cost is reserved for them alone.
func (k kind) packAt(ctx context.Context, w *Run, place int) ([]uint64, error) {
	if k.risks != nil {
		return k.risks.PackAt(ctx, w.Collection, place, w.Created)
	}
	return k.contacts.PackAt(ctx, w.Collection, place)
}

// prove keeps what was found out about members of some packs together with the run; done is false when another worker was faster.
func (k kind) prove(ctx context.Context, w *Run, found map[int]map[uint64]contact.Proof, put store.Op) (done bool, err error) {
	if k.risks != nil {
		return k.risks.Prove(ctx, w.Collection, found, w.transition(w.Had), put)
	}
	return k.contacts.Prove(ctx, w.Collection, found, w.transition(w.Had), put)
}

// recount counts anew how many members have WhatsApp and how many showed a sign of life.
func (k kind) recount(ctx context.Context, id string) (err error) {
	if k.risks != nil {
		_, _, err = k.risks.Recount(ctx, id)
	} else {
		_, _, err = k.contacts.Recount(ctx, id)
	}
	return err
}

// happened gives the operations that tell the collection's history of a run that has ended. A risk-control collection keeps none: the
// audit log tells who began what.
func (k kind) happened(w *Run, e contact.Event) []store.Op {
	if k.risks != nil {
		return nil
	}
	return []store.Op{contact.EventOf(w.Collection, w.ID, e)}
}
