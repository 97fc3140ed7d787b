package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	alipaysim "herald/localstack/simulators/alipay"
	chainsim "herald/localstack/simulators/chain"
	gatewaysim "herald/localstack/simulators/gateway"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	ratesim "herald/localstack/simulators/rates"
	wechatpaysim "herald/localstack/simulators/wechatpay"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// bank is the joined house with every simulator of money behind a socket: the real adapters pay.
type bank struct {
	*testing.T
	k      *testkit.Env
	e      *Env
	s      *testkit.Server
	c      *sessiontest.SeededUsers
	wechat *wechatpaysim.Sim
	alipay *alipaysim.Sim
	gate   *gatewaysim.Sim
	chains map[string]*chainsim.Sim
	rates  *ratesim.Sim
	urls   map[string]string
}

const apiV3 = "0123456789abcdef0123456789abcdef"

func mustBank(t *testing.T) *bank {
	t.Helper()
	b := &bank{T: t, k: testkit.Memory(t), chains: map[string]*chainsim.Sim{}, urls: map[string]string{}}
	b.s, b.e = serve(t, b.k)
	b.k.Config.PublicURL = b.s.URL
	keys, others, m := paymentledgertest.Keys(), paymentledgertest.Others(), &b.k.Config.Money
	var err error
	must := func() {
		if err != nil {
			t.Fatal(err)
		}
	}
	b.wechat, err = wechatpaysim.New(wechatpaysim.Config{Now: b.k.Now, AppID: "wx1", MerchantID: "1900", Serial: "5F",
		MerchantKey: keys.Public, APIv3Key: apiV3, Seed: 1, PlatformKey: others.Private})
	must()
	b.alipay, err = alipaysim.New(alipaysim.Config{Now: b.k.Now, AppID: "2021", SellerID: "2088", AppKey: keys.Public, Key: others.Private,
		Seed: 1})
	must()
	b.gate = gatewaysim.New(gatewaysim.Config{Now: clocktest.Running(), MerchantID: "M1", Secret: "s", Signer: "sha256"})
	b.rates = ratesim.New(ratesim.Config{Now: clocktest.Running(), Seed: 1})
	for name, s := range map[string]interface {
		Close()
	}{"wechatpay": b.wechat, "alipay": b.alipay, "gateway": b.gate, "rates": b.rates} {
		b.listen(name, s)
	}
	for _, kind := range []string{chainsim.TRON, chainsim.Ethereum, chainsim.Omni} {
		b.chains[kind], err = chainsim.New(chainsim.Config{Kind: kind, Now: b.k.Now})
		must()
		b.listen(kind, b.chains[kind])
	}
	m.WeChatPay.URL, m.WeChatPay.AppID, m.WeChatPay.MerchantID, m.WeChatPay.Serial = b.urls["wechatpay"], "wx1", "1900", "5F"
	m.WeChatPay.Key, m.WeChatPay.APIv3Key = keys.Private, apiV3
	m.Alipay.URL, m.Alipay.AppID, m.Alipay.SellerID = b.urls["alipay"]+"/gateway.do", "2021", "2088"
	m.Alipay.Key, m.Alipay.PublicKeys = keys.Private, []string{others.Public}
	m.Gateway.URL, m.Gateway.MerchantID, m.Gateway.Biz, m.Gateway.Signer, m.Gateway.Secrets = b.urls["gateway"], "M1", "al000", "sha256",
		[]string{"s"}
	m.TronURL, m.EthereumURL, m.OmniURL, m.RatesURL = b.urls["tron"], b.urls["ethereum"], b.urls["omni"], b.urls["rates"]
	b.c = (&sessiontest.Fixture{Env: b.k, Users: b.e.Users(), Session: b.e.Sessions()}).SeedUsers(t, b.s)
	return b
}

func (b *bank) listen(name string, s any) {
	b.Helper()
	server := httptest.NewServer(s.(http.Handler))
	b.Cleanup(func() { s.(interface{ Close() }).Close(); server.Close() })
	b.urls[name] = server.URL
}

// tick is the janitor's minute with the tasks that it asks for.
func (b *bank) tick() {
	b.Helper()
	for name, tick := range Ticks(b.e) {
		if err := tick(b.Context()); err != nil {
			b.Fatalf("%s: %v", name, err)
		}
	}
	b.work()
}

// work does what lies on the queue job.
func (b *bank) work() {
	b.Helper()
	tasks := JobTasks(b.e)
	b.k.Work(b, "job", func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
}

func taskOf(kind string) queue.Message { return queue.New(kind, "", struct{}{}) }

// rowsOf are the keys of the rows of the payment table whose partitions begin so.
func (b *bank) rowsOf(prefix string) []string {
	b.Helper()
	var out []string
	for shard := range 16 {
		items, err := store.Collect(store.Rows(b.Context(), b.k.DB, store.Query{Table: "payment", PK: prefix + strconv.Itoa(shard)}))
		if err != nil {
			b.Fatal(err)
		}
		for _, it := range items {
			out = append(out, store.SortKey(it))
		}
	}
	return out
}

// signIn gives somebody a new session, as after a lock, which ends all.
func (b *bank) signIn(who *sessiontest.Actor) {
	b.Helper()
	who.Token = (&sessiontest.Fixture{Env: b.k, Users: b.e.Users(), Session: b.e.Sessions()}).SignIn(b, b.s, who.User.Login)
}
