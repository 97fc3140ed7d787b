package joined_test

import (
	"maps"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/web"
)

// mustRich is a fixture whose direct customer has credit.
func mustRich(t *testing.T) *apptest.SendingFixture {
	t.Helper()
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 1000}).OK()
	return p
}

// TestValuesLeaveAsTheCellShowsThem uploads files, orders directly and through a contact list, and compares what the provider received.
func TestValuesLeaveAsTheCellShowsThem(t *testing.T) {
	for name, c := range map[string]struct {
		file, text, placeholder, otherwise string
		want                               map[string]string
	}{
		"formats": {"formats.xlsx", "V: {v}.", "v", "nada",
			map[string]string{"5511907835998": "V: 15%.", "5511936920825": "V: 12.5%.", "5511956125211": "V: R$ 1.234,50.",
				"5511957737155": "V: 1234.50.",
				"5511979538523": "V: 24/12/2026.", "5511961074432": "V: 18:30.", "5511948934736": "V: 01310.", "5511973162713": "V: 12345678901234.",
				"5511916883272": "V: 0.3.",
				"5511913765338": "V: 123456789012.", "5511921276672": "V: TRUE.", "5511908297230": "V: Dec/26.", "5511963681355": "V: 26:00.",
				"5511991678027": "V: 11987654321.",
				"5511938862498": "V: Ana Lima.", "5511988345941": "V: nada."}},
		"header": {"header-case.xlsx", "Oi {nome}!", "nome", "cliente",
			map[string]string{"5511987650123": "Oi Ana!", "5511987650124": "Oi Bia!", "5511987650125": "Oi Caio!"}},
		"capital": {"header-case.xlsx", "Oi {NOME}!", "NOME", "cliente",
			map[string]string{"5511987650123": "Oi Ana!", "5511987650124": "Oi Bia!", "5511987650125": "Oi Caio!"}},
		"spaces": {"cell-spaces.xlsx", "Oi {nome}!", "nome", "cliente",
			map[string]string{"5511987650123": "Oi Bia!", "5511987650124": "Oi cliente!"}},
	} {
		for _, listed := range []bool{false, true} {
			p := mustRich(t)
			p.SubmitFile(p.UploadFile(c.file, ""), c.text, c.placeholder, c.otherwise, listed)
			if got := p.TextsByNumber(); !maps.Equal(got, c.want) {
				t.Errorf("%s, through a list: %v: %v", name, listed, got)
			}
		}
	}
}

// TestOnePersonIsOneRecipient sends one message, for one price, to a person whose number stands in a file in two forms.
func TestOnePersonIsOneRecipient(t *testing.T) {
	for country, forms := range map[string][]string{"AR": {"541123456789", "5491123456789"}, "MX": {"525512345678", "5215512345678"}} {
		for _, listed := range []bool{false, true} {
			p := mustRich(t)
			who, file := p.Users.Direct, p.UploadFile("n.txt", "phoneNumber\n"+strings.Join(forms, "\n")+"\n")
			body := apptest.Object{"name": "x", "fileId": file, "channel": "whatsapp", "countryCode": country,
				"message": apptest.Object{"type": "text", "text": "Hola"}}
			if listed {
				group := testkit.Data[web.Created](who.Post("/aty/contactsgroup", apptest.Object{"name": "x", "countryCode": country})).ID
				task := testkit.Data[contact.StartResponse](who.Post("/aty/contactsgroup/"+group+"/import", apptest.Object{"fileId": file})).TaskID
				p.Kit.Work(p, contact.FileQueue, app.FileTasks(apptest.NewApp(p.Kit))[contact.TaskImport])
				st := testkit.Data[contact.ImportStatus](who.Get("/aty/contactsgroup/" + group + "/import/" + task))
				if st.Imported != 1 || st.Duplicated != 1 || st.Failed != 0 {
					t.Errorf("%s: %+v", country, st)
				}
				delete(body, "fileId")
				body["groupId"] = group
			}
			e := testkit.Data[struct {
				Targets int
				Cost    float64
			}](who.Post("/gc/groupsendorder/estimate", body))
			if e.Targets != 1 || e.Cost != 1 {
				t.Errorf("%s, through a list: %v: the estimate tells %+v", country, listed, e)
			}
			testkit.Data[order.SubmitResponse](who.Post("/gc/groupsendorder", body))
			p.RunQueues()
			if got := p.MessageCounts(); len(got) != 1 {
				t.Errorf("%s, through a list: %v: %v", country, listed, got)
			}
		}
	}
}
