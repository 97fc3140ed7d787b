package session

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/role"
	"herald/pkg/platform/user"
)

// Caller is a user as a caller without a session: background work in its name may do what the user may do now. The
// 404 fault for a deleted one, or one whose tenant is deleted.
func (r *Service) Caller(ctx context.Context, userID string) (*auth.Principal, error) {
	u, ok, err := r.Users.Load(ctx, userID)
	if err != nil || !ok {
		return nil, firstError(err, fault.Missing())
	}
	var tenant *user.User
	if u.Tenant != u.ID {
		above, ok, err := r.Users.Load(ctx, u.Tenant)
		if err != nil || !ok {
			return nil, firstError(err, fault.Missing())
		}
		tenant = &above
	}
	kept, err := r.Roles.Load(ctx, role.Custom(u.Roles))
	if err != nil {
		return nil, err
	}
	return u.Principal("", tenant, r.Roles.Grants, kept), nil
}
