package chunkrow

import (
	"math/bits"
	"slices"
)

// When an order goes out by several senders, each chunk stores the sender of each recipient, certain or in doubt. It
// takes as many bits a recipient as its senders need. An order with a single sender stores nothing.

// by returns the id of a recipient's sender; empty when none is stored.
func (s *Sends) By(i int) string {
	if len(s.Slots) == 0 {
		return ""
	}
	if k := s.slot(i, width(len(s.Slots))); k > 0 && k <= len(s.Slots) {
		return s.Slots[k-1]
	}
	return ""
}

// setSender notes the sender of a recipient.
func (s *Sends) SetSender(i int, sender string) {
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
