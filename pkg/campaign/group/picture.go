package group

import (
	"bytes"
	"context"
	"image"
	_ "image/jpeg" // of which pictures are
	_ "image/png"
	"slices"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// avatarFits fails with a fault when a picture is none of a group's, or none that its provider takes.
func (r *Service) avatarFits(ctx context.Context, fileID string, most int, p *provider.Profile) error {
	types := []string{"image/jpeg", "image/png"}
	if p.GroupSquare > 0 {
		types = types[:1]
	}
	err := r.pictureFits(ctx, fileID, "avatarId", most, types...)
	square := fault.Bad("avatarId", "group.pictureSquare", "provider", p.Provider, "side", p.GroupSquare)
	if p.GroupSquare == 0 || fileID == "" || err != nil {
		if p.GroupSquare > 0 && fault.Is(err, "group.picture") {
			return square
		}
		return err
	}
	_, content, err := r.Engine.Files.Open(ctx, auth.Must(ctx).Scope(), fileID)
	if err != nil {
		return err
	}
	cfg, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil || cfg.Width != cfg.Height || cfg.Width < p.GroupSquare {
		return square
	}
	return nil
}

// pictureFits fails with a fault when the scope has no such file, it is no picture of the types, or it is too large.
func (r *Service) pictureFits(ctx context.Context, fileID, field string, most int, types ...string) error {
	if fileID == "" {
		return nil
	}
	f, err := r.Engine.Files.Find(ctx, auth.Must(ctx).Scope(), fileID)
	switch {
	case err != nil:
		return err
	case f.Kind != "image", len(types) > 0 && !slices.Contains(types, f.Type):
		return fault.Bad(field, "group.picture")
	}
	return upload.Most(f.Size, most)
}
