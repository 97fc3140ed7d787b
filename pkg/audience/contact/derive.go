package contact

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// TaskDerive is the kind of the task that makes collections of others.
const TaskDerive = "contact.derive"

// SettingDerived is how many members the collections of such a task may hold together.
const SettingDerived = "contact.derive.members"

// nameMost is how many characters the name of a collection has (business-domain §5).
const nameMost = 20

// derivation is a task that makes collections of others, which stay as they are. Each of the new ones is filled at once and once:
// its part is noted as done in the transaction that shows its members.
type derivation struct {
	job.Task
	ID          string   `dynamodbav:"id"`
	What        string   `dynamodbav:"w"` // WasCopied …
	From        []string `dynamodbav:"f"` // whose members are taken, in this order
	Less        []string `dynamodbav:"l,omitempty"`
	Into        []string `dynamodbav:"i"`
	Names       []string `dynamodbav:"nm"` // of From, then of Less, as they were
	Filter      Filter   `dynamodbav:"fl"`
	CountryCode string   `dynamodbav:"cc"`
	Type        string   `dynamodbav:"ty,omitempty"`
	Tenant      string   `dynamodbav:"tn"`
	By          string   `dynamodbav:"by"`
	Bounds      []byte   `dynamodbav:"bo,omitempty"` // of the parts of a split (cutAt)
}

func deriveKey(task string) store.Key {
	return store.Key{Table: table, PK: "D#" + task, SK: "META"}
}

// Requests for lists that are made of others.
type deriveRequest struct {
	what       string
	from, less []string
	names      []string // of the new ones
	remark     string
	filter     Filter
}

// DeriveResponse names the collections that are being made: each is there already, empty, and its status is importing until it is filled.
type DeriveResponse struct {
	TaskID string   `json:"taskId"`
	IDs    []string `json:"ids"`
}

// derive begins to make lists of others in the caller's scope. The owner of the first list owns the new ones. Faults:
// 404, 400 for lists of different types or countries, for too many members and for a filter that breaks a rule.
func (r *Service) derive(ctx context.Context, w deriveRequest) (*DeriveResponse, error) {
	p, op, now := auth.Must(ctx), web.OperationID(ctx, r.NewID), r.Now()
	var names []string
	for _, name := range w.names {
		name, err := named(name)
		if err != nil {
			return nil, err
		}
		if utf8.RuneCountInString(name) > nameMost {
			return nil, fault.Bad("names", "contact.name", "max", nameMost)
		}
		names = append(names, name)
	}
	sources, err := r.sources(ctx, p.Scope(), append(slices.Clone(w.from), w.less...))
	if err != nil {
		return nil, err
	}
	first := sources[0]
	if err := together(p, sources); err != nil {
		return nil, err
	}
	if _, err := r.compileFilter(ctx, w.filter, first.kind(), first.CountryCode); err != nil {
		return nil, err
	}
	d := derivation{Task: job.NewTask(now, keep), ID: op, What: w.what, From: w.from, Less: w.less, Filter: w.filter,
		CountryCode: first.CountryCode, Type: first.kind(), Tenant: first.Owner.Tenant, By: p.Name}
	var made []store.Op
	for n, name := range names {
		m := meta{Owner: first.Owner, Version: 1, Collection: Collection{ID: id.Nth(op, n+1), Name: name, Type: first.kind(),
			CountryCode: first.CountryCode, Remark: w.remark,
			CustomerID: first.CustomerID, CustomerName: first.CustomerName, CreateTime: now, UpdateTime: now, Imports: 1},
			Columns: firstColumns(first.kind())}
		d.Into = append(d.Into, m.ID)
		made = append(append(made, store.Op{Verb: store.Put, Key: metaKey(m.ID), Item: m}),
			collections.Insert(m.Owner.ScopeNames(), m.ID, m.Collection)...)
	}
	rung := work{TaskDerive, d.Into[0], d.Tenant, now.UnixMilli()}
	var held []store.Op
	for _, s := range sources {
		d.Names = append(d.Names, s.Name)
		held = append(held, UseOps(s.ID, op)...)
	}
	ops := append([]store.Op{{Verb: store.Put, Key: deriveKey(op), Item: d, If: store.Missing("pk")}, putWork(rung, op)},
		append(store.Summed(made), held...)...)
	err = r.transact(ctx, ops)
	if failed := store.ConditionFailed(err); failed != nil && failed.Index > 0 {
		return nil, fault.Missing() // one was deleted meanwhile
	} else if err != nil && failed == nil {
		return nil, err
	}
	auditlog.Note(ctx, op, nil, map[string]any{"what": w.what, "from": w.from, "less": w.less, "into": d.Into, "names": names})
	r.wake(ctx, rung, op)
	return &DeriveResponse{op, d.Into}, nil
}

// together refuses collections of different customers unless the result is the caller's own: its owner would learn numbers, values and
// names of another customer's. Fault contact.owners (400).
func together(p *auth.Principal, sources []*meta) error {
	first := sources[0].Owner
	if first.User == p.UserID {
		return nil
	}
	for _, s := range sources {
		if s.Owner.Tenant != first.Tenant {
			return fault.Bad("ids", "contact.owners")
		}
	}
	return nil
}

// sources reads the lists of a request, each once.
func (r *Service) sources(ctx context.Context, scope auth.Scope, ids []string) ([]*meta, error) {
	most, err := r.Settings.Int(ctx, SettingDerived)
	if err != nil {
		return nil, err
	}
	var keys []store.Key
	once := slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(once) == len(ids) {
		once = ids // in the order of the request
	}
	for _, one := range once {
		keys = append(keys, collections.Key(string(scope), one), metaKey(one))
	}
	rows, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	var out []*meta
	all := 0
	for i := range once {
		var m meta
		if rows[2*i] == nil || rows[2*i+1] == nil {
			return nil, fault.Missing()
		}
		if _, err := store.Decode(rows[2*i+1], &m); err != nil {
			return nil, err
		}
		out, all = append(out, &m), all+m.MemberCount
		if m.kind() != out[0].kind() {
			return nil, fault.Bad("ids", "contact.types")
		}
		if m.CountryCode != out[0].CountryCode {
			return nil, fault.Bad("ids", "contact.countries")
		}
	}
	if len(once) < len(ids) {
		return nil, fault.Bad("ids", "contact.twice")
	}
	if all > most {
		return nil, fault.Bad("ids", "contact.derive.many", "max", most)
	}
	return out, nil
}

// DerivedStatus is how far it is.
type DerivedStatus struct {
	Status    string `json:"status" enum:"running,done,failed"`
	Total     int    `json:"total" doc:"Members to check."`
	Processed int    `json:"processed"`
	Code      int    `json:"code,omitempty" doc:"Reason of the failure."`
	Message   string `json:"message,omitempty"`
}

// derived tells how far a task is that makes a collection in the caller's scope. Fault: 404.
func (r *Service) derived(ctx context.Context, collection, task string) (*DerivedStatus, error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{collections.Key(string(auth.Must(ctx).Scope()), collection), deriveKey(task)}, true)
	if err != nil {
		return nil, err
	}
	var d derivation
	if _, err := store.Decode(rows[1], &d); err != nil {
		return nil, err
	}
	if rows[0] == nil || rows[1] == nil || !slices.Contains(d.Into, collection) {
		return nil, fault.Missing()
	}
	return &DerivedStatus{d.State, d.Total, d.Done, d.Code, d.Message(r.Texts, web.LangOf(ctx))}, nil
}

// Derive is the handler of TaskDerive. It may be repeated and may run twice at a time: each new collection is filled once.
func (r *Service) Derive(ctx context.Context, m queue.Message) (err error) {
	var b wakeMessage
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return fmt.Errorf("contact: task: %w", err)
	}
	defer fault.Wrap(&err, "derive %s", b.Task)
	d := &derivation{}
	if claim, err := r.workers().Claim(ctx, deriveKey(b.Task), d); err != nil || claim != job.Ours {
		return err
	}
	if d.Runs > maxRuns {
		return r.derivedEnd(ctx, d, fault.New(fault.Unavailable, 50301, "contact.broken"))
	}
	f := &filler{service: r, derivation: d, gone: map[uint64]struct{}{}}
	err = f.prepare(ctx)
	for n := 0; err == nil && n < len(d.Into); n++ {
		err = f.fill(ctx, n)
	}
	if refused := fault.As(err); refused != nil &&
		(refused.Kind == fault.Conflict || refused.Kind == fault.NotFound || refused.Kind == fault.Invalid) {
		return r.derivedEnd(ctx, d, refused)
	}
	if err != nil {
		return err
	}
	return r.derivedEnd(ctx, d, nil)
}

// derivedEnd ends a task: every collection that it made can be used, and those that it took from can be deleted.
func (r *Service) derivedEnd(ctx context.Context, d *derivation, why *fault.Error) error {
	if why != nil {
		for n, one := range d.Into {
			m, ok, err := store.Load[meta](ctx, r.DB, metaKey(one), true)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			err = r.transact(ctx, append([]store.Op{d.filled(n)}, m.change(nil, map[string]int64{"ri": -1}, store.Exists("pk"))...))
			if err != nil && store.ConditionFailed(err) == nil {
				return err
			}
		}
	}
	ended := d.Task
	ended.Done = ended.Total
	ops := []store.Op{r.workers().End(deriveKey(d.ID), &ended, why, nil), dropWork(d.Created, d.ID)}
	for _, one := range append(slices.Clone(d.From), d.Less...) {
		ops = append(ops, Release(one, d.ID))
	}
	err := r.transact(ctx, ops)
	if store.ConditionFailed(err) != nil {
		return nil // another delivery ended it
	}
	return err
}

// filled gives the operation that notes a part as done; its condition fails when it is, or when the task has ended.
func (d *derivation) filled(n int) store.Op {
	part := fmt.Sprintf("p%d", n)
	return store.Op{Verb: store.Update, Key: deriveKey(d.ID), Set: map[string]any{part: true},
		If: store.And(store.Eq("s", job.Running), store.Missing(part))}
}

// event is the line of a new collection's history.
func (d *derivation) event(now time.Time, added, twice int) Event {
	return Event{Time: now, What: d.What, Operator: d.By, Of: d.Names, Added: added, Twice: twice}
}

// cutAt returns where the parts of a split begin, by scrambled numbers (scramble). So the parts are the same for
// every worker and after every change of the list, and each is like the whole.
func cutAt(all []uint64, parts int) []byte {
	slices.Sort(all)
	var out []byte
	for n := 1; n < parts; n++ {
		bound := ^uint64(0)
		if at := n * len(all) / parts; at < len(all) {
			bound = all[at]
		}
		out = binary.BigEndian.AppendUint64(out, bound)
	}
	return out
}

// partOf tells in which part of a split a number is.
func partOf(bounds []byte, number uint64) (n int) {
	for h := scramble(number); len(bounds) >= 8 && h >= binary.BigEndian.Uint64(bounds); bounds = bounds[8:] {
		n++
	}
	return n
}

// scramble mixes a number, one to one (the finish of splitmix64).
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
