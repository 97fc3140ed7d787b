package stock_test

import (
	"net/http"
	"slices"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/price"
)

// A bulk send above the customer's daily limit is refused in the customer's language; a draft that could not be ordered does not count.
func TestBulkSendsADay(t *testing.T) {
	k := testkit.Memory(t)
	s, e := apptest.Serve(t, k)
	c := (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
	who := c.Direct
	c.Admin.Post("/aty/customerinfo/price/charge/save",
		apptest.Object{"userId": price.Platform, "service": "bulk.whatsapp", "countryCode": "*", "price": 1}).OK()
	agree := func(n int) {
		c.Admin.Put("/aty/customerinfo", apptest.Object{"userId": who.User.ID, "countryCode": "BR", "customerType": "person",
			"email":           "d@herald.test",
			"dailyBatchCount": n}).OK()
	}
	agree(2)
	file := testkit.Data[struct{ ID string }](who.Upload("/uf/uploadfile", "file", "n.txt", "text/plain",
		[]byte("phoneNumber\n5511987654321\n"))).ID
	order := func(name string) apptest.Object {
		return apptest.Object{"name": name, "fileId": file, "channel": "whatsapp", "countryCode": "BR",
			"message": apptest.Object{"type": "text", "text": "Olá!"}}
	}
	const path = "/gc/groupsendorder"
	who.Post(path, order("no credit yet")).Want(http.StatusPaymentRequired, 40201)
	c.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": who.User.ID, "amount": 100}).OK()
	who.Post(path, order("one")).OK()
	who.Post(path, order("two")).OK()
	var said []string
	for _, lang := range []string{"zh_CN", "en_US", "pt_BR", "zh_TW"} {
		said = append(said, who.In(lang).Post(path, order("three")).Want(http.StatusConflict, 0).Message)
	}
	slices.Sort(said)
	if len(slices.Compact(said)) != 4 {
		t.Errorf("%q", said)
	}
	agree(0)
	who.Post(path, order("another")).OK()
	who.Post(path, order("and another")).OK()
}
