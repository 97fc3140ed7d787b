package template_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/template"
)

func TestAnOrderSendsATemplateOfItsCustomer(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	made := p.NewApproved("offer")
	p.SubmitTemplate(p.Users.Direct, made.ID, 3)
	p.RunQueues()
	all, _ := p.Sim.Messages(0, 10)
	if len(all) != 3 || all[0].Body != "Oi você, o seu código é X1!" {
		t.Fatalf("%+v", all)
	}
	p.SubmitTemplate(p.Users.Direct, made.ProviderName+"/pt_BR", 1) // by the provider's name, as ever
	p.RunQueues()
	if all, _ = p.Sim.Messages(0, 10); len(all) != 4 || all[3].Body != "Oi você, o seu código é X1!" {
		t.Fatalf("%+v", all)
	}
	order := apptest.Object{"name": "x",
		"fileId": testkit.Data[struct{ ID string }](p.Users.Customer.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
			[]byte("phoneNumber\n5511987654321\n"))).ID, "channel": "whatsapp", "countryCode": "BR"}
	for _, id := range []string{made.ID, made.ProviderName + "/pt_BR", apptest.MissingID} {
		order["message"] = apptest.Object{"type": "template", "templateId": id}
		p.Users.Customer.Post("/gc/groupsendorder/estimate", order).Want(404, 0) // another tenant's
	}
	order["fileId"] = testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n"))).ID
	for name, c := range map[string]struct {
		placeholders []apptest.Object
		text         string
	}{"a placeholder without content": {[]apptest.Object{{"name": "nome", "content": "x"}}, "code"},
		"a placeholder that it lacks": {[]apptest.Object{{"name": "nome", "content": "x"}, {"name": "code", "content": "x"},
			{"name": "city", "content": "x"}}, "no placeholder city"},
		"contents that are too long": {[]apptest.Object{{"name": "nome", "content": strings.Repeat("x", 1024)}, {"name": "code", "content": "x"}},
			"1024"}} {
		order["message"] = apptest.Object{"type": "template", "templateId": made.ID, "placeholders": c.placeholders}
		if a := p.Users.Direct.In("en_US").Post("/gc/groupsendorder/estimate", order).Want(400, 0); !strings.Contains(string(a.Raw), c.text) {
			t.Errorf("%s: %s", name, a.Raw)
		}
	}
	waiting := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", apptest.TemplateBody("waiting")))
	order["message"] = apptest.Object{"type": "template", "templateId": waiting.ID}
	if a := p.Users.Direct.In("en_US").Post("/gc/groupsendorder/estimate", order).Want(400, 0); !strings.Contains(string(a.Raw),
		"isn't approved yet") {
		t.Errorf("%s", a.Raw)
	}
}

func TestAPausedTemplatePausesItsOrders(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	made := p.NewApproved("offer")
	later := p.SubmitTemplate(p.Users.Direct, made.ID, 2)
	p.RunQueues()
	tomorrow := p.SubmitBulk(p.Users.Direct, "tomorrow",
		2, apptest.Object{"startTime": p.Kit.Now().Add(20 * time.Hour).UTC().Format(time.RFC3339),
			"message": apptest.Object{"type": "template", "templateId": made.ID,
				"placeholders": []apptest.Object{{"name": "nome", "content": "a"}, {"name": "code", "content": "b"}}}})
	p.RunQueues()
	p.Users.Direct.Delete("/gc/template/"+made.ID, nil).Want(409, 0)
	p.SetProviderState(made, whatsappsim.TemplateState{Status: "PAUSED"})
	if s, reason := p.OrderState(p.Users.Direct, tomorrow); s != order.Paused ||
		reason != "WhatsApp paused the template “offer” for its quality. Resume when it's approved again" {
		t.Errorf("%d %q", s, reason)
	}
	if s, _ := p.OrderState(p.Users.Direct, later); s == order.Paused {
		t.Error("an order that had sent everything was paused")
	}
	if a := p.Users.Direct.In("en_US").Put("/gc/groupsendorder/"+tomorrow+"/start", nil).Want(409, 0); !strings.Contains(a.Message,
		"paused the template “offer”") {
		t.Error(a.Message)
	}
	if raw := string(p.Users.Direct.In("en_US").Get("/im/notice/messages?messageType=2").Raw); !strings.Contains(raw,
		"paused the template “offer”") || !strings.Contains(raw, "Template paused by WhatsApp") {
		t.Errorf("told: %s", raw)
	}
	p.SetProviderState(made, whatsappsim.TemplateState{Status: "APPROVED"})
	p.Users.Direct.Put("/gc/groupsendorder/"+tomorrow+"/start", nil).OK()
	p.Users.Direct.Put("/gc/template/status", apptest.Object{"ids": []string{made.ID}, "enabled": false}).OK()
	if s, reason := p.OrderState(p.Users.Direct, tomorrow); s != order.Paused || !strings.Contains(reason, "disabled") {
		t.Errorf("disabled by hand: %d %q", s, reason)
	}
}

// A template that was made elsewhere is known by its name: a webhook about it also applies to its orders.
func TestAForeignTemplateThatIsPaused(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	foreign := template.Template{ProviderName: "made_elsewhere", Language: "en_US"}
	p.SetProviderState(foreign, whatsappsim.TemplateState{Status: "APPROVED", Body: "Hello"})
	id := p.SubmitBulk(p.Users.Direct, "foreign", 2, apptest.Object{"startTime": p.Kit.Now().Add(20 * time.Hour).UTC().Format(time.RFC3339),
		"message": apptest.Object{"type": "template", "templateId": "made_elsewhere"}})
	p.RunQueues()
	p.SetProviderState(foreign, whatsappsim.TemplateState{Status: "DISABLED"})
	if s, reason := p.OrderState(p.Users.Direct, id); s != order.Paused || !strings.Contains(reason, "made_elsewhere") {
		t.Errorf("%d %q", s, reason)
	}
}

// An order that was edited to another message no longer waits for its former template.
func TestAnEditedOrderForgetsItsTemplate(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	made := p.NewApproved("offer")
	start := p.Kit.Now().Add(20 * time.Hour).UTC().Format(time.RFC3339)
	id := p.SubmitBulk(p.Users.Direct, "edited", 2, apptest.Object{"startTime": start,
		"message": apptest.Object{"type": "template", "templateId": made.ID,
			"placeholders": []apptest.Object{{"name": "nome", "content": "a"}, {"name": "code", "content": "b"}}}})
	p.RunQueues()
	file := testkit.Data[struct{ FileID string }](p.Users.Direct.Get("/gc/groupsendorder/" + id)).FileID
	p.Users.Direct.Put("/gc/groupsendorder", apptest.Object{"id": id, "name": "edited", "fileId": file, "channel": "whatsapp",
		"countryCode": "BR",
		"startTime":   start, "message": apptest.Object{"type": "text", "text": "Olá"}}).OK()
	p.SetProviderState(made, whatsappsim.TemplateState{Status: "PAUSED"})
	if s, reason := p.OrderState(p.Users.Direct, id); s == order.Paused {
		t.Errorf("%d %q", s, reason)
	}
}
