// Package voicesim is a simulator of a telephone provider of Programmable Voice's shape (facts §4): calls, what they do by documents
// of ours, signed status callbacks, what people press and say, and the summary that tells who hung up. Time is that of the call: a
// recording takes as long as it is, unless POST /_sim/config lets it run faster.
package voicesim

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"herald/localstack/simulators/sim"
)

// Config describes the account that is simulated.
type Config struct {
	AccountSID, AuthToken string
	Number                string            // that calls may come from; empty: any
	Rate, Lines           int               // calls a second, 0 means 100; calls at a time, 0 means 1,000
	Speed                 float64           // how much faster than in life calls run; 0 means 1
	Seed                  uint64            // of the random choices; 0 takes the time
	Transport             http.RoundTripper // for callbacks, documents and recordings; nil means one of its own over sockets
	Now                   func() time.Time  // see sim.Config
}

// Sim is one simulated account. It is safe for concurrent use.
type Sim struct {
	*sim.Sim
	cfg   Config
	talks sync.WaitGroup

	mu     sync.Mutex
	calls  map[string]*call
	order  []string
	active int
	most   int // of active, since the last reset
	set    settings
	ctx    context.Context // of the calls since the last reset
	end    context.CancelFunc
}

// settings are those of POST /_sim/config.
type settings struct {
	Speed     float64 `json:"speed"`
	Lines     int     `json:"lines"`
	SummaryMs int     `json:"summaryMs"` // after the end of a call until its summary is complete
}

// call is one call. Its fields are guarded by the simulator's lock.
type call struct {
	id, to, from, address, method string
	fallback                      string   // address of what is said otherwise
	told                          string   // address of its callbacks
	events                        []string // that its callbacks tell
	ring, limit                   time.Duration
	detect                        bool
	status                        string
	by, hangup                    string // the parties that answered and ended it
	talked                        time.Duration
	answered, ended               time.Time
	pressed, said                 string
	alerts                        []string
	stop                          context.CancelFunc // of its dialogue
	cancelled                     bool
}

// behaviour is that of the called person; its index is that of its course.
type behaviour struct {
	name  string
	final string        // instead of being answered
	leave time.Duration // hangs up so long after answering
	press string
	say   string
	robot bool // a machine answers
}

var behaviours = []behaviour{
	{name: "answered"}, {name: "busy", final: "busy"}, {name: "no_answer", final: "no-answer"}, {name: "unreachable", final: "failed"},
	{name: "machine", robot: true},
	{name: "hangup_1", leave: time.Second}, {name: "hangup_3", leave: 3 * time.Second}, {name: "hangup_61", leave: 61 * time.Second},
	{name: "press_1", press: "1"}, {name: "press_2", press: "2"}, {name: "press_9", press: "9"}, {name: "say_yes", say: "ya"},
	{name: "say_no", say: "tidak"},
	{name: "press_hash", press: "#"}, {name: "say_fine", say: "Baik-baik, ya."}, {name: "say_stop", say: "Berhenti, tolong."},
}

// courses are those of the behaviours: each stops where how long it lasts is decided by the call itself.
func courses() (all []sim.Course) {
	for _, b := range behaviours {
		c := sim.Course{{Status: "initiated", After: 50 * time.Millisecond}, {Status: "ringing", After: 50 * time.Millisecond, Stops: true}}
		if b.final != "" {
			c = append(c, sim.Step{Status: b.final})
		} else {
			c = append(c, sim.Step{Status: "in-progress", Stops: true}, sim.Step{Status: "completed"})
		}
		all = append(all, c)
	}
	return all
}

func outcomes() map[string]sim.Outcome {
	all := map[string]sim.Outcome{"invalid": {Refuse: "21211"}, "blocked": {Refuse: "21216"}, "not_permitted": {Refuse: "21215"},
		"suspended": {Refuse: "20003"},
		"rate":      {Refuse: "20429", Times: 2}, "full": {Refuse: "10004", Times: 2}, "server_error": {Refuse: "20500", Times: 2}}
	for i, b := range behaviours {
		all[b.name] = sim.Outcome{Way: i + 1}
	}
	return all
}

// digits are scripted last digits.
var digits = []sim.Rule{{Suffix: "26", Outcome: "no_answer"}, {Suffix: "49", Outcome: "machine"}, {Suffix: "50", Outcome: "busy"},
	{Suffix: "51", Outcome: "press_1"},
	{Suffix: "52", Outcome: "press_2"}, {Suffix: "53", Outcome: "hangup_3"}, {Suffix: "96", Outcome: "unreachable"},
	{Suffix: "97", Outcome: "cut_after_accept"},
	{Suffix: "98", Outcome: "server_error"}, {Suffix: "99", Outcome: "never"}}

// New starts a simulator; end it with Close.
func New(cfg Config) *Sim {
	if cfg.Rate <= 0 {
		cfg.Rate = 100
	}
	if cfg.Lines <= 0 {
		cfg.Lines = 1000
	}
	if cfg.Speed <= 0 {
		cfg.Speed = 1
	}
	s := &Sim{cfg: cfg}
	s.Sim = sim.New(sim.Config{Name: "voice", Outcomes: outcomes(), Rules: digits, Digits: true, Courses: courses(),
		Failed: sim.Course{{Status: "initiated"}, {Status: "failed", After: 300 * time.Millisecond}}, Rate: cfg.Rate, Seed: cfg.Seed,
		Now:       cfg.Now,
		Transport: cfg.Transport, Callback: s.status, Stopped: s.stopped, Sign: s.sign, Show: s.shown, OnReset: s.reset, Identify: identify,
		Index:    index,
		Controls: map[string]sim.Control{"POST config": s.configure, "GET calls": s.list}})
	const base = "/2010-04-01/Accounts/{account}/Calls"
	s.Handle("POST "+base+".json", s.dial)
	s.Handle("GET /2010-04-01/Accounts/{account}", s.showAccount)
	s.Handle("GET "+base+"/{call}", s.show)
	s.Handle("POST "+base+"/{call}", s.change)
	s.Handle("GET /v1/Voice/{call}/Summary", s.summary)
	return s
}

// Close ends the calls too.
func (s *Sim) Close() {
	s.mu.Lock()
	s.end()
	s.mu.Unlock()
	s.Sim.Close()
	s.talks.Wait()
}

func (s *Sim) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end != nil {
		s.end()
	}
	s.ctx, s.end = context.WithCancel(context.Background())
	s.calls, s.order, s.active, s.most = map[string]*call{}, nil, 0, 0
	s.set = settings{Speed: s.cfg.Speed, Lines: s.cfg.Lines, SummaryMs: 500}
}

// showAccount is the account itself.
func (s *Sim) showAccount(w http.ResponseWriter, r *http.Request) {
	r.SetPathValue("account", strings.TrimSuffix(r.PathValue("account"), ".json"))
	if !s.authorised(r) {
		refuse(w, sim.Refuse("20003", "Authenticate"))
		return
	}
	sim.JSON(w, http.StatusOK, map[string]any{"sid": s.cfg.AccountSID, "status": "active", "type": "Full"})
}

func (s *Sim) authorised(r *http.Request) bool {
	user, password, ok := r.BasicAuth()
	account := r.PathValue("account")
	return ok && user == s.cfg.AccountSID && password == s.cfg.AuthToken && (account == "" || account == s.cfg.AccountSID)
}

// dial takes one call.
func (s *Sim) dial(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	err := r.ParseForm()
	f := r.PostForm
	to := strings.TrimPrefix(f.Get("To"), "+")
	switch {
	case !s.authorised(r):
		err = sim.Refuse("20003", "Authenticate")
	case err != nil:
		err = sim.Refuse("20001", "the body is no form")
	case s.Throttled():
		err = sim.Refuse("20429", "Too Many Requests")
	default:
		err = s.valid(f)
	}
	if err != nil {
		refuse(w, s.Refused(to, err))
		return
	}
	taken, err := s.Take(sim.Message{Key: to, Kind: "call", Body: f.Get("Url"), Address: f.Get("StatusCallback"),
		Reference: reference(f.Get("StatusCallback")), Check: s.line})
	if err != nil {
		refuse(w, err)
		return
	}
	c := s.began(taken.ID, f)
	taken.Answer(w, r, http.StatusCreated, s.resource(c))
}

// line takes a line, or refuses when all are taken.
func (s *Sim) line() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.active >= s.set.Lines {
		return sim.Refuse("10004", "Call concurrency limit exceeded")
	}
	s.active++
	s.most = max(s.most, s.active)
	return nil
}

// began notes a call that was taken.
func (s *Sim) began(id string, f url.Values) *call {
	number := func(name string, missing int) time.Duration {
		n, err := strconv.Atoi(f.Get(name))
		if err != nil || n <= 0 {
			n = missing
		}
		return time.Duration(n) * time.Second
	}
	c := &call{id: id, to: f.Get("To"), from: f.Get("From"), address: f.Get("Url"), fallback: f.Get("FallbackUrl"),
		told: f.Get("StatusCallback"), method: f.Get("Method"), events: f["StatusCallbackEvent"], ring: number("Timeout", 60),
		limit: number("TimeLimit", 14400), detect: f.Get("MachineDetection") != "", status: "queued"}
	if len(c.events) == 0 {
		c.events = []string{"completed"}
	}
	s.mu.Lock()
	s.calls[id] = c
	s.order = append(s.order, id)
	lost := s.faster(c.ring)
	s.mu.Unlock()
	s.After(lost, func() { // of a call of which nothing more comes the line is free again all the same
		if s.state(c) == "queued" {
			s.over(c, "failed", "")
		}
	})
	return c
}

func (s *Sim) state(c *call) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return c.status
}

// reference is what the client put into the address of its callbacks.
func reference(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Query().Get("ref")
}

// statuses of refusals that are not 400.
var statuses = map[sim.Code]int{"20003": http.StatusUnauthorized, "20429": http.StatusTooManyRequests, "10004": http.StatusTooManyRequests,
	"20500": http.StatusInternalServerError}

func refuse(w http.ResponseWriter, err error) {
	code, details := sim.Code("20500"), err.Error()
	if r, ok := err.(*sim.Refusal); ok {
		code, details = r.Code, r.Details
	}
	status := statuses[code]
	if status == 0 {
		status = http.StatusBadRequest
	}
	n, _ := strconv.Atoi(string(code)) // a scripted word that is no number becomes 0
	sim.JSON(w, status, map[string]any{"code": n, "message": details, "more_info": "https://www.twilio.com/docs/errors/" + string(code),
		"status": status})
}

func identify(generation uint64, n int) string { return fmt.Sprintf("CA%016x%016x", generation, n) }

func index(generation uint64, id string) (int, bool) {
	if len(id) != 34 {
		return 0, false
	}
	of, err := strconv.ParseUint(id[2:18], 16, 64)
	n, err2 := strconv.ParseUint(id[18:], 16, 63)
	return int(n), err == nil && err2 == nil && of == generation
}
