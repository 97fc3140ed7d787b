package app

import (
	"net/http"
	"strings"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/inbox"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
)

var filledIn = []obj{{"name": "nome", "content": "Ana"}, {"name": "code", "content": "X1"}}

// silent is a conversation whose recipient wrote more than a day ago, and an approved template.
func silent(t *testing.T) (p *parlour, c inbox.Conversation, template obj) {
	t.Helper()
	p, _ = mustTalk(t)
	made := p.approved("offer")
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c = p.one()
	p.k.Clock.Add(24*time.Hour + time.Second)
	p.signIn(p.who)
	p.signIn(p.c.Admin)
	return p, c, obj{"type": "template", "templateId": made.ID, "placeholders": filledIn}
}

// heldBack wants a template to be refused with a reason, told in four languages, and nothing to be kept or paid for.
func (p *parlour) heldBack(id string, body obj, reason, begins string) {
	p.Helper()
	before, held := p.credit()
	n := len(p.thread(id))
	for _, lang := range i18n.Langs {
		a := p.who.In(string(lang)).Post("/gc/inbox/"+id+"/messages", body)
		if want := p.e.Text(web.WithLang(p.Context(), lang), "inbox.held."+reason); a.Status != http.StatusConflict || a.Message != want ||
			want == "inbox.held."+reason {
			p.Errorf("%s: %d %s, not %q", lang, a.Status, a.Raw, want)
		}
	}
	if a := p.replies(id, body); !strings.Contains(a.Message, begins) {
		p.Errorf("%s: %s", reason, a.Raw)
	}
	d := testkit.Data[inbox.Detail](p.who.In("en_US").Get("/gc/inbox/" + id))
	if d.Held+d.Refused == "" || len(d.Kinds) != 0 {
		p.Errorf("%s: %+v", reason, d)
	}
	if now, reserved := p.credit(); now != before || reserved != held || len(p.thread(id)) != n {
		p.Errorf("%s: something was kept", reason)
	}
}

// windowIn is a window from and to a while from now, by the clock of a place where both are within one day.
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

// Outside the hours of the recipient's country no template goes; it does when they begin, which the conversation tells.
func TestATemplateReplyKeepsTheHours(t *testing.T) {
	p, c, template := silent(t)
	now := p.k.Now().UTC()
	p.c.Admin.Put("/lop/system/config/window.BR", obj{"value": windowIn(t, now, time.Hour, 2*time.Hour)}).OK()
	p.heldBack(c.ID, template, "hours", "outside the sending hours")
	d := testkit.Data[inbox.Detail](p.who.Get("/gc/inbox/" + c.ID))
	if d.HeldUntil == nil || d.HeldUntil.Before(now) || d.HeldUntil.After(now.Add(time.Hour+5*time.Minute)) {
		t.Errorf("%+v", d.HeldUntil)
	}
	p.says(whatsappsim.Inbound{Text: "Alô?"}) // who writes at night is answered at night
	p.replies(c.ID, obj{"type": "text", "text": "Sim"}).OK()
	p.replies(c.ID, template).OK()
	p.k.Clock.Add(24*time.Hour + 70*time.Minute)
	p.signIn(p.who)
	if got := testkit.Data[inbox.Message](p.replies(c.ID, template)); got.State != "toSend" || p.thread(c.ID)[4].State == "failed" {
		t.Errorf("in the hours: %+v", p.thread(c.ID))
	}
}

// The hours are those of the recipient's own zone: it is open in São Paulo, where the number is from, and not yet in Manaus.
func TestATemplateReplyKeepsTheRecipientsOwnHours(t *testing.T) {
	p, c, template := silent(t)
	place, err := country.Location("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	p.c.Admin.Put("/lop/system/config/window.BR", obj{"value": "11:30-14:00"}).OK()
	now := p.k.Now().In(place)
	noon := time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, place)
	if noon.Before(now) {
		noon = noon.AddDate(0, 0, 1)
	}
	p.k.Clock.Add(noon.Sub(now))
	p.signIn(p.who)
	if got := testkit.Data[inbox.Message](p.replies(c.ID, template)); got.State != "toSend" {
		t.Errorf("%+v", got)
	}
}

// What was kept in time and comes to its turn when the hours are over is not sent, and costs nothing.
func TestAReplyWhoseHoursEndBeforeItsTurn(t *testing.T) {
	p, c, template := silent(t)
	before, held := p.credit()
	m := testkit.Data[inbox.Message](p.who.Post("/gc/inbox/"+c.ID+"/messages", template))
	now := p.k.Now().UTC()
	p.c.Admin.Put("/lop/system/config/window.BR", obj{"value": windowIn(t, now, time.Hour, 2*time.Hour)}).OK()
	p.k.Clock.Add(2 * time.Minute) // settings are believed for a while
	p.hears()
	if got := p.thread(c.ID)[1]; got.ID != m.ID || got.State != "failed" || !strings.Contains(got.Reason, "outside the sending hours") {
		t.Errorf("%+v", got)
	}
	if now, reserved := p.credit(); now != before || reserved != held {
		t.Errorf("%s less, %s reserved", before-now, reserved-held)
	}
	p.booksBalance()
}

// Where the country wants a consent no template goes to who gave none.
func TestATemplateReplyWantsTheConsent(t *testing.T) {
	p, c, template := silent(t)
	p.c.Admin.Put("/lop/system/config/optin.countries", obj{"value": "BR"}).OK()
	p.heldBack(c.ID, template, "noConsent", "wants a consent")
	p.who.Post("/aty/consent", obj{"phoneNumber": "+" + c.PhoneNumber, "state": "given", "purpose": "marketing", "source": "shop",
		"evidence": "form 7"}).OK()
	p.replies(c.ID, template).OK()
	if got := p.thread(c.ID); got[len(got)-1].State == "failed" {
		t.Errorf("%+v", got[len(got)-1])
	}
}

// A template counts for the cap on messages per recipient, once, and none goes above it.
func TestATemplateReplyKeepsTheCap(t *testing.T) {
	p, c, template := silent(t)
	p.c.Admin.Put("/lop/system/config/recipient.cap.count", obj{"value": 1}).OK()
	p.replies(c.ID, template).OK()
	if got := p.thread(c.ID)[1]; got.State == "failed" {
		t.Fatalf("%+v", got)
	}
	p.heldBack(c.ID, template, "capped", "as the cap allows")
	p.k.Clock.Add(8 * 24 * time.Hour)
	p.signIn(p.who)
	p.replies(c.ID, template).OK()
}

// Who stands on a list, in a risk-control collection, or said stop gets no template, in the window or not.
func TestATemplateReplyKeepsTheLists(t *testing.T) {
	t.Run("suppressed", func(t *testing.T) {
		p, c, template := silent(t)
		p.c.Admin.Post("/aty/suppression", obj{"phoneNumber": c.PhoneNumber, "scope": "global", "reason": "court"}).OK()
		p.heldBack(c.ID, template, "suppressed", "suppression list")
	})
	t.Run("optedOut", func(t *testing.T) {
		p, c, template := silent(t)
		p.says(whatsappsim.Inbound{Text: "PARAR"})
		p.heldBack(c.ID, template, "optedOut", "opted out")
	})
	t.Run("riskControl", func(t *testing.T) {
		p, c, template := silent(t)
		p.c.Admin.Post(risk+"/"+riskOf(p.c.Admin, nil)+"/member", obj{"phoneNumbers": []string{c.PhoneNumber}}).OK()
		p.heldBack(c.ID, template, "riskControl", "risk-control")
	})
}
