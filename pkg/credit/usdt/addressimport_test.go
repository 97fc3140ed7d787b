package usdt_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/user"
)

// An import of receiving addresses sends one notice to the other staff with access to the pools. The audit log has the first hundred
// addresses and the digest of all.
func TestAnImportOfAddressesIsNotifiedAndRecorded(t *testing.T) {
	b := apptest.NewPaymentFixture(t)
	h := &sessiontest.Fixture{Env: b.Kit, Users: b.Env.Users(), Session: b.Env.Sessions()}
	staff := func(name, role string) *sessiontest.Actor {
		return h.Actor(t, b.Server, name, user.New{User: user.User{Type: auth.Admin, Login: "pool." + name, Roles: []string{role}}})
	}
	finance, sales := staff("finance", "finance"), staff("sales", "sales")
	var list []string
	for i := range 130 {
		list = append(list, fmt.Sprintf("0x%040x", i+1))
	}
	body := apptest.Object{"platform": "ETHEREUM", "addresses": append([]string{"x", list[0]}, list...)}
	for range 2 { // its answer was lost
		b.Users.Admin.With("Idempotency-Key", "import").Do("POST", "/virtual/currency/address", body).OK()
	}
	b.Users.Admin.Post("/virtual/currency/address", apptest.Object{"platform": "ETHEREUM", "addresses": list}).OK() // none of them is new
	want := []string{b.Users.Admin.User.Name + " imported receiving addresses (130). The first is " + list[0] +
		". Customers pay to them, so check that they belong to the company. → /finance/address"}
	if got := b.Notices(finance, "imported receiving addresses"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for _, who := range []*sessiontest.Actor{b.Users.Admin, sales, b.Users.Customer} {
		if got := b.Notices(who, "imported receiving addresses"); len(got) > 0 {
			t.Errorf("%s: %q", who.User.Name, got)
		}
	}
	type record struct {
		Count     int
		Addresses []string
		SHA256    string
	}
	log := testkit.Data[struct{ Records []struct{ After record } }](b.Users.Admin.Get("/system/audit/page?object=ETHEREUM"))
	sum := sha256.Sum256([]byte(strings.Join(list, "\n")))
	if i := slices.IndexFunc(log.Records, func(r struct{ After record }) bool { return r.After.Count == 130 }); i < 0 {
		t.Errorf("%+v", log.Records)
	} else if r := log.Records[i].After; !slices.Equal(r.Addresses, list[:100]) || r.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("%+v", r)
	}
}
