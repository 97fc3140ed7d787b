// Package whatsapp is the adapter to the WhatsApp Cloud API: it sends messages, uploads media and reads webhooks.
// Which server it talks to is configuration alone (base URL, version, ids, secrets); it knows nothing about simulators.
package whatsapp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/provider"
)

// Limits of the Cloud API, in characters unless said otherwise.
const (
	textLimit      = 4096
	linkBodyLimit  = 1024
	captionLimit   = 1024
	buttonLimit    = 20
	headerLimit    = 60
	referenceLimit = 512 // bytes; the API counts characters, so this is the safe side
	groupSize      = 8

	defaultPerSecond = 80
	pairEvery        = 6 * time.Second
	defaultTimeout   = 10 * time.Second
	defaultConns     = 32

	// sharedTimeout is how many timeouts away the deadline of a caller may be that bounds the calls of a batch together. Such a call needs
	// no timer of its own.
	sharedTimeout = 2
)

// Config says which number of which account is used, and where the API is.
type Config struct {
	BaseURL       string   // "https://graph.facebook.com"
	Version       string   // "v23.0"
	Token         string   // bearer token of the API
	AppSecrets    []string // one or, while rotating, two secrets that webhooks may be signed with
	VerifyToken   string   // the webhook subscription's token
	PhoneNumberID string   // the sending number
	WABAID        string   // the business account
	Numbers       []Number // all numbers of the account that messages are sent from, as one webhook tells of them; empty: this one alone
	MediaHosts    []string // hosts beside that of BaseURL that give recipients' files; empty: "lookaside.fbsbx.com"
	PerSecond     int      // messages a second that the number may send; 0 means 80
	Client        *http.Client
	Now           func() time.Time
}

// Number is one of a business account.
type Number struct {
	ID    string
	Shown string // digits, as recipients see it: some webhooks name it by this alone
}

// Adapter speaks the Cloud API for one sending number. It is safe for concurrent use.
type Adapter struct {
	cfg       Config
	transport http.RoundTripper
	timeout   time.Duration
	message   *http.Request // a message request without body and context, copied for each send
	mediaURL  string
	base      string // of the API with its version
	bearer    string
}

var (
	_ provider.Messenger        = (*Adapter)(nil)
	_ provider.MediaStore       = (*Adapter)(nil)
	_ provider.TemplateProvider = (*Adapter)(nil)
	_ provider.Webhook          = (*Adapter)(nil)
)

// New makes the adapter. Client nil means NewHTTPClient(32); of a client only Transport and Timeout (0: 10 s) are used,
// because its redirects would turn a POST into another request. An unusable address or a missing id is an error.
func New(cfg Config) (*Adapter, error) {
	if cfg.PhoneNumberID == "" || cfg.Version == "" {
		return nil, errors.New("whatsapp: phone number id and version must be configured")
	}
	base := strings.TrimRight(cfg.BaseURL, "/") + "/" + cfg.Version
	root := base + "/" + cfg.PhoneNumberID
	messages, err := url.Parse(root + "/messages")
	if err != nil || messages.Host == "" {
		return nil, fmt.Errorf("whatsapp: base URL %q is not an absolute address", cfg.BaseURL)
	}
	if cfg.PerSecond <= 0 {
		cfg.PerSecond = defaultPerSecond
	}
	if cfg.Now == nil {
		cfg.Now = clock.System
	}
	if cfg.Client == nil {
		cfg.Client = NewHTTPClient(defaultConns)
	}
	a := &Adapter{cfg: cfg, transport: cfg.Client.Transport, timeout: cfg.Client.Timeout,
		mediaURL: root + "/media", base: base, bearer: "Bearer " + cfg.Token}
	if a.transport == nil {
		a.transport = http.DefaultTransport
	}
	if a.timeout <= 0 {
		a.timeout = defaultTimeout
	}
	// No Idempotency-Key and no GetBody, ever: with either of them net/http sends a POST a second time
	// after a cut keep-alive connection (facts 1.11).
	a.message = &http.Request{Method: http.MethodPost, URL: messages, Host: messages.Host,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{
			"Authorization": {a.bearer}, "Content-Type": {"application/json"}, "User-Agent": {"Herald"}}}
	return a, nil
}

// Profile is what the official API can do with this number (facts 0.1, 0.2, 1.1, 1.5).
func (a *Adapter) Profile() provider.Profile {
	return provider.Profile{
		Channel: "whatsapp", Provider: "whatsapp", Sender: a.cfg.PhoneNumberID, Number: a.number(), Account: a.cfg.WABAID,
		PerSecond: a.cfg.PerSecond, PairEvery: pairEvery,
		Kinds: provider.Kinds(), Avatars: []string{"random"}, TwoWay: true, Quoting: true, ReplyWindow: 24 * time.Hour,
		GroupSize: groupSize, GroupOwn: 1, GroupSquare: groupSquare, InviteOnly: true, GroupRate: groupRate, ReadReceipts: true,
		ReferenceEchoed: true,
		TextLimit:       textLimit, LinkBodyLimit: linkBodyLimit, ButtonLimit: buttonLimit,
		HeaderLimit: headerLimit, CaptionLimit: captionLimit, NoMarketingIn: []string{"US"},
	}
}

// number is how recipients see the sender; empty where none is configured.
func (a *Adapter) number() string {
	for _, n := range a.cfg.Numbers {
		if n.ID == a.cfg.PhoneNumberID {
			return n.Shown
		}
	}
	return ""
}

// Send makes at most one request for m and gives its outcome (provider.Messenger). A message that the API would
// certainly refuse (facts 1.1, 1.11) is refused here, without a request.
func (a *Adapter) Send(ctx context.Context, m provider.Message) provider.Outcome {
	if out, bad := refuse(&m); bad {
		return out
	}
	if err := ctx.Err(); err != nil {
		return provider.Outcome{Verdict: provider.Retry, Detail: err.Error()}
	}
	if until, ok := ctx.Deadline(); !ok || time.Until(until) > sharedTimeout*a.timeout {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.timeout)
		defer cancel()
	}
	try := newAttempt(&m)
	status, answer, err := try.roundTrip(a.transport, try.request(ctx, a.message))
	if err != nil {
		return try.failed(a.transport, err)
	}
	out := classify(status, answer)
	try.recycle()
	return out
}
