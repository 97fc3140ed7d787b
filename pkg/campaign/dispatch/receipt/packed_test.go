package receipt

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/queue"
)

// HandleBatch of another system with long references are split by what a message may hold, none lost, in their order; ours
// stay one message.
func TestForeignReceiptsFitTheirMessages(t *testing.T) {
	for _, c := range []struct{ length, messages int }{{40, 1}, {3000, 16}} {
		items := make([]Status, 1000)
		for i := range items {
			items[i] = Status{Ref: strings.Repeat("r", c.length), ID: fmt.Sprint(i)}
		}
		messages := packed(nil, deliverySlot{}, items, time.Second)
		n := 0
		for _, m := range messages {
			body, err := json.Marshal(m)
			if err != nil || len(body) > queue.MaxBytes {
				t.Errorf("%d bytes, %v", len(body), err)
			}
			var p receiptBatch
			if err := json.Unmarshal(m.Body, &p); err != nil {
				t.Fatal(err)
			}
			for _, s := range p.Items {
				if s.ID != fmt.Sprint(n) {
					t.Fatalf("receipt %d is %s", n, s.ID)
				}
				n++
			}
		}
		if len(messages) != c.messages || n != len(items) {
			t.Errorf("%d receipts with references of %d in %d messages", n, c.length, len(messages))
		}
	}
}
