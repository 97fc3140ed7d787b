package apptest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	alipaysim "herald/localstack/simulators/alipay"
	chainsim "herald/localstack/simulators/chain"
	gatewaysim "herald/localstack/simulators/gateway"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	ratesim "herald/localstack/simulators/rates"
	wechatpaysim "herald/localstack/simulators/wechatpay"
	"herald/pkg/app"
	"herald/pkg/credit/exchange"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
)

// PaymentFixture is the product with a simulator of each payment provider and chain behind a socket.
type PaymentFixture struct {
	*testing.T
	Kit       *testkit.Env
	Env       *app.Env
	Server    *testkit.Server
	Users     *sessiontest.SeededUsers
	WeChatPay *wechatpaysim.Sim
	Alipay    *alipaysim.Sim
	Gateway   *gatewaysim.Sim
	Chains    map[string]*chainsim.Sim
	Rates     *ratesim.Sim
	urls      map[string]string
}

// WeChatAPIKey is the merchant's key of the simulator of WeChat Pay.
const WeChatAPIKey = "0123456789abcdef0123456789abcdef"

// NewPaymentFixture connects the product's adapters with the simulators.
func NewPaymentFixture(t *testing.T) *PaymentFixture {
	t.Helper()
	b := &PaymentFixture{T: t, Kit: testkit.Memory(t), Chains: map[string]*chainsim.Sim{}, urls: map[string]string{}}
	b.Server, b.Env = Serve(t, b.Kit)
	b.Kit.Config.PublicURL = b.Server.URL
	keys, others := paymentledgertest.Keys(), paymentledgertest.Others()
	var err error
	must := func() {
		if err != nil {
			t.Fatal(err)
		}
	}
	b.WeChatPay, err = wechatpaysim.New(wechatpaysim.Config{Now: b.Kit.Now, AppID: "wx1", MerchantID: "1900", Serial: "5F",
		MerchantKey: keys.Public, APIv3Key: WeChatAPIKey, Seed: 1, PlatformKey: others.Private})
	must()
	b.Alipay, err = alipaysim.New(alipaysim.Config{Now: b.Kit.Now, AppID: "2021", SellerID: "2088", AppKey: keys.Public, Key: others.Private,
		Seed: 1})
	must()
	b.Gateway = gatewaysim.New(gatewaysim.Config{Now: clocktest.Running(), MerchantID: "M1", Secret: "s", Signer: "sha256"})
	b.Rates = ratesim.New(ratesim.Config{Now: clocktest.Running(), Seed: 1})
	for name, s := range map[string]interface {
		Close()
	}{"wechatpay": b.WeChatPay, "alipay": b.Alipay, "gateway": b.Gateway, "rates": b.Rates} {
		b.listen(name, s)
	}
	for _, kind := range []string{chainsim.TRON, chainsim.Ethereum, chainsim.Omni} {
		b.Chains[kind], err = chainsim.New(chainsim.Config{Kind: kind, Now: b.Kit.Now})
		must()
		b.listen(kind, b.Chains[kind])
	}
	b.Kit.Config.Adapters.Set(map[string]string{
		"wechatpay.url": b.urls["wechatpay"], "wechatpay.appId": "wx1", "wechatpay.merchantId": "1900", "wechatpay.serial": "5F",
		"pay/wechatpay": Secret(Object{"key": keys.Private, "apiv3Key": WeChatAPIKey}),
		"alipay.url":    b.urls["alipay"] + "/gateway.do", "alipay.appId": "2021", "alipay.sellerId": "2088",
		"pay/alipay":  Secret(Object{"key": keys.Private, "publicKeys": []string{others.Public}}),
		"gateway.url": b.urls["gateway"],
		"tron.url":    b.urls["tron"], "ethereum.url": b.urls["ethereum"], "omni.url": b.urls["omni"], "rates.url": b.urls["rates"]})
	b.Users = (&sessiontest.Fixture{Env: b.Kit, Users: b.Env.Users(), Session: b.Env.Sessions()}).SeedUsers(t, b.Server)
	return b
}

func (b *PaymentFixture) listen(name string, s any) {
	b.Helper()
	server := httptest.NewServer(s.(http.Handler))
	b.Cleanup(func() { s.(interface{ Close() }).Close(); server.Close() })
	b.urls[name] = server.URL
}

// Tick runs the ticks of all modules and the jobs that they queue.
func (b *PaymentFixture) Tick() {
	b.Helper()
	for name, tick := range app.Ticks(b.Env) {
		if err := tick(b.Context()); err != nil {
			b.Fatalf("%s: %v", name, err)
		}
	}
	b.RunJobs()
}

// RunJobs consumes the job queue.
func (b *PaymentFixture) RunJobs() {
	b.Helper()
	tasks := app.JobTasks(b.Env)
	b.Kit.Work(b, "job", func(ctx context.Context, m queue.Message) error { return tasks[m.Kind](ctx, m) })
}

// TaskOf is a task of a kind without data.
func TaskOf(kind string) queue.Message { return queue.New(kind, "", struct{}{}) }

// PaymentRows lists the sort keys of the payment table in the partitions with a prefix.
func (b *PaymentFixture) PaymentRows(prefix string) []string {
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

// SignIn gives a user a new session, for example after a lock, which ends all sessions.
func (b *PaymentFixture) SignIn(who *sessiontest.Actor) {
	b.Helper()
	who.Token = (&sessiontest.Fixture{Env: b.Kit, Users: b.Env.Users(), Session: b.Env.Sessions()}).SignIn(b, b.Server, who.User.Login)
}

// Order makes a top-up order.
func (b *PaymentFixture) Order(who *sessiontest.Actor, payType, amount int) topup.CreateResponse {
	b.Helper()
	return testkit.Data[topup.CreateResponse](who.Post("/pay/order",
		Object{"amount": amount, "payType": payType, "feeType": nil, "hash": nil, "rechargeType": 1}))
}

// Status reads the status of a top-up order.
func (b *PaymentFixture) Status(who *sessiontest.Actor, id string) int {
	b.Helper()
	return testkit.Data[int](who.Get("/pay/order/" + id + "/status"))
}

// Balance is the available credit of a user.
func (b *PaymentFixture) Balance(who *sessiontest.Actor) string {
	b.Helper()
	available, _, err := b.Env.Ledger().Balance(b.Context(), who.User.ID)
	if err != nil {
		b.Fatal(err)
	}
	return available.String()
}

// WaitUntil waits for the effect of a callback.
func (b *PaymentFixture) WaitUntil(what string, done func() bool) {
	b.Helper()
	for b.Context().Err() == nil {
		if done() {
			return
		}
	}
	b.Fatalf("%s never happened", what)
}

// SubmitForm posts a form to the provider's page, as a browser does.
func (b *PaymentFixture) SubmitForm(html string) {
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

// FormOf reads the form that a browser would post.
func FormOf(html string) (action string, values url.Values) {
	attribute := func(tag, name string) string {
		_, rest, _ := strings.Cut(tag, name+`="`)
		value, _, _ := strings.Cut(rest, `"`)
		return strings.NewReplacer("&amp;", "&", "&#34;", `"`, "&#43;", "+", "&#39;", "'", "&lt;", "<", "&gt;", ">").Replace(value)
	}
	parts := strings.Split(html, "<input ")
	values = url.Values{}
	for _, input := range parts[1:] {
		values.Set(attribute(input, "name"), attribute(input, "value"))
	}
	return attribute(parts[0], "action"), values
}

// FetchRates asks the source of exchange rates.
func (b *PaymentFixture) FetchRates() {
	b.Helper()
	if err := b.Env.Exchange().Tasks()[exchange.TaskFetch](b.Context(), TaskOf(exchange.TaskFetch)); err != nil {
		b.Fatal(err)
	}
}

// PollDelays returns the delays of the polls of orders that were queued since the last call, the shortest first.
func (b *PaymentFixture) PollDelays() (after []time.Duration) {
	for _, sent := range b.Kit.Sent.Take() {
		if sent.Kind == topup.TaskPoll {
			after = append(after, sent.Delay)
		}
	}
	slices.Sort(after)
	return after
}

// Notices returns the unread notices of a user whose text contains words, each with its link.
func (b *PaymentFixture) Notices(who *sessiontest.Actor, words string) (all []string) {
	b.Helper()
	b.RunJobs()
	for _, m := range testkit.Data[notice.Unread](who.In("en_US").Get("/im/notice/no/read")).Records {
		if strings.Contains(m.Contents.Summary, words) {
			all = append(all, m.Contents.Summary+" → "+m.Link)
		}
	}
	slices.Sort(all)
	return all
}

// PriceNotices lists a user's notices of raised prices, the newest first.
func (b *PaymentFixture) PriceNotices(who *sessiontest.Actor) (texts []string) {
	b.Helper()
	b.RunJobs()
	for _, m := range testkit.Data[notice.Unread](who.In("en_US").Get("/im/notice/no/read")).Records {
		if m.Contents.Title == "Your price has gone up" {
			texts = append(texts, m.Contents.Summary)
		}
	}
	return texts
}
