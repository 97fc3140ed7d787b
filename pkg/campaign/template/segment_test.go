package template_test

import (
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/web"
)

// A template that is limited to number segments is priced for and sent to their numbers only, from a file and from a contact list.
func TestATemplateOfNumberSegments(t *testing.T) {
	for name, listed := range map[string]bool{"file": false, "contact list": true} {
		t.Run(name, func(t *testing.T) {
			p := apptest.NewTemplateFixture(t)
			who := p.Users.Direct.In("en_US")
			made := p.NewApprovedSegment("551198*****, 5521987")
			file := p.UploadNumbers("phoneNumber,nome\n5511987650001,Ana\n5511912340002,Bia\n5521987650003,Caio\n")
			body := apptest.Object{"name": "x", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
				"message": apptest.Object{"type": "template", "templateId": made.ID,
					"placeholders": []apptest.Object{{"name": "code", "content": "X1"}, {"name": "nome", "content": ""}}}}
			if listed {
				group := testkit.Data[web.Created](who.Post("/aty/contactsgroup", apptest.Object{"name": "x", "countryCode": "BR"})).ID
				who.Post("/aty/contactsgroup/"+group+"/import", apptest.Object{"fileId": file}).OK()
				p.Kit.Work(p, contact.FileQueue, app.FileTasks(apptest.NewApp(p.Kit))[contact.TaskImport])
				delete(body, "fileId")
				body["groupId"] = group
			}
			e := testkit.Data[order.Estimate](who.Post("/gc/groupsendorder/estimate", body))
			if e.Targets != 2 || len(e.Refused) != 1 || e.Refused[0].Count != 1 || e.Refused[0].Reason != "Not in the template's number segments" {
				t.Errorf("%+v", e)
			}
			who.Post("/gc/groupsendorder", body).OK()
			p.RunQueues()
			all, _ := p.Sim.Messages(0, 10)
			got := map[string]string{}
			for _, m := range all {
				got[m.To] = m.Body
			}
			if len(got) != 2 || got["5511987650001"] != "Oi Ana, o seu código é X1!" || got["5521987650003"] != "Oi Caio, o seu código é X1!" {
				t.Errorf("%v", got)
			}
			body["message"] = apptest.Object{"type": "template", "templateId": p.NewApprovedSegment("5531987").ID,
				"placeholders": []apptest.Object{{"name": "code", "content": "X1"}, {"name": "nome", "content": "x"}}}
			if a := who.Post("/gc/groupsendorder/estimate", body).Bad("message.templateId"); !strings.Contains(string(a.Raw), "No recipient is in") {
				t.Errorf("%s", a.Raw)
			}
			p.CheckLedger()
		})
	}
}

// The rules of number segments hold in templates, which may have five stars, and in personal info, which may have four
// (business-domain §5, decisions §8).
func TestNumberSegmentsOfTemplatesAndPersonalInfo(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	who := p.Users.Direct.In("en_US")
	p.Users.Admin.Put("/lop/system/config/template.daily", apptest.Object{"value": 50}).OK()
	for _, c := range []struct{ segment, template, personal string }{
		{"5511987", "", ""},
		{"551198****", "", ""},
		{"551198*****", "", "at most 4 *"},
		{"55119******", "at most 5 *", "at most 4 *"},
		{"5511987,55219", "7 to 11 digits", "7 to 11 digits"},
		{"5511987, 5521987", "", ""},
		{"+5511987", "without +", "without +"},
		{"5511x987", "only have digits and *", "only have digits and *"},
		{"5*119876", "start with a country code", "start with a country code"},
		{"9991234567", "start with a country code", "start with a country code"},
		{strings.TrimSuffix(strings.Repeat("5511987,", 11), ","), "at most 10", "at most 10"},
		{"", "", ""},
	} {
		body := apptest.TemplateBody("t")
		body["segment"], body["draft"] = c.segment, true
		for name, want := range map[string]string{"template": c.template, "personal": c.personal} {
			a := who.Post("/gc/template", body)
			if name == "personal" {
				a = who.Put("/pi/personal/info", apptest.Object{"segment": c.segment})
			}
			if want == "" {
				a.OK()
			} else if a.Bad("segment"); !strings.Contains(string(a.Raw), want) {
				t.Errorf("%s of a %s: %s", c.segment, name, a.Raw)
			}
		}
	}
}

// A reply with a template of other number segments is refused.
func TestAReplyByATemplateOfOtherNumberSegments(t *testing.T) {
	p, _ := apptest.NewInboxFixture(t)
	made := p.NewApprovedSegment("5531987")
	p.Receive(whatsappsim.Inbound{Text: "Oi"})
	filled := apptest.Object{"type": "template", "templateId": made.ID,
		"placeholders": []apptest.Object{{"name": "nome", "content": "Ana"}, {"name": "code", "content": "X1"}}}
	p.Reply(p.Conversation().ID, filled).Bad("templateId")
}
