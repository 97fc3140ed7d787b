package customer

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// granted refuses what the caller may not grant. Staff and agents grant payment in USDT and use of programs. Only
// staff change terms that cost the platform (business-domain §6), unless their view is narrowed (decisions §14).
// Faults: customer.staffOnly (40310), customer.grant (40311).
func granted(p *auth.Principal, was, now *Partner) error {
	if p.Type == auth.Admin && p.Bound == "" {
		return nil
	}
	if was.USDT != now.USDT || was.API != now.API {
		if p.Type != auth.Agent && p.Type != auth.Admin {
			return fault.New(fault.Forbidden, 40311, "customer.grant")
		}
	}
	house := func(of *Partner) Terms {
		t := of.Terms
		t.USDT, t.API = false, false
		return t
	}
	if was.Weight != now.Weight || house(was) != house(now) {
		return fault.New(fault.Forbidden, 40310, "customer.staffOnly")
	}
	return nil
}

// limited refuses a discount or a weight above what the caller may give. Faults: stafflimit.discount, stafflimit.weight.
func (r *Service) limited(ctx context.Context, was, now *Partner) error {
	if err := r.Limits.Discount(ctx, was.Discount, now.Discount); err != nil {
		return err
	}
	return r.Limits.Weight(ctx, "groupSendWeight", was.Weight, now.Weight)
}

// TermsOf gives what was agreed with a customer, and its weight beside others (groupSendWeight).
func TermsOf(ctx context.Context, db store.DB, userID string) (t Terms, weight int, err error) {
	p, err := partner(ctx, db, userID)
	return p.Terms, p.Weight, err
}

// Activated reports whether a user's account was activated.
func Activated(ctx context.Context, db store.DB, userID string) (bool, error) {
	p, err := partner(ctx, db, userID)
	return p.Activated != nil, err
}

// StaffActivated tells whether staff activated an account. An agent's activation does not count.
func StaffActivated(ctx context.Context, db store.DB, userID string) (bool, error) {
	p, err := partner(ctx, db, userID)
	return p.ByStaff != nil, err
}

// PaysUSDT reports whether a user was given the right to pay in USDT (business-domain §6).
func PaysUSDT(ctx context.Context, db store.DB, userID string) (bool, error) {
	p, err := partner(ctx, db, userID)
	return p.USDT, err
}

// activate notes that the customer's account was looked at and may buy what only activated ones may (platform-services §4). Once is
// as good as twice.
func (r *Service) activate(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Detail, error) {
	u, err := r.find(ctx, auth.Must(ctx).Scope(), in.ID)
	if err != nil {
		return nil, err
	}
	return r.Activate(ctx, u)
}

// Line is what became of one id (decisions §13).
type Line struct {
	ID      string `json:"id"`
	OK      bool   `json:"ok"`
	Code    int    `json:"code,omitempty" doc:"Error code. 404: the id is not in the caller's scope."`
	Message string `json:"message,omitempty"`
}

// Bounds of upperbatch.
const (
	maxIDs    = 100
	maxWeight = 1000
)

// weightChange reads the form of upperbatch. Faults: customer.ids, customer.weight.
func weightChange(form url.Values) (ids []string, num int, err error) {
	for _, id := range slices.Concat(form["ids"], form["ids[]"]) {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 || len(ids) > maxIDs || slices.Contains(ids, "") {
		return nil, 0, fault.Bad("ids", "customer.ids", "max", maxIDs)
	}
	num, err = strconv.Atoi(form.Get("num"))
	if err != nil || num < 0 || num > maxWeight {
		return nil, 0, fault.Bad("num", "customer.weight", "max", maxWeight)
	}
	return ids, num, nil
}

// setWeights sets the bulk-send weight of several customers, each by itself: an error of one does not affect the
// others.
func (r *Service) setWeights(ctx context.Context, in *web.Form) ([]Line, error) {
	form, err := in.Values()
	if err != nil {
		return nil, err
	}
	ids, num, err := weightChange(form)
	if err != nil {
		return nil, err
	}
	out := make([]Line, len(ids))
	parallel.Each(len(ids), 8, func(i int) error {
		out[i] = r.line(ctx, ids[i], r.setWeight(ctx, ids[i], num))
		return nil
	})
	auditlog.Note(ctx, ids[0], nil, map[string]any{"groupSendWeight": num, "results": out})
	return out, nil
}

func (r *Service) setWeight(ctx context.Context, userID string, num int) error {
	u, err := r.find(ctx, auth.Must(ctx).Scope(), userID)
	if err == nil {
		_, _, err = r.change(ctx, u, func(c *Customer) error {
			if err := r.Limits.Weight(ctx, "num", c.Weight, num); err != nil {
				return err
			}
			c.Weight = num
			return nil
		})
	}
	return err
}

// line gives the result of an id; causes that no caller may see are logged.
func (r *Service) line(ctx context.Context, id string, err error) Line {
	if err == nil {
		return Line{ID: id, OK: true}
	}
	refused := fault.As(err)
	if refused == nil {
		r.Log(map[string]any{"error": "upperbatch: " + err.Error(), "user": id})
		refused = fault.As(fault.New(fault.Internal, 0, "web.internal"))
	}
	return Line{ID: id, Code: refused.Code, Message: r.Text(ctx, refused.Key)}
}
