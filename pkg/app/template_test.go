package app

import (
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/testkit/film"
	"herald/pkg/kit/web"
)

func templateOf(name string) obj {
	return obj{"name": name, "language": "pt_BR", "category": "MARKETING", "content": "Oi {nome}, o seu código é {code}!",
		"placeholders": []obj{{"name": "nome", "content": "Ana"}}}
}

func TestTemplateStory(t *testing.T) {
	p := mustPrint(t)
	who := p.c.Direct
	made := testkit.Data[template.Template](who.Post("/gc/template", templateOf("Summer Sale!")))
	if made.Status != template.Review || made.PlaceholderCount != 2 || made.Placeholders[1].Content != "code" ||
		!strings.HasPrefix(made.ProviderName, "summer_sale_01") {
		t.Fatalf("%+v", made)
	}
	who.Put("/gc/template/review", obj{"ids": []string{made.ID}, "pass": true}).Want(403, 0)
	p.c.Admin.Put("/gc/template/review", obj{"ids": []string{made.ID}, "pass": false}).Want(400, 0)
	lines := testkit.Data[[]template.Line](p.c.Admin.Put("/gc/template/review",
		obj{"ids": []string{made.ID, ghost}, "pass": false, "reason": "too loud"}))
	if len(lines) != 2 || !lines[0].OK || lines[1].Code != 404 {
		t.Fatalf("%+v", lines)
	}
	if got := p.get(made.ID); got.Status != template.Refused || got.Reason != "too loud" {
		t.Errorf("%+v", got)
	}
	again := templateOf("Summer Sale!")
	again["id"], again["note"] = made.ID, strings.Repeat("n", 30)
	who.Put("/gc/template", again).OK()
	p.c.Admin.Put("/gc/template/review", obj{"ids": []string{made.ID}, "pass": true}).OK()
	if got := p.get(made.ID); got.Status != template.Submitting {
		t.Errorf("passed: %+v", got)
	}
	who.Put("/gc/template", again).Want(409, 0)
	p.sends()
	if got := p.get(made.ID); got.Status != template.Pending {
		t.Fatalf("with the provider: %+v", got)
	}
	p.provider(made, whatsappsim.TemplateState{Status: "REJECTED", Reason: "PROMOTIONAL"})
	if got := p.get(made.ID); got.Status != template.Rejected || !strings.Contains(got.Reason, "promotes") {
		t.Fatalf("rejected: %+v", got)
	}
	who.Put("/gc/template", again).OK()
	p.c.Admin.Put("/gc/template/review", obj{"ids": []string{made.ID}, "pass": true}).OK()
	p.sends()
	p.provider(made, whatsappsim.TemplateState{Status: "APPROVED", Quality: "GREEN"})
	if got := p.get(made.ID); got.Status != template.Approved || got.Quality != "green" || !got.Enabled {
		t.Fatalf("approved: %+v", got)
	}
	page := testkit.Data[web.Page[template.Template]](who.Get("/gc/template/lovPage?name=summer"))
	if page.Total != 1 || page.Records[0].ID != made.ID {
		t.Errorf("to choose from: %+v", page)
	}
	p.control("templates", `{"name":"`+made.ProviderName+`","language":"pt_BR","status":"PAUSED","quality":"RED","silent":true}`)
	who.Put("/gc/template/"+made.ID+"/sync", nil).OK()
	p.sends()
	if got := p.get(made.ID); got.Status != template.Paused || got.Quality != "red" {
		t.Errorf("a webhook was lost, and the template is %+v", got)
	}
	who.Delete("/gc/template/"+made.ID, nil).OK()
	p.sends()
	who.Get("/gc/template/"+made.ID).Want(404, 0)
	if _, ok, err := p.e.Pipeline().Senders.For("whatsapp").Templates.FindTemplate(p.Context(), made.ProviderName, "pt_BR"); ok || err != nil {
		t.Errorf("the provider still has it (%v)", err)
	}
}

func TestARegistrationWithoutAnAnswerIsMadeOnce(t *testing.T) {
	p := mustPrint(t)
	p.control("cutTemplates", `{"times":1}`)
	made := testkit.Data[template.Template](p.c.Direct.Post("/gc/template", templateOf("cut")))
	p.c.Admin.Put("/gc/template/review", obj{"ids": []string{made.ID}, "pass": true}).OK()
	p.sends()
	if got := p.get(made.ID); got.Status != template.Submitting {
		t.Fatalf("in doubt: %+v", got)
	}
	p.k.Clock.Add(2 * time.Minute)
	if err := p.e.Templates().Tick(p.Context()); err != nil {
		t.Fatal(err)
	}
	p.sends()
	if got := p.get(made.ID); got.Status != template.Pending {
		t.Fatalf("found by its name: %+v", got)
	}
}

func TestAPendingTemplateIsAskedAboutForThreeDays(t *testing.T) {
	p := mustPrint(t)
	made := testkit.Data[template.Template](p.c.Direct.Post("/gc/template", templateOf("slow")))
	p.c.Admin.Put("/gc/template/review", obj{"ids": []string{made.ID}, "pass": true}).OK()
	p.sends()
	ticks := func(hours int) {
		for range hours {
			p.k.Clock.Add(time.Hour)
			if err := p.e.Templates().Tick(p.Context()); err != nil {
				t.Fatal(err)
			}
			p.sends()
		}
		p.signIn(p.c.Direct)
	}
	ticks(71)
	told := func() bool {
		return strings.Contains(string(p.c.Direct.In("en_US").Get("/im/notice/messages?messageType=2").Raw), "for three days")
	}
	if told() {
		t.Error("told before three days")
	}
	ticks(8)
	if !told() {
		t.Error("not told after three days")
	}
	p.control("templates", `{"name":"`+made.ProviderName+`","language":"pt_BR","status":"APPROVED","silent":true}`)
	ticks(7)
	if got := p.get(made.ID); got.Status != template.Approved {
		t.Errorf("nobody asked: %+v", got)
	}
}

func TestFiveTemplatesAPersonAndDay(t *testing.T) {
	p := mustPrint(t)
	for range 5 {
		p.c.Direct.Post("/gc/template", templateOf("x")).OK()
	}
	if a := p.c.Direct.In("en_US").Post("/gc/template", templateOf("x")).Want(409, 0); !strings.Contains(a.Message, "At most 5 templates") {
		t.Error(a.Message)
	}
	p.c.Customer.Post("/gc/template", templateOf("another person")).OK()
	p.k.Clock.Add(24 * time.Hour)
	p.signIn(p.c.Direct)
	p.c.Direct.Post("/gc/template", templateOf("the next day")).OK()
}

func TestLimitsOfTemplates(t *testing.T) {
	p := mustPrint(t)
	p.c.Admin.Put("/lop/system/config/template.daily", obj{"value": 1000}).OK()
	p.k.Clock.Add(time.Minute)
	long := func(n int) string { return strings.Repeat("ü", n) }
	button := func(kind string, more obj) obj {
		b := obj{"type": kind, "text": "Go"}
		for k, v := range more {
			b[k] = v
		}
		return b
	}
	link, call := button("url", obj{"url": "https://example.com"}), button("phone", obj{"phone": "+5511987654321"})
	reply := button("reply", nil)
	picture := testkit.Data[struct{ ID string }](p.c.Direct.Upload("/uf/uploadfile", "file", "a.png", "image/png", sim.Picture())).ID
	for name, c := range map[string]struct {
		change obj
		status int
		text   string
	}{
		"a name of 50":                {obj{"name": long(50)}, 200, ""},
		"a name of 51":                {obj{"name": long(51)}, 400, ""},
		"no name":                     {obj{"name": " "}, 400, ""},
		"a note of 30":                {obj{"note": long(30)}, 200, ""},
		"a note of 31":                {obj{"note": long(31)}, 400, ""},
		"a body of 1024":              {obj{"content": long(1024)}, 200, ""},
		"a body of 1025":              {obj{"content": long(1025)}, 400, ""},
		"no body":                     {obj{"content": "  "}, 400, ""},
		"a header of 60":              {obj{"header": long(60)}, 200, ""},
		"a header of 61":              {obj{"header": long(61)}, 400, ""},
		"two placeholders above":      {obj{"header": "{a} {b}", "content": "x"}, 400, "one placeholder"},
		"a placeholder below":         {obj{"footer": "{a}"}, 400, "no placeholder"},
		"three placeholders":          {obj{"header": "Oi {a}", "content": "Oi {a}, hoje temos {b} e também {c} para você"}, 200, ""},
		"four placeholders":           {obj{"header": "Oi {a}", "content": "Oi {b}, hoje temos {c} e também {d} para você"}, 400, "At most 3"},
		"the provider's own form":     {obj{"content": "Hi {{1}}"}, 400, "single braces"},
		"a language in words":         {obj{"language": "Portuguese"}, 400, "pt_BR"},
		"a language of nobody":        {obj{"language": "xx_XX"}, 400, "no templates in xx_XX"},
		"a country without it":        {obj{"language": "pt_US"}, 400, "no templates in pt_US"},
		"a language without country":  {obj{"language": "en"}, 200, ""},
		"a language of three letters": {obj{"language": "fil"}, 200, ""},
		"nothing but a placeholder":   {obj{"content": " {nome} "}, 400, "write words around"},
		"placeholders and signs":      {obj{"content": "{nome}, {code}!"}, 400, "write words around"},
		"a placeholder first":         {obj{"content": "{nome}: oi"}, 400, "begin or end"},
		"a category that is none":     {obj{"category": "SALE"}, 400, ""},
		"a picture without a file":    {obj{"type": "image"}, 400, ""},
		"two links and a phone":       {obj{"buttons": []obj{link, link, call, button("reply", nil)}}, 200, ""},
		"a placeholder in a link": {obj{"buttons": []obj{button("url", obj{"url": "https://a.example/{sku}"})},
			"placeholders": []obj{{"name": "sku", "content": "1"}}}, 200, ""},
		"the same one in two links": {obj{"content": "x",
			"buttons":      []obj{button("url", obj{"url": "https://a.example/{sku}"}), button("url", obj{"url": "https://b.example/?q={sku}"})},
			"placeholders": []obj{{"name": "sku", "content": "1"}}}, 200, ""},
		"a link without its sample": {obj{"buttons": []obj{button("url", obj{"url": "https://a.example/{sku}"})}},
			400, "sample for the placeholder sku"},
		"a placeholder amid a link":   {obj{"buttons": []obj{button("url", obj{"url": "https://a.example/{sku}/x"})}}, 400, "at its end"},
		"two placeholders in a link":  {obj{"buttons": []obj{button("url", obj{"url": "https://a.example/{a}{b}"})}}, 400, "at its end"},
		"a placeholder for a host":    {obj{"buttons": []obj{button("url", obj{"url": "https://{shop}"})}}, 400, ""},
		"a placeholder in a host":     {obj{"buttons": []obj{button("url", obj{"url": "https://shop.{zone}"})}}, 400, "at its end"},
		"a link in braces of its own": {obj{"buttons": []obj{button("url", obj{"url": "https://a.example/{{1}}"})}}, 400, "at its end"},
		"four with that of a link": {obj{"content": "Oi {a}, hoje temos {b} e também {c} para você",
			"buttons": []obj{button("url", obj{"url": "https://a.example/{sku}"})}, "placeholders": []obj{{"name": "sku", "content": "1"}}}, 400,
			"At most 3"},
		"a link of 2000": {obj{"buttons": []obj{button("url", obj{"url": "https://a.example/" + strings.Repeat("x", 2000-18)})}},
			200, ""},
		"a link of 2001": {obj{"buttons": []obj{button("url", obj{"url": "https://a.example/" + strings.Repeat("x", 2001-18)})}},
			400, ""},
		"two phones":  {obj{"buttons": []obj{call, call}}, 400, "1 phone"},
		"ten buttons": {obj{"buttons": []obj{reply, reply, reply, reply, reply, reply, reply, link, link, call}}, 200, ""},
		"eleven buttons": {obj{"buttons": []obj{reply, reply, reply, reply, reply, reply, reply, reply, link, link, call}}, 400,
			"At most 10"},
		"a button of 25 characters":  {obj{"buttons": []obj{{"type": "reply", "text": long(25)}}}, 200, ""},
		"a button without a text":    {obj{"buttons": []obj{{"type": "reply", "text": " "}}}, 400, ""},
		"a video without a file":     {obj{"type": "video"}, 400, ""},
		"a picture as a video":       {obj{"type": "video", "mediaId": picture}, 400, "video is needed"},
		"a video as a picture":       {obj{"type": "image", "mediaId": p.film(film.Plain("isom", 0))}, 400, "image is needed"},
		"a video":                    {obj{"type": "video", "mediaId": p.film(film.Plain("isom", 0))}, 200, ""},
		"a video and a text":         {obj{"type": "video", "header": "x", "mediaId": p.film(film.Plain("isom", 0))}, 400, "either"},
		"a video that nobody plays":  {obj{"type": "video", "mediaId": p.film(film.Of("isom", 0, film.Track("vide", "hvc1")))}, 400, "H.265"},
		"three links":                {obj{"buttons": []obj{link, link, link}}, 400, "At most 10 buttons"},
		"a link to nowhere":          {obj{"buttons": []obj{button("url", obj{"url": "example"})}}, 400, ""},
		"a phone that is none":       {obj{"buttons": []obj{button("phone", obj{"phone": "12"})}}, 400, ""},
		"a button of 26 characters":  {obj{"buttons": []obj{{"type": "reply", "text": long(26)}}}, 400, ""},
		"a sample of 201 characters": {obj{"placeholders": []obj{{"name": "nome", "content": long(201)}}}, 400, "200"},
	} {
		body := templateOf("limit")
		for k, v := range c.change {
			body[k] = v
		}
		if a := p.c.Direct.In("en_US").Post("/gc/template", body); a.Status != c.status || !strings.Contains(string(a.Raw), c.text) {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
}
