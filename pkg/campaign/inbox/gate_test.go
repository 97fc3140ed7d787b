package inbox_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/platform/country"
)

var filledIn = []apptest.Object{{"name": "nome", "content": "Ana"}, {"name": "code", "content": "X1"}}

// silent is a conversation whose recipient wrote more than a day ago, and an approved template.
func silent(t *testing.T) (p *apptest.InboxFixture, c inbox.Conversation, template apptest.Object) {
	t.Helper()
	p, _ = apptest.NewInboxFixture(t)
	made := p.NewApproved("offer")
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c = p.Conversation()
	p.Kit.Clock.Add(24*time.Hour + time.Second)
	p.SignIn(p.Owner)
	p.SignIn(p.Users.Admin)
	return p, c, apptest.Object{"type": "template", "templateId": made.ID, "placeholders": filledIn}
}

// windowIn is a window around now by the clock of a time zone where both ends are on one day.
func windowIn(t *testing.T, now time.Time, from, to time.Duration) string {
	t.Helper()
	zone := "Europe/London"
	if now.UTC().Hour() >= 20 {
		zone = "Asia/Tokyo"
	}
	place, err := country.Location(zone)
	if err != nil {
		t.Fatal(err)
	}
	return now.Add(from).In(place).Format("15:04") + "-" + now.Add(to).In(place).Format("15:04") + " " + zone
}

// No template is sent outside the hours of the recipient's country. The conversation shows when the hours begin, and then a template is
// sent.
func TestATemplateReplyKeepsTheHours(t *testing.T) {
	p, c, template := silent(t)
	now := p.Kit.Now().UTC()
	p.Users.Admin.Put("/lop/system/config/window.BR", apptest.Object{"value": windowIn(t, now, time.Hour, 2*time.Hour)}).OK()
	p.WantTemplateRefused(c.ID, template, "hours", "outside the recipient's sending hours")
	d := testkit.Data[inbox.Detail](p.Owner.Get("/gc/inbox/" + c.ID))
	if d.HeldUntil == nil || d.HeldUntil.Before(now) || d.HeldUntil.After(now.Add(time.Hour+5*time.Minute)) {
		t.Errorf("%+v", d.HeldUntil)
	}
	p.Receive(whatsappsim.Inbound{Text: "Alô?"}) // who writes at night is answered at night
	p.Reply(c.ID, apptest.Object{"type": "text", "text": "Sim"}).OK()
	p.Reply(c.ID, template).OK()
	p.Kit.Clock.Add(24*time.Hour + 70*time.Minute)
	p.SignIn(p.Owner)
	if got := testkit.Data[inbox.Message](p.Reply(c.ID, template)); got.State != "toSend" || p.Thread(c.ID)[4].State == "failed" {
		t.Errorf("in the hours: %+v", p.Thread(c.ID))
	}
}

// The hours are those of the recipient's own time zone: São Paulo is open, Manaus not yet.
func TestATemplateReplyKeepsTheRecipientsOwnHours(t *testing.T) {
	p, c, template := silent(t)
	place, err := country.Location("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	p.Users.Admin.Put("/lop/system/config/window.BR", apptest.Object{"value": "11:30-14:00"}).OK()
	now := p.Kit.Now().In(place)
	noon := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, place)
	if noon.Before(now) {
		noon = noon.AddDate(0, 0, 1)
	}
	p.Kit.Clock.Add(noon.Sub(now))
	p.SignIn(p.Owner)
	if got := testkit.Data[inbox.Message](p.Reply(c.ID, template)); got.State != "toSend" {
		t.Errorf("%+v", got)
	}
}

// A stored reply whose turn comes after the hours is not sent, and costs nothing.
func TestAReplyWhoseHoursEndBeforeItsTurn(t *testing.T) {
	p, c, template := silent(t)
	before, held := p.Credit()
	m := testkit.Data[inbox.Message](p.Owner.Post("/gc/inbox/"+c.ID+"/messages", template))
	now := p.Kit.Now().UTC()
	p.Users.Admin.Put("/lop/system/config/window.BR", apptest.Object{"value": windowIn(t, now, time.Hour, 2*time.Hour)}).OK()
	p.Kit.Clock.Add(2 * time.Minute) // settings are believed for a while
	p.RunInbound()
	if got := p.Thread(c.ID)[1]; got.ID != m.ID || got.State != "failed" || !strings.Contains(got.Reason, "outside the recipient's sending hours") {
		t.Errorf("%+v", got)
	}
	if now, reserved := p.Credit(); now != before || reserved != held {
		t.Errorf("%s less, %s reserved", before-now, reserved-held)
	}
	p.CheckLedger()
}

// Where the country requires consent, no template is sent to a recipient without one.
func TestATemplateReplyWantsTheConsent(t *testing.T) {
	p, c, template := silent(t)
	p.Users.Admin.Put("/lop/system/config/optin.countries", apptest.Object{"value": "BR"}).OK()
	p.WantTemplateRefused(c.ID, template, "noConsent", "requires consent")
	p.Owner.Post("/aty/consent", apptest.Object{"phoneNumber": "+" + c.PhoneNumber, "state": "given", "purpose": "marketing", "source": "shop",
		"evidence": "form 7"}).OK()
	p.Reply(c.ID, template).OK()
	if got := p.Thread(c.ID); got[len(got)-1].State == "failed" {
		t.Errorf("%+v", got[len(got)-1])
	}
}

// A template counts once for the cap on messages per recipient, and none exceeds it.
func TestATemplateReplyKeepsTheCap(t *testing.T) {
	p, c, template := silent(t)
	p.Users.Admin.Put("/lop/system/config/recipient.cap.count", apptest.Object{"value": 1}).OK()
	p.Reply(c.ID, template).OK()
	if got := p.Thread(c.ID)[1]; got.State == "failed" {
		t.Fatalf("%+v", got)
	}
	p.WantTemplateRefused(c.ID, template, "capped", "message cap")
	p.Kit.Clock.Add(8 * 24 * time.Hour)
	p.SignIn(p.Owner)
	p.Reply(c.ID, template).OK()
}

// A recipient with a suppression entry, in a risk-control list, or with an opt-out gets no template, inside or outside the window.
func TestATemplateReplyKeepsTheLists(t *testing.T) {
	t.Run("suppressed", func(t *testing.T) {
		p, c, template := silent(t)
		p.Users.Admin.Post("/aty/suppression", apptest.Object{"phoneNumber": c.PhoneNumber, "scope": "global", "reason": "court"}).OK()
		p.WantTemplateRefused(c.ID, template, "suppressed", "suppression list")
	})
	t.Run("optedOut", func(t *testing.T) {
		p, c, template := silent(t)
		p.Receive(whatsappsim.Inbound{Text: "PARAR"})
		p.WantTemplateRefused(c.ID, template, "optedOut", "opted out")
	})
	t.Run("riskControl", func(t *testing.T) {
		p, c, template := silent(t)
		p.Users.Admin.Post(apptest.RiskPath+"/"+apptest.NewRiskList(p.Users.Admin, nil)+"/member",
			apptest.Object{"phoneNumbers": []string{c.PhoneNumber}}).OK()
		p.WantTemplateRefused(c.ID, template, "riskControl", "risk-control")
	})
}
