package inbox_test

import (
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
)

// TestSuppressFromTheInbox suppresses the conversation's number, which is in WhatsApp's own form; no reply is possible afterwards.
func TestSuppressFromTheInbox(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Qual é o preço?"})
	c := p.Conversation()
	if d := testkit.Data[inbox.Detail](p.Owner.Get("/gc/inbox/" + c.ID)); d.Suppressed {
		t.Fatalf("suppressed before: %+v", d)
	}
	p.Owner.Post("/aty/suppression", apptest.Object{"phoneNumber": c.PhoneNumber, "scope": "tenant"}).OK()
	d := testkit.Data[inbox.Detail](p.Owner.Get("/gc/inbox/" + c.ID))
	if !d.Suppressed || d.Refused == "" || len(d.Kinds) != 0 {
		t.Errorf("after: %+v", d)
	}
	if a := p.Reply(c.ID, apptest.Object{"type": "text", "text": "Ok"}); a.Status != http.StatusConflict {
		t.Errorf("a reply: %d %s", a.Status, a.Raw)
	}
	p.Users.Admin.Post("/aty/suppression", apptest.Object{"phoneNumber": c.PhoneNumber, "scope": "tenant", "customerId": d.TenantID}).OK()
}
