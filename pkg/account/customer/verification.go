package customer

import (
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/notice"
)

// requested tells whether the user waits for staff to verify the account.
func (p *Partner) requested() bool {
	return p.Requested != nil && p.ByStaff == nil
}

// verified is the notice of a verified account. A user gets it once.
func verified(userID string) notice.Personal {
	return notice.Personal{UserID: userID, Key: "verified", Title: "customer.tell.verifiedTitle", Body: "customer.tell.verified"}
}

// requestVerification notes that the caller asks staff to verify its account. Staff find it by the filter verificationRequested. A
// second request, or one for a verified account, changes nothing. Faults: customer.verification (40317).
func (r *Service) requestVerification(ctx context.Context, _ *struct{}) (*Detail, error) {
	p := auth.Must(ctx)
	if p.Type != auth.First && p.Type != auth.Agent {
		return nil, fault.New(fault.Forbidden, 40317, "customer.verification")
	}
	u, err := r.Users.Self(ctx, p)
	if err != nil {
		return nil, err
	}
	before, after, err := r.change(ctx, u, func(c *Customer) error {
		if now := r.Users.Now(); c.Requested == nil {
			c.Requested = &now
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, snapshotOf(&before), snapshotOf(&after))
	return r.detail(ctx, &after)
}
