package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

const jsonType = "application/json"

// File is the answer of a download. With Accepted it stands for a background task instead, and goes out as HTTP 202 in the
// envelope, with Accepted as its data.
type File[A any] struct {
	Name     string
	Body     []byte
	Accepted *A
}

// fileResponse is what huma writes for a File.
type fileResponse struct {
	Status      int
	ContentType string `header:"Content-Type" hidden:"true"`
	Disposition string `header:"Content-Disposition"`
	Options     string `header:"X-Content-Type-Options"`
	Body        []byte
}

// HandleFile adds a route that answers with a file of one content type, or with the background task that makes it.
func HandleFile[I, A any](a *API, r Route, contentType string, fn func(ctx context.Context, in *I) (*File[A], error)) {
	describe := func(schemas huma.Registry, op *huma.Operation) {
		of := func(t reflect.Type) map[string]*huma.MediaType {
			return map[string]*huma.MediaType{jsonType: {Schema: schemas.Schema(t, true, op.OperationID+"Response")}}
		}
		op.Responses = map[string]*huma.Response{
			"200": {Description: "The file",
				Content: map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}},
			"202":     {Description: "The file is made in the background", Content: of(reflect.TypeFor[Envelope[A]]())},
			"default": {Description: "Error", Content: of(reflect.TypeFor[Failure]())},
		}
	}
	register(a, r, describe, func(ctx context.Context, in *I) (*fileResponse, error) {
		f, err := fn(ctx, in)
		if err != nil {
			return nil, err
		}
		out := &fileResponse{Status: http.StatusOK, ContentType: contentType, Options: "nosniff", Body: f.Body}
		if f.Accepted == nil {
			out.Disposition = fmt.Sprintf("attachment; filename=%q", f.Name)
			return out, nil
		}
		out.Status, out.ContentType = http.StatusAccepted, jsonType
		out.Body, err = json.Marshal(Envelope[*A]{Code: out.Status, Message: "ok", Data: f.Accepted})
		return out, err
	})
}

// HandleDownload adds a route that answers with a file of one content type, which it makes at once.
func HandleDownload[I any](a *API, r Route, contentType string, fn func(ctx context.Context, in *I) (name string, body []byte, err error)) {
	describe := func(schemas huma.Registry, op *huma.Operation) {
		op.Responses = map[string]*huma.Response{
			"200": {Description: "The file",
				Content: map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}},
			"default": {Description: "Error", Content: map[string]*huma.MediaType{jsonType: {Schema: schemas.Schema(reflect.TypeFor[Failure](), true,
				op.OperationID+"Response")}}},
		}
	}
	register(a, r, describe, func(ctx context.Context, in *I) (*fileResponse, error) {
		name, body, err := fn(ctx, in)
		if err != nil {
			return nil, err
		}
		return &fileResponse{Status: http.StatusOK, ContentType: contentType, Options: "nosniff", Body: body,
			Disposition: fmt.Sprintf("attachment; filename=%q", name)}, nil
	})
}
