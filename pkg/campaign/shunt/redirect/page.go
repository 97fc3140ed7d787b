package redirect

import (
	"net/http"

	"herald/pkg/campaign/shunt"
	"herald/pkg/kit/webpage"
)

// statement is a page that says one thing, by the keys of its texts.
type statement struct{ sign, title, text string }

var (
	missing     = statement{"missing", "shunt.page.missing.title", "shunt.page.missing.text"}
	ended       = statement{"missing", "shunt.page.ended.title", "shunt.page.ended.text"}
	unavailable = statement{"chat", "shunt.page.unavailable.title", "shunt.page.unavailable.text"}
	failed      = statement{"missing", "shunt.page.failed.title", "shunt.page.failed.text"}
	chat        = statement{"chat", "shunt.page.chat.title", "shunt.page.chat.text"}
	group       = statement{"chat", "shunt.page.group.title", "shunt.page.group.text"}
)

// page answers a page in the reader's language.
func (s *Service) page(w http.ResponseWriter, r *http.Request, status int, what statement, meta ...webpage.Meta) {
	lang := webpage.Lang(r)
	f := webpage.Frame{Sign: what.sign, Title: s.Texts.Text(lang, what.title, nil), Text: s.Texts.Text(lang, what.text, nil)}
	for _, m := range meta {
		switch m.Property {
		case "og:title":
			m.Content = f.Title
		case "og:description":
			m.Content = f.Text
		}
		f.Meta = append(f.Meta, m)
	}
	f.Fill(lang, s.Texts.Text(lang, "shunt.page.language", nil))
	if err := webpage.Write(w, status, lang, &f); err != nil {
		s.Log(map[string]any{"error": "page: " + err.Error()})
	}
}

// preview answers a machine: a page with Open Graph tags, which messengers show for the link. It names no number and no group.
func (s *Service) preview(w http.ResponseWriter, v *visit, row *shunt.Row) {
	what := chat
	if row.Kind == shunt.KindGroup {
		what = group
	}
	s.page(w, v.Request, http.StatusOK, what, webpage.Meta{Property: "og:type", Content: "website"},
		webpage.Meta{Property: "og:site_name", Content: "WhatsApp"},
		webpage.Meta{Property: "og:title"}, webpage.Meta{Property: "og:description"},
		webpage.Meta{Property: "og:url", Content: s.origin(v.Request, row) + "/s/" + row.Code})
}

func (s *Service) origin(r *http.Request, row *shunt.Row) string {
	if s.Hosts == nil {
		return s.Public
	}
	return s.Hosts.Origin(r, row.Owner.Tenant)
}
