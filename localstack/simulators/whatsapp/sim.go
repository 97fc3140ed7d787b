// Package whatsappsim is a simulator of the WhatsApp Cloud API: a counterparty on the other side of the wire, with the
// API's checks, limits, errors and signed webhooks, and a control surface under /_sim/ (decisions §10, facts 1.10).
// It can be embedded: it starts goroutines only when there is something to deliver, keeps time with the time package alone
// (so it lives in a synctest bubble), and leaves nothing behind after Close. Groups (facts 1.8) are left out.
package whatsappsim

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Defaults of an unset Config.
const (
	DefaultRate        = 1000
	DefaultReadRate    = 0.6
	DefaultReviewDelay = time.Second

	defaultBatch    = 100
	linger          = 200 * time.Millisecond // statuses are collected this long for one webhook call
	deliveredAfter  = 300 * time.Millisecond // after sent
	readAfter       = time.Second            // after delivered
	webhookConns    = 4
	webhookTimeout  = 10 * time.Second
	retryFirst      = 250 * time.Millisecond
	retryMost       = 30 * time.Second
	slowAnswer      = 3 * time.Second
	serviceWindow   = 24 * time.Hour
	mediaLinkExpiry = 5 * time.Minute
)

// Config describes the account that is simulated and where its webhooks go.
type Config struct {
	Token         string // bearer token that calls must carry
	AppSecret     string // signs the webhooks
	VerifyToken   string // of the webhook subscription; see Sim.Subscribe
	PhoneNumberID string
	WABAID        string
	WebhookURL    string            // "" sends no webhooks
	Rate          int               // messages a second of the number; 0 means 1000
	Seed          uint64            // of the random choices (read, duplicate, …); 0 takes the time
	ReviewDelay   time.Duration     // from a template's creation to its approval; 0 means 1 s
	Transport     http.RoundTripper // for webhooks; nil means one of its own over sockets
}

// Webhooks are the settings of POST /_sim/webhooks. Rates are 0–1.
type Webhooks struct {
	DelayMs   int     `json:"delayMs"`   // before the first status of a message; the others follow at their usual distance
	Duplicate float64 `json:"duplicate"` // share of statuses that come again, in a later call
	Reorder   float64 `json:"reorder"`   // share of statuses that come late, after their successors
	Batch     int     `json:"batch"`     // most statuses in a call, default 100; 1 sends each at once
	Drop      float64 `json:"drop"`      // share of statuses that never come
}

// Behaviour is set by POST /_sim/config.
type Behaviour struct {
	Window        string  `json:"window"`        // "off": free text always arrives; "async": outside the 24 h window it fails with 131047
	ReadRate      float64 `json:"readRate"`      // share of delivered messages that are read, default 0.6
	DeliveredRate float64 `json:"deliveredRate"` // share of messages that are delivered, default 1
}

// Sim is one simulated account. It is safe for concurrent use.
type Sim struct {
	cfg     Config
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup
	hooks   http.RoundTripper
	ownHook *http.Transport // hooks, when it is ours to close

	mu         sync.Mutex
	closed     bool
	generation uint64 // names the messages since the last reset
	resets     uint64
	log        messageLog
	rate       bucket
	pairs      pairLimit
	script     script
	behaviour  Behaviour
	webhooks   Webhooks
	webhookURL string
	windows    map[string]int64 // wa_id → unix ns of the last inbound message
	media      map[string]*mediaFile
	templates  templateStore
	queue      deliveries
	nextID     uint64 // media, templates, inbound messages and traces
}

// New starts a simulator; end it with Close.
func New(cfg Config) *Sim {
	if cfg.Rate <= 0 {
		cfg.Rate = DefaultRate
	}
	if cfg.ReviewDelay <= 0 {
		cfg.ReviewDelay = DefaultReviewDelay
	}
	if cfg.Seed == 0 {
		cfg.Seed = uint64(time.Now().UnixNano())
	}
	s := &Sim{cfg: cfg, hooks: cfg.Transport, webhookURL: cfg.WebhookURL,
		media: make(map[string]*mediaFile), templates: make(templateStore)}
	if s.hooks == nil {
		s.ownHook = &http.Transport{MaxIdleConnsPerHost: webhookConns, IdleConnTimeout: time.Minute}
		s.hooks = s.ownHook
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.queue.wake = make(chan struct{}, 1)
	s.reset()
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

// Reset clears messages, script, webhook settings, behaviour, windows and the limits' memory; undelivered webhooks are dropped.
// Media, templates and the webhook address stay.
func (s *Sim) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reset()
}

func (s *Sim) reset() {
	s.resets++
	s.generation = mix(s.cfg.Seed, s.resets)
	s.log = messageLog{}
	s.rate = newBucket(s.cfg.Rate, time.Now())
	s.pairs = pairLimit{}
	s.script = newScript(defaultRules)
	s.behaviour = Behaviour{Window: "off", ReadRate: DefaultReadRate, DeliveredRate: 1}
	s.webhooks = Webhooks{Batch: defaultBatch}
	s.windows = make(map[string]int64)
	s.queue.clear()
}

// SetWebhooks replaces the webhook settings.
func (s *Sim) SetWebhooks(w Webhooks) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w.Batch <= 0 {
		w.Batch = defaultBatch
	}
	s.webhooks = w
}

// SetWebhookURL changes the address of the webhooks.
func (s *Sim) SetWebhookURL(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.webhookURL = url
}

// SetBehaviour replaces window, read and delivery rates.
func (s *Sim) SetBehaviour(b Behaviour) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behaviour = b
}

// SetScript replaces the rules; none brings back the scripted last digits of facts 1.10.
func (s *Sim) SetScript(rules []Rule) error {
	if len(rules) == 0 {
		rules = defaultRules
	}
	for _, r := range rules {
		if err := r.check(); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = newScript(rules)
	return nil
}

// id gives a new number for something that is not a message. The lock is held.
func (s *Sim) id() uint64 {
	s.nextID++
	return 1_000_000_000_000_000 + mix(s.cfg.Seed, 7)%1_000_000_000*1_000_000 + s.nextID
}

// chance is a random choice that depends only on the seed, what it is about and for which purpose: the same messages
// meet the same fate in whatever order they come.
func (s *Sim) chance(about uint64, purpose uint64, rate float64) bool {
	return rate > 0 && s.fraction(about, purpose) < rate
}

// fraction is the random number in [0,1) behind chance.
func (s *Sim) fraction(about, purpose uint64) float64 {
	return float64(mix(mix(s.cfg.Seed, purpose), about)>>11) / (1 << 53)
}

// mix is splitmix64 over two numbers.
func mix(a, b uint64) uint64 {
	z := a + (b+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
