package linkactivity

import (
	"context"
	"encoding/json"
	"slices"
	"sort"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/id"
	"herald/pkg/kit/job"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// Service writes the events of the queue.
type Service struct {
	DB    store.DB
	Links *emaillink.Store
	NewID func(ctx context.Context) string
	// Changed is told of an order with new events, once a batch; nil: no caller wants to know.
	Changed func(ctx context.Context, orderID string)
	Log     func(line map[string]any)
}

// pending is what a batch brings to a chunk, with the messages that brought it.
type pending struct {
	at      spot
	entries []entry
	from    map[int]bool
}

const sideBySide = 16

// HandleBatch is the batch handler of emaillink.TaskActivity. It makes one conditional write per changed chunk. A message that cannot be
// read, and an event that names nothing, are logged and dropped. A fault of one chunk affects no other.
func (s *Service) HandleBatch(ctx context.Context, batch []queue.Message) (failed []int, err error) {
	work, err := s.gather(ctx, batch)
	if err != nil {
		return nil, err
	}
	changed := make([]bool, len(work))
	errs := parallel.Each(len(work), sideBySide, func(i int) (err error) {
		if job.Late(ctx) {
			return context.DeadlineExceeded
		}
		changed[i], err = s.apply(ctx, work[i])
		return err
	})
	bad, orders := map[int]error{}, map[string]bool{}
	for i, p := range work {
		if errs[i] != nil {
			s.Log(map[string]any{"error": "link events: " + errs[i].Error(), "order": p.at.order, "chunk": p.at.chunk})
			for m := range p.from {
				bad[m] = errs[i]
			}
		} else if changed[i] {
			orders[p.at.order] = true
		}
	}
	for one := range orders {
		if s.Changed != nil {
			s.Changed(ctx, one)
		}
	}
	for m, err := range bad {
		failed = append(failed, m)
		queue.NoteFailure(ctx, m, err)
	}
	sort.Ints(failed)
	return failed, nil
}

// gather sorts the events of a batch by chunk.
func (s *Service) gather(ctx context.Context, batch []queue.Message) (work []*pending, err error) {
	byChunk := map[spot]*pending{}
	numbers := map[string]emaillink.Links{}
	for m, msg := range batch {
		var events []emaillink.Event
		if err := json.Unmarshal(msg.Body, &events); err != nil {
			s.Log(map[string]any{"error": "link events: " + err.Error()})
			continue
		}
		for i := range events {
			e := &events[i]
			if !id.Valid(e.Order) || e.Gen < 0 || e.Chunk < 0 || e.Index < 0 || e.Index >= chunkrow.ChunkSize || e.Link < 0 ||
				e.Link > emaillink.Honeypot || e.At <= 0 {
				s.Log(map[string]any{"error": "link events: one names nothing", "order": e.Order})
				continue
			}
			if err := s.numbered(ctx, e, numbers); err != nil {
				return nil, err
			}
			at := spot{e.Order, e.Gen, e.Chunk}
			p := byChunk[at]
			if p == nil {
				p = &pending{at: at, from: map[int]bool{}}
				byChunk[at] = p
				work = append(work, p)
			}
			p.entries, p.from[m] = append(p.entries, entry{e.At, e.Index, e.Link, e.Kind, e.Early}), true
		}
	}
	return work, nil
}

// numbered gives an event of a provider's own tracking the number of its link.
func (s *Service) numbered(ctx context.Context, e *emaillink.Event, known map[string]emaillink.Links) error {
	if e.URL == "" {
		return nil
	}
	l, asked := known[e.Order]
	if !asked {
		var err error
		if l, _, err = s.Links.Of(ctx, e.Order); err != nil {
			return err
		}
		known[e.Order] = l
	}
	if e.Link = slices.Index(l.URLs, e.URL); e.Link < 0 {
		e.Link = emaillink.ElsewhereLink
	}
	return nil
}

// apply adds events to those of a chunk, and repeats this while another writer was faster.
func (s *Service) apply(ctx context.Context, p *pending) (changed bool, err error) {
	p.entries = sorted(p.entries)
	consistent := false // the first read may be a moment old: then the write fails, and the next is not
	err = order.Retry(ctx, func() error {
		r, log, moved, err := load(ctx, s.DB, p.at, p.entries[0].At, consistent)
		if err != nil {
			return err
		}
		consistent = true
		next, more := merged(log, moved, p.entries)
		if !more {
			return nil
		}
		changed = true
		return s.save(ctx, p.at, r, log, next)
	})
	return changed, err
}

// merged adds what is new to a log, and tells whether anything is. What stands in a moved log is not new.
func merged(log, moved, come []entry) (next []entry, more bool) {
	have := make(map[entry]bool, len(log)+len(moved))
	type alike struct {
		index, link int
		kind        uint8
	}
	count := map[alike]int{}
	for _, e := range log {
		have[e] = true
		count[alike{e.Index, e.Link, uint8(e.Kind)}]++
	}
	for _, e := range moved {
		have[e] = true
	}
	next = slices.Clone(log)
	for _, e := range come {
		a := alike{e.Index, e.Link, uint8(e.Kind)}
		if have[e] || count[a] >= mostAlike {
			continue
		}
		have[e], more = true, true
		count[a]++
		next = append(next, e)
	}
	return sorted(next), more
}

// save writes the events of a chunk under its revision. A log that is full moves to a row of its own first, as it was read: one whose
// writer then loses, or dies, stands beside, and tells what the row tells.
func (s *Service) save(ctx context.Context, at spot, r row, was, next []entry) error {
	packed := pack(next)
	if len(packed) > logBytes && len(was) > 0 {
		if r.Spill >= mostSpills {
			s.Log(map[string]any{"alarm": "link events of a chunk are full", "order": at.order, "chunk": at.chunk})
			return nil
		}
		if _, err := s.DB.Write(ctx, store.Op{Verb: store.Put, Key: spillKey(at, r.Spill, s.NewID(ctx)), Item: row{Log: r.Log}}); err != nil {
			return err
		}
		r.Spill, r.Until = r.Spill+1, max(r.Until, was[len(was)-1].At)
		packed = pack(slices.DeleteFunc(next, func(e entry) bool { _, had := slices.BinarySearchFunc(was, e, compare); return had }))
	}
	cond := store.Eq("q", r.Rev)
	if r.Rev == 0 {
		cond = store.Missing("pk")
	}
	r.Rev++
	r.Log = packed
	_, err := s.DB.Write(ctx, store.Op{Verb: store.Put, Key: chunkKey(at), Item: r, If: cond})
	return err
}

func compare(a, b entry) int { return a.before(&b) }
