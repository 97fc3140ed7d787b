package app

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/template"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// What costs only the platform is for accounts that staff activated or that paid, so many times a day.
func TestWhatCostsOnlyThePlatform(t *testing.T) {
	p := mustHouse(t)
	admin := p.c.Admin
	setting := func(key string, n int) {
		admin.Put("/lop/system/config/"+key, obj{"value": n}).OK()
		p.k.Clock.Add(2e9)
	}
	test := func(who *testkit.Client) *testkit.Answer {
		file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
			[]byte("phoneNumber\n5511987654321\n"))).ID
		return who.In("en_US").Post("/gc/groupsendorder/test",
			obj{"fileId": file, "channel": "whatsapp", "countryCode": "BR", "message": obj{"type": "text", "text": "Olá!"}})
	}
	evidence := func(who *testkit.Client) *testkit.Answer {
		return who.In("en_US").Get("/gc/evidence/export?phoneNumber=5511987654321")
	}
	refused := func(a *testkit.Answer, says string) {
		t.Helper()
		if a.Want(http.StatusConflict, 0); !strings.Contains(a.Message, says) {
			t.Errorf("%s", a.Raw)
		}
	}
	stranger := p.c.Direct.Client
	refused(test(stranger), "staff have verified")
	refused(evidence(stranger), "staff have verified")
	// What an agent gives or activates is the word of who profits.
	admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Agent.User.ID, "amount": 500}).OK()
	p.c.Agent.Put("/aty/customerinfo/activation/"+p.c.Customer.User.ID, nil).OK()
	refused(test(p.c.Customer.Client), "staff have verified")
	// Staff activate one, and money comes in for the other.
	admin.Put("/aty/customerinfo/activation/"+p.c.Direct.User.ID, nil).OK()
	test(stranger).OK()
	if a := evidence(stranger); a.Status/100 != 2 {
		t.Errorf("%s", a.Raw)
	}
	admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Customer.User.ID, "amount": 5}).OK()
	test(p.c.Customer.Client).OK()
	// The network of both is at its bound, then all together are.
	setting("order.test.daily.network", 2)
	refused(test(stranger), "Your network")
	setting("order.test.daily.network", 100)
	setting("order.test.daily.all", 2)
	refused(test(p.c.Customer.Client), "free quota")
	setting("order.test.daily.all", 3)
	test(p.c.Customer.Client).OK()
	setting("evidence.file.daily", 1)
	refused(evidence(stranger), "all 1 for today")
	if got := len(p.accepted()); got > 1 {
		t.Errorf("%d numbers", got)
	}
}

// Tests that an agent sends for customers without activation or payment count for the agent, for all these customers together.
func TestAnAgentTestsForUnknownCustomersOnItsOwn(t *testing.T) {
	p := mustHouse(t)
	agent, admin := p.c.Agent, p.c.Admin
	admin.Put("/lop/system/config/order.test.daily", obj{"value": 2}).OK()
	p.k.Clock.Add(time.Minute)
	test := func(customer string) *testkit.Answer {
		file := testkit.Data[struct{ ID string }](agent.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
			[]byte("phoneNumber\n5511987654321\n"))).ID
		return agent.In("en_US").Post("/gc/groupsendorder/test",
			obj{"userId": customer, "fileId": file, "channel": "whatsapp", "countryCode": "BR", "message": obj{"type": "text", "text": "Olá!"}})
	}
	var made []string
	for range 3 {
		one := testkit.Data[struct{ UserID string }](agent.Post("/aty/customerinfo",
			obj{"name": "nobody", "phone": sessiontest.Phone(), "email": "a@b.co", "countryCode": "BR", "customerType": "person"}))
		made = append(made, one.UserID)
	}
	test(made[0]).OK()
	test(made[1]).OK()
	if a := test(made[2]).Want(http.StatusConflict, 0); !strings.Contains(a.Message, "all 2 for today") {
		t.Errorf("%s", a.Raw)
	}
	admin.Put("/aty/customerinfo/activation/"+made[2], nil).OK()
	test(made[2]).OK()
}

// A new account uploads little a day; one that staff activated, or that money came in for, uploads more.
func TestUploadsOfANewAccount(t *testing.T) {
	p := mustHouse(t)
	p.c.Admin.Put("/lop/system/config/upload.daily.files.new", obj{"value": 1}).OK()
	p.k.Clock.Add(2e9)
	send := func(who *testkit.Client) *testkit.Answer {
		return who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain", []byte("phoneNumber\n5511987654321\n"))
	}
	for _, who := range []*testkit.Client{p.c.Direct.Client, p.c.OtherCustomer.Client} {
		send(who).OK()
		send(who).Want(http.StatusConflict, 0)
	}
	p.c.Admin.Put("/aty/customerinfo/activation/"+p.c.Direct.User.ID, nil).OK()
	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.OtherCustomer.User.ID, "amount": 5}).OK()
	for _, who := range []*testkit.Client{p.c.Direct.Client, p.c.OtherCustomer.Client, p.c.Agent.Client} {
		send(who).OK()
		send(who).OK()
	}
}

// A name of our own form is never a template made elsewhere, and a language counts as WhatsApp writes it.
func TestATemplateOfAnotherIsNotMadeElsewhere(t *testing.T) {
	p := mustPrint(t)
	made := testkit.Data[template.Template](p.c.Direct.Post("/gc/template", templateOf("sale")))
	for _, language := range []string{"pt_BR", "PT_br", "pt-br", "en_US", "EN_us", "", "xx_XX", "pt_BR/x", strings.Repeat("p", 300)} {
		for name, status := range map[string]int{made.ProviderName: http.StatusNotFound, "made_elsewhere": http.StatusOK} {
			if !strings.Contains(" pt_BR PT_br pt-br en_US EN_us  ", " "+language+" ") {
				status = http.StatusBadRequest
			}
			ref := name + "/" + language
			if language == "" {
				ref = name
			}
			file := testkit.Data[struct{ ID string }](p.c.Customer.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
				[]byte("phoneNumber\n5511987654321\n"))).ID
			a := p.c.Customer.Post("/gc/groupsendorder/estimate",
				obj{"name": "x", "fileId": file, "channel": "whatsapp", "countryCode": "BR", "message": obj{"type": "template", "templateId": ref}})
			if a.Status != status {
				t.Errorf("%.40s: %d, not %d: %s", ref, a.Status, status, a.Raw)
			}
		}
	}
}
