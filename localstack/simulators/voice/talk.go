package voicesim

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"herald/localstack/simulators/sim"
)

// stopped is where a call's own course begins: how long it rings, and its conversation.
func (s *Sim) stopped(m sim.Accepted, course int, status string) {
	c := s.known(m.ID)
	if c == nil {
		return
	}
	b := behaviours[course]
	if status == "in-progress" {
		s.picksUp(c, b)
		return
	}
	s.mu.Lock()
	c.status = status
	rings := min(2*time.Second, c.ring)
	if b.final == "no-answer" {
		rings = c.ring
	}
	rings = s.faster(rings)
	cancelled := c.cancelled
	s.mu.Unlock()
	switch {
	case cancelled:
		s.over(c, "canceled", "")
		s.Send(c.told, s.form(c, "canceled", s.Now()))
		return
	case b.final != "":
		s.After(rings, func() { s.over(c, b.final, "") })
	}
	s.Proceed(c.id, rings)
}

// picksUp begins what is said on a call.
func (s *Sim) picksUp(c *call, b behaviour) {
	if ctx := s.answered(c, b); ctx != nil {
		s.talks.Go(func() { s.talk(ctx, c, b) })
	}
}

// answered records the party that took a call, and gives the context of its conversation; nil when the call has
// ended.
func (s *Sim) answered(c *call, b behaviour) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls[c.id] != c || s.ctx.Err() != nil {
		return nil
	}
	c.status, c.answered, c.by = "in-progress", s.Now(), "human"
	if b.robot {
		c.by = "machine_start"
	}
	ctx, stop := context.WithCancel(s.ctx)
	c.stop = stop
	return ctx
}

// faster is how long something of a call takes here. The lock is held.
func (s *Sim) faster(d time.Duration) time.Duration {
	return time.Duration(float64(d) / s.set.Speed)
}

// over notes the end of a call and gives its line back.
func (s *Sim) over(c *call, status, hangup string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !c.ended.IsZero() || s.calls[c.id] != c {
		return
	}
	c.status, c.ended, c.hangup = status, s.Now(), hangup
	s.active--
}

// talker is a call in conversation.
type talker struct {
	*Sim
	ctx context.Context
	c   *call
	b   behaviour

	asked string // address of the last document
}

// left is the party that ended a dialogue.
type left string

func (l left) Error() string { return string(l) }

const (
	byCallee left = "callee"
	byCaller left = "caller"
)

// talk carries out the client's document until a party hangs up, and lets the call end.
func (s *Sim) talk(ctx context.Context, c *call, b behaviour) {
	t := &talker{Sim: s, ctx: ctx, c: c, b: b}
	err := t.document(c.address, c.method, url.Values{})
	hangup, ok := err.(left)
	if !ok && s.alert(ctx, c, err) && c.fallback != "" { // the fallback's document begins anew
		err = t.document(c.fallback, http.MethodPost, url.Values{"ErrorCode": {strings.Fields(err.Error())[0]}, "ErrorUrl": {t.asked}})
		if hangup, ok = err.(left); !ok {
			s.alert(ctx, c, err)
		}
	}
	if !ok {
		hangup = byCaller
	}
	s.mu.Lock()
	ended := s.ctx.Err() != nil // with the simulator, or by a reset
	s.mu.Unlock()
	if ended {
		return
	}
	s.over(c, "completed", string(hangup))
	s.Proceed(c.id, 0)
}

// alert notes what could not be done while a call went on.
func (s *Sim) alert(ctx context.Context, c *call, err error) bool {
	if err == nil || ctx.Err() != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c.alerts = append(c.alerts, err.Error())
	return true
}

// document fetches what is to be done and does it; nil when nothing is left.
func (t *talker) document(address, method string, more url.Values) error {
	t.asked = address
	form := t.about("in-progress")
	for name := range more {
		form.Set(name, more.Get(name))
	}
	body, err := t.fetch(address, method, form)
	if err != nil {
		return err
	}
	verbs, err := read(body)
	if err != nil {
		return err
	}
	return t.all(verbs)
}

func (t *talker) all(verbs []verb) error {
	for i := range verbs {
		if err := t.do(&verbs[i]); err != nil {
			return err
		}
	}
	return nil
}

func (t *talker) do(v *verb) error {
	switch v.XMLName.Local {
	case "Play":
		return t.play(v)
	case "Say":
		return t.spend(spoken(v.Text))
	case "Pause":
		return t.spend(v.seconds("length", 1))
	case "Gather":
		return t.gather(v)
	case "Redirect":
		if err := t.document(t.absolute(strings.TrimSpace(v.Text)), v.attr("method", "POST"), url.Values{}); err != nil {
			return err
		}
		return byCaller
	}
	return byCaller // Hangup
}

func (t *talker) play(v *verb) error {
	file, err := t.fetch(t.absolute(strings.TrimSpace(v.Text)), http.MethodGet, nil)
	if err != nil {
		return err
	}
	length, err := wavLength(file)
	if err != nil {
		return err
	}
	return t.spend(length)
}

// gather plays its prompt, waits for a pressed key or speech, and goes on with the document of the answer.
func (t *talker) gather(v *verb) error {
	if err := t.all(v.Children); err != nil {
		return err
	}
	listens, answer := v.attr("input", "dtmf"), url.Values{}
	switch {
	case t.b.press != "" && strings.Contains(listens, "dtmf") && t.b.press == v.attr("finishOnKey", "#"):
		return t.spend(time.Second) // the key that ends it was pressed before any other: there is no answer
	case t.b.press != "" && strings.Contains(listens, "dtmf"):
		answer.Set("Digits", t.b.press)
	case t.b.say != "" && strings.Contains(listens, "speech"):
		answer.Set("SpeechResult", t.b.say)
		answer.Set("Confidence", "0.93")
	default:
		return t.spend(v.seconds("timeout", 5))
	}
	if err := t.spend(time.Second); err != nil {
		return err
	}
	t.mu.Lock()
	t.c.pressed, t.c.said = answer.Get("Digits"), answer.Get("SpeechResult")
	t.mu.Unlock()
	if err := t.document(t.absolute(v.attr("action", t.c.address)), v.attr("method", "POST"), answer); err != nil {
		return err
	}
	return byCaller
}

// spend lets time pass on the call, until the person leaves or the call's limit is reached.
func (t *talker) spend(d time.Duration) error {
	t.mu.Lock()
	leaves, end := t.c.limit, byCaller
	if t.b.leave > 0 && t.b.leave < leaves {
		leaves, end = t.b.leave, byCallee
	}
	rest := leaves - t.c.talked
	wait := t.faster(min(d, rest))
	t.mu.Unlock()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-t.ctx.Done():
		return byCaller
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.c.talked += min(d, rest)
	if d >= rest {
		return end
	}
	return nil
}

func (t *talker) absolute(address string) string {
	base, err := url.Parse(t.c.address)
	if err != nil {
		return address
	}
	to, err := base.Parse(address)
	if err != nil {
		return address
	}
	return to.String()
}
