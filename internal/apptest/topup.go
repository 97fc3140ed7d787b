package apptest

import (
	"net/http"

	"herald/pkg/credit/topup"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// Order makes a top-up order.
func (b *PaymentFixture) Order(who *sessiontest.Actor, payType, amount int) topup.CreateResponse {
	b.Helper()
	return testkit.Data[topup.CreateResponse](who.Post("/pay/order",
		Object{"amount": amount, "payType": payType, "feeType": nil, "hash": nil, "rechargeType": 1}))
}

func (b *PaymentFixture) Status(who *sessiontest.Actor, id string) int {
	b.Helper()
	return testkit.Data[int](who.Get("/pay/order/" + id + "/status"))
}

func (b *PaymentFixture) Balance(who *sessiontest.Actor) string {
	b.Helper()
	available, _, err := b.Env.Ledger().Balance(b.Context(), who.User.ID)
	if err != nil {
		b.Fatal(err)
	}
	return available.String()
}

// Until waits for something that a callback brings about.
func (b *PaymentFixture) Until(what string, done func() bool) {
	b.Helper()
	for b.Context().Err() == nil {
		if done() {
			return
		}
	}
	b.Fatalf("%s never happened", what)
}

// Submit does what a browser does with a form: it posts it to the provider's page.
func (b *PaymentFixture) Submit(html string) {
	b.Helper()
	action, values := FormOf(html)
	res, err := http.PostForm(action, values)
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		b.Fatalf("the page answers %d", res.StatusCode)
	}
}
