package customer

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
)

// keepAvatar marks the caller's new picture as used. Faults: 404 for a file that is not its own; customer.avatar for no image.
func (r *Service) keepAvatar(ctx context.Context, p *auth.Principal, fileID string) error {
	if r.OwnImage != nil {
		image, err := r.OwnImage(ctx, p.UserID, fileID)
		if err != nil {
			return err
		}
		if !image {
			return fault.Bad("avatar", "customer.avatar")
		}
	}
	if r.Keep == nil {
		return nil
	}
	return r.Keep(ctx, auth.UserScope(p.UserID), fileID)
}
