package app

import (
	"strings"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// templated orders a template for so many numbers.
func (p *printer) templated(who *sessiontest.Actor, templateID string, n int) string {
	p.Helper()
	return p.bulk(who, "templated", n,
		obj{"message": obj{"type": "template", "templateId": templateID,
			"placeholders": []obj{{"name": "nome", "content": "você"}, {"name": "code", "content": "X1"}}}})
}

func TestAnOrderSendsATemplateOfItsCustomer(t *testing.T) {
	p := mustPrint(t)
	made := p.approved("offer")
	p.templated(p.c.Direct, made.ID, 3)
	p.sends()
	all, _ := p.sim.Messages(0, 10)
	if len(all) != 3 || all[0].Body != "Oi você, o seu código é X1!" {
		t.Fatalf("%+v", all)
	}
	p.templated(p.c.Direct, made.ProviderName+"/pt_BR", 1) // by the provider's name, as ever
	p.sends()
	if all, _ = p.sim.Messages(0, 10); len(all) != 4 || all[3].Body != "Oi você, o seu código é X1!" {
		t.Fatalf("%+v", all)
	}
	order := obj{"name": "x", "fileId": testkit.Data[struct{ ID string }](p.c.Customer.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n"))).ID, "channel": "whatsapp", "countryCode": "BR"}
	for _, id := range []string{made.ID, made.ProviderName + "/pt_BR", ghost} {
		order["message"] = obj{"type": "template", "templateId": id}
		p.c.Customer.Post("/gc/groupsendorder/estimate", order).Want(404, 0) // another tenant's
	}
	order["fileId"] = testkit.Data[struct{ ID string }](p.c.Direct.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n"))).ID
	for name, c := range map[string]struct {
		placeholders []obj
		text         string
	}{"a placeholder without content": {[]obj{{"name": "nome", "content": "x"}}, "code"},
		"a placeholder that it lacks": {[]obj{{"name": "nome", "content": "x"}, {"name": "code", "content": "x"},
			{"name": "city", "content": "x"}}, "no placeholder city"},
		"contents that are too long": {[]obj{{"name": "nome", "content": strings.Repeat("x", 1024)}, {"name": "code", "content": "x"}},
			"1024"}} {
		order["message"] = obj{"type": "template", "templateId": made.ID, "placeholders": c.placeholders}
		if a := p.c.Direct.In("en_US").Post("/gc/groupsendorder/estimate", order).Want(400, 0); !strings.Contains(string(a.Raw), c.text) {
			t.Errorf("%s: %s", name, a.Raw)
		}
	}
	waiting := testkit.Data[template.Template](p.c.Direct.Post("/gc/template", templateOf("waiting")))
	order["message"] = obj{"type": "template", "templateId": waiting.ID}
	if a := p.c.Direct.In("en_US").Post("/gc/groupsendorder/estimate", order).Want(400, 0); !strings.Contains(string(a.Raw),
		"not approved yet") {
		t.Errorf("%s", a.Raw)
	}
}

func TestAPausedTemplatePausesItsOrders(t *testing.T) {
	p := mustPrint(t)
	made := p.approved("offer")
	later := p.templated(p.c.Direct, made.ID, 2)
	p.sends()
	tomorrow := p.bulk(p.c.Direct, "tomorrow", 2, obj{"startTime": p.k.Now().Add(20 * time.Hour).UTC().Format(time.RFC3339),
		"message": obj{"type": "template", "templateId": made.ID,
			"placeholders": []obj{{"name": "nome", "content": "a"}, {"name": "code", "content": "b"}}}})
	p.sends()
	p.c.Direct.Delete("/gc/template/"+made.ID, nil).Want(409, 0)
	p.provider(made, whatsappsim.TemplateState{Status: "PAUSED"})
	if s, reason := p.state(p.c.Direct, tomorrow); s != order.Paused ||
		reason != "WhatsApp paused the template “offer” for its quality; go on when it is approved again" {
		t.Errorf("%d %q", s, reason)
	}
	if s, _ := p.state(p.c.Direct, later); s == order.Paused {
		t.Error("an order that had sent everything was paused")
	}
	if a := p.c.Direct.In("en_US").Put("/gc/groupsendorder/"+tomorrow+"/start", nil).Want(409, 0); !strings.Contains(a.Message,
		"paused the template “offer”") {
		t.Error(a.Message)
	}
	if raw := string(p.c.Direct.In("en_US").Get("/im/notice/messages?messageType=2").Raw); !strings.Contains(raw,
		"paused the template “offer”") || !strings.Contains(raw, "Template paused by WhatsApp") {
		t.Errorf("told: %s", raw)
	}
	p.provider(made, whatsappsim.TemplateState{Status: "APPROVED"})
	p.c.Direct.Put("/gc/groupsendorder/"+tomorrow+"/start", nil).OK()
	p.c.Direct.Put("/gc/template/status", obj{"ids": []string{made.ID}, "enabled": false}).OK()
	if s, reason := p.state(p.c.Direct, tomorrow); s != order.Paused || !strings.Contains(reason, "switched off") {
		t.Errorf("disabled by hand: %d %q", s, reason)
	}
}

// A template that was made elsewhere is known by its name: what a webhook says about it holds for its orders too.
func TestAForeignTemplateThatIsPaused(t *testing.T) {
	p := mustPrint(t)
	foreign := template.Template{ProviderName: "made_elsewhere", Language: "en_US"}
	p.provider(foreign, whatsappsim.TemplateState{Status: "APPROVED", Body: "Hello"})
	id := p.bulk(p.c.Direct, "foreign", 2, obj{"startTime": p.k.Now().Add(20 * time.Hour).UTC().Format(time.RFC3339),
		"message": obj{"type": "template", "templateId": "made_elsewhere"}})
	p.sends()
	p.provider(foreign, whatsappsim.TemplateState{Status: "DISABLED"})
	if s, reason := p.state(p.c.Direct, id); s != order.Paused || !strings.Contains(reason, "made_elsewhere") {
		t.Errorf("%d %q", s, reason)
	}
}

// An order that was edited to say something else no longer waits for the template that it had.
func TestAnEditedOrderForgetsItsTemplate(t *testing.T) {
	p := mustPrint(t)
	made := p.approved("offer")
	start := p.k.Now().Add(20 * time.Hour).UTC().Format(time.RFC3339)
	id := p.bulk(p.c.Direct, "edited", 2, obj{"startTime": start,
		"message": obj{"type": "template", "templateId": made.ID,
			"placeholders": []obj{{"name": "nome", "content": "a"}, {"name": "code", "content": "b"}}}})
	p.sends()
	file := testkit.Data[struct{ FileID string }](p.c.Direct.Get("/gc/groupsendorder/" + id)).FileID
	p.c.Direct.Put("/gc/groupsendorder", obj{"id": id, "name": "edited", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
		"startTime": start, "message": obj{"type": "text", "text": "Olá"}}).OK()
	p.provider(made, whatsappsim.TemplateState{Status: "PAUSED"})
	if s, reason := p.state(p.c.Direct, id); s == order.Paused {
		t.Errorf("%d %q", s, reason)
	}
}
