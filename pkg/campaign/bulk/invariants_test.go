package bulk_test

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"herald/internal/ordertest"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/comment"
	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/stock"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// verdict is the result of a seed.
type verdict struct {
	*play
	bad      string
	whole    bool            // every receipt comes, sooner or later
	bent     map[string]bool // last digits whose receipts are scripted otherwise
	calm     bool            // no faults at all
	rooms    *bulk.Service   // over the rows as they are, to look at them
	orders   map[string]*order.Order
	accepted map[string][]whatsappsim.Accepted // by order
	charged  map[*ordertest.Actor]money.Amount
	earned   money.Amount // by the agent
	sold     int          // recipients that were charged
	tried    int64        // orders of two messages of which the rest got one
	opens    string       // from when on recipients may be written to, each by its own clock; empty: at any hour
}

func (v *verdict) expect(ok bool, format string, args ...any) {
	if !ok && v.bad == "" {
		v.bad = fmt.Sprintf(format, args...)
	}
}

// check verifies all invariants at the end of a seed.
func (v *verdict) check() {
	accepted, _ := v.Sim.Messages(0, 1<<30)
	v.accepted = map[string][]whatsappsim.Accepted{}
	for _, a := range accepted {
		ref, err := chunkrow.ParseReference(a.Reference)
		v.expect(err == nil && v.orders[ref.Order] != nil, "%s got a message of no order: %q", a.To, a.Reference)
		v.accepted[ref.Order] = append(v.accepted[ref.Order], a)
	}
	v.onceEach()
	v.charged = map[*ordertest.Actor]money.Amount{}
	for _, o := range v.orders {
		v.order(o)
	}
	v.books()
	v.decided()
	v.expect(len(v.Alarms) == 0, "alarm: %v", v.Alarms)
}

// onceEach checks that a key and a draft create at most one order each, and that repeated calls return the same one.
func (v *verdict) onceEach() {
	byName := map[string]int{}
	for _, o := range v.orders {
		byName[o.Name]++
	}
	for _, b := range v.purchases {
		v.expect(byName[b.name] <= 1, "%d orders of %s", byName[b.name], b.name)
		for _, a := range b.answers {
			v.expect(!a.OK() || a.ID() == b.id(), "%s is answered as %s and as %s", b.name, b.id(), a.ID())
			v.expect(!a.OK() || v.orders[a.ID()] != nil, "%s is answered as %s, which there is not", b.name, a.ID())
		}
		if b.id() == "" {
			// Who gave up while it was still being processed has not been refused, nor who was locked when it asked again.
			refused := !slices.ContainsFunc(b.answers, func(a ordertest.Response) bool { return !a.Definite() || a.Code == 40302 })
			v.expect(byName[b.name] == 0 || !refused, "%s is refused and ordered: %+v", b.name, b.answers)
		}
	}
}

func (v *verdict) purchase(name string) *purchase {
	for _, b := range v.purchases {
		if b.name == name {
			return b
		}
	}
	return nil
}

// sent is a recipient that got a message, in a generation of an order.
type sent struct {
	gen int
	to  string
}

func (v *verdict) order(o *order.Order) {
	b := v.purchase(o.Name)
	v.expect(o.Settled, "%s hangs in state %d", o.Name, o.Status)
	if b == nil || !o.Settled {
		return
	}
	times, texts := map[sent]int{}, map[string]string{}
	for _, a := range v.accepted[o.ID] {
		ref, _ := chunkrow.ParseReference(a.Reference) // it was read before
		once := sent{ref.Gen, a.To}
		times[once]++
		v.expect(times[once] == 1, "%s got %d messages of %s in generation %d", a.To, times[once], o.Name, ref.Gen)
		v.expect(texts[a.To] == "" || texts[a.To] == a.Body, "%s got %q and %q of %s", a.To, texts[a.To], a.Body, o.Name)
		texts[a.To] = a.Body
		v.expect(o.Kind != bulk.Kind || o.Trial != nil || v.wasRead(o, a.Body), "%s got %q of %s, which nobody read", a.To, a.Body, o.Name)
		v.rests(o, b, a)
	}
	t, err := v.rooms.Engine.Flow.Siblings[o.Kind].Kind.Tally(v.Context, o, true)
	if v.expect(err == nil, "counts: %v", err); err != nil {
		return
	}
	counts, sum := t.Counts, 0
	for _, n := range counts {
		sum += n
	}
	v.expect(sum == o.Total, "%s: counts %v add up to %d, not %d", o.Name, counts, sum, o.Total)
	v.expect(o.Price*money.Amount(o.Targets()) <= o.Cost, "%s: %d recipients at %s, reserved was %s", o.Name, o.Targets(), o.Price, o.Cost)
	if o.Status == order.Completed {
		givenUp := o.Retried() && t.Remaining == o.Targets() // no recipient of its last generation was planned: it is as before
		v.expect((t.Remaining == 0 || givenUp) && counts[string(chunkrow.StateToSend)] == 0 && counts[string(chunkrow.StateSending)] == 0,
			"%s completed with %v", o.Name, counts)
	}
	if o.Kind != "errand" && o.Kind != comment.Kind { // which have no recipients
		v.recipients(o, b, times)
	}
	if o.Trial != nil {
		v.trial(o, t, texts)
	}
	v.charge(o, b)
	v.told(o)
}

// told checks that the owner has one notice of each order's result, even when the writer of the result died.
func (v *verdict) told(o *order.Order) {
	settled := fmt.Sprintf("settled.%d", o.Gen)
	if o.Retried() && o.Reason != "" {
		settled = fmt.Sprintf("retry.%d", o.Gen) // of a generation that reached no recipient
	}
	event := map[order.Status]string{order.Completed: settled, order.Stopped: settled, order.Refused: "refused",
		order.Failed: "failed"}[o.Status]
	if event == "" {
		return
	}
	row, err := v.System.DB.Get(v.Context, store.Key{Table: "platform", PK: "IMT#" + o.Owner.User, SK: "order." + o.ID + "." + event}, true)
	v.expect(err == nil && row != nil, "nobody told that %s came to state %d, %v", o.Name, o.Status, err)
}

// rests checks that nothing is sent for a paused, stopped, cancelled or locked order once that took effect.
func (v *verdict) rests(o *order.Order, b *purchase, a whatsappsim.Accepted) {
	const grace = 2 * time.Second // however late an answer of AWS is
	for i, s := range b.rest {
		if b.dead && i == len(b.rest)-1 {
			v.expect(!a.AcceptedAt.After(s.since), "%s was sent to %s after %s was cancelled", a.To, a.AcceptedAt.Sub(s.since), o.Name)
		}
		v.expect(!s.holds(a.AcceptedAt, grace), "%s was sent to %s after %s was paused or stopped", a.To, a.AcceptedAt.Sub(s.since), o.Name)
	}
	for _, h := range v.held {
		if h.number == a.To && (h.by == nil || h.by == b.who) {
			v.expect(!a.AcceptedAt.After(h.since.Add(grace)), "%s was sent to %s after it was suppressed", a.To, a.AcceptedAt.Sub(h.since))
		}
	}
	if v.opens != "" {
		at := a.AcceptedAt.In(placeOf(a.To)).Format("15:04")
		v.expect(at >= v.opens && at < "23:30", "%s was sent to at %s by %s, %s after %s", a.To, at, o.Name, a.AcceptedAt, v.opens)
	}
	for _, s := range v.locked[b.who] {
		v.expect(!s.holds(a.AcceptedAt, grace), "%s was sent to %s after the owner of %s was locked", a.To, a.AcceptedAt.Sub(s.since), o.Name)
	}
}

// recipients checks that the result that an order shows for each recipient is the true one.
func (v *verdict) recipients(o *order.Order, b *purchase, times map[sent]int) {
	first := o.Total // of the generation that was priced first
	if !o.Retried() {
		first = int(o.Cost / o.Price)
	}
	priced := map[string]bool{} // of the file that was read first, also when its form had another one later
	for _, brought := range b.files {
		if len(brought) == first {
			for _, n := range brought {
				priced[strconv.FormatUint(n, 10)] = true
			}
		}
	}
	planned := 0
	for c := range o.Pieces() {
		targets, err := v.rooms.Engine.Statistics().TargetsOf(v.Context, o, c)
		if err != nil && o.Status != order.Sending && len(times) == 0 {
			continue // it ended before it was planned
		}
		v.expect(err == nil, "targets of %s: %v", o.Name, err)
		gen, _ := o.Piece(c)
		for _, t := range targets {
			planned++
			v.target(o, t, times[sent{gen, t.PhoneNumber}] > 0)
			for g := range gen {
				delete(times, sent{g + 1, t.PhoneNumber})
			}
			v.expect(b.files == nil || priced[t.PhoneNumber], "%s is planned for %s, whose file was swapped", t.PhoneNumber, o.Name)
		}
	}
	v.expect(len(times) == 0, "%v got messages of %s and are not in its plan", times, o.Name)
	v.expect(planned <= first, "%s: %d planned, reserved for %d", o.Name, planned, first)
	if b.files != nil && o.Status == order.Completed {
		v.expect(o.Total == len(priced), "%s: %d of %d recipients of the file", o.Name, o.Total, len(priced))
	}
}

// target checks what an order shows about a recipient against the messages that it received in the same generation.
func (v *verdict) target(o *order.Order, t dispatch.Target, got bool) {
	if last := t.PhoneNumber[len(t.PhoneNumber)-1:]; got && v.whole && !v.bent[last] {
		v.expect(t.State == chunkrow.StateArrived || t.State == chunkrow.StateRead, "%s of %s is %s after all receipts", t.PhoneNumber, o.Name,
			t.State)
	}
	switch t.State {
	case chunkrow.StateSent, chunkrow.StateArrived, chunkrow.StateRead:
		v.expect(got, "%s of %s is %s but was never accepted", t.PhoneNumber, o.Name, t.State)
	case chunkrow.StateToSend:
		v.expect(!got, "%s of %s got a message and is still to be sent", t.PhoneNumber, o.Name)
	}
}

// charge checks that an order costs its price for the accepted messages in each of its generations, and pays its agent the margin.
func (v *verdict) charge(o *order.Order, b *purchase) {
	n := o.Counts["done"] + o.Counts[commentitem.Accepted] // of an errand, of comments
	for s, k := range o.Counts {
		switch chunkrow.State(s) {
		case chunkrow.StateSent, chunkrow.StateArrived, chunkrow.StateRead, chunkrow.StateComplained:
			n += k
		}
	}
	v.expect(o.Actual != nil, "%s is settled without a charge", o.Name)
	v.expect(o.Retried() || *o.Actual == o.Price*money.Amount(n), "%s is charged %v for %v at %s", o.Name, o.Actual, o.Counts, o.Price)
	all, sum, paid := append(slices.Clone(o.Past), order.Generation{Price: o.Price, Agent: o.Agent, Paid: o.Paid}), money.Amount(0), 0
	for i, g := range all {
		ref := fmt.Sprintf("%s.%d", o.ID, o.Begin()+i)
		if i == 0 {
			ref = o.ID + ".1" // an edit keeps the reservation
		}
		r, ok, err := v.rooms.Engine.Flow.Credit.Ledger.Reservation(v.Context, ref)
		v.expect(err == nil && ok && !r.Open && r.Settled == g.Price*money.Amount(g.Paid), "reservation %d of %s is %+v for %d, %v", i+1, o.Name,
			r, g.Paid, err)
		v.expect(i > 0 || b.most == nil || r.Settled <= *b.most, "%s is charged %s, and %s was told", o.Name, r.Settled, b.most)
		sum, paid = sum+r.Settled, paid+g.Paid
		if o.Owner.Agent != "" && g.Agent > 0 {
			v.expect(g.Price >= g.Agent, "%s costs %s and its agent %s", o.Name, g.Price, g.Agent)
			v.earned += (g.Price - g.Agent) * money.Amount(g.Paid)
		}
	}
	v.expect(sum == *o.Actual && paid >= n, "%s is charged %s, its reservations %s for %d of %d", o.Name, *o.Actual, sum, paid, n)
	v.charged[b.who] += sum
	if o.Kind == bulk.Kind { // of the others none is in stock
		v.sold += paid
	}
}

// books checks that every unit of credit and of stock is accounted for.
func (v *verdict) books() {
	report, err := v.rooms.Engine.Flow.Credit.Ledger.Reconcile(v.Context)
	v.expect(err == nil && len(report.Differences) == 0, "ledger: %v %+v", err, report)
	total := report.Available + report.Reserved
	for _, n := range report.Platform {
		total += n
	}
	v.expect(total == 0 && report.Reserved == 0, "the books hold %s, %s of it reserved", total, report.Reserved)
	for _, who := range []*ordertest.Actor{v.Ana, v.Bob, v.Agent} {
		want := ordertest.FirstFunds*money.Credit + money.Amount(v.money[who]) - v.charged[who]
		if who == v.Agent {
			want += v.earned
		}
		available, reserved, err := v.rooms.Engine.Flow.Credit.Ledger.Balance(v.Context, who.ID)
		v.expect(err == nil && reserved == 0 && available == want, "%s holds %s, and %s reserved; it should hold %s; %v", who.Login, available,
			reserved, want, err)
	}
	left, err := (&stock.Store{DB: v.System.DB, Now: time.Now}).Remaining(v.Context, "BR")
	v.expect(err == nil && left != nil && *left == ordertest.FirstStock-v.sold, "stock is %v after %d of %d were sold, %v", *left, v.sold,
		ordertest.FirstStock,
		err)
	active, err := v.rooms.Engine.Flow.Orders.Active(v.Context, "")
	v.expect(err == nil && len(active) == 0, "the janitor still looks at %v", active)
}
