// Package twiliosim is a simulator of a gateway of short messages of Twilio's shape: the call that sends, signed status callbacks to the
// address that each message names, and what people answer (facts §2.3).
package twiliosim

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sms"
)

// Config describes the account that is simulated and where what people answer goes.
type Config struct {
	AccountSID, AuthToken string
	Number                string            // that people answer to
	InboundURL            string            // "" sends none
	Self, Store           string            // our own address and that of the store of people's files, as the other side sees them
	Rate                  int               // messages a second; 0 means 100
	Seed                  uint64            // of the random choices; 0 takes the time
	Transport             http.RoundTripper // for callbacks; nil means one of its own over sockets
	Now                   func() time.Time  // see sim.Config
}

const defaultRate = 100

// Sim is one simulated account. It is safe for concurrent use.
type Sim struct {
	*sim.Sim
	cfg     Config
	opted   sms.OptOuts
	senders sms.Senders

	mu        sync.Mutex
	behaviour sms.Behaviour
	media     map[string]File // by id
	storage   Storage
}

var outcomes = map[string]sim.Outcome{
	"undeliverable": {Fail: "30003"}, "landline": {Fail: "30006"}, "filtered": {Fail: "30007"}, "opted_out": {Refuse: "21610"},
	"invalid": {Refuse: "21211"},
	"rate":    {Refuse: "20429", Times: 2}, "server_error": {Refuse: "20500", Times: 2}, "suspended": {Refuse: "20003"},
	"not_registered": {Fail: "30034"},
	"refuse":         {Refuse: "20500"}, "fail": {Fail: "30003"},
}

// digits are scripted last digits, the same as those of the other simulators of messages.
var digits = []sim.Rule{{Suffix: "26", Outcome: "undeliverable"}, {Suffix: "50", Outcome: "opted_out"},
	{Suffix: "97", Outcome: "cut_after_accept"},
	{Suffix: "98", Outcome: "server_error"}, {Suffix: "99", Outcome: "never"}}

const failed = "undelivered"

// New starts a simulator; end it with Close.
func New(cfg Config) *Sim {
	if cfg.Rate <= 0 {
		cfg.Rate = defaultRate
	}
	s := &Sim{cfg: cfg}
	s.Sim = sim.New(sim.Config{Name: "twilio", Outcomes: outcomes, Rules: digits, Digits: true, Courses: sms.Way("sent", "delivered"),
		Failed: sim.Course{{Status: "sent"}, {Status: failed, After: 300 * time.Millisecond}}, Rate: cfg.Rate, Seed: cfg.Seed, Now: cfg.Now,
		CallbackURL: cfg.InboundURL,
		Transport:   cfg.Transport, Callback: s.status, Sign: s.sign, Show: sms.Show, OnReset: s.reset, Identify: identify, Index: index,
		Controls: map[string]sim.Control{"POST config": s.configure, "POST inbound": s.inbound, "POST media": s.stores}})
	s.Handle("POST /2010-04-01/Accounts/{account}/Messages.json", s.send)
	s.Handle("GET /2010-04-01/Accounts/{account}", s.showAccount)
	s.Handle("GET /2010-04-01/Accounts/{account}/Messages/{message}", s.show)
	s.Handle("GET /2010-04-01/Accounts/{account}/Messages/{message}/Media/{media}", s.file)
	s.Handle("GET "+keptPath, s.storedMedia)
	return s
}

func (s *Sim) reset() {
	s.opted.Clear()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behaviour, s.media, s.storage = sms.Behaviour{DeliveredRate: 1}, map[string]File{}, Storage{}
}

func (s *Sim) configure(r *http.Request) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.behaviour
	err := sim.Read(r, &b)
	if err == nil {
		err = sim.Shares(map[string]float64{"deliveredRate": b.DeliveredRate})
	}
	if err == nil {
		s.behaviour = b
	}
	return nil, err
}

func (s *Sim) authorised(r *http.Request) bool {
	user, password, ok := r.BasicAuth()
	return ok && user == s.cfg.AccountSID && password == s.cfg.AuthToken && r.PathValue("account") == s.cfg.AccountSID
}

// send takes one message.
func (s *Sim) send(w http.ResponseWriter, r *http.Request) {
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
		err = valid(f)
	}
	if err != nil {
		refuse(w, s.Refused(to, err))
		return
	}
	from := f.Get("From") + f.Get("MessagingServiceSid")
	taken, err := s.Take(sim.Message{Key: to, Kind: s.senders.Name(from), Body: f.Get("Body"), Address: f.Get("StatusCallback"),
		Reference: reference(f.Get("StatusCallback")),
		Check: func() error {
			if s.opted.Has(to) {
				return sim.Refuse("21610", "Attempt to send to unsubscribed recipient")
			}
			return nil
		},
		Fate: func(n int) (int, sim.Code) { return s.outcomeOf(to, n), "" }})
	if err != nil {
		refuse(w, err)
		return
	}
	taken.Answer(w, r, http.StatusCreated, s.resource(taken.Accepted, "queued", ""))
}

// reference is what the client put into the address of its callbacks.
func reference(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Query().Get("ref")
}

const purposeDelivered = 100

func (s *Sim) outcomeOf(to string, n int) int {
	s.mu.Lock()
	rate := s.behaviour.DeliveredRate
	s.mu.Unlock()
	if !s.Chance(sim.Mix(sim.Hash(to), uint64(n)), purposeDelivered, rate) {
		return sms.CourseSent
	}
	return sms.CourseArrived
}

// statuses of refusals that are not 400.
var statuses = map[sim.Code]int{"20003": http.StatusUnauthorized, "20429": http.StatusTooManyRequests,
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

// resource is a message as the API shows it.
func (s *Sim) resource(m sim.Accepted, status string, code sim.Code) map[string]any {
	_, parts := sms.Parts(m.Body)
	var number any
	if code != "" {
		number = code
	}
	return map[string]any{"sid": m.ID, "account_sid": s.cfg.AccountSID, "status": status, "to": "+" + m.To, "from": m.Type, "body": m.Body,
		"num_segments": fmt.Sprint(parts),
		"price":        nil, "price_unit": "USD", "error_code": number, "error_message": nil, "direction": "outbound-api",
		"api_version":  "2010-04-01",
		"date_created": m.AcceptedAt.Format(time.RFC1123Z), "uri": "/2010-04-01/Accounts/" + s.cfg.AccountSID + "/Messages/" + m.ID + ".json"}
}

// show is a message as it is now.
func (s *Sim) show(w http.ResponseWriter, r *http.Request) {
	m, reached, ok := s.Find(strings.TrimSuffix(r.PathValue("message"), ".json"))
	switch {
	case !s.authorised(r):
		refuse(w, sim.Refuse("20003", "Authenticate"))
	case !ok:
		sim.JSON(w, http.StatusNotFound, map[string]any{"code": 20404, "message": "The requested resource was not found",
			"status": http.StatusNotFound})
	case len(reached) == 0:
		sim.JSON(w, http.StatusOK, s.resource(m, "queued", ""))
	default:
		last := reached[len(reached)-1]
		sim.JSON(w, http.StatusOK, s.resource(m, last.Status, last.Code))
	}
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

// status is a status callback: each message names its own address.
func (s *Sim) status(receipts []sim.Receipt) []byte {
	r := receipts[0]
	f := url.Values{"MessageSid": {r.Message.ID}, "SmsSid": {r.Message.ID}, "MessageStatus": {r.Status}, "SmsStatus": {r.Status},
		"To":   {"+" + r.Message.To},
		"From": {r.Message.Type}, "AccountSid": {s.cfg.AccountSID}, "ApiVersion": {"2010-04-01"}}
	if r.Status == failed {
		f.Set("ErrorCode", string(r.Code))
	}
	if r.Status != "sent" {
		f.Set("RawDlrDoneDate", r.At.Format("0601021504"))
	}
	return []byte(f.Encode())
}

// inbound lets a person answer, with files or without.
func (s *Sim) inbound(r *http.Request) (any, error) {
	var in struct {
		sms.Inbound
		ID    string `json:"id"` // of the message; empty: a new one. The same twice is a callback that is repeated.
		Media []File `json:"media"`
	}
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	from := strings.TrimPrefix(in.From, "+")
	if from == "" || in.Text == "" && len(in.Media) == 0 || len(in.Media) > mostFiles {
		return nil, fmt.Errorf("from, and text or up to %d files in media are needed", mostFiles)
	}
	if in.ID == "" {
		in.ID = fmt.Sprintf("%s%032d", map[bool]string{true: "SM", false: "MM"}[len(in.Media) == 0], s.Next())
	}
	f := url.Values{"MessageSid": {in.ID}, "SmsSid": {in.ID}, "SmsMessageSid": {in.ID}, "SmsStatus": {"received"}, "From": {"+" + from},
		"To": {s.cfg.Number}, "Body": {in.Text},
		"NumSegments": {"1"}, "AccountSid": {s.cfg.AccountSID}, "ApiVersion": {"2010-04-01"}}
	s.files(f, in.ID, in.Media)
	if kept := s.opted.Receive(from, in.Text); kept != "" {
		f.Set("OptOutType", kept)
	}
	s.Send("", []byte(f.Encode()))
	return map[string]string{"id": in.ID}, nil
}

// sign is the gateway's signature: of the whole address and the fields of the form, sorted by name.
func (s *Sim) sign(r *http.Request, body []byte) {
	f, err := url.ParseQuery(string(body))
	if err != nil {
		panic("twiliosim: " + err.Error()) // we wrote it
	}
	text := r.URL.String()
	names := make([]string, 0, len(f))
	for name := range f {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		text += name + f.Get(name)
	}
	mac := hmac.New(sha1.New, []byte(s.cfg.AuthToken))
	mac.Write([]byte(text))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
	r.Header.Set("User-Agent", "TwilioProxy/1.1")
	r.Header.Set("X-Twilio-Signature", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}

func identify(generation uint64, n int) string { return fmt.Sprintf("SM%016x%016x", generation, n) }

func index(generation uint64, id string) (int, bool) {
	if len(id) != 34 {
		return 0, false
	}
	of, err := strconv.ParseUint(id[2:18], 16, 64)
	n, err2 := strconv.ParseUint(id[18:], 16, 63)
	return int(n), err == nil && err2 == nil && of == generation
}
