package bulk

import (
	"context"
	"slices"

	"herald/pkg/kit/auth"
)

// keepFiles marks what a wish refers to.
func (r *Room) keepFiles(ctx context.Context, p *auth.Principal, w *Wish) error {
	ids := []string{w.FileID, w.Message.MediaID}
	if w.Message.Link != nil {
		ids = append(ids, w.Message.Link.ThumbnailID)
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
	if r.Keep == nil || len(ids) == 0 {
		return nil
	}
	return r.Keep(ctx, p.Scope(), ids...)
}
