package groupbuild

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/job"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Keys, all in table campaign:
//
//	O#<order> / A#<gen>#<00…>        the audience as it was dealt out, by the generation that the order began with; a row is 20,000 people
//	O#<order> / P#<gen>              the generation up to which all groups stand
//	O#<order> / G#<gen>#<00000…>     a group
//	GROUP#<provider>#<id> / G        whose a group of a provider's name is
//	GROUP#<provider>#?<id> / G       likewise, by the provider's name of the call that makes it
//	JOB#0 / …                        groups that the tick looks after (kit/job)
const table = "campaign"

func audienceKey(o *order.Order, i int) store.Key {
	return order.Part(o.ID, fmt.Sprintf("A#%d#%02d", o.Begin(), i))
}

func planKey(o *order.Order) store.Key { return order.Part(o.ID, fmt.Sprintf("P#%d", o.Begin())) }

func groupsPrefix(o *order.Order) string { return fmt.Sprintf("G#%d#", o.Begin()) }

func groupKey(o *order.Order, n int) store.Key {
	return order.Part(o.ID, fmt.Sprintf("%s%05d", groupsPrefix(o), n))
}

func nameKey(via, id string) store.Key {
	return store.Key{Table: table, PK: "GROUP#" + via + "#" + id, SK: "G"}
}

func requestKey(via, id string) store.Key { return nameKey(via, "?"+id) }

// named is whose a provider's group is.
type named struct {
	Order string `dynamodbav:"o"`
	N     int    `dynamodbav:"n"`
	Ref   string `dynamodbav:"r"`
}

// States of a group.
const (
	Waiting  = "waiting"
	Building = "building"
	Created  = "created"
	Failed   = "failed"
	Unknown  = "unknown" // it may have been made: the outcome is unknown
)

// group is a group of an order. Every writer changes it under its revision. Its people never change: customer service
// first, then administrators, then members.
type group struct {
	N        int        `dynamodbav:"n"` // from 0
	Gen      int        `dynamodbav:"g"` // in which it was asked for last
	Try      int        `dynamodbav:"t"` // which time it is built
	State    string     `dynamodbav:"s"`
	Name     string     `dynamodbav:"nm"`
	Step     int        `dynamodbav:"st"`           // the next one
	Intent   bool       `dynamodbav:"i,omitempty"`  // a call of the step is under way, or was when its worker died
	Until    int64      `dynamodbav:"u,omitempty"`  // unix ms until which a worker holds it, or it waits
	Puts     int        `dynamodbav:"pf,omitempty"` // how often the step was put off
	ID       string     `dynamodbav:"pi,omitempty"` // the provider's
	Link     string     `dynamodbav:"l,omitempty"`
	Reason   string     `dynamodbav:"r,omitempty"`  // a message key: why it failed, or what is to be said of it
	Undone   []string   `dynamodbav:"un,omitempty"` // likewise, of the kinds of its steps that did not work
	Code     int        `dynamodbav:"c,omitempty"`  // the provider's
	People   []byte     `dynamodbav:"p"`            // packed numbers
	Services int        `dynamodbav:"sv,omitempty"`
	Admins   int        `dynamodbav:"am,omitempty"`
	Seats    []byte     `dynamodbav:"e"` // packed, one for each
	Greeted  int        `dynamodbav:"gr,omitempty"`
	Bare     bool       `dynamodbav:"b,omitempty"`  // no people are added to it: they join by its link
	Stale    bool       `dynamodbav:"sl,omitempty"` // it was asked about in vain
	Gave     bool       `dynamodbav:"gv,omitempty"` // its place in the window is another's
	Made     *time.Time `dynamodbav:"ma,omitempty"`
	Ended    *time.Time `dynamodbav:"ea,omitempty"`
	Proposal *Proposal  `dynamodbav:"pp,omitempty"` // of its customer, about a doubt
	Denied   bool       `dynamodbav:"dn,omitempty"` // staff say that it was not made; it ends once its provider was asked again
	Rev      int64      `dynamodbav:"v"`

	Participants []participant `dynamodbav:"pt,omitempty"` // that the provider names by an id of its own
}

// reference names a group at its provider: order, group and try.
func (g *group) reference(o *order.Order) string {
	return fmt.Sprintf("%s-%d-%d-%d", o.ID, o.Begin(), g.N, g.Try)
}

// splitReference reads a reference.
func splitReference(ref string) (id string, begin, n, try int, ok bool) {
	f := strings.Split(ref, "-")
	if len(f) != 4 {
		return "", 0, 0, 0, false
	}
	var errs [3]error
	begin, errs[0] = strconv.Atoi(f[1])
	n, errs[1] = strconv.Atoi(f[2])
	try, errs[2] = strconv.Atoi(f[3])
	return f[0], begin, n, try, errors.Join(errs[:]...) == nil
}

// put gives the operation that replaces a group under its revision, which it counts up.
func (g *group) put(o *order.Order) store.Op {
	was := g.Rev
	g.Rev++
	return store.Op{Verb: store.Put, Key: groupKey(o, g.N), Item: *g, If: store.Eq("v", was)}
}

// groups of an order, in their order.
func (r *Engine) groups(ctx context.Context, o *order.Order, consistent bool) ([]group, error) {
	rows, err := store.Collect(store.Rows(ctx, r.Flow.DB,
		store.Query{Table: table, PK: order.Key(o.ID).PK, Prefix: groupsPrefix(o), Consistent: consistent}))
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[group](rows)
}

// looks is when the tick looks at groups of which something is missing.
func (r *Engine) looks() *job.Index {
	return &job.Index{DB: r.Flow.DB, Table: table, Name: "group", Shards: 1}
}

// pack writes numbers in their order.
func pack(numbers []uint64) (b []byte) {
	last := int64(0)
	for _, n := range numbers {
		b = binary.AppendVarint(b, int64(n)-last)
		last = int64(n)
	}
	return b
}

func unpack(b []byte) (numbers []uint64) {
	last := int64(0)
	for len(b) > 0 {
		d, size := binary.Varint(b)
		if size <= 0 {
			break
		}
		last, b = last+d, b[size:]
		numbers = append(numbers, uint64(last))
	}
	return numbers
}

// place is a person's state in a group.
type place struct {
	State  provider.SeatState
	Reason uint8 // of reasons; 0: none
	Code   int   // the provider's
	At     int64 // unix seconds
}

// reasons why a person is not in a group, as keys of messages. Lists only grow: rows hold their indexes.
var reasons = []string{"", "group.seat.refused", "group.seat.gone", "dispatch.held.suppressed", "dispatch.held.optedOut",
	"dispatch.held.riskControl"}

const seatBytes = 10

func packSeats(seats []place) []byte {
	b := make([]byte, 0, len(seats)*seatBytes)
	for _, s := range seats {
		b = append(b, byte(s.State), s.Reason)
		b = binary.BigEndian.AppendUint32(b, uint32(s.Code))
		b = binary.BigEndian.AppendUint32(b, uint32(s.At))
	}
	return b
}

func unpackSeats(b []byte) []place {
	seats := make([]place, 0, len(b)/seatBytes)
	for ; len(b) >= seatBytes; b = b[seatBytes:] {
		seats = append(seats, place{provider.SeatState(b[0]), b[1], int(int32(binary.BigEndian.Uint32(b[2:]))),
			int64(binary.BigEndian.Uint32(b[6:]))})
	}
	return seats
}

// seated lays what a provider says of people over their seats, and tells whether anything changed. States only rise, so that
// repetition and disorder end the same; only who left may come back.
func seated(seats []place, numbers []uint64, all []provider.GroupMember) (changed bool) {
	at, like := make(map[uint64]int, len(numbers)), make(map[uint64]int, len(numbers))
	for i, n := range numbers {
		at[n], like[phone.Normal(n)] = i, i
	}
	for _, m := range all {
		i, ok := at[m.Number]
		if !ok { // WhatsApp may know a number under other digits
			i, ok = like[phone.Normal(m.Number)]
		}
		if !ok || m.Number == 0 || m.State == provider.SeatWaiting {
			continue
		}
		now := place{State: m.State, Code: m.Code, At: max(seats[i].At, m.At.Unix())}
		if m.State == provider.SeatRefused {
			now.Reason = 1
		}
		if was := seats[i]; was.State != now.State && (m.State > was.State || was.State == provider.SeatGone && m.State == provider.SeatJoined) {
			seats[i], changed = now, true
		}
	}
	return changed
}
