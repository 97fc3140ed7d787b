package template_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/internal/testkit/film"
	whatsappsim "herald/localstack/simulators/whatsapp"
)

func opening() apptest.Object {
	body := apptest.TemplateBody("opens")
	body["content"] = "Oi {nome}, veja a oferta"
	body["buttons"] = []apptest.Object{{"type": "reply", "text": "Parar"},
		{"type": "url", "text": "Abrir", "url": "https://a.example/o/{sku}"}}
	body["placeholders"] = []apptest.Object{{"name": "sku", "content": "42"}}
	return body
}

// The address of a button ends with each recipient's own value, or with the common one.
func TestAnAddressOfEachRecipient(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	made := p.Approve(opening())
	if made.PlaceholderCount != 2 || made.Placeholders[1].Name != "sku" {
		t.Fatalf("%+v", made.Placeholders)
	}
	message := apptest.Object{"type": "template", "templateId": made.ID,
		"placeholders": []apptest.Object{{"name": "nome", "content": "você"}, {"name": "sku", "content": "all"}}}
	p.SubmitBulk(p.Users.Direct, "own", 0, apptest.Object{"message": message,
		"fileId": p.UploadNumbers("phoneNumber,sku\n5511987650000,a/1?b=2\n5511987650001,dois três\n5511987650002,\n")})
	p.RunQueues()
	got := p.BodyCounts()
	for _, want := range []string{"a/1?b=2", "dois%20tr%C3%AAs", "all"} {
		if got["template Oi você, veja a oferta\nhttps://a.example/o/"+want] != 1 {
			t.Errorf("nobody got %s: %v", want, got)
		}
	}
	estimate := func(placeholders []apptest.Object, people string) *testkit.Answer {
		message["placeholders"] = placeholders
		return p.Users.Direct.In("en_US").Post("/gc/groupsendorder/estimate",
			apptest.Object{"name": "x", "fileId": p.UploadNumbers(people), "channel": "whatsapp", "countryCode": "BR", "message": message})
	}
	const one = "phoneNumber\n5511987650000\n"
	nome := apptest.Object{"name": "nome", "content": "x"}
	if a := estimate([]apptest.Object{nome}, one).Want(400, 0); !strings.Contains(string(a.Raw), "sku") {
		t.Errorf("without the value of the address: %s", a.Raw)
	}
	for n, status := range map[int]int{2000 - 20: 200, 2001 - 20: 400} { // behind the 20 characters of https://a.example/o/
		if a := estimate([]apptest.Object{nome, {"name": "sku", "content": strings.Repeat("x", n)}}, one); a.Status != status {
			t.Errorf("an address of %d: %d %s", n+20, a.Status, a.Raw)
		}
		if a := estimate([]apptest.Object{nome}, "phoneNumber,sku\n5511987650000,"+strings.Repeat("é", n/6)+strings.Repeat("x", n%6)+
			"\n"); a.Status != status {
			t.Errorf("one of his own of %d: %d %s", n+20, a.Status, a.Raw)
		}
	}
}

func TestAReplyWithAnAddress(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	made := p.Approve(opening())
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	c := p.Conversation()
	p.Reply(c.ID, apptest.Object{"type": "template", "templateId": made.ID,
		"placeholders": []apptest.Object{{"name": "nome", "content": "Ana"}}}).Want(400, 0)
	p.Reply(c.ID, apptest.Object{"type": "template", "templateId": made.ID,
		"placeholders": []apptest.Object{{"name": "nome", "content": "Ana\n\tMaria"}, {"name": "sku", "content": "7"}}}).OK()
	p.RunQueues()
	if got := p.BodyCounts(); got["template Oi Ana Maria, veja a oferta\nhttps://a.example/o/7"] != 1 { // WhatsApp takes values of one line
		t.Errorf("%v", got)
	}
}

// A video is the header of a template: the provider has a sample of it, and each order sends it once.
func TestATemplateWithAVideoIsSent(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	body := apptest.TemplateBody("filmed")
	body["content"], body["type"], body["mediaId"] = "Oi", "video", p.UploadVideo(film.Plain("isom", 0))
	made := p.Approve(body)
	p.SubmitBulk(p.Users.Direct, "film", 2, apptest.Object{"message": apptest.Object{"type": "template", "templateId": made.ID}})
	p.RunQueues()
	if got := p.BodyCounts(); got["template Oi"] != 2 {
		t.Errorf("%v", got)
	}
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	p.Kit.Clock.Add(time.Second)
	p.Reply(p.Conversation().ID, apptest.Object{"type": "template", "templateId": made.ID}).OK()
	p.RunQueues()
	if got := p.BodyCounts(); got["template Oi"] != 3 {
		t.Errorf("%v", got)
	}
}

// A name that is used twice has a value at each place, because the provider numbers parameters consecutively.
func TestANameThatIsUsedTwice(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	body := apptest.TemplateBody("twice")
	body["content"] = "Oi {nome}, a oferta de hoje é só para você. Obrigado, {nome}!"
	made := p.Approve(body)
	if made.PlaceholderCount != 1 {
		t.Errorf("%+v", made.Placeholders)
	}
	p.SubmitBulk(p.Users.Direct, "twice", 1,
		apptest.Object{"message": apptest.Object{"type": "template", "templateId": made.ID,
			"placeholders": []apptest.Object{{"name": "nome", "content": "Ana"}}}})
	p.RunQueues()
	if got := p.BodyCounts(); got["template Oi Ana, a oferta de hoje é só para você. Obrigado, Ana!"] != 1 {
		t.Errorf("%v", got)
	}
}
