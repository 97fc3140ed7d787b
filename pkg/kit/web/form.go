package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"mime/multipart"
	"net/url"
	"reflect"
	"time"

	"herald/pkg/kit/fault"
)

// Form is the input of a route that takes the fields of a form, in whichever way a browser sends one: URL-encoded, as multipart, or
// as an object of JSON. A field that is repeated has several values.
type Form struct {
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"application/x-www-form-urlencoded"`
}

// Limits of the body of a form; huma sets those of a JSON body.
const (
	maxForm         = 1 << 20 // bytes, of a route that sets no other limit
	formReadTimeout = 5 * time.Second
)

// isForm tells whether an input has a Form.
func isForm(input reflect.Type) bool {
	f, ok := input.FieldByName("RawBody")
	return ok && f.Type == reflect.TypeFor[[]byte]()
}

// maxField bounds what a multipart form may hold in memory; the body as a whole is bounded by its route.
const maxField = 1 << 20

// Values gives the fields. Fault web.badRequest for what is no form.
func (f *Form) Values() (url.Values, error) {
	kind, params, _ := mime.ParseMediaType(f.ContentType)
	var values url.Values
	var err error
	switch kind {
	case "application/json":
		values, err = jsonForm(f.RawBody)
	case "multipart/form-data":
		var form *multipart.Form
		if form, err = multipart.NewReader(bytes.NewReader(f.RawBody), params["boundary"]).ReadForm(maxField); err == nil {
			values = form.Value
			err = form.RemoveAll()
		}
	default:
		values, err = url.ParseQuery(string(f.RawBody))
	}
	if err != nil {
		return nil, fault.Bad("body", "web.badRequest").With(err)
	}
	return values, nil
}

func jsonForm(body []byte) (url.Values, error) {
	var fields map[string]any
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := dec.Decode(&fields); err != nil {
		return nil, err
	}
	values := url.Values{}
	for name, v := range fields {
		several, ok := v.([]any)
		if !ok {
			several = []any{v}
		}
		for _, one := range several {
			if one != nil {
				values.Add(name, fmt.Sprint(one))
			}
		}
	}
	return values, nil
}
