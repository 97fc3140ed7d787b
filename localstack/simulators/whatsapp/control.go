package whatsappsim

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"herald/localstack/simulators/sim"
)

// controlBehaviour sets what is given and leaves the rest.
func (s *Sim) controlBehaviour(r *http.Request) (any, error) {
	s.mu.Lock()
	body := s.behaviour
	s.mu.Unlock()
	if err := sim.Read(r, &body); err != nil {
		return nil, err
	}
	if body.Window != "off" && body.Window != "async" {
		return nil, fmt.Errorf("window %q is neither off nor async", body.Window)
	}
	if err := sim.Shares(map[string]float64{"readRate": body.ReadRate, "deliveredRate": body.DeliveredRate}); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.behaviour = body
	s.mu.Unlock()
	return nil, nil
}

// Keys are what the account signs in and signs with. POST /_sim/keys exchanges them: another token is refused from then on.
type Keys struct {
	Token     string `json:"token"`
	Also      string `json:"also"` // a second token that is valid, too; empty: none
	AppSecret string `json:"appSecret"`
}

func (s *Sim) controlKeys(r *http.Request) (any, error) {
	keys := *s.keys.Load()
	if err := sim.Read(r, &keys); err != nil {
		return nil, err
	}
	s.keys.Store(&keys)
	return nil, nil
}

func (s *Sim) controlInbound(r *http.Request) (any, error) {
	var in Inbound
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	id, err := s.receive(in)
	return map[string]string{"id": id}, err
}

func (s *Sim) controlTemplate(r *http.Request) (any, error) {
	var t TemplateState
	if err := sim.Read(r, &t); err != nil {
		return nil, err
	}
	return nil, s.SetTemplate(t)
}

// Accepted is one accepted message, and Rule one of the script.
type (
	Accepted = sim.Accepted
	Rule     = sim.Rule
)

// shown is a message as GET /_sim/messages shows it (decisions §10): its reference has Meta's name, and only that.
type shown struct {
	Accepted
	None   string `json:"reference,omitempty"` // takes the place of the body's name
	Opaque string `json:"biz_opaque_callback_data"`
}

// Subscribe makes the verification call that Meta makes when a webhook is set up: the address must echo the challenge.
func (s *Sim) Subscribe(ctx context.Context) error {
	address, challenge := s.CallbackURL(), fmt.Sprint(s.Next())
	query := url.Values{"hub.mode": {"subscribe"}, "hub.verify_token": {s.cfg.VerifyToken}, "hub.challenge": {challenge}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	status, echo, err := s.Call(req)
	if err != nil {
		return err
	}
	if status != http.StatusOK || string(echo) != challenge {
		return fmt.Errorf("whatsappsim: %s answered the challenge with %d %q", address, status, echo)
	}
	return nil
}
