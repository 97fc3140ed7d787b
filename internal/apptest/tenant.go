package apptest

import (
	"context"
	"encoding/json"
	"maps"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/emaildesign/htmlimport"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/money"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/notice/clean"
	"herald/pkg/provider"
)

// OtherTenant holds the ids of one customer's objects, for calls by another customer.
type OtherTenant struct {
	User, Secondary, Group, Task, File, Order, Draft, Price, Notice, Blocked, Blocking, Line, Topup, USDTOrder, Template, EmailTemplate,
	Conversation, Risk, RiskTask, Copied, Copying, Servicer, Service, Building, Plan, Recording, Calling, Script, Domain,
	EmailSender, Campaign, EmailDraft, ShuntLink, ShuntGroups, ShuntNumber, ShuntGroup, SalesChannel, Lead,
	CommentTemplate, Commenting, CommentDraft, CommentItem, Ordering, OrderDraft, Number, QuickReply string
}

// Object is a JSON body.
type Object map[string]any

// Secret writes a secret that is an object.
func Secret(fields Object) string {
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err) // of texts
	}
	return string(text)
}

// OrderBody is a request for a bulk message to a contact list.
func OrderBody(group string) Object {
	return Object{"name": "x", "groupId": group, "channel": "whatsapp", "countryCode": "BR", "message": Object{"type": "text", "text": "hi"}}
}

// NewApp is the whole product on a test's environment.
func NewApp(k *testkit.Env) *app.Env {
	const nowhere = "http://127.0.0.1:1"
	k.Config.Adapters.Set(map[string]string{"whatsapp.url": nowhere, "whatsapp.version": "v23.0", "whatsapp.phoneNumberId": "1",
		"whatsapp.rate": "100", "whatsapp.wabaId": "2", "whatsapp/app-secret": "s",
		"gateway.url": nowhere, "gateway.merchantId": "M1", "gateway.biz": "al000", "gateway.signer": "sha256",
		"pay/gateway": `{"secrets":["s"]}`, "tron.url": nowhere,
		"voice.url": nowhere, "voice.account": "1", "voice.from": "12065550102", "voice.callback": "http://herald.test/api/hook/voice",
		"voice.rate": "10", "voice.lines": "10", "voice/twilio": `{"authTokens":["s"]}`,
		"ses.configurationSet": "herald", "ses.url": nowhere, "ses.topics": "arn:aws:sns:us-east-1:000000000000:emails",
		"provider/seal": "key of the tests that seals accounts of providers"})
	return &app.Env{Config: k.Config, DB: k.DB, Sheets: excel.Engine{}, NewSanitizer: clean.HTML,
		Designs: htmlimport.Tools, Queues: k.Queues, Inspector: k.Inspector, Uploads: k.Uploads,
		Files: k.Files, Hub: k.Hub, Audit: k.Audit, Signer: k.Signer, Now: k.Now, IDs: k.IDs,
		Meter: k.Meter, Log: k.Lines.Log}
}

// Serve makes the whole product and serves its routes.
func Serve(t *testing.T, k *testkit.Env) (*testkit.Server, *app.Env) {
	e := NewApp(k)
	s := testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Signed: e.AppKeys().Verify, Routes: func(a *web.API) {
		e.SetAPI(a)
		app.All(e, a)
	}})
	return s, e
}

// MissingID is a valid id that no object has.
const MissingID = "01JD0000000000000000000000"

// SeedTenant makes one object of each kind as the first customer.
func SeedTenant(t *testing.T, e *app.Env, users *sessiontest.SeededUsers) OtherTenant {
	t.Helper()
	ctx := context.Background()
	id := users.Customer.User.ID
	v := OtherTenant{User: id, Secondary: users.Secondary.User.ID, Price: id + ".bulk.whatsapp.BR"}
	entries, err := e.Ledger().Post(ctx, ledger.Movement{ID: e.IDs.Next(), Operator: ledger.System,
		Changes: []ledger.Change{{Account: id, Type: ledger.Gift, Available: 1000 * money.Credit}},
		Contra:  []ledger.Leg{{Account: ledger.Gifts, Amount: -1000 * money.Credit}}})
	if err != nil {
		t.Fatal(err)
	}
	v.Line = entries[0].Serial(id)
	for _, owner := range []string{id, price.Platform} {
		if _, err := e.Prices().Set(ctx, price.Line{Owner: owner, Service: "bulk.whatsapp", Country: "BR", Price: 100}); err != nil {
			t.Fatal(err)
		}
	}
	type created struct{ ID, TaskID, DraftID string }
	c := users.Customer
	v.Group = testkit.Data[created](c.Post("/aty/contactsgroup", Object{"name": "mine", "countryCode": "BR"})).ID
	v.File = testkit.Data[created](c.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n5511987654322\n"))).ID
	v.Task = testkit.Data[created](c.Post("/aty/contactsgroup/"+v.Group+"/import", Object{"fileId": v.File})).TaskID
	copied := testkit.Data[struct {
		IDs    []string
		TaskID string
	}](c.Post("/aty/contactsgroup/"+v.Group+"/copy", Object{"name": "copy"}))
	v.Copied, v.Copying = copied.IDs[0], copied.TaskID
	v.Blocked = testkit.Data[created](c.Post("/aty/suppression", Object{"phoneNumber": "5511987654321", "scope": "tenant"})).ID
	v.Blocking = testkit.Data[created](c.Post("/aty/suppression/import", Object{"fileId": v.File, "scope": "tenant"})).TaskID
	v.Risk = testkit.Data[created](c.Post("/aty/riskgroup", Object{"name": "mine", "countryCode": "BR"})).ID
	v.RiskTask = testkit.Data[created](c.Post("/aty/riskgroup/"+v.Risk+"/import", Object{"fileId": v.File})).TaskID
	v.Servicer = testkit.Data[created](c.Post("/aty/customerservicer", Object{"name": "mine", "phone": "5511987654321"})).ID
	v.Service = testkit.Data[created](c.Post("/aty/customerserviceraccount",
		Object{"phoneNumber": "5511987654322", "countryCode": "BR", "servicerId": v.Servicer})).ID
	v.Recording = NewRecording(c, "mine", Tone(2)).ID
	v.Domain, v.EmailSender = NewEmailSender(t, e, c)
	v.seedShunt(c)
	v.seedLeads(c)
	v.seedComments(t, e, users)
	v.seedNumbers(t, e, users)
	v.Template = testkit.Data[created](c.Post("/gc/template", TemplateBody("mine"))).ID
	v.EmailTemplate = testkit.Data[created](c.Post("/edm/template", EmailTemplateBody("mine"))).ID
	v.Conversation = NewConversation(t, e, c)
	v.QuickReply = testkit.Data[created](c.Post("/gc/quickreply", Object{"shortcut": "mine", "text": "x"})).ID
	v.Draft = testkit.Data[created](c.Post("/gc/groupsendorder/draft", OrderBody(v.Group))).ID
	w := bulk.Request{Name: "mine", FileID: v.File, Channel: "whatsapp", CountryCode: "BR",
		Message: bulk.Message{Type: provider.Text, Text: "hi"}}
	v.Order = testkit.Data[created](c.Post("/gc/groupsendorder", w)).ID
	v.Building, v.Plan = SeedGroups(t, e, users, v)
	v.Calling, v.Script = SeedCalls(t, e, users, v)
	v.Campaign, v.EmailDraft = SeedEmails(t, e, users)
	if err := e.Notifier().Notify(ctx, notice.Personal{UserID: id, Key: "test", Title: "web.locked", Body: "web.locked"}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Rates().Set(ctx, "USDT", 7*provider.RateOne, "test", true); err != nil {
		t.Fatal(err)
	}
	users.Admin.Post("/virtual/currency/address", Object{"platform": "TRONSCAN", "addresses": AddressPools["TRONSCAN"]}).OK()
	users.Admin.Put("/aty/customerinfo", Object{"userId": c.User.ID, "countryCode": "BR", "customerType": "person", "usdtAuth": true}).OK()
	v.USDTOrder = testkit.Data[created](c.Post("/pay/order", Object{"payType": 5})).ID
	v.Topup = testkit.Data[created](c.Post("/pay/order", Object{"amount": 300, "payType": 7})).ID
	v.Notice = testkit.Data[web.Page[created]](c.Get("/im/notice/messages")).Records[0].ID
	return v
}

// CallBody is a request for calls to Brazil. Fields of who name the recipients and the recording.
func CallBody(who Object) Object {
	w := Object{"name": "x", "countryCode": "BR"}
	for k, v := range who {
		w[k] = v
	}
	return w
}

// SeedCalls makes an order of calls and a draft as the first customer.
func SeedCalls(t *testing.T, e *app.Env, users *sessiontest.SeededUsers, v OtherTenant) (calling, script string) {
	t.Helper()
	if _, err := e.Prices().Set(context.Background(),
		price.Line{Owner: price.Platform, Service: "call.voice", Country: "*", Price: 10}); err != nil {
		t.Fatal(err)
	}
	users.Admin.Put("/lop/system/config/call.countries", Object{"value": "ID,BR"}).OK()
	type created struct{ ID string }
	script = testkit.Data[created](users.Customer.Post(CallOrder+"/draft",
		CallBody(Object{"groupId": v.Group, "recordingId": v.Recording}))).ID
	return testkit.Data[created](users.Customer.Post(CallOrder, CallBody(Object{"fileId": v.File, "recordingId": v.Recording}))).ID, script
}

// GroupOrdersPath is the path of group orders.
const GroupOrdersPath = "/bgo/buildgroup"

// GroupBody is a request for small groups at the official provider. Fields of who name the recipients.
func GroupBody(who Object) Object {
	w := Object{"name": "x", "countryCode": "BR", "provider": "whatsapp", "sizeMin": 1, "sizeMax": 8, "groupName": "Friends"}
	for k, v := range who {
		w[k] = v
	}
	return w
}

// SeedGroups makes a group order and a draft as the first customer.
func SeedGroups(t *testing.T, e *app.Env, users *sessiontest.SeededUsers, v OtherTenant) (building, plan string) {
	t.Helper()
	if _, err := e.Prices().Set(context.Background(),
		price.Line{Owner: price.Platform, Service: "group", Country: "*", Price: 10}); err != nil {
		t.Fatal(err)
	}
	users.Admin.Put(GroupOrdersPath+"/resource/num/today", Object{"num": 50}).OK()
	type created struct{ ID string }
	plan = testkit.Data[created](users.Customer.Post(GroupOrdersPath+"/draft", GroupBody(Object{"groupId": v.Group}))).ID
	return testkit.Data[created](users.Customer.Post(GroupOrdersPath, GroupBody(Object{"fileId": v.File}))).ID, plan
}

// SeededAgents serves the whole product with users of each type.
func SeededAgents(t *testing.T) (*app.Env, *testkit.Env, *sessiontest.SeededUsers) {
	t.Helper()
	k := testkit.Memory(t)
	s, e := Serve(t, k)
	return e, k, (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
}

// Merge is an object with the fields of another one over its own.
func Merge(of Object, with Object) Object {
	out := maps.Clone(of)
	maps.Copy(out, with)
	return out
}
