package app

import (
	"strings"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/testkit/film"
)

// passed writes a template as it is given and brings it through both reviews.
func (p *printer) passed(body obj) template.Template {
	p.Helper()
	t := testkit.Data[template.Template](p.c.Direct.Post("/gc/template", body))
	p.c.Admin.Put("/gc/template/review", obj{"ids": []string{t.ID}, "pass": true}).OK()
	p.sends()
	if got := p.get(t.ID); got.Status != template.Pending {
		p.Fatalf("the provider did not take it: %+v", got)
	}
	p.provider(t, whatsappsim.TemplateState{Status: "APPROVED"})
	return p.get(t.ID)
}

// people is a file of numbers with the columns that its first line names.
func (p *printer) people(text string) string {
	p.Helper()
	return testkit.Data[struct{ ID string }](p.c.Direct.Upload("/uf/uploadfile", "file", "n.csv", "text/csv", []byte(text))).ID
}

func opening() obj {
	body := templateOf("opens")
	body["content"] = "Oi {nome}, veja a oferta"
	body["buttons"] = []obj{{"type": "reply", "text": "Parar"}, {"type": "url", "text": "Abrir", "url": "https://a.example/o/{sku}"}}
	body["placeholders"] = []obj{{"name": "sku", "content": "42"}}
	return body
}

// The address of a button ends in what each recipient has of his own, or what everybody gets.
func TestAnAddressOfEachRecipient(t *testing.T) {
	p := mustPrint(t)
	made := p.passed(opening())
	if made.PlaceholderCount != 2 || made.Placeholders[1].Name != "sku" {
		t.Fatalf("%+v", made.Placeholders)
	}
	message := obj{"type": "template", "templateId": made.ID,
		"placeholders": []obj{{"name": "nome", "content": "você"}, {"name": "sku", "content": "all"}}}
	p.bulk(p.c.Direct, "own", 0, obj{"message": message,
		"fileId": p.people("phoneNumber,sku\n5511987650000,a/1?b=2\n5511987650001,dois três\n5511987650002,\n")})
	p.sends()
	got := p.bodies()
	for _, want := range []string{"a/1?b=2", "dois%20tr%C3%AAs", "all"} {
		if got["template Oi você, veja a oferta\nhttps://a.example/o/"+want] != 1 {
			t.Errorf("nobody got %s: %v", want, got)
		}
	}
	estimate := func(placeholders []obj, people string) *testkit.Answer {
		message["placeholders"] = placeholders
		return p.c.Direct.In("en_US").Post("/gc/groupsendorder/estimate",
			obj{"name": "x", "fileId": p.people(people), "channel": "whatsapp", "countryCode": "BR", "message": message})
	}
	const one = "phoneNumber\n5511987650000\n"
	nome := obj{"name": "nome", "content": "x"}
	if a := estimate([]obj{nome}, one).Want(400, 0); !strings.Contains(string(a.Raw), "sku") {
		t.Errorf("without the value of the address: %s", a.Raw)
	}
	for n, status := range map[int]int{2000 - 20: 200, 2001 - 20: 400} { // behind the 20 characters of https://a.example/o/
		if a := estimate([]obj{nome, {"name": "sku", "content": strings.Repeat("x", n)}}, one); a.Status != status {
			t.Errorf("an address of %d: %d %s", n+20, a.Status, a.Raw)
		}
		if a := estimate([]obj{nome}, "phoneNumber,sku\n5511987650000,"+strings.Repeat("é", n/6)+strings.Repeat("x", n%6)+
			"\n"); a.Status != status {
			t.Errorf("one of his own of %d: %d %s", n+20, a.Status, a.Raw)
		}
	}
}

func TestAReplyWithAnAddress(t *testing.T) {
	p, _ := mustTalk(t)
	made := p.passed(opening())
	p.says(whatsappsim.Inbound{Text: "Oi"})
	c := p.one()
	p.replies(c.ID, obj{"type": "template", "templateId": made.ID, "placeholders": []obj{{"name": "nome", "content": "Ana"}}}).Want(400, 0)
	p.replies(c.ID, obj{"type": "template", "templateId": made.ID,
		"placeholders": []obj{{"name": "nome", "content": "Ana\n\tMaria"}, {"name": "sku", "content": "7"}}}).OK()
	p.sends()
	if got := p.bodies(); got["template Oi Ana Maria, veja a oferta\nhttps://a.example/o/7"] != 1 { // WhatsApp takes values of one line
		t.Errorf("%v", got)
	}
}

// A video stands at the head of a template: the provider has a sample of it, and each order brings it once.
func TestATemplateWithAVideoIsSent(t *testing.T) {
	p, _ := mustTalk(t)
	body := templateOf("filmed")
	body["content"], body["type"], body["mediaId"] = "Oi", "video", p.film(film.Plain("isom", 0))
	made := p.passed(body)
	p.bulk(p.c.Direct, "film", 2, obj{"message": obj{"type": "template", "templateId": made.ID}})
	p.sends()
	if got := p.bodies(); got["template Oi"] != 2 {
		t.Errorf("%v", got)
	}
	p.says(whatsappsim.Inbound{Text: "Oi"})
	p.k.Clock.Add(time.Second)
	p.replies(p.one().ID, obj{"type": "template", "templateId": made.ID}).OK()
	p.sends()
	if got := p.bodies(); got["template Oi"] != 3 {
		t.Errorf("%v", got)
	}
}

// A name that is used twice has a value at each of its places: the provider counts parameters through.
func TestANameThatIsUsedTwice(t *testing.T) {
	p, _ := mustTalk(t)
	body := templateOf("twice")
	body["content"] = "Oi {nome}, a oferta de hoje é só para você. Obrigado, {nome}!"
	made := p.passed(body)
	if made.PlaceholderCount != 1 {
		t.Errorf("%+v", made.Placeholders)
	}
	p.bulk(p.c.Direct, "twice", 1,
		obj{"message": obj{"type": "template", "templateId": made.ID, "placeholders": []obj{{"name": "nome", "content": "Ana"}}}})
	p.sends()
	if got := p.bodies(); got["template Oi Ana, a oferta de hoje é só para você. Obrigado, Ana!"] != 1 {
		t.Errorf("%v", got)
	}
}
