// Package webpage writes public pages that stand outside of the console: one card with a title and a text, in the reader's language,
// without scripts and without anything from another server.
package webpage

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"

	g "maragu.dev/gomponents"

	"herald/pkg/kit/i18n"
)

//go:embed page.css
var style string

// policy allows the page's own style and forms to its own origin, and nothing else.
var policy = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
})

// Frame is what every page shows.
type Frame struct {
	Sign  string // of the picture: ask, chat, done, missing
	Title string
	Text  string
	Meta  []Meta // for link previews

	Lang  string // of the document
	Query string // of forms: the page's language
	Label string // of the languages
	Langs []Language
}

// Meta is a property of the document.
type Meta struct{ Property, Content string }

// Language is a link to the page in a language.
type Language struct {
	Query, Tag, Name string
	Here             bool
}

var languageNames = map[i18n.Lang]string{i18n.ZhCN: "简体中文", i18n.EnUS: "English", i18n.PtBR: "Português", i18n.ZhTW: "繁體中文"}

// tag is the language of a document.
func tag(l i18n.Lang) string { return strings.ReplaceAll(string(l), "_", "-") }

// Lang is the language that the reader chose on the page, else the best of Accept-Language.
func Lang(r *http.Request) i18n.Lang {
	return i18n.Choose(r.URL.Query().Get("lang"), strings.Join(r.Header.Values("Accept-Language"), ","))
}

// Fill completes a frame with the reader's language. label is the text above the languages.
func (f *Frame) Fill(lang i18n.Lang, label string) {
	f.Lang, f.Query, f.Label = tag(lang), "?lang="+string(lang), label
	for _, l := range i18n.Langs {
		f.Langs = append(f.Langs, Language{Query: "?lang=" + string(l), Tag: tag(l), Name: languageNames[l], Here: l == lang})
	}
}

// Harden sets the headers of every answer.
func Harden(h http.Header) {
	h.Set("Cache-Control", "no-store, max-age=0")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	h.Set("Content-Security-Policy", policy())
}

// Write answers a page whose frame is filled in lang, with a module's own part below the text. The error is one of writing it.
func Write(w http.ResponseWriter, status int, lang i18n.Lang, f *Frame, more ...g.Node) error {
	var b strings.Builder
	err := f.page(more).Render(&b)
	if err != nil {
		status = http.StatusInternalServerError
	}
	Harden(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", tag(lang))
	w.Header().Set("Vary", "Accept-Language")
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "30")
	}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(b.String())) // the client is gone when this fails
	return err
}
