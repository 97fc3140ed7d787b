package app

import (
	"net/http"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/template"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/appkey"
)

// said are the replies of a conversation by their texts.
func (p *parlour) said(id string) map[string]inbox.Message {
	p.Helper()
	out := map[string]inbox.Message{}
	for _, m := range testkit.Data[inbox.Thread](p.c.Admin.In("en_US").Get("/gc/inbox/" + id + "/messages")).Records {
		if !m.In {
			out[m.Text] = m
		}
	}
	return out
}

// A lock ends accepted replies of its customer as failed at once, whether the provider answers or not. New replies in the name of a locked
// customer are refused, free or not.
func TestALockEndsWaitingReplies(t *testing.T) {
	p, _ := mustTalk(t)
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c := p.one()
	p.signIn(p.c.Admin)
	path := "/gc/inbox/" + c.ID + "/messages"
	if a := p.who.Post(path, obj{"type": "text", "text": "accepted before the lock"}); a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	p.lock(p.c.Admin, p.who, true).OK()
	p.hears()
	if m := p.said(c.ID)["accepted before the lock"]; m.State != "failed" || m.Reason != "The account is locked, so it wasn’t sent" {
		t.Errorf("%+v", m)
	}
	p.c.Admin.Post(path, obj{"type": "text", "text": "by staff for the locked"}).Want(http.StatusForbidden, 40302)
	p.signIn(p.who)
	p.who.Post(path, obj{"type": "text", "text": "by the locked"}).Want(http.StatusForbidden, 40302)
	if n := len(p.said(c.ID)); n != 1 {
		t.Errorf("%d replies", n)
	}
	p.lock(p.c.Admin, p.who, false).OK()
	p.k.Clock.Add(time.Hour)
	p.tick()
	p.hears()
	if m := p.said(c.ID)["accepted before the lock"]; m.State != "failed" {
		t.Errorf("after the unlock: %+v", m)
	}
	p.signIn(p.c.Admin)
	if a := p.c.Admin.Post(path, obj{"type": "text", "text": "after the unlock"}); a.Status != http.StatusOK {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
}

// No engine speaks for a locked customer. A recording that was requested before the lock fails with the reason.
func TestALockStopsSpeech(t *testing.T) {
	p, _ := studio(t)
	c, admin := p.c.Customer, p.c.Admin
	e := p.engine(nil)
	wish := obj{"name": "x", "language": "en-US", "engineId": e.ID, "content": "Hello to all of you", "customerId": c.User.ID}
	one := testkit.Data[voice.Recording](c.Post("/call/recording",
		obj{"name": "x", "language": "en-US", "engineId": e.ID, "content": "Hello"}))
	p.lock(admin, c, true).OK()
	p.work()
	got, err := p.e.Voice().Recording(p.Context(), auth.Everything, one.ID)
	if err != nil || got.State != voice.Failed || got.Reason != "recording.locked" {
		t.Errorf("%+v %v", got, err)
	}
	admin.Post("/call/recording", wish).Want(http.StatusForbidden, 40302)
	admin.Put("/call/recording", obj{"id": one.ID, "name": "x", "language": "en-US", "engineId": e.ID,
		"content": "Hello again"}).Want(http.StatusForbidden, 40302)
	p.lock(admin, c, false).OK()
	if _, err := p.spoken(p.e.Voice(), testkit.Data[voice.Recording](admin.Post("/call/recording", wish)).ID); err != nil {
		t.Error(err)
	}
}

// An approved template of a locked customer is registered only once the customer is unlocked. New templates for a locked customer are
// refused.
func TestALockStopsTheRegistrationOfTemplates(t *testing.T) {
	p := mustPrint(t)
	admin := p.c.Admin
	one := testkit.Data[template.Template](p.c.Direct.Post("/gc/template", templateOf("Spring")))
	admin.Put("/gc/template/review", obj{"ids": []string{one.ID}, "pass": true}).OK()
	p.lock(admin, p.c.Direct, true).OK()
	p.sends()
	state := func() template.Status {
		t.Helper()
		return testkit.Data[template.Template](admin.Get("/gc/template/" + one.ID)).Status
	}
	if s := state(); s != template.Submitting {
		t.Errorf("%s", s)
	}
	body := templateOf("Summer")
	body["customerId"] = p.c.Direct.User.ID
	admin.Post("/gc/template", body).Want(http.StatusForbidden, 40302)
	p.lock(admin, p.c.Direct, false).OK()
	p.k.Clock.Add(2 * time.Minute)
	p.tick()
	p.sends()
	if s := state(); s != template.Pending {
		t.Errorf("after the unlock: %s", s)
	}
}

// The app key of a locked customer opens nothing.
func TestALockStopsTheAppKey(t *testing.T) {
	p := mustHouse(t)
	c, admin := p.c.Customer, p.c.Admin
	key := testkit.Data[appkey.NewKey](admin.Put("/aty/customerinfo/gen/appkey/security/"+c.User.ID, nil))
	p.program(key, "GET", "/gc/groupsendorder/page").OK()
	p.lock(admin, c, true).OK()
	p.program(key, "GET", "/gc/groupsendorder/page").Want(http.StatusForbidden, 40302)
	p.lock(admin, c, false).OK()
	p.program(key, "GET", "/gc/groupsendorder/page").OK()
}
