package bulk_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// An order that a user approves or starts after its deadline, before the tick, is cancelled and its reservation
// released. The caller gets the reason.
func TestAnOrderApprovedAfterItsDeadlineIsCancelled(t *testing.T) {
	for _, started := range []bool{false, true} {
		together(t, 100*money.Credit, func(j *joined) {
			j.reviewed()
			body := wish("groupId", j.collection(numbers(0, 10)))
			body["startTime"] = time.Now().Add(30 * time.Minute).UTC().Format(time.RFC3339)
			body["deadline"] = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
			id, plan := j.order(body)
			j.plan(plan)
			approve := func(key string) string {
				code, out := j.call("admin", "PUT", orders+"/review", key, map[string]any{"ids": []string{id}, "pass": true})
				if code != 200 {
					t.Fatal(code, out)
				}
				return fmt.Sprint(out["data"])
			}
			if started {
				approve("in time")
				j.ok("customer", "PUT", orders+"/"+id+"/pause", nil)
			}
			time.Sleep(61 * time.Minute)
			if !started {
				if first, again := approve("late"), approve("late"); first != again || !strings.Contains(first, "409") ||
					!strings.Contains(first, "deadline") {
					t.Errorf("%s\n%s", first, again)
				}
			} else if code, out := j.call("customer", "PUT", orders+"/"+id+"/start", "", nil); code != 409 ||
				!strings.Contains(fmt.Sprint(out), "deadline") {
				t.Error(code, out)
			}
			j.again()
			j.tick()
			if o := j.get(id); o.Status != order.Cancelled || o.Reason != "order.deadlineOver" || !o.Settled || *o.Actual != 0 {
				t.Errorf("started %v: state %d, %q, settled %v", started, o.Status, o.Reason, o.Settled)
			}
			if available, reserved := j.balance(); available != 100*money.Credit || reserved != 0 || len(j.accepted()) != 0 {
				t.Errorf("%s available, %s reserved, %d sent", available, reserved, len(j.accepted()))
			}
			j.books()
		})
	}
}

// The deadline may also pass between the look at it and the write: the order waits, and is cancelled.
func TestADeadlineThatPassesWhileAnOrderIsApproved(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.reviewed()
		body := wish("groupId", j.collection(numbers(0, 10)))
		body["deadline"] = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		id, plan := j.order(body)
		j.plan(plan)
		time.Sleep(59 * time.Minute)
		j.sick.before = func([]store.Op) error { // the first try is lost to a conflict, a minute later
			time.Sleep(2 * time.Minute)
			return store.ErrConflict
		}
		j.approve(id)
		if o := j.get(id); o.Status == order.Sending {
			t.Errorf("state %d", o.Status)
		}
		j.again()
		if o := j.get(id); o.Status != order.Cancelled || len(j.accepted()) != 0 {
			t.Errorf("state %d, %d sent", o.Status, len(j.accepted()))
		}
		if available, reserved := j.balance(); available != 100*money.Credit || reserved != 0 {
			t.Errorf("%s available, %s reserved", available, reserved)
		}
	})
}

// An edited order is reviewed anew, and its owner gets a notice of each approval.
func TestEveryApprovalIsTold(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.reviewed()
		later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		id, _ := j.order(changed("", wish("groupId", j.collection(numbers(0, 4))), "startTime", later))
		approved := func() (n int) {
			all, err := store.Collect(store.Rows(j.ctx, j.db, store.Query{Table: "platform", PK: "IMT#" + customer, Consistent: true}))
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range all {
				if strings.Contains(store.SortKey(row), "approved") {
					n++
				}
			}
			return n
		}
		for want := 1; want <= 2; want++ {
			j.approve(id)
			j.again()
			if n := approved(); n != want {
				t.Errorf("told of %d approvals, not %d", n, want)
			}
			if want == 1 {
				j.ok("customer", "PUT", orders, changed(id, wish("groupId", j.collection(numbers(1000, 4))), "startTime", later))
			}
		}
		// The task of the first review comes after another edit, and sends no notice of an undecided version.
		j.ok("customer", "PUT", orders, changed(id, wish("groupId", j.collection(numbers(2000, 4))), "startTime", later))
		j.again()
		if n := approved(); n != 2 {
			t.Errorf("told of %d approvals", n)
		}
	})
}

// texts lets orders be sent as short messages, from a stock of each day that is given.
func (j *joined) texts(stock map[time.Time]int) {
	j.t.Helper()
	first := j.room.Senders.For("whatsapp")
	second := *first
	second.Messenger = texter{first.Messenger}
	j.room.Senders = provider.NewRegistry(first, &second)
	if _, err := j.room.Prices.Set(j.ctx, price.Line{Owner: price.Platform, Service: "bulk.sms", Country: "*", Price: 100}); err != nil {
		j.t.Fatal(err)
	}
	for day, n := range stock {
		row := store.Op{Verb: store.Put, Key: dayKey(day),
			Item: map[string]any{"id": dayOf(day) + ".BR", "c": "BR", "d": dayOf(day), "n": n, "ca": time.Now()}}
		if _, err := j.db.Write(j.ctx, row); err != nil {
			j.t.Fatal(err)
		}
	}
}

func dayOf(at time.Time) string {
	return at.In(clock.China).Format(time.DateOnly)
}

func dayKey(at time.Time) store.Key {
	return store.Key{Table: "campaign", PK: "STOCKSMS#" + dayOf(at), SK: "BR"}
}

func (j *joined) left(day time.Time) (n int) {
	j.t.Helper()
	row, _, err := store.Load[struct {
		N int `dynamodbav:"n"`
	}](j.ctx, j.db, dayKey(day), true)
	if err != nil {
		j.t.Fatal(err)
	}
	return row.N
}

// The stock of short messages is that of the day on which an order begins. A postponed order takes from the new day's
// stock and returns to the old one's, or is refused and nothing changes.
func TestAnOrderThatIsPutOffTakesTheStockOfItsDay(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.reviewed()
		today := time.Now()
		tomorrow, after := today.Add(24*time.Hour), today.Add(48*time.Hour)
		j.texts(map[time.Time]int{today: 10, tomorrow: 5, after: 3})
		body := wish("groupId", j.collection(numbers(0, 4)))
		body["channel"] = "sms"
		id, _ := j.order(body)
		if j.left(today) != 6 {
			t.Fatalf("%d left today", j.left(today))
		}
		at := func(when time.Time) string { return when.UTC().Format(time.RFC3339) }
		j.ok("customer", "PUT", orders, changed(id, body, "name", "other")) // the same day
		j.ok("customer", "PUT", orders, changed(id, body, "startTime", at(tomorrow)))
		if j.left(today) != 10 || j.left(tomorrow) != 1 {
			t.Errorf("today %d, tomorrow %d", j.left(today), j.left(tomorrow))
		}
		code, out := j.call("customer", "PUT", orders, "", changed(id, body, "startTime", at(after)))
		if code != 402 || out["code"] != 40202.0 || j.left(tomorrow) != 1 || j.left(after) != 3 {
			t.Errorf("%d %v, tomorrow %d, the day after %d", code, out, j.left(tomorrow), j.left(after))
		}
		if o := j.get(id); o.StartAt == nil || !o.StartAt.Equal(tomorrow.Truncate(time.Second)) || o.Stock != 4 || o.Gen != 1 {
			t.Errorf("%+v", o)
		}
		// Its own change that was lost on the way takes nothing twice.
		j.sick.before = func([]store.Op) error { return store.ErrConflict }
		j.ok("customer", "PUT", orders, changed(id, body, "startTime", at(today.Add(10*time.Minute))))
		if j.left(today) != 6 || j.left(tomorrow) != 5 {
			t.Errorf("today %d, tomorrow %d", j.left(today), j.left(tomorrow))
		}
		j.ok("customer", "PUT", orders+"/"+id+"/cancel", nil)
		if j.left(today) != 10 || j.left(tomorrow) != 5 || j.left(after) != 3 {
			t.Errorf("today %d, tomorrow %d, the day after %d", j.left(today), j.left(tomorrow), j.left(after))
		}
		j.books()
	})
}

// prove says of every member of a collection's packs whether it has an account.
func (j *joined) prove(group string, packs [][]uint64, at time.Time, valid func(pack, i int) bool) {
	j.t.Helper()
	found := map[int]map[uint64]contact.Proof{}
	for pack, all := range packs {
		found[pack] = map[uint64]contact.Proof{}
		for i, n := range all {
			var p contact.Proof
			p.Say(contact.ByPartner, valid(pack, i), at)
			found[pack][n] = p
		}
	}
	if _, err := j.room.Contacts.Prove(j.ctx, group, found, contact.Screening{}); err != nil {
		j.t.Fatal(err)
	}
}

// behind lets something happen behind the first large read.
type behind struct {
	store.DB
	then func()
}

func (b *behind) GetMany(ctx context.Context, keys []store.Key, consistent bool) ([]store.Item, error) {
	rows, err := b.DB.GetMany(ctx, keys, consistent)
	if then := b.then; then != nil && len(keys) > 10 {
		b.then = nil
		then()
	}
	return rows, err
}

// The same holds for an order of more chunks than are written together. The faster plan finds more members and dies.
// The other goes on from the stored chunks, not from its own choice.
func TestAPlanGoesOnFromWhatAnotherChose(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		var packs [][]uint64
		for i := range 28 {
			packs = append(packs, numbers(10*i, 2))
		}
		group := j.collection(packs...)
		j.prove(group, packs, time.Now(), func(_, i int) bool { return i == 0 })
		body := wish("groupId", group)
		body["waFilter"] = true
		id, plan := j.order(body)
		paid := j.get(id).Total
		j.room.Contacts.DB = &behind{j.room.Contacts.DB, func() {
			j.prove(group, packs, time.Now().Add(time.Minute), func(pack, i int) bool { return pack < 14 || i == 0 })
			j.sick.fail["R#1#00025"] = errors.New("throttled")
			if err := j.room.PlanTask(j.ctx, plan); err == nil {
				t.Error("the faster plan should have failed")
			}
		}}
		j.plan(plan)
		j.send()
		if o := j.get(id); paid != 28 || o.Total > paid || len(j.accepted()) != o.Total {
			t.Errorf("%d sent, %d in the order, %d paid for", len(j.accepted()), o.Total, paid)
		}
	})
}

// Two plans of a filtered order run at once, and the evidence changes between them. They make one plan: the first
// writer of a chunk decides for both. No recipient is planned that was not paid for.
func TestTwoPlansOfAFilteredOrderAreOne(t *testing.T) {
	for _, split := range []int{0, 6} {
		for _, sk := range []string{"R#1#00000", "R#1#00001", "R#1#00002", "S#1#00000"} {
			together(t, 100*money.Credit, func(j *joined) {
				packs := [][]uint64{numbers(0, 4), numbers(100, 4), numbers(200, 4)}
				group := j.collection(packs...)
				prove := func(at time.Time, valid func(pack, i int) bool) { j.prove(group, packs, at, valid) }
				prove(time.Now(), func(pack, i int) bool { return i < 2 }) // two of each
				body := wish("groupId", group)
				body["waFilter"] = true
				if split > 0 {
					body["split"] = split
				}
				id, plan := j.order(body)
				paid := j.get(id).Total
				j.sick.first = map[string]func(){sk: func() {
					prove(time.Now().Add(time.Minute), func(pack, i int) bool { return pack == 0 || i == 3 })
					j.plan(plan) // the other one, whole
				}}
				j.plan(plan)
				n := len(j.ok("customer", "GET", orders+"/"+id+"/targets/page?size=100", nil)["records"].([]any))
				j.send()
				if o := j.get(id); n != o.Total || o.Total > paid || len(j.accepted()) != o.Total {
					t.Errorf("%s, split %d: %d recipients, %d sent, %d in the order, %d paid for", sk, split, n, len(j.accepted()), o.Total, paid)
				}
			})
		}
	}
}
