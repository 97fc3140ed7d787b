package sessim

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"herald/localstack/simulators/sim"
)

// suppression is an entry of the account's list.
type suppression struct {
	reason string
	at     int64 // unix s
}

func (s *Sim) getAccount(w http.ResponseWriter, _ *http.Request, _ []byte) {
	sent := s.Stats().Accepted
	s.mu.Lock()
	a := s.account
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, map[string]any{"DedicatedIpAutoWarmupEnabled": false, "EnforcementStatus": a.Enforcement,
		"ProductionAccessEnabled": !a.Sandbox, "SendingEnabled": a.SendingEnabled,
		"SendQuota": map[string]any{"Max24HourSend": a.Max24HourSend, "MaxSendRate": float64(s.cfg.Rate),
			"SentLast24Hours": float64(sent)},
		"SuppressionAttributes": map[string]any{"SuppressedReasons": []string{"BOUNCE", "COMPLAINT"}}})
}

func (s *Sim) putSuppressed(w http.ResponseWriter, _ *http.Request, body []byte) {
	var in struct{ EmailAddress, Reason string }
	if json.Unmarshal(body, &in) != nil || !mailbox.MatchString(in.EmailAddress) || in.Reason != "BOUNCE" && in.Reason != "COMPLAINT" {
		refuse(w, sim.Refuse("BadRequestException", "The request is not valid."))
		return
	}
	s.mu.Lock()
	s.suppressed[strings.ToLower(in.EmailAddress)] = suppression{in.Reason, s.Now().Unix()}
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, struct{}{})
}

func (p suppression) shown(address string) map[string]any {
	return map[string]any{"EmailAddress": address, "Reason": p.reason, "LastUpdateTime": p.at}
}

// withSuppressed serves a call about an entry that exists; the lock is held.
func (s *Sim) withSuppressed(w http.ResponseWriter, r *http.Request, do func(address string, p suppression) any) {
	address := strings.ToLower(r.PathValue("address"))
	s.mu.Lock()
	p, ok := s.suppressed[address]
	if !ok {
		s.mu.Unlock()
		refuse(w, sim.Refuse("NotFoundException", "Email address %s does not exist on your suppression list.", address))
		return
	}
	answer := do(address, p)
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, answer)
}

func (s *Sim) getSuppressed(w http.ResponseWriter, r *http.Request, _ []byte) {
	s.withSuppressed(w, r, func(address string, p suppression) any {
		return map[string]any{"SuppressedDestination": p.shown(address)}
	})
}

func (s *Sim) deleteSuppressed(w http.ResponseWriter, r *http.Request, _ []byte) {
	s.withSuppressed(w, r, func(address string, _ suppression) any { delete(s.suppressed, address); return struct{}{} })
}

func (s *Sim) listSuppressed(w http.ResponseWriter, _ *http.Request, _ []byte) {
	s.mu.Lock()
	all := []any{}
	for _, address := range slices.Sorted(maps.Keys(s.suppressed)) {
		all = append(all, s.suppressed[address].shown(address))
	}
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, map[string]any{"SuppressedDestinationSummaries": all})
}

func (s *Sim) createSet(w http.ResponseWriter, _ *http.Request, body []byte) {
	var in struct{ ConfigurationSetName string }
	if json.Unmarshal(body, &in) != nil || in.ConfigurationSetName == "" {
		refuse(w, sim.Refuse("BadRequestException", "The request is not valid."))
		return
	}
	s.mu.Lock()
	s.sets[in.ConfigurationSetName] = true
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, struct{}{})
}

func (s *Sim) listSets(w http.ResponseWriter, _ *http.Request, _ []byte) {
	s.mu.Lock()
	all := slices.Sorted(maps.Keys(s.sets))
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, map[string]any{"ConfigurationSets": all})
}

func (s *Sim) getSet(w http.ResponseWriter, r *http.Request, _ []byte) { s.set(w, r, func(string) {}) }

func (s *Sim) deleteSet(w http.ResponseWriter, r *http.Request, _ []byte) {
	s.set(w, r, func(name string) { delete(s.sets, name) })
}

func (s *Sim) set(w http.ResponseWriter, r *http.Request, do func(name string)) {
	name := r.PathValue("name")
	s.mu.Lock()
	known := s.sets[name]
	if known {
		do(name)
	}
	s.mu.Unlock()
	if !known {
		refuse(w, sim.Refuse("NotFoundException", "Configuration set <%s> does not exist.", name))
		return
	}
	sim.JSON(w, http.StatusOK, map[string]any{"ConfigurationSetName": name, "SendingOptions": map[string]bool{"SendingEnabled": true}})
}
