package apptest

import (
	"context"
	"testing"

	"herald/pkg/app"
	"herald/pkg/campaign/bulk"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/config"
	"herald/pkg/kit/money"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/notice/clean"
	"herald/pkg/platform/session/sessiontest"
	"herald/pkg/provider"
)

// OtherTenant is another user's things.
type OtherTenant struct {
	User, Secondary, Group, Task, File, Order, Draft, Price, Notice, Blocked, Blocking, Line, Topup, USDTOrder, Template,
	Conversation, Risk, RiskTask, Copied, Copying, Servicer, Service, Building, Plan, Recording, Calling, Script string
}

type Object map[string]any

func OrderBody(group string) Object {
	return Object{"name": "x", "groupId": group, "channel": "whatsapp", "countryCode": "BR", "message": Object{"type": "text", "text": "hi"}}
}

// NewApp is the whole system on the test's environment.
func NewApp(k *testkit.Env) *app.Env {
	k.Config.WhatsApp = config.WhatsApp{URL: "http://127.0.0.1:1", Version: "v23.0",
		Numbers: []config.WhatsAppNumber{{ID: "1", PerSecond: 100}}, WABAID: "2", AppSecrets: []string{"s"}}
	k.Config.Money.Gateway = config.Gateway{URL: "http://127.0.0.1:1", MerchantID: "M1", Biz: "al000", Signer: "sha256",
		Secrets: []string{"s"}}
	k.Config.Voice = config.Voice{URL: "http://127.0.0.1:1", Account: "1", From: "12065550102", Callback: "http://herald.test/api/hook/voice",
		PerSecond: 10, Lines: 10, AuthTokens: []string{"s"}}
	k.Config.Money.TronURL = "http://127.0.0.1:1"
	return &app.Env{Config: k.Config, DB: k.DB, Sheets: excel.Engine{}, NewSanitizer: clean.HTML, Queues: k.Queues, Uploads: k.Uploads,
		Files: k.Files, Hub: k.Hub, Audit: k.Audit, Signer: k.Signer, Now: k.Now, IDs: k.IDs,
		Meter: k.Meter, Log: func(map[string]any) {}}
}

func Serve(t *testing.T, k *testkit.Env) (*testkit.Server, *app.Env) {
	e := NewApp(k)
	s := testkit.Serve(t, k, testkit.Parts{Authenticate: e.Sessions().Authenticate, Signed: e.AppKeys().Verify, Routes: func(a *web.API) {
		e.SetAPI(a)
		app.All(e, a)
	}})
	return s, e
}

const MissingID = "01JD0000000000000000000000"

// SeedTenant makes the things of the first customer of the cast.
func SeedTenant(t *testing.T, e *app.Env, cast *sessiontest.SeededUsers) OtherTenant {
	t.Helper()
	ctx := context.Background()
	id := cast.Customer.User.ID
	v := OtherTenant{User: id, Secondary: cast.Secondary.User.ID, Price: id + ".bulk.whatsapp.BR"}
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
	c := cast.Customer
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
	v.Template = testkit.Data[created](c.Post("/gc/template", TemplateBody("mine"))).ID
	v.Conversation = NewConversation(t, e, c)
	v.Draft = testkit.Data[created](c.Post("/gc/groupsendorder/draft", OrderBody(v.Group))).ID
	w := bulk.Request{Name: "mine", FileID: v.File, Channel: "whatsapp", CountryCode: "BR",
		Message: bulk.Message{Type: provider.Text, Text: "hi"}}
	v.Order = testkit.Data[created](c.Post("/gc/groupsendorder", w)).ID
	v.Building, v.Plan = SeedGroups(t, e, cast, v)
	v.Calling, v.Script = SeedCalls(t, e, cast, v)
	if err := e.Notifier().Notify(ctx, notice.Personal{UserID: id, Key: "test", Title: "web.locked", Body: "web.locked"}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Rates().Set(ctx, "USDT", 7*provider.RateOne, "test", true); err != nil {
		t.Fatal(err)
	}
	cast.Admin.Post("/virtual/currency/address", Object{"platform": "TRONSCAN", "addresses": AddressPools["TRONSCAN"]}).OK()
	cast.Admin.Put("/aty/customerinfo", Object{"userId": c.User.ID, "countryCode": "BR", "customerType": "person", "usdtAuth": true}).OK()
	v.USDTOrder = testkit.Data[created](c.Post("/pay/order", Object{"payType": 5})).ID
	v.Topup = testkit.Data[created](c.Post("/pay/order", Object{"amount": 300, "payType": 7})).ID
	v.Notice = testkit.Data[web.Page[created]](c.Get("/im/notice/messages")).Records[0].ID
	return v
}
