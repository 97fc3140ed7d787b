package suppression

import (
	"context"
	"fmt"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Change is something that suppresses a number or an address, or lifts what the same source set.
type Change struct {
	Owner    auth.Owner // the tenant; the zero owner means all tenants
	Customer string     // name of the tenant, as far as it is known
	Number   uint64     // as the source sent it: E.164 digits; of an address its code of one sender (email.SenderCode), or 0
	Address  string     // normalised (email.Normalise), instead of Number; its channel is AddressChannel
	Channel  string     // AllChannels or one
	Via      string     // the channel by which the recipient said it; empty: not by one
	Source   Source

	Off       bool      // lifts
	At        time.Time // when it was said: the latest word applies, in any order of arrival
	ByHand    bool      // overrides every word so far, at any clock difference
	Reason    string
	Evidence  string
	MessageID string
	OrderID   string
	OrderNo   string
	Operator  string
}

// recipient is what stands for the number or address in a set.
func (c *Change) recipient() uint64 {
	if c.Address != "" && c.Number == 0 {
		return email.Code(c.Address)
	}
	return phone.Normal(c.Number)
}

func (c *Change) channel() string {
	if c.Address != "" {
		return AddressChannel
	}
	return c.Channel
}

func (c *Change) code() uint64 { return codeOf(c.recipient(), c.channel(), c.Source) }

const (
	together = 9 // changes in a transaction: at most 10 rows each, three of them marks of an old entry in its lists, and 5 more
	tries    = 24
)

// Record applies changes, each once however often it comes, and gives the ids of the entries that they are about, in order
// ("" for a lift of what is not there). At of one source decides: an older word never undoes a newer one, and of two in the
// same second the one that suppresses stands.
func (b *Store) Record(ctx context.Context, changes []Change) ([]string, error) {
	ids := make([]string, len(changes))
	byHolder := map[string][]int{}
	var order []string
	for i := range changes {
		h := Holder(changes[i].Owner)
		if byHolder[h] == nil {
			order = append(order, h)
		}
		byHolder[h] = append(byHolder[h], i)
	}
	for _, h := range order {
		rest := byHolder[h]
		for len(rest) > 0 {
			// One transaction touches an entry once; a second word about the same one goes into the next.
			var now, later []int
			codes := map[uint64]bool{}
			for _, i := range rest {
				if code := changes[i].code(); len(now) < together && !codes[code] {
					codes[code] = true
					now = append(now, i)
				} else {
					later = append(later, i)
				}
			}
			if err := b.apply(ctx, h, changes, now, ids); err != nil {
				return nil, err
			}
			rest = later
		}
	}
	return ids, nil
}

// apply writes some changes of one holder in one transaction.
func (b *Store) apply(ctx context.Context, holder string, changes []Change, which []int, ids []string) error {
	keys := []store.Key{headKey(holder)}
	for _, i := range which {
		keys = append(keys, entryKey(holder, changes[i].code()))
	}
	return store.Decide(ctx, tries, func() error {
		got, err := b.DB.GetMany(ctx, keys, true)
		if err != nil {
			return err
		}
		w := &writing{book: b, holder: holder, counts: map[string]int64{}}
		if _, err := store.Decode(got[0], &w.head); err != nil {
			return err
		}
		for k, i := range which {
			var r row
			if _, err := store.Decode(got[k+1], &r); err != nil {
				return err
			}
			if ids[i], err = w.change(ctx, &changes[i], r); err != nil {
				return err
			}
		}
		ops := w.finish()
		if len(ops) == 0 {
			return nil
		}
		if err = b.DB.Transact(ctx, ops); err == nil {
			b.afterwards(ctx, holder, w.head)
			return nil
		}
		return err
	})
}

// afterwards packs the set now and then. It fails nothing: the next change tries again.
func (b *Store) afterwards(ctx context.Context, holder string, before head) {
	if before.Version+1-before.Base < compactEvery {
		return
	}
	if err := b.compact(ctx, holder); err != nil && !store.Lost(err) {
		b.Log(map[string]any{"warning": "suppression: " + err.Error(), "holder": holder})
	}
}

// writing is a transaction in the making.
type writing struct {
	book    *Store
	holder  string
	head    head
	ops     []store.Op
	on, off []uint64
	counts  map[string]int64 // by scope
}

// change adds what one change means for an entry as it is, and gives the entry's id.
func (w *writing) change(ctx context.Context, c *Change, had row) (string, error) {
	at := c.At.UnixMilli()
	known := had.Rev > 0
	if known && c.ByHand {
		at = max(at, had.At+1)
	}
	switch {
	case known && at < had.At, known && at == had.At && (c.Off || had.On):
		return had.ID, nil // said before, or said already
	case known && had.On && c.Off && c.Via == forgeable && had.Via != "" && had.Via != forgeable:
		return had.ID, nil
	case !known && !c.Off, known && !had.On && !c.Off:
		return w.set(ctx, c, at, had)
	case known && had.On && c.Off:
		next := had
		next.On, next.At = false, at
		w.put(next, had)
		w.off = append(w.off, had.code())
		for _, s := range had.scopes() {
			w.ops = append(w.ops, store.Op{Verb: store.Delete, Key: entries.Key(s, had.ID)}, entries.Gone(s, had.ID))
			w.ops = append(w.ops, entries.Changed(s, had.ID)...)
			w.counts[s]--
		}
		return had.ID, nil
	}
	// The same again, but later; or a lift of what is not there: only the time is kept, for words that come late.
	next := had
	if !known {
		next.Entry = w.entry(c)
	}
	if next.At = at; known && had.On && had.Via != c.Via {
		next.Via = several
	}
	w.put(next, had)
	return next.ID, nil
}

const (
	// forgeable is the channel whose sender can be forged: START by it lifts no suppression that came by another.
	forgeable = "sms"
	// several is what a suppression came by that was said by more than one channel.
	several = "*"
)

func (w *writing) set(ctx context.Context, c *Change, at int64, had row) (string, error) {
	next := row{Entry: w.entry(c), On: true, At: at, Via: c.Via, Rev: had.Rev}
	switch next.ID = web.OperationID(ctx, w.book.NewID); next.ID {
	case "":
		return "", fmt.Errorf("suppression: no id for an entry of %s", w.holder)
	case had.ID:
		return had.ID, nil // this operation made it before, and it was lifted since
	}
	w.put(next, had)
	w.on = append(w.on, next.code())
	if key := holdingKey(next.Normal, w.holder); (c.Source == Stop || c.Source == Provider) && !w.has(key) {
		w.ops = append(w.ops, store.Op{Verb: store.Put, Key: key, Item: holding{c.Owner.Tenant, c.Owner.Agent}})
	}
	for _, s := range next.scopes() {
		w.ops = append(w.ops, store.Op{Verb: store.Put, Key: entries.Key(s, next.ID), Item: next.Entry})
		w.ops = append(w.ops, entries.Changed(s, next.ID)...)
		w.counts[s]++
	}
	return next.ID, nil
}

// has reports a row that the transaction writes already: who opts out in two ways at once has two entries and is one holding.
func (w *writing) has(key store.Key) bool {
	return slices.ContainsFunc(w.ops, func(op store.Op) bool { return op.Key == key })
}

func (w *writing) entry(c *Change) Entry {
	e := Entry{Email: c.Address, Scope: Tenant, Channel: c.channel(), Source: c.Source, Reason: c.Reason, Evidence: c.Evidence,
		MessageID: c.MessageID,
		OrderID:   c.OrderID, OrderNo: c.OrderNo, CustomerID: c.Owner.Tenant, CustomerName: c.Customer, Agent: c.Owner.Agent,
		Operator:  c.Operator,
		EventTime: c.At, CreateTime: w.book.Now(), Normal: c.recipient()}
	if c.Address == "" {
		e.PhoneNumber = format(c.Number)
	}
	if c.Owner.Tenant == "" {
		e.Scope = Global
	}
	return e
}

func (w *writing) put(next, had row) {
	cond := store.Eq("q", had.Rev)
	if had.Rev == 0 {
		cond = store.Missing("pk")
	}
	next.Rev = had.Rev + 1
	w.ops = append(w.ops, store.Op{Verb: store.Put, Key: entryKey(w.holder, next.code()), Item: next, If: cond})
}

// finish adds the version that the changes make, and the counters of the lists.
func (w *writing) finish() []store.Op {
	if len(w.on)+len(w.off) == 0 {
		return w.ops
	}
	w.ops = append(w.ops, w.version()...)
	for s, n := range w.counts {
		if n != 0 {
			w.ops = append(w.ops, entries.Count(s, n))
		}
	}
	return w.ops
}

// version returns the operations of the next version: its log row and the head, which must not have changed
// meanwhile.
func (w *writing) version() []store.Op {
	cond := store.Eq("v", w.head.Version)
	if w.head.Version == 0 {
		cond = store.Missing("v")
	}
	d := delta{}
	if slices.Sort(w.on); len(w.on) > 0 {
		d.On = phone.Pack(w.on)
	}
	if slices.Sort(w.off); len(w.off) > 0 {
		d.Off = phone.Pack(w.off)
	}
	next := w.head.Version + 1
	return []store.Op{
		{Verb: store.Put, Key: versionKey(w.holder, next), Item: d},
		{Verb: store.Update, Key: headKey(w.holder), Set: map[string]any{"v": next}, Add: map[string]int64{"n": int64(len(w.on) - len(w.off))},
			If: cond},
	}
}

// Owner returns the owners of entries that a recipient's own word set, now or once; the zero owner stands for all
// tenants.
func (b *Store) Owner(ctx context.Context, number uint64) ([]auth.Owner, error) {
	rows, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: table, PK: holdingKey(phone.Normal(number), "").PK, Consistent: true}))
	if err != nil {
		return nil, err
	}
	all, err := store.DecodeAll[holding](rows)
	var out []auth.Owner
	for _, h := range all {
		out = append(out, auth.Owner{User: h.Tenant, Tenant: h.Tenant, Agent: h.Agent})
	}
	return out, err
}
