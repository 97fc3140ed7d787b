package web

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

const (
	maxBody      = 1 << 20 // of a route that says nothing else
	bodyPatience = 5 * time.Second
	jsonType     = "application/json"
)

// input reads requests into structs of a type, and describes it, by the rules of huma.Register: parameters by the tags path, query
// and header, a body of JSON in the field Body, a form in RawBody, and what the type resolves itself. huma does it with code that
// the compiler writes out for each route's types.
type input struct {
	of      reflect.Type
	params  []param
	body    []int        // the field Body; nil for none
	schema  *huma.Schema // of the body
	presets []preset
	raw     []int // the field RawBody; nil for none
}

// param is a field that is read from the request's line or head.
type param struct {
	field             []int
	place, name       string
	required, explode bool
	preset            string
	schema            *huma.Schema
}

// preset is what a field of the body holds when the body does not name it.
type preset struct {
	field []int
	value reflect.Value
}

// inputOf adds the parameters and the body of a type to an operation.
func inputOf(schemas huma.Registry, op *huma.Operation, t reflect.Type) *input {
	in := &input{of: t}
	for _, f := range reflect.VisibleFields(t) {
		switch {
		case f.Anonymous:
		case f.Name == "Body":
			in.takeBody(schemas, op, f)
		case f.Name == "RawBody":
			in.raw = f.Index
			form := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
			// a form without fields is a form: the module names what it misses
			op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{formType: form}}
		default:
			in.takeParam(schemas, op, f)
		}
	}
	if op.MaxBodyBytes == 0 {
		op.MaxBodyBytes = maxBody
	}
	return in
}

func (in *input) takeParam(schemas huma.Registry, op *huma.Operation, f reflect.StructField) {
	p := param{field: f.Index, preset: f.Tag.Get("default")}
	described := &huma.Param{}
	if p.place, p.name = placeOf(f); p.name == "" {
		return
	}
	p.required = p.place == "path"
	if p.place == "query" {
		p.explode = strings.HasSuffix(f.Tag.Get("query"), ",explode")
		described.Explode = &p.explode
	}
	if required, err := strconv.ParseBool(f.Tag.Get("required")); err == nil {
		p.required = required
	}
	p.schema = huma.SchemaFromField(schemas, f, "")
	in.params = append(in.params, p)
	described.Name, described.In, described.Required, described.Schema, described.Description = p.name, p.place, p.required,
		p.schema, p.schema.Description
	if f.Tag.Get("hidden") != "true" {
		op.Parameters = append(op.Parameters, described)
	}
}

// placeOf gives where a request has a field, path, query or header, and under which name; "" for neither.
func placeOf(f reflect.StructField) (place, name string) {
	for _, place = range []string{"path", "query", "header"} {
		if name, _, _ = strings.Cut(f.Tag.Get(place), ","); name != "" {
			return place, name
		}
	}
	return "", ""
}

func (in *input) takeBody(schemas huma.Registry, op *huma.Operation, f reflect.StructField) {
	hint := op.OperationID + "Request"
	if in.of.Name() != "" {
		hint = in.of.Name() + f.Name
	}
	in.body, in.schema = f.Index, huma.SchemaFromField(schemas, f, hint)
	in.schema.PrecomputeMessages()
	op.RequestBody = &huma.RequestBody{Required: f.Type.Kind() != reflect.Pointer && f.Type.Kind() != reflect.Interface,
		Content: map[string]*huma.MediaType{jsonType: {Schema: in.schema}}}
	if f.Type.Kind() != reflect.Struct {
		return
	}
	for _, field := range reflect.VisibleFields(f.Type) {
		if field.Tag.Get("default") != "" {
			value := huma.SchemaFromField(schemas, field, "").Default
			in.presets = append(in.presets, preset{field.Index, reflect.ValueOf(value).Convert(field.Type)})
		}
	}
}

// refusal is a request that cannot be read: huma's status and text, and what is wrong field by field.
type refusal struct {
	status int
	text   string
	errs   []error
}

// read gives a pointer to a struct of the type.
func (in *input) read(to huma.API, hc huma.Context) (any, *refusal) {
	v := reflect.New(in.of)
	var wrong huma.ValidateResult
	path := huma.NewPathBuffer(make([]byte, 0, 64), 0)
	for i := range in.params {
		p := &in.params[i]
		path.Reset()
		path.Push(p.place)
		path.Push(p.name)
		p.read(to, hc, v.Elem().FieldByIndex(p.field), path, &wrong)
	}
	if in.body != nil || in.raw != nil {
		if refused := in.readBody(to, hc, v.Elem(), path, &wrong); refused != nil {
			return nil, refused
		}
	}
	if r, ok := v.Interface().(huma.Resolver); ok {
		wrong.Errors = append(wrong.Errors, r.Resolve(hc)...)
	}
	if len(wrong.Errors) > 0 {
		return nil, &refusal{http.StatusUnprocessableEntity, "validation failed", wrong.Errors}
	}
	return v.Interface(), nil
}

func (p *param) read(to huma.API, hc huma.Context, into reflect.Value, path *huma.PathBuffer, wrong *huma.ValidateResult) {
	text := ""
	switch p.place {
	case "path":
		text = hc.Param(p.name)
	case "query":
		text = hc.Query(p.name)
	case "header":
		text = hc.Header(p.name)
	}
	if text == "" {
		text = p.preset
	}
	if text == "" {
		if p.required {
			wrong.Add(path, "", "required "+p.place+" parameter is missing")
		}
		return
	}
	value, err := p.parse(hc, into, text)
	if err != nil {
		wrong.Add(path, text, err.Error())
		return
	}
	huma.Validate(to.OpenAPI().Components.Schemas, p.schema, path, huma.ModeWriteToServer, value, wrong)
}

// readable tells whether parse can set a field of a type.
func readable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Int, reflect.Int64, reflect.Float64, reflect.Bool:
		return true
	}
	return t == reflect.TypeFor[[]string]()
}

// parse sets a field to a text, and gives what is to be checked.
func (p *param) parse(hc huma.Context, into reflect.Value, text string) (any, error) {
	switch into.Kind() {
	case reflect.String:
		into.SetString(text)
		return text, nil
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, errors.New("invalid integer")
		}
		into.SetInt(n)
		return n, nil
	case reflect.Float64:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, errors.New("invalid float")
		}
		into.SetFloat(n)
		return n, nil
	case reflect.Bool:
		is, err := strconv.ParseBool(text)
		if err != nil {
			return nil, errors.New("invalid boolean")
		}
		into.SetBool(is)
		return is, nil
	}
	words := strings.Split(text, ",")
	if p.explode {
		u := hc.URL()
		words = u.Query()[p.name]
	}
	into.Set(reflect.ValueOf(words))
	return words, nil
}

func (in *input) readBody(to huma.API, hc huma.Context, v reflect.Value, path *huma.PathBuffer, wrong *huma.ValidateResult) *refusal {
	_ = hc.SetReadDeadline(time.Now().Add(bodyPatience)) // not every server can
	body, refused := bodyOf(hc)
	if refused != nil {
		if refused.errs == nil {
			refused.errs = wrong.Errors
		}
		return refused
	}
	if in.raw != nil {
		v.FieldByIndex(in.raw).SetBytes(body)
	}
	if len(body) == 0 && hc.Operation().RequestBody.Required {
		return &refusal{http.StatusBadRequest, "request body is required", wrong.Errors}
	}
	if len(body) == 0 || in.body == nil {
		return nil
	}
	kind := hc.Header("Content-Type")
	if kind == "" {
		kind = jsonType
	}
	unread := func(err error) {
		wrong.Errors = append(wrong.Errors, &huma.ErrorDetail{Location: "body", Message: err.Error(), Value: string(body)})
	}
	before := len(wrong.Errors)
	var parsed any
	if err := to.Unmarshal(kind, body, &parsed); err != nil {
		unread(err)
	} else if parsed == nil && !hc.Operation().RequestBody.Required { // null is no body
		return nil
	} else {
		path.Reset()
		path.Push("body")
		huma.Validate(to.OpenAPI().Components.Schemas, in.schema, path, huma.ModeWriteToServer, parsed, wrong)
	}
	target := v.FieldByIndex(in.body)
	for _, p := range in.presets {
		target.FieldByIndex(p.field).Set(p.value)
	}
	if err := to.Unmarshal(kind, body, target.Addr().Interface()); err != nil && len(wrong.Errors) == before {
		unread(err)
	}
	return nil
}

// bodyOf reads the body of a request, within the bound of its route.
func bodyOf(hc huma.Context) ([]byte, *refusal) {
	most := hc.Operation().MaxBodyBytes
	r := hc.BodyReader()
	if r == nil {
		return nil, nil
	}
	var body bytes.Buffer
	n, err := io.Copy(&body, io.LimitReader(r, most))
	var late net.Error
	switch {
	case n == most:
		return nil, &refusal{status: http.StatusRequestEntityTooLarge}
	case errors.As(err, &late) && late.Timeout():
		return nil, &refusal{status: http.StatusRequestTimeout, text: "request body read timeout"}
	case err != nil:
		return nil, &refusal{http.StatusInternalServerError, "cannot read request body", []error{err}}
	}
	return body.Bytes(), nil
}
