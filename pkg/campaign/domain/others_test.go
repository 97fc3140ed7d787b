package domain_test

import (
	"testing"
	"time"
)

// A domain that the email provider had before, as that of the platform's own sender, stays there when a customer adds its name without a
// proof and deletes it. One that was added for a customer goes with it.
func TestADomainOfOthersStaysAtTheProvider(t *testing.T) {
	h := start(t)
	if _, err := h.provider.CreateIdentity(h.Context(), "mail.herald.example"); err != nil {
		t.Fatal(err)
	}
	for name, stays := range map[string]bool{"mail.herald.example": true, "shop.example": false} {
		d := h.add(h.Customer, name)
		if !h.provider.Has(name) {
			t.Fatalf("%s is not there", name)
		}
		h.Customer.Delete("/domain/"+d.ID, nil)
		h.work()
		h.pass(time.Hour, h.Customer)
		if h.provider.Has(name) != stays {
			t.Errorf("%s: there is %v", name, !stays)
		}
	}
}
