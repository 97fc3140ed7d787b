// Package whatsappsim is a simulator of the WhatsApp Cloud API: the API's checks, limits, errors and signed webhooks on the
// common body of the simulators (decisions §10, facts 1.10).
package whatsappsim

import (
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"herald/localstack/simulators/sim"
)

// Defaults of an unset Config.
const (
	DefaultRate        = 1000
	DefaultReadRate    = 0.6
	DefaultReviewDelay = time.Second

	batch           = 100 // most statuses of a webhook call
	serviceWindow   = 24 * time.Hour
	mediaLinkExpiry = 5 * time.Minute
	requestLimit    = 1 << 20
)

// Config describes the account that is simulated and where its webhooks go.
type Config struct {
	Token         string   // bearer token that calls must carry
	AppSecret     string   // signs the webhooks
	VerifyToken   string   // of the webhook subscription; see Sim.Subscribe
	PhoneNumberID string   // one number, or several as Numbers reads them
	Numbers       []Number // of the account; empty: what PhoneNumberID says
	WABAID        string
	WebhookURL    string            // "" sends no webhooks
	Rate          int               // messages a second of the number; 0 means 1000
	Seed          uint64            // of the random choices (read, duplicate, …); 0 takes the time
	ReviewDelay   time.Duration     // from a template's creation to its approval; 0 means 1 s
	Transport     http.RoundTripper // for webhooks; nil means one of its own over sockets
	Now           func() time.Time  // see sim.Config
}

// Behaviour is set by POST /_sim/config.
type Behaviour struct {
	Window        string  `json:"window"`        // "off": free text always arrives; "async": outside the 24 h window it fails with 131047
	ReadRate      float64 `json:"readRate"`      // share of delivered messages that are read, default 0.6
	DeliveredRate float64 `json:"deliveredRate"` // share of messages that are delivered, default 1
}

// Sim is one simulated account. It is safe for concurrent use.
type Sim struct {
	*sim.Sim
	cfg Config

	mu        sync.Mutex        // taken before the body's own
	lines     []*line           // the account's numbers
	wrote     map[string]string // wa_id → which number wrote last
	behaviour Behaviour
	keys      atomic.Pointer[Keys] // not under mu: callbacks are signed while it is held
	windows   map[string]int64     // wa_id → unix ns of the last inbound message
	media     map[string]*mediaFile
	quotes    map[string]string // what messages quote, by their ids
	templates templateStore
	sessions  map[string]session // uploads of samples that were begun
	samples   map[string]string  // kinds of samples by their handles
	cutCreate int                // so many creations of templates are not answered
	groups    []*Group           // in the order of their ids
	silent    bool               // a control's change sends no event
	again     int                // a control's change is sent so often again
}

// How far a message gets.
const (
	courseSent = iota
	courseDelivered
	courseRead
)

var (
	sent      = sim.Step{Status: "sent"}
	delivered = sim.Step{Status: "delivered", After: 300 * time.Millisecond}
	read      = sim.Step{Status: "read", After: time.Second}
	failed    = sim.Step{Status: "failed", After: 300 * time.Millisecond}
)

// courseFailed is what the window's end brings; a scripted failure goes the same way.
const courseFailed = 3

var courses = []sim.Course{{sent}, {sent, delivered}, {sent, delivered, read}, {failed}, {created}}

// outcomes are those of decisions §10 that the body does not have already.
var outcomes = map[string]sim.Outcome{
	"undeliverable":   {Fail: "131026"},
	"not_whatsapp":    {Refuse: "131026"},
	"pair_rate":       {Refuse: "131056", Times: 2},
	"rate":            {Refuse: "130429", Times: 2},
	"server_error":    {Refuse: "131000", Times: 2},
	"paused_template": {Refuse: "132015"},
	"refuse":          {Refuse: "131000"},
	"fail":            {Fail: "131026"},
}

// digits are the scripted last digits of facts 1.10.
var digits = []sim.Rule{
	{Suffix: "26", Outcome: "undeliverable"},
	{Suffix: "49", Outcome: "fail", Code: "131049"},
	{Suffix: "50", Outcome: "fail", Code: "131050"},
	{Suffix: "97", Outcome: "cut_after_accept"},
	{Suffix: "98", Outcome: "server_error"},
	{Suffix: "99", Outcome: "never"},
}

// schemaFile holds the facts of the API's formats (its $meta names the source and every correction).
//
//go:embed schema/cloud-api.json
var schemaFile []byte

var schemas = sim.NewSchemas(schemaFile)

// New starts a simulator; end it with Close.
func New(cfg Config) *Sim {
	if cfg.Rate <= 0 {
		cfg.Rate = DefaultRate
	}
	if cfg.ReviewDelay <= 0 {
		cfg.ReviewDelay = DefaultReviewDelay
	}
	if len(cfg.Numbers) == 0 {
		var err error
		if cfg.Numbers, err = Numbers(cfg.PhoneNumberID); err != nil {
			panic(err) // the configuration is a test's or a flag's
		}
	}
	s := &Sim{cfg: cfg, media: make(map[string]*mediaFile), templates: make(templateStore), sessions: map[string]session{},
		samples: map[string]string{}}
	s.keys.Store(&Keys{Token: cfg.Token, AppSecret: cfg.AppSecret})
	s.Sim = sim.New(sim.Config{
		Name: "whatsapp", Outcomes: outcomes, Rules: digits, Digits: true, Courses: courses, Failed: courses[courseFailed], Seed: cfg.Seed,
		Now: cfg.Now, Batch: batch,
		CallbackURL: cfg.WebhookURL, Transport: cfg.Transport, Callback: s.receiptBody, Sign: s.sign, Identify: messageID, Index: messageIndex,
		Delivered: func(status int, _ []byte) bool { return status == http.StatusOK },
		Show:      func(m sim.Accepted) any { return shown{Accepted: m, Opaque: m.Reference} }, OnReset: s.reset,
		Controls: map[string]sim.Control{"POST config": s.controlBehaviour, "POST inbound": s.controlInbound, "POST templates": s.controlTemplate,
			"POST numbers": s.controlNumber, "POST keys": s.controlKeys,
			"GET keys":    func(*http.Request) (any, error) { return s.keys.Load(), nil },
			"GET numbers": func(*http.Request) (any, error) { return s.Used(), nil }, "POST cutTemplates": s.controlCut,
			"POST groups": s.controlGroup, "GET groups": func(*http.Request) (any, error) { return s.Groups(), nil },
			"POST subscribe": func(r *http.Request) (any, error) { return nil, s.Subscribe(r.Context()) }},
	})
	s.routes()
	return s
}

func (s *Sim) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin()
	s.behaviour = Behaviour{Window: "off", ReadRate: DefaultReadRate, DeliveredRate: 1}
	s.windows, s.groups = make(map[string]int64), nil
}

// sign is Meta's signature over the bytes of the body.
func (s *Sim) sign(r *http.Request, body []byte) {
	mac := hmac.New(sha256.New, []byte(s.keys.Load().AppSecret))
	mac.Write(body)
	r.Header.Set("User-Agent", "facebookexternalua")
	r.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
}
