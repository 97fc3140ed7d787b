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
//	C#<collection> / S#<run>   a screening, in the partition of its collection, which cannot be deleted while one runs
//	JOB#0 / …                  what the tick looks after (kit/job)
const table = "audience"

const (
	tries     = 16
	tickAfter = time.Minute // since the beginning: who works needs the tick only after a loss
)

func runKey(collection, run string) store.Key {
	return store.Key{Table: table, PK: "C#" + collection, SK: "S#" + run}
}

// Run is a screening. Whoever changes it does so under its revision.
type Run struct {
	ID         string       `dynamodbav:"id"`
	Collection string       `dynamodbav:"c"`
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
	Answered   int          `dynamodbav:"an"` // of whom the partner told something
	Valid      int          `dynamodbav:"v"`  // whom it is paid for
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
	return store.Op{Verb: store.Put, Key: runKey(w.Collection, w.ID), Item: *w, If: store.Eq("q", was)}
}

// stands is how the collection shows the run; had is how it stood before.
func (w *Run) stands(had contact.Screening) contact.Screening {
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

// alarm is what the tick knows of a run.
type alarm struct {
	Collection string `dynamodbav:"c"`
}

// stepMessage is the body of a message.
type stepMessage struct {
	Collection string `json:"c"`
	Run        string `json:"r"`
}

// wake sends the message of a run. One that is lost fails nothing: the tick finds the work.
func (r *Room) wake(ctx context.Context, w *Run) {
	if err := r.Queues.Send(ctx, JobQueue, queue.New(TaskStep, w.Owner.Tenant, stepMessage{w.Collection, w.ID})); err != nil {
		r.Log(map[string]any{"warning": TaskStep + ": " + err.Error(), "id": w.ID})
	}
}
