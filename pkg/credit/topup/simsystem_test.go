package topup_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	chainsim "herald/localstack/simulators/chain"
	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
	"herald/pkg/app"
	"herald/pkg/credit/topup"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/config"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// paySystem has the orders at providers in virtual time: the modules as app joins them, the real adapters, and the providers' simulators.
// Functions die between any two calls. Calls are refused, or carried out and never answered. A seed decides everything random.
type paySystem struct {
	town    *payScenario
	mu      sync.Mutex
	rng     *rand.Rand
	db      *store.Memory
	ids     *id.Source
	ctx     context.Context
	end     context.CancelFunc
	lives   sync.WaitGroup
	faults  atomic.Bool
	calm    atomic.Bool // the janitor comes every few hours
	gone    atomic.Bool // the leaver is deleted: its sessions have ended
	sims    map[string]*sim.Sim
	books   map[string]*paymentledger.Ledger
	chains  map[string]*chainsim.Sim
	wishes  []hashRequest // in USDT
	idle    []*payInstance
	early   func(provider string, b *paymentledger.Ledger) // a payer may pay before our call is answered
	kills   int
	injured int
	alarms  []string
}

func (s *paySystem) close() {
	s.end()
	for _, one := range s.sims {
		one.Close()
	}
	s.lives.Wait()
}

func (s *paySystem) n(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rng.IntN(n)
}

// fault draws whether a call fails, with a probability in thousandths.
func (s *paySystem) fault(permille int) bool {
	if s.calm.Load() { // there are few looks, and few go wrong
		permille = (permille + 4) / 5
	}
	if !s.faults.Load() || s.n(1000) >= permille {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.injured++
	return true
}

type payRandom struct{ s *paySystem }

func (r payRandom) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r.s.n(256))
	}
	return len(b), nil
}

func (s *paySystem) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-s.ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// payInstance is one warm function: it serves one invocation at a time.
type payInstance struct {
	s     *paySystem
	dead  atomic.Bool
	gates atomic.Int64
	kill  int64 // the passage at which it dies
	env   *app.Env
	tasks app.Tasks
	ticks map[string]func(context.Context) error
}

// gate runs before and after every outside call. It ends the goroutines of a dead function.
func (i *payInstance) gate() {
	if i.dead.Load() {
		runtime.Goexit()
	}
	if i.gates.Add(1) == i.kill {
		i.dead.Store(true)
		runtime.Goexit()
	}
}

func (s *paySystem) build() *payInstance {
	i := &payInstance{s: s}
	e := s.modules(i, &store.Faulty{DB: s.db, Before: i.before, After: i.after})
	rooms := payModules(e)
	i.env, i.tasks, i.ticks = e, app.JobTasksOf(rooms), app.TicksOf(rooms)
	return i
}

// modules builds the modules of a payment as app does, with a database and an instance's transport to the providers.
func (s *paySystem) modules(i *payInstance, db store.DB) *app.Env {
	cfg := &config.Config{PublicURL: "http://herald.test"}
	cfg.Adapters.Set(map[string]string{
		"wechatpay.url": "http://wechatpay", "wechatpay.appId": "wx1", "wechatpay.merchantId": "1900", "wechatpay.serial": "5F",
		"pay/wechatpay": apptest.Secret(apptest.Object{"key": s.town.keys.Private, "apiv3Key": apptest.WeChatAPIKey}),
		"alipay.url":    "http://alipay/gateway.do", "alipay.appId": "2021", "alipay.sellerId": "2088",
		"pay/alipay":   apptest.Secret(apptest.Object{"key": s.town.keys.Private, "publicKeys": []string{s.town.theirs.Public}}),
		"tron.url":     "http://tron",
		"ethereum.url": "http://ethereum/", "omni.url": "http://omni",
		"gateway.url": "http://gateway", "gateway.merchantId": "M1", "gateway.biz": "al000", "gateway.signer": "sha256",
		"pay/gateway": `{"secrets":["s"]}`})
	e := &app.Env{Config: cfg, DB: db, Queues: i, ProviderTransport: i, Hub: &push.Hub{DB: db, Poster: &testkit.Pushed{}, Now: time.Now},
		Audit: auditlog.Log{DB: db}, Now: time.Now,
		IDs: s.ids, Meter: &store.Meter{}, Log: s.log}
	served := web.New(web.Options{Catalogue: testkit.Texts(), DB: db, Audit: e.Audit, Now: time.Now, IDs: s.ids, Log: e.RequestLog,
		Authenticate: func(_ context.Context, token string) (*auth.Principal, error) {
			if p := s.town.who[token]; p != nil && (token != s.town.leaver || !s.gone.Load()) {
				return p, nil
			}
			return nil, fault.New(fault.Unauthorized, 0, "web.unauthorized")
		}})
	e.SetAPI(served)
	app.Mount(served, payModules(e))
	return e
}

// payModules are the modules that take part in a payment.
func payModules(e *app.Env) app.Modules {
	return app.Modules{
		{Name: "topup", Module: e.TopUps()},
		{Name: "exchange", Module: e.Exchange()},
		{Name: "topup.admin", Module: topup.NewAdminHandler(e.TopUps())},
		{Name: "usdt", Module: e.USDT()},
		{Name: "notice", Module: e.NoticeService()},
		{Name: "reconcile", Module: e.Reconciliation()},
		{Name: "customer", Module: e.Customers()},
		{Name: "user", Module: e.UserService()},
	}
}

// log keeps the alarms.
func (s *paySystem) log(line map[string]any) {
	if line["alarm"] != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.alarms = append(s.alarms, fmt.Sprint(line["alarm"], ": ", line["order"]))
	}
}

func (i *payInstance) before(call string) error {
	i.gate()
	if !i.s.fault(15) {
		return nil
	}
	if call == "transact" && i.s.n(2) == 0 {
		return store.ErrConflict
	}
	return errors.New("throttled")
}

func (i *payInstance) after(call string) error {
	i.gate()
	if (strings.HasPrefix(call, "write") || call == "transact") && i.s.fault(25) {
		return store.ErrUnclear
	}
	return nil
}

// Send simulates the queue: at least once, in any order, and sometimes never.
func (i *payInstance) Send(_ context.Context, _ string, messages ...queue.Message) error {
	i.gate()
	if i.s.fault(15) {
		return errors.New("queue: refused")
	}
	for _, m := range messages {
		copies := 1
		if i.s.fault(80) {
			copies = 2 * i.s.n(2)
		}
		for range copies {
			wait := m.Delay + time.Duration(i.s.n(3000))*time.Millisecond
			i.s.lives.Go(func() { i.s.deliver(m, wait) })
		}
	}
	i.gate()
	return nil
}

// deliver runs a function for a message until it succeeds, at most three times.
func (s *paySystem) deliver(m queue.Message, wait time.Duration) {
	for range 3 {
		if !s.sleep(wait) || s.invoke(2*time.Minute, func(ctx context.Context, i *payInstance) error { return i.do(ctx, m) }) == nil {
			return
		}
		wait = 30 * time.Second
	}
}

// do handles a message. Messages of modules that are not joined here do nothing.
func (i *payInstance) do(ctx context.Context, m queue.Message) error {
	if do := i.tasks[m.Kind]; do != nil {
		return do(ctx, m)
	}
	return nil
}

// invoke runs work in a function and returns its error.
func (s *paySystem) invoke(limit time.Duration, work func(context.Context, *payInstance) error) error {
	s.mu.Lock()
	var i *payInstance
	if n := len(s.idle); n > 0 {
		i, s.idle = s.idle[n-1], s.idle[:n-1]
	}
	s.mu.Unlock()
	if i == nil {
		i = s.build()
	}
	i.gates.Store(0)
	if i.kill = 0; s.faults.Load() && s.n(100) < 8 {
		i.kill = int64(1 + s.n(60))
	}
	ctx, cancel := context.WithTimeout(s.ctx, limit)
	defer cancel()
	done := make(chan error, 1)
	s.lives.Go(func() {
		err := errors.New("killed")
		defer func() { done <- err }()
		err = work(ctx, i)
	})
	err := <-done
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.dead.Load() {
		s.kills++
		return errors.New("killed")
	}
	s.idle = append(s.idle, i)
	return err
}

// RoundTrip is the transport to the providers: refused connections, lost or late responses, a proxy's error page. A payer may pay before
// our call has returned.
func (i *payInstance) RoundTrip(req *http.Request) (*http.Response, error) {
	i.gate()
	s := i.s
	if s.fault(30) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	}
	if req.URL.Path == "" { // as it goes over a socket
		req = req.Clone(req.Context())
		req.URL.Path = "/"
	}
	res, err := s.sims[req.URL.Host].Transport().RoundTrip(req)
	i.gate()
	if err != nil {
		return res, err
	}
	if b := s.books[req.URL.Host]; b != nil {
		s.early(req.URL.Host, b)
	}
	switch {
	case s.fault(20):
		_ = res.Body.Close()
		return nil, io.ErrUnexpectedEOF
	case s.fault(10):
		_ = res.Body.Close()
		res.StatusCode, res.Header, res.Body = http.StatusBadGateway, http.Header{}, io.NopCloser(strings.NewReader("<html>bad gateway</html>"))
	case s.fault(20):
		s.sleep(time.Duration(s.n(8000)) * time.Millisecond)
	}
	i.gate()
	return res, nil
}
