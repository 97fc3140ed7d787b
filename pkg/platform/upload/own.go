package upload

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

// OwnImage reports whether a file that the user uploaded itself is an image; the 404 fault for any other file. It
// reads one row and no content, so a presigned upload that is not used yet is not known to be one.
func (r *Service) OwnImage(ctx context.Context, userID, fileID string) (bool, error) {
	if !id.Valid(fileID) {
		return false, fault.Missing()
	}
	f, ok, err := store.Load[File](ctx, r.DB, key(string(auth.UserScope(userID)), fileID), true)
	if err == nil && (!ok || f.Gone || f.Owner.User != userID) {
		err = fault.Missing()
	}
	return f.Kind == Image, err
}
