package screening

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/job"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// Keys, all in table audience:
//
//	C#<collection> / S#<run>      a screening, in the partition of its collection, which cannot be deleted while one runs
//	RISK#<collection> / S#<run>   the same of a risk-control collection
//	JOB#0 / …                     what the tick looks after (kit/job)
const table = "audience"

const (
	tries     = 16
	tickAfter = time.Minute // since the beginning: who works needs the tick only after a loss
)

// Partitions of collections, by their kind.
const (
	contactPartition = "C#"
	riskPartition    = "RISK#"
)

// runKey is that of a run of a collection.
func runKey(of alarm, run string) store.Key {
	partition := contactPartition
	if of.Mark == risk {
		partition = riskPartition
	}
	return store.Key{Table: table, PK: partition + of.Collection, SK: "S#" + run}
}

// of names the collection of a run.
func (w *Run) of() alarm { return alarm{w.Collection, w.Mark} }

func (w *Run) key() store.Key { return runKey(w.of(), w.ID) }

// Run is a screening. Every writer changes it under its revision.
type Run struct {
	ID         string       `dynamodbav:"id"`
	Collection string       `dynamodbav:"c"`
	Mark       string       `dynamodbav:"mk,omitempty"` // of the collection's kind
	Kind       string       `dynamodbav:"k"`
	Status     string       `dynamodbav:"s"`
	Owner      auth.Owner   `dynamodbav:"o"` // of the collection
	Payer      auth.Owner   `dynamodbav:"py"`
	By         string       `dynamodbav:"by"`
	Name       string       `dynamodbav:"n"` // of the collection when it began
	Packs      int          `dynamodbav:"p"` // of the collection when it began
	Total      int          `dynamodbav:"t"` // members then
	Price      money.Amount `dynamodbav:"pr"`
	Agent      money.Amount `dynamodbav:"ag"` // the agent's own price
	Minimum    int          `dynamodbav:"mn"`
	Reserved   money.Amount `dynamodbav:"rs"`
	Next       int          `dynamodbav:"nx"` // pack that is handed over next
	Batches    []batch      `dynamodbav:"b"`  // at the partner
	Asked      int          `dynamodbav:"ak"` // members of the batches that have ended, however they did
	Looked     int          `dynamodbav:"lk"` // members that were looked at, answered or not: none of a batch that was refused
	Answered   int          `dynamodbav:"an"` // members with a result of the partner
	Valid      int          `dynamodbav:"v"`  // members that are charged
	Stop       bool         `dynamodbav:"st,omitempty"`
	Charged    money.Amount `dynamodbav:"ch"`
	Given      money.Amount `dynamodbav:"gv,omitempty"` // back to a brand customer, of what was charged
	Reason     string       `dynamodbav:"re,omitempty"` // the partner's code
	Created    time.Time    `dynamodbav:"ca"`
	Ended      *time.Time   `dynamodbav:"e,omitempty"`
	Rev        int64        `dynamodbav:"q"`

	Had contact.Screening `dynamodbav:"h"` // how the collection stood before
}

// batch is a pack at the partner.
type batch struct {
	Place int   `dynamodbav:"p"`
	At    int64 `dynamodbav:"a"` // unix seconds at which it was handed over first
}

// ref is the ledger's name of the reservation.
func (w *Run) ref() string { return "screen." + w.ID }

// put gives the operation that replaces the run under its revision, which it counts up.
func (w *Run) put() store.Op {
	was := w.Rev
	w.Rev++
	return store.Op{Verb: store.Put, Key: w.key(), Item: *w, If: store.Eq("q", was)}
}

// stands is how the collection shows the run; had is how it stood before.
func (w *Run) transition(had contact.Screening) contact.Screening {
	s := contact.Screening{State: w.Status, Run: w.ID, Done: w.Looked, All: w.Total, Screened: had.Screened, ActiveHad: had.ActiveHad}
	if w.Answered > 0 {
		s.Screened = s.Screened || w.Kind == whole
		s.ActiveHad = true
	}
	return s
}

// looks is when the tick looks at a run: they are started by hand.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "screening", Shards: 1}
}

// alarm names the collection of a run, for the tick.
type alarm struct {
	Collection string `dynamodbav:"c"`
	Mark       string `dynamodbav:"m,omitempty"` // of its kind
}

// stepMessage is the body of a message.
type stepMessage struct {
	Collection string `json:"c"`
	Run        string `json:"r"`
	Mark       string `json:"m,omitempty"`
}

// wake sends the message of a run. One that is lost fails nothing: the tick finds the work.
func (r *Service) wake(ctx context.Context, w *Run) {
	if err := r.Queues.Send(ctx, JobQueue, queue.New(TaskStep, w.Owner.Tenant, stepMessage{w.Collection, w.ID, w.Mark})); err != nil {
		r.Log(map[string]any{"warning": TaskStep + ": " + err.Error(), "id": w.ID})
	}
}
