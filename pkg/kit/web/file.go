package web

import (
	"context"
	"reflect"
)

// File is the answer of a download. With Accepted it stands for a background task instead, and goes out as HTTP 202 in the
// envelope, with Accepted as its data.
type File[A any] struct {
	Name     string
	Body     []byte
	Accepted *A
}

// HandleFile adds a route that answers with a file of one content type, or with the background task that makes it.
func HandleFile[I, A any](a *API, r Route, contentType string, fn func(ctx context.Context, in *I) (*File[A], error)) {
	a.handle(r, endpoint{in: reflect.TypeFor[I](), out: reflect.TypeFor[Envelope[A]](), file: contentType,
		do: func(ctx context.Context, in any) (any, error) {
			f, err := fn(ctx, in.(*I))
			if err != nil {
				return nil, err
			}
			out := &file{name: f.Name, body: f.Body}
			if f.Accepted != nil {
				out.task = f.Accepted
			}
			return out, nil
		}})
}
