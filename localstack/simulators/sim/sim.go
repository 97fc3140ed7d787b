// Package sim is the common body of the simulators: counterparties on the other side of the wire. A simulator declares its
// routes, checks its requests and says what its answers and callbacks look like; the body decides by a script what happens to
// a message, logs every one, delivers signed callbacks with delays, duplicates, losses and retries, and is steered by the
// control surface under /_sim/.
//
// It can be embedded: it starts goroutines only when there is something to deliver, keeps time with the time package alone
// (so it lives in a synctest bubble), and leaves nothing behind after Close. The body calls a simulator back without holding
// a lock, but for Message.Fate.
package sim

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Config says what one counterparty is like. Everything may be left out.
type Config struct {
	Name        string             // of the simulator, for what it says about itself
	Outcomes    map[string]Outcome // outcomes of its own, beside Outcomes
	Rules       []Rule             // the script until one is given, and again after none is given
	Digits      bool               // keys are digits: a rule with another suffix is refused
	Courses     []Course           // possible courses of a message; Message.Fate names one, the first is the default
	Failed      Course             // the course of a message that an outcome lets fail after it was accepted
	Rate        int                // messages a second that Throttled allows, with a burst of a second; 0 is no limit
	Once        bool               // a reference is taken once: taking it again gives the first message
	Seed        uint64             // of the random choices; 0 takes the time
	Batch       int                // most receipts in a callback, unless Webhooks says otherwise; 0 is one at a time
	CallbackURL string             // "" sends no callbacks but those of messages that name an address
	Transport   http.RoundTripper  // for callbacks; nil means one of its own over sockets
	Now         func() time.Time   // the simulator's clock; nil is time.Now

	// Identify names the n-th message of a generation (a number that every reset changes), and Index is its inverse.
	// Without them an id is 32 hexadecimal digits.
	Identify func(generation uint64, n int) string
	Index    func(generation uint64, id string) (n int, ok bool)
	// Callback is the body with receipts; all of them go to one address. nil sends none.
	Callback func([]Receipt) []byte
	// Stopped is called when a message has come to a step that Stops; it runs without a lock and must not wait.
	Stopped func(m Accepted, course int, status string)
	// Sign finishes a callback's request, whose Content-Type is JSON so far: signature and further headers.
	Sign func(r *http.Request, body []byte)
	// Delivered tells whether a callback was taken; by default every 2xx is.
	Delivered func(status int, body []byte) bool
	// Retry is the time until a callback is repeated that failed for the n-th time, from 0; by default it doubles from
	// 250 ms to 30 s, without end. A negative one gives up.
	Retry func(n int) time.Duration
	// Controls are more calls of the control surface, by method and name ("POST config").
	Controls map[string]Control
	// Show is a message as GET /_sim/messages shows it; by default as it is.
	Show func(Accepted) any
	// OnReset clears what the simulator itself keeps.
	OnReset func()
}

// Sim is the body of one simulated counterparty. It is safe for concurrent use.
type Sim struct {
	cfg     Config
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup
	ownHook *http.Transport // cfg.Transport, when it is ours to close
	mux     *http.ServeMux
	ahead   time.Duration // of the time at which its clock began

	mu         sync.Mutex
	closed     bool
	generation uint64 // names the messages since the last reset
	resets     uint64
	log        messageLog
	calls      map[string]int // by route and status
	rate       bucket
	script     script
	webhooks   Webhooks
	address    string
	queue      deliveries
	nextID     uint64
}

// New starts a body; end it with Close.
func New(cfg Config) *Sim {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Seed == 0 {
		cfg.Seed = uint64(time.Now().UnixNano())
	}
	if cfg.Identify == nil {
		cfg.Identify, cfg.Index = identify, index
	}
	if cfg.Retry == nil {
		cfg.Retry = backOff
	}
	if cfg.Delivered == nil {
		cfg.Delivered = func(status int, _ []byte) bool { return status/100 == 2 }
	}
	s := &Sim{cfg: cfg, address: cfg.CallbackURL, mux: http.NewServeMux(), ahead: time.Until(cfg.Now())}
	if cfg.Transport == nil {
		s.ownHook = &http.Transport{MaxIdleConnsPerHost: callbackConns, IdleConnTimeout: time.Minute}
		s.cfg.Transport = s.ownHook
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.queue.wake = make(chan struct{}, 1)
	s.Reset()
	s.running.Go(s.schedule)
	return s
}

// Close stops the deliveries and waits for every goroutine of the simulator. Calls to the handler may still be answered.
func (s *Sim) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.running.Wait()
	if s.ownHook != nil {
		s.ownHook.CloseIdleConnections()
	}
}

// Reset clears messages, script, webhook settings, counters and what OnReset clears; undelivered callbacks are dropped.
// The address of the callbacks and what After planned stay.
func (s *Sim) Reset() {
	if s.cfg.OnReset != nil {
		s.cfg.OnReset()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resets++
	s.generation = Mix(s.cfg.Seed, s.resets)
	s.log = messageLog{}
	s.calls = make(map[string]int)
	s.rate = newBucket(s.cfg.Rate, s.at())
	s.script = s.newScript(s.cfg.Rules)
	s.webhooks = Webhooks{Batch: max(s.cfg.Batch, 1)}
	s.queue.clear()
}

// Handle serves a route of the simulated API; patterns are those of http.ServeMux.
func (s *Sim) Handle(pattern string, h http.HandlerFunc) { s.mux.HandleFunc(pattern, h) }

// ServeHTTP is the whole simulator: its routes, and the control surface under /_sim/.
func (s *Sim) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if name, control := strings.CutPrefix(r.URL.Path, "/_sim/"); control {
		s.control(w, r, name)
		return
	}
	c := &counted{ResponseWriter: w}
	defer func() { s.count(r, c.status) }() // also when the answer is cut
	s.mux.ServeHTTP(c, r)
}

// Next is a new number for something that is not a message.
func (s *Sim) Next() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextID++
	return 1_000_000_000_000_000 + Mix(s.cfg.Seed, 7)%1_000_000_000*1_000_000 + s.nextID
}

// at is the time by which messages and deliveries run: from the start of its clock on as fast as the real time, also where the clock
// itself stands.
func (s *Sim) at() time.Time { return time.Now().Add(s.ahead) }

// Now is the simulator's time.
func (s *Sim) Now() time.Time { return s.cfg.Now() }

// Throttled takes one message out of the rate and tells whether there was none left.
func (s *Sim) Throttled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cfg.Rate > 0 && !s.rate.take(s.at())
}

// SetCallbackURL changes the address of the callbacks.
func (s *Sim) SetCallbackURL(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.address = address
}

// CallbackURL is the address of the callbacks.
func (s *Sim) CallbackURL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.address
}
