package bulk_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/comment"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// span is a time in which nothing may be sent for a user or an order; until is zero while it is open.
type span struct{ since, until time.Time }

func (s span) holds(at time.Time, grace time.Duration) bool {
	return at.After(s.since.Add(grace)) && (s.until.IsZero() || at.Before(s.until))
}

// purchase is a request that must become exactly one order.
type purchase struct {
	who     *ordertest.Actor
	name    string
	path    string // of its kind
	group   string
	files   [][]uint64           // of an order to a file: what its form brought, one of which was priced
	answers []ordertest.Response // definite ones to its submissions
	hand    bool                 // of two messages, of which its owner chooses one
	most    *money.Amount        // the cost that was told before it was ordered; nil: none was

	mu     sync.Mutex
	rest   []span // it was paused, cancelled or stopped
	dead   bool   // cancelled or refused: nothing at all may be sent after rest began
	beaten bool   // its collection was changed
}

// pathOf returns the API path of an order kind.
func pathOf(kind string) string {
	return map[string]string{bulk.Kind: ordertest.BulkPath, "errand": ordertest.ErrandPath, "pager": ordertest.PagerPath,
		call.Kind: callPath, comment.Kind: ordertest.CommentPath}[kind]
}

func (p *purchase) id() string {
	for _, a := range p.answers {
		if a.OK() {
			return a.ID()
		}
	}
	return ""
}

// held is a number that must not be written to from a time on: by one user, or by all when the user is nil.
type held struct {
	number string
	by     *ordertest.Actor
	since  time.Time
}

// play is a seed with its concurrent users.
type play struct {
	*ordertest.System
	*ordertest.Scenario
	pick      *rand.Rand // only of the goroutine that casts
	mu        sync.Mutex
	purchases []*purchase
	locked    map[*ordertest.Actor][]span
	held      []held
	money     map[*ordertest.Actor]int64 // hundredths of a credit that came or went, besides orders
	actors    sync.WaitGroup
	retried   atomic.Int64 // orders
	edited    atomic.Int64
	chosen    atomic.Int64 // messages, by hand

	read    map[string][]string // by order, what reviewers read of it
	wrongs  []string            // answers that must never be given
	stale   atomic.Int64        // reviews of what was changed meanwhile
	raised  atomic.Int64        // orders that cost more than their estimate
	grabbed atomic.Int64        // calls that only others may make
	closed  atomic.Int64        // customers that were deleted, or nearly
}

// roll draws from the seed's random numbers.
func (p *play) roll(n int) int { return p.System.Rand(n) }

// pause waits for a random time.
func (p *play) pause(most time.Duration) bool {
	return p.Sleep(time.Duration(p.roll(int(most/time.Millisecond))) * time.Millisecond)
}

// buyer submits a purchase, sometimes twice at once under one key, follows it for a while and leaves it.
func (p *play) buyer(who *ordertest.Actor, name, group, file string, brought ...[]uint64) {
	request := ordertest.NamedOrderBody(name, group, file)
	b := &purchase{who: who, name: name, path: ordertest.BulkPath, group: group, files: brought}
	switch p.roll(4) {
	case 0:
		request["split"] = 1 + p.roll(4)
	case 1, 2:
		request["ab"] = p.second(b)
	}
	p.buy(b, request)
}

// player orders something of another kind.
func (p *play) player(who *ordertest.Actor, name, path string) {
	request := map[string]any{"name": name, "countryCode": "BR"}
	switch path {
	case ordertest.ErrandPath:
		request["times"] = 1 + p.roll(12)
	case ordertest.CommentPath:
		request = ordertest.CommentRequest(name, 1+p.roll(4))
	default:
		request["line"], request["numbers"] = "hi", p.numbers(1+p.roll(20))
	}
	p.buy(&purchase{who: who, name: name, path: path}, request)
}

func (p *play) buy(b *purchase, request map[string]any) {
	p.mu.Lock()
	p.purchases = append(p.purchases, b)
	p.mu.Unlock()
	var all sync.WaitGroup
	for range 1 + p.roll(2) {
		all.Go(func() {
			a := p.Await(b.who, ordertest.NewKeyedRequest("POST", b.path, request, "key of "+b.name))
			b.mu.Lock()
			b.answers = append(b.answers, a)
			b.mu.Unlock()
		})
	}
	all.Wait()
	if b.id() != "" {
		p.owner(b)
	}
}

// crew fulfils comments while their orders are paused, started, stopped and cancelled.
func (p *play) crew() {
	for range 3 {
		p.pause(6 * time.Second)
		for _, o := range p.orders(p.Admin) {
			if o.Kind == comment.Kind && o.Status == order.Sending {
				p.WorkOn(p.Scenario, o.ID)
			}
		}
	}
}

// drafter saves a draft and submits it several times at once, under different keys.
func (p *play) drafter(who *ordertest.Actor, name, group string) {
	b := &purchase{who: who, name: name, path: ordertest.BulkPath, group: group}
	p.mu.Lock()
	p.purchases = append(p.purchases, b)
	p.mu.Unlock()
	draft := p.Await(who, ordertest.NewKeyedRequest("POST", "/gc/groupsendorder/draft", ordertest.NamedOrderBody(name, group, ""),
		"draft of "+name))
	if !draft.OK() {
		return
	}
	p.pause(2 * time.Second)
	var all sync.WaitGroup
	for i := range 1 + p.roll(3) {
		all.Go(func() {
			a := p.Await(who, ordertest.NewKeyedRequest("POST", "/gc/groupsendorder/draft/commit", map[string]any{"id": draft.ID()},
				fmt.Sprintf("commit %d of %s", i, name)))
			b.mu.Lock()
			b.answers = append(b.answers, a)
			b.mu.Unlock()
		})
	}
	all.Wait()
	if b.id() != "" {
		p.owner(b)
	}
}

// swapper orders to a file that it uploaded by a form, and uploads another one through the same form afterwards.
func (p *play) swapper(who *ordertest.Actor, name string) {
	first, second := p.numbers(20), p.numbers(60)
	form := p.Await(who, ordertest.NewKeyedRequest("POST", "/uf/uploadfile/presign", map[string]any{"name": "people.txt", "size": 4000},
		"form of "+name))
	var f struct {
		ID     string
		URL    string
		Fields map[string]string
	}
	if err := json.Unmarshal(form.Data, &f); !form.OK() || err != nil {
		return
	}
	p.post(f.URL, f.Fields, first)
	if p.roll(2) == 0 {
		p.actors.Go(func() {
			p.pause(4 * time.Second)
			p.post(f.URL, f.Fields, second)
		})
	}
	p.buyer(who, name, "", f.ID, first, second)
}

// post sends a browser's form directly to the bucket.
func (p *play) post(to string, fields map[string]string, numbers []uint64) {
	body, contentType := ordertest.Request{Body: &ordertest.Form{Fields: fields, File: ordertest.ContactFile(numbers)}}.Encode()
	req, err := http.NewRequestWithContext(p.Context, http.MethodPost, to, body)
	if err != nil {
		panic(err)
	}
	req.Header.Set("Content-Type", contentType)
	res, err := p.System.Objects.RoundTrip(req)
	if err != nil || res.StatusCode >= 300 {
		panic(fmt.Sprint(res, err))
	}
	_ = res.Body.Close()
}

// owner pauses, starts, stops or cancels its order at random moments.
func (p *play) owner(b *purchase) {
	if b.path == ordertest.BulkPath && b.group != "" && p.roll(3) == 0 {
		p.pause(2 * time.Second)
		other := ordertest.NamedOrderBody(b.name, b.group, "")
		other["message"], other["id"] = map[string]any{"type": "text", "text": "hello"}, b.id()
		if p.Await(b.who, ordertest.NewKeyedRequest("PUT", ordertest.BulkPath, other, "edit of "+b.name)).OK() {
			p.edited.Add(1)
		}
	}
	p.pause(5 * time.Second)
	if b.path == ordertest.BulkPath && p.roll(6) == 0 {
		p.choose(b)
	}
	switch p.roll(5) {
	case 0, 1:
		for range 1 + p.roll(3) {
			if p.act(b, order.Pause) && p.roll(3) == 0 && p.act(b, order.Cancel) {
				return
			}
			p.pause(6 * time.Second)
			p.act(b, order.Start)
			p.pause(3 * time.Second)
		}
	case 2:
		p.act(b, order.Stop)
	case 3:
		p.act(b, order.Cancel)
	}
}

// retrier retries the failed recipients of an order, sometimes twice at once, and follows it for a while.
func (p *play) retrier(b *purchase) {
	if b.id() == "" {
		return
	}
	b.mu.Lock()
	for i := range b.rest {
		if !b.dead && b.rest[i].until.IsZero() {
			b.rest[i].until = time.Now()
		}
	}
	b.mu.Unlock()
	var all sync.WaitGroup
	var done atomic.Int64
	for i := range 1 + p.roll(2) {
		key := fmt.Sprintf("retry of %s %d %d", b.name, p.roll(2)*i, time.Now().Unix())
		all.Go(func() {
			if p.Await(b.who, ordertest.NewKeyedRequest("PUT", b.path+"/"+b.id()+"/retry", nil, key)).OK() {
				done.Add(1)
			}
		})
	}
	all.Wait()
	if done.Load() > 0 {
		p.retried.Add(1)
		p.owner(b)
	}
}

// act performs an action and reports whether it succeeded. It records the orders that must not send from then on.
func (p *play) act(b *purchase, a order.Action) bool {
	if a == order.Start {
		b.mu.Lock()
		for i := range b.rest {
			if !b.dead && b.rest[i].until.IsZero() {
				b.rest[i].until = time.Now()
			}
		}
		b.mu.Unlock()
	}
	did := p.Await(b.who, ordertest.NewRequest("PUT", b.path+"/"+b.id()+"/"+string(a), nil))
	if did.OK() && a != order.Start {
		b.mu.Lock()
		b.rest = append(b.rest, span{since: time.Now()})
		b.dead = b.dead || a == order.Cancel
		b.mu.Unlock()
	}
	return did.OK()
}
