package report

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/job"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Keys, in table campaign:
//
//	STAT#<scope>#<yyyymmdd> / <channel>#<country>#<template>#<user>   what the orders of a day add up to
//	STAT#<scope>#log / <slot>#<yyyymmdd>#<channel>#<country>          what counts of ten minutes changed, without template and user
//	STAT#<scope>#packs / …                                            the log, packed
//	STAT#<scope>#days / <yyyymmdd>#<channel>#<country>                what was counted before there was a log
//	O#<order> / STAT                                                  what of an order is in there
const table = "campaign"

const dayForm = "20060102"

func dayKey(scope auth.Scope, day string) string { return "STAT#" + string(scope) + "#" + day }

// daysKey is the partition of former sums by day, channel and country.
func daysKey(scope auth.Scope) string { return "STAT#" + string(scope) + "#days" }

func partKey(id string) store.Key { return order.Part(id, "STAT") }

// Figures are what orders add up to. They include each other as an order's funnel does: who read had it delivered.
type Figures struct {
	Orders     int          `json:"orders"`
	Targets    int          `json:"targets"`
	Sent       int          `json:"sent"`
	Arrived    int          `json:"arrived"`
	Read       int          `json:"read"`
	Failed     int          `json:"failed" doc:"Failed, skipped recipients included."`
	HeldBack   int          `json:"heldBack" doc:"Skipped recipients. They are part of the failed."`
	Complained int          `json:"complained"`
	Unknown    int          `json:"unknown"`
	Cost       money.Amount `json:"cost" doc:"Cost without refunds. For orders that are not settled: cost so far."`
	Delivery
}

func (f *Figures) reach() order.Reach {
	return order.Reach{Delivered: f.Arrived, Sent: f.Sent, Failed: f.Failed, HeldBack: f.HeldBack, Unknown: f.Unknown}
}

// rate works out the delivery rate of the figures.
func (f *Figures) rate() { f.Delivery = deliveryOf(f.reach()) }

// counters are the figures in the order in which rows name them.
func (f *Figures) counters() map[string]int64 {
	return map[string]int64{"o": int64(f.Orders), "t": int64(f.Targets), "s": int64(f.Sent), "a": int64(f.Arrived), "r": int64(f.Read),
		"f": int64(f.Failed), "h": int64(f.HeldBack),
		"c": int64(f.Complained), "u": int64(f.Unknown), "m": int64(f.Cost)}
}

func (f *Figures) add(c map[string]int64) {
	f.Orders += int(c["o"])
	f.Targets += int(c["t"])
	f.Sent += int(c["s"])
	f.Arrived += int(c["a"])
	f.Read += int(c["r"])
	f.Failed += int(c["f"])
	f.HeldBack += int(c["h"])
	f.Complained += int(c["c"])
	f.Unknown += int(c["u"])
	f.Cost += money.Amount(c["m"])
}

// counted is what of an order was added to the figures of its day.
type counted struct {
	Rev       int64            `dynamodbav:"v"`
	Day       string           `dynamodbav:"d"` // at +08:00, on which it began first
	Cell      string           `dynamodbav:"c"`
	Sums      map[string]int64 `dynamodbav:"s"`
	Other     string           `dynamodbav:"c2,omitempty"` // of its second message, where that has another template
	OtherSums map[string]int64 `dynamodbav:"s2,omitempty"`
}

// cellOf names what an order belongs to that sends a template.
func cellOf(o *order.Order, template string) string {
	return strings.Join([]string{o.Channel, o.Country, template, o.Owner.User}, "#")
}

// Count adds an order's figures to those of its day. It writes the difference to the counted figures, in one
// transaction with the row that holds them. So it may be called at any time, repeatedly and concurrently. Of two
// messages with different templates each counts under its own (issue 11, item 9).
func (r *Service) Count(ctx context.Context, id string) error {
	var full []auth.Scope // whose log may have become long
	err := order.Retry(ctx, func() error {
		o, ok, err := (&order.Store{DB: r.DB}).Get(ctx, id)
		if err != nil || !ok || o.Begun == nil || o.Test || r.Figures[o.Kind] == nil {
			return err
		}
		first, second, err := r.figuresOf(ctx, o)
		if err != nil {
			return err
		}
		was, there, err := store.Load[counted](ctx, r.DB, partKey(id), true)
		if err != nil {
			return err
		}
		if !there {
			was = counted{Day: o.Begun.In(clock.China).Format(dayForm), Cell: cellOf(o, o.Template)}
		}
		next := was
		next.Rev, next.Sums = was.Rev+1, first
		if second != nil {
			next.Other, next.OtherSums = cellOf(o, o.Second), second
		}
		if maps.Equal(next.Sums, was.Sums) && maps.Equal(next.OtherSums, was.OtherSums) {
			return nil
		}
		if err := r.DB.Transact(ctx, difference(o, &was, &next, there, slotOf(r.Now()))); err != nil ||
			!folds(o.ID+strconv.FormatInt(next.Rev, 10)) {
			return err
		}
		full = o.Owner.Scopes()
		return nil
	})
	for _, scope := range full {
		err = errors.Join(err, r.fold(ctx, scope))
	}
	return err
}

// difference gives the operations that take what is counted from one state to another, in a slot of the log.
func difference(o *order.Order, was, next *counted, there bool, slot string) []store.Op {
	put := store.Op{Verb: store.Put, Key: partKey(o.ID), Item: next, If: store.Missing("pk")}
	if there {
		put.If = store.Eq("v", was.Rev)
	}
	ops, sums := []store.Op{put}, map[string]int64{}
	add := func(cell string, was, now map[string]int64) {
		by := changes(was, now)
		if len(by) == 0 {
			return
		}
		for name, n := range by {
			sums[name] += n
		}
		for _, scope := range o.Owner.Scopes() {
			ops = append(ops, store.Op{Verb: store.Update, Key: store.Key{Table: table, PK: dayKey(scope, next.Day), SK: cell}, Add: by,
				Set: map[string]any{"cn": o.By}})
		}
	}
	add(next.Cell, was.Sums, next.Sums)
	add(next.Other, was.OtherSums, next.OtherSums)
	delete(sums, sideKey) // of a template alone
	if maps.DeleteFunc(sums, func(_ string, n int64) bool { return n == 0 }); len(sums) > 0 {
		for _, scope := range o.Owner.Scopes() {
			ops = append(ops, store.Op{Verb: store.Update, Key: logKey(scope, slot, next.Day, o.Channel, o.Country), Add: sums})
		}
	}
	return ops
}

// changes are the counters that differ, by how much.
func changes(was, now map[string]int64) map[string]int64 {
	by := map[string]int64{}
	for name, n := range now {
		if d := n - was[name]; d != 0 {
			by[name] = d
		}
	}
	return by
}

// beside is the counter of orders that count as one in the cell of their first message and send this template as their second.
const sideKey = "b"

// figuresOf an order as it stands, and those of its second message where that has another template; nil where it has not. What both
// messages cost is divided by who is charged for.
func (r *Service) figuresOf(ctx context.Context, o *order.Order) (first, second map[string]int64, err error) {
	now, err := r.Figures[o.Kind](ctx, o.ID)
	if err != nil {
		return nil, nil, err
	}
	if o.Settled && o.Actual != nil {
		now.Charge = *o.Actual
	}
	all := figured(now.Counts)
	for _, n := range now.Held {
		all.HeldBack += n
	}
	all.Orders, all.Targets, all.Cost = 1, o.Total, now.Charge-o.Given-o.Back
	first = all.counters()
	if now.Second == nil || o.Second == o.Template {
		return first, nil, nil
	}
	other := figured(now.Second)
	for _, n := range now.Second {
		other.Targets += n
	}
	if all.Sent > 0 {
		of, each := money.Amount(all.Sent), money.Amount(other.Sent)
		other.Cost = all.Cost/of*each + all.Cost%of*each/of
	}
	second = other.counters()
	for name, n := range second {
		first[name] -= n
	}
	second[sideKey] = 1
	return first, second, nil
}

// figured are the figures of recipients in states.
func figured(counts map[string]int) *Figures {
	var s Sums
	s.add(counts, 0)
	return &Figures{Sent: s.Sent, Arrived: s.Arrived, Read: s.Read, Failed: s.Failed, Complained: counts["complained"],
		Unknown: counts["unknown"]}
}

// recounts is when an order is counted again after it was settled: receipts come for 30 days.
var recounts = [...]time.Duration{time.Hour, 24 * time.Hour, 7 * 24 * time.Hour, 30 * 24 * time.Hour}

// runningEvery is how often orders that run are counted, in minutes.
const runningEvery = 15

// Tick counts the orders that were settled or changed since, and every quarter of an hour those that run.
func (r *Service) Tick(ctx context.Context) error {
	now := r.Now()
	err := order.Counted(r.DB).Tick(ctx, now, func(ctx context.Context, d job.Due) (time.Time, error) {
		if err := r.Count(ctx, d.ID); err != nil {
			return now, err
		}
		return r.again(ctx, d.ID, now)
	})
	if err != nil || now.Minute()%runningEvery != 0 {
		return err
	}
	active, err := (&order.Store{DB: r.DB}).Active(ctx, "")
	rand.Shuffle(len(active), func(i, j int) { active[i], active[j] = active[j], active[i] }) // where the time is short, each has its turn
	for _, a := range active {
		if job.Late(ctx) {
			break
		}
		if failed := r.Count(ctx, a.ID); failed != nil {
			err = failed
		}
	}
	return err
}

// again is when a settled order is counted next; the zero time for never.
func (r *Service) again(ctx context.Context, id string, now time.Time) (next time.Time, err error) {
	o, ok, err := (&order.Store{DB: r.DB}).Get(ctx, id)
	if err != nil || !ok || !o.Settled || o.Ended == nil {
		return next, err
	}
	for _, after := range recounts {
		if at := o.Ended.Add(after); at.After(now.Add(time.Minute)) {
			return at, nil
		}
	}
	return next, nil
}
