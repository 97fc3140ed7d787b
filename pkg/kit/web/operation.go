package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// endpoint is a handler without its types: all routes are described and served by the same code.
type endpoint struct {
	in, out reflect.Type // out is the envelope: the answer, or what stands for a file that is made in the background
	file    string       // content type of the answer, where it is a *file
	do      func(ctx context.Context, in any) (any, error)
}

// file is a File[A] without its type; task is nil or stands for its making.
type file struct {
	name string
	body []byte
	task any
}

func (a *API) handle(r Route, e endpoint) {
	mustRead(r, e.in)
	a.later(r, func(to huma.API, document bool) {
		op := a.operation(r)
		in := inputOf(to.OpenAPI().Components.Schemas, &op, e.in)
		if document {
			e.describe(to.OpenAPI().Components.Schemas, &op)
		}
		to.OpenAPI().AddOperation(&op)
		serve := func(hc huma.Context) { a.serve(to, hc, in, e) }
		to.Adapter().Handle(&op, to.Middlewares().Handler(op.Middlewares.Handler(serve)))
	})
}

// describe adds the answers to an operation.
func (e *endpoint) describe(schemas huma.Registry, op *huma.Operation) {
	of := func(t reflect.Type) map[string]*huma.MediaType {
		return map[string]*huma.MediaType{jsonType: {Schema: schemas.Schema(t, true, op.OperationID+"Response")}}
	}
	op.Responses = map[string]*huma.Response{
		"200":     {Description: http.StatusText(http.StatusOK)},
		"default": {Description: "Error", Content: of(reflect.TypeFor[Failure]())},
	}
	if e.file == "" {
		op.Responses["200"].Content = of(e.out)
		return
	}
	text := func() *huma.Param { return &huma.Param{Schema: &huma.Schema{Type: huma.TypeString}} }
	op.Responses["200"] = &huma.Response{Description: "The file",
		Headers: map[string]*huma.Param{"Content-Disposition": text(), "X-Content-Type-Options": text()},
		Content: map[string]*huma.MediaType{e.file: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}
	op.Responses["202"] = &huma.Response{Description: "The file is made in the background", Content: of(e.out)}
}

func (a *API) serve(to huma.API, hc huma.Context, in *input, e endpoint) {
	read, refused := in.read(to, hc)
	if refused != nil {
		_ = huma.WriteErr(to, hc, refused.status, refused.text, refused.errs...) // it tells the log when the client is gone
		return
	}
	data, err := e.do(hc.Context(), read)
	if err != nil {
		f := a.envelope(hc.Context(), err)
		for name, values := range f.headers {
			hc.SetHeader(name, values[0])
		}
		respond(to, hc, f.status, f)
		return
	}
	if f, ok := data.(*file); ok && e.file != "" {
		f.send(hc, e.file)
		return
	}
	status, body := enveloped(data)
	respond(to, hc, status, body)
}

// enveloped is the body of an answer, and its status.
func enveloped(data any) (int, Envelope[any]) {
	status := http.StatusOK
	if task, ok := data.(Accepted); ok && task.Accepted() {
		status = http.StatusAccepted
	}
	return status, Envelope[any]{Code: status, Message: "ok", Data: data}
}

// respond writes an answer. What cannot be written is a fault of ours, unless the client is gone.
func respond(to huma.API, hc huma.Context, status int, body any) {
	kind, err := to.Negotiate(hc.Header("Accept"))
	if err != nil {
		panic(err)
	}
	hc.SetHeader("Content-Type", kind)
	hc.SetStatus(status)
	if err := to.Marshal(hc.BodyWriter(), kind, body); err != nil && hc.Context().Err() == nil {
		panic(fmt.Errorf("web: %s %s: %w", hc.Operation().Method, hc.Operation().Path, err))
	}
}

func (f *file) send(hc huma.Context, kind string) {
	status, body := http.StatusOK, f.body
	if f.task != nil {
		var err error
		if body, err = json.Marshal(Envelope[any]{Code: http.StatusAccepted, Message: "ok", Data: f.task}); err != nil {
			panic(err)
		}
		status, kind = http.StatusAccepted, jsonType
	} else {
		hc.SetHeader("Content-Disposition", fmt.Sprintf("attachment; filename=%q", f.name))
	}
	hc.SetHeader("Content-Type", kind)
	hc.SetHeader("X-Content-Type-Options", "nosniff")
	hc.SetStatus(status)
	_, _ = hc.BodyWriter().Write(body) // the client is gone when this fails
}
