package user_test

import (
	"net/http"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/template"
	"herald/pkg/campaign/voice"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/appkey"
)

// A lock immediately fails accepted replies of its customer, with or without a response from the provider. New replies in the name of a
// locked customer are refused, free or not.
func TestALockEndsWaitingReplies(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	p.SignIn(p.Users.Admin)
	path := "/gc/inbox/" + c.ID + "/messages"
	if a := p.Owner.Post(path, apptest.Object{"type": "text", "text": "accepted before the lock"}); a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	p.Lock(p.Users.Admin, p.Owner, true).OK()
	p.RunInbound()
	if m := p.RepliesByText(c.ID)["accepted before the lock"]; m.State != "failed" || m.Reason != "The account is locked, so it wasn't sent" {
		t.Errorf("%+v", m)
	}
	p.Users.Admin.Post(path, apptest.Object{"type": "text", "text": "by staff for the locked"}).Want(http.StatusForbidden, 40302)
	p.SignIn(p.Owner)
	p.Owner.Post(path, apptest.Object{"type": "text", "text": "by the locked"}).Want(http.StatusForbidden, 40302)
	if n := len(p.RepliesByText(c.ID)); n != 1 {
		t.Errorf("%d replies", n)
	}
	p.Lock(p.Users.Admin, p.Owner, false).OK()
	p.Kit.Clock.Add(time.Hour)
	p.Tick()
	p.RunInbound()
	if m := p.RepliesByText(c.ID)["accepted before the lock"]; m.State != "failed" {
		t.Errorf("after the unlock: %+v", m)
	}
	p.SignIn(p.Users.Admin)
	if a := p.Users.Admin.Post(path, apptest.Object{"type": "text", "text": "after the unlock"}); a.Status != http.StatusOK {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
}

// No engine synthesizes speech for a locked customer. A recording that was requested before the lock fails with the reason.
func TestALockStopsSpeech(t *testing.T) {
	p, _ := apptest.NewVoiceFixture(t)
	c, admin := p.Users.Customer, p.Users.Admin
	e := p.NewEngine(nil)
	wish := apptest.Object{"name": "x", "language": "en-US", "engineId": e.ID, "content": "Hello to all of you", "customerId": c.User.ID}
	one := testkit.Data[voice.Recording](c.Post("/call/recording",
		apptest.Object{"name": "x", "language": "en-US", "engineId": e.ID, "content": "Hello"}))
	p.Lock(admin, c, true).OK()
	p.RunJobs()
	got, err := p.Env.Voice().Recording(p.Context(), auth.Everything, one.ID)
	if err != nil || got.State != voice.Failed || got.Reason != "recording.locked" {
		t.Errorf("%+v %v", got, err)
	}
	admin.Post("/call/recording", wish).Want(http.StatusForbidden, 40302)
	admin.Put("/call/recording", apptest.Object{"id": one.ID, "name": "x", "language": "en-US", "engineId": e.ID,
		"content": "Hello again"}).Want(http.StatusForbidden, 40302)
	p.Lock(admin, c, false).OK()
	if _, err := p.AwaitRecording(p.Env.Voice(), testkit.Data[voice.Recording](admin.Post("/call/recording", wish)).ID); err != nil {
		t.Error(err)
	}
}

// An approved template of a locked customer is registered only once the customer is unlocked. New templates for a locked customer are
// refused.
func TestALockStopsTheRegistrationOfTemplates(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	admin := p.Users.Admin
	one := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", apptest.TemplateBody("Spring")))
	admin.Put("/gc/template/review", apptest.Object{"ids": []string{one.ID}, "pass": true}).OK()
	p.Lock(admin, p.Users.Direct, true).OK()
	p.RunQueues()
	state := func() template.Status {
		t.Helper()
		return testkit.Data[template.Template](admin.Get("/gc/template/" + one.ID)).Status
	}
	if s := state(); s != template.Submitting {
		t.Errorf("%s", s)
	}
	body := apptest.TemplateBody("Summer")
	body["customerId"] = p.Users.Direct.User.ID
	admin.Post("/gc/template", body).Want(http.StatusForbidden, 40302)
	p.Lock(admin, p.Users.Direct, false).OK()
	p.Kit.Clock.Add(2 * time.Minute)
	p.Tick()
	p.RunQueues()
	if s := state(); s != template.Pending {
		t.Errorf("after the unlock: %s", s)
	}
}

// The app key of a locked customer is refused.
func TestALockStopsTheAppKey(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c, admin := p.Users.Customer, p.Users.Admin
	key := testkit.Data[appkey.NewKey](admin.Put("/aty/customerinfo/gen/appkey/security/"+c.User.ID, nil))
	p.CallSigned(key, "GET", "/gc/groupsendorder/page").OK()
	p.Lock(admin, c, true).OK()
	p.CallSigned(key, "GET", "/gc/groupsendorder/page").Want(http.StatusForbidden, 40302)
	p.Lock(admin, c, false).OK()
	p.CallSigned(key, "GET", "/gc/groupsendorder/page").OK()
}
