package sessim

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"herald/localstack/simulators/sim"
)

// identity is a domain or an address.
type identity struct {
	name       string
	status     string // PENDING, SUCCESS, FAILED, TEMPORARY_FAILURE, NOT_STARTED
	problem    string
	tokens     []string
	mailFrom   string
	mailStatus string
}

func newIdentity(name, status string) *identity {
	id := &identity{name: name, status: status}
	for n := range uint64(3) {
		id.tokens = append(id.tokens, fmt.Sprintf("%016x%016x", sim.Mix(sim.Hash(name), n), sim.Mix(n, sim.Hash(name))))
	}
	return id
}

// Sending tells whether emails may come from it.
func (i *identity) Sending() bool { return i.status == "SUCCESS" || i.status == "TEMPORARY_FAILURE" }

func (i *identity) dkim() map[string]any {
	return map[string]any{"SigningEnabled": true, "Status": i.status, "Tokens": i.tokens, "SigningAttributesOrigin": "AWS_SES",
		"SigningHostedZone": "dkim.amazonses.com", "CurrentSigningKeyLength": "RSA_2048_BIT", "NextSigningKeyLength": "RSA_2048_BIT"}
}

func (i *identity) kind() string {
	if strings.Contains(i.name, "@") {
		return "EMAIL_ADDRESS"
	}
	return "DOMAIN"
}

func (i *identity) shown() map[string]any {
	out := map[string]any{"IdentityType": i.kind(), "FeedbackForwardingStatus": true, "VerifiedForSendingStatus": i.Sending(),
		"VerificationStatus": i.status, "DkimAttributes": i.dkim(), "Policies": map[string]string{}, "Tags": []any{}}
	if i.problem != "" {
		out["VerificationInfo"] = map[string]any{"ErrorType": i.problem}
	}
	if i.mailFrom != "" {
		out["MailFromAttributes"] = map[string]any{"MailFromDomain": i.mailFrom, "MailFromDomainStatus": i.mailStatus,
			"BehaviorOnMxFailure": "USE_DEFAULT_VALUE"}
	}
	return out
}

func (s *Sim) createIdentity(w http.ResponseWriter, _ *http.Request, body []byte) {
	var in struct{ EmailIdentity string }
	if json.Unmarshal(body, &in) != nil || in.EmailIdentity == "" || !strings.Contains(in.EmailIdentity, ".") {
		refuse(w, sim.Refuse("BadRequestException", "The identity is not valid."))
		return
	}
	name := strings.ToLower(in.EmailIdentity)
	s.mu.Lock()
	if s.identities[name] != nil {
		s.mu.Unlock()
		refuse(w, sim.Refuse("AlreadyExistsException", "Email identity %s already exist.", name))
		return
	}
	id := newIdentity(name, "PENDING")
	s.identities[name] = id
	answer := map[string]any{"IdentityType": id.kind(), "VerifiedForSendingStatus": false, "DkimAttributes": id.dkim()}
	wait := s.verifyIn
	s.mu.Unlock()
	if wait > 0 {
		s.After(wait, func() { s.setStatus(name, "SUCCESS", "") })
	}
	sim.JSON(w, http.StatusOK, answer)
}

func (s *Sim) setStatus(name, status, problem string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.identities[name]
	if id == nil {
		return false
	}
	id.status, id.problem = status, problem
	if id.mailFrom != "" {
		id.mailStatus = status
	}
	return true
}

// flip changes how the check of an identity stands, as publishing or removing its records would (POST /_sim/identities).
func (s *Sim) flip(r *http.Request) (any, error) {
	var in struct{ Name, Status, Problem string }
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	if !slices.Contains([]string{"PENDING", "SUCCESS", "FAILED", "TEMPORARY_FAILURE", "NOT_STARTED"}, in.Status) {
		return nil, fmt.Errorf("status %q is unknown", in.Status)
	}
	if !s.setStatus(strings.ToLower(in.Name), in.Status, in.Problem) {
		return nil, errors.New("no such identity")
	}
	return nil, nil
}

// withIdentity serves a call about an identity that exists; the lock is held.
func (s *Sim) withIdentity(w http.ResponseWriter, r *http.Request, do func(id *identity) any) {
	name := strings.ToLower(r.PathValue("name"))
	s.mu.Lock()
	id := s.identities[name]
	if id == nil {
		s.mu.Unlock()
		refuse(w, sim.Refuse("NotFoundException", "Email identity %s does not exist.", name))
		return
	}
	answer := do(id)
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, answer)
}

func (s *Sim) getIdentity(w http.ResponseWriter, r *http.Request, _ []byte) {
	s.withIdentity(w, r, func(id *identity) any { return id.shown() })
}

func (s *Sim) deleteIdentity(w http.ResponseWriter, r *http.Request, _ []byte) {
	s.withIdentity(w, r, func(id *identity) any { delete(s.identities, id.name); return struct{}{} })
}

func (s *Sim) putMailFrom(w http.ResponseWriter, r *http.Request, body []byte) {
	var in struct{ MailFromDomain string }
	if json.Unmarshal(body, &in) != nil {
		refuse(w, sim.Refuse("BadRequestException", "the body cannot be read"))
		return
	}
	s.withIdentity(w, r, func(id *identity) any { id.mailFrom, id.mailStatus = in.MailFromDomain, id.status; return struct{}{} })
}

func (s *Sim) listIdentities(w http.ResponseWriter, _ *http.Request, _ []byte) {
	s.mu.Lock()
	all := []any{}
	for _, name := range slices.Sorted(maps.Keys(s.identities)) {
		id := s.identities[name]
		all = append(all, map[string]any{"IdentityName": name, "IdentityType": id.kind(), "SendingEnabled": id.Sending(),
			"VerificationStatus": id.status})
	}
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, map[string]any{"EmailIdentities": all})
}
