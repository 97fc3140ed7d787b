package deadletter

import (
	"context"
	"errors"
	"fmt"
	"time"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// The tick collects every few minutes, so that a minute at rest makes no call for it. One collection takes at most so many dead letters
// of a queue, and ends before the tick does.
const (
	collectMinutes = 5
	mostCollected  = 500
	collectTime    = 25 * time.Second
)

// Tick collects dead letters in every fifth minute.
func (s *Service) Tick(ctx context.Context) error {
	if s.Now().Minute()%collectMinutes != 0 {
		return nil
	}
	return s.Collect(ctx)
}

// Collect brings the dead letters of all queues into rows.
func (s *Service) Collect(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, collectTime)
	defer cancel()
	return errors.Join(parallel.Each(len(s.Names), len(s.Names), func(i int) error { return s.collectOf(ctx, s.Names[i]) })...)
}

func (s *Service) collectOf(ctx context.Context, name string) error {
	for n := 0; n < mostCollected && ctx.Err() == nil; {
		got, err := s.collectSome(ctx, name)
		if err != nil {
			return fmt.Errorf("dead letters of %s: %w", name, err)
		}
		if got == 0 {
			return nil
		}
		n += got
	}
	return nil
}

// collectSome writes the rows of some dead letters and then removes them from the queue. A row that stands is written again with the same
// content.
func (s *Service) collectSome(ctx context.Context, name string) (int, error) {
	dead, err := s.Inspector.Dead(ctx, name)
	if err != nil || len(dead) == 0 {
		return 0, err
	}
	var keys []store.Key
	for _, d := range dead {
		keys = append(keys, causeKey(name, d.ID), overKey(name, d.ID))
	}
	known, err := s.DB.GetMany(ctx, keys, true)
	if err != nil {
		return 0, err
	}
	now := s.Now().UTC()
	var ops []store.Op
	var handles []string
	fresh := 0
	for i, d := range dead {
		handles = append(handles, d.Handle)
		if known[2*i+1] != nil {
			continue // it was dealt with, and the queue kept it
		}
		var why cause
		if _, err := store.Decode(known[2*i], &why); err != nil {
			return 0, err
		}
		l := Record{Queue: name, Task: d.Kind, Error: why.Error, Sent: d.Sent, Died: d.Died, Collected: now, Deliveries: d.Deliveries,
			Size: len(d.Text), Unreadable: d.Err != nil, Expires: now.Add(kept).Unix()}
		if l.Died.IsZero() {
			l.Died = why.At
		}
		if s.Most != nil { // the deliveries that SQS counts go on with collections
			l.Deliveries = s.Most(name)
		}
		if !l.Unreadable {
			l.Order = OrderOf(d.Message)
		}
		fresh++
		ops = append(ops, store.Op{Verb: store.Put, Key: bodyKey(name, d.ID), Item: body{d.Text, d.Group, l.Expires}},
			store.Op{Verb: store.Put, Key: letterKey(name, groupOf(l.Task, l.Error), d.ID), Item: l})
	}
	if err := s.DB.WriteAll(ctx, ops); err != nil {
		return 0, err
	}
	if fresh > 0 {
		s.Log(map[string]any{"dead": name, "letters": fresh})
	}
	return len(dead), s.Inspector.RemoveDead(ctx, name, handles...)
}
