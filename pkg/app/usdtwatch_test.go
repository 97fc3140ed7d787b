package app

import (
	"net/http"
	"testing"
	"time"

	chainsim "herald/localstack/simulators/chain"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session/sessiontest"
)

func (b *bank) ordered(who *sessiontest.Actor, payType int) topup.CreateResponse {
	b.Helper()
	return testkit.Data[topup.CreateResponse](who.Post("/pay/order", obj{"payType": payType}))
}

func (b *bank) giveUp(who *sessiontest.Actor, id string) {
	b.Helper()
	who.Delete("/virtual/currency/order/recharge/expired/"+id, nil).OK()
}

// Somebody who opens orders and gives them up, or pays them, has one address all the time and leaves the others to others.
func TestNobodyTakesAllAddresses(t *testing.T) {
	b := mustCoins(t)
	c := b.c.Customer
	first := b.ordered(c, 5)
	b.giveUp(c, first.ID)
	for range 3 {
		b.k.Clock.Add(time.Minute)
		other := b.ordered(c, 3) // on another chain meanwhile
		b.giveUp(c, other.ID)
		o := b.ordered(c, 5)
		if o.Address != first.Address || o.ID == first.ID {
			t.Errorf("%+v after %+v", o, first)
		}
		b.giveUp(c, o.ID)
	}
	if o := b.ordered(b.c.Direct, 5); o.Address == first.Address {
		t.Errorf("two users at %s", o.Address)
	}
	b.k.Clock.Add(8 * 24 * time.Hour) // when it has rested it is anybody's
	b.signIn(b.c.OtherCustomer)
	b.c.Admin.Post("/pay/rate", obj{"code": "USDT", "rate": 7})
	b.signIn(b.c.Admin)
	b.c.Admin.Put("/pay/rate/USDT", obj{"rate": 7}).OK()
	if o := b.ordered(b.c.OtherCustomer, 5); o.Address != first.Address {
		t.Errorf("%+v", o)
	}
	b.signIn(c)
	if o := c.Post("/pay/order", obj{"payType": 5}); o.Code != 50304 {
		t.Errorf("%+v", o)
	}
}

// Of two orders that had the same address one after the other each gets what was sent in its time, at its rate.
func TestEachOrderOfAnAddressGetsWhatCameInItsTime(t *testing.T) {
	b := mustCoins(t)
	c := b.c.Customer
	first := b.ordered(c, 5)
	b.k.Clock.Add(time.Minute)
	early := b.send("tron", first.Address, 1e6)
	b.mine("tron", 1)
	b.k.Clock.Add(time.Minute)
	b.giveUp(c, first.ID)
	b.c.Admin.Put("/pay/rate/USDT", obj{"rate": 7.5}).OK()
	second := b.ordered(c, 5)
	b.k.Clock.Add(time.Minute)
	late := b.send("tron", second.Address, 2e6)
	b.mine("tron", 40)
	if got := testkit.Data[usdt.OrderRow](tell(c, second.ID, early)); got.Status != usdt.Rejected || got.Reason != usdt.Early {
		t.Errorf("%+v", got)
	}
	retried := testkit.Data[usdt.OrderRow](c.Post("/virtual/currency/order/recharge/retry/"+first.ID, obj{"hash": late}))
	if retried.Status != usdt.Rejected || retried.Reason != usdt.Later {
		t.Errorf("%+v", retried)
	}
	b.later()
	b.later()
	if now := b.coin(c, first.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "700" || now.Hash != early {
		t.Errorf("%+v", now)
	}
	if now := b.coin(c, second.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "1500" || now.Hash != late {
		t.Errorf("%+v", now)
	}
	if got := b.balance(c); got != "2200" {
		t.Errorf("%s credits", got)
	}
}

// What comes again to the address of an order that was credited is credited too, once, while the address rests.
func TestASecondTransferIsNotLost(t *testing.T) {
	b := mustCoins(t)
	c := b.c.Customer
	o := b.ordered(c, 5)
	b.send("tron", o.Address, 3e6)
	b.mine("tron", 40)
	b.later()
	again := b.send("tron", o.Address, 4e6)
	b.mine("tron", 5)
	b.later()
	if got := b.balance(c); got != "2100" {
		t.Errorf("%s credits before the twelfth confirmation", got)
	}
	b.mine("tron", 40)
	b.k.Clock.Add(10 * time.Minute)
	b.later()
	b.send("tron", o.Address, 1e6)
	b.mine("tron", 40)
	b.k.Clock.Add(6*24*time.Hour + 20*time.Hour)
	b.later()
	b.later()
	b.signIn(c)
	now := b.coin(c, o.ID)
	if now.Status != usdt.Credited || now.CreditAmount.String() != "5600" || now.Amount != 8e6 || len(now.Further) != 2 ||
		now.Further[0].Hash != again {
		t.Errorf("%+v", now)
	}
	if got := b.balance(c); got != "5600" {
		t.Errorf("%s credits", got)
	}
	if a := tell(c, o.ID, again); a.Code != 40912 {
		t.Errorf("%+v", a)
	}
}

// More worthless transfers than a chain lists at once hide none that is worth something.
func TestManyWorthlessTransfersHideNone(t *testing.T) {
	b := mustCoins(t)
	c := b.c.Customer
	b.c.Admin.Put("/lop/system/config/usdt.omni", obj{"value": true}).OK()
	b.k.Clock.Add(time.Minute)
	for payType, chain := range map[int]string{5: chainsim.TRON, 4: chainsim.Omni} {
		o := b.ordered(c, payType)
		if chain == chainsim.TRON { // the oldest stand first
			b.dust(chain, o.Address, 450)
			b.send(chain, o.Address, 3e6)
		} else { // the newest do
			b.send(chain, o.Address, 3e6)
			b.dust(chain, o.Address, 25)
		}
		b.mine(chain, 40)
		for range 4 { // a page a look where questions are few
			b.later()
			b.k.Clock.Add(10 * time.Minute)
		}
		if now := b.coin(c, o.ID); now.Status != usdt.Credited {
			t.Errorf("%s: %+v", chain, now.OrderRow)
		}
	}
}

func (b *bank) dust(chain, to string, n int) {
	b.Helper()
	for range n {
		b.send(chain, to, 0)
	}
}

// A transfer that is worth nothing is not taken for the customer's.
func TestDustHidesNoTransfer(t *testing.T) {
	b := mustCoins(t)
	c := b.c.Customer
	o := b.ordered(c, 5)
	b.send("tron", o.Address, 0)
	b.mine("tron", 40)
	b.later()
	b.send("tron", o.Address, 3e6)
	b.mine("tron", 40)
	b.later()
	if now := b.coin(c, o.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "2100" {
		t.Errorf("%+v", now.OrderRow)
	}
}

// Late transfers on Ethereum are found while the address rests, behind any number of blocks.
func TestLateTransfersOnEthereumAreFound(t *testing.T) {
	b := mustCoins(t)
	c := b.c.Customer
	o := b.ordered(c, 3)
	b.mine("ethereum", 12_000) // 40 hours
	b.send("ethereum", o.Address, 4e6)
	b.mine("ethereum", 100)
	b.k.Clock.Add(40 * time.Hour)
	b.later()
	b.k.Clock.Add(time.Hour)
	b.later()
	b.signIn(c)
	if now := b.coin(c, o.ID); now.Status != usdt.Credited {
		t.Errorf("%+v", now.OrderRow)
	}
}

// Orders on a chain that is switched off come to their end: they are credited, or expire; new ones are refused.
func TestOrdersOnAChainThatIsSwitchedOffEnd(t *testing.T) {
	b := mustCoins(t)
	c := b.c.Customer
	b.c.Admin.Put("/lop/system/config/usdt.omni", obj{"value": true}).OK()
	b.k.Clock.Add(time.Minute)
	o := b.ordered(c, 4)
	b.c.Admin.Put("/lop/system/config/usdt.omni", obj{"value": false}).OK()
	b.k.Clock.Add(time.Minute)
	b.c.Customer.Post("/pay/order", obj{"payType": 4}).Want(http.StatusServiceUnavailable, 50302)
	b.k.Clock.Add(110 * time.Minute)
	b.signIn(c)
	b.signIn(b.c.Admin)
	b.send(chainsim.Omni, o.Address, 2e6)
	b.mine(chainsim.Omni, 20)
	b.later() // one question a look: the first finds it
	b.later()
	if now := b.coin(c, o.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "1400" {
		t.Errorf("%+v", now.OrderRow)
	}
	gone := b.ordered(c, 5)
	b.e.Config.Money.TronURL = "" // and one that is configured no more
	b.e.ForgetChains()
	b.k.Clock.Add(121 * time.Minute)
	b.later()
	b.signIn(c)
	if now := b.coin(c, gone.ID); now.Status != usdt.Expired {
		t.Errorf("%+v", now.OrderRow)
	}
}

// Who was not given the right pays nothing in USDT, is told so in four languages, and sees no way to.
func TestUSDTIsGranted(t *testing.T) {
	b := mustCoins(t)
	c := b.c.Customer
	ways := func() []int { return testkit.Data[topup.Info](c.Get("/aty/recharge/info")).USDT }
	if got := ways(); len(got) != 2 || got[0] != 5 || got[1] != 3 {
		t.Errorf("%v", got)
	}
	b.c.Admin.Put("/aty/customerinfo", obj{"userId": c.User.ID, "countryCode": "BR", "customerType": "person", "usdtAuth": false}).OK()
	if got := ways(); len(got) != 0 {
		t.Errorf("%v", got)
	}
	for lang, want := range map[string]string{
		"zh_CN": "您的账号未获授权使用 USDT 充值，请联系客服",
		"en_US": "Your account is not authorised to pay in USDT; please ask your account manager",
		"pt_BR": "Sua conta não está autorizada a pagar em USDT; fale com seu gerente de conta",
		"zh_TW": "您的帳號未獲授權使用 USDT 儲值，請聯絡客服",
	} {
		if a := c.In(lang).Post("/pay/order", obj{"payType": 5}).Want(http.StatusForbidden, 40315); a.Message != want {
			t.Error(a.Message)
		}
	}
	for _, who := range []*sessiontest.Actor{b.c.Secondary, b.c.Agent} { // each for itself
		who.Post("/pay/order", obj{"payType": 5}).Want(http.StatusForbidden, 40315)
	}
}

// Staff who look after the pool are told once when few addresses are left, and again after it was filled meanwhile.
func TestFinanceIsToldOfALowPoolOnce(t *testing.T) {
	b := mustCoins(t)
	b.c.Admin.Put("/lop/system/config/usdt.pool.low", obj{"value": 1}).OK()
	b.k.Clock.Add(time.Minute)
	told := func() (n int) {
		b.tick()
		for _, one := range testkit.Data[web.Page[struct{ Contents struct{ Title string } }]](b.c.Admin.In("en_US").Get("/im/notice/messages?size=100")).Records {
			if one.Contents.Title == "Few receiving addresses are left on TRONSCAN" {
				n++
			}
		}
		return n
	}
	before := told()
	b.ordered(b.c.Customer, 5)
	b.k.Clock.Add(time.Minute)
	if got := told(); got != before+1 {
		t.Errorf("told %d times, %d before", got, before)
	}
	b.ordered(b.c.Direct, 5)
	b.k.Clock.Add(time.Minute)
	if got := told(); got != before+1 {
		t.Errorf("told %d times", got)
	}
	more := []string{"TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9", "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7"}
	b.c.Admin.Post("/virtual/currency/address", obj{"platform": "TRONSCAN", "addresses": more}).OK()
	b.ordered(b.c.OtherCustomer, 5)
	b.k.Clock.Add(time.Minute)
	if got := told(); got != before+2 {
		t.Errorf("told %d times after a second fall", got)
	}
	pool := testkit.Data[web.Page[usdt.AddressRow]](b.c.Admin.Get("/virtual/currency/address/page?platform=TRONSCAN&state=taken"))
	if pool.Total != 3 {
		t.Errorf("%+v", pool)
	}
	stock := testkit.Data[[]usdt.Stock](b.c.Admin.Get("/virtual/currency/address/stock"))
	if stock[0].Free != 1 || stock[0].Mark != 1 || !stock[0].Low || !stock[0].Open || stock[2].Open {
		t.Errorf("%+v", stock)
	}
}
