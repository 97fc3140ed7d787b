package shunt_test

import (
	"context"
	"net/http/httptest"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/audience/lead/form"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/audience/visitor"
	"herald/pkg/campaign/shunt/redirect"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// The form of a sales channel is none at the host of another customer, as a link is.
func TestTheFormAtAForeignHost(t *testing.T) {
	h := start(t)
	h.proven(h.Direct, "go.shop.example")
	hosts := &redirect.Hosts{Header: "X-Herald-Host", Domains: h.domains, Public: "https://herald.test", Now: h.Env.Now, Log: h.Env.Lines.Log}
	a := web.New(web.Options{Catalogue: testkit.Texts(), DB: h.Env.DB, Now: h.Env.Now, IDs: h.Env.IDs, Log: h.Env.Lines.Log,
		Authenticate: func(context.Context, string) (*auth.Principal, error) { return nil, nil }})
	(&form.Service{DB: h.Env.DB, Visits: &visitor.Recorder{DB: h.Env.DB, Settings: h.settings}, Settings: h.settings, Texts: testkit.Texts(),
		Public: "https://herald.test", Keys: h.Env.Config.LinkKeys, Now: h.Env.Now, NewID: h.Env.IDs.Next, Log: h.Env.Lines.Log,
		Foreign: hosts.Foreign}).Routes(a)
	codes := map[string]string{"Ab3dEf7h": h.Direct.User.ID, "Xy3dEf7h": h.Customer.User.ID}
	for code, tenant := range codes {
		c := saleschannel.Channel{ID: h.Env.IDs.Next(), Code: code, Status: saleschannel.Enabled, Owner: auth.Owner{User: tenant, Tenant: tenant}}
		if _, err := h.Env.DB.Write(t.Context(), store.Op{Verb: store.Put, Key: store.Key{Table: "audience", PK: "SALESCH#" + code, SK: "C"},
			Item: c}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		code, host string
		status     int
	}{{"Ab3dEf7h", "go.shop.example", 200}, {"Ab3dEf7h", "", 200}, {"Xy3dEf7h", "herald.test", 200}, {"Xy3dEf7h", "go.shop.example", 404}} {
		for _, method := range []string{"GET", "POST"} {
			r := httptest.NewRequestWithContext(t.Context(), method, "/f/"+c.code, nil)
			r.Header.Set("X-Herald-Host", c.host)
			w := httptest.NewRecorder()
			a.Handler().ServeHTTP(w, r)
			if method == "GET" && w.Code != c.status || c.status == 404 && w.Code != 404 {
				t.Errorf("%s %+v: %d", method, c, w.Code)
			}
		}
	}
}
