package bulk

import (
	"context"
	"errors"
	"slices"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// settingImage is the setting of the largest picture of a message (business-domain §5).
const settingImage = "image.bulk.bytes"

// mostVideo is the provider's (facts §1.2): the setting video.bytes may be above it (business-domain §5, the second reading).
const mostVideo = 16 << 20

// mediaFits fails with a fault when the scope has no such file, it is of another kind (none: any will do), or it is too large
// for a message.
func (r *Service) mediaFits(ctx context.Context, scope auth.Scope, fileID string, kind provider.Kind) error {
	f, err := r.Files.Find(ctx, scope, fileID)
	if err != nil {
		return err
	}
	if kind == "" {
		return nil
	}
	if f.Kind != string(kind) {
		return fault.New(fault.Invalid, 40035, "upload.kind", "kind", string(kind))
	}
	switch kind {
	case provider.Image:
		return r.Files.Within(ctx, f.Size, settingImage)
	case provider.Video:
		return upload.Most(f.Size, mostVideo)
	}
	return nil
}

// readMedia reads an order's file for its planner, without a user's scope: the order was checked when it was made.
func (r *Service) readMedia(ctx context.Context, fileID string) (name, contentType string, body []byte, err error) {
	f, err := r.Files.Find(ctx, auth.Everything, fileID)
	if err != nil {
		return "", "", nil, err
	}
	name, body, err = r.Files.Open(ctx, auth.Everything, fileID)
	if err == nil && f.Kind == upload.Contact {
		err = errors.New("bulk: a contact file is no media")
	}
	return name, f.Type, body, err
}

// files returns the files that a request names, each once.
func files(w *Request) []string {
	ids := []string{w.FileID, w.Message.MediaID}
	if w.Message.Link != nil {
		ids = append(ids, w.Message.Link.ThumbnailID)
	}
	if w.AB != nil {
		ids = append(ids, files(&Request{Message: w.AB.Message})...)
	}
	slices.Sort(ids)
	return slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return id == "" })
}

// keepFiles marks the files of a request as in use.
func (r *Service) keepFiles(ctx context.Context, p *auth.Principal, w *Request) error {
	return r.Files.Keep(ctx, p.Scope(), files(w)...)
}
