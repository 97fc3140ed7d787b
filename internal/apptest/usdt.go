package apptest

import (
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	chainsim "herald/localstack/simulators/chain"
	"herald/pkg/account/streak"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
)

// AddressPools are the addresses of each chain.
var AddressPools = map[string][]string{
	"TRONSCAN": {"TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"},
	"ETHEREUM": {"0x52908400098527886e0f7030069857d2e4169ee7", "0x8617e340b3d01fa5f11f306f4090fd50e238070d"},
	"OMNI":     {"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"},
}

// NewUSDTFixture is a PaymentFixture with a rate of 7 and addresses.
func NewUSDTFixture(t *testing.T) *PaymentFixture {
	t.Helper()
	b := NewPaymentFixture(t)
	b.Users.Admin.Post("/pay/rate", Object{"code": "USDT", "rate": 7}).OK()
	for _, who := range []*sessiontest.Actor{b.Users.Customer, b.Users.Direct, b.Users.OtherCustomer} {
		b.AllowUSDT(who)
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

// AllowUSDT gives a user the right to pay in USDT.
func (b *PaymentFixture) AllowUSDT(who *sessiontest.Actor) {
	b.Helper()
	b.Users.Admin.Put("/aty/customerinfo", Object{"userId": who.User.ID, "countryCode": "BR", "customerType": "person", "usdtAuth": true}).OK()
}

// SendUSDT transfers an amount of USDT in millionths on a chain. The next block contains it.
func (b *PaymentFixture) SendUSDT(chain, to string, micro int64, change ...func(*chainsim.Transfer)) string {
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

// USDTOrder reads a USDT order.
func (b *PaymentFixture) USDTOrder(who *sessiontest.Actor, id string) usdt.OrderDetail {
	b.Helper()
	return testkit.Data[usdt.OrderDetail](who.Get("/virtual/currency/order/recharge/" + id))
}

// SubmitHash submits the hash of a transfer for an order.
func SubmitHash(who *sessiontest.Actor, id, hash string) *testkit.Answer {
	return who.In("en_US").Put("/virtual/currency/order/recharge/submit/hash", Object{"id": id, "address": "x", "step": 2, "hash": hash})
}

// MineBlocks adds n blocks to a chain.
func (b *PaymentFixture) MineBlocks(chain string, n int) { b.Chains[chain].AddBlocks(n, 0) }

// PassMinute moves the clock by a minute and runs the ticks and their tasks.
func (b *PaymentFixture) PassMinute() {
	b.Helper()
	b.Kit.Clock.Add(61 * time.Second)
	b.Tick()
	b.Kit.Clock.Add(20 * time.Second)
	b.RunJobs()
}

// NewUSDTOrder makes an order that is paid in USDT.
func (b *PaymentFixture) NewUSDTOrder(who *sessiontest.Actor, payType int) topup.CreateResponse {
	b.Helper()
	return testkit.Data[topup.CreateResponse](who.Post("/pay/order", Object{"payType": payType}))
}

// CancelUSDTOrder cancels a USDT order.
func (b *PaymentFixture) CancelUSDTOrder(who *sessiontest.Actor, id string) {
	b.Helper()
	who.Delete("/virtual/currency/order/recharge/expired/"+id, nil).OK()
}

// SendDust makes n transfers of nothing.
func (b *PaymentFixture) SendDust(chain, to string, n int) {
	b.Helper()
	for range n {
		b.SendUSDT(chain, to, 0)
	}
}

// USDTRefusal is a call that USDT refuses, with its text in each language.
type USDTRefusal struct {
	Name string
	Call func(*testkit.Client) *testkit.Answer
	Code int
	Text map[string]string
}

// Check makes the call in each language and compares the text.
func (r USDTRefusal) Check(t *testing.T, who *sessiontest.Actor) {
	t.Helper()
	for lang, want := range r.Text {
		a := r.Call(who.In(lang))
		got := a.Message
		if len(a.Errors) > 0 {
			got = a.Errors[0].Message
		}
		if a.Code != r.Code || got != want {
			t.Errorf("%s in %s: %d %q", r.Name, lang, a.Code, got)
		}
	}
}

const (
	USDTOrdersPath = "/virtual/currency/order/recharge"
	SubmitHashPath = USDTOrdersPath + "/submit/hash"
)

// CheckExpiredOrder lets an order expire and uses up its retries.
func (b *PaymentFixture) CheckExpiredOrder(who *sessiontest.Actor, id string) {
	b.Helper()
	b.Kit.Clock.Add(121 * time.Minute)
	b.PassMinute()
	b.SignIn(who)
	if now := b.USDTOrder(who, id); now.Status != "expired" {
		b.Errorf("%+v", now.OrderRow)
	}
	USDTRefusal{Name: "a hash of an expired order", Call: func(w *testkit.Client) *testkit.Answer {
		return w.Put(SubmitHashPath, Object{"id": id, "hash": strings.Repeat("cd", 32)})
	}, Code: 40914, Text: map[string]string{"zh_CN": "订单当前状态不能提交哈希", "en_US": "You can't submit a hash in the order's present state",
		"pt_BR": "O pedido não aceita hash no estado atual", "zh_TW": "訂單目前狀態不能提交雜湊"}}.Check(b.T, who)
	for _, none := range []any{nil, url.Values{}, Object{}} {
		if a := who.Post(USDTOrdersPath+"/retry/"+id, none).Want(http.StatusBadRequest, 0); len(a.Errors) != 1 || a.Errors[0].Field != "hash" {
			b.Errorf("a retry with %v: %+v", none, a.Errors)
		}
	}
	again := func(w *testkit.Client) *testkit.Answer {
		return w.Post(USDTOrdersPath+"/retry/"+id, Object{"hash": strings.Repeat("ef", 32)})
	}
	for range 3 {
		again(who.In("en_US")).OK()
		b.Kit.Clock.Add(121 * time.Minute) // no block ever holds it
		b.PassMinute()
		b.SignIn(who)
	}
	USDTRefusal{Name: "one retry too many", Call: again, Code: 40915,
		Text: map[string]string{"zh_CN": "重试次数已达 3 次上限", "en_US": "You've reached the limit of 3 retries",
			"pt_BR": "Você atingiu o limite de 3 novas tentativas", "zh_TW": "重試次數已達 3 次上限"}}.Check(b.T, who)
	if a := again(who.In("en_US")); a.Status != http.StatusConflict {
		b.Errorf("%+v", a)
	}
}

// PayUSDT lets a customer pay an amount of USDT in millionths.
func (b *PaymentFixture) PayUSDT(who *sessiontest.Actor, micro int64) {
	b.Helper()
	o := testkit.Data[topup.CreateResponse](who.Post("/pay/order", Object{"amount": 300, "payType": 5, "rechargeType": 1}))
	SubmitHash(who, o.ID, b.SendUSDT(chainsim.TRON, o.Address, micro)).OK()
	b.MineBlocks(chainsim.TRON, 30)
	b.PassMinute()
}

// EarnStreak counts today and the next six days and returns the streak.
func (b *PaymentFixture) EarnStreak(who *sessiontest.Actor) (s streak.Streak) {
	b.Helper()
	for range 7 {
		b.SignIn(who)
		s = testkit.Data[streak.Streak](who.Put(StreakPath, nil))
		b.Kit.Clock.Add(24 * time.Hour)
	}
	return s
}

// StreakPath is the path of a user's streak.
const StreakPath = "/pi/personal/info/streak"
