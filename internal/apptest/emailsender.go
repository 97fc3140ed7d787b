package apptest

import (
	"testing"
	"time"

	"herald/internal/domaintest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/domain"
)

// NewEmailSender adds a domain of a user that emails can be sent from, and a sender.
func NewEmailSender(t testing.TB, e *app.Env, who *sessiontest.Actor) (domainID, senderID string) {
	t.Helper()
	d := testkit.Data[domain.Detail](who.Post("/domain", Object{"name": "mail.example", "uses": []string{domain.UseEmail}}))
	ProveDomain(t, e, who, d.ID)
	type created struct{ ID string }
	return d.ID, testkit.Data[created](who.Post("/edm/sender", Object{"name": "mine", "mailbox": "news", "domainId": d.ID})).ID
}

// ProveDomain publishes the records of a domain in a world of the test, and checks it there.
func ProveDomain(t testing.TB, e *app.Env, who *sessiontest.Actor, id string) {
	t.Helper()
	world, domains := domaintest.New(t), app.MailDomains(e)
	domains.Names, domains.Account = world.Resolver, world.Provider.Account
	for range 2 { // the first check brings the keys
		if err := domains.Work(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		world.Publish(t, testkit.Data[domain.Detail](who.Get("/domain/"+id)))
	}
	if err := domains.Work(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if d := testkit.Data[domain.Detail](who.Get("/domain/" + id)); d.State != domain.Verified || !d.Sending {
		t.Fatalf("the domain is not verified: %+v", d)
	}
}

func (w *LossScenario) emailSenders() {
	who := w.Users.Direct
	w.create("domain", who, "POST /domain", "/domain", `{"name":"loss.example","uses":["email"]}`)
	ProveDomain(w, w.Env, who, w.ids["domain"])
	w.Kit.Clock.Add(time.Minute)
	w.call(who, "PUT /domain/{id}/default", "/domain/{domain}/default", "")
	w.create("emailSender", who, "POST /edm/sender", "/edm/sender", `{"name":"n","mailbox":"news","domainId":"{domain}"}`)
	w.call(who, "PUT /edm/sender", "/edm/sender", `{"id":"{emailSender}","name":"m","mailbox":"news","domainId":"{domain}"}`)
	w.call(who, "PUT /edm/sender/status", "/edm/sender/status", `{"id":"{emailSender}","enabled":false}`)
	w.create("noSender", who, "POST /edm/sender", "/edm/sender", `{"name":"n","mailbox":"none","domainId":"{domain}"}`)
	w.call(who, "DELETE /edm/sender/{id}", "/edm/sender/{noSender}", "")
	w.call(who, "PUT /domain/{id}/check", "/domain/{domain}/check", "")
	w.create("noDomain", who, "POST /domain", "/domain", `{"name":"none.example","uses":["link"]}`)
	w.call(who, "PUT /domain", "/domain", `{"id":"{noDomain}","uses":["email","link"]}`)
	w.call(who, "DELETE /domain/{id}", "/domain/{noDomain}", "")
}
