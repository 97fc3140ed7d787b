package joined_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
)

// A call that names the cost of its estimate is refused with the new estimate when the price was raised meanwhile. It reserves nothing and
// leaves its Idempotency-Key for the new cost.
func TestTheChargeIsTheShownPrice(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	who, admin := p.Users.Direct, p.Users.Admin
	admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": who.User.ID, "amount": 1000}).OK()
	priced := func(credits float64) {
		admin.Post("/aty/customerinfo/price/charge/save",
			apptest.Object{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": credits}).OK()
		p.Kit.Clock.Add(2e9)
	}
	costs := func(a *testkit.Answer, want float64) {
		t.Helper()
		var told struct {
			Cost    float64 `json:"cost"`
			Balance float64 `json:"balance"`
		}
		if a.Want(http.StatusConflict, 40922); json.Unmarshal(a.Data, &told) != nil || told.Cost != want {
			t.Errorf("%s", a.Raw)
		}
	}
	balance := func(want string) {
		t.Helper()
		if got := p.Balance(who); got != want {
			t.Errorf("the balance is %s, not %s", got, want)
		}
	}
	const path = "/gc/groupsendorder"
	file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n5511987654322\n5511987654323\n"))).ID
	wish := apptest.Object{"name": "May", "fileId": file, "channel": "whatsapp", "countryCode": "BR",
		"message": apptest.Object{"type": "text", "text": "Olá!"}}
	told := testkit.Data[order.Estimate](who.Post(path+"/estimate", wish))
	priced(100)
	key := who.With("Idempotency-Key", "order-1")
	costs(key.Post(path, apptest.Merge(wish, apptest.Object{"expectedCost": told.Cost})), 300)
	balance("1000")
	drafts := testkit.Data[struct{ Total int }](who.Get(path + "/draft/page"))
	if drafts.Total != 0 {
		t.Errorf("%d drafts were kept", drafts.Total)
	}
	key.Post(path, apptest.Merge(wish, apptest.Object{"expectedCost": 300})).OK()
	balance("700")
	// An edit also pays the price of its estimate; a lower cost needs no new confirmation.
	admin.Put("/lop/system/config/order.review.auto", apptest.Object{"value": false}).OK()
	id := testkit.Data[order.SubmitResponse](who.Post(path, apptest.Merge(wish, apptest.Object{"expectedCost": 301}))).ID
	balance("400")
	priced(110)
	edit := apptest.Merge(wish, apptest.Object{"id": id, "message": apptest.Object{"type": "text", "text": "Oi!"}})
	costs(who.Put(path, apptest.Merge(edit, apptest.Object{"expectedCost": 300})), 330)
	balance("400")
	who.Put(path, apptest.Merge(edit, apptest.Object{"expectedCost": 330})).OK()
	balance("370")
	// Of a draft.
	draft := testkit.Data[struct{ ID string }](who.Post(path+"/draft", wish)).ID
	costs(who.Post(path+"/draft/commit", apptest.Object{"id": draft, "expectedCost": 300}), 330)
	balance("370")
	who.Post(path+"/draft/commit", apptest.Object{"id": draft, "expectedCost": 330}).OK()
	balance("40")
	// A cost that was expected and is not covered is kept as a draft, as ever.
	who.Post(path, apptest.Merge(wish, apptest.Object{"expectedCost": 330})).Want(http.StatusPaymentRequired, 40201)
	// A year.
	admin.Put("/lop/system/config/saas.price", apptest.Object{"value": 30}).OK()
	p.Kit.Clock.Add(2e9)
	admin.Put("/aty/customerinfo/activation/"+who.User.ID, nil).OK()
	costs(who.Post("/pi/personal/info/buy/saas", apptest.Object{"expectedCost": 20}), 30)
	balance("40")
	who.Post("/pi/personal/info/buy/saas", apptest.Object{"expectedCost": 30}).OK()
	balance("10")
}
