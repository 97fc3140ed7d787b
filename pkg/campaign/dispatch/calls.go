package dispatch

import (
	"context"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	kitclock "herald/pkg/kit/clock"
	"herald/pkg/provider"
)

// A call goes on after it was sent. It is known who was reached when the call is answered, and the cost when the call
// is over. The facts of a recipient's call take four bytes in the receipts' row: seconds, who answered, who hung up,
// and the label of an answer. The largest reported value counts, so repetition and order of events do not matter.

// metersCalls tells whether the engine's kind makes calls: a target costs the minutes that it took.
func (r *Statistics) metersCalls() bool { return r.Content != nil && r.Content.Spec().Metered }

// partsOf is how many messages a recipient of an order is sent as.
func (r *Statistics) partsOf(o *order.Order) int {
	if r.metersCalls() {
		return 1
	}
	return max(1, o.Parts)
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
func (r *Statistics) CallsOf(o *order.Order, t *order.Tally) *CallSum {
	s := &CallSum{Labels: map[int]int{}, HungUp: map[string]int{"callee": 0, "caller": 0, "unknown": 0}, Hours: []CallHour{}}
	hours := map[int]*CallHour{}
	for _, c := range t.Parts.([]chunkrow.Chunk) {
		codes := map[int]int{}
		chunkrow.ReadCodes(c.Sends.Codes, codes)
		chunkrow.ReadCodes(c.Receipts.Codes, codes)
		for i := range c.Sends.N {
			if !c.Moved.Has(i) {
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
func hourOf(hours map[int]*CallHour, c *chunkrow.Chunk, i int) *CallHour {
	at := c.Sends.SentAt(i)
	if at.IsZero() || c.Sends.Get(i) == chunkrow.ToSend {
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
	state  chunkrow.State
	reason provider.Reason // of one that failed
	held   bool            // blocked by us and never called
	most   int             // minutes that it is charged for at most
}

func (r *Statistics) callEnd(o *order.Order, c *chunkrow.Chunk, i, code int) callEnd {
	end := callEnd{state: chunkrow.MergedState(&c.Sends, &c.Receipts, i, r.Flow.Now()), held: chunkrow.SkipReason(code) != "", most: o.Parts}
	if end.state == chunkrow.StateFailed {
		end.reason = r.callReason(o, code)
	}
	return end
}

func (s *CallSum) add(c *chunkrow.Chunk, i int, end callEnd, hour *CallHour) {
	if hour != nil && !end.held {
		hour.Dialled++
	}
	switch end.state {
	case chunkrow.StateFailed:
		switch end.reason {
		case provider.Busy:
			s.Busy++
		case provider.NoAnswer:
			s.NoAnswer++
		default:
			s.Other++
		}
	case chunkrow.StateArrived, chunkrow.StateRead, chunkrow.StateComplained:
		f := c.Receipts.Call(i)
		s.Answered++
		s.Minutes += c.Receipts.Minutes(i, end.most)
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
		if end.state != chunkrow.StateArrived {
			s.HungUp[parties[f.HungUp]]++
		}
	}
}

func (r *Statistics) callReason(o *order.Order, code int) provider.Reason {
	if s := r.Senders.Sender(o.Sender); s != nil && chunkrow.SkipReason(code) == "" {
		return s.Reason(code)
	}
	return provider.OtherReason
}

// minutesOf are the minutes of the calls of chunks that are charged.
func minutesOf(chunks []chunkrow.Chunk, most int) (n int) {
	for k := range chunks {
		for i := range chunks[k].Sends.N {
			if !chunks[k].Moved.Has(i) {
				n += chunks[k].Receipts.Minutes(i, most)
			}
		}
	}
	return n
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
func callFacts(p *chunkrow.Receipts, i, most int, labels []string) *CallFacts {
	if s := p.Get(i); s != provider.ReceiptArrived && s < provider.ReceiptRead {
		return nil
	}
	f := p.Call(i)
	out := &CallFacts{Seconds: f.Seconds, Minutes: p.Minutes(i, most), AnsweredBy: answerers[f.By], HangUp: parties[f.HungUp], label: f.Label}
	if f.Label > 0 && f.Label <= len(labels) {
		out.Intent = labels[f.Label-1]
	}
	return out
}

// labels name the answers of an order's calls, of a kind that has them.
func (r *Statistics) labels(ctx context.Context, o *order.Order) ([]string, error) {
	if l, ok := r.Content.(interface {
		Labels(ctx context.Context, o *order.Order) ([]string, error)
	}); ok {
		return l.Labels(ctx, o)
	}
	return nil, nil
}
