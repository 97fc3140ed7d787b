// Package partnersim is a simulator of a partner that screens numbers, makes groups and hands numbers out
// (pkg/provider/partner/openapi.json, groups.json, numbers.json): it takes batches, works on them for a while, tells by signed callbacks
// that they changed, and gives what it found out. The script looks at references; what it finds out about a number follows from the
// number's last digits, and SetFindings decides otherwise.
package partnersim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"herald/localstack/simulators/sim"
)

// Config is the partner.
type Config struct {
	Token, Secret string
	Seed          uint64
	Transport     http.RoundTripper // of the callbacks
	Takes         time.Duration     // for a batch; 0 is 300 ms
	Now           func() time.Time
}

// Sim is the partner.
type Sim struct {
	*sim.Sim
	cfg Config

	mu             sync.Mutex
	batches        map[string]*batch
	groups         map[string]*Group
	made           []string // references, in the order in which they came
	told           int
	orders         map[string]*numberOrder
	given          uint64 // numbers so far
	refusesReturns bool   // of numbers
}

type batch struct {
	body    request
	key     string // of the body
	id      string // of the message
	ends    string // refused, cancelled: instead of what the course says
	results []result
}

type request struct {
	Numbers     []string `json:"numbers"`
	Checks      []string `json:"checks"`
	CallbackURL string   `json:"callbackUrl"`
}

type result struct {
	Number     string     `json:"number"`
	WhatsApp   *bool      `json:"whatsapp"`
	LastActive *time.Time `json:"lastActive,omitempty"`
	CheckedAt  time.Time  `json:"checkedAt"`
	Gender     string     `json:"gender,omitempty"`
	Age        int        `json:"age,omitempty"`
	Avatar     string     `json:"avatar,omitempty"`
	AvatarTime *time.Time `json:"avatarTime,omitempty"`
	Signature  string     `json:"signature,omitempty"`
	SignedAt   *time.Time `json:"signatureTime,omitempty"`
}

// New starts it; end it with Close.
//
// Outcomes of the script, whose suffix is one of the reference, beside those of every simulator (never: it works for ever and
// tells nothing; duplicate: callbacks come twice; cut: the batch never arrives; cut_after_accept: its answer is lost): "partial"
// finds out about every other number, "refused" takes the batch and refuses it later, "busy" refuses with 429 twice.
func New(cfg Config) *Sim {
	if cfg.Takes == 0 {
		cfg.Takes = 300 * time.Millisecond
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	s := &Sim{cfg: cfg}
	s.Sim = sim.New(sim.Config{Name: "partner", Seed: cfg.Seed, Once: true, Transport: cfg.Transport, OnReset: s.begin,
		Courses: []sim.Course{{{Status: "running", After: cfg.Takes / 3}, {Status: "done", After: cfg.Takes}}},
		Failed:  sim.Course{{Status: "refused", After: cfg.Takes}},
		Outcomes: map[string]sim.Outcome{"refused": {Fail: "REFUSED"}, "partial": {Fail: "PARTIAL"}, "busy": {Refuse: "RATE", Times: 2},
			"invalid": {Refuse: "INVALID"}, "account": {Refuse: "ACCOUNT"}},
		Callback: callback, Sign: s.sign})
	s.Handle("PUT /v1/screenings/{reference}", s.put)
	s.Handle("GET /v1/screenings/{reference}", s.get)
	s.Handle("DELETE /v1/screenings/{reference}", s.cancel)
	s.groupRoutes()
	s.numberRoutes()
	return s
}

func (s *Sim) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batches, s.groups, s.made, s.orders = map[string]*batch{}, map[string]*Group{}, nil, map[string]*numberOrder{}
}

func (s *Sim) may(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Authorization") != "Bearer "+s.cfg.Token {
		refuse(w, http.StatusUnauthorized, "TOKEN", "the token is wrong")
		return false
	}
	return true
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	sim.JSON(w, status, map[string]any{"error": map[string]string{"code": code, "message": message}})
}

var statuses = map[sim.Code]int{"RATE": http.StatusTooManyRequests, "INVALID": http.StatusUnprocessableEntity,
	"ACCOUNT": http.StatusForbidden}

func (s *Sim) put(w http.ResponseWriter, r *http.Request) {
	if !s.may(w, r) {
		return
	}
	reference := r.PathValue("reference")
	var in request
	err := sim.Read(r, &in)
	if err == nil {
		err = sim.Check(batches, batched{in, reference})
	}
	if err != nil {
		s.malformed(w, reference, err)
		return
	}
	key := string(sim.Encoded(in))
	s.mu.Lock()
	b := s.batches[reference]
	s.mu.Unlock()
	if b != nil && b.key != key {
		refuse(w, http.StatusConflict, "REFERENCE_USED", "the reference names another batch")
		return
	}
	taken, err := s.Take(sim.Message{Key: reference, Kind: "batch", Body: fmt.Sprint(len(in.Numbers)), Reference: reference,
		Address: in.CallbackURL})
	if err != nil {
		code := s.Refused(reference, err).Code
		status := statuses[code]
		if status == 0 {
			status = http.StatusInternalServerError
		}
		refuse(w, status, string(code), "scripted")
		return
	}
	s.mu.Lock()
	if s.batches[reference] == nil {
		s.batches[reference] = &batch{body: in, key: key, id: taken.ID}
	}
	s.mu.Unlock()
	taken.Answer(w, r, http.StatusAccepted, map[string]any{"reference": reference, "state": "queued"})
}

// malformed refuses a body that the documentation does not allow.
func (s *Sim) malformed(w http.ResponseWriter, reference string, err error) {
	_ = s.Refused(reference, err) // logged
	refuse(w, http.StatusUnprocessableEntity, "MALFORMED", err.Error())
}

func (s *Sim) get(w http.ResponseWriter, r *http.Request) {
	if !s.may(w, r) {
		return
	}
	reference := r.PathValue("reference")
	s.mu.Lock()
	b := s.batches[reference]
	s.mu.Unlock()
	if b == nil {
		refuse(w, http.StatusNotFound, "UNKNOWN", "no such batch")
		return
	}
	out := map[string]any{"reference": reference, "state": "queued"}
	state, code := s.state(b)
	s.mu.Lock()
	if b.ends != "" {
		state = b.ends
	}
	if b.results == nil && (state == "done" || state == "cancelled") {
		b.results = s.findings(b, code == "PARTIAL" || state == "cancelled")
	}
	out["state"], out["results"] = state, b.results
	s.mu.Unlock()
	if state == "refused" {
		out["code"] = "REFUSED"
	}
	sim.JSON(w, http.StatusOK, out)
}

// state is how far the course of a batch is.
func (s *Sim) state(b *batch) (state string, code sim.Code) {
	state = "queued"
	_, reached, _ := s.Find(b.id)
	for _, r := range reached {
		state, code = r.Status, r.Code
	}
	if state == "refused" && code == "PARTIAL" {
		state = "done"
	}
	return state, code
}

func (s *Sim) cancel(w http.ResponseWriter, r *http.Request) {
	if !s.may(w, r) {
		return
	}
	s.mu.Lock()
	b := s.batches[r.PathValue("reference")]
	s.mu.Unlock()
	if b == nil {
		refuse(w, http.StatusNotFound, "UNKNOWN", "no such batch")
		return
	}
	if state, _ := s.state(b); state != "done" && state != "refused" {
		s.mu.Lock()
		b.ends = "cancelled"
		s.mu.Unlock()
	}
	sim.JSON(w, http.StatusOK, map[string]any{"reference": r.PathValue("reference"), "state": "cancelled"})
}

// findings are what the partner finds out: a number that ends in 9 has no WhatsApp, of one in 8 it does not know, and one in an
// even digit was seen as many days ago as its last two digits say. The lock is held.
func (s *Sim) findings(b *batch, part bool) []result {
	now := s.cfg.Now().UTC().Truncate(time.Second)
	out := []result{}
	for i, n := range b.body.Numbers {
		if part && i%2 == 1 {
			continue
		}
		f := result{Number: n, CheckedAt: now}
		last := n[len(n)-1]
		if has := last != '9'; last != '8' {
			f.WhatsApp = &has
		}
		days, err := strconv.Atoi(n[len(n)-2:])
		if err == nil && last%2 == 0 && last != '8' && slices.Contains(b.body.Checks, "active") {
			seen := now.AddDate(0, 0, -days)
			f.LastActive = &seen
		}
		if last == '0' && slices.Contains(b.body.Checks, "profile") {
			f.Gender, f.Age, f.Signature, f.SignedAt = "female", 20+days, "Available", &now
			f.Avatar, f.AvatarTime = "https://partner.example/"+n+".jpg", &now
		}
		out = append(out, f)
	}
	return out
}

func callback(receipts []sim.Receipt) []byte {
	r := receipts[0] // one at a time
	state := r.Status
	if r.Code == "PARTIAL" {
		state = "done"
	}
	reference, _, _ := strings.Cut(r.Message.Reference, "/") // of the group that a step belongs to
	body, err := json.Marshal(map[string]any{"reference": reference, "state": state, "at": r.At})
	if err != nil {
		panic(err)
	}
	return body
}

func (s *Sim) sign(r *http.Request, body []byte) {
	at := strconv.FormatInt(s.cfg.Now().Unix(), 10)
	r.Header.Set("X-Partner-Timestamp", at)
	mac := hmac.New(sha256.New, []byte(s.cfg.Secret))
	fmt.Fprintf(mac, "%s.%s", at, body)
	r.Header.Set("X-Partner-Signature", "v1="+hex.EncodeToString(mac.Sum(nil)))
}
