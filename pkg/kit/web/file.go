package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// File is the answer of a download. With Accepted it stands for a background task instead, and goes out as HTTP 202 in the
// envelope, with Accepted as its data.
type File[A any] struct {
	Name     string
	Body     []byte
	Accepted *A
}

type fileAnswer struct {
	Status      int
	ContentType string `header:"Content-Type" hidden:"true"` // of the document it is the key of the content
	Disposition string `header:"Content-Disposition"`
	NoSniff     string `header:"X-Content-Type-Options"`
	Body        []byte
}

// HandleFile adds a route that answers with a file of one content type, or with the background task that makes it.
func HandleFile[I, A any](a *API, r Route, contentType string, fn func(ctx context.Context, in *I) (*File[A], error)) {
	mustRead[I](r)
	a.later(r, func(to huma.API) {
		op := a.operation(r)
		op.Responses = map[string]*huma.Response{"200": {Description: "The file", Content: map[string]*huma.MediaType{
			contentType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}}
		huma.Register(to, op, func(ctx context.Context, in *I) (*fileAnswer, error) {
			f, err := fn(ctx, in)
			if err != nil {
				return nil, a.envelope(ctx, err)
			}
			if f.Accepted != nil {
				body, err := json.Marshal(Envelope[*A]{Code: http.StatusAccepted, Message: "ok", Data: f.Accepted})
				return &fileAnswer{Status: http.StatusAccepted, ContentType: "application/json", NoSniff: "nosniff", Body: body}, err
			}
			return &fileAnswer{Status: http.StatusOK, ContentType: contentType, Disposition: fmt.Sprintf("attachment; filename=%q", f.Name), NoSniff: "nosniff", Body: f.Body}, nil
		})
		// Only now: huma describes errors of an operation that has no other answer than its own.
		task := to.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Envelope[A]](), true, "")
		op.Responses["202"] = &huma.Response{Description: "The file is made in the background", Content: map[string]*huma.MediaType{"application/json": {Schema: task}}}
	})
}
