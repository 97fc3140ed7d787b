package domain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/provider"
)

// The task, on the queue of what takes long: only its function holds the provider's key.
const (
	JobQueue = "job"
	TaskWork = "domain.work" // checks a domain, or takes it away
)

type task struct {
	ID string `json:"id"`
}

func (r *Service) post(ctx context.Context, tenant, id string) error {
	return r.Queues.Send(ctx, JobQueue, queue.New(TaskWork, tenant, task{id}))
}

// enqueue sends the task of a domain after the answer: the tick repeats a lost one.
func (r *Service) enqueue(ctx context.Context, e *entity) {
	web.AfterWrite(ctx, func(ctx context.Context) {
		if err := r.post(ctx, e.tenant(), e.ID); err != nil {
			r.Log(map[string]any{"warning": "domain: " + err.Error(), "id": e.ID})
		}
	})
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskWork: func(ctx context.Context, m queue.Message) error {
		var t task
		if err := json.Unmarshal(m.Body, &t); err != nil {
			return fmt.Errorf("domain: task: %w", err)
		}
		return r.Work(ctx, t.ID)
	}}
}

// Tick has domains checked whose time has come, and repeats lost work.
func (r *Service) Tick(ctx context.Context) error {
	now := r.Now()
	return looks(r.DB).Tick(ctx, now, func(ctx context.Context, d job.Due) (time.Time, error) {
		e, ok, err := store.Load[entity](ctx, r.DB, key(d.ID), true)
		if err != nil || !ok {
			return time.Time{}, err
		}
		if err := r.post(ctx, e.tenant(), e.ID); err != nil {
			return time.Time{}, err
		}
		return e.next(now), nil
	})
}

// Work checks a domain, or takes one away that was deleted. It may be repeated, and run beside itself.
func (r *Service) Work(ctx context.Context, id string) error {
	e, ok, err := store.Load[entity](ctx, r.DB, key(id), true)
	if err != nil || !ok {
		return err
	}
	if e.State == deleted {
		return r.takeAway(ctx, &e)
	}
	r.identify(ctx, &e)
	h, err := r.hosts(ctx)
	if err != nil {
		return err
	}
	l, err := r.limits(ctx)
	if err != nil {
		return err
	}
	at, records := r.now(), wanted(&e, h)
	c := &checker{names: r.Names, name: e.ASCII, hosts: h}
	c.check(ctx, records, at)
	presented := r.presented(ctx, &e, records, h, at)
	_, _, err = r.change(ctx, id, func(now *entity) (after, bool, error) {
		if now.State == deleted || now.CheckTime != nil && now.CheckTime.After(at) {
			return after{}, false, nil
		}
		now.Keys, now.Account, now.Identity, now.Accepted = e.Keys, e.Account, e.Identity, e.Accepted
		now.Added = now.Added || e.Added
		now.Records = records
		now.Records = wanted(now, h) // what it is for may have changed
		now.CheckTime = &at
		if presented != nil {
			now.Certificate = presented
		}
		if !slices.ContainsFunc(records, func(rec Record) bool { return rec.Purpose == SPF && rec.State == Unanswered }) {
			now.SPF = c.report
		}
		if !slices.ContainsFunc(records, func(rec Record) bool { return rec.Purpose == DMARC && rec.State == Unanswered }) {
			now.DMARC = c.policy
		}
		return r.conclude(ctx, now, at, l)
	})
	return err
}

// conclude takes the name of a domain whose proof was found, decides about its state, and tells the owner of a new one.
func (r *Service) conclude(ctx context.Context, e *entity, at time.Time, l limits) (follows after, changed bool, err error) {
	had := e.Proven
	if e.holds(Ownership) && !e.Proven {
		claim, ok, err := store.Load[named](ctx, r.DB, claimKey(e.ASCII), true)
		if err != nil {
			return follows, false, err
		}
		if ok && claim.ID != e.ID {
			e.taken()
		} else {
			e.Proven = true
			follows.ops = append(follows.ops, store.Op{Verb: store.Put, Key: claimKey(e.ASCII), Item: named{e.ID},
				If: store.Or(store.Missing("pk"), store.Eq("id", e.ID))})
		}
	}
	moved := e.judge(at, l)
	if !e.Proven {
		follows.ops = nil
		if had {
			follows.ops = []store.Op{e.releaseOp()}
		}
	}
	if moved {
		follows.tell = r.news(e)
		if next := e.next(at); !next.IsZero() { // the tick has planned for the state before
			follows.ops = append(follows.ops, looks(r.DB).At(next, e.ID, strconv.FormatInt(e.Version, 10), nil))
		}
	}
	return follows, true, nil
}

// taken marks the proof of a domain whose name another has proven first.
func (e *entity) taken() {
	for i := range e.Records {
		if rec := &e.Records[i]; rec.Purpose == Ownership {
			rec.wrong(rec.Found, "domain.help.taken")
		}
	}
}

// releaseOp gives the name of a domain free.
func (e *entity) releaseOp() store.Op {
	return store.Op{Verb: store.Delete, Key: claimKey(e.ASCII), If: store.Or(store.Missing("pk"), store.Eq("id", e.ID))}
}

// news is the notice of a state.
func (r *Service) news(e *entity) *notice.Personal {
	return &notice.Personal{UserID: e.Owner.User, Key: "domain." + e.ID + "." + strconv.FormatInt(e.Version, 10),
		Title: "domain.tell." + string(e.State) + "Title", Body: "domain.tell." + string(e.State), Args: map[string]string{"name": e.Name},
		Link: "/email/domain?id=" + e.ID}
}

// identify brings what the provider knows of a domain into its row. What cannot be found out now stays as it was.
func (r *Service) identify(ctx context.Context, e *entity) {
	account := r.Account()
	if !e.Is(UseEmail) || account == nil || account.Domains == nil {
		return
	}
	id, err := account.Domains.Identity(ctx, e.ASCII)
	if errors.Is(err, provider.ErrNoIdentity) {
		e.Accepted = false
		id, err = account.Domains.CreateIdentity(ctx, e.ASCII)
		e.Added = err == nil
	}
	if err != nil {
		r.Log(map[string]any{"warning": "domain: " + err.Error(), "id": e.ID})
		return
	}
	e.Account = account.Profile().Sender
	e.accept(id)
}

// takeAway deletes a domain at the provider, unless another customer has its name, then the last that we know of it. A domain that the
// provider had before, and whose customer never proved it, is another's: that of the platform's own sender may be one.
func (r *Service) takeAway(ctx context.Context, e *entity) error {
	others, err := r.DB.Query(ctx, store.Query{Table: table, PK: nameKey(e.ASCII, "").PK, Prefix: tenantPrefix, Limit: 1, Consistent: true})
	if err != nil {
		return err
	}
	ours := e.Added || e.VerifyTime != nil
	if account := r.Account(); len(others) == 0 && ours && e.Account != "" && account != nil && account.Domains != nil {
		if err := account.Domains.DeleteIdentity(ctx, e.ASCII); err != nil {
			return err
		}
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Delete, Key: key(e.ID)})
	return err
}
