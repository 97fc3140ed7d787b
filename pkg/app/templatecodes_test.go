package app

import (
	"strings"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/testkit"
)

func codeOf(more obj) obj {
	body := obj{"name": "login", "language": "pt_BR", "category": "AUTHENTICATION", "content": ""}
	for k, v := range more {
		body[k] = v
	}
	return body
}

// A template of a code has the provider's texts; the code is each recipient's own, in the text and in what the button copies.
func TestATemplateOfACode(t *testing.T) {
	p, _ := mustTalk(t)
	made := p.passed(codeOf(obj{"securityRecommendation": true, "codeMinutes": 10}))
	if made.Content != "*{code}* é o seu código de verificação. Para sua segurança, não compartilhe este código." ||
		made.Footer != "Este código expira em 10 minutos." ||
		made.PlaceholderCount != 1 || made.Buttons[0] != (template.Button{Type: "code", Text: "Copiar código"}) {
		t.Fatalf("%+v", made)
	}
	sent := func(code string) string {
		return "template *" + code +
			"* is your verification code. For your security, do not share this code.\nhttps://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp" + code
	}
	message := obj{"type": "template", "templateId": made.ID, "placeholders": []obj{{"name": "code", "content": "000-000"}}}
	p.bulk(p.c.Direct, "codes", 0, obj{"message": message,
		"fileId": p.people("phoneNumber,code\n5511987650000,483920\n5511987650001,é9\n5511987650002,\n")})
	p.sends()
	got := p.bodies()
	for _, code := range []string{"483920", "é9", "000-000"} {
		if got[sent(code)] != 1 {
			t.Errorf("nobody got %s: %v", code, got)
		}
	}
	estimate := func(code, people string) *testkit.Answer {
		message["placeholders"] = []obj{{"name": "code", "content": code}}
		return p.c.Direct.In("en_US").Post("/gc/groupsendorder/estimate",
			obj{"name": "x", "fileId": p.people(people), "channel": "whatsapp", "countryCode": "BR", "message": message})
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
	p.says(whatsappsim.Inbound{Text: "Oi"})
	id := p.one().ID
	p.replies(id, obj{"type": "template", "templateId": made.ID,
		"placeholders": []obj{{"name": "code", "content": strings.Repeat("1", 16)}}}).Want(400, 0)
	p.replies(id, obj{"type": "template", "templateId": made.ID, "placeholders": []obj{{"name": "code", "content": "7"}}}).OK()
	p.sends()
	if got := p.bodies(); got[sent("7")] != 1 {
		t.Errorf("%v", got)
	}
}

func TestLimitsOfTemplatesOfCodes(t *testing.T) {
	p := mustPrint(t)
	p.c.Admin.Put("/lop/system/config/template.daily", obj{"value": 1000}).OK()
	p.k.Clock.Add(time.Minute)
	for name, c := range map[string]struct {
		change obj
		status int
		text   string
	}{
		"nothing more":           {nil, 200, "your verification code."},
		"1 minute":               {obj{"codeMinutes": 1}, 200, "in 1 minutes"},
		"90 minutes":             {obj{"codeMinutes": 90}, 200, "in 90 minutes"},
		"91 minutes":             {obj{"codeMinutes": 91}, 400, "codeMinutes"},
		"-1 minutes":             {obj{"codeMinutes": -1}, 400, "codeMinutes"},
		"another language":       {obj{"language": "zh_HK"}, 200, "您的驗證碼"},
		"a language of no texts": {obj{"language": "id"}, 200, "your verification code."},
		"a label of 25":          {obj{"buttons": []obj{{"type": "code", "text": strings.Repeat("x", 25)}}}, 200, ""},
		"a label of 26":          {obj{"buttons": []obj{{"type": "code", "text": strings.Repeat("x", 26)}}}, 400, "buttons"},
		"a sample of 16":         {obj{"placeholders": []obj{{"name": "code", "content": strings.Repeat("1", 16)}}}, 400, "placeholders"},
		"a link":                 {obj{"buttons": []obj{{"type": "url", "text": "x", "url": "https://a.example"}}}, 400, "copies the code"},
		"two buttons": {obj{"buttons": []obj{{"type": "code", "text": "x"}, {"type": "code", "text": "y"}}}, 400,
			"copies the code"},
		"a text of its author": {obj{"content": "Your code is {code}"}, 400, "WhatsApp writes"},
		"a header":             {obj{"header": "Login"}, 400, "WhatsApp writes"},
		"a footer":             {obj{"footer": "Shop"}, 400, "WhatsApp writes"},
		"its own texts":        {obj{"content": "*{code}* is your verification code."}, 200, ""},
		"a code's button of another": {obj{"category": "UTILITY", "content": "x", "buttons": []obj{{"type": "code", "text": "x"}}},
			400, "copies the code"},
	} {
		body := codeOf(obj{"language": "en_US"})
		for k, v := range c.change {
			body[k] = v
		}
		if a := p.c.Direct.In("en_US").Post("/gc/template", body); a.Status != c.status || !strings.Contains(string(a.Raw), c.text) {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
}
