package apptest

import (
	"net/http"
	"strings"

	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
)

// HeldBack wants a template to be refused with a reason in four languages, and nothing to be stored or paid for.
func (p *InboxFixture) HeldBack(id string, body Object, reason, begins string) {
	p.Helper()
	before, held := p.Credit()
	n := len(p.Thread(id))
	for _, lang := range i18n.Langs {
		a := p.Who.In(string(lang)).Post("/gc/inbox/"+id+"/messages", body)
		if want := p.Env.Text(web.WithLang(p.Context(), lang), "inbox.held."+reason); a.Status != http.StatusConflict || a.Message != want ||
			want == "inbox.held."+reason {
			p.Errorf("%s: %d %s, not %q", lang, a.Status, a.Raw, want)
		}
	}
	if a := p.Replies(id, body); !strings.Contains(a.Message, begins) {
		p.Errorf("%s: %s", reason, a.Raw)
	}
	d := testkit.Data[inbox.Detail](p.Who.In("en_US").Get("/gc/inbox/" + id))
	if d.Held+d.Refused == "" || len(d.Kinds) != 0 {
		p.Errorf("%s: %+v", reason, d)
	}
	if now, reserved := p.Credit(); now != before || reserved != held || len(p.Thread(id)) != n {
		p.Errorf("%s: something was kept", reason)
	}
}
