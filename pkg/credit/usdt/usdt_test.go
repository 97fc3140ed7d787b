package usdt_test

import (
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	chainsim "herald/localstack/simulators/chain"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
	"herald/pkg/kit/web"
)

// The same steps on each chain: an order with an address, a transfer, its hash, twelve displayed confirmations, and one credit at the
// order's rate.
func TestUSDTByEveryChain(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	b.Users.Customer.Post("/pay/order", apptest.Object{"payType": 4}).Want(http.StatusServiceUnavailable, 50302)
	b.Users.Admin.Put("/lop/system/config/usdt.omni", apptest.Object{"value": true}).OK()
	b.Kit.Clock.Add(time.Minute)
	want := 0
	for payType, chain := range map[int]string{5: chainsim.TRON, 3: chainsim.Ethereum, 4: chainsim.Omni} {
		o := testkit.Data[topup.CreateResponse](c.Post("/pay/order", apptest.Object{"amount": 300, "payType": payType, "rechargeType": 1}))
		if o.Address == "" || o.ID == "" || o.Body != o.Address {
			t.Fatalf("%+v", o)
		}
		if mine := testkit.Data[*usdt.OrderDetail](c.Get("/virtual/currency/order/recharge/check")); mine == nil || mine.ID != o.ID ||
			mine.Status != usdt.Waiting || mine.Required != 12 {
			t.Errorf("%+v", mine)
		}
		again := testkit.Data[topup.CreateResponse](c.Post("/pay/order", apptest.Object{"amount": 300, "payType": payType}))
		if again.ID != o.ID {
			t.Errorf("a second order beside %s", o.ID)
		}
		other := map[int]int{5: 3, 3: 5, 4: 5}[payType]
		c.Post("/pay/order", apptest.Object{"payType": other}).Want(http.StatusConflict, 40911)
		hash := b.SendUSDT(chain, o.Address, 12_345_678)
		first := testkit.Data[usdt.OrderRow](apptest.SubmitHash(c, o.ID, hash))
		if first.Status != usdt.Submitted || first.SubmitTime == nil {
			t.Errorf("%+v", first)
		}
		if a := apptest.SubmitHash(c, o.ID, hash).Want(http.StatusConflict, 40912); a.Message != "Already done" {
			t.Error(a.Message)
		}
		b.MineBlocks(chain, 11)
		b.PassMinute()
		if mine := b.USDTOrder(c, o.ID); mine.Status != usdt.Confirming || mine.Confirmations < 11 {
			t.Errorf("%s: %+v", chain, mine.OrderRow)
		}
		b.MineBlocks(chain, 30)
		b.PassMinute()
		done := b.USDTOrder(c, o.ID)
		if done.Status != usdt.Credited || done.Amount != 12_345_678 || done.CreditAmount.String() != "8641.97" || done.TradeID == "" ||
			done.Confirmations < 12 {
			t.Errorf("%s: %+v", chain, done.OrderRow)
		}
		want++
		if mine := testkit.Data[*usdt.OrderDetail](c.Get("/virtual/currency/order/recharge/check")); mine != nil {
			t.Errorf("%+v is open", mine)
		}
		apptest.SubmitHash(c, o.ID, hash).Want(http.StatusConflict, 40912)
	}
	list := testkit.Data[web.Page[usdt.OrderRow]](b.Users.Admin.Get("/virtual/currency/order/recharge?status=credited&sortFields=platform"))
	if list.Total != want || list.Records[0].Platform != "TRONSCAN" || list.Records[0].Name == "" {
		t.Errorf("%+v", list)
	}
	if file := c.Get("/virtual/currency/order/recharge/export"); file.Status != http.StatusOK {
		t.Error(file.Status)
	}
	if got := b.Balance(c); got != "25925.91" {
		t.Errorf("%s credits", got)
	}
}

// A transfer whose block is removed before the twelfth confirmation credits nothing, until another block contains it.
func TestAReorganisationCreditsNothing(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	o := testkit.Data[topup.CreateResponse](c.Post("/pay/order", apptest.Object{"payType": 5}))
	hash := b.SendUSDT(chainsim.TRON, o.Address, 1_000_000)
	b.MineBlocks(chainsim.TRON, 5)
	if first := testkit.Data[usdt.OrderRow](apptest.SubmitHash(c, o.ID, hash)); first.Status != usdt.Confirming || first.Confirmations != 5 {
		t.Errorf("%+v", first)
	}
	if err := b.Chains[chainsim.TRON].Reorganise(5, true); err != nil {
		t.Fatal(err)
	}
	b.MineBlocks(chainsim.TRON, 3)
	b.PassMinute()
	if now := b.USDTOrder(c, o.ID); now.Status != usdt.Submitted || now.Confirmations != 0 || b.Balance(c) != "0" {
		t.Errorf("%+v", now.OrderRow)
	}
	b.Kit.Clock.Add(3 * time.Hour)
	b.PassMinute()
	b.SignIn(c)
	if now := b.USDTOrder(c, o.ID); now.Status != usdt.Rejected || now.Reason != usdt.NotFound {
		t.Errorf("%+v", now.OrderRow)
	}
	hash = b.SendUSDT(chainsim.TRON, o.Address, 2_000_000)
	b.MineBlocks(chainsim.TRON, 40)
	retried := c.Post("/virtual/currency/order/recharge/retry/"+o.ID, url.Values{"hash": {hash}})
	if got := testkit.Data[usdt.OrderRow](retried); got.Status != usdt.Credited || got.CreditAmount.String() != "1400" {
		t.Errorf("%+v", got)
	}
}

// Each invalid transfer is rejected with its reason, and credits nothing.
func TestTransfersThatAreRejected(t *testing.T) {
	for reason, send := range map[string]func(b *apptest.PaymentFixture, to string) string{
		usdt.Token: func(b *apptest.PaymentFixture, to string) string {
			return b.SendUSDT("tron", to, 1e6, func(m *chainsim.Transfer) { m.Token = apptest.AddressPools["TRONSCAN"][0] })
		},
		usdt.Address: func(b *apptest.PaymentFixture, _ string) string {
			return b.SendUSDT("tron", "TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9", 1e6)
		},
		usdt.Undone: func(b *apptest.PaymentFixture, to string) string {
			return b.Chains["tron"].Send(true, chainsim.Transfer{To: to, Units: big.NewInt(1e6)})
		},
		usdt.Small: func(b *apptest.PaymentFixture, to string) string { return b.SendUSDT("tron", to, 1) },
	} {
		t.Run(reason, func(t *testing.T) {
			b := apptest.NewUSDTFixture(t)
			o := testkit.Data[topup.CreateResponse](b.Users.Customer.Post("/pay/order", apptest.Object{"payType": 5}))
			hash := send(b, o.Address)
			b.MineBlocks("tron", 40)
			if got := testkit.Data[usdt.OrderRow](apptest.SubmitHash(b.Users.Customer, o.ID, hash)); got.Status != usdt.Rejected ||
				got.Reason != reason ||
				b.Balance(b.Users.Customer) != "0" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// Refused hashes: each refusal has its message.
func TestHashesThatAreRefused(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c, other := b.Users.Customer, b.Users.Direct
	o := testkit.Data[topup.CreateResponse](c.Post("/pay/order", apptest.Object{"payType": 5}))
	if a := apptest.SubmitHash(c, o.ID, " ").Bad("hash"); a.Errors[0].Message != "Enter the hash" {
		t.Error(a.Errors)
	}
	if a := apptest.SubmitHash(c, o.ID, "0x"+strings.Repeat("ab",
		20)).Bad("hash"); a.Errors[0].Message != "This isn't a transaction hash of TRONSCAN" {
		t.Error(a.Errors)
	}
	apptest.SubmitHash(c, "", "x").Bad("id")
	apptest.SubmitHash(other, o.ID, strings.Repeat("ab", 32)).Want(http.StatusNotFound, 404)
	hash := b.SendUSDT("tron", o.Address, 1e6)
	b.MineBlocks("tron", 40)
	if got := testkit.Data[usdt.OrderRow](apptest.SubmitHash(c, o.ID, hash)); got.Status != usdt.Credited {
		t.Fatalf("%+v", got)
	}
	theirs := testkit.Data[topup.CreateResponse](other.Post("/pay/order", apptest.Object{"payType": 5}))
	if a := apptest.SubmitHash(other, theirs.ID, hash).Want(http.StatusConflict, 40913); a.Message != "The hash was already used" {
		t.Error(a.Message)
	}
	b.Users.OtherCustomer.Post("/pay/order", apptest.Object{"payType": 5}).Want(http.StatusServiceUnavailable, 50304)
	other.Delete("/virtual/currency/order/recharge/expired/"+o.ID, nil).Want(http.StatusNotFound, 404)
	c.Delete("/virtual/currency/order/recharge/expired/"+o.ID, nil).Want(http.StatusConflict, 40917)
	other.Delete("/virtual/currency/order/recharge/expired/"+theirs.ID, nil).OK()
	if now := b.USDTOrder(other, theirs.ID); now.Status != usdt.Expired {
		t.Errorf("%+v", now.OrderRow)
	}
	apptest.SubmitHash(other, theirs.ID, strings.Repeat("cd", 32)).Want(http.StatusConflict, 40914)
	b.Users.Admin.Put("/pay/rate/USDT", apptest.Object{"rate": 7, "pinned": false}).OK()
	b.Users.Customer.Post("/virtual/currency/address",
		apptest.Object{"platform": "OMNI", "addresses": []string{"x"}}).Want(http.StatusForbidden, 403)
	for _, one := range testkit.Data[[]usdt.ImportLine](b.Users.Admin.Post("/virtual/currency/address",
		apptest.Object{"platform": "TRONSCAN", "addresses": []string{"x", apptest.AddressPools["TRONSCAN"][0]}})) {
		if one.OK || one.Message == "" {
			t.Errorf("%+v", one)
		}
	}
	stock := testkit.Data[[]usdt.Stock](b.Users.Admin.Get("/virtual/currency/address/stock"))
	if len(stock) != 3 || stock[0].Total != 2 || stock[0].Free != 0 || !stock[0].Low {
		t.Errorf("%+v", stock)
	}
	if pool := testkit.Data[web.Page[usdt.AddressRow]](b.Users.Admin.Get("/virtual/currency/address/page")); pool.Total != 5 {
		t.Errorf("%+v", pool)
	}
}

// A transfer without a submitted hash is also credited, before or after the order expires.
func TestTransfersWithoutAHashAreFound(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c, other := b.Users.Customer, b.Users.Direct
	in := testkit.Data[topup.CreateResponse](c.Post("/pay/order", apptest.Object{"payType": 5}))
	late := testkit.Data[topup.CreateResponse](other.Post("/pay/order", apptest.Object{"payType": 5}))
	b.SendUSDT("tron", in.Address, 3e6)
	b.MineBlocks("tron", 40)
	b.PassMinute()
	if now := b.USDTOrder(c, in.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "2100" {
		t.Errorf("%+v", now.OrderRow)
	}
	b.Kit.Clock.Add(3 * time.Hour)
	b.PassMinute()
	b.SignIn(other)
	if now := b.USDTOrder(other, late.ID); now.Status != usdt.Expired {
		t.Errorf("%+v", now.OrderRow)
	}
	b.SendUSDT("tron", late.Address, 4e6)
	b.MineBlocks("tron", 40)
	b.Kit.Clock.Add(24 * time.Hour)
	b.PassMinute()
	b.SignIn(other)
	if now := b.USDTOrder(other, late.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "2800" {
		t.Errorf("%+v", now.OrderRow)
	}
}
