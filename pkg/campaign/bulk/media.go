package bulk

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/upload"
)

// TrialMessages is what an order's messages show beside their texts.
type TrialMessages struct {
	A *upload.UploadResponse `json:"a,omitempty" doc:"Missing when the message has no picture or video, or its file was deleted."`
	B *upload.UploadResponse `json:"b,omitempty" doc:"Media of the second message."`
}

// mediaRoute is beside the order itself, which is asked again and again: a link that is another one each time would load the
// picture each time.
func (r *Service) mediaRoute(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: r.Spec().Path + "/{id}/media", Perm: r.Spec().Perm + ":page",
		Summary: "Get the pictures and videos of an order's messages with new links"}, r.media)
}

// media returns an order's media to every caller who sees the order, regardless of the file's owner: an agent's file
// is not a file of its customer.
func (r *Service) media(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*TrialMessages, error) {
	o, err := r.Engine.Flow.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	body, _, err := store.Load[Body](ctx, r.Engine.Flow.DB, messageKey(o.ID), true) // never the picture of before an edit
	if err != nil {
		return nil, err
	}
	out := &TrialMessages{}
	if out.A, err = r.shown(ctx, mediaOf(&body.Message, body.Template)); err != nil || body.Second == nil {
		return out, err
	}
	out.B, err = r.shown(ctx, mediaOf(&body.Second.Message, body.Second.Template))
	return out, err
}

// shown is a file of an order that the caller may see; nil for none, and for one that is no longer there.
func (r *Service) shown(ctx context.Context, fileID string) (*upload.UploadResponse, error) {
	if fileID == "" {
		return nil, nil
	}
	f, err := r.Files.Linked(ctx, auth.Everything, fileID)
	if fault.As(err) != nil {
		return nil, nil
	}
	return f, err
}
