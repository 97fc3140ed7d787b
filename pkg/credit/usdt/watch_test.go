package usdt_test

import (
	"net/http"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	chainsim "herald/localstack/simulators/chain"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
	"herald/pkg/kit/web"
)

// A user who repeatedly opens orders, and cancels or pays them, always has the same address and leaves the others to other users.
func TestNoUserTakesAllAddresses(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	first := b.NewUSDTOrder(c, 5)
	b.CancelUSDTOrder(c, first.ID)
	for range 3 {
		b.Kit.Clock.Add(time.Minute)
		other := b.NewUSDTOrder(c, 3) // on another chain meanwhile
		b.CancelUSDTOrder(c, other.ID)
		o := b.NewUSDTOrder(c, 5)
		if o.Address != first.Address || o.ID == first.ID {
			t.Errorf("%+v after %+v", o, first)
		}
		b.CancelUSDTOrder(c, o.ID)
	}
	if o := b.NewUSDTOrder(b.Users.Direct, 5); o.Address == first.Address {
		t.Errorf("two users at %s", o.Address)
	}
	b.Kit.Clock.Add(8 * 24 * time.Hour) // after its rest it is free
	b.SignIn(b.Users.OtherCustomer)
	b.Users.Admin.Post("/pay/rate", apptest.Object{"code": "USDT", "rate": 7})
	b.SignIn(b.Users.Admin)
	b.Users.Admin.Put("/pay/rate/USDT", apptest.Object{"rate": 7}).OK()
	if o := b.NewUSDTOrder(b.Users.OtherCustomer, 5); o.Address != first.Address {
		t.Errorf("%+v", o)
	}
	b.SignIn(c)
	if o := c.Post("/pay/order", apptest.Object{"payType": 5}); o.Code != 50304 {
		t.Errorf("%+v", o)
	}
}

// Of two orders that used the same address in sequence, each gets the transfers of its time, at its rate.
func TestEachOrderOfAnAddressGetsWhatCameInItsTime(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	first := b.NewUSDTOrder(c, 5)
	b.Kit.Clock.Add(time.Minute)
	early := b.SendUSDT("tron", first.Address, 1e6)
	b.MineBlocks("tron", 1)
	b.Kit.Clock.Add(time.Minute)
	b.CancelUSDTOrder(c, first.ID)
	b.Users.Admin.Put("/pay/rate/USDT", apptest.Object{"rate": 7.5}).OK()
	second := b.NewUSDTOrder(c, 5)
	b.Kit.Clock.Add(time.Minute)
	late := b.SendUSDT("tron", second.Address, 2e6)
	b.MineBlocks("tron", 40)
	if got := testkit.Data[usdt.OrderRow](apptest.SubmitHash(c, second.ID, early)); got.Status != usdt.Rejected || got.Reason != usdt.Early {
		t.Errorf("%+v", got)
	}
	retried := testkit.Data[usdt.OrderRow](c.Post("/virtual/currency/order/recharge/retry/"+first.ID, apptest.Object{"hash": late}))
	if retried.Status != usdt.Rejected || retried.Reason != usdt.Later {
		t.Errorf("%+v", retried)
	}
	b.PassMinute()
	b.PassMinute()
	if now := b.USDTOrder(c, first.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "700" || now.Hash != early {
		t.Errorf("%+v", now)
	}
	if now := b.USDTOrder(c, second.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "1500" || now.Hash != late {
		t.Errorf("%+v", now)
	}
	if got := b.Balance(c); got != "2200" {
		t.Errorf("%s credits", got)
	}
}

// A second transfer to the address of a credited order is also credited once, before the address is reused.
func TestASecondTransferIsNotLost(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	o := b.NewUSDTOrder(c, 5)
	b.SendUSDT("tron", o.Address, 3e6)
	b.MineBlocks("tron", 40)
	b.PassMinute()
	again := b.SendUSDT("tron", o.Address, 4e6)
	b.MineBlocks("tron", 5)
	b.PassMinute()
	if got := b.Balance(c); got != "2100" {
		t.Errorf("%s credits before the twelfth confirmation", got)
	}
	b.MineBlocks("tron", 40)
	b.Kit.Clock.Add(10 * time.Minute)
	b.PassMinute()
	b.SendUSDT("tron", o.Address, 1e6)
	b.MineBlocks("tron", 40)
	b.Kit.Clock.Add(6*24*time.Hour + 20*time.Hour)
	b.PassMinute()
	b.PassMinute()
	b.SignIn(c)
	now := b.USDTOrder(c, o.ID)
	if now.Status != usdt.Credited || now.CreditAmount.String() != "5600" || now.Amount != 8e6 || len(now.Further) != 2 ||
		now.Further[0].Hash != again {
		t.Errorf("%+v", now)
	}
	if got := b.Balance(c); got != "5600" {
		t.Errorf("%s credits", got)
	}
	if a := apptest.SubmitHash(c, o.ID, again); a.Code != 40912 {
		t.Errorf("%+v", a)
	}
}

// Several transfers that come shortly before the address is reused are all credited, though one look credits one, needs their
// confirmations and comes rarely by then.
func TestTransfersBeforeTheEndOfTheRestAreAllCredited(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	b.Users.Admin.Put("/lop/system/config/usdt.omni", apptest.Object{"value": true}).OK()
	b.Kit.Clock.Add(time.Minute)
	orders := map[string]topup.CreateResponse{}
	for payType, chain := range map[int]string{5: chainsim.TRON, 3: chainsim.Ethereum, 4: chainsim.Omni} {
		o := b.NewUSDTOrder(c, payType)
		b.SendUSDT(chain, o.Address, 1e6)
		b.MineBlocks(chain, 40)
		b.PassMinute()
		b.PassMinute()
		orders[chain] = o
	}
	b.Kit.Clock.Add(6*24*time.Hour + 22*time.Hour)
	b.PassMinute()
	for chain, o := range orders {
		for range 3 {
			b.SendUSDT(chain, o.Address, 1e6)
			b.MineBlocks(chain, 1)
		}
	}
	b.Kit.Clock.Add(2*time.Hour + 20*time.Minute) // the last look
	b.PassMinute()
	for range 12 { // and those that it asks for
		for chain := range orders {
			b.MineBlocks(chain, 10)
		}
		b.Kit.Clock.Add(10 * time.Minute)
		b.PassMinute()
	}
	b.SignIn(c)
	for chain, o := range orders {
		if now := b.USDTOrder(c, o.ID); now.Amount != 4e6 || len(now.Further) != 3 {
			t.Errorf("%s: %+v", chain, now)
		}
	}
	b.CheckLedger()
}

// A valid transfer is found behind more worthless transfers than a chain lists at once.
func TestManyWorthlessTransfersHideNone(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	b.Users.Admin.Put("/lop/system/config/usdt.omni", apptest.Object{"value": true}).OK()
	b.Kit.Clock.Add(time.Minute)
	for payType, chain := range map[int]string{5: chainsim.TRON, 4: chainsim.Omni} {
		o := b.NewUSDTOrder(c, payType)
		if chain == chainsim.TRON { // the oldest stand first
			b.SendDust(chain, o.Address, 450)
			b.SendUSDT(chain, o.Address, 3e6)
		} else { // the newest do
			b.SendUSDT(chain, o.Address, 3e6)
			b.SendDust(chain, o.Address, 25)
		}
		b.MineBlocks(chain, 40)
		for range 4 { // a page a look where questions are few
			b.PassMinute()
			b.Kit.Clock.Add(10 * time.Minute)
		}
		if now := b.USDTOrder(c, o.ID); now.Status != usdt.Credited {
			t.Errorf("%s: %+v", chain, now.OrderRow)
		}
	}
}

// A worthless transfer does not count as the customer's.
func TestDustHidesNoTransfer(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	o := b.NewUSDTOrder(c, 5)
	b.SendUSDT("tron", o.Address, 0)
	b.MineBlocks("tron", 40)
	b.PassMinute()
	b.SendUSDT("tron", o.Address, 3e6)
	b.MineBlocks("tron", 40)
	b.PassMinute()
	if now := b.USDTOrder(c, o.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "2100" {
		t.Errorf("%+v", now.OrderRow)
	}
}

// Late transfers on Ethereum are found until the address is reused, behind any number of blocks.
func TestLateTransfersOnEthereumAreFound(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	o := b.NewUSDTOrder(c, 3)
	b.MineBlocks("ethereum", 12_000) // 40 hours
	b.SendUSDT("ethereum", o.Address, 4e6)
	b.MineBlocks("ethereum", 100)
	b.Kit.Clock.Add(40 * time.Hour)
	b.PassMinute()
	b.Kit.Clock.Add(time.Hour)
	b.PassMinute()
	b.SignIn(c)
	if now := b.USDTOrder(c, o.ID); now.Status != usdt.Credited {
		t.Errorf("%+v", now.OrderRow)
	}
}

// Orders on a chain that is switched off still complete: they are credited, or expire; new ones are refused.
func TestOrdersOnAChainThatIsSwitchedOffEnd(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	b.Users.Admin.Put("/lop/system/config/usdt.omni", apptest.Object{"value": true}).OK()
	b.Kit.Clock.Add(time.Minute)
	o := b.NewUSDTOrder(c, 4)
	b.Users.Admin.Put("/lop/system/config/usdt.omni", apptest.Object{"value": false}).OK()
	b.Kit.Clock.Add(time.Minute)
	b.Users.Customer.Post("/pay/order", apptest.Object{"payType": 4}).Want(http.StatusServiceUnavailable, 50302)
	b.Kit.Clock.Add(110 * time.Minute)
	b.SignIn(c)
	b.SignIn(b.Users.Admin)
	b.SendUSDT(chainsim.Omni, o.Address, 2e6)
	b.MineBlocks(chainsim.Omni, 20)
	b.PassMinute() // one question a look: the first finds it
	b.PassMinute()
	if now := b.USDTOrder(c, o.ID); now.Status != usdt.Credited || now.CreditAmount.String() != "1400" {
		t.Errorf("%+v", now.OrderRow)
	}
	gone := b.NewUSDTOrder(c, 5)
	b.Env.Config.Adapters.Set(map[string]string{"tron.url": ""}) // and one that is configured no more
	b.Env.ForgetChains()
	b.Kit.Clock.Add(121 * time.Minute)
	b.PassMinute()
	b.SignIn(c)
	if now := b.USDTOrder(c, gone.ID); now.Status != usdt.Expired {
		t.Errorf("%+v", now.OrderRow)
	}
}

// A user without the permission cannot pay in USDT, gets a message in four languages, and is not offered the method.
func TestUSDTIsGranted(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	c := b.Users.Customer
	ways := func() []int { return testkit.Data[topup.Info](c.Get("/aty/recharge/info")).USDT }
	if got := ways(); len(got) != 2 || got[0] != 5 || got[1] != 3 {
		t.Errorf("%v", got)
	}
	b.Users.Admin.Put("/aty/customerinfo", apptest.Object{"userId": c.User.ID, "countryCode": "BR", "customerType": "person",
		"usdtAuth": false}).OK()
	if got := ways(); len(got) != 0 {
		t.Errorf("%v", got)
	}
	for lang, want := range map[string]string{
		"zh_CN": "您的账号未获授权使用 USDT 充值，请联系客服",
		"en_US": "Your account can't pay in USDT. Ask your account manager.",
		"pt_BR": "Sua conta não está autorizada a pagar em USDT. Fale com seu gerente de conta.",
		"zh_TW": "您的帳號未獲授權使用 USDT 儲值，請聯絡客服",
	} {
		if a := c.In(lang).Post("/pay/order", apptest.Object{"payType": 5}).Want(http.StatusForbidden, 40315); a.Message != want {
			t.Error(a.Message)
		}
	}
	for _, who := range []*sessiontest.Actor{b.Users.Secondary, b.Users.Agent} { // each for itself
		who.Post("/pay/order", apptest.Object{"payType": 5}).Want(http.StatusForbidden, 40315)
	}
}

// Staff with the permission for the pool get one notice when few addresses remain, and another one after a refill.
func TestFinanceGetsOneNoticeOfALowPool(t *testing.T) {
	b := apptest.NewUSDTFixture(t)
	b.Users.Admin.Put("/lop/system/config/usdt.pool.low", apptest.Object{"value": 1}).OK()
	b.Kit.Clock.Add(time.Minute)
	told := func() (n int) {
		b.Tick()
		for _, one := range testkit.Data[web.Page[struct{ Contents struct{ Title string } }]](b.Users.Admin.In("en_US").Get("/im/notice/messages?size=100")).Records {
			if one.Contents.Title == "Few receiving addresses remain on TRONSCAN" {
				n++
			}
		}
		return n
	}
	before := told()
	b.NewUSDTOrder(b.Users.Customer, 5)
	b.Kit.Clock.Add(time.Minute)
	if got := told(); got != before+1 {
		t.Errorf("told %d times, %d before", got, before)
	}
	b.NewUSDTOrder(b.Users.Direct, 5)
	b.Kit.Clock.Add(time.Minute)
	if got := told(); got != before+1 {
		t.Errorf("told %d times", got)
	}
	more := []string{"TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9", "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7"}
	b.Users.Admin.Post("/virtual/currency/address", apptest.Object{"platform": "TRONSCAN", "addresses": more}).OK()
	b.NewUSDTOrder(b.Users.OtherCustomer, 5)
	b.Kit.Clock.Add(time.Minute)
	if got := told(); got != before+2 {
		t.Errorf("told %d times after a second fall", got)
	}
	pool := testkit.Data[web.Page[usdt.AddressRow]](b.Users.Admin.Get("/virtual/currency/address/page?platform=TRONSCAN&state=taken"))
	if pool.Total != 3 {
		t.Errorf("%+v", pool)
	}
	stock := testkit.Data[[]usdt.Stock](b.Users.Admin.Get("/virtual/currency/address/stock"))
	if stock[0].Free != 1 || stock[0].Mark != 1 || !stock[0].Low || !stock[0].Open || stock[2].Open {
		t.Errorf("%+v", stock)
	}
}
