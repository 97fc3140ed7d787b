package sessim

import (
	"encoding/json"
	"io"
	"net/http"
	"net/mail"
	"slices"
	"strings"
	"time"

	"herald/localstack/simulators/inbox"
	"herald/localstack/simulators/sim"
)

// request of SendEmail, as far as the simulator looks at it.
type request struct {
	FromEmailAddress     string
	Destination          struct{ ToAddresses, CcAddresses, BccAddresses []string }
	ReplyToAddresses     []string
	ConfigurationSetName string
	TenantName           string
	EmailTags            []field
	Content              struct {
		Simple *struct {
			Subject part
			Body    struct{ Text, HTML *part }
			Headers []field
		}
		Raw      *struct{ Data []byte }
		Template *jsonText
	}
}

// jsonText is a part of a body that is not read.
type jsonText = json.RawMessage

type field struct{ Name, Value string }

type part struct{ Data, Charset string }

func (s *Sim) routes() {
	s.Handle("POST /v2/email/outbound-emails", s.signed(s.send))
	s.Handle("GET /v2/email/account", s.signed(s.getAccount))
	s.Handle("POST /v2/email/identities", s.signed(s.createIdentity))
	s.Handle("GET /v2/email/identities", s.signed(s.listIdentities))
	s.Handle("GET /v2/email/identities/{name}", s.signed(s.getIdentity))
	s.Handle("DELETE /v2/email/identities/{name}", s.signed(s.deleteIdentity))
	s.Handle("PUT /v2/email/identities/{name}/mail-from", s.signed(s.putMailFrom))
	s.Handle("PUT /v2/email/suppression/addresses", s.signed(s.putSuppressed))
	s.Handle("GET /v2/email/suppression/addresses", s.signed(s.listSuppressed))
	s.Handle("GET /v2/email/suppression/addresses/{address}", s.signed(s.getSuppressed))
	s.Handle("DELETE /v2/email/suppression/addresses/{address}", s.signed(s.deleteSuppressed))
	s.Handle("POST /v2/email/configuration-sets", s.signed(s.createSet))
	s.Handle("GET /v2/email/configuration-sets", s.signed(s.listSets))
	s.Handle("GET /v2/email/configuration-sets/{name}", s.signed(s.getSet))
	s.Handle("DELETE /v2/email/configuration-sets/{name}", s.signed(s.deleteSet))
}

// longestBody of a call: the service takes messages of 40 MB.
const longestBody = 56 << 20

// signed serves a call whose signature holds.
func (s *Sim) signed(serve func(w http.ResponseWriter, r *http.Request, body []byte)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestBody))
		if err == nil {
			err = s.verify(r, body)
		} else {
			err = sim.Refuse("BadRequestException", "the body is too large")
		}
		if err != nil {
			refuse(w, s.Refused("", err))
			return
		}
		serve(w, r, body)
	}
}

// send takes one email.
func (s *Sim) send(w http.ResponseWriter, r *http.Request, body []byte) {
	var m request
	if json.Unmarshal(body, &m) != nil {
		refuse(w, s.Refused("", sim.Refuse("BadRequestException", "the body cannot be read")))
		return
	}
	to := ""
	if all := m.Destination.ToAddresses; len(all) > 0 {
		to = address(all[0])
	}
	err := sim.Check(constraints, &m)
	if err == nil {
		err = s.allowed(&m)
	}
	if err == nil && s.Throttled() {
		err = sim.Refuse("TooManyRequestsException", "Maximum sending rate exceeded.")
	}
	if err != nil {
		refuse(w, s.Refused(to, err))
		return
	}
	kept := messageOf(&m)
	taken, err := s.Take(sim.Message{Key: to, Kind: kept.From, Body: kept.Subject, Reference: string(sim.Encoded(tags(&m))),
		Outcome: inbox.Outcome(to), Fate: func(int) (int, sim.Code) { return s.fate(&m, to) }})
	if err != nil {
		refuse(w, err)
		return
	}
	kept.Provider, kept.At = taken.ID, s.Now().UTC()
	if m.Content.Simple != nil {
		kept.Headers = append(kept.Headers, inbox.Field{Name: "Date", Value: kept.At.Format(time.RFC1123Z)},
			inbox.Field{Name: "Message-ID", Value: "<" + taken.ID + "@email.amazonses.com>"})
		kept.Raw = inbox.Write(kept)
	}
	s.mail.Add(kept)
	w.Header().Set("X-Amzn-Requestid", taken.ID)
	taken.Answer(w, r, http.StatusOK, map[string]string{"MessageId": taken.ID})
}

// fate of an email that no outcome decides about.
func (s *Sim) fate(m *request, to string) (course int, code sim.Code) {
	if m.ConfigurationSetName == "" {
		return courseSilent, ""
	}
	s.mu.Lock()
	_, listed := s.suppressed[strings.ToLower(to)]
	s.mu.Unlock()
	if listed {
		return courseOfFailure, "onlist"
	}
	return courseDelivered, ""
}

// courseOfFailure is how the body numbers Config.Failed.
const courseOfFailure = 254

func tags(m *request) map[string]string {
	out := map[string]string{}
	for _, t := range m.EmailTags {
		out[t.Name] = t.Value
	}
	if m.ConfigurationSetName != "" {
		out["ses:configuration-set"] = m.ConfigurationSetName
	}
	out["ses:from-domain"] = domainOf(address(m.FromEmailAddress))
	return out
}

// messageOf is an email as the recipient's mailbox has it.
func messageOf(m *request) *inbox.Message {
	if m.Content.Raw != nil {
		return inbox.Parse(via, m.Content.Raw.Data)
	}
	c := m.Content.Simple
	out := &inbox.Message{Via: via, From: m.FromEmailAddress, To: strings.Join(m.Destination.ToAddresses, ", "),
		ReplyTo: strings.Join(m.ReplyToAddresses, ", "), Subject: c.Subject.Data}
	out.Headers = []inbox.Field{{Name: "From", Value: out.From}, {Name: "To", Value: out.To}, {Name: "Subject", Value: out.Subject}}
	if out.ReplyTo != "" {
		out.Headers = append(out.Headers, inbox.Field{Name: "Reply-To", Value: out.ReplyTo})
	}
	for _, h := range c.Headers {
		out.Headers = append(out.Headers, inbox.Field{Name: h.Name, Value: h.Value})
	}
	var feedback []string
	for _, t := range m.EmailTags {
		if strings.HasPrefix(t.Name, "ses:feedback-id-") {
			feedback = append(feedback, t.Value)
		}
	}
	slices.Reverse(feedback) // the service writes b before a
	out.Headers = append(out.Headers, inbox.Field{Name: "Feedback-ID", Value: strings.Join(append([]string{"1.us-east-1.simulated"},
		append(feedback, "AmazonSES")...), ":")})
	if t := c.Body.Text; t != nil {
		out.Text = t.Data
	}
	if h := c.Body.HTML; h != nil {
		out.HTML = h.Data
	}
	return out
}

// address is the bare address of one with a name.
func address(text string) string {
	if a, err := mail.ParseAddress(text); err == nil {
		return a.Address
	}
	return text
}

func domainOf(address string) string {
	return strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
}

// statuses of the exceptions that do not answer 400.
var statuses = map[sim.Code]int{"TooManyRequestsException": http.StatusTooManyRequests, "NotFoundException": http.StatusNotFound,
	"InternalServiceErrorException": http.StatusInternalServerError, "AccessDeniedException": http.StatusForbidden,
	"MissingAuthenticationTokenException": http.StatusForbidden, "SignatureDoesNotMatch": http.StatusForbidden,
	"UnrecognizedClientException": http.StatusForbidden}

// refuse answers as the service does.
func refuse(w http.ResponseWriter, err error) {
	code, details := sim.Code("InternalServiceErrorException"), err.Error()
	if r, ok := err.(*sim.Refusal); ok {
		code, details = r.Code, r.Details
	}
	switch {
	case code == "DailyQuota":
		code, details = "TooManyRequestsException", "Daily message quota exceeded."
	case code == "MessageRejected" && details == "scripted":
		details = "Transaction failed: Attachment name not provided."
	}
	status, known := statuses[code]
	if !known {
		status = http.StatusBadRequest
	}
	w.Header().Set("X-Amzn-Errortype", string(code)+":http://internal.amazon.com/coral/com.amazonaws.services.email/")
	sim.JSON(w, status, map[string]string{"message": details})
}

// verifiedFor tells whether an identity covers an address: itself, its domain or a domain above.
func (s *Sim) verifiedFor(a string) bool {
	for name := strings.ToLower(a); name != ""; {
		if id := s.identities[name]; id != nil && id.Sending() {
			return true
		}
		if at := strings.IndexByte(name, '@'); at >= 0 {
			name = name[at+1:]
			continue
		}
		_, name, _ = strings.Cut(name, ".")
	}
	return false
}

// allowed is what the account decides about an email.
func (s *Sim) allowed(m *request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var unproven []string
	for _, a := range append([]string{m.FromEmailAddress}, s.mustVerify(m)...) {
		if !s.verifiedFor(address(a)) {
			unproven = append(unproven, address(a))
		}
	}
	switch {
	case s.account.Enforcement == "SHUTDOWN":
		return sim.Refuse("AccountSuspendedException", "Your account has been permanently suspended.")
	case !s.account.SendingEnabled:
		return sim.Refuse("SendingPausedException", "Sending paused for this account.")
	case m.ConfigurationSetName != "" && !s.sets[m.ConfigurationSetName]:
		return sim.Refuse("NotFoundException", "Configuration set <%s> does not exist.", m.ConfigurationSetName)
	case len(unproven) > 0:
		return sim.Refuse("MessageRejected",
			"Email address is not verified. The following identities failed the check in region US-EAST-1: %s", strings.Join(unproven, ", "))
	}
	return nil
}

// mustVerify are the recipients, where the account is in the sandbox.
func (s *Sim) mustVerify(m *request) (all []string) {
	if !s.account.Sandbox {
		return nil
	}
	for _, a := range m.Destination.ToAddresses {
		if domainOf(address(a)) != "simulator.amazonses.com" {
			all = append(all, a)
		}
	}
	return all
}
