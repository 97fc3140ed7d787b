package email_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/ordertest"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/email"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

var (
	seeds = flag.Uint64("seeds", 30, "how many seeds the simulation runs, as far as -spend allows")
	first = flag.Uint64("seed", 1, "the first of them")
	spend = flag.Duration("spend", 0, "how long the simulation begins new seeds; 0 for all of them")
	keep  = flag.Bool("keep", false, "go on after a seed that fails")
)

// totals are what all seeds came to.
type totals struct{ seeds, orders, addresses, accepted, twice, lost, killed atomic.Int64 }

// Campaigns are sent while functions die, calls and their answers are lost, and reports come twice and in any order. No address gets an
// email twice, none is lost without being accounted for, and the credit matches the accepted emails, their bounces and the refunds.
func TestEmailSimulation(t *testing.T) {
	chunkrow.SetSizes(10, 4)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	var sums totals
	var next atomic.Uint64
	began := time.Now()
	t.Run("seeds", func(t *testing.T) {
		for core := range runtime.GOMAXPROCS(0) {
			t.Run(fmt.Sprint(core), func(t *testing.T) {
				t.Parallel()
				for (!t.Failed() || *keep) && (*spend == 0 || time.Since(began) < *spend) {
					n := next.Add(1)
					if n > *seeds {
						return
					}
					seed := *first + n - 1
					bad := false
					clocktest.Bubble(t, func(t *testing.T) {
						(&play{t: t, seed: seed, sums: &sums}).run()
						bad = t.Failed()
					})
					if sums.seeds.Add(1); bad {
						t.Logf("again: go test ./pkg/campaign/email -run TestEmailSimulation -seeds 1 -seed %d", seed)
					}
				}
			})
		}
	})
	t.Logf("%d seeds in %.0f s: %d orders to %d addresses, %d emails accepted, %d sent twice, %d lost, %d functions killed",
		sums.seeds.Load(), time.Since(began).Seconds(), sums.orders.Load(), sums.addresses.Load(), sums.accepted.Load(), sums.twice.Load(),
		sums.lost.Load(), sums.killed.Load())
	if sums.killed.Load() == 0 {
		t.Error("nothing was killed: the simulation tests nothing")
	}
}

// play is one seed.
type play struct {
	*ordertest.Pipeline
	t      *testing.T
	sums   *totals
	seed   uint64
	rng    *rand.Rand
	limit  int    // of the sender's day; 0: none
	sender string // empty: the platform's
	mu     sync.Mutex
	days   map[string]int // accepted emails of a day at +08:00
}

func (y *play) run() {
	y.rng = rand.New(rand.NewPCG(y.seed, 11))
	w := ordertest.NewPipeline(y.seed, 1)
	y.Pipeline = w
	w.Mailbox = &ordertest.Mailbox{}
	defer w.Goroutines.Wait()
	defer w.Sim.Close()
	defer w.Stop()
	for key, value := range map[string]any{"order.review.auto": true, "email.default.from": "news@mail.herald.example",
		"email.pause.bounce.percent": 0, "email.pause.complaint.permille": 0, "halt.failed.percent": 0, "halt.complained.permille": 0,
		"email.soft.suppress": 0} {
		w.Settings[key] = value
	}
	w.Deposit(1000 * money.Credit)
	w.Mailbox.Accepted = y.report
	y.days = map[string]int{}
	if y.seed%3 == 0 {
		y.limit = 10 + y.rng.IntN(20)
		w.VerifiedDomain("shop", true)
		y.sender = w.Caller()("POST", "/edm/sender", "application/json",
			strings.NewReader(fmt.Sprintf(`{"name":"Shop","mailbox":"news","domainId":"shop","dailyLimit":%d}`, y.limit)))
	}
	start := w.Credit(y.t)
	var ids, files []string
	var all [][]string
	for range 1 + y.rng.IntN(2) {
		some := y.audience()
		all, files = append(all, some), append(files, y.upload(some))
	}
	w.Faults.Store(true)
	begun := time.Now()
	w.Goroutines.Go(func() {
		for time.Since(begun) < 3*time.Hour && w.Sleep(time.Minute) {
			_ = y.tick() // what fails is made up for by the next
		}
	})
	for _, file := range files {
		ids = append(ids, y.submit(file))
	}
	w.Sleep(2 * time.Hour)
	w.Faults.Store(false)
	w.Sleep(2 * time.Hour)
	y.passDays()
	w.Sleep(60 * 24 * time.Hour)
	w.Faults.Store(true) // the refunds survive deaths too
	for range 20 {
		_ = y.tick()
		w.Sleep(time.Minute)
	}
	w.Faults.Store(false)
	for range 3 {
		if err := y.tick(); err != nil {
			y.t.Errorf("seed %d: %v", y.seed, err)
		}
		w.Sleep(time.Minute)
	}
	cost := money.Amount(0)
	for i, id := range ids {
		cost += y.check(id, len(all[i]))
	}
	for _, row := range y.unanswered(ids) {
		cost += y.check(row.ID, row.Total)
	}
	y.sums.killed.Add(int64(w.Kills))
	if got := w.Credit(y.t); got != start-cost {
		y.t.Errorf("seed %d: balance %s instead of %s", y.seed, got, start-cost)
	}
	if r, err := w.Reliable().Engine.Flow.Credit.Ledger.Reconcile(w.Context); err != nil || r.Found > 0 {
		y.t.Errorf("seed %d: the books: %+v, %v", y.seed, r, err)
	}
}

// passDays lets days pass on which an order waits for the limit of its sender, the first half of them with faults.
func (y *play) passDays() {
	if y.limit == 0 {
		return
	}
	const most = 24
	for day := range most {
		y.Faults.Store(day < most/2)
		y.Sleep(24 * time.Hour)
		for range 4 {
			_ = y.tick()
			y.Sleep(time.Minute)
		}
	}
	for day, n := range y.days {
		if n > y.limit {
			y.t.Errorf("seed %d: %d emails on %s of %d", y.seed, n, day, y.limit)
		}
	}
}

// tick runs the periodic work in a process of its own.
func (y *play) tick() error {
	return y.Invoke(func(r *bulk.Service) error { return ordertest.Emails(r.Engine).Tick(y.Context) })
}

// audience is some addresses, with few or many that do not exist.
func (y *play) audience() (all []string) {
	hard := []int{0, 3, 15}[y.rng.IntN(3)]
	for i := range 30 + y.rng.IntN(30) {
		beginning := "ok"
		switch n := y.rng.IntN(100); {
		case n < hard:
			beginning = []string{"hard", "listed", "late"}[n%3]
		case n < hard+10:
			beginning = "soft"
		case n < hard+15:
			beginning = "refused"
		case n < hard+17:
			beginning = "complained"
		}
		all = append(all, fmt.Sprintf("%s.%d.%d@example.com", beginning, y.seed, i+1000*y.rng.IntN(1000)))
	}
	return all
}

func (y *play) upload(addresses []string) string {
	var form bytes.Buffer
	m := multipart.NewWriter(&form)
	part, err := m.CreateFormFile("file", "people.csv")
	if err != nil {
		y.t.Fatal(err)
	}
	fmt.Fprintf(part, "email\n%s\n", strings.Join(addresses, "\n"))
	if err := m.Close(); err != nil {
		y.t.Fatal(err)
	}
	return y.Caller()("POST", "/uf/uploadfile/contact", m.FormDataContentType(), &form)
}

func (y *play) submit(file string) string {
	p := y.Principal()
	ctx := auth.Into(y.Context, p)
	var err error
	for range 100 {
		var got *order.SubmitResponse
		if err = y.Invoke(func(r *bulk.Service) (err error) {
			got, err = ordertest.Emails(r.Engine).Submit(ctx, p, &email.Request{Name: "x", FileID: file, CountryCode: "BR", SenderID: y.sender,
				Content: email.Content{Subject: "Hi", Format: "text", Text: "Hi"}})
			return err
		}); err == nil {
			return got.ID
		}
		y.Sleep(time.Second)
	}
	y.t.Fatalf("seed %d: %v", y.seed, err)
	return ""
}

// report brings the reports of an email, some twice and in any order, to functions that may die.
func (y *play) report(m provider.Message) {
	all := ordertest.Reports(m, time.Now())
	y.mu.Lock()
	y.days[time.Now().In(clock.China).Format(time.DateOnly)]++
	y.mu.Unlock()
	if y.rng.IntN(5) == 0 {
		all = append(all, all...)
	}
	y.rng.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	wait := time.Duration(y.rng.IntN(20_000)) * time.Millisecond
	y.Goroutines.Go(func() {
		for _, one := range all {
			for y.Sleep(wait) && y.Invoke(func(r *bulk.Service) error {
				return ordertest.Receive(y.Context, ordertest.Emails(r.Engine).Engine, one)
			}) != nil {
				wait = time.Second
			}
		}
	})
}

// unanswered are the orders that were made although the function died before it answered. The customer ordered again without a key.
func (y *play) unanswered(ids []string) []order.Row {
	rows, _, err := order.ListOf(email.Kind).Page(y.Context, y.DB, "u#"+ordertest.CustomerID, store.ListQuery{Current: 1, Size: 100})
	if err != nil || len(rows) < len(ids) {
		y.t.Errorf("seed %d: %d of %d orders are listed: %v", y.seed, len(rows), len(ids), err)
	}
	return slices.DeleteFunc(rows, func(r order.Row) bool { return slices.Contains(ids, r.ID) })
}

// check verifies an order to n recipients, and gives what it costs in the end.
func (y *play) check(id string, n int) money.Amount {
	o, ok, err := y.Reliable().Engine.Flow.Orders.Get(y.Context, id)
	if err != nil || !ok || !o.Settled {
		y.t.Errorf("seed %d: %s is not settled: %v", y.seed, id, err)
		return 0
	}
	got, came := map[string]int{}, map[string]int{}
	for _, m := range y.Mailbox.Emails() {
		if strings.HasPrefix(m.Reference, id+".") {
			came[m.To[:strings.IndexByte(m.To, '.')]]++
			if got[m.To]++; got[m.To] > 1 {
				y.sums.twice.Add(1)
				y.t.Errorf("seed %d: %s got %d emails", y.seed, m.To, got[m.To])
			}
		}
	}
	sum := 0
	for _, some := range o.Counts {
		sum += some
	}
	b, accepted := *o.Bounces, len(got)
	least := came["hard"] + came["listed"]
	if sum != n || b.Soft != came["soft"] || b.Permanent() < least || b.Permanent() > least+came["late"] {
		y.t.Errorf("seed %d: %d of %d, %+v of %v", y.seed, sum, n, b, came)
	}
	if lost := n - accepted - o.Counts["failed"] - o.Counts["unknown"] + b.All(); lost != 0 {
		y.sums.lost.Add(int64(lost))
		y.t.Errorf("seed %d: %d of %d are not accounted for: %v", y.seed, lost, n, o.Counts)
	}
	y.sums.orders.Add(1)
	y.sums.addresses.Add(int64(n))
	y.sums.accepted.Add(int64(accepted))
	charged := accepted
	if b.Permanent()*100 < 5*accepted {
		charged -= b.Permanent()
	}
	soft := money.Amount(10 * b.Soft)
	if *o.Actual != money.Amount(10*charged) || o.Back != soft {
		y.t.Errorf("seed %d: %s charged for %d, %s back for %d", y.seed, *o.Actual, charged, o.Back, b.Soft)
	}
	return *o.Actual - soft
}
