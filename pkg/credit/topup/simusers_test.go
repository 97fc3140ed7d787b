package topup_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/clocktest"
	alipaysim "herald/localstack/simulators/alipay"
	chainsim "herald/localstack/simulators/chain"
	gatewaysim "herald/localstack/simulators/gateway"
	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	"herald/localstack/simulators/sim"
	wechatpaysim "herald/localstack/simulators/wechatpay"
	"herald/pkg/app"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// payScenario has the users and data before a seed begins.
type payScenario struct {
	rows         *store.Memory
	keys, theirs paymentledgertest.Pair
	at           time.Time
	who          map[string]*auth.Principal // by token
	buyers       []string
	admin        string
	leaver       string // a customer who is deleted while it pays
	agent, clerk string // which only make refused requests
}

var payOnce struct {
	sync.Once
	town *payScenario
}

// payBits is the length of the keys. Signatures of longer ones were half of a seed's cost; providers' tests use real lengths.
const payBits = 512

func newPayScenario(t *testing.T) *payScenario {
	payOnce.Do(func() {
		w := &payScenario{rows: store.NewMemory(nil), keys: paymentledgertest.NewPair(payBits), theirs: paymentledgertest.NewPair(payBits),
			who: map[string]*auth.Principal{}}
		clocktest.Bubble(t, func(t *testing.T) { w.make(t) })
		payOnce.town = w
	})
	return payOnce.town
}

func (w *payScenario) make(t *testing.T) {
	users, ids := &user.Store{DB: w.rows, Now: time.Now, Cost: auth.Cheap}, id.New(time.Now)
	agent := ""
	for i, ty := range []auth.Type{auth.Admin, auth.Agent, auth.First, auth.First, auth.First, auth.First, auth.First, auth.Admin} {
		n := user.New{ID: ids.Next(), Password: "Tidal-Fern-92", User: user.User{Type: ty, Name: "x", Phone: fmt.Sprintf("1390000000%d", i)}}
		if i == 2 {
			n.User.Agent = agent
		}
		u, err := users.Create(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		o := u.Owner()
		w.who[u.ID] = &auth.Principal{UserID: u.ID, Name: u.Name, Type: ty, Tenant: o.Tenant, Agent: o.Agent, Perms: payRights(ty, i == 7)}
		switch ty {
		case auth.Admin:
			w.admin, w.clerk = cmp.Or(w.admin, u.ID), u.ID
		case auth.Agent:
			agent, w.agent = u.ID, u.ID
		case auth.First:
			if w.leaver = u.ID; i < 6 {
				w.buyers = append(w.buyers, u.ID)
			}
		}
	}
	e := &app.Env{DB: w.rows, Now: time.Now}
	if err := e.Settings().Set(t.Context(), "topup.expire.minutes", "6", "admin"); err != nil {
		t.Fatal(err)
	}
	w.coins(t)
	w.at = time.Now()
}

func (w *payScenario) open(seed uint64) *paySystem {
	time.Sleep(time.Until(w.at.Add(time.Second)))
	s := &paySystem{town: w, rng: rand.New(rand.NewPCG(seed, 11)), db: w.rows.Clone(), sims: map[string]*sim.Sim{},
		books: map[string]*paymentledger.Ledger{}, chains: map[string]*chainsim.Sim{}}
	s.ctx, s.end = context.WithCancel(context.Background())
	s.ids = id.Seeded(time.Now, payRandom{s})
	back := payCallbacks{s}
	retry := func(n int) time.Duration {
		if n > 5 {
			return -1
		}
		return time.Duration(15<<n) * time.Second
	}
	wx, err := wechatpaysim.New(wechatpaysim.Config{AppID: "wx1", MerchantID: "1900", Serial: "5F", MerchantKey: w.keys.Public,
		APIv3Key: apptest.WeChatAPIKey, Seed: seed, PlatformKey: w.theirs.Private, Transport: back, Retry: retry})
	if err != nil {
		panic(err)
	}
	al, err := alipaysim.New(alipaysim.Config{AppID: "2021", SellerID: "2088", AppKey: w.keys.Public, Key: w.theirs.Private, Seed: seed,
		Transport: back, Retry: retry})
	if err != nil {
		panic(err)
	}
	gw := gatewaysim.New(gatewaysim.Config{MerchantID: "M1", Secret: "s", Signer: "sha256", Seed: seed, Transport: back, Retry: retry})
	for _, name := range coinNames {
		c, err := chainsim.New(chainsim.Config{Kind: name, Seed: seed, Now: time.Now})
		if err != nil {
			panic(err)
		}
		s.chains[name], s.sims[name] = c, c.Sim
	}
	s.sims["wechatpay"], s.sims["alipay"], s.sims["gateway"] = wx.Sim, al.Sim, gw.Sim
	s.books["wechatpay"], s.books["alipay"], s.books["gateway"] = wx.Ledger, al.Ledger, gw.Ledger
	return s
}
