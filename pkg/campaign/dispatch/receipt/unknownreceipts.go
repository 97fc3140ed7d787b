package receipt

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/kit/store"
)

// A receipt without a known message is another system's on the same number, or of a message that we sent and deleted.
// It is kept for 30 days and raises an alarm. The number and content of such receipts are not bounded. So they are
// written last, in batches, a limited number at a time, and delay no other receipt.
const (
	lostKept = 30 * 24 * time.Hour
	lostMost = 500
)

// foreign returns another system's text in a form that is short and safe in a key, a message and a log. Plain text
// stays as it is; other text becomes its beginning and a hash.
func foreign(text string) string {
	const most, shown = 80, 32
	safe := strings.Map(func(c rune) rune {
		if c > ' ' && c <= '~' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' {
			return c
		}
		return '_'
	}, text)
	if safe == text && len(text) <= most {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return safe[:min(shown, len(safe))] + "~" + hex.EncodeToString(sum[:8])
}

// keepLost keeps lost receipts. A failure is logged: a repetition would hold up the receipts that came with them.
func (r *Service) keepLost(ctx context.Context, lost []Status) {
	if len(lost) == 0 {
		return
	}
	at := r.Flow.Now()
	r.Flow.Log(map[string]any{"alarm": "receipt without a known reference", "receipts": len(lost), "reference": foreign(lost[0].Ref),
		"provider": foreign(lost[0].ID)})
	var ops []store.Op
	seen := map[string]bool{}
	for _, s := range lost[:min(len(lost), lostMost)] {
		sum := sha256.Sum256([]byte(fmt.Sprintf("%s\x00%s\x00%d", s.Ref, s.ID, s.S)))
		id := hex.EncodeToString(sum[:16])
		if seen[id] {
			continue
		}
		seen[id] = true
		ops = append(ops, store.Op{Verb: store.Put, Key: chunkrow.LostKey(at, id),
			Item: map[string]any{"r": foreign(s.Ref), "i": foreign(s.ID), "s": s.S, "t": s.At, "c": s.Code,
				"ttl": at.Add(lostKept).Unix()}})
	}
	if err := r.Flow.DB.WriteAll(ctx, ops); err != nil {
		r.Flow.Log(map[string]any{"error": "lost receipts: " + err.Error(), "receipts": len(ops)})
	}
}
