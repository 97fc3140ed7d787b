package webpage

import (
	"net/http/httptest"
	"strings"
	"testing"

	g "maragu.dev/gomponents"

	"herald/pkg/kit/i18n"
)

// What users and links bring stays text: in elements, in attributes and in addresses.
func TestTextOfOthersStaysText(t *testing.T) {
	const hostile = `"><script>alert('1')</script>&`
	f := &Frame{Sign: hostile, Title: hostile, Text: hostile, Meta: []Meta{{hostile, hostile}}}
	f.Fill(i18n.PtBR, hostile)
	f.Query += "&utm_source=" + hostile
	w := httptest.NewRecorder()
	if err := Write(w, 200, i18n.PtBR, f, f.Form(Button(hostile, hostile)), Note(hostile), g.If(false, Note("not shown"))); err != nil {
		t.Fatal(err)
	}
	page := w.Body.String()
	if strings.Contains(page, "<script") || strings.Contains(page, "not shown") || strings.Count(page, "&lt;script&gt;") != 11 {
		t.Errorf("%d times in %s", strings.Count(page, "&lt;script&gt;"), page)
	}
	if w.Header().Get("Content-Language") != "pt-BR" || !strings.HasPrefix(page, `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">`) ||
		!strings.Contains(page, `<span lang="pt-BR" aria-current="true">Português</span>`) {
		t.Errorf("%v %.200s", w.Header(), page)
	}
}
