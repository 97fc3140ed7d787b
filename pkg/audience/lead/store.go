package lead

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/saleschannel/funnel"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/job"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

const tries = 20

func key(id string) store.Key { return store.Key{Table: table, PK: "LEAD#" + id, SK: "L"} }

func entryKey(id, entry string) store.Key {
	return store.Key{Table: table, PK: "LEAD#" + id, SK: "E#" + entry}
}

func phoneKey(tenant string, number uint64) store.Key {
	return store.Key{Table: table, PK: "LEADK#" + tenant, SK: "P#" + phone.Format(phone.Normal(number))}
}

func emailKey(tenant, address string) store.Key {
	return store.Key{Table: table, PK: "LEADK#" + tenant, SK: "M#" + address}
}

// pointer names a lead.
type pointer struct {
	ID string `dynamodbav:"id"`
}

func looks(db store.DB) *job.Index { return &job.Index{DB: db, Table: table, Name: "lead", Shards: 1} }

// Kinds of entries of a history.
const (
	entryCreated   = "created"
	entryAgain     = "again"
	entryNote      = "note"
	entryEdited    = "edited"
	entryStatus    = "status"
	entryAssigned  = "assigned"
	entryNext      = "next"
	entryConverted = "converted"
	entryErased    = "erased"
)

// Entry is what happened to a lead. Entries are only added; an erasure empties their texts.
type Entry struct {
	ID      string     `dynamodbav:"id" json:"id"`
	Kind    string     `dynamodbav:"k" json:"kind" enum:"created,again,note,edited,status,assigned,next,converted,erased"`
	Time    time.Time  `dynamodbav:"at" json:"time"`
	UserID  string     `dynamodbav:"u,omitempty" json:"userId" doc:"Who did it. Empty: the person, or the platform."`
	Name    string     `dynamodbav:"n,omitempty" json:"name"`
	Text    string     `dynamodbav:"x,omitempty" json:"text" doc:"Of a note, a message, or the reason of a loss."`
	Value   string     `dynamodbav:"v,omitempty" json:"value" doc:"State, name of the assignee or of the channel."`
	DueTime *time.Time `dynamodbav:"d,omitempty" json:"dueTime" doc:"The next date."`
}

// entry begins an entry by the caller.
func (r *Service) entry(ctx context.Context, kind, entryID string) Entry {
	e := Entry{ID: entryID, Kind: kind, Time: r.now()}
	if p := auth.From(ctx); p != nil {
		e.UserID, e.Name = p.UserID, p.Name
	}
	return e
}

func (x Entry) op(lead string) store.Op {
	return store.Op{Verb: store.Put, Key: entryKey(lead, x.ID), Item: x}
}

// find reads a lead in the caller's scope; the 404 fault for any other id.
func (r *Service) find(ctx context.Context, leadID string) (*entity, error) {
	if !id.Valid(leadID) {
		return nil, fault.Missing()
	}
	rows, err := r.DB.GetMany(ctx, []store.Key{leads.Key(string(auth.Must(ctx).Scope()), leadID), key(leadID)}, true)
	if err != nil {
		return nil, err
	}
	var e entity
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	_, err = store.Decode(rows[1], &e)
	return &e, err
}

func (r *Service) load(ctx context.Context, leadID string) (*entity, error) {
	e, ok, err := store.Load[entity](ctx, r.DB, key(leadID), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &e, err
}

// change decides about a lead and writes it once, with further operations that set gives; none, and a lead as it was, write nothing. A
// repetition of an operation is known by its mark. Faults: 404; 409 lead.erased; what set refuses.
func (r *Service) change(ctx context.Context, leadID, mark string, set func(e *entity) ([]store.Op, error)) (before,
	after *entity, err error) {
	err = store.Decide(ctx, tries, func() error {
		e, err := r.load(ctx, leadID)
		if err != nil {
			return err
		}
		after = e
		if e.Mark == mark {
			return nil
		}
		if e.Erased {
			return fault.State("lead.erased")
		}
		was := *e
		was.Scopes = slices.Clone(e.Scopes)
		before = &was
		more, err := set(e)
		if err != nil || more == nil {
			return err
		}
		e.Mark = mark
		return r.DB.Transact(ctx, append(r.changed(before, e), more...))
	})
	if before == nil {
		before = after
	}
	return before, after, err
}

// changed gives the operations that write a changed lead with its list rows.
func (r *Service) changed(was, e *entity) []store.Op {
	e.Version, e.UpdateTime = was.Version+1, r.now()
	in := func(all []string) func(string) bool { return func(s string) bool { return slices.Contains(all, s) } }
	stays := slices.DeleteFunc(slices.Clone(e.Scopes), func(s string) bool { return !in(was.Scopes)(s) })
	fresh := slices.DeleteFunc(slices.Clone(e.Scopes), in(was.Scopes))
	gone := slices.DeleteFunc(slices.Clone(was.Scopes), in(e.Scopes))
	ops := []store.Op{{Verb: store.Put, Key: key(e.ID), Item: e, If: store.Eq("v", was.Version)}}
	ops = append(ops, leads.Replace(stays, e.ID, e.Lead)...)
	ops = append(ops, leads.Insert(fresh, e.ID, e.Lead)...)
	return append(ops, leads.Remove(gone, e.ID)...)
}

// step changes the state and gives the operations that count it.
func (e *entity) step(status string) []store.Op {
	e.Status = status
	if status != Lost {
		e.LostReason = ""
	}
	if status == Lost || status == Converted {
		e.NextTime = nil
	}
	var steps []funnel.Step
	if (status == Qualified || status == Converted) && !e.Qualified {
		e.Qualified = true
		steps = append(steps, funnel.Qualified)
	}
	if status == Converted {
		steps = append(steps, funnel.Customer)
	}
	return funnel.Count(e.ChannelID, e.CreateTime, steps...)
}

// History gives the entries of a lead, the newest first. It checks no scope.
func (r *Service) History(ctx context.Context, leadID string) ([]Entry, error) {
	q := store.Query{Table: table, PK: key(leadID).PK, Prefix: "E#", Desc: true, Consistent: true}
	items, err := store.Collect(store.Rows(ctx, r.DB, q))
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[Entry](items)
	slices.SortStableFunc(all, func(a, b Entry) int {
		if c := b.Time.Compare(a.Time); c != 0 {
			return c
		}
		return strings.Compare(b.ID, a.ID)
	})
	return all, err
}
