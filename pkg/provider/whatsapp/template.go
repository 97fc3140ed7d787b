package whatsapp

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"herald/pkg/kit/lazyregexp"
	"herald/pkg/provider"
)

// templateFields are the fields of a template that we request: the API leaves out the others.
const templateFields = "id,name,language,status,category,rejected_reason,quality_score"

// component is a part of a template as it is registered (facts 1.3).
type component struct {
	Type    string         `json:"type"`
	Format  string         `json:"format,omitempty"`
	Text    string         `json:"text,omitempty"`
	Example map[string]any `json:"example,omitempty"`
	Buttons []button       `json:"buttons,omitempty"`

	Security *bool `json:"add_security_recommendation,omitempty"`
	Expires  int   `json:"code_expiration_minutes,omitempty"`
}

type button struct {
	Type  string `json:"type"`
	Text  string `json:"text"`
	OTP   string `json:"otp_type,omitempty"`
	URL   string `json:"url,omitempty"`
	Phone string `json:"phone_number,omitempty"`

	Example []string `json:"example,omitempty"`
}

var placeholder = lazyregexp.New(`\{([\p{L}\p{N}_]{1,30})\}`)

// numbered replaces each use of {name} by {{n}}, counted through, and gives the samples in that order: a name that is used twice has
// two numbers.
func numbered(text string, samples map[string]string) (out string, values []string) {
	out = placeholder.Regexp().ReplaceAllStringFunc(text, func(hit string) string {
		values = append(values, samples[hit[1:len(hit)-1]])
		return "{{" + strconv.Itoa(len(values)) + "}}"
	})
	return out, values
}

// components of a template.
func components(t *provider.TemplateContent) []component {
	if t.Code != nil {
		return ofCode(t.Code)
	}
	var out []component
	switch {
	case t.Picture != "":
		out = append(out, component{Type: "HEADER", Format: "IMAGE", Example: map[string]any{"header_handle": []string{t.Picture}}})
	case t.Video != "":
		out = append(out, component{Type: "HEADER", Format: "VIDEO", Example: map[string]any{"header_handle": []string{t.Video}}})
	case t.Header != "":
		c := component{Type: "HEADER", Format: "TEXT"}
		var values []string
		if c.Text, values = numbered(t.Header, t.Samples); len(values) > 0 {
			c.Example = map[string]any{"header_text": values}
		}
		out = append(out, c)
	}
	body := component{Type: "BODY"}
	var values []string
	if body.Text, values = numbered(t.Body, t.Samples); len(values) > 0 {
		body.Example = map[string]any{"body_text": [][]string{values}}
	}
	out = append(out, body)
	if t.Footer != "" {
		out = append(out, component{Type: "FOOTER", Text: t.Footer})
	}
	if len(t.Buttons) > 0 {
		c := component{Type: "BUTTONS"}
		for _, b := range t.Buttons {
			c.Buttons = append(c.Buttons, registered(b, t.Samples))
		}
		out = append(out, c)
	}
	return out
}

// ofCode are the components of a template of a code: the API writes the texts.
func ofCode(c *provider.TemplateCode) []component {
	out := []component{{Type: "BODY", Security: &c.Security}}
	if c.Minutes > 0 {
		out = append(out, component{Type: "FOOTER", Expires: c.Minutes})
	}
	return append(out, component{Type: "BUTTONS", Buttons: []button{{Type: "OTP", OTP: "COPY_CODE", Text: c.Button}}})
}

// registered is a button as the API takes it. The example of an address that ends in a placeholder is a whole address.
func registered(b provider.TemplateButton, samples map[string]string) button {
	switch b.Kind {
	case "url":
		address, values := numbered(b.Target, samples)
		made := button{Type: "URL", Text: b.Text, URL: address}
		if len(values) > 0 {
			made.Example = []string{strings.Replace(address, "{{1}}", values[0], 1)}
		}
		return made
	case "phone":
		return button{Type: "PHONE_NUMBER", Text: b.Text, Phone: b.Target}
	}
	return button{Type: "QUICK_REPLY", Text: b.Text}
}

// CreateTemplate registers a template (provider.TemplateBook).
func (a *Adapter) CreateTemplate(ctx context.Context, t provider.TemplateContent) (provider.TemplateState, error) {
	var made templateNode
	err := a.call(ctx, http.MethodPost, a.cfg.WABAID+"/message_templates",
		map[string]any{"name": t.Name, "language": t.Language, "category": t.Category,
			"parameter_format": "positional", "components": components(&t)}, &made)
	if err == nil && made.ID == "" {
		err = doubtful("a template was created without an id")
	}
	made.Name, made.Language = t.Name, t.Language
	return made.state(), err
}

// EditTemplate replaces a template's content.
func (a *Adapter) EditTemplate(ctx context.Context, id string, t provider.TemplateContent) error {
	return a.call(ctx, http.MethodPost, url.PathEscape(id), map[string]any{"category": t.Category, "components": components(&t)}, nil)
}

// Template asks for a template by its id.
func (a *Adapter) Template(ctx context.Context, id string) (provider.TemplateState, error) {
	var got templateNode
	err := a.call(ctx, http.MethodGet, url.PathEscape(id)+"?fields="+templateFields, nil, &got)
	if gone(err) {
		return provider.TemplateState{ID: id, Status: provider.TemplateGone}, nil
	}
	return got.state(), err
}

// FindTemplate looks for a template by its name and language. The API's filter finds parts of names too, so pages are read.
func (a *Adapter) FindTemplate(ctx context.Context, name, language string) (provider.TemplateState, bool, error) {
	after := ""
	for range 20 {
		var page struct {
			Data   []templateNode `json:"data"`
			Paging struct {
				Cursors struct{ After string } `json:"cursors"`
				Next    string                 `json:"next"`
			} `json:"paging"`
		}
		query := url.Values{"name": {name}, "limit": {"100"}, "fields": {templateFields}}
		if after != "" {
			query.Set("after", after)
		}
		if err := a.call(ctx, http.MethodGet, a.cfg.WABAID+"/message_templates?"+query.Encode(), nil, &page); err != nil {
			return provider.TemplateState{}, false, err
		}
		for _, t := range page.Data {
			if t.Name == name && t.Language == language {
				return t.state(), true, nil
			}
		}
		if after = page.Paging.Cursors.After; after == "" || page.Paging.Next == "" {
			break
		}
	}
	return provider.TemplateState{}, false, nil
}

// DeleteTemplate takes a template away in its one language.
func (a *Adapter) DeleteTemplate(ctx context.Context, name, id string) error {
	err := a.call(ctx, http.MethodDelete, a.cfg.WABAID+"/message_templates?"+url.Values{"name": {name}, "hsm_id": {id}}.Encode(), nil, nil)
	if gone(err) {
		return nil
	}
	return err
}

// UploadSample uses the Resumable Upload API: a session, then the bytes.
func (a *Adapter) UploadSample(ctx context.Context, contentType string, body []byte) (string, error) {
	var session struct {
		ID string `json:"id"`
	}
	query := url.Values{"file_length": {strconv.Itoa(len(body))}, "file_type": {contentType}}
	if err := a.call(ctx, http.MethodPost, "app/uploads?"+query.Encode(), nil, &session); err != nil {
		return "", hasNoEffect(err)
	}
	if !strings.HasPrefix(session.ID, "upload:") {
		return "", hasNoEffect(doubtful("an upload began without an id"))
	}
	var file struct {
		Handle string `json:"h"`
	}
	if err := a.call(ctx, http.MethodPost, session.ID, raw(body), &file); err != nil {
		return "", hasNoEffect(err)
	}
	if file.Handle == "" {
		return "", hasNoEffect(doubtful("an upload ended without a handle"))
	}
	return file.Handle, nil
}
