package apptest

import (
	"context"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/credit/price"
)

// EmailOrder is the path of email campaigns.
const EmailOrder = "/edm/order"

// EmailBody is a request for an email to Brazil. Fields of who name the recipients.
func EmailBody(who Object) Object {
	w := Object{"name": "x", "countryCode": "BR", "subject": "Hi", "format": "text", "text": "Hi"}
	for k, v := range who {
		w[k] = v
	}
	return w
}

// SeedEmails makes an email campaign and a draft as the first customer.
func SeedEmails(t *testing.T, e *app.Env, users *sessiontest.SeededUsers) (campaign, draft string) {
	t.Helper()
	if _, err := e.Prices().Set(context.Background(),
		price.Line{Owner: price.Platform, Service: "email", Country: "*", Price: 10}); err != nil {
		t.Fatal(err)
	}
	users.Admin.Put("/lop/system/config/email.default.from", Object{"value": "news@mail.herald.example"}).OK()
	type created struct{ ID string }
	file := testkit.Data[created](users.Customer.Upload("/uf/uploadfile", "file", "e.txt", "text/plain", []byte("email\nana@example.com\n"))).ID
	draft = testkit.Data[created](users.Customer.Post(EmailOrder+"/draft", EmailBody(Object{"fileId": file}))).ID
	return testkit.Data[created](users.Customer.Post(EmailOrder, EmailBody(Object{"fileId": file}))).ID, draft
}

// emails orders campaigns and acts on them.
func (w *LossScenario) emails() {
	w.Helper()
	admin, direct := w.Users.Admin, w.Users.Direct
	const orders, text = EmailOrder, `"countryCode":"BR","subject":"s","format":"text","text":"t"`
	w.ids["addresses"] = testkit.Data[struct{ ID string }](direct.Upload("/uf/uploadfile", "file", "e.txt", "text/plain",
		[]byte("email\nana@example.com\nbia@example.com\n"))).ID
	const what = text + `,"fileId":"{addresses}"`
	w.call(admin, "PUT /lop/system/config/{key}", "/lop/system/config/email.default.from", `{"value":"news@mail.herald.example"}`)
	w.call(admin, "POST /aty/customerinfo/price/charge/save", "/aty/customerinfo/price/charge/save",
		`{"userId":"platform","service":"email","countryCode":"*","price":0.1}`)
	for _, name := range []string{"e1", "e2", "e3"} {
		w.create(name, direct, "POST "+orders, orders, `{"name":"`+name+`",`+what+`}`)
	}
	w.call(direct, "PUT "+orders, orders, `{"id":"{e1}","name":"1","countryCode":"BR","subject":"s2","format":"text","text":"t",`+
		`"fileId":"{addresses}"}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{e1}","{e2}"],"versions":{"{e1}":2},"pass":true}`)
	w.call(admin, "PUT "+orders+"/review", orders+"/review", `{"ids":["{e3}"],"pass":false,"reason":"no"}`)
	w.call(direct, "PUT "+orders+"/{id}/pause", orders+"/{e1}/pause", "")
	w.call(direct, "PUT "+orders+"/{id}/start", orders+"/{e1}/start", "")
	w.call(direct, "PUT "+orders+"/{id}/stop", orders+"/{e1}/stop", "")
	w.call(direct, "PUT "+orders+"/{id}/pause", orders+"/{e2}/pause", "")
	w.call(direct, "PUT "+orders+"/{id}/cancel", orders+"/{e2}/cancel", "")
	w.call(direct, "DELETE "+orders+"/{id}", orders+"/{e2}", "")
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"d",`+what+`}`)
	w.call(direct, "PUT "+orders+"/draft", orders+"/draft", `{"id":"{draft}","name":"d2",`+what+`}`)
	w.create("e4", direct, "POST "+orders+"/draft/commit", orders+"/draft/commit", `{"id":"{draft}"}`)
	w.create("draft", direct, "POST "+orders+"/draft", orders+"/draft", `{"name":"e",`+what+`}`)
	w.call(direct, "DELETE "+orders+"/draft/{id}", orders+"/draft/{draft}", "")
	w.call(direct, "POST "+orders+"/test", orders+"/test", `{`+text+`,"addresses":["ana@example.com"]}`)
}
