package dispatch

import (
	"context"
	"errors"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	kitclock "herald/pkg/kit/clock"
	"herald/pkg/provider"
)

// A call goes on after it was sent. It is known who was reached when the call is answered, and the cost when the call
// is over. The facts of a recipient's call take four bytes in the receipts' row: seconds, who answered, who hung up,
// and the label of an answer. The largest reported value counts, so repetition and order of events do not matter.

// metersCalls tells whether the engine's kind makes calls: a target costs the minutes that it took.
func (r *Engine) metersCalls() bool { return r.Content != nil && r.Content.Spec().Metered }

// partsOf is how many messages a recipient of an order is sent as.
func (r *Engine) partsOf(o *order.Order) int {
	if r.metersCalls() {
		return 1
	}
	return max(1, o.Parts)
}

// callBytes of a recipient in Receipts.Calls: seconds (two, little endian), answerer and party, label.
const callBytes = 4

// hear raises what is known of a recipient's call, of so many recipients, and tells whether that is new.
func (r *Receipts) addCallFact(i, n int, f *provider.CallFact) bool {
	if f == nil {
		return false
	}
	fresh := r.Calls == nil
	if fresh {
		r.Calls = make([]byte, n*callBytes)
	}
	was := r.call(i)
	now := provider.CallFact{Seconds: max(was.Seconds, min(f.Seconds, 1<<16-1)), By: max(was.By, f.By), HungUp: max(was.HungUp, f.HungUp),
		Label: max(was.Label, min(f.Label, provider.LabelOther))}
	b := r.Calls[i*callBytes:]
	b[0], b[1], b[2], b[3] = byte(now.Seconds), byte(now.Seconds>>8), byte(now.By)|byte(now.HungUp)<<4, byte(now.Label)
	return fresh || now != was
}

// call is what is known of a recipient's call.
func (r *Receipts) call(i int) provider.CallFact {
	if len(r.Calls) < (i+1)*callBytes {
		return provider.CallFact{}
	}
	b := r.Calls[i*callBytes:]
	return provider.CallFact{Seconds: int(b[0]) | int(b[1])<<8, By: provider.Answerer(b[2] & 15), HungUp: provider.Party(b[2] >> 4),
		Label: int(b[3])}
}

// minutes returns the minutes that a call is charged for. Each begun minute counts (decisions §4), never more than
// was reserved. A call that goes on, or whose end was not reported, has begun one.
func (r *Receipts) minutes(i, most int) int {
	switch r.get(i) {
	case provider.ReceiptArrived:
		return 1
	case provider.ReceiptRead, provider.ReceiptComplained:
		return min((r.call(i).Seconds+59)/60, max(1, most))
	}
	return 0
}

// CallSum is what became of the calls of an order.
type CallSum struct {
	Answered int            `json:"answered" doc:"Calls answered by a person or a machine."`
	Human    int            `json:"human"`
	Machine  int            `json:"machine"`
	Busy     int            `json:"busy"`
	NoAnswer int            `json:"noAnswer"`
	Other    int            `json:"failed" doc:"Calls that failed for another reason, skipped recipients included."`
	Minutes  int            `json:"minutes" doc:"Started minutes. They are charged."`
	Seconds  int            `json:"seconds" doc:"Seconds of all calls."`
	Average  int            `json:"averageSeconds" doc:"Average seconds of an answered call."`
	Labels   map[int]int    `json:"-"`
	HungUp   map[string]int `json:"hangup" doc:"Calls by the party that ended them: callee, caller, unknown."`
	Hours    []CallHour     `json:"hours" doc:"Calls and answered calls by hour of the day of dialling, at +08:00."`
}

// CallHour are the calls that were dialled in an hour of the day.
type CallHour struct {
	Hour     int `json:"hour"`
	Dialled  int `json:"dialled"`
	Answered int `json:"answered"`
}

var parties = map[provider.Party]string{provider.PartyUnknown: "unknown", provider.Callee: "callee", provider.Caller: "caller"}
var answerers = map[provider.Answerer]string{provider.AnswererUnknown: "unknown", provider.Human: "human", provider.Machine: "machine"}

// CallsOf counts the calls of an order, of all generations.
func (r *Engine) CallsOf(o *order.Order, t *order.Tally) *CallSum {
	s := &CallSum{Labels: map[int]int{}, HungUp: map[string]int{"callee": 0, "caller": 0, "unknown": 0}, Hours: []CallHour{}}
	hours := map[int]*CallHour{}
	for _, c := range t.Parts.([]chunk) {
		codes := map[int]int{}
		readCodes(c.s.Codes, codes)
		readCodes(c.r.Codes, codes)
		for i := range c.s.N {
			if !c.moved.has(i) {
				s.add(&c, i, r.callEnd(o, &c, i, codes[i]), hourOf(hours, &c, i))
			}
		}
	}
	if s.Answered > 0 {
		s.Average = s.Seconds / s.Answered
	}
	for h := range 24 {
		if hours[h] != nil {
			s.Hours = append(s.Hours, *hours[h])
		}
	}
	return s
}

// hourOf is the hour in which a recipient was dialled; nil for one that was not.
func hourOf(hours map[int]*CallHour, c *chunk, i int) *CallHour {
	at := c.s.sentAt(i)
	if at.IsZero() || c.s.get(i) == toSend {
		return nil
	}
	h := at.In(kitclock.China).Hour()
	if hours[h] == nil {
		hours[h] = &CallHour{Hour: h}
	}
	return hours[h]
}

// callEnd is how a recipient's call stands.
type callEnd struct {
	state  State
	reason provider.Reason // of one that failed
	held   bool            // blocked by us and never called
	most   int             // minutes that it is charged for at most
}

func (r *Engine) callEnd(o *order.Order, c *chunk, i, code int) callEnd {
	end := callEnd{state: mergedState(&c.s, &c.r, i, r.Flow.Now()), held: heldReason(code) != "", most: o.Parts}
	if end.state == StateFailed {
		end.reason = r.callReason(o, code)
	}
	return end
}

func (s *CallSum) add(c *chunk, i int, end callEnd, hour *CallHour) {
	if hour != nil && !end.held {
		hour.Dialled++
	}
	switch end.state {
	case StateFailed:
		switch end.reason {
		case provider.Busy:
			s.Busy++
		case provider.NoAnswer:
			s.NoAnswer++
		default:
			s.Other++
		}
	case StateArrived, StateRead, StateComplained:
		f := c.r.call(i)
		s.Answered++
		s.Minutes += c.r.minutes(i, end.most)
		s.Seconds += f.Seconds
		s.Labels[f.Label]++
		if hour != nil {
			hour.Answered++
		}
		switch f.By {
		case provider.Human:
			s.Human++
		case provider.Machine:
			s.Machine++
		}
		if end.state != StateArrived {
			s.HungUp[parties[f.HungUp]]++
		}
	}
}

func (r *Engine) callReason(o *order.Order, code int) provider.Reason {
	if s := r.Senders.Sender(o.Sender); s != nil && heldReason(code) == "" {
		return s.Reason(code)
	}
	return provider.OtherReason
}

// minutesOf are the minutes of the calls of chunks that are charged.
func minutesOf(chunks []chunk, most int) (n int) {
	for k := range chunks {
		for i := range chunks[k].s.N {
			if !chunks[k].moved.has(i) {
				n += chunks[k].r.minutes(i, most)
			}
		}
	}
	return n
}

// over reports a state in which a call has ended.
func over(s provider.ReceiptState) bool {
	return s == provider.ReceiptFailed || s >= provider.ReceiptRead
}

// CallFacts is what a target tells of its call.
type CallFacts struct {
	Seconds    int    `json:"seconds"`
	Minutes    int    `json:"minutes" doc:"Started minutes. They are charged."`
	AnsweredBy string `json:"answeredBy" enum:"human,machine,unknown"`
	HangUp     string `json:"hangupParty" enum:"callee,caller,unknown"`
	Intent     string `json:"intent,omitempty"`

	label int
}

// callFacts completes targets of calls; labels are those of the order.
func callFacts(p *Receipts, i, most int, labels []string) *CallFacts {
	if s := p.get(i); s != provider.ReceiptArrived && s < provider.ReceiptRead {
		return nil
	}
	f := p.call(i)
	out := &CallFacts{Seconds: f.Seconds, Minutes: p.minutes(i, most), AnsweredBy: answerers[f.By], HangUp: parties[f.HungUp], label: f.Label}
	if f.Label > 0 && f.Label <= len(labels) {
		out.Intent = labels[f.Label-1]
	}
	return out
}

// labels name the answers of an order's calls, of a kind that has them.
func (r *Engine) labels(ctx context.Context, o *order.Order) ([]string, error) {
	if l, ok := r.Content.(interface {
		Labels(ctx context.Context, o *order.Order) ([]string, error)
	}); ok {
		return l.Labels(ctx, o)
	}
	return nil, nil
}

// heldBackFrom reports whether a number is suppressed on a channel, and why. A suppression of all messages suppresses
// calls too (decisions §6).
func heldBackFrom(held func(uint64, string) (string, bool), n uint64, channel string) (string, bool) {
	if channel != voice {
		return held(n, channel)
	}
	reason, is := "", false
	for _, c := range suppression.Channels() {
		if why, on := held(n, c); on && (!is || why == suppression.OptedOut) { // the recipient's own word is the reason to tell
			reason, is = why, true
		}
	}
	return reason, is
}

// voice is the channel of orders of calls. Lists and statements about recipients say call.
const voice = "voice"

// spokenOf is the word of lists and statements for the channel of an order.
func spokenOf(channel string) string {
	if channel == voice {
		return "call"
	}
	return channel
}

// OnCallEvent queues what a person pressed or said on a call, or who hung up, with the receipts. The event shows that
// the call was answered and never that it is over. Only the provider's end event has the seconds, and settlement uses
// those. A call without an end event costs its first minute at the order's deadline. A reference of another system
// gives ErrForeign.
func (r *Engine) OnCallEvent(ctx context.Context, reference string, f provider.CallFact) error {
	if _, err := ParseReference(reference); err != nil {
		return errors.Join(ErrForeign, err)
	}
	now := r.Flow.Now()
	s := status{Ref: reference, S: uint8(provider.ReceiptArrived), At: now.Unix(), Call: &f}
	return r.post(ctx, now, map[deliverySlot][]status{{now.Unix(), 0}: {s}})
}

// ErrForeign is the error of a reference that is none of ours.
var ErrForeign = errors.New("dispatch: a foreign reference")
