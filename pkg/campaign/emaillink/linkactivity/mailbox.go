package linkactivity

import (
	"context"
	"fmt"
	"strings"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/email"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Mailbox counts the recipients of an order whose addresses one mailbox provider has.
type Mailbox struct {
	Provider  string `json:"provider" enum:"gmail,outlook,yahoo,icloud,qq,163,other"`
	Sent      int    `json:"sent" doc:"Recipients whose email the sending provider accepted."`
	Delivered int    `json:"delivered"`
	Loaded    int    `json:"loaded"`
	Clicked   int    `json:"clicked"`
	Bounced   int    `json:"bounced"`
}

// mailboxes are the providers in the order in which they are shown, with the domains of each. A domain that ends with a point stands for
// all of its country domains.
var mailboxes = []struct {
	name    string
	domains []string
}{
	{"gmail", []string{"gmail.com", "googlemail.com"}},
	{"outlook", []string{"outlook.", "hotmail.", "live.", "msn.com"}},
	{"yahoo", []string{"yahoo.", "ymail.com", "rocketmail.com", "aol.com"}},
	{"icloud", []string{"icloud.com", "me.com", "mac.com"}},
	{"qq", []string{"qq.com", "foxmail.com"}},
	{"163", []string{"163.com", "126.com", "yeah.net", "188.com"}},
	{"other", nil},
}

// mailboxOf is the place in mailboxes of an address.
func mailboxOf(address string) int {
	domain := email.Domain(address)
	for i, m := range mailboxes {
		for _, d := range m.domains {
			if domain == d || strings.HasPrefix(domain, d) && strings.HasSuffix(d, ".") {
				return i
			}
		}
	}
	return len(mailboxes) - 1
}

// Mailboxes are the figures of an order by mailbox provider.
type Mailboxes struct {
	Records []Mailbox `json:"records"`
	Partial bool      `json:"partial" doc:"True when the order is so large that only its first recipients were counted."`
}

// mostChunks is how many chunks of an order are read for their addresses: a chunk's are about 25 KB.
const mostChunks = 300

// byMailbox reads the addresses of an order beside its states.
func (h *Handler) byMailbox(ctx context.Context, o *order.Order) (Mailboxes, error) {
	rep, err := h.Reader.report(ctx, o)
	if err != nil {
		return Mailboxes{}, err
	}
	chunks, err := h.Chunks.Generations(ctx, o, false)
	if err != nil {
		return Mailboxes{}, err
	}
	out := Mailboxes{Records: make([]Mailbox, len(mailboxes)), Partial: len(chunks) > mostChunks}
	for i, m := range mailboxes {
		out.Records[i].Provider = m.name
	}
	chunks = chunks[:min(len(chunks), mostChunks)]
	for gen := o.Begin(); gen <= o.Gen; gen++ {
		q := store.Query{Table: "campaign", PK: order.Key(o.ID).PK, Prefix: fmt.Sprintf("R#%d#", gen), Attributes: []string{"sk", "v"}}
		for it, err := range store.Rows(ctx, h.Reader.DB, q) {
			if err != nil {
				return Mailboxes{}, err
			}
			if len(chunks) == 0 || chunks[0].Gen != gen {
				break
			}
			if chunks[0].Number != chunkrow.ChunkNumber(it) {
				continue // the sender's row is about to be there
			}
			if err := h.addChunk(out.Records, rep, o.ID, &chunks[0], it); err != nil {
				return Mailboxes{}, err
			}
			chunks = chunks[1:]
		}
	}
	return out, nil
}

// addChunk counts the recipients of a chunk.
func (h *Handler) addChunk(into []Mailbox, rep *report, orderID string, c *chunkrow.Chunk, it store.Item) error {
	var to chunkrow.Recipients
	if _, err := store.Decode(it, &to); err != nil {
		return err
	}
	own, err := chunkrow.UnpackValues(to.Values)
	if err != nil {
		return err
	}
	people, now := rep.peopleOf(orderID, c), h.Reader.Now()
	for i := range min(len(own), c.Sends.N) {
		if c.Moved.Has(i) || len(own[i]) == 0 {
			continue
		}
		m := &into[mailboxOf(own[i][0])]
		bounced := len(c.Receipts.Bits) > 0 && c.Receipts.BounceOf(i) != provider.NoBounce
		switch state := chunkrow.MergedState(&c.Sends, &c.Receipts, i, now); {
		case bounced:
			m.Sent, m.Bounced = m.Sent+1, m.Bounced+1
		case state == chunkrow.StateArrived, state == chunkrow.StateRead, state == chunkrow.StateComplained:
			m.Sent, m.Delivered = m.Sent+1, m.Delivered+1
		case state == chunkrow.StateSent:
			m.Sent++
		}
		if people[i].loaded {
			m.Loaded++
		}
		if people[i].clicked {
			m.Clicked++
		}
	}
	return nil
}
