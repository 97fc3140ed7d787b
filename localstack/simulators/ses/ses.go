// Package sessim is a simulator of Amazon SES version 2: the REST API (SendEmail, account, identities, suppression list, configuration
// sets) behind Signature Version 4, and the topic of SNS that tells what became of an email (facts §3).
package sessim

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"herald/localstack/simulators/inbox"
	"herald/localstack/simulators/sim"
	snssim "herald/localstack/simulators/sns"
)

// Config describes the account that is simulated and where its topic's notifications go.
type Config struct {
	Self        string            // the simulator's own address, as the other side sees it: certificates lie there
	Topic       string            // ARN of the topic
	CallbackURL string            // "" sends no notifications
	Rate        int               // MaxSendRate, emails a second; 0 means 100
	Verified    []string          // identities that are verified from the beginning: domains and addresses
	Keys        map[string]string // secret access keys by their ids; none: a signature is looked at and not computed
	Inbox       *inbox.Store      // nil: one of its own
	Seed        uint64            // of the random choices; 0 takes the time
	Transport   http.RoundTripper // for notifications; nil means one of its own over sockets
	Now         func() time.Time  // see sim.Config
}

const (
	defaultRate = 100
	defaultSet  = "herald"
	via         = "ses"
)

// Sim is one simulated account. It is safe for concurrent use.
type Sim struct {
	*sim.Sim
	cfg   Config
	topic *snssim.Topic
	mail  *inbox.Store

	mu         sync.Mutex
	account    account
	identities map[string]*identity
	sets       map[string]bool
	suppressed map[string]suppression
	verifyIn   time.Duration // after which a new identity is verified; 0: never by itself
}

// account is what POST /_sim/config sets.
type account struct {
	Max24HourSend  float64 `json:"max24HourSend"`
	SendingEnabled bool    `json:"sendingEnabled"`
	Enforcement    string  `json:"enforcement"` // HEALTHY, PROBATION or SHUTDOWN
	Sandbox        bool    `json:"sandbox"`
	VerifyAfterMs  int     `json:"verifyAfterMs"`
}

// Courses of an email: the names of the events.
const (
	courseDelivered = iota
	courseOpened
	courseClicked
	courseComplained
	courseLate
	courseSilent // without a configuration set no events are published
)

const failed = "failed"

var (
	sent      = sim.Step{Status: "Send"}
	delivered = sim.Step{Status: "Delivery", After: 300 * time.Millisecond}
)

func after(status string) sim.Step { return sim.Step{Status: status, After: 300 * time.Millisecond} }

var courses = []sim.Course{courseDelivered: {sent, delivered}, courseOpened: {sent, delivered, after("Open")},
	courseClicked:    {sent, delivered, after("Open"), after("Click")},
	courseComplained: {sent, delivered, after("Complaint")},
	courseLate:       {sent, delivered, after("Bounce")},
	courseSilent:     {}}

// outcomes beside the standard ones. The code of one that fails names the event and its details, see failures.
var outcomes = map[string]sim.Outcome{
	"success": {Way: courseDelivered + 1}, "ooto": {Way: courseDelivered + 1}, "open": {Way: courseOpened + 1},
	"click": {Way: courseClicked + 1}, "complaint": {Way: courseComplained + 1}, "latebounce": {Way: courseLate + 1},
	"bounce": {Fail: "hard"}, "softbounce": {Fail: "full"}, "suppressionlist": {Fail: "suppressed"}, "reject": {Fail: "reject"},
	"rendering": {Fail: "rendering"}, "unauthenticated": {Fail: "unauthenticated"}, "undetermined": {Fail: "undetermined"},
	"busy": {Refuse: "TooManyRequestsException", Times: 2}, "rate": {Refuse: "TooManyRequestsException", Times: 2},
	"daily": {Refuse: "DailyQuota"}, "quota": {Refuse: "LimitExceededException"}, "suspended": {Refuse: "AccountSuspendedException"},
	"paused": {Refuse: "SendingPausedException"}, "mailfrom": {Refuse: "MailFromDomainNotVerifiedException"},
	"server_error": {Refuse: "InternalServiceErrorException", Times: 2}, "rejected": {Refuse: "MessageRejected"},
	"invalid": {Refuse: "BadRequestException"},
}

// New starts a simulator; end it with Close.
func New(cfg Config) *Sim {
	if cfg.Rate <= 0 {
		cfg.Rate = defaultRate
	}
	if cfg.Topic == "" {
		cfg.Topic = "arn:aws:sns:us-east-1:000000000000:herald-email"
	}
	if cfg.Inbox == nil {
		cfg.Inbox = inbox.NewStore()
	}
	s := &Sim{cfg: cfg, topic: &snssim.Topic{ARN: cfg.Topic}, mail: cfg.Inbox}
	s.topic.SetSelf(cfg.Self)
	s.Sim = sim.New(sim.Config{Name: "ses", Outcomes: outcomes, Courses: courses,
		Failed: sim.Course{sent, {Status: failed, After: 300 * time.Millisecond}}, Rate: cfg.Rate, Seed: cfg.Seed, Now: cfg.Now,
		CallbackURL: cfg.CallbackURL, Transport: cfg.Transport, Callback: s.events, Sign: snssim.Headers, Show: s.show, OnReset: s.reset,
		Controls: map[string]sim.Control{"POST config": s.configure, "POST identities": s.flip, "POST subscribe": s.subscribe,
			"GET subscription": s.topic.Confirmed}})
	s.topic.Serve(s.Sim)
	s.routes()
	return s
}

// SetSelf tells the simulator its own address, where it is known only when it is served.
func (s *Sim) SetSelf(address string) { s.topic.SetSelf(address) }

// Inbox has the emails that were accepted.
func (s *Sim) Inbox() *inbox.Store { return s.mail }

func (s *Sim) reset() {
	s.mail.Clear(via)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.account = account{Max24HourSend: 1_000_000, SendingEnabled: true, Enforcement: "HEALTHY"}
	s.identities, s.suppressed, s.sets = map[string]*identity{}, map[string]suppression{}, map[string]bool{defaultSet: true}
	for _, name := range s.cfg.Verified {
		s.identities[name] = newIdentity(name, "SUCCESS")
	}
}

func (s *Sim) configure(r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.account
	err := sim.Read(r, &a)
	if err == nil {
		s.account, s.verifyIn = a, time.Duration(a.VerifyAfterMs)*time.Millisecond
	}
	return nil, err
}

// subscribe asks the address of the notifications whether it wants any.
func (s *Sim) subscribe(*http.Request) (any, error) {
	s.Send("", s.topic.Subscription(s.Now()))
	return nil, nil
}

// shown is a message as GET /_sim/messages shows it. The content is there as long as the inbox keeps it.
type shown struct {
	sim.Accepted
	From    string            `json:"from"`
	Subject string            `json:"subject"`
	Text    string            `json:"text,omitempty"`
	HTML    string            `json:"html,omitempty"`
	ReplyTo string            `json:"replyTo,omitempty"`
	Headers []inbox.Field     `json:"headers,omitempty"`
	Tags    map[string]string `json:"tags"`
}

func (s *Sim) show(m sim.Accepted) any {
	out := shown{Accepted: m, From: m.Type, Subject: m.Body, Tags: tagsOf(m.Reference)}
	out.Type, out.Body = "email", m.Body
	if full, ok := s.mail.Of(via, m.ID); ok {
		out.Text, out.HTML, out.Headers, out.ReplyTo = full.Text, full.HTML, full.Headers, full.ReplyTo
	}
	return out
}

// tagsOf reads the tags that the log keeps as a message's reference.
func tagsOf(reference string) map[string]string {
	var tags map[string]string
	if json.Unmarshal([]byte(reference), &tags) != nil {
		return nil // the message had none
	}
	return tags
}
