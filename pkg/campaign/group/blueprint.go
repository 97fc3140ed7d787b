package group

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// bodyKey is that of an order's Body, in table campaign.
func bodyKey(id string) store.Key { return order.Part(id, "MSG") }

// Blueprint is what the groups of an order are to be.
func (r *Service) Blueprint(ctx context.Context, o *order.Order) (*groupbuild.Blueprint, error) {
	b, ok, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(o.ID), true)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("group: order %s has no body", o.ID)
	}
	w := &b.Request
	p := &groupbuild.Blueprint{Gen: b.Gen, Via: b.Via, Services: b.Services, Admins: b.Admins, Places: b.places(), Name: w.nameOf,
		Description: w.Description, Picture: w.AvatarID, Mute: w.Mute, Approval: w.JoinApproval,
		Members: func(ctx context.Context) ([]uint64, error) { return r.source(ctx, &b) },
		Usable: func(ctx context.Context) ([]bool, error) {
			return r.usable(ctx, append(slices.Clone(w.Services), w.Admins...))
		}}
	if g := w.Greeting; g != nil {
		p.Greeting = groupbuild.Greeting{Text: g.Text, Picture: g.PictureID, Times: g.Times}
	}
	return p, nil
}

// nameOf names a group, from 0.
func (w *Request) nameOf(i int) string {
	if !w.Suffix {
		return w.GroupName
	}
	return w.GroupName + strconv.Itoa(*w.SuffixStart+i)
}

// source reads the members of the groups. A number that is staff of each group is not a member of one.
func (r *Service) source(ctx context.Context, b *Body) ([]uint64, error) {
	w, all := &b.Request, []uint64{}
	if w.FileID != "" {
		file, err := r.Contacts.File(ctx, auth.Everything, w.FileID, w.CountryCode)
		if err != nil {
			return nil, err
		}
		if file.Sum != b.Sum {
			return nil, fault.State("group.fail.file")
		}
		all = file.Numbers
	} else if err := r.Contacts.Members(ctx, w.GroupID, b.Packs, func(m *contact.Pack) error {
		all = append(all, m.Only(b.some()).Numbers...)
		return nil
	}); err != nil {
		return nil, err
	}
	staff := append(slices.Clone(b.Services), b.Admins...)
	return slices.DeleteFunc(slices.Clone(all), func(n uint64) bool { return slices.Contains(staff, n) }), nil
}

// usable tells of staff who may be in a group now.
func (r *Service) usable(ctx context.Context, ids []string) (usable []bool, err error) {
	_, usable, err = r.Staff.Numbers(ctx, auth.Everything, ids)
	if !fault.Is(err, "web.notFound") {
		return usable, err
	}
	usable = make([]bool, len(ids)) // one was deleted: its number is free
	for i, id := range ids {
		_, one, err := r.Staff.Numbers(ctx, auth.Everything, []string{id})
		if err != nil && !fault.Is(err, "web.notFound") {
			return nil, err
		}
		usable[i] = err == nil && one[0]
	}
	return usable, nil
}

// Release lets go of an order's collection.
func (r *Service) Release(o *order.Order) []store.Op {
	if o.Group == "" {
		return nil
	}
	return []store.Op{contact.Release(o.Group, o.ID)}
}

// RetryPlan lets the groups that failed be built again, as long as their country is open.
func (r *Service) RetryPlan(ctx context.Context, o *order.Order) (order.Basics, error) {
	return head(&Request{}), r.Engine.Flow.Rules.Countries.Open(ctx, "countryCode", o.Country, business)
}
