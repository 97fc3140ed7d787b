// Package awssmssim is a simulator of AWS End User Messaging SMS: SendTextMessage of the service's JSON protocol, and the topic of SNS
// that tells of deliveries and of what people answer, in notifications that are signed as SNS signs them (facts §2.1, §2.4).
package awssmssim

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sms"
	snssim "herald/localstack/simulators/sns"
)

// Config describes the account that is simulated and where its topic's notifications go.
type Config struct {
	Self        string            // the simulator's own address, as the other side sees it: certificates lie there
	Topic       string            // ARN of the topic
	Number      string            // that people answer to
	CallbackURL string            // "" sends no notifications
	Rate        int               // messages a second; 0 means 100
	Seed        uint64            // of the random choices; 0 takes the time
	Transport   http.RoundTripper // for notifications; nil means one of its own over sockets
	Now         func() time.Time  // see sim.Config
}

const defaultRate = 100

// Sim is one simulated account. It is safe for concurrent use.
type Sim struct {
	*sim.Sim
	cfg     Config
	topic   *snssim.Topic
	opted   sms.OptOuts
	senders sms.Senders

	mu        sync.Mutex
	behaviour sms.Behaviour
}

var outcomes = map[string]sim.Outcome{
	"undeliverable": {Fail: "TEXT_UNREACHABLE"}, "landline": {Fail: "TEXT_INVALID"}, "filtered": {Fail: "TEXT_CARRIER_BLOCKED"},
	"opted_out": {Refuse: "DESTINATION_PHONE_NUMBER_OPTED_OUT"}, "invalid": {Refuse: "INVALID_PARAMETER"},
	"rate":         {Refuse: "ThrottlingException", Times: 2},
	"server_error": {Refuse: "InternalServerException", Times: 2}, "suspended": {Refuse: "ACCOUNT_DISABLED"},
	"spend_limit":    {Refuse: "MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT"},
	"not_registered": {Refuse: "SENDER_ID_NOT_REGISTERED"}, "refuse": {Refuse: "InternalServerException"}, "fail": {Fail: "TEXT_UNREACHABLE"},
}

// digits are scripted last digits, the same as those of the other simulators of messages.
var digits = []sim.Rule{{Suffix: "26", Outcome: "undeliverable"}, {Suffix: "50", Outcome: "opted_out"},
	{Suffix: "97", Outcome: "cut_after_accept"},
	{Suffix: "98", Outcome: "server_error"}, {Suffix: "99", Outcome: "never"}}

// exceptions of the reasons; a word that is not here is an exception itself.
var exceptions = map[sim.Code]string{
	"DESTINATION_PHONE_NUMBER_OPTED_OUT": "ConflictException", "NO_ORIGINATION_IDENTITIES_FOUND": "ConflictException",
	"INVALID_PARAMETER":        "ValidationException",
	"SENDER_ID_NOT_REGISTERED": "ValidationException", "ACCOUNT_DISABLED": "AccessDeniedException",
	"MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT": "ServiceQuotaExceededException",
}

const failed = "failed"

// New starts a simulator; end it with Close.
func New(cfg Config) *Sim {
	if cfg.Rate <= 0 {
		cfg.Rate = defaultRate
	}
	if cfg.Topic == "" {
		cfg.Topic = "arn:aws:sns:us-east-1:000000000000:herald-sms"
	}
	s := &Sim{cfg: cfg, topic: &snssim.Topic{ARN: cfg.Topic}}
	s.topic.SetSelf(cfg.Self)
	s.Sim = sim.New(sim.Config{Name: "aws sms", Outcomes: outcomes, Rules: digits, Digits: true,
		Courses: sms.Way("TEXT_SENT", "TEXT_DELIVERED"),
		Failed:  sim.Course{{Status: "TEXT_SENT"}, {Status: failed, After: 300 * time.Millisecond}}, Rate: cfg.Rate, Seed: cfg.Seed, Now: cfg.Now,
		CallbackURL: cfg.CallbackURL,
		Transport:   cfg.Transport, Callback: s.event, Sign: snssim.Headers, Show: sms.Show, OnReset: s.reset,
		Controls: map[string]sim.Control{"POST config": s.configure, "POST inbound": s.inbound, "POST subscribe": s.subscribe,
			"GET subscription": s.topic.Confirmed}})
	s.Handle("POST /{$}", s.call)
	s.topic.Serve(s.Sim)
	return s
}

func (s *Sim) reset() {
	s.opted.Clear()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behaviour = sms.Behaviour{DeliveredRate: 1}
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

var signature = regexp.MustCompile(
	`^AWS4-HMAC-SHA256 Credential=[^/]+/[0-9]{8}/[a-z0-9-]+/sms-voice/aws4_request, ?SignedHeaders=[a-z0-9;-]+, ?Signature=[0-9a-f]{64}$`)

const target = "PinpointSMSVoiceV2.SendTextMessage"

// call takes one message.
func (s *Sim) call(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	var m request
	switch {
	case err != nil || json.Unmarshal(raw, &m) != nil:
		err = sim.Refuse("SerializationException", "the body cannot be read")
	case r.Header.Get("X-Amz-Target") != target:
		err = sim.Refuse("UnknownOperationException", "no such operation")
	case !signature.MatchString(r.Header.Get("Authorization")):
		err = sim.Refuse("MissingAuthenticationTokenException", "the request is not signed")
	case s.Throttled():
		err = sim.Refuse("ThrottlingException", "Rate exceeded")
	default:
		err = valid(&m)
	}
	to := strings.TrimPrefix(m.DestinationPhoneNumber, "+")
	if err != nil {
		refuse(w, s.Refused(to, err))
		return
	}
	taken, err := s.Take(sim.Message{Key: to, Kind: s.senders.Name(m.OriginationIdentity), Body: m.MessageBody,
		Reference: string(sim.Encoded(m.Context)),
		Check: func() error {
			if s.opted.Has(to) {
				return sim.Refuse("DESTINATION_PHONE_NUMBER_OPTED_OUT", "the destination phone number has opted out")
			}
			return nil
		},
		Fate: func(n int) (int, sim.Code) { return s.outcomeOf(to, n), "" }})
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("X-Amzn-Requestid", taken.ID)
	taken.Answer(w, r, http.StatusOK, map[string]string{"MessageId": taken.ID})
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

// refuse answers as the service does: 400 with the exception, 500 for what it calls its own failure.
func refuse(w http.ResponseWriter, err error) {
	code, details := sim.Code("InternalServerException"), err.Error()
	if r, ok := err.(*sim.Refusal); ok {
		code, details = r.Code, r.Details
	}
	body := map[string]string{"__type": string(code), "Message": details}
	if e, known := exceptions[code]; known {
		body["__type"], body["Reason"] = e, string(code)
	}
	status := http.StatusBadRequest
	if code == "InternalServerException" {
		status = http.StatusInternalServerError
	}
	w.Header().Set("X-Amzn-Errortype", body["__type"])
	sim.JSON(w, status, body)
}
