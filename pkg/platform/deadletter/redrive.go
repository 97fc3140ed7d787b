package deadletter

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// Bounds of one request.
const (
	mostBytes  = 4 << 20
	sendAtOnce = 10 // messages of one call to SQS
)

// chosen reads what a request names: some ids of a group, or as many of it as one request takes.
func (s *Service) chosen(ctx context.Context, of *Choice) (all []found, more bool, err error) {
	if len(of.IDs) > 0 {
		ids := slices.Compact(slices.Sorted(slices.Values(of.IDs)))
		all, err = s.named(ctx, of.Queue, of.Group, ids)
		return all, false, err
	}
	all, next, err := s.some(ctx, of.Queue, of.Group, "")
	return all, next != "", err
}

// bodiesOf reads the messages of dead letters. over are those that were dealt with and listed again by a collection beside it.
func (s *Service) bodiesOf(ctx context.Context, name string, all []found) (bodies []store.Item, over map[string]bool, err error) {
	keys, marks := make([]store.Key, len(all)), make([]store.Key, len(all))
	for i, f := range all {
		keys[i], marks[i] = bodyKey(name, f.ID), overKey(name, f.ID)
	}
	var done []store.Item
	err = parallel.Do(
		func() (err error) { bodies, err = s.DB.GetMany(ctx, keys, true); return err },
		func() (err error) { done, err = s.DB.GetMany(ctx, marks, true); return err })
	over = map[string]bool{}
	for i, row := range done {
		over[all[i].ID] = row != nil
	}
	return bodies, over, err
}

// Redrive sends dead letters to their queue again and then removes their rows. When the removal fails they are listed on, and one that is
// sent again meanwhile does nothing twice, as every consumer is idempotent. It gives how many were sent and whether there are more.
func (s *Service) Redrive(ctx context.Context, of *Choice) (n int, more bool, err error) {
	all, more, err := s.chosen(ctx, of)
	if err != nil {
		return 0, false, err
	}
	bytes := 0
	for i, f := range all {
		if bytes += f.Size; bytes > mostBytes && i > 0 {
			all, more = all[:i], true
			break
		}
	}
	bodies, over, err := s.bodiesOf(ctx, of.Queue, all)
	if err != nil {
		return 0, false, err
	}
	var messages []queue.Message
	var ready, gone []found
	for i, f := range all {
		if over[f.ID] {
			gone = append(gone, f)
			continue
		}
		var b body
		if ok, err := store.Decode(bodies[i], &b); err != nil || !ok {
			if err != nil {
				return 0, false, err
			}
			continue // it is being collected or removed, or that ended half-way: then it can be discarded
		}
		m := queue.Message{Group: b.Group}
		if json.Unmarshal([]byte(b.Text), &m) != nil {
			continue
		}
		messages, ready = append(messages, m), append(ready, f)
	}
	sent, err := s.send(ctx, of.Queue, messages)
	var done []found
	for i, f := range ready {
		if sent[i] {
			done = append(done, f)
		}
	}
	_, wrong := s.remove(ctx, of, append(gone, done...), "redriven")
	return len(done), more, errors.Join(err, wrong)
}

// send sends messages and tells which were sent.
func (s *Service) send(ctx context.Context, name string, messages []queue.Message) (sent []bool, err error) {
	sent = make([]bool, len(messages))
	parts := (len(messages) + sendAtOnce - 1) / sendAtOnce
	err = errors.Join(parallel.Each(parts, parts, func(p int) error {
		from, to := p*sendAtOnce, min((p+1)*sendAtOnce, len(messages))
		if err := s.Queues.Send(ctx, name, messages[from:to]...); err != nil {
			return err
		}
		for i := from; i < to; i++ {
			sent[i] = true
		}
		return nil
	})...)
	return sent, err
}

// Discard removes dead letters. It gives how many, also when others could not be removed, and whether there are more.
func (s *Service) Discard(ctx context.Context, of *Choice) (n int, more bool, err error) {
	all, more, err := s.chosen(ctx, of)
	if err != nil {
		return 0, false, err
	}
	n, err = s.remove(ctx, of, all, "discarded")
	return n, more, err
}

// removeAtOnce is how many dead letters one batch of writes takes whole: four rows each, of 25.
const removeAtOnce = 6

// remove takes dead letters off the list and marks them, so that one that its queue gives again is not listed again. It gives how many.
func (s *Service) remove(ctx context.Context, of *Choice, all []found, what string) (n int, err error) {
	expires := s.Now().Add(marked).Unix()
	parts := slices.Collect(slices.Chunk(all, removeAtOnce))
	errs := parallel.Each(len(parts), len(parts), func(i int) error {
		var ops []store.Op
		for _, f := range parts[i] {
			ops = append(ops, store.Op{Verb: store.Put, Key: overKey(of.Queue, f.ID), Item: over{what, expires}},
				store.Op{Verb: store.Delete, Key: letterKey(of.Queue, of.Group, f.ID)},
				store.Op{Verb: store.Delete, Key: bodyKey(of.Queue, f.ID)}, store.Op{Verb: store.Delete, Key: causeKey(of.Queue, f.ID)})
		}
		return s.DB.WriteAll(ctx, ops)
	})
	for i, part := range parts {
		if errs[i] == nil {
			n += len(part)
		}
	}
	return n, errors.Join(errs...)
}
