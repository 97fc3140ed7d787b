package whatsapp

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"herald/pkg/provider"
)

// Codes that the API itself would answer with; we give them without asking.
const (
	codeMissing   = 131008
	codeInvalid   = 131009
	codeKind      = 131051
	codeParameter = 132018
)

// refuse finds what the API would certainly refuse, so that no request is spent on it.
func refuse(m *provider.Message) (provider.Outcome, bool) {
	code, detail := check(m)
	if code == 0 {
		return provider.Outcome{}, false
	}
	out := provider.Outcome{Verdict: provider.Rejected}
	out.Code, out.Detail = code, detail
	return out, true
}

func check(m *provider.Message) (code int, detail string) {
	if !digits(m.To, 15) {
		return codeInvalid, "to is not an E.164 number without +"
	}
	if len(m.Reference) > referenceLimit {
		return codeInvalid, "reference is longer than 512 bytes"
	}
	switch m.Kind {
	case provider.Text:
		return text("text", m.Text, 1, textLimit)
	case provider.Image, provider.Video:
		if !digits(m.MediaID, 32) {
			return codeInvalid, "media id is not a number"
		}
		return text("caption", m.Text, 0, captionLimit)
	case provider.Link:
		return checkLink(m)
	case provider.Template:
		return checkTemplate(m.Template)
	}
	return codeKind, fmt.Sprintf("message type %q is not supported", m.Kind)
}

func checkLink(m *provider.Message) (code int, detail string) {
	if m.Link == nil {
		return codeMissing, "link is missing"
	}
	if m.MediaID != "" && !digits(m.MediaID, 32) {
		return codeInvalid, "media id is not a number"
	}
	if !strings.HasPrefix(m.Link.URL, "http://") && !strings.HasPrefix(m.Link.URL, "https://") ||
		strings.ContainsAny(m.Link.URL, " \t\r\n") {
		return codeInvalid, "link is not an http(s) address"
	}
	for _, f := range [...]struct {
		name, value string
		low, high   int
	}{
		{"link text", m.Text, 1, linkBodyLimit},
		{"button", m.Link.Button, 1, buttonLimit},
		{"header", m.Link.Header, 0, headerLimit},
		{"footer", m.Link.Footer, 0, headerLimit},
	} {
		if code, detail := text(f.name, f.value, f.low, f.high); code != 0 {
			return code, detail
		}
	}
	return 0, ""
}

func checkTemplate(t *provider.TemplatePart) (code int, detail string) {
	if t == nil || t.Name == "" || t.Language == "" {
		return codeMissing, "template name or language is missing"
	}
	if file := t.File(); file != "" && !digits(file, 32) {
		return codeInvalid, "media id is not a number"
	}
	if strings.ContainsAny(t.Header, "\n\r\t") || strings.Contains(t.Header, "     ") {
		return codeParameter, "the header's parameter has a new line, a tab or five spaces"
	}
	for i, v := range t.Values {
		if code, detail := parameter("template parameter", i+1, v); code != 0 {
			return code, detail
		}
	}
	for _, b := range t.Buttons {
		if code, detail := parameter("parameter of button", b.Index+1, b.Value); code != 0 {
			return code, detail
		}
	}
	return 0, ""
}

func parameter(of string, n int, v string) (code int, detail string) {
	if v == "" {
		return codeMissing, fmt.Sprintf("%s %d is empty", of, n)
	}
	if strings.ContainsAny(v, "\n\r\t") || strings.Contains(v, "     ") {
		return codeParameter, fmt.Sprintf("%s %d has a new line, a tab or five spaces", of, n)
	}
	return 0, ""
}

// text checks a length in characters; counting is left out where the bytes already fit.
func text(name, value string, low, high int) (code int, detail string) {
	if len(value) < low {
		return codeMissing, name + " is empty"
	}
	if len(value) > high && utf8.RuneCountInString(value) > high {
		return codeInvalid, fmt.Sprintf("%s is longer than %d characters", name, high)
	}
	return 0, ""
}

func digits(s string, most int) bool {
	if s == "" || len(s) > most {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
