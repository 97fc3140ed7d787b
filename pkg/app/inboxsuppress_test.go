package app

import (
	"net/http"
	"testing"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/testkit"
)

// TestSuppressFromTheInbox suppresses a writer by the number that the conversation shows, in WhatsApp's own form, and nothing may be
// replied after it.
func TestSuppressFromTheInbox(t *testing.T) {
	p, _ := mustTalk(t)
	p.says(whatsappsim.Inbound{Text: "Qual é o preço?"})
	c := p.one()
	if d := testkit.Data[inbox.Detail](p.who.Get("/gc/inbox/" + c.ID)); d.Suppressed {
		t.Fatalf("suppressed before: %+v", d)
	}
	p.who.Post("/aty/suppression", obj{"phoneNumber": c.PhoneNumber, "scope": "tenant"}).OK()
	d := testkit.Data[inbox.Detail](p.who.Get("/gc/inbox/" + c.ID))
	if !d.Suppressed || d.Refused == "" || len(d.Kinds) != 0 {
		t.Errorf("after: %+v", d)
	}
	if a := p.replies(c.ID, obj{"type": "text", "text": "Ok"}); a.Status != http.StatusConflict {
		t.Errorf("a reply: %d %s", a.Status, a.Raw)
	}
	p.c.Admin.Post("/aty/suppression", obj{"phoneNumber": c.PhoneNumber, "scope": "tenant", "customerId": d.TenantID}).OK()
}
