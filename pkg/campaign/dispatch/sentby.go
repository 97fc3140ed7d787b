package dispatch

import (
	"cmp"
	"math/bits"
	"slices"
)

// When an order goes out by several senders, each chunk stores the sender of each recipient, certain or in doubt. It
// takes as many bits a recipient as its senders need. An order with a single sender stores nothing.

// by returns the id of a recipient's sender; empty when none is stored.
func (s *Sends) by(i int) string {
	if len(s.Slots) == 0 {
		return ""
	}
	if k := s.slot(i, width(len(s.Slots))); k > 0 && k <= len(s.Slots) {
		return s.Slots[k-1]
	}
	return ""
}

// setSender notes the sender of a recipient.
func (s *Sends) setSender(i int, sender string) {
	k := slices.Index(s.Slots, sender)
	if k < 0 {
		was := width(len(s.Slots))
		s.Slots, k = append(slices.Clone(s.Slots), sender), len(s.Slots)
		if w := width(len(s.Slots)); w != was || len(s.Which) == 0 {
			wider := Sends{Which: make([]byte, (s.N*w+7)/8)}
			for j := range s.N {
				if len(s.Which) > 0 {
					wider.setSlot(j, s.slot(j, was), w)
				}
			}
			s.Which = wider.Which
		}
	}
	s.setSlot(i, k+1, width(len(s.Slots)))
}

// width is how many bits tell one of so many senders, or none: a power of two, so that none lies in two bytes.
func width(senders int) int {
	w := 1
	for w < bits.Len(uint(senders)) {
		w *= 2
	}
	return w
}

func (s *Sends) slot(i, w int) int {
	at := i * w
	return int(s.Which[at/8]>>(at%8)) & (1<<w - 1)
}

func (s *Sends) setSlot(i, k, w int) {
	at := i * w
	s.Which[at/8] = s.Which[at/8]&^byte((1<<w-1)<<(at%8)) | byte(k<<(at%8))
}

// from is how recipients see a sender: its number where it has one, else its id.
func (r *Engine) from(id string) string {
	if s := r.Senders.Sender(id); s != nil {
		return cmp.Or(s.Profile().Number, id)
	}
	return id
}

// SentBy is what went out by one of several senders.
type SentBy struct {
	From   string `json:"from" doc:"Phone number of the sender, or its id."`
	Sent   int    `json:"sent" doc:"Recipients that the sender sent to, including unknown outcomes."`
	Failed int    `json:"failed" doc:"Failed recipients among them."`
}

// sentBy counts recipients by sender; nothing of an order that only one has sent.
func (r *Engine) sentBy(chunks []chunk) []SentBy {
	by, now := map[string]*SentBy{}, r.Flow.Now()
	for k := range chunks {
		c := &chunks[k]
		for i := range c.s.N {
			id := c.s.by(i)
			state := mergedState(&c.s, &c.r, i, now)
			if id == "" || c.moved.has(i) || state == StateToSend {
				continue
			}
			if by[id] == nil {
				by[id] = &SentBy{From: r.from(id)}
			}
			by[id].Sent++
			if state == StateFailed {
				by[id].Failed++
			}
		}
	}
	out := []SentBy{}
	if len(by) < 2 {
		return out
	}
	for _, one := range by {
		out = append(out, *one)
	}
	slices.SortFunc(out, func(a, b SentBy) int { return cmp.Or(b.Sent-a.Sent, cmp.Compare(a.From, b.From)) })
	return out
}
