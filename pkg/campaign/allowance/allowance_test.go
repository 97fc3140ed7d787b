package allowance_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/campaign/template"
)

// Features that cost only the platform are available to accounts that staff activated or that paid, up to a daily limit.
func TestWhatCostsOnlyThePlatform(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	admin := p.Users.Admin
	setting := func(key string, n int) {
		admin.Put("/lop/system/config/"+key, apptest.Object{"value": n}).OK()
		p.Kit.Clock.Add(2e9)
	}
	test := func(who *testkit.Client) *testkit.Answer {
		file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
			[]byte("phoneNumber\n5511987654321\n"))).ID
		return who.In("en_US").Post("/gc/groupsendorder/test",
			apptest.Object{"fileId": file, "channel": "whatsapp", "countryCode": "BR", "message": apptest.Object{"type": "text", "text": "Olá!"}})
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
	stranger := p.Users.Direct.Client
	refused(test(stranger), "after we verify")
	refused(evidence(stranger), "after we verify")
	// A gift or activation by an agent does not count, as the agent profits.
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Agent.User.ID, "amount": 500}).OK()
	p.Users.Agent.Put("/aty/customerinfo/activation/"+p.Users.Customer.User.ID, nil).OK()
	refused(test(p.Users.Customer.Client), "after we verify")
	// Staff activate one, and money comes in for the other.
	admin.Put("/aty/customerinfo/activation/"+p.Users.Direct.User.ID, nil).OK()
	test(stranger).OK()
	if a := evidence(stranger); a.Status/100 != 2 {
		t.Errorf("%s", a.Raw)
	}
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Customer.User.ID, "amount": 5}).OK()
	test(p.Users.Customer.Client).OK()
	// The network of both is at its bound, then all together are.
	setting("order.test.daily.network", 2)
	refused(test(stranger), "Your network")
	setting("order.test.daily.network", 100)
	setting("order.test.daily.all", 2)
	refused(test(p.Users.Customer.Client), "free quota")
	setting("order.test.daily.all", 3)
	test(p.Users.Customer.Client).OK()
	setting("evidence.file.daily", 1)
	refused(evidence(stranger), "all 1 for today")
	if got := len(p.MessageCounts()); got > 1 {
		t.Errorf("%d numbers", got)
	}
}

// Tests that an agent sends for customers without activation or payment count for the agent, over all these customers.
func TestAnAgentTestsForUnknownCustomersOnItsOwn(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	agent, admin := p.Users.Agent, p.Users.Admin
	admin.Put("/lop/system/config/order.test.daily", apptest.Object{"value": 2}).OK()
	p.Kit.Clock.Add(time.Minute)
	test := func(customer string) *testkit.Answer {
		file := testkit.Data[struct{ ID string }](agent.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
			[]byte("phoneNumber\n5511987654321\n"))).ID
		return agent.In("en_US").Post("/gc/groupsendorder/test",
			apptest.Object{"userId": customer, "fileId": file, "channel": "whatsapp", "countryCode": "BR",
				"message": apptest.Object{"type": "text", "text": "Olá!"}})
	}
	var made []string
	for range 3 {
		one := testkit.Data[struct{ UserID string }](agent.Post("/aty/customerinfo",
			apptest.Object{"name": "nobody", "phone": sessiontest.Phone(), "email": "a@b.co", "countryCode": "BR", "customerType": "person"}))
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

// A new account has a small daily upload limit; an activated account, or one that paid, has a larger one.
func TestUploadsOfANewAccount(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/lop/system/config/upload.daily.files.new", apptest.Object{"value": 1}).OK()
	p.Kit.Clock.Add(2e9)
	send := func(who *testkit.Client) *testkit.Answer {
		return who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain", []byte("phoneNumber\n5511987654321\n"))
	}
	for _, who := range []*testkit.Client{p.Users.Direct.Client, p.Users.OtherCustomer.Client} {
		send(who).OK()
		send(who).Want(http.StatusConflict, 0)
	}
	p.Users.Admin.Put("/aty/customerinfo/activation/"+p.Users.Direct.User.ID, nil).OK()
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.OtherCustomer.User.ID, "amount": 5}).OK()
	for _, who := range []*testkit.Client{p.Users.Direct.Client, p.Users.OtherCustomer.Client, p.Users.Agent.Client} {
		send(who).OK()
		send(who).OK()
	}
}

// A name in the platform's own form is never treated as a foreign template, and a language counts as WhatsApp writes it.
func TestATemplateOfAnotherIsNotMadeElsewhere(t *testing.T) {
	p := apptest.NewTemplateFixture(t)
	made := testkit.Data[template.Template](p.Users.Direct.Post("/gc/template", apptest.TemplateBody("sale")))
	for _, language := range []string{"pt_BR", "PT_br", "pt-br", "en_US", "EN_us", "", "xx_XX", "pt_BR/x", strings.Repeat("p", 300)} {
		for name, status := range map[string]int{made.ProviderName: http.StatusNotFound, "made_elsewhere": http.StatusOK} {
			if !strings.Contains(" pt_BR PT_br pt-br en_US EN_us  ", " "+language+" ") {
				status = http.StatusBadRequest
			}
			ref := name + "/" + language
			if language == "" {
				ref = name
			}
			file := testkit.Data[struct{ ID string }](p.Users.Customer.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
				[]byte("phoneNumber\n5511987654321\n"))).ID
			a := p.Users.Customer.Post("/gc/groupsendorder/estimate",
				apptest.Object{"name": "x", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
					"message": apptest.Object{"type": "template", "templateId": ref}})
			if a.Status != status {
				t.Errorf("%.40s: %d, not %d: %s", ref, a.Status, status, a.Raw)
			}
		}
	}
}
