package reconcile

import (
	"context"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
)

// Keys:
//
//	table credit:  RECON#<kind> / HEAD     the run that is under way, or the last one
//	               RECON#<kind> / R#<id>   a run that has ended, for ever
//	table payment: JOB#0 / …               when each kind is due
const table = "credit"

func headKey(k Kind) store.Key { return store.Key{Table: table, PK: "RECON#" + string(k), SK: "HEAD"} }

func endedKey(k Kind, id string) store.Key {
	return store.Key{Table: table, PK: "RECON#" + string(k), SK: "R#" + id}
}

func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: "payment", Name: "recon", Shards: 1}
}

// Last gives the run of a kind that is under way, or the last one; false for none.
func (r *Service) Last(ctx context.Context, k Kind) (Run, bool, error) {
	return store.Load[Run](ctx, r.DB, headKey(k), true)
}

// write writes a run over its former state, with more; false when another process was faster.
func (r *Service) write(ctx context.Context, run *Run, had bool, more ...store.Op) (bool, error) {
	cond := store.Missing("pk")
	if had {
		cond = store.Eq("v", run.Version)
	}
	run.Version, run.Touched = run.Version+1, r.Now()
	err := r.DB.Transact(ctx, append([]store.Op{{Verb: store.Put, Key: headKey(run.Kind), Item: run, If: cond}}, more...))
	if store.ConditionFailed(err) != nil {
		return false, nil
	}
	return err == nil, err
}

// Start begins a run of a kind, unless one is under way, and has the next tick see that it goes on; it gives the run that is.
func (r *Service) Start(ctx context.Context, k Kind, by string) (Run, error) {
	was, had, err := r.Last(ctx, k)
	if err != nil || had && was.Ended == nil {
		return was, err
	}
	now := r.Now()
	run := Run{ID: web.OperationID(ctx, r.NewID), Kind: k, By: by, Started: now, Version: was.Version, All: []Difference{}}
	if was.ID == run.ID { // a call that is repeated
		return was, nil
	}
	run.begin()
	ours, err := r.write(ctx, &run, had, looks(r.DB).At(now.Add(abandoned), string(k), "", nil))
	if err != nil {
		return run, err
	}
	if !ours {
		run, _, err = r.Last(ctx, k)
		return run, err
	}
	return run, r.wake(ctx, &run)
}

// abandoned is how long after its last step a run counts as without a worker.
const abandoned = 3 * time.Minute

// end keeps a run that has ended in its history and owes its notices, in one transaction.
func (r *Service) end(ctx context.Context, run *Run, told []notice.Personal) (bool, error) {
	now := r.Now()
	run.Ended = &now
	ops := []store.Op{{Verb: store.Put, Key: endedKey(run.Kind, run.ID), Item: run}}
	for _, n := range told {
		ops = append(ops, notice.OutboxOp(now, n))
	}
	return r.write(ctx, run, true, ops...)
}

// History gives runs that have ended, newest first, beginning after one.
func (r *Service) History(ctx context.Context, k Kind, after string, limit int) ([]Run, error) {
	q := store.Query{Table: table, PK: headKey(k).PK, From: "R#", To: "R#~", Desc: true, Limit: limit}
	if after != "" {
		q.After = "R#" + after
	}
	rows, err := r.DB.Query(ctx, q)
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Run](rows)
}

// Ended gives a run that has ended; false for none.
func (r *Service) Ended(ctx context.Context, k Kind, id string) (Run, bool, error) {
	return store.Load[Run](ctx, r.DB, endedKey(k, id), false)
}
