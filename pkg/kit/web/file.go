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

// FileColumn is a column that a file can have.
type FileColumn struct {
	Key   string `json:"key" doc:"Value of the parameter columns."`
	Title string `json:"title" doc:"Header in the caller's language."`
}

// File is the answer of an export. With Accepted it stands for a background task instead, and goes out as HTTP 202 in the
// envelope, with Accepted as its data. With Columns it describes a file.
type File[A any] struct {
	Name     string
	Type     string // media type of Body
	Body     []byte
	Accepted *A
	Columns  []FileColumn
}

// fileResponse is what huma writes for a File.
type fileResponse struct {
	Status      int
	ContentType string `header:"Content-Type" hidden:"true"`
	Disposition string `header:"Content-Disposition"`
	Options     string `header:"X-Content-Type-Options"`
	Body        []byte
}

// HandleFile adds a route that answers with a file of one of some media types, or with the background task that makes it. It takes the
// parameters format and columns, which fn gets as a layout; keys are the columns as far as they are known.
func HandleFile[I, A any](a *API, r Route, types, keys []string,
	fn func(ctx context.Context, in *I, layout FileLayout) (*File[A], error)) {
	describe := func(schemas huma.Registry, op *huma.Operation) {
		of := func(t reflect.Type) *huma.MediaType {
			return &huma.MediaType{Schema: schemas.Schema(t, true, op.OperationID+"Response")}
		}
		file := map[string]*huma.MediaType{jsonType: of(reflect.TypeFor[Envelope[[]FileColumn]]())}
		for _, t := range types {
			file[t] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
		}
		op.Responses = map[string]*huma.Response{
			"200": {Description: "The file, or with format=columns the columns that it can have", Content: file},
			"202": {Description: "The file is made in the background",
				Content: map[string]*huma.MediaType{jsonType: of(reflect.TypeFor[Envelope[A]]())}},
			"default": {Description: "Error", Content: map[string]*huma.MediaType{jsonType: of(reflect.TypeFor[Failure]())}},
		}
		layoutParams(a, op, keys)
	}
	register(a, r, describe, func(ctx context.Context, in *I) (*fileResponse, error) {
		layout, _ := ctx.Value(layoutKey{}).(FileLayout)
		f, err := fn(ctx, in, layout)
		if err != nil {
			return nil, err
		}
		out := &fileResponse{Status: http.StatusOK, ContentType: jsonType, Options: "nosniff"}
		switch {
		case f.Accepted != nil:
			out.Status = http.StatusAccepted
			out.Body, err = json.Marshal(Envelope[*A]{Code: out.Status, Message: "ok", Data: f.Accepted})
		case f.Columns != nil:
			out.Body, err = json.Marshal(Envelope[[]FileColumn]{Code: out.Status, Message: "ok", Data: f.Columns})
		default:
			out.ContentType, out.Body, out.Disposition = f.Type, f.Body, fmt.Sprintf("attachment; filename=%q", f.Name)
		}
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
