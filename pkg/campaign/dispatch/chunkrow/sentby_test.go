package chunkrow

import (
	"fmt"
	"testing"
)

// Each recipient keeps the sender that was noted last, however many senders come.
func TestEveryRecipientKeepsItsSender(t *testing.T) {
	s := NewSends(1000)
	want := map[int]string{}
	for round, senders := range []int{1, 2, 3, 4, 5, 9, 20} {
		for i := round; i < s.N; i += 7 {
			id := fmt.Sprint("number", i%senders)
			s.SetSender(i, id)
			want[i] = id
		}
		for i := range s.N {
			if got := s.By(i); got != want[i] {
				t.Fatalf("%d senders: %d by %q, not %q", senders, i, got, want[i])
			}
		}
		if len(s.Slots) == 2 && len(s.Which) != 250 {
			t.Errorf("two senders take %d bytes", len(s.Which))
		}
	}
}
