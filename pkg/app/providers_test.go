package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/web"
)

// Staff see the providers of the deployment with their capabilities, and only the last characters of their accounts.
func TestProvidersOfTheDeployment(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	b.Env.Config.Adapters.Set(map[string]string{"alipay.url": ""})
	all := testkit.Data[web.Page[sender.Provider]](b.Users.Admin.Get("/gc/sender/provider/page?size=100"))
	by := map[string]sender.Provider{}
	for _, p := range all.Records {
		by[p.Channel+"."+p.Provider] = p
		if n := len([]rune(strings.TrimPrefix(p.Account, "…"))); n > 4 && strings.HasPrefix(p.Account, "…") {
			t.Errorf("%s shows its account %q", p.ID, p.Account)
		}
	}
	if p := by["whatsapp.whatsapp"]; p.State != "on" || !slices.Contains(p.Abilities, "template") ||
		!slices.Contains(p.Abilities, "receipts") {
		t.Errorf("%+v", p)
	}
	if p := by["payment.gateway"]; p.State != "on" || !slices.Contains(p.Abilities, "usd") || slices.Contains(p.Abilities, "refund") {
		t.Errorf("%+v", p)
	}
	if p := by["payment.alipay"]; p.State != "off" {
		t.Errorf("%+v", p)
	}
	b.Users.Customer.Get("/gc/sender/provider/page").Want(http.StatusForbidden, 0)
}
