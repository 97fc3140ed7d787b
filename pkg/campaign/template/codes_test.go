package template_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/template"
)

func codeOf(more apptest.Object) apptest.Object {
	body := apptest.Object{"name": "login", "language": "pt_BR", "category": "AUTHENTICATION", "content": ""}
	for k, v := range more {
		body[k] = v
	}
	return body
}

// An authentication template has the provider's texts; each recipient has its own code, in the text and in the button that copies it.
func TestATemplateOfACode(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	made := p.Approve(codeOf(apptest.Object{"securityRecommendation": true, "codeMinutes": 10}))
	if made.Content != "*{code}* é o seu código de verificação. Para sua segurança, não compartilhe este código." ||
		made.Footer != "Este código expira em 10 minutos." ||
		made.PlaceholderCount != 1 || made.Buttons[0] != (template.Button{Type: "code", Text: "Copiar código"}) {
		t.Fatalf("%+v", made)
	}
	sent := func(code string) string {
		return "template *" + code +
			"* is your verification code. For your security, do not share this code.\nhttps://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp" + code
	}
	message := apptest.Object{"type": "template", "templateId": made.ID,
		"placeholders": []apptest.Object{{"name": "code", "content": "000-000"}}}
	p.SubmitBulk(p.Users.Direct, "codes", 0, apptest.Object{"message": message,
		"fileId": p.UploadNumbers("phoneNumber,code\n5511987650000,483920\n5511987650001,é9\n5511987650002,\n")})
	p.RunQueues()
	got := p.BodyCounts()
	for _, code := range []string{"483920", "é9", "000-000"} {
		if got[sent(code)] != 1 {
			t.Errorf("nobody got %s: %v", code, got)
		}
	}
	estimate := func(code, people string) *testkit.Answer {
		message["placeholders"] = []apptest.Object{{"name": "code", "content": code}}
		return p.Users.Direct.In("en_US").Post("/gc/groupsendorder/estimate",
			apptest.Object{"name": "x", "fileId": p.UploadNumbers(people), "channel": "whatsapp", "countryCode": "BR", "message": message})
	}
	for name, c := range map[string]struct {
		code, people string
		status       int
		text         string
	}{
		"15 characters for all":  {strings.Repeat("é", 15), "phoneNumber\n5511987650000\n", 200, ""},
		"16 characters for all":  {strings.Repeat("é", 16), "phoneNumber\n5511987650000\n", 400, "message.placeholders"},
		"nothing for all":        {"", "phoneNumber\n5511987650000\n", 400, "message.placeholders"},
		"15 characters of a row": {"1", "phoneNumber,code\n5511987650000," + strings.Repeat("é", 15) + "\n", 200, ""},
		"16 characters of a row": {"1", "phoneNumber,code\n5511987650000," + strings.Repeat("é", 16) + "\n", 400, "longer than 15 characters"},
	} {
		if a := estimate(c.code, c.people); a.Status != c.status || !strings.Contains(string(a.Raw), c.text) {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	id := p.Conversation().ID
	p.Reply(id, apptest.Object{"type": "template", "templateId": made.ID,
		"placeholders": []apptest.Object{{"name": "code", "content": strings.Repeat("1", 16)}}}).Want(400, 0)
	p.Reply(id, apptest.Object{"type": "template", "templateId": made.ID,
		"placeholders": []apptest.Object{{"name": "code", "content": "7"}}}).OK()
	p.RunQueues()
	if got := p.BodyCounts(); got[sent("7")] != 1 {
		t.Errorf("%v", got)
	}
}

func TestLimitsOfTemplatesOfCodes(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	p.Users.Admin.Put("/lop/system/config/template.daily", apptest.Object{"value": 1000}).OK()
	p.Kit.Clock.Add(time.Minute)
	for name, c := range map[string]struct {
		change apptest.Object
		status int
		text   string
	}{
		"nothing more":           {nil, 200, "your verification code."},
		"1 minute":               {apptest.Object{"codeMinutes": 1}, 200, "in 1 minute."},
		"90 minutes":             {apptest.Object{"codeMinutes": 90}, 200, "in 90 minutes"},
		"91 minutes":             {apptest.Object{"codeMinutes": 91}, 400, "codeMinutes"},
		"-1 minutes":             {apptest.Object{"codeMinutes": -1}, 400, "codeMinutes"},
		"another language":       {apptest.Object{"language": "zh_HK"}, 200, "您的驗證碼"},
		"a language of no texts": {apptest.Object{"language": "id"}, 200, "your verification code."},
		"a label of 25":          {apptest.Object{"buttons": []apptest.Object{{"type": "code", "text": strings.Repeat("x", 25)}}}, 200, ""},
		"a label of 26": {apptest.Object{"buttons": []apptest.Object{{"type": "code", "text": strings.Repeat("x", 26)}}},
			400, "buttons"},
		"a sample of 16": {apptest.Object{"placeholders": []apptest.Object{{"name": "code", "content": strings.Repeat("1", 16)}}},
			400, "placeholders"},
		"a link": {apptest.Object{"buttons": []apptest.Object{{"type": "url", "text": "x", "url": "https://a.example"}}}, 400,
			"copies the code"},
		"two buttons": {apptest.Object{"buttons": []apptest.Object{{"type": "code", "text": "x"}, {"type": "code", "text": "y"}}}, 400,
			"copies the code"},
		"a text of its author": {apptest.Object{"content": "Your code is {code}"}, 400, "WhatsApp writes"},
		"a header":             {apptest.Object{"header": "Login"}, 400, "WhatsApp writes"},
		"a footer":             {apptest.Object{"footer": "Shop"}, 400, "WhatsApp writes"},
		"its own texts":        {apptest.Object{"content": "*{code}* is your verification code."}, 200, ""},
		"a code's button of another": {apptest.Object{"category": "UTILITY", "content": "x",
			"buttons": []apptest.Object{{"type": "code", "text": "x"}}},
			400, "copies the code"},
	} {
		body := codeOf(apptest.Object{"language": "en_US"})
		for k, v := range c.change {
			body[k] = v
		}
		if a := p.Users.Direct.In("en_US").Post("/gc/template", body); a.Status != c.status || !strings.Contains(string(a.Raw), c.text) {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
}
