package dispatch_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/internal/testkit/film"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/template"
)

// second is a second message, tried on half of the recipients; a user chooses one.
func second(message apptest.Object) apptest.Object {
	return apptest.Object{"message": message, "share": 50, "by": "delivered", "waitMinutes": 10, "choose": "hand"}
}

// ofTemplate is a message by a template of the printer.
func ofTemplate(id string) apptest.Object {
	return apptest.Object{"type": "template", "templateId": id,
		"placeholders": []apptest.Object{{"name": "nome", "content": "você"}, {"name": "code", "content": "X1"}}}
}

// The message of the rest may be of any kind: its file is brought to the provider, its template filled.
func TestASecondMessageOfEveryKind(t *testing.T) {
	for name, c := range map[string]struct {
		make func(p *apptest.TemplateFixture) apptest.Object
		want string
	}{
		"a picture": {func(p *apptest.TemplateFixture) apptest.Object {
			return apptest.Object{"type": "image", "text": "see",
				"mediaId": testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "a.png", "image/png", sim.Picture())).ID}
		}, "image see"},
		"a video": {func(p *apptest.TemplateFixture) apptest.Object {
			return apptest.Object{"type": "video", "text": "look",
				"mediaId": testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "a.mp4", "video/mp4",
					film.Plain("isom", 0))).ID}
		}, "video look"},
		"a link with a thumbnail": {func(p *apptest.TemplateFixture) apptest.Object {
			return apptest.Object{"type": "link", "link": apptest.Object{"title": "Now", "content": "sale", "url": "https://a.example",
				"button": apptest.Object{"name": "Go"},
				"thumbnailId": testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "a.png", "image/png",
					sim.Picture())).ID}}
		}, "interactive Now\nsale"},
		"a template": {func(p *apptest.TemplateFixture) apptest.Object { return ofTemplate(p.NewApproved("offer").ID) },
			"template Oi você, o seu código é X1!"},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.NewTemplateFixture(t)
			id := p.SubmitBulk(p.Users.Direct, name, 20, apptest.Object{"ab": second(c.make(p))})
			p.RunQueues()
			if got := p.BodyCounts(); got["text Olá!"] != 5 || got[c.want] != 5 || len(got) != 2 {
				t.Fatalf("the sample got %v", got)
			}
			p.Users.Direct.Put("/gc/groupsendorder/"+id+"/variant", apptest.Object{"variant": "b"}).OK()
			p.RunQueues()
			if got := p.BodyCounts(); got["text Olá!"] != 5 || got[c.want] != 15 {
				t.Errorf("all got %v", got)
			}
		})
	}
}

// A template of the second message that its provider pauses pauses the order, which says why; it goes on once it is approved again.
func TestAPausedTemplateOfASecondMessage(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	first, other := p.NewApproved("first"), p.NewApproved("other")
	id := p.SubmitBulk(p.Users.Direct, "two", 20, apptest.Object{"message": ofTemplate(first.ID), "ab": second(ofTemplate(other.ID))})
	p.RunQueues()
	p.SetProviderState(other, whatsappsim.TemplateState{Status: "PAUSED"})
	if s, reason := p.OrderState(p.Users.Direct, id); s != order.Paused ||
		reason != "WhatsApp paused the template “other” for its quality. Resume when it's approved again" {
		t.Fatalf("%d %q", s, reason)
	}
	if a := p.Users.Direct.In("en_US").Put("/gc/groupsendorder/"+id+"/start", nil).Want(409, 0); !strings.Contains(a.Message,
		"paused the template “other”") {
		t.Error(a.Message)
	}
	if raw := string(p.Users.Direct.In("en_US").Get("/im/notice/messages?messageType=2").Raw); !strings.Contains(raw,
		"paused the template “other”") {
		t.Errorf("told: %s", raw)
	}
	p.Users.Direct.Put("/gc/groupsendorder/"+id+"/variant", apptest.Object{"variant": "a"}).OK()
	p.RunQueues()
	if all, _ := p.Sim.Messages(0, 100); len(all) != 10 {
		t.Errorf("a paused order sent to %d", len(all))
	}
	p.SetProviderState(other, whatsappsim.TemplateState{Status: "APPROVED"})
	p.Users.Direct.Put("/gc/groupsendorder/"+id+"/start", nil).OK()
	p.RunQueues()
	if all, _ := p.Sim.Messages(0, 100); len(all) != 20 {
		t.Errorf("%d were sent to", len(all))
	}
	for name, c := range map[string]struct {
		of    template.Template
		field string
	}{"the first": {first, "message.templateId"}, "the second": {other, "ab.message.templateId"}} {
		p.SetProviderState(c.of, whatsappsim.TemplateState{Status: "PAUSED"})
		file := testkit.Data[struct{ ID string }](p.Users.Direct.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
			[]byte("phoneNumber\n5511987650000\n5511987650001\n5511987650002\n5511987650003\n"))).ID
		p.Users.Direct.Post("/gc/groupsendorder", apptest.Object{"name": name, "fileId": file, "channel": "whatsapp", "countryCode": "BR",
			"message": ofTemplate(first.ID), "ab": second(ofTemplate(other.ID))}).Bad(c.field)
		p.SetProviderState(c.of, whatsappsim.TemplateState{Status: "APPROVED"})
	}
}

// Each of two messages counts under its own template, in the statistics and in their file; the order counts once in all else.
func TestEachOfTwoTemplatesIsCounted(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	p.Users.Admin.Put("/lop/system/config/order.settle.minutes", apptest.Object{"value": 2}).OK()
	p.Users.Admin.Put("/lop/system/config/order.unknown.minutes", apptest.Object{"value": 2}).OK()
	p.Kit.Clock.Add(time.Minute)
	first, other := p.NewApproved("first"), p.NewApproved("other")
	id := p.SubmitBulk(p.Users.Direct, "two", 20, apptest.Object{"message": ofTemplate(first.ID), "ab": second(ofTemplate(other.ID))})
	same := p.SubmitBulk(p.Users.Direct, "same", 4, apptest.Object{"message": ofTemplate(first.ID), "ab": second(ofTemplate(first.ID))})
	p.RunQueues()
	room := p.Env.Report()
	count := func(query string) (all string, by map[string]string) {
		t.Helper()
		for _, id := range []string{id, same, id} {
			if err := room.Count(p.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
		s := p.SendingReport(p.Users.Direct, "?detail=true"+strings.Replace(query, "?", "&", 1))
		by = map[string]string{}
		for _, one := range s.Templates {
			by[one.Key] = fmt.Sprint(one.Orders, one.Targets, one.Sent, one.Cost)
		}
		if f := s.Customers[0].Figures; f != s.Total || s.Days[29].Figures != s.Total {
			t.Errorf("of the customer %+v, of all %+v", f, s.Total)
		}
		return fmt.Sprint(s.Total.Orders, s.Total.Targets, s.Total.Sent, s.Total.Cost), by
	}
	one, two := first.ProviderName+"/pt_BR", other.ProviderName+"/pt_BR"
	if all, by := count(""); all != "2 24 12 12" || by[one] != "2 19 7 7" || by[two] != "1 5 5 5" {
		t.Errorf("of the sample: %s %v", all, by)
	}
	p.Users.Direct.Put("/gc/groupsendorder/"+id+"/variant", apptest.Object{"variant": "b"}).OK()
	p.RunQueues()
	if all, by := count(""); all != "2 24 22 22" || by[one] != "2 9 7 7" || by[two] != "1 15 15 15" {
		t.Errorf("of all: %s %v", all, by)
	}
	if all, by := count("?template=" + two); all != "1 15 15 15" || by[two] != "1 15 15 15" || len(by) != 1 {
		t.Errorf("of the second alone: %s %v", all, by)
	}
	p.Kit.Clock.Add(3 * time.Minute)
	p.RunTicks()
	p.RunQueues()
	p.RunTicks()
	p.SignIn(p.Users.Direct)
	p.Users.Admin.Put("/gc/groupsendorder/"+id+"/refund", apptest.Object{"amount": 4, "reason": "x"}).OK()
	if all, by := count(""); all != "2 24 22 18" || by[one] != "2 9 7 6" || by[two] != "1 15 15 12" {
		t.Errorf("after a refund: %s %v", all, by)
	}
	orders := map[string]string{}
	for _, row := range apptest.ReadTable(t, p.Users.Direct.In("en_US").Get("/dmp/sending/export").Raw, "Day") {
		orders[row["Template"]] = row["Orders"] + " " + row["Total"]
	}
	if orders[one] != "2 9" || orders[two] != "1 15" || len(orders) != 2 {
		t.Errorf("in the file: %v", orders)
	}
}

// Each recipient shows which of two messages it gets, on the page, as a filter and in the file; a file of an order of
// one message has no such column.
func TestRecipientsTellTheirMessage(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 100}).OK()
	p.Kit.Clock.Add(time.Minute)
	id := p.SubmitBulk(p.Users.Direct, "two", 20, apptest.Object{"ab": second(apptest.Object{"type": "text", "text": "Oi!"})})
	p.RunQueues()
	path := "/gc/groupsendorder/" + id
	page := func(query string) (n int, by map[string]int) {
		t.Helper()
		got := testkit.Data[struct {
			Total   int
			Records []struct{ Variant string }
		}](p.Users.Direct.Get(path + "/targets/page?size=100" + query))
		by = map[string]int{}
		for _, one := range got.Records {
			by[one.Variant]++
		}
		return got.Total, by
	}
	if n, by := page(""); n != 20 || by["a"] != 5 || by["b"] != 5 || by[""] != 10 {
		t.Errorf("%d %v", n, by)
	}
	p.Users.Direct.Put(path+"/variant", apptest.Object{"variant": "b"}).OK()
	p.RunQueues()
	if n, by := page("&variant=b"); n != 15 || by["b"] != 15 {
		t.Errorf("%d %v", n, by)
	}
	if n, by := page("&variant=a&state=sent"); n != 5 || by["a"] != 5 {
		t.Errorf("%d %v", n, by)
	}
	p.Users.Direct.Get(path+"/targets/page?variant=c").Want(400, 0)
	for lang, title := range map[string]string{"en_US": "Message (A/B)", "zh_CN": "消息（A/B）", "pt_BR": "Mensagem (A/B)", "zh_TW": "訊息（A/B）"} {
		for query, want := range map[string]map[string]int{"": {"A": 5, "B": 15}, "?variant=a": {"A": 5}} {
			got := map[string]int{}
			for _, row := range apptest.ReadTable(t, p.Users.Direct.In(lang).Get(path+"/export"+query).Raw, title) {
				got[row[title]]++
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s %q: %v", lang, query, got)
			}
		}
	}
	single := p.SubmitBulk(p.Users.Direct, "one", 2, nil)
	p.RunQueues()
	for _, row := range apptest.ReadTable(t, p.Users.Direct.In("en_US").Get("/gc/groupsendorder/"+single+"/export").Raw, "phoneNumber") {
		if _, there := row["Message (A/B)"]; there {
			t.Errorf("%v", row)
		}
	}
}

// Every recipient is priced, reserved and charged at the longer of two short messages, whichever of them is sent.
func TestTheLongerOfTwoShortMessagesIsPaid(t *testing.T) {
	short, long := "Olá {name}", strings.Repeat("a", 300)+"{name}"
	for name, c := range map[string]struct {
		first, second, chosen string
		got                   int // recipients of the second
	}{
		"the second is longer, and goes to the rest":    {short, long, "b", 15},
		"the second is longer, the first to the rest":   {short, long, "a", 5},
		"the first is longer, the second to the rest":   {long, short, "b", 15},
		"a value makes the second longer than a part":   {"Olá", strings.Repeat("b", 158) + "{name}", "b", 15},
		"both have as many parts, the second is chosen": {long, strings.Repeat("b", 200), "b", 15},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.NewSMSFixture(t)
			who := p.Users.Direct
			rows := "phoneNumber,name\n"
			for i := range 20 {
				rows += fmt.Sprintf("%d,n%02d\n", 5511987650000+i, i)
			}
			wish := p.Body(who, c.first, apptest.Object{"fileId": p.UploadNumbers(who, rows), "provider": "twilio",
				"ab": second(apptest.Object{"type": "text", "text": c.second})})
			e := testkit.Data[order.Estimate](who.Post("/gc/groupsendorder/estimate", wish))
			if e.Parts != 2 || e.Price.String() != "2" || e.Cost.String() != "80" || e.Characters < 161 {
				t.Errorf("%+v", e)
			}
			id := p.Submit(who, wish)
			p.RunQueues()
			if o := p.Detail(who, id); o.EstimatedCost != 80 || o.Parts != 2 {
				t.Errorf("ordered: %+v", o)
			}
			if got := testkit.Data[struct{ Reserved float64 }](who.Get("/pi/personal/info")).Reserved; got != 80 {
				t.Errorf("%v is reserved", got)
			}
			who.Put("/gc/groupsendorder/"+id+"/variant", apptest.Object{"variant": c.chosen}).OK()
			p.RunQueues()
			all, refused := p.Twilio.Messages(0, 100)
			n := 0
			for _, m := range all {
				if strings.HasPrefix(m.Body, c.second[:1]) {
					n++
				}
			}
			if len(all) != 20 || len(refused) > 0 || n != c.got {
				t.Errorf("%d sent, %d refused, %d of the second", len(all), len(refused), n)
			}
			p.AwaitCallbacks(40) // sent and arrived
			p.RunQueues()
			p.Kit.Clock.Add(time.Minute)
			p.RunQueues()
			if o := p.Detail(who, id); o.ActualCost == nil || *o.ActualCost != 80 || o.Counts["arrived"] != 20 {
				t.Errorf("settled: %+v", o)
			}
		})
	}
}
