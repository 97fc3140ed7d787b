package bulk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// TargetQuery are the parameters of an order's recipients.
type TargetQuery struct {
	ID string `path:"id"`
	web.ListParams
	State       string `query:"state" enum:"toSend,sending,sent,arrived,read,failed,complained,unknown,"`
	Reason      string `query:"reason" enum:"suppressed,optedOut,capped," doc:"held back for this reason"`
	PhoneNumber string `query:"phoneNumber" doc:"contains"`
}

// targetsPage reads the chunks of the page alone; with a filter it looks at the first filteredChunks.
func (r *Room) targetsPage(ctx context.Context, in *TargetQuery) (web.Page[Target], error) {
	none := web.Page[Target]{}
	if len(in.SortFields) > 0 {
		return none, fault.Bad("sortFields", "web.sortField", "field", in.SortFields[0])
	}
	o, err := r.Orders.Find(ctx, auth.Must(ctx).Scope(), Kind, in.ID)
	if err != nil {
		return none, err
	}
	offset := (in.Current - 1) * in.Size
	if in.State == "" && in.PhoneNumber == "" && in.Reason == "" {
		rows, err := r.targetsAt(ctx, o, offset, min(in.Size, o.Total-offset))
		return web.PageOf(in.ListParams, o.Total, rows), err
	}
	var rows []Target
	total, most := 0, min(o.Chunks, filteredChunks)
	for from := 0; from < most; from += atOnce {
		some, err := r.someTargets(ctx, o, from, min(from+atOnce, most))
		if err != nil {
			return none, err
		}
		for _, t := range some {
			if !in.matches(&t) {
				continue
			}
			if total++; total > offset && len(rows) < in.Size {
				rows = append(rows, t)
			}
		}
	}
	return web.Found(in.ListParams, store.Total{N: total, More: most < o.Chunks}, rows), nil
}

// A page with a filter looks at so many chunks of an order (300,000 recipients of a file), so many at a time; an export of
// the same filter looks at all of them.
const (
	filteredChunks = 300
	atOnce         = 16
)

func (in *TargetQuery) matches(t *Target) bool {
	return (in.State == "" || t.State == State(in.State)) && (in.Reason == "" || t.HeldBack == in.Reason) && contains(t.PhoneNumber, in.PhoneNumber)
}

// someTargets reads some chunks side by side.
func (r *Room) someTargets(ctx context.Context, o *order.Order, from, to int) ([]Target, error) {
	chunks, errs := make([][]Target, to-from), make([]error, to-from)
	var wg sync.WaitGroup
	for i := range chunks {
		wg.Go(func() { chunks[i], errs[i] = r.targetsOf(ctx, o, from+i) })
	}
	wg.Wait()
	return slices.Concat(chunks...), errors.Join(errs...)
}

// targetsAt reads the chunks that hold n recipients from an offset on. Chunks of a collection may be of any size.
func (r *Room) targetsAt(ctx context.Context, o *order.Order, offset, n int) ([]Target, error) {
	sizes, err := r.sizes(ctx, o)
	if err != nil {
		return nil, err
	}
	var out []Target
	for c, size := range sizes {
		if n <= 0 {
			break
		}
		if offset >= size {
			offset -= size
			continue
		}
		chunk, err := r.targetsOf(ctx, o, c)
		if err != nil {
			return nil, err
		}
		take := min(n, len(chunk)-offset)
		if take <= 0 {
			break
		}
		out = append(out, chunk[offset:offset+take]...)
		offset, n = 0, n-take
	}
	return out, nil
}

// sizes of an order's chunks; without a read where there is only one.
func (r *Room) sizes(ctx context.Context, o *order.Order) ([]int, error) {
	if o.Chunks == 1 {
		return []int{o.Total}, nil
	}
	var sizes []int
	rows, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: "campaign", PK: order.Key(o.ID).PK, Prefix: fmt.Sprintf("S#%d#", o.Gen), Attributes: []string{"sk", "n"}}))
	for _, row := range rows {
		var s struct {
			N int `dynamodbav:"n"`
		}
		if _, err := store.Decode(row, &s); err != nil {
			return nil, err
		}
		sizes = append(sizes, s.N)
	}
	return sizes, err
}

// targetsOf reads one chunk completely; empty while it is not planned.
func (r *Room) targetsOf(ctx context.Context, o *order.Order, c int) ([]Target, error) {
	var to Recipients
	var s Sends
	var p Receipts
	rows, err := r.DB.GetMany(ctx, []store.Key{chunkKey('R', o.ID, o.Gen, c), chunkKey('S', o.ID, o.Gen, c), chunkKey('P', o.ID, o.Gen, c)}, true)
	if err != nil || rows[0] == nil || rows[1] == nil {
		return nil, err
	}
	for i, into := range []any{&to, &s, &p} {
		if _, err := store.Decode(rows[i], into); err != nil {
			return nil, err
		}
	}
	numbers, err := to.numbers()
	if err != nil {
		return nil, err
	}
	when, err := r.moments(ctx, o, c, &p)
	if err != nil {
		return nil, err
	}
	codes := map[int]int{}
	readCodes(s.Codes, codes)
	readCodes(p.Codes, codes)
	now := r.Now()
	out := make([]Target, len(numbers))
	for i, n := range numbers {
		t := Target{PhoneNumber: strconv.FormatUint(n, 10), State: shown(&s, &p, i, now)}
		if t.State != StateToSend {
			t.SentTime = orNil(s.sentAt(i))
		}
		t.ArrivedTime, t.ReadTime = orNil(when[i][provider.ReceiptArrived]), orNil(when[i][provider.ReceiptRead])
		if t.State == StateFailed {
			t.Code = codes[i]
			t.Reason = r.Said(ctx, reasonKey(t.Code))
			if t.HeldBack = heldReason(t.Code); t.HeldBack != "" {
				t.Code, t.SentTime = 0, nil
			}
		}
		if t.State == StateUnknown {
			t.Reason = r.Said(ctx, "bulk.reason.unknown")
		}
		out[i] = t
	}
	return out, nil
}

func (r *Room) moments(ctx context.Context, o *order.Order, c int, p *Receipts) (map[int]map[provider.ReceiptState]time.Time, error) {
	when := map[int]map[provider.ReceiptState]time.Time{}
	if p.Spill > 0 {
		rows, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: "campaign", PK: order.Key(o.ID).PK, Prefix: fmt.Sprintf("H#%d#%05d#", o.Gen, c), Consistent: true}))
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			var h struct {
				Log []byte `dynamodbav:"g"`
			}
			if _, err := store.Decode(row, &h); err != nil {
				return nil, err
			}
			moments(h.Log, p.Base, when)
		}
	}
	moments(p.Log, p.Base, when)
	return when, nil
}

func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func contains(number, part string) bool {
	for i := 0; i+len(part) <= len(number); i++ {
		if number[i:i+len(part)] == part {
			return true
		}
	}
	return false
}

// reasonKey is the message of a provider's code; codes that say the same to a customer share one.
func reasonKey(code int) string {
	if reason := heldReason(code); reason != "" {
		return "bulk.held." + reason
	}
	switch code {
	case 131026, 131021, 131030:
		return "bulk.reason.undeliverable"
	case 131049, 130472:
		return "bulk.reason.capped"
	case 131050:
		return "bulk.reason.optedOut"
	case 131047:
		return "bulk.reason.window"
	case 130429, 131056, 131048, 80007, 4:
		return "bulk.reason.rate"
	case 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018:
		return "bulk.reason.template"
	case 131051, 131052, 131053:
		return "bulk.reason.media"
	}
	return "bulk.reason.other"
}

// Stat is an order in figures.
type Stat struct {
	Total   int            `json:"total"`
	Counts  map[string]int `json:"counts"`
	Reasons []Refusal      `json:"reasons" doc:"of the failed recipients"`
}

func (r *Room) stat(ctx context.Context, in *byID) (*Stat, error) {
	o, err := r.Orders.Find(ctx, auth.Must(ctx).Scope(), Kind, in.ID)
	if err != nil {
		return nil, err
	}
	counts, chunks, err := r.counts(ctx, o, false)
	if err != nil {
		return nil, err
	}
	now, byKey := r.Now(), map[string]int{}
	for _, c := range chunks {
		codes := map[int]int{}
		readCodes(c.s.Codes, codes)
		readCodes(c.r.Codes, codes)
		for i, code := range codes {
			if shown(&c.s, &c.r, i, now) == StateFailed {
				byKey[reasonKey(code)]++
			}
		}
	}
	out := &Stat{Total: o.Total, Counts: counts.plain(), Reasons: []Refusal{}}
	for _, reason := range suppression.Reasons {
		if n := byKey["bulk.held."+reason]; n > 0 {
			out.Reasons = append(out.Reasons, Refusal{Reason: r.Said(ctx, "bulk.held."+reason), Count: n})
		}
	}
	for _, key := range []string{"undeliverable", "capped", "optedOut", "window", "rate", "template", "media", "other"} {
		if n := byKey["bulk.reason."+key]; n > 0 {
			out.Reasons = append(out.Reasons, Refusal{Reason: r.Said(ctx, "bulk.reason."+key), Count: n})
		}
	}
	return out, nil
}

func (r *Room) body(ctx context.Context, id string) (Body, error) {
	b, _, err := store.Load[Body](ctx, r.DB, messageKey(id), false)
	return b, err
}
