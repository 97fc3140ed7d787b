package template_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/internal/testkit/film"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

func TestTemplateStory(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	who := p.Users.Direct
	made := testkit.Data[template.Template](who.Post("/gc/template", apptest.TemplateBody("Summer Sale!")))
	if made.Status != template.Review || made.PlaceholderCount != 2 || made.Placeholders[1].Content != "code" ||
		!strings.HasPrefix(made.ProviderName, "summer_sale_01") {
		t.Fatalf("%+v", made)
	}
	who.Put("/gc/template/review", apptest.Object{"ids": []string{made.ID}, "pass": true}).Want(403, 0)
	p.Users.Admin.Put("/gc/template/review", apptest.Object{"ids": []string{made.ID}, "pass": false}).Want(400, 0)
	lines := testkit.Data[[]template.Line](p.Users.Admin.Put("/gc/template/review",
		apptest.Object{"ids": []string{made.ID, apptest.MissingID}, "pass": false, "reason": "too loud"}))
	if len(lines) != 2 || !lines[0].OK || lines[1].Code != 404 {
		t.Fatalf("%+v", lines)
	}
	if got := p.Template(made.ID); got.Status != template.Refused || got.Reason != "too loud" {
		t.Errorf("%+v", got)
	}
	again := apptest.TemplateBody("Summer Sale!")
	again["id"], again["note"] = made.ID, strings.Repeat("n", 30)
	who.Put("/gc/template", again).OK()
	p.Users.Admin.Put("/gc/template/review", apptest.Object{"ids": []string{made.ID}, "pass": true}).OK()
	if got := p.Template(made.ID); got.Status != template.Submitting {
		t.Errorf("passed: %+v", got)
	}
	who.Put("/gc/template", again).Want(409, 0)
	p.RunQueues()
	if got := p.Template(made.ID); got.Status != template.Pending {
		t.Fatalf("with the provider: %+v", got)
	}
	p.SetProviderState(made, whatsappsim.TemplateState{Status: "REJECTED", Reason: "PROMOTIONAL"})
	if got := p.Template(made.ID); got.Status != template.Rejected || !strings.Contains(got.Reason, "promotional") {
		t.Fatalf("rejected: %+v", got)
	}
	who.Put("/gc/template", again).OK()
	p.Users.Admin.Put("/gc/template/review", apptest.Object{"ids": []string{made.ID}, "pass": true}).OK()
	p.RunQueues()
	p.SetProviderState(made, whatsappsim.TemplateState{Status: "APPROVED", Quality: "GREEN"})
	if got := p.Template(made.ID); got.Status != template.Approved || got.Quality != "green" || !got.Enabled {
		t.Fatalf("approved: %+v", got)
	}
	page := testkit.Data[web.Page[template.Template]](who.Get("/gc/template/lovPage?name=summer"))
	if page.Total != 1 || page.Records[0].ID != made.ID {
		t.Errorf("to choose from: %+v", page)
	}
	p.Control("templates", `{"name":"`+made.ProviderName+`","language":"pt_BR","status":"PAUSED","quality":"RED","silent":true}`)
	who.Put("/gc/template/"+made.ID+"/sync", nil).OK()
	p.RunQueues()
	if got := p.Template(made.ID); got.Status != template.Paused || got.Quality != "red" {
		t.Errorf("a webhook was lost, and the template is %+v", got)
	}
	who.Delete("/gc/template/"+made.ID, nil).OK()
	p.RunQueues()
	who.Get("/gc/template/"+made.ID).Want(404, 0)
	if _, ok, err := p.Env.Pipeline().Engine.Senders.For("whatsapp").Templates.FindTemplate(p.Context(), made.ProviderName, "pt_BR"); ok ||
		err != nil {
		t.Errorf("the provider still has it (%v)", err)
	}
}

func TestARegistrationWithoutAnAnswerIsMadeOnce(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	p.Control("cutTemplates", `{"times":1}`)
	made := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", apptest.TemplateBody("cut")))
	p.Users.Admin.Put("/gc/template/review", apptest.Object{"ids": []string{made.ID}, "pass": true}).OK()
	p.RunQueues()
	if got := p.Template(made.ID); got.Status != template.Submitting {
		t.Fatalf("in doubt: %+v", got)
	}
	p.Kit.Clock.Add(2 * time.Minute)
	if err := p.Env.Templates().Tick(p.Context()); err != nil {
		t.Fatal(err)
	}
	p.RunQueues()
	if got := p.Template(made.ID); got.Status != template.Pending {
		t.Fatalf("found by its name: %+v", got)
	}
}

func TestAPendingTemplateIsAskedAboutForThreeDays(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	made := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", apptest.TemplateBody("slow")))
	p.Users.Admin.Put("/gc/template/review", apptest.Object{"ids": []string{made.ID}, "pass": true}).OK()
	p.RunQueues()
	ticks := func(hours int) {
		for range hours {
			p.Kit.Clock.Add(time.Hour)
			if err := p.Env.Templates().Tick(p.Context()); err != nil {
				t.Fatal(err)
			}
			p.RunQueues()
		}
		p.SignIn(p.Users.Direct)
	}
	ticks(71)
	told := func() bool {
		return strings.Contains(string(p.Users.Direct.In("en_US").Get("/im/notice/messages?messageType=2").Raw), "for three days")
	}
	if told() {
		t.Error("told before three days")
	}
	ticks(8)
	if !told() {
		t.Error("not told after three days")
	}
	p.Control("templates", `{"name":"`+made.ProviderName+`","language":"pt_BR","status":"APPROVED","silent":true}`)
	ticks(7)
	if got := p.Template(made.ID); got.Status != template.Approved {
		t.Errorf("nobody asked: %+v", got)
	}
}

// A review that the provider ends after a month still counts: it is asked once a day by then.
func TestATemplateIsAskedAboutAfterAMonth(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	made := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", apptest.TemplateBody("slow")))
	p.Users.Admin.Put("/gc/template/review", apptest.Object{"ids": []string{made.ID}, "pass": true}).OK()
	p.RunQueues()
	days := func(n int) {
		for range n {
			p.Kit.Clock.Add(24 * time.Hour)
			if err := p.Env.Templates().Tick(p.Context()); err != nil {
				t.Fatal(err)
			}
			p.RunQueues()
		}
		p.SignIn(p.Users.Direct)
	}
	days(40)
	p.Control("templates", `{"name":"`+made.ProviderName+`","language":"pt_BR","status":"APPROVED","silent":true}`)
	days(2)
	if got := p.Template(made.ID); got.Status != template.Approved {
		t.Errorf("it was not asked about: %+v", got)
	}
}

// A template that the provider never judges is told of once, and not asked about for ever.
func TestTheAsksAboutATemplateEnd(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	made := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", apptest.TemplateBody("slow")))
	p.Users.Admin.Put("/gc/template/review", apptest.Object{"ids": []string{made.ID}, "pass": true}).OK()
	p.RunQueues()
	notices := store.Query{Table: "platform", PK: "IMT#" + p.Users.Direct.User.ID, Prefix: "template." + made.ID + ".slow", Limit: 10}
	told := 0
	for n := range 40 {
		p.Kit.Clock.Add(10 * 24 * time.Hour)
		if err := p.Env.Templates().Tick(p.Context()); err != nil {
			t.Fatal(err)
		}
		p.RunQueues()
		rows, err := p.Env.DB.Query(p.Context(), notices)
		if err != nil {
			t.Fatal(err)
		}
		if n < 10 {
			continue
		}
		for _, row := range rows { // the database removes it after 90 days
			told++
			key := store.Key{Table: notices.Table, PK: notices.PK, SK: store.SortKey(row)}
			if _, err := p.Env.DB.Write(p.Context(), store.Op{Verb: store.Delete, Key: key}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
	left, err := (&job.Index{DB: p.Env.DB, Table: "campaign", Name: "template", Shards: 1}).All(p.Context())
	if err != nil || len(left) > 0 {
		t.Errorf("%d looks are left (%v)", len(left), err)
	}
}

func TestFiveTemplatesAPersonAndDay(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	for range 5 {
		p.Users.Direct.Post("/gc/template", apptest.TemplateBody("x")).OK()
	}
	if a := p.Users.Direct.In("en_US").Post("/gc/template", apptest.TemplateBody("x")).Want(409, 0); !strings.Contains(a.Message,
		"You can create 5 templates per day") {
		t.Error(a.Message)
	}
	p.Users.Customer.Post("/gc/template", apptest.TemplateBody("another person")).OK()
	p.Kit.Clock.Add(24 * time.Hour)
	p.SignIn(p.Users.Direct)
	p.Users.Direct.Post("/gc/template", apptest.TemplateBody("the next day")).OK()
}

func TestLimitsOfTemplates(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	p.Users.Admin.Put("/lop/system/config/template.daily", apptest.Object{"value": 1000}).OK()
	p.Kit.Clock.Add(time.Minute)
	long := func(n int) string { return strings.Repeat("ü", n) }
	button := func(kind string, more apptest.Object) apptest.Object {
		b := apptest.Object{"type": kind, "text": "Go"}
		for k, v := range more {
			b[k] = v
		}
		return b
	}
	link, call := button("url", apptest.Object{"url": "https://example.com"}), button("phone", apptest.Object{"phone": "+5511987654321"})
	reply := button("reply", nil)
	picture := testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "a.png", "image/png", sim.Picture())).ID
	for name, c := range map[string]struct {
		change apptest.Object
		status int
		text   string
	}{
		"a name of 50":           {apptest.Object{"name": long(50)}, 200, ""},
		"a name of 51":           {apptest.Object{"name": long(51)}, 400, ""},
		"no name":                {apptest.Object{"name": " "}, 400, ""},
		"a note of 30":           {apptest.Object{"note": long(30)}, 200, ""},
		"a note of 31":           {apptest.Object{"note": long(31)}, 400, ""},
		"a body of 1024":         {apptest.Object{"content": long(1024)}, 200, ""},
		"a body of 1025":         {apptest.Object{"content": long(1025)}, 400, ""},
		"no body":                {apptest.Object{"content": "  "}, 400, ""},
		"a header of 60":         {apptest.Object{"header": long(60)}, 200, ""},
		"a header of 61":         {apptest.Object{"header": long(61)}, 400, ""},
		"two placeholders above": {apptest.Object{"header": "{a} {b}", "content": "x"}, 400, "one placeholder"},
		"a placeholder below":    {apptest.Object{"footer": "{a}"}, 400, "can't have placeholders"},
		"three placeholders":     {apptest.Object{"header": "Oi {a}", "content": "Oi {a}, hoje temos {b} e também {c} para você"}, 200, ""},
		"four placeholders": {apptest.Object{"header": "Oi {a}", "content": "Oi {b}, hoje temos {c} e também {d} para você"}, 400,
			"at most 3"},
		"the provider's own form":     {apptest.Object{"content": "Hi {{1}}"}, 400, "single braces"},
		"a language in words":         {apptest.Object{"language": "Portuguese"}, 400, "pt_BR"},
		"a language of nobody":        {apptest.Object{"language": "xx_XX"}, 400, "no templates in xx_XX"},
		"a country without it":        {apptest.Object{"language": "pt_US"}, 400, "no templates in pt_US"},
		"a language without country":  {apptest.Object{"language": "en"}, 200, ""},
		"a language of three letters": {apptest.Object{"language": "fil"}, 200, ""},
		"nothing but a placeholder":   {apptest.Object{"content": " {nome} "}, 400, "Add words"},
		"placeholders and signs":      {apptest.Object{"content": "{nome}, {code}!"}, 400, "Add words"},
		"a placeholder first":         {apptest.Object{"content": "{nome}: oi"}, 400, "begin or end"},
		"a category that is none":     {apptest.Object{"category": "SALE"}, 400, ""},
		"a picture without a file":    {apptest.Object{"type": "image"}, 400, ""},
		"two links and a phone":       {apptest.Object{"buttons": []apptest.Object{link, link, call, button("reply", nil)}}, 200, ""},
		"a placeholder in a link": {apptest.Object{"buttons": []apptest.Object{button("url", apptest.Object{"url": "https://a.example/{sku}"})},
			"placeholders": []apptest.Object{{"name": "sku", "content": "1"}}}, 200, ""},
		"the same one in two links": {apptest.Object{"content": "x",
			"buttons": []apptest.Object{button("url", apptest.Object{"url": "https://a.example/{sku}"}),
				button("url", apptest.Object{"url": "https://b.example/?q={sku}"})},
			"placeholders": []apptest.Object{{"name": "sku", "content": "1"}}}, 200, ""},
		"a link without its sample": {apptest.Object{
			"buttons": []apptest.Object{button("url", apptest.Object{"url": "https://a.example/{sku}"})}},
			400, "sample for the placeholder sku"},
		"a placeholder amid a link": {apptest.Object{
			"buttons": []apptest.Object{button("url", apptest.Object{"url": "https://a.example/{sku}/x"})}}, 400, "at its end"},
		"two placeholders in a link": {apptest.Object{
			"buttons": []apptest.Object{button("url", apptest.Object{"url": "https://a.example/{a}{b}"})}}, 400, "at its end"},
		"a placeholder for a host": {apptest.Object{"buttons": []apptest.Object{button("url", apptest.Object{"url": "https://{shop}"})}},
			400, ""},
		"a placeholder in a host": {apptest.Object{"buttons": []apptest.Object{button("url", apptest.Object{"url": "https://shop.{zone}"})}},
			400, "at its end"},
		"a link in braces of its own": {apptest.Object{
			"buttons": []apptest.Object{button("url", apptest.Object{"url": "https://a.example/{{1}}"})}}, 400, "at its end"},
		"four with that of a link": {apptest.Object{"content": "Oi {a}, hoje temos {b} e também {c} para você",
			"buttons":      []apptest.Object{button("url", apptest.Object{"url": "https://a.example/{sku}"})},
			"placeholders": []apptest.Object{{"name": "sku", "content": "1"}}}, 400,
			"at most 3"},
		"a link of 2000": {apptest.Object{"buttons": []apptest.Object{button("url",
			apptest.Object{"url": "https://a.example/" + strings.Repeat("x", 2000-18)})}},
			200, ""},
		"a link of 2001": {apptest.Object{"buttons": []apptest.Object{button("url",
			apptest.Object{"url": "https://a.example/" + strings.Repeat("x", 2001-18)})}},
			400, ""},
		"two phones":  {apptest.Object{"buttons": []apptest.Object{call, call}}, 400, "1 a phone"},
		"ten buttons": {apptest.Object{"buttons": []apptest.Object{reply, reply, reply, reply, reply, reply, reply, link, link, call}}, 200, ""},
		"eleven buttons": {apptest.Object{"buttons": []apptest.Object{reply, reply, reply, reply, reply, reply, reply, reply, link, link, call}},
			400,
			"at most 10"},
		"a button of 25 characters": {apptest.Object{"buttons": []apptest.Object{{"type": "reply", "text": long(25)}}}, 200, ""},
		"a button without a text":   {apptest.Object{"buttons": []apptest.Object{{"type": "reply", "text": " "}}}, 400, ""},
		"a video without a file":    {apptest.Object{"type": "video"}, 400, ""},
		"a picture as a video":      {apptest.Object{"type": "video", "mediaId": picture}, 400, "Required: video"},
		"a video as a picture":      {apptest.Object{"type": "image", "mediaId": p.UploadVideo(film.Plain("isom", 0))}, 400, "Required: image"},
		"a video":                   {apptest.Object{"type": "video", "mediaId": p.UploadVideo(film.Plain("isom", 0))}, 200, ""},
		"a video and a text": {apptest.Object{"type": "video", "header": "x", "mediaId": p.UploadVideo(film.Plain("isom", 0))}, 400,
			"a picture or a video as the header"},
		"a video that nobody plays": {apptest.Object{"type": "video", "mediaId": p.UploadVideo(film.Of("isom", 0, film.Track("vide", "hvc1")))},
			400, "H.265"},
		"three links":                {apptest.Object{"buttons": []apptest.Object{link, link, link}}, 400, "at most 10 buttons"},
		"a link to nowhere":          {apptest.Object{"buttons": []apptest.Object{button("url", apptest.Object{"url": "example"})}}, 400, ""},
		"a phone that is none":       {apptest.Object{"buttons": []apptest.Object{button("phone", apptest.Object{"phone": "12"})}}, 400, ""},
		"a button of 26 characters":  {apptest.Object{"buttons": []apptest.Object{{"type": "reply", "text": long(26)}}}, 400, ""},
		"a sample of 201 characters": {apptest.Object{"placeholders": []apptest.Object{{"name": "nome", "content": long(201)}}}, 400, "200"},
	} {
		body := apptest.TemplateBody("limit")
		for k, v := range c.change {
			body[k] = v
		}
		if a := p.Users.Direct.In("en_US").Post("/gc/template", body); a.Status != c.status || !strings.Contains(string(a.Raw), c.text) {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
}
