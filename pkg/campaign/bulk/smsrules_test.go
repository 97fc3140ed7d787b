package bulk_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/stock"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/web"
)

// An estimate shows the parts of the longest text and the reason, after the values of each recipient are filled in.
func TestAnEstimateCountsParts(t *testing.T) {
	p := apptest.NewSMSFixture(t)
	who := p.Users.Direct
	for name, c := range map[string]struct {
		text  string
		parts int
		want  order.Estimate
	}{
		"160 letters":            {strings.Repeat("a", 160), 1, order.Estimate{Encoding: "GSM-7", Characters: 160}},
		"161 letters":            {strings.Repeat("a", 161), 2, order.Estimate{Encoding: "GSM-7", Characters: 161}},
		"81 euros":               {strings.Repeat("€", 81), 2, order.Estimate{Encoding: "GSM-7", Characters: 81}},
		"70 characters":          {strings.Repeat("你", 70), 1, order.Estimate{Encoding: "UCS-2", Characters: 70, Forced: "你"}},
		"several make it longer": {"“" + strings.Repeat("a", 70) + "”ã“", 2, order.Estimate{Encoding: "UCS-2", Characters: 74, Forced: "“”ã"}},
		"71 characters":          {strings.Repeat("你", 71), 2, order.Estimate{Encoding: "UCS-2", Characters: 71, Forced: "你"}},
		"one name is not in GSM-7": {"{name}" + strings.Repeat("a", 67),
			2, order.Estimate{Encoding: "UCS-2", Characters: 71, Forced: "ã", Uneven: true}},
		"the longest name is short": {"{name}" + strings.Repeat("a", 66), 1, order.Estimate{}},
	} {
		e := testkit.Data[order.Estimate](who.Post("/gc/groupsendorder/estimate", p.Body(who, c.text, nil)))
		if e.Parts != c.parts || e.Price.String() != "2" || int(e.Cost) != 3*c.parts*int(e.Price) || e.Targets != 3 {
			t.Errorf("%s: %+v", name, e)
		}
		if c.want.Encoding != "" && (e.Encoding != c.want.Encoding || e.Characters != c.want.Characters || e.Forced != c.want.Forced ||
			e.Uneven != c.want.Uneven) {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// Content that a channel does not support is refused in each language, and so is an invalid sender.
func TestWhatAShortMessageCannotBe(t *testing.T) {
	p := apptest.NewSMSFixture(t)
	who := p.Users.Direct
	said := map[string]bool{}
	for _, kind := range []string{"image", "video", "link", "template"} {
		for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
			a := who.In(lang).Post("/gc/groupsendorder/estimate",
				p.Body(who, "x", apptest.Object{"message": apptest.Object{"type": kind, "text": "x", "templateId": "x"}})).Bad("message.type")
			said[lang+a.Errors[0].Message] = true
		}
	}
	if len(said) != 4 {
		t.Errorf("%v", said)
	}
	for _, c := range []struct {
		field string
		more  apptest.Object
	}{
		{"provider", apptest.Object{"provider": "nobody"}}, {"provider", apptest.Object{"provider": "whatsapp"}},
		{"senderId", apptest.Object{"senderId": "STRANGER"}},
		{"senderId", apptest.Object{"provider": "twilio", "senderId": "HERALD"}},
		{"senderId", apptest.Object{"channel": "whatsapp", "senderId": "HERALD"}},
		{"message.text", apptest.Object{"message": apptest.Object{"type": "text", "text": strings.Repeat("ä", 1601)}}},
		{"message.text", apptest.Object{"message": apptest.Object{"type": "text", "text": "\u200b"}}},
		{"senderAvatar", apptest.Object{"channel": "whatsapp", "senderAvatar": "blank"}},
		{"senderAvatar", apptest.Object{"channel": "whatsapp", "senderAvatar": "custom"}},
		{"senderAvatar", apptest.Object{"senderAvatar": "custom"}},
		{"senderAvatar", apptest.Object{"senderAvatar": "face"}},
	} {
		who.Post("/gc/groupsendorder/estimate", p.Body(who, "x", c.more)).Bad(c.field)
	}
	who.Post("/gc/groupsendorder/estimate", p.Body(who, "x", apptest.Object{"senderAvatar": "random"})).OK()
}

// The list of senders shows their capabilities in the order of use, without names.
func TestSendersThatMayBeChosen(t *testing.T) {
	p := apptest.NewSMSFixture(t)
	who := p.Users.Direct
	names := func(query string) (out []string) {
		for _, c := range testkit.Data[[]bulk.Choice](who.Get("/gc/groupsendorder/senders" + query)) {
			out = append(out, c.Channel+" "+c.Provider+" "+c.SenderID)
			if c.Alphanumeric == c.TwoWay && c.Channel == "sms" || c.Parted != (c.Channel == "sms") || c.TextLimit == 0 || c.PerSecond == 0 ||
				len(c.Kinds) == 0 {
				t.Errorf("%+v", c)
			}
		}
		return out
	}
	for query, want := range map[string]string{
		"?channel=sms&countryCode=BR":      "sms aws HERALD,sms aws 551131000000,sms twilio 28765",
		"?channel=sms&countryCode=US":      "sms aws 12065550100,sms twilio ",
		"?channel=whatsapp&countryCode=BR": "whatsapp whatsapp ",
		"":                                 "whatsapp whatsapp ,sms aws ,sms twilio ",
	} {
		if got := strings.Join(names(query), ","); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
	id := p.Submit(who, p.Body(who, "Olá", apptest.Object{"provider": "aws", "senderId": "551131000000"}))
	p.RunQueues()
	if o := p.Detail(who, id); o.Provider != "aws" || o.SenderID != "551131000000" {
		t.Errorf("%+v", o)
	}
	if accepted, _ := p.AWS.Messages(0, 10); len(accepted) != 3 || accepted[0].Type != "551131000000" {
		t.Errorf("%+v", accepted)
	}
}

// STOP by short message applies to the tenant that wrote, on every channel, and the number is blocked in its next order.
func TestSTOPByAShortMessage(t *testing.T) {
	for name, of := range textSims {
		t.Run(name, func(t *testing.T) {
			p := apptest.NewSMSFixture(t)
			who, gateway := p.Users.Direct, of(p)
			p.Submit(who, p.Body(who, "Olá", apptest.Object{"provider": name}))
			p.RunQueues()
			p.AwaitCallbacks(6)
			p.Control(gateway, "inbound", `{"from":"+5511987654321","text":"STOP"}`)
			p.AwaitCallbacks(1)
			p.RunQueues()
			type entry struct{ PhoneNumber, Source, Evidence, Scope string }
			found := false
			for _, e := range testkit.Data[struct{ Records []entry }](who.Get("/aty/suppression/page")).Records {
				found = found || e.PhoneNumber == "5511987654321" && e.Source == "stop" && e.Evidence == "STOP" && e.Scope == "tenant"
			}
			if !found {
				t.Error("the word is not on the list")
			}
			if other := testkit.Data[struct{ Total int }](p.Users.Customer.Get("/aty/suppression/page")).Total; other != 0 {
				t.Errorf("%d for another tenant", other)
			}
			before, _ := gateway.Messages(0, 100)
			p.Submit(who, p.Body(who, "Olá", apptest.Object{"provider": name}))
			p.RunQueues()
			after, refused := gateway.Messages(0, 100)
			if len(after) != len(before)+2 || len(refused) > 0 {
				t.Errorf("%d more, %+v", len(after)-len(before), refused)
			}
		})
	}
}

// A receipt without a valid signature changes nothing. Without any receipt, the sent messages are charged at the deadline.
func TestForgedAndLostReceipts(t *testing.T) {
	p := apptest.NewSMSFixture(t)
	who := p.Users.Direct
	p.Control(p.Twilio, "webhooks", `{"drop":1}`)
	id := p.Submit(who, p.Body(who, "Olá", apptest.Object{"provider": "twilio"}))
	p.RunQueues()
	accepted, _ := p.Twilio.Messages(0, 10)
	for path, body := range map[string]string{
		"/api/hook/twilio?ref=" + accepted[0].Reference: "MessageStatus=failed&ErrorCode=30003&MessageSid=" + accepted[0].ID,
		"/api/hook/aws-sms": `{"Type":"Notification","TopicArn":"` + apptest.SMSTopic +
			`","SignatureVersion":"2","Signature":"eA==","SigningCertURL":"https://evil.example/x.pem","Message":"{}"}`,
	} {
		res, err := http.Post(p.Server.URL+path, "application/x-www-form-urlencoded", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
	p.RunQueues()
	if o := p.Detail(who, id); o.Counts["sent"] != 3 || o.ActualCost != nil {
		t.Errorf("%+v", o)
	}
	p.Users.Admin.Put("/lop/system/config/order.settle.minutes", apptest.Object{"value": 2}).OK()
	p.Kit.Clock.Add(5 * time.Minute)
	for name, tick := range app.Ticks(p.Env) {
		if err := tick(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	p.RunQueues()
	if o := p.Detail(who, id); o.Status != order.Completed || o.ActualCost == nil || *o.ActualCost != 6 {
		t.Errorf("%+v", o)
	}
}

// Changing an order before it begins reserves credit for the parts of its new text.
func TestAChangedShortMessageIsPricedAnew(t *testing.T) {
	p := apptest.NewSMSFixture(t)
	who := p.Users.Direct
	id := testkit.Data[order.SubmitResponse](who.Post("/gc/groupsendorder", p.Body(who, "Olá", nil))).ID
	longer := p.Body(who, strings.Repeat("a", 400), nil)
	longer["id"] = id
	who.Put("/gc/groupsendorder", longer).OK()
	if o := p.Detail(who, id); o.Parts != 3 || o.EstimatedCost != 18 || *o.Price != 2 {
		t.Errorf("%+v", o)
	}
	if balance := testkit.Data[struct{ Balance float64 }](who.Get("/pi/personal/info")).Balance; balance != 982 {
		t.Errorf("balance %v", balance)
	}
}

// Short messages take from the card dealers' stock of the country on the day of their start. An order reserves it,
// and a cancelled one returns it. A shortage has its own fault (decisions §12).
func TestShortMessagesTakeFromTheirDay(t *testing.T) {
	p := apptest.NewSMSFixture(t)
	who := p.Users.Direct
	day := func(d int) string {
		return p.Kit.Now().AddDate(0, 0, d).In(clock.China).Format(time.DateOnly)
	}
	left := func(d int) int64 {
		return *testkit.Data[web.Page[stock.Card]](p.Users.Admin.Get("/kfsms/repertory/page?countryCode=BR&date=" +
			day(d))).Records[0].RepertoryNum
	}
	for d, n := range []int{5, 4} {
		p.Users.Admin.Post("/kfsms/repertory", apptest.Object{"countryCode": "BR", "date": day(d), "repertoryNum": n}).OK()
	}
	request := p.Body(who, "Olá", nil)
	if e := testkit.Data[order.Estimate](who.Post("/gc/groupsendorder/estimate", request)); e.Stock == nil || *e.Stock != 5 {
		t.Fatalf("%+v", e)
	}
	today := testkit.Data[order.SubmitResponse](who.Post("/gc/groupsendorder", request)).ID
	request["startTime"] = p.Kit.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339)
	tomorrow := testkit.Data[order.SubmitResponse](who.Post("/gc/groupsendorder", request)).ID
	if left(0) != 2 || left(1) != 1 {
		t.Errorf("%d and %d are left", left(0), left(1))
	}
	who.Post("/gc/groupsendorder", request).Want(http.StatusPaymentRequired, 40202)
	for _, id := range []string{today, tomorrow} {
		who.Put("/gc/groupsendorder/"+id+"/cancel", nil).OK()
	}
	if left(0) != 5 || left(1) != 4 {
		t.Errorf("%d and %d are left when all is cancelled", left(0), left(1))
	}
}

// A sender with weight 0 gets no new order while another can send; a request need not name the other one.
func TestNothingNewGoesOutByAWeightOfZero(t *testing.T) {
	p := apptest.NewSMSFixture(t)
	who := p.Users.Direct
	via := func() string {
		p.Kit.Clock.Add(time.Minute)
		return p.Detail(who, p.Submit(who, p.Body(who, "Olá", nil))).Provider
	}
	if got := via(); got != "aws" {
		t.Errorf("by %s", got)
	}
	p.Users.Admin.Put("/gc/sender", apptest.Object{"id": "aws", "weight": 0}).OK()
	if got := via(); got != "twilio" {
		t.Errorf("at a weight of 0: by %s", got)
	}
	p.Users.Admin.Put("/gc/sender", apptest.Object{"id": "twilio", "weight": 0}).OK()
	if got := via(); got != "aws" {
		t.Errorf("where nobody has a weight: by %s", got)
	}
}
