package apptest

import (
	"math/big"
	"testing"
	"time"

	chainsim "herald/localstack/simulators/chain"
	"herald/pkg/credit/usdt"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// Addresses of the pools of the tests.
var AddressPools = map[string][]string{
	"TRONSCAN": {"TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"},
	"ETHEREUM": {"0x52908400098527886e0f7030069857d2e4169ee7", "0x8617e340b3d01fa5f11f306f4090fd50e238070d"},
	"OMNI":     {"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"},
}

// NewUSDTFixture is a bank with a rate of 7 and addresses.
func NewUSDTFixture(t *testing.T) *PaymentFixture {
	t.Helper()
	b := NewPaymentFixture(t)
	b.Users.Admin.Post("/pay/rate", Object{"code": "USDT", "rate": 7}).OK()
	for _, who := range []*sessiontest.Actor{b.Users.Customer, b.Users.Direct, b.Users.OtherCustomer} {
		b.Grant(who)
	}
	for name, list := range AddressPools {
		for _, one := range testkit.Data[[]usdt.ImportLine](b.Users.Admin.Post("/virtual/currency/address",
			Object{"platform": name, "addresses": list})) {
			if !one.OK {
				t.Errorf("%+v", one)
			}
		}
	}
	return b
}

// Grant gives a user the right to pay in USDT.
func (b *PaymentFixture) Grant(who *sessiontest.Actor) {
	b.Helper()
	b.Users.Admin.Put("/aty/customerinfo", Object{"userId": who.User.ID, "countryCode": "BR", "customerType": "person", "usdtAuth": true}).OK()
}

// Send is a transfer of so much USDT, a million parts each, on a chain; it waits for the next block.
func (b *PaymentFixture) Send(chain, to string, micro int64, change ...func(*chainsim.Transfer)) string {
	b.Helper()
	units := big.NewInt(micro)
	if chain == chainsim.Omni {
		units.Mul(units, big.NewInt(100))
	}
	m := chainsim.Transfer{To: to, Units: units}
	for _, c := range change {
		c(&m)
	}
	return b.Chains[chain].Send(false, m)
}

func (b *PaymentFixture) Coin(who *sessiontest.Actor, id string) usdt.OrderDetail {
	b.Helper()
	return testkit.Data[usdt.OrderDetail](who.Get("/virtual/currency/order/recharge/" + id))
}

func SubmitHash(who *sessiontest.Actor, id, hash string) *testkit.Answer {
	return who.In("en_US").Put("/virtual/currency/order/recharge/submit/hash", Object{"id": id, "address": "x", "step": 2, "hash": hash})
}

func (b *PaymentFixture) Mine(chain string, n int) { b.Chains[chain].AddBlocks(n, 0) }

// Later lets a minute pass, with the tick and its tasks.
func (b *PaymentFixture) Later() {
	b.Helper()
	b.Kit.Clock.Add(61 * time.Second)
	b.Tick()
	b.Kit.Clock.Add(20 * time.Second)
	b.Work()
}
