package apptest

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
	"herald/pkg/app"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

// PaymentFixture is the joined product with every simulator of money behind a socket: the real adapters pay.
type PaymentFixture struct {
	*testing.T
	Kit    *testkit.Env
	Env    *app.Env
	Server *testkit.Server
	Users  *sessiontest.SeededUsers
	Wechat *wechatpaysim.Sim
	Alipay *alipaysim.Sim
	Gate   *gatewaysim.Sim
	Chains map[string]*chainsim.Sim
	Rates  *ratesim.Sim
	urls   map[string]string
}

const WeChatAPIKey = "0123456789abcdef0123456789abcdef"

func NewPaymentFixture(t *testing.T) *PaymentFixture {
	t.Helper()
	b := &PaymentFixture{T: t, Kit: testkit.Memory(t), Chains: map[string]*chainsim.Sim{}, urls: map[string]string{}}
	b.Server, b.Env = Serve(t, b.Kit)
	b.Kit.Config.PublicURL = b.Server.URL
	keys, others, m := paymentledgertest.Keys(), paymentledgertest.Others(), &b.Kit.Config.Money
	var err error
	must := func() {
		if err != nil {
			t.Fatal(err)
		}
	}
	b.Wechat, err = wechatpaysim.New(wechatpaysim.Config{Now: b.Kit.Now, AppID: "wx1", MerchantID: "1900", Serial: "5F",
		MerchantKey: keys.Public, APIv3Key: WeChatAPIKey, Seed: 1, PlatformKey: others.Private})
	must()
	b.Alipay, err = alipaysim.New(alipaysim.Config{Now: b.Kit.Now, AppID: "2021", SellerID: "2088", AppKey: keys.Public, Key: others.Private,
		Seed: 1})
	must()
	b.Gate = gatewaysim.New(gatewaysim.Config{Now: clocktest.Running(), MerchantID: "M1", Secret: "s", Signer: "sha256"})
	b.Rates = ratesim.New(ratesim.Config{Now: clocktest.Running(), Seed: 1})
	for name, s := range map[string]interface {
		Close()
	}{"wechatpay": b.Wechat, "alipay": b.Alipay, "gateway": b.Gate, "rates": b.Rates} {
		b.listen(name, s)
	}
	for _, kind := range []string{chainsim.TRON, chainsim.Ethereum, chainsim.Omni} {
		b.Chains[kind], err = chainsim.New(chainsim.Config{Kind: kind, Now: b.Kit.Now})
		must()
		b.listen(kind, b.Chains[kind])
	}
	m.WeChatPay.URL, m.WeChatPay.AppID, m.WeChatPay.MerchantID, m.WeChatPay.Serial = b.urls["wechatpay"], "wx1", "1900", "5F"
	m.WeChatPay.Key, m.WeChatPay.APIv3Key = keys.Private, WeChatAPIKey
	m.Alipay.URL, m.Alipay.AppID, m.Alipay.SellerID = b.urls["alipay"]+"/gateway.do", "2021", "2088"
	m.Alipay.Key, m.Alipay.PublicKeys = keys.Private, []string{others.Public}
	m.Gateway.URL, m.Gateway.MerchantID, m.Gateway.Biz, m.Gateway.Signer, m.Gateway.Secrets = b.urls["gateway"], "M1", "al000", "sha256",
		[]string{"s"}
	m.TronURL, m.EthereumURL, m.OmniURL, m.RatesURL = b.urls["tron"], b.urls["ethereum"], b.urls["omni"], b.urls["rates"]
	b.Users = (&sessiontest.Fixture{Env: b.Kit, Users: b.Env.Users(), Session: b.Env.Sessions()}).SeedUsers(t, b.Server)
	return b
}

func (b *PaymentFixture) listen(name string, s any) {
	b.Helper()
	server := httptest.NewServer(s.(http.Handler))
	b.Cleanup(func() { s.(interface{ Close() }).Close(); server.Close() })
	b.urls[name] = server.URL
}

// Tick is the janitor's minute with the tasks that it asks for.
func (b *PaymentFixture) Tick() {
	b.Helper()
	for name, tick := range app.Ticks(b.Env) {
		if err := tick(b.Context()); err != nil {
			b.Fatalf("%s: %v", name, err)
		}
	}
	b.Work()
}

// Work does what lies on the queue job.
func (b *PaymentFixture) Work() {
	b.Helper()
	tasks := app.JobTasks(b.Env)
	b.Kit.Work(b, "job", func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
}

func TaskOf(kind string) queue.Message { return queue.New(kind, "", struct{}{}) }

// RowsOf are the keys of the rows of the payment table whose partitions begin so.
func (b *PaymentFixture) RowsOf(prefix string) []string {
	b.Helper()
	var out []string
	for shard := range 16 {
		items, err := store.Collect(store.Rows(b.Context(), b.Kit.DB, store.Query{Table: "payment", PK: prefix + strconv.Itoa(shard)}))
		if err != nil {
			b.Fatal(err)
		}
		for _, it := range items {
			out = append(out, store.SortKey(it))
		}
	}
	return out
}

// SignIn gives a user a new session, as after a lock, which ends all.
func (b *PaymentFixture) SignIn(who *sessiontest.Actor) {
	b.Helper()
	who.Token = (&sessiontest.Fixture{Env: b.Kit, Users: b.Env.Users(), Session: b.Env.Sessions()}).SignIn(b, b.Server, who.User.Login)
}
