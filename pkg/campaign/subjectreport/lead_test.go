package subjectreport_test

import (
	"slices"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/web"
)

// Who became a lead is told so, by number and by address, and is not once the personal data is erased. Another tenant's leads are not told.
func TestEvidenceOfALead(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Direct
	for _, who := range []*sessiontest.Actor{c, p.Users.Customer} {
		p.Users.Admin.Put("/aty/customerinfo/activation/"+who.User.ID, nil).OK()
	}
	channel := testkit.Data[web.Created](c.Post("/channel/sales", apptest.Object{"name": "Spring fair", "kind": "event"})).ID
	lead := testkit.Data[web.Created](c.Post("/channel/lead", apptest.Object{"channelId": channel, "name": "Ada Lima",
		"phoneNumber": "+55 11 98765-4321", "email": "ada@lima.com", "message": "Call me"})).ID
	c.Post("/channel/lead/"+lead+"/note", apptest.Object{"text": "Wants the large plan"}).OK()
	wants := []string{"Lead|Spring fair · Ada Lima · 5511987654321 · ada@lima.com · Call me", "Lead|Spring fair · Wants the large plan"}
	byNumber := func(who *sessiontest.Actor, number string) []string {
		return apptest.EvidenceOf(t, p.Kit, who, "phoneNumber="+number, number)
	}
	byAddress := func() []string { return apptest.EvidenceOf(t, p.Kit, c, "email=ada%40lima.com", "ada@lima.com") }
	for _, lines := range [][]string{byNumber(c, "551187654321"), byNumber(c, "5511987654321"), byAddress(),
		byNumber(p.Users.Admin, "5511987654321")} {
		for _, want := range wants {
			if !slices.Contains(lines, want) {
				t.Errorf("%q is missing in %q", want, lines)
			}
		}
	}
	if lines := byNumber(p.Users.Customer, "5511987654321"); len(lines) != 0 {
		t.Errorf("another customer gets %q", lines)
	}
	c.Put("/channel/lead/"+lead+"/erase", nil).OK()
	if lines := append(byNumber(c, "5511987654321"), byAddress()...); len(lines) != 0 {
		t.Errorf("after the erasure: %q", lines)
	}
}
