package lead_test

import (
	"net/http"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/campaign/shunt"
)

// status gives the status of a public page, as a browser sees it.
func (w *world) status(path string) int {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), "GET", w.server.URL+path, nil)
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set("X-Forwarded-For", w.k.Address)
	r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0")
	a, err := http.DefaultTransport.RoundTrip(r) // no redirect is followed
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { a.Body.Close() })
	return a.StatusCode
}

// The forms and links of a customer end with it, and messages make it no leads any more. A lock ends none of them.
func TestADeletedCustomerHasNoForms(t *testing.T) {
	w := open(t)
	link := testkit.Data[shunt.Link](w.Direct.Post("/shunt/link", object{"name": "Summer", "kind": "group", "countryCode": "BR"}))
	w.Direct.Post("/shunt/group", object{"linkId": link.ID, "url": "https://chat.whatsapp.com/BxY7cDeFgHiJkLmNoPqRsT"}).OK()
	pages := func(what string, form, redirect int) {
		t.Helper()
		if a, b := w.status("/f/"+w.shops.Code), w.status("/s/"+link.Code); a != form || b != redirect {
			t.Errorf("%s: %d %d", what, a, b)
		}
	}
	pages("at first", 200, 302)
	if a := w.send(w.shops.Code, formOf()); a.StatusCode != 200 {
		t.Error(a.Status)
	}
	w.Admin.Put("/blacklistuserinfo/lockOrUnlock", object{"userId": w.Direct.User.ID, "lock": true}).OK()
	w.k.Clock.Add(2 * time.Minute)
	pages("locked", 200, 302)
	w.Admin.Delete("/aty/customerinfo/"+w.Direct.User.ID, nil).OK()
	w.k.Clock.Add(2 * time.Minute)
	pages("deleted", 410, 410)
	if a := w.send(w.shops.Code, formOf("phone", "+5511987654399")); a.StatusCode != 410 {
		t.Error(a.Status)
	}
	w.say("1", w.shops.Reference, 5511987654398)
	if p := w.page(w.Admin, "channelId="+w.shops.ID); p.Total != 1 {
		t.Errorf("%+v", p)
	}
	if a := w.status("/f/" + w.agents.Code); a != 200 {
		t.Error("another's form has ended", a)
	}
}
