package joined_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
)

// Staff, an agent and its customer move credit between the same accounts concurrently, each call several times under one key and some
// without a key. A successful call happened, once for a key; no account fell below zero, and the ledger is exact.
func TestMoneyInParallel(t *testing.T) {
	w := apptest.NewLossScenario(t, 0, apptest.AnswerLost)
	admin, agent, customer := w.Users.Admin, w.Users.Agent, w.Users.Customer
	a, c, s := agent.User.ID, customer.User.ID, w.Users.Secondary.User.ID
	held := map[string]money.Amount{}
	for id, amount := range map[string]int{a: 300, c: 200, s: 0} {
		if amount > 0 {
			admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": id, "amount": amount}).OK()
		}
		held[id] = money.Amount(amount) * money.Credit
	}
	type deed struct {
		who          *sessiontest.Actor
		method, path string
		body         apptest.Object
		moves        map[string]money.Amount // of one that succeeds
	}
	one := func(who *sessiontest.Actor, verb string, n int) deed {
		sign, own := money.Amount(1), money.Amount(0)
		if verb == "withdrawal" {
			sign = -1
		}
		if who == agent {
			own = -sign
		}
		size := money.Amount(n) * money.Credit
		return deed{who, "PUT", "/aty/customerinfo/" + verb, apptest.Object{"userId": c, "amount": n},
			map[string]money.Amount{c: sign * size, a: own * size}}
	}
	adjust := func(who *sessiontest.Actor, n money.Amount) deed {
		own := money.Amount(0)
		if who == agent {
			own = -n
		}
		return deed{who, "PUT", "/aty/customerinfo/" + c + "/" + n.String(), nil, map[string]money.Amount{c: n, a: own}}
	}
	move := func(who *sessiontest.Actor, from, to string, n money.Amount) deed {
		return deed{who, "POST", "/aty/customerinfo/amounts/move", apptest.Object{"fromUserId": from, "toUserId": to, "amount": n},
			map[string]money.Amount{from: -n, to: n}}
	}
	rng := rand.New(rand.NewPCG(8, 9))
	draw := func() deed {
		n := 1 + rng.IntN(60)
		who := []*sessiontest.Actor{admin, agent}[rng.IntN(2)]
		switch rng.IntN(4) {
		case 0:
			return one(who, []string{"recharge", "give", "rebate", "withdrawal", "withdrawal"}[rng.IntN(5)], n)
		case 1:
			return adjust(who, money.Amount(rng.IntN(12001)-6000)|1)
		case 2:
			return move(who, c, a, money.Amount(n*100+rng.IntN(100)))
		}
		return move(customer, [2]string{c, s}[n%2], [2]string{s, c}[n%2], money.Amount(n*100+rng.IntN(100)))
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	done := map[string]bool{}
	refused := 0
	for k := range 60 {
		d, key := draw(), fmt.Sprint("key ", k)
		for again := range 1 + rng.IntN(3) {
			all.Go(func() {
				call := d.who.With("Idempotency-Key", key)
				name := key
				if k%5 == 0 { // each call for itself
					call, name = d.who.Client, fmt.Sprint(key, ".", again)
				}
				var body any
				if d.body != nil {
					body = d.body
				}
				var answer *testkit.Answer
				for answer = call.Do(d.method, d.path, body); answer.Status >= 500 || answer.Code == 40902; {
					answer = call.Do(d.method, d.path, body)
				}
				mu.Lock()
				defer mu.Unlock()
				switch {
				case answer.Status == http.StatusPaymentRequired:
					refused++
				case answer.Status != http.StatusOK:
					t.Errorf("%s %v: %d %s", d.path, d.body, answer.Status, answer.Raw)
				case !done[name]:
					done[name] = true
					for id, n := range d.moves {
						held[id] += n
					}
				}
			})
		}
	}
	all.Wait()
	for id, want := range held {
		if got, _, err := w.Env.Ledger().Balance(t.Context(), id); err != nil || got != want || got < 0 {
			t.Errorf("%s holds %s, what was answered makes %s (%v)", id, got, want, err)
		}
	}
	if r, err := w.Env.Ledger().Reconcile(t.Context()); err != nil || r.Found > 0 {
		t.Errorf("the books: %v %v", r, err)
	}
	for who, sees := range map[*sessiontest.Actor][]string{admin: {a, c, s}, agent: {a, c, s}, customer: {c, s}, w.Users.Secondary: {s},
		w.Users.OtherAgent: nil} {
		sums := map[string]money.Amount{}
		for page := 1; page < 10; page++ {
			for _, l := range testkit.Data[ledger.StatementPage](who.Get(fmt.Sprint("/aty/accountstatement/page?size=100&current=", page))).Records {
				sums[l.UserID] += l.Amount
			}
		}
		for _, id := range sees {
			if sums[id] != held[id] {
				t.Errorf("%s reads lines of %s that make %s, not %s", who.Name, id, sums[id], held[id])
			}
		}
		if len(sums) > len(sees) {
			t.Errorf("%s reads lines of %v", who.Name, sums)
		}
	}
	t.Logf("%d movements, %d refusals", len(done), refused)
	if len(done) < 20 || refused == 0 {
		t.Error("that proves little")
	}
}
