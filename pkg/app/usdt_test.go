package app

import (
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	chainsim "herald/localstack/simulators/chain"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

// Addresses of the pools of the tests.
var poolOf = map[string][]string{
	"TRONSCAN": {"TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"},
	"ETHEREUM": {"0x52908400098527886e0f7030069857d2e4169ee7", "0x8617e340b3d01fa5f11f306f4090fd50e238070d"},
	"OMNI":     {"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"},
}

// mustCoins is a bank with a rate of 7 and addresses.
func mustCoins(t *testing.T) *bank {
	t.Helper()
	b := mustBank(t)
	b.c.Admin.Post("/pay/rate", obj{"code": "USDT", "rate": 7}).OK()
	for _, who := range []*sessiontest.Actor{b.c.Customer, b.c.Direct, b.c.OtherCustomer} {
		b.grant(who)
	}
	for name, list := range poolOf {
		for _, one := range testkit.Data[[]usdt.ImportLine](b.c.Admin.Post("/virtual/currency/address",
			obj{"platform": name, "addresses": list})) {
			if !one.OK {
				t.Errorf("%+v", one)
			}
		}
	}
	return b
}

// grant gives somebody the right to pay in USDT.
func (b *bank) grant(who *sessiontest.Actor) {
	b.Helper()
	b.c.Admin.Put("/aty/customerinfo", obj{"userId": who.User.ID, "countryCode": "BR", "customerType": "person", "usdtAuth": true}).OK()
}

// send is a transfer of so much USDT, a million parts each, on a chain; it waits for the next block.
func (b *bank) send(chain, to string, micro int64, change ...func(*chainsim.Transfer)) string {
	b.Helper()
	units := big.NewInt(micro)
	if chain == chainsim.Omni {
		units.Mul(units, big.NewInt(100))
	}
	m := chainsim.Transfer{To: to, Units: units}
	for _, c := range change {
		c(&m)
	}
	return b.chains[chain].Send(false, m)
}

func (b *bank) coin(who *sessiontest.Actor, id string) usdt.OrderDetail {
	b.Helper()
	return testkit.Data[usdt.OrderDetail](who.Get("/virtual/currency/order/recharge/" + id))
}

func tell(who *sessiontest.Actor, id, hash string) *testkit.Answer {
	return who.In("en_US").Put("/virtual/currency/order/recharge/submit/hash", obj{"id": id, "address": "x", "step": 2, "hash": hash})
}

// On each chain: an order with an address, a transfer, its hash, twelve confirmations that are shown, and what arrived at the order's
// rate, once.
func TestUSDTByEveryChain(t *testing.T) {
	b := mustCoins(t)
	c := b.c.Customer
	b.c.Customer.Post("/pay/order", obj{"payType": 4}).Want(http.StatusServiceUnavailable, 50302)
	b.c.Admin.Put("/lop/system/config/usdt.omni", obj{"value": true}).OK()
	b.k.Clock.Add(time.Minute)
	want := 0
	for payType, chain := range map[int]string{5: chainsim.TRON, 3: chainsim.Ethereum, 4: chainsim.Omni} {
		o := testkit.Data[topup.CreateResponse](c.Post("/pay/order", obj{"amount": 300, "payType": payType, "rechargeType": 1}))
		if o.Address == "" || o.ID == "" || o.Body != o.Address {
			t.Fatalf("%+v", o)
		}
		if mine := testkit.Data[*usdt.OrderDetail](c.Get("/virtual/currency/order/recharge/check")); mine == nil || mine.ID != o.ID ||
			mine.Status != usdt.Waiting || mine.Required != 12 {
			t.Errorf("%+v", mine)
		}
		again := testkit.Data[topup.CreateResponse](c.Post("/pay/order", obj{"amount": 300, "payType": payType}))
		if again.ID != o.ID {
			t.Errorf("a second order beside %s", o.ID)
		}
		other := map[int]int{5: 3, 3: 5, 4: 5}[payType]
		c.Post("/pay/order", obj{"payType": other}).Want(http.StatusConflict, 40911)
		hash := b.send(chain, o.Address, 12_345_678)
		first := testkit.Data[usdt.OrderRow](tell(c, o.ID, hash))
		if first.Status != usdt.Submitted || first.SubmitTime == nil {
			t.Errorf("%+v", first)
		}
		if a := tell(c, o.ID, hash).Want(http.StatusConflict, 40912); a.Message != "Operation succeeded, do not repeat" {
			t.Error(a.Message)
		}
		b.mine(chain, 11)
		b.later()
		if mine := b.coin(c, o.ID); mine.Status != usdt.Confirming || mine.Confirmations < 11 {
			t.Errorf("%s: %+v", chain, mine.OrderRow)
		}
		b.mine(chain, 30)
		b.later()
		done := b.coin(c, o.ID)
		if done.Status != usdt.Credited || done.Amount != 12_345_678 || done.CreditAmount.String() != "8641.97" || done.TradeID == "" ||
			done.Confirmations < 12 {
			t.Errorf("%s: %+v", chain, done.OrderRow)
		}
		want++
		if mine := testkit.Data[*usdt.OrderDetail](c.Get("/virtual/currency/order/recharge/check")); mine != nil {
			t.Errorf("%+v is open", mine)
		}
		tell(c, o.ID, hash).Want(http.StatusConflict, 40912)
	}
	list := testkit.Data[web.Page[usdt.OrderRow]](b.c.Admin.Get("/virtual/currency/order/recharge?status=credited&sortFields=platform"))
	if list.Total != want || list.Records[0].Platform != "TRONSCAN" || list.Records[0].Name == "" {
		t.Errorf("%+v", list)
	}
	if file := c.Get("/virtual/currency/order/recharge/export"); file.Status != http.StatusOK {
		t.Error(file.Status)
	}
	if got := b.balance(c); got != "25925.91" {
		t.Errorf("%s credits", got)
	}
}

func (b *bank) mine(chain string, n int) { b.chains[chain].AddBlocks(n, 0) }

// later lets a minute pass, with the tick and its tasks.
func (b *bank) later() {
	b.Helper()
	b.k.Clock.Add(61 * time.Second)
	b.tick()
	b.k.Clock.Add(20 * time.Second)
	b.work()
}

// A chain that takes its block back before the twelfth confirmation credits nothing, until another block holds the transfer.
func TestAReorganisationCreditsNothing(t *testing.T) {
	b := mustCoins(t)
	c := b.c.Customer
	o := testkit.Data[topup.CreateResponse](c.Post("/pay/order", obj{"payType": 5}))
	hash := b.send(chainsim.TRON, o.Address, 1_000_000)
	b.mine(chainsim.TRON, 5)
	if first := testkit.Data[usdt.OrderRow](tell(c, o.ID, hash)); first.Status != usdt.Confirming || first.Confirmations != 5 {
		t.Errorf("%+v", first)
	}
	if err := b.chains[chainsim.TRON].Reorganise(5, true); err != nil {
		t.Fatal(err)
	}
	b.mine(chainsim.TRON, 3)
	b.later()
	if now := b.coin(c, o.ID); now.Status != usdt.Submitted || now.Confirmations != 0 || b.balance(c) != "0" {
		t.Errorf("%+v", now.OrderRow)
	}
	b.k.Clock.Add(3 * time.Hour)
	b.later()
	b.signIn(c)
	if now := b.coin(c, o.ID); now.Status != usdt.Rejected || now.Reason != usdt.NotFound {
		t.Errorf("%+v", now.OrderRow)
	}
	hash = b.send(chainsim.TRON, o.Address, 2_000_000)
	b.mine(chainsim.TRON, 40)
	retried := c.Post("/virtual/currency/order/recharge/retry/"+o.ID, url.Values{"hash": {hash}})
	if got := testkit.Data[usdt.OrderRow](retried); got.Status != usdt.Credited || got.CreditAmount.String() != "1400" {
		t.Errorf("%+v", got)
	}
}

// Each transfer that does not count is rejected with its reason, and credits nothing.
func TestTransfersThatAreRejected(t *testing.T) {
	for reason, send := range map[string]func(b *bank, to string) string{
		usdt.Token: func(b *bank, to string) string {
			return b.send("tron", to, 1e6, func(m *chainsim.Transfer) { m.Token = poolOf["TRONSCAN"][0] })
		},
		usdt.Address: func(b *bank, _ string) string { return b.send("tron", "TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9", 1e6) },
		usdt.Undone: func(b *bank, to string) string {
			return b.chains["tron"].Send(true, chainsim.Transfer{To: to, Units: big.NewInt(1e6)})
		},
		usdt.Small: func(b *bank, to string) string { return b.send("tron", to, 1) },
	} {
		t.Run(reason, func(t *testing.T) {
			b := mustCoins(t)
			o := testkit.Data[topup.CreateResponse](b.c.Customer.Post("/pay/order", obj{"payType": 5}))
			hash := send(b, o.Address)
			b.mine("tron", 40)
			if got := testkit.Data[usdt.OrderRow](tell(b.c.Customer, o.ID, hash)); got.Status != usdt.Rejected || got.Reason != reason ||
				b.balance(b.c.Customer) != "0" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// What may not be: each refusal has its message.
func TestHashesThatAreRefused(t *testing.T) {
	b := mustCoins(t)
	c, other := b.c.Customer, b.c.Direct
	o := testkit.Data[topup.CreateResponse](c.Post("/pay/order", obj{"payType": 5}))
	if a := tell(c, o.ID, " ").Bad("hash"); a.Errors[0].Message != "The hash cannot be empty" {
		t.Error(a.Errors)
	}
	if a := tell(c, o.ID, "0x"+strings.Repeat("ab", 20)).Bad("hash"); a.Errors[0].Message != "This is no transaction hash of TRONSCAN" {
		t.Error(a.Errors)
	}
	tell(c, "", "x").Bad("id")
	tell(other, o.ID, strings.Repeat("ab", 32)).Want(http.StatusNotFound, 404)
	hash := b.send("tron", o.Address, 1e6)
	b.mine("tron", 40)
	if got := testkit.Data[usdt.OrderRow](tell(c, o.ID, hash)); got.Status != usdt.Credited {
		t.Fatalf("%+v", got)
	}
	theirs := testkit.Data[topup.CreateResponse](other.Post("/pay/order", obj{"payType": 5}))
	if a := tell(other, theirs.ID, hash).Want(http.StatusConflict, 40913); a.Message != "The hash was used already" {
		t.Error(a.Message)
	}
	b.c.OtherCustomer.Post("/pay/order", obj{"payType": 5}).Want(http.StatusServiceUnavailable, 50304)
	other.Delete("/virtual/currency/order/recharge/expired/"+o.ID, nil).Want(http.StatusNotFound, 404)
	c.Delete("/virtual/currency/order/recharge/expired/"+o.ID, nil).Want(http.StatusConflict, 40917)
	other.Delete("/virtual/currency/order/recharge/expired/"+theirs.ID, nil).OK()
	if now := b.coin(other, theirs.ID); now.Status != usdt.Expired {
		t.Errorf("%+v", now.OrderRow)
	}
	tell(other, theirs.ID, strings.Repeat("cd", 32)).Want(http.StatusConflict, 40914)
	b.c.Admin.Put("/pay/rate/USDT", obj{"rate": 7, "pinned": false}).OK()
	b.c.Customer.Post("/virtual/currency/address", obj{"platform": "OMNI", "addresses": []string{"x"}}).Want(http.StatusForbidden, 403)
	for _, one := range testkit.Data[[]usdt.ImportLine](b.c.Admin.Post("/virtual/currency/address",
		obj{"platform": "TRONSCAN", "addresses": []string{"x", poolOf["TRONSCAN"][0]}})) {
		if one.OK || one.Message == "" {
			t.Errorf("%+v", one)
		}
	}
	stock := testkit.Data[[]usdt.Stock](b.c.Admin.Get("/virtual/currency/address/stock"))
	if len(stock) != 3 || stock[0].Total != 2 || stock[0].Free != 0 || !stock[0].Low {
		t.Errorf("%+v", stock)
	}
	if pool := testkit.Data[web.Page[usdt.AddressRow]](b.c.Admin.Get("/virtual/currency/address/page")); pool.Total != 5 {
		t.Errorf("%+v", pool)
	}
}

// Who sends without a word is credited too: before the order's time is over, and late.
func TestTransfersWithoutAHashAreFound(t *testing.T) {
	b := mustCoins(t)
	c, other := b.c.Customer, b.c.Direct
	in := testkit.Data[topup.CreateResponse](c.Post("/pay/order", obj{"payType": 5}))
	late := testkit.Data[topup.CreateResponse](other.Post("/pay/order", obj{"payType": 5}))
	b.send("tron", in.Address, 3e6)
	b.mine("tron", 40)
	b.later()
	if now := b.coin(c, in.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "2100" {
		t.Errorf("%+v", now.OrderRow)
	}
	b.k.Clock.Add(3 * time.Hour)
	b.later()
	b.signIn(other)
	if now := b.coin(other, late.ID); now.Status != usdt.Expired {
		t.Errorf("%+v", now.OrderRow)
	}
	b.send("tron", late.Address, 4e6)
	b.mine("tron", 40)
	b.k.Clock.Add(24 * time.Hour)
	b.later()
	b.signIn(other)
	if now := b.coin(other, late.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "2800" {
		t.Errorf("%+v", now.OrderRow)
	}
}
