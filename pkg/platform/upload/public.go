package upload

import (
	"context"
	"net/http"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

// PublicPath begins the addresses of public pictures, below the API's own path.
const PublicPath = "/uf/picture/"

// publicAge is for how many seconds mailboxes may keep where a public picture lies. A link lives for longer.
const publicAge = "1800"

// PictureResponse is a public picture.
type PictureResponse struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Size    int64  `json:"size" doc:"Bytes."`
	Address string `json:"address" example:"/uf/picture/01J9Z3K6Q2M8V4T7B5N0XRWCYD" doc:"Address of the picture in a design of an email. It stays."`
}

// publish keeps a picture that all who have its address can see: mailboxes fetch it and are not signed in.
func (r *Service) publish(ctx context.Context, in *Multipart) (*PictureResponse, error) {
	f, err := r.receive(ctx, in, Image)
	if err != nil {
		return nil, err
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: key(string(auth.Everything), f.ID), Set: map[string]any{"us": true, "pb": true},
		If: store.And(store.Exists("pk"), store.Missing("go"))})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, f.ID, nil, map[string]any{"name": f.Name, "kind": f.Kind, "size": f.Size})
	return &PictureResponse{ID: f.ID, Name: f.Name, Size: f.Size, Address: PublicPath + f.ID}, nil
}

// show leads to a public picture. Every other id is not found, also that of a file which is there.
func (r *Service) show(w http.ResponseWriter, q *http.Request) {
	url, err := r.public(q.Context(), q.PathValue("id"))
	switch {
	case fault.Is(err, "web.notFound"):
		http.NotFound(w, q)
	case err != nil:
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
	default:
		w.Header().Set("Cache-Control", "public, max-age="+publicAge)
		http.Redirect(w, q, url, http.StatusFound)
	}
}

func (r *Service) public(ctx context.Context, fileID string) (url string, err error) {
	if !id.Valid(fileID) {
		return "", fault.Missing()
	}
	f, ok, err := store.Load[File](ctx, r.DB, key(string(auth.Everything), fileID), false)
	if err != nil {
		return "", err
	}
	if !ok || f.Gone || !f.Public {
		return "", fault.Missing()
	}
	return r.Blobs.Link(ctx, f.Object, f.Name, linkLife)
}
