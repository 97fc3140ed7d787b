// Package customer is the customers and agents as business partners: their creation, their data, their lists, and
// their own view (business-domain §3, §5, §6). Their sign-in is platform/user's.
package customer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/stafflimit"
	"herald/pkg/platform/user"
)

// Service keeps customers.
type Service struct {
	Limits   *stafflimit.Store // of what staff give; nil: none
	Users    *user.Store
	Balances *ledger.Ledger
	Country  func(code string) bool // whether a code is a country's that may be chosen
	// Open refuses a country that an admin closed for customers; nil: none is.
	Open func(ctx context.Context, field, code string) error
	// EmailEnding is the setting email.tld.max; nil: the longest that there can be.
	EmailEnding func(ctx context.Context) (int, error)
	// Segment refuses number segments that break a rule; nil: all are taken.
	Segment func(ctx context.Context, text string) error
	// Keep marks an uploaded picture as used; the 404 fault for one that the scope does not see. nil: there are none.
	Keep func(ctx context.Context, scope auth.Scope, fileIDs ...string) error
	// OwnImage tells whether a file that the user uploaded itself is an image; the 404 fault for any other. nil: all are.
	OwnImage func(ctx context.Context, userID, fileID string) (bool, error)
	// Paying tells whether a user has an open payment, which prevents its deletion. nil: none has.
	Paying func(ctx context.Context, userID string) (bool, error)
	// Notices notifies a user that staff verified its account; nil: no notice is sent.
	Notices *notice.Store
	NewID   func(ctx context.Context) string
	Text    func(ctx context.Context, key string) string
	Log     func(map[string]any)
}

// open refuses a new customer of a country that is closed; those that there are stay.
func (r *Service) open(ctx context.Context, w *Profile) error {
	if r.Open == nil {
		return nil
	}
	return r.Open(ctx, "countryCode", w.CountryCode)
}

// AddPermission is that of who may add customers.
const AddPermission = "aty:customerinfo:add"

// Business that a country can be closed for: customers of it.
const Business = "customer"

// with are the users with this module's rows as rows gives them; staff, who are partners without a list, keep theirs
// too.
func (r *Service) with(rows func(was, now *user.User) []store.Op) *user.Store {
	return r.Users.With(func(ctx context.Context, was, now *user.User) ([]store.Op, error) {
		ops := rows(was, now)
		if now.Type != auth.Admin {
			return ops, nil
		}
		staffs, err := r.Users.Rows(ctx, was, now)
		return append(ops, staffs...), err
	})
}

// Create makes a user with what is known of it as a partner. The caller has checked both. Fault user.loginTaken (40911).
func (r *Service) Create(ctx context.Context, n user.New, p Partner) (Customer, error) {
	return r.create(ctx, n, p, nil)
}

// create carries more out in the same transaction.
func (r *Service) create(ctx context.Context, n user.New, p Partner, more []store.Op) (Customer, error) {
	u, err := r.with(func(_, now *user.User) []store.Op { return append(rows(nil, &Customer{*now, p}), more...) }).Create(ctx, n)
	return Customer{u, p}, err
}

// change changes a user that was read together with the partner that it is, in one transaction, as user.Store.Edit does.
func (r *Service) change(ctx context.Context, u user.User, change func(*Customer) error) (before, after Customer, err error) {
	users := r.with(func(was, now *user.User) []store.Op {
		ops := rows(&Customer{*was, before.Partner}, &Customer{*now, after.Partner})
		if r.Notices != nil && before.ByStaff == nil && after.ByStaff != nil {
			ops = append(ops, notice.OutboxOp(r.Users.Now(), verified(u.ID)))
		}
		return ops
	})
	before.User, after.User, err = users.Edit(ctx, u, func(u *user.User) (err error) {
		if before.Partner, err = partner(ctx, r.Users.DB, u.ID); err != nil {
			return err
		}
		c := Customer{*u, before.Partner}
		err = change(&c)
		*u, after.Partner = c.User, c.Partner
		return err
	})
	return before, after, err
}

// createCustomer creates a first-level customer of the caller: of the platform, or of the calling agent. An admin
// may name the agent. The initial password is the last six digits of the phone. Faults: those of check, 404 for a
// foreign referrer or agent, user.loginTaken (40911), customer.bound (40309).
func (r *Service) createCustomer(ctx context.Context, p *auth.Principal, w Profile, agent string) (Customer, error) {
	return r.CreateWith(ctx, p, New{ID: r.NewID(ctx), Profile: w, Agent: agent})
}

// New is a first-level customer that another module has created together with rows of its own.
type New struct {
	ID string // an operation id: a repetition gives the customer that was made
	Profile
	Agent string // of the customer; empty: that of the caller
	// Referrer is one that stands, whether or not the caller sees it; empty: the profile's must be in the caller's scope.
	Referrer string
	With     []store.Op // in the same transaction; a condition of theirs that fails is a *store.Failed in the error's chain
}

// CreateWith is what POST /aty/customerinfo does, together with operations of the caller's. It checks no permission. Its faults are those
// of createCustomer.
func (r *Service) CreateWith(ctx context.Context, p *auth.Principal, n New) (Customer, error) {
	w, agent := n.Profile, n.Agent
	w.normalize()
	u := Customer{User: user.User{Type: auth.First, Agent: p.Agent}}
	if p.Bound != "" { // staff with a narrowed view create users in it only: an agent's customers, and none beside a single customer
		below, ok := strings.CutPrefix(string(p.Bound), string(auth.AgentScope("")))
		if !ok || agent != "" && agent != below {
			return u, fault.New(fault.Forbidden, 40309, "customer.bound")
		}
		u.Agent, agent = below, ""
	}
	if err := r.check(ctx, &w, true); err != nil {
		return u, err
	}
	if err := errors.Join(granted(p, &Partner{}, &w.Partner), r.limited(ctx, &Partner{}, &w.Partner), r.open(ctx, &w)); err != nil {
		return u, err
	}
	if agent != "" && agent != p.Agent {
		a, err := r.Users.Find(ctx, p.Scope(), agent)
		if err != nil {
			return u, err
		}
		if a.Type != auth.Agent {
			return u, fault.Bad("agentId", "customer.agent")
		}
		u.Agent = a.ID
	}
	if err := r.recommend(ctx, p.Scope(), &w.Partner, n.Referrer, ""); err != nil {
		return u, err
	}
	w.into(&u)
	return r.create(ctx, user.New{ID: n.ID, User: u.User}, u.Partner, n.With)
}

// createSecondary creates a user below a first-level customer: by that one, or by staff and agents with its id.
// Absent fields are as of its parent. Faults: customer.parent, those of check, 404 for a foreign parent,
// user.loginTaken.
func (r *Service) createSecondary(ctx context.Context, p *auth.Principal, w Profile, parentID string) (Customer, error) {
	none := Customer{}
	if parentID == "" {
		if p.Type != auth.First {
			return none, fault.Bad("parentId", "customer.parent")
		}
		parentID = p.UserID
	}
	parent, err := r.Users.Find(ctx, p.Scope(), parentID)
	if err != nil {
		return none, err
	}
	if parent.Type != auth.First {
		return none, fault.Bad("parentId", "customer.parent")
	}
	as, err := partner(ctx, r.Users.DB, parent.ID)
	if err != nil {
		return none, err
	}
	w.CountryCode, w.CustomerType = cmp.Or(w.CountryCode, as.CountryCode), cmp.Or(w.CustomerType, as.CustomerType)
	w.CompanyName = cmp.Or(w.CompanyName, as.CompanyName)
	w.normalize()
	if err := r.check(ctx, &w, false); err != nil {
		return none, err
	}
	if err := errors.Join(granted(p, &Partner{}, &w.Partner), r.limited(ctx, &Partner{}, &w.Partner), r.open(ctx, &w)); err != nil {
		return none, err
	}
	if err := r.recommend(ctx, p.Scope(), &w.Partner, "", ""); err != nil {
		return none, err
	}
	u := Customer{User: user.User{Type: auth.Secondary}}
	w.into(&u)
	return r.Create(ctx, user.New{ID: r.NewID(ctx), User: u.User, Parent: &parent}, u.Partner)
}

// find gives a customer or secondary in the scope; agents and staff are none.
func (r *Service) find(ctx context.Context, scope auth.Scope, userID string) (user.User, error) {
	u, err := r.Users.Find(ctx, scope, userID)
	if err == nil && u.Type != auth.First && u.Type != auth.Secondary {
		err = fault.Missing()
	}
	return u, err
}

// detailOf is find together with the partner.
func (r *Service) detailOf(ctx context.Context, scope auth.Scope, userID string) (Customer, error) {
	u, err := r.find(ctx, scope, userID)
	c := Customer{User: u}
	if err == nil {
		c.Partner, err = partner(ctx, r.Users.DB, userID)
	}
	return c, err
}

// edit changes a customer; over lays the change over the stored data.
func (r *Service) edit(ctx context.Context, p *auth.Principal, u user.User, over func(*Profile) error) (before, after Customer, err error) {
	return r.change(ctx, u, func(c *Customer) error {
		w := c.profile()
		if err := over(&w); err != nil {
			return err
		}
		w.normalize()
		if err := r.check(ctx, &w, c.Email != ""); err != nil {
			return err
		}
		if err := errors.Join(granted(p, &c.Partner, &w.Partner), r.limited(ctx, &c.Partner, &w.Partner)); err != nil {
			return err
		}
		if w.RecommendUser == "" { // a named referrer stays
			w.RecommendUser = c.RecommendUser
		}
		if err := r.recommend(ctx, p.Scope(), &w.Partner, c.RecommendUser, c.ID); err != nil {
			return err
		}
		w.into(c)
		return nil
	})
}

// Activate marks an account as activated, and by staff when staff do it whose view is not narrowed; a second time changes nothing.
// The caller has found the user in its scope.
func (r *Service) Activate(ctx context.Context, u user.User) (*Detail, error) {
	before, after, err := r.change(ctx, u, func(c *Customer) error {
		now := r.Users.Now()
		if c.Activated == nil {
			c.Activated = &now
		}
		if p := auth.Must(ctx); c.ByStaff == nil && p.Type == auth.Admin && p.Bound == "" {
			c.ByStaff = &now
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, snapshotOf(&before), snapshotOf(&after))
	if r.Notices != nil && before.ByStaff == nil && after.ByStaff != nil {
		r.Notices.NotifyLater(ctx, verified(u.ID))
	}
	return r.detail(ctx, &after)
}

// drop deletes a customer: its sessions end, its phone is free, its entries stay. Faults: user.self (40303);
// customer.hasSecondaries, customer.hasPayment, customer.hasReserved, customer.hasCredit (409). The account is
// closed in the same transaction, so that no credit comes to a deleted account.
func (r *Service) drop(ctx context.Context, p *auth.Principal, userID string) (Customer, error) {
	u, err := r.detailOf(ctx, p.Scope(), userID)
	if err != nil {
		return u, err
	}
	if u.ID == p.UserID {
		return u, fault.New(fault.Forbidden, 40303, "user.self")
	}
	return u, r.close(ctx, u.User)
}

// close deletes a user together with its account, which must be empty. Faults: customer.hasSecondaries, customer.hasPayment,
// customer.hasReserved, customer.hasCredit (409).
func (r *Service) close(ctx context.Context, u user.User) error {
	err := r.Users.DeleteIf(ctx, u, func() error { return r.removable(ctx, u) }, r.Balances.Close(u.ID))
	if store.ConditionFailed(err) == nil {
		return err
	}
	available, reserved, err := r.Balances.Balance(ctx, u.ID)
	switch {
	case err != nil:
		return fmt.Errorf("balance of %s: %w", u.ID, err)
	case reserved != 0:
		return fault.State("customer.hasReserved", "amount", reserved.String())
	}
	return fault.State("customer.hasCredit", "amount", available.String())
}

// removable refuses the deletion of who has secondaries, or a payment under way. Faults customer.hasSecondaries, customer.hasPayment.
func (r *Service) removable(ctx context.Context, u user.User) error {
	if err := r.childless(ctx, u); err != nil || r.Paying == nil {
		return err
	}
	paying, err := r.Paying(ctx, u.ID)
	if err == nil && paying {
		err = fault.State("customer.hasPayment")
	}
	return err
}

// childless refuses the deletion of a customer that has secondaries, and of an agent that has customers. Faults
// customer.hasSecondaries, customer.hasCustomers (409).
func (r *Service) childless(ctx context.Context, u user.User) error {
	scope, itself, key := auth.UserScope(u.ID), 1, "customer.hasSecondaries"
	switch u.Type {
	case auth.First:
	case auth.Agent:
		scope, itself, key = auth.AgentScope(u.ID), 0, "customer.hasCustomers"
	default:
		return nil
	}
	list := Customers.Key(string(scope), u.ID)
	rows, err := r.Users.DB.Query(ctx, store.Query{Table: list.Table, PK: list.PK, From: "0", Limit: 2, Consistent: true})
	if err != nil || !slices.ContainsFunc(rows, func(row store.Item) bool { return store.SortKey(row) != list.SK }) { // none but itself
		return err
	}
	_, all, err := Customers.Page(ctx, r.Users.DB, string(scope), store.ListQuery{Current: 1, Size: 1})
	return cmp.Or(err, error(fault.State(key, "n", max(1, all.N-itself))))
}
