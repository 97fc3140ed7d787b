// Package smtpsim is a simulator of a mail relay and of the mailboxes behind it: a real SMTP server that keeps each email as it came,
// and posts what comes back to the return path: delivery status notifications, complaints and answers.
package smtpsim

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"herald/localstack/simulators/inbox"
	"herald/localstack/simulators/sim"
)

// Config describes the relay and where messages of the return path go.
type Config struct {
	Username, Password string // empty: no AUTH
	Secret             string // signs the posts
	CallbackURL        string // "" posts nothing
	Rate               int    // emails a second; 0 means 100
	TLS                *tls.Config
	Inbox              *inbox.Store // nil: one of its own
	Seed               uint64
	Transport          http.RoundTripper
	Now                func() time.Time // see sim.Config
}

const (
	defaultRate  = 100
	via          = "smtp"
	longestEmail = 40 << 20
)

// Sim is one simulated relay. It is safe for concurrent use.
type Sim struct {
	*sim.Sim
	cfg    Config
	mail   *inbox.Store
	server *smtp.Server

	mu    sync.Mutex
	peers map[string]bool // addresses of the clients since the reset, one for each connection
}

// Courses of an email; each step is a message to the return path.
const (
	courseArrived = iota
	courseComplained
	courseAnswered
	courseLate
)

const failed = "failed"

var outcomes = map[string]sim.Outcome{
	"success": {Way: courseArrived + 1}, "open": {Way: courseArrived + 1}, "click": {Way: courseArrived + 1},
	"complaint": {Way: courseComplained + 1}, "ooto": {Way: courseAnswered + 1}, "latebounce": {Way: courseLate + 1},
	"bounce": {Fail: "5.1.1"}, "softbounce": {Fail: "4.2.2"}, "suppressionlist": {Refuse: "suppressed"},
	"unauthenticated": {Refuse: "unauthenticated"}, "dmarc": {Refuse: "dmarc"}, "busy": {Refuse: "busy", Times: 2},
	"greylist": {Refuse: "greylist", Times: 1}, "full": {Refuse: "full"}, "spam": {Refuse: "spam"}, "relay": {Refuse: "relay"},
	"unknown": {Refuse: "unknown"}, "rate": {Refuse: "rate", Times: 2}, "gone": {Refuse: "gone"},
}

// refusals are the answers of outcomes that refuse.
var refusals = map[sim.Code]smtp.SMTPError{
	"unknown":    {Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "The account that you tried to reach does not exist"},
	"gone":       {Code: 550, EnhancedCode: smtp.NoEnhancedCode, Message: "No such user here"},
	"suppressed": {Code: 550, EnhancedCode: smtp.EnhancedCode{5, 2, 1}, Message: "The account is disabled"},
	"unauthenticated": {Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 515},
		Message: "Access denied, sending domain does not meet the required authentication level"},
	"dmarc": {Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 26},
		Message: "This mail has been blocked because the sender is unauthenticated"},
	"busy":     {Code: 421, EnhancedCode: smtp.EnhancedCode{4, 7, 0}, Message: "Try again later, closing connection"},
	"rate":     {Code: 450, EnhancedCode: smtp.EnhancedCode{4, 7, 28}, Message: "Our system has detected an unusual rate of mail"},
	"greylist": {Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "Greylisted, try again later"},
	"full":     {Code: 452, EnhancedCode: smtp.EnhancedCode{4, 2, 2}, Message: "The recipient's inbox is out of storage space"},
	"spam":     {Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "Message rejected as spam"},
	"relay":    {Code: 554, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "Relay access denied"},
}

// New starts a simulator without a listener; end it with Close.
func New(cfg Config) *Sim {
	if cfg.Rate <= 0 {
		cfg.Rate = defaultRate
	}
	if cfg.Inbox == nil {
		cfg.Inbox = inbox.NewStore()
	}
	s := &Sim{cfg: cfg, mail: cfg.Inbox}
	after := func(status string) sim.Course { return sim.Course{{Status: status, After: 300 * time.Millisecond}} }
	s.Sim = sim.New(sim.Config{Name: "smtp", Outcomes: outcomes, Courses: []sim.Course{courseArrived: {}, courseComplained: after("complaint"),
		courseAnswered: after("ooto"), courseLate: after("latebounce")}, Failed: after(failed), Rate: cfg.Rate, Seed: cfg.Seed, Now: cfg.Now,
		CallbackURL: cfg.CallbackURL, Transport: cfg.Transport, Callback: s.posts, Sign: s.sign, Show: s.show,
		OnReset:  s.reset,
		Controls: map[string]sim.Control{"GET connections": s.connections, "POST mail": s.inbound}})
	s.server = smtp.NewServer(smtp.BackendFunc(s.session))
	s.server.Domain, s.server.MaxMessageBytes, s.server.MaxRecipients = "relay.simulated", longestEmail, 1
	s.server.TLSConfig, s.server.AllowInsecureAuth = cfg.TLS, false
	s.server.ErrorLog = quiet{}
	return s
}

// Serve takes connections until Close.
func (s *Sim) Serve(l net.Listener) error {
	if err := s.server.Serve(l); !errors.Is(err, smtp.ErrServerClosed) {
		return err
	}
	return nil
}

// Close ends listener, connections and deliveries.
func (s *Sim) Close() {
	_ = s.server.Close() // of listeners that may be closed already
	s.Sim.Close()
}

// Inbox has the emails that were accepted.
func (s *Sim) Inbox() *inbox.Store { return s.mail }

// quiet drops what the server logs about clients that hang up.
type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

func (s *Sim) reset() {
	s.mail.Clear(via)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.peers = map[string]bool{}
}

// count notes a connection; a session begins anew after STARTTLS.
func (s *Sim) count(c *smtp.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.peers[c.Conn().RemoteAddr().String()] = true
}

func (s *Sim) connections(*http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return map[string]int{"connections": len(s.peers)}, nil
}

// envelope is what the log keeps of an email as its reference.
type envelope struct {
	Return    string `json:"returnPath"`
	MessageID string `json:"messageId"`
	From      string `json:"from"`
}

// shown is a message as GET /_sim/messages shows it. The content is there as long as the inbox keeps it.
type shown struct {
	sim.Accepted
	envelope
	Subject string        `json:"subject"`
	Text    string        `json:"text,omitempty"`
	HTML    string        `json:"html,omitempty"`
	Headers []inbox.Field `json:"headers,omitempty"`
}

func (s *Sim) show(m sim.Accepted) any {
	out := shown{Accepted: m, envelope: envelopeOf(m), Subject: m.Body}
	if full, ok := s.mail.Of(via, m.ID); ok {
		out.Text, out.HTML, out.Headers = full.Text, full.HTML, full.Headers
	}
	return out
}

func envelopeOf(m sim.Accepted) (e envelope) {
	if json.Unmarshal([]byte(m.Reference), &e) != nil {
		return envelope{} // it is written by take
	}
	return e
}

// sign is what the mail server of the return path adds to a post.
func (s *Sim) sign(r *http.Request, body []byte) {
	at := strconv.FormatInt(s.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(s.cfg.Secret))
	mac.Write([]byte(at + "."))
	mac.Write(body)
	r.Header.Set("Content-Type", "message/rfc822")
	r.Header.Set("X-Herald-Timestamp", at)
	r.Header.Set("X-Herald-Signature", "v1="+hex.EncodeToString(mac.Sum(nil)))
}

// inbound posts any message to the return path (POST /_sim/mail, the message as it is).
func (s *Sim) inbound(r *http.Request) (any, error) {
	var in struct{ Message string }
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	s.Send("", []byte(in.Message))
	return nil, nil
}
