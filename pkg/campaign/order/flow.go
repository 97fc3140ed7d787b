package order

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"herald/pkg/campaign/allowance"
	"herald/pkg/campaign/stock"
	"herald/pkg/campaign/template"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/credit/saas"
	"herald/pkg/kit/money"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/country"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/stafflimit"
)

// JobQueue is the queue of work in the background: plans and settlements.
const JobQueue = "job"

// Flow is the life cycle of the orders of a kind: plan, begin, pause, stop and end (decisions §7). Reviews, Settlement, Listing, Trials
// and Clearance are its other parts. Each holds the Flow that it belongs to.
type Flow struct {
	Kind     Kind
	DB       store.DB
	Orders   *Store
	Settings *setting.Store
	Queues   queue.Queues
	Hub      *push.Hub
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	Log      func(line map[string]any)
	Notices  *notice.Store
	// Text is a message key in the caller's language; a text that is no key stays as it is.
	Text   func(ctx context.Context, key string) string
	Credit Credit
	Rules  Rules
	// Siblings are the flows of all kinds, by name, for who meets an order without knowing its kind; nil for this kind alone.
	Siblings map[string]*Flow

	memory memory
}

// Credit is what orders are paid and bounded with.
type Credit struct {
	Ledger   *ledger.Ledger
	Prices   *price.List
	Stock    *stock.Store
	Services *saas.Store // who orders has the service, where that is required
	// Bounds are what staff agreed with a customer; nil: nothing.
	Bounds    func(ctx context.Context, tenant string) (Bounds, error)
	Allowance *allowance.Store  // of free tests; nil: only their number a day is bounded
	Limits    *stafflimit.Store // of what staff refund a day; nil: none
}

// Rules are what an order's country and templates allow.
type Rules struct {
	Countries *country.Store
	Templates *template.Store // what may be sent of them; nil: everything
}

// memory is what a process remembers of the orders of a kind.
type memory struct {
	pushed recent // when it last thought of pushing an order's progress
	listed recent // and of writing it into the lists
	terms  lastTerms
}

// Spec is what a kind of orders is called, and where.
type Spec struct {
	Name    string // in the rows; its tasks are <name>.plan, .settle and .follow, its notice of a settlement <name>.tell.settled
	Prefix  string // of its numbers
	Path    string // of its routes
	Perm    string // of its permissions: <perm>:add …
	Summary string // of POST, for the OpenAPI document
	Page    string // of the console, which takes an order's id
	File    string // name of its list as a file, and of the task that makes it; export.list.<file> is its text
	Targets string // likewise of the targets of an order, where they are listed
	Settled string // key of the notice of a settlement, with total and cost and what OnProgress gives; <key>Title is its title

	// a target costs what it was used: Price is that of a unit, Parts is how many are reserved for each, Tally.Charged counts them
	Metered bool
	// its targets are email addresses: each brings its address as the first of its values, and hours of the day do not bind it
	Addressed bool
	AnyHour   bool     // nothing is sent to people, so that hours of the day do not bind it
	Channels  []string // that its orders can have; nil: those of messages
	Lapsed    string   // reason of an order that ends by its deadline, a message key; empty: that of a deadline of sending
	OwnIDs    bool     // customers may give orders ids of their own, by which they find them
	Dict      string   // that names the statuses of its orders; empty: order_status
	Ahead     string   // setting of the days ahead for which it may be planned; empty: order.appointment.days
	States    []string // of its targets, in the order in which they are shown; the first is that of one for which nothing was done
}

// TaskPlan, TaskSettle and TaskFollow are the kinds of the messages on JobQueue.
func (s Spec) TaskPlan() string   { return s.Name + ".plan" }
func (s Spec) TaskSettle() string { return s.Name + ".settle" }
func (s Spec) TaskFollow() string { return s.Name + ".follow" }

// AheadFar is the setting of the days ahead for kinds of orders that the three days of a bulk send do not bind (business-domain §9).
const AheadFar = "order.appointment.far.days"

// ahead is the setting of the days ahead.
func (s Spec) ahead() string { return cmp.Or(s.Ahead, "order.appointment.days") }

// lapsed is the reason of an order that ends by its deadline.
func (s Spec) lapsed() string { return cmp.Or(s.Lapsed, deadlineOver) }

func (s Spec) anyHour() bool { return s.Addressed || s.AnyHour }

// counts gives every state.
func (s Spec) counts(of map[string]int) map[string]int {
	out := make(map[string]int, len(s.States))
	for _, state := range s.States {
		out[state] = of[state]
	}
	return out
}

// untouched are the counts of an order of which nothing was done.
func (s Spec) untouched(total int) map[string]int {
	return s.counts(map[string]int{s.States[0]: total})
}

// Kind is what a kind of orders adds to the life that all have. It changes no order and no credit by itself: it prepares work,
// does it and counts it. Everything may be called again, and by several at once.
type Kind interface {
	Spec() Spec
	// Plan prepares the work of an order in the background. It calls OnPlanned when all of it stands. It is repeated by the
	// queue, and every minute by the janitor, until PlanComplete.
	Plan(ctx context.Context, o *Order) error
	// PlanComplete tells whether the plan of an order stands.
	PlanComplete(ctx context.Context, o *Order) (bool, error)
	// GiveUp ends an order whose plan was not whole in time, for a reason that is a message key: by Fail, or with what stands.
	GiveUp(ctx context.Context, o *Order, reason string) error
	// Work hands out what is to be done of a sending order. It calls Complete when nothing is left.
	Work(ctx context.Context, o *Order, at WorkTrigger) error
	// Tally counts an order as of now.
	Tally(ctx context.Context, o *Order, consistent bool) (*Tally, error)
	// Release gives operations that let go what an order holds of other modules until its plan is whole.
	Release(o *Order) []store.Op
	// RetryPlan returns the failed targets of a settled order that may be retried. Faults: those of a state that
	// forbids it, order.retryNone.
	RetryPlan(ctx context.Context, o *Order) (*RetryPlan, error)
	// OnProgress are arguments of the notice of a settlement.
	OnProgress(o *Order) map[string]string
}

// WorkTrigger is when work is handed out.
type WorkTrigger int

const (
	Begins   WorkTrigger = iota // the order begins to send
	GoesOn                      // it was started again after a pause
	LooksOn                     // the janitor looks for what got stuck
	Reported                    // some of the work has ended
	Ends                        // it was stopped: nothing more is begun, and what is under way is asked about
)

// Tally is an order counted.
type Tally struct {
	Counts    map[string]int // by state, of all generations; they add up to the order's total
	Second    map[string]int // of these, those of the second of two messages; nil of an order of one
	Failed    int            // targets, of all generations, that a retry takes
	Remaining int            // from here on of the order's generation: targets for which nothing was done yet
	Charged   int            // targets to be paid for, as they stand
	Pending   int            // of these, those that may still fail
	Doubtful  int            // targets under way, or of unknown outcome
	Done      bool           // all of the work was planned and has reported
	Busy      bool           // a worker is active: a call may be under way
	Funnel    *Funnel        // nil of a kind that has none
	Parts     any            // what the kind counted, for the kind
	Standing  FailureStats   // zero of a kind that does not judge
	Held      map[string]int // blocked targets by reason; nil of a kind that blocks none

	Bounces *Bounces // of all generations; nil of a kind whose targets are no addresses
	Later   int      // of the charged targets, those whose charge goes back later
	// Final are the counts once the order is settled by this tally; nil: Counts. Terms fail when what was counted has changed since.
	Final map[string]int
	Terms []store.Op
	Halt  string // why a sending order is to pause, a message key; "" for no reason
}

// task names an order.
type task struct {
	Order string `json:"o"`
	Gen   int    `json:"g"`
}

// Task is a message on JobQueue about an order.
func Task(kind string, o *Order) queue.Message {
	return queue.New(kind, o.Owner.Tenant, task{o.ID, o.Gen})
}

// Tasks are the handlers of the kind's messages on JobQueue.
func (f *Flow) Tasks() map[string]queue.Handler {
	s := f.Kind.Spec()
	return map[string]queue.Handler{s.TaskPlan(): f.PlanTask, s.TaskSettle(): f.Settlement().SettleTask, s.TaskFollow(): f.FollowTask}
}

// of is the flow of an order, which may be of another kind than this one's.
func (f *Flow) of(o *Order) *Flow {
	if other := f.Siblings[o.Kind]; other != nil {
		return other
	}
	return f
}

// Join makes the flows of all kinds know each other.
func Join(flows ...*Flow) {
	all := map[string]*Flow{}
	for _, f := range flows {
		all[f.Kind.Spec().Name] = f
	}
	for _, f := range flows {
		f.Siblings = all
	}
}

// Figure is an order as it stands: its row in the lists knows that as of its last change of state.
type Figure struct {
	Counts map[string]int
	Charge money.Amount   // what its targets cost so far; it may still fall until the settlement
	Held   map[string]int // of the failed those that were never called, by reason
	Second map[string]int // of the counts, those of the second of two messages; nil of an order of one
}

// Figures gives the figure of an order; the zero one of an order that does not exist.
type Figures func(ctx context.Context, id string) (Figure, error)

// Figures of an order of the kind.
func (ls Listing) Figures(ctx context.Context, id string) (Figure, error) {
	o, ok, err := ls.flow.Orders.Get(ctx, id)
	if err != nil || !ok {
		return Figure{}, err
	}
	t, err := ls.flow.Kind.Tally(ctx, o, false)
	if err != nil {
		return Figure{}, err
	}
	return Figure{Counts: t.Counts, Held: t.Held, Charge: o.Spent + o.Price*money.Amount(t.Charged), Second: t.Second}, nil
}

// Kinds are the names of all kinds.
func (f *Flow) Kinds() []string {
	if f.Siblings == nil {
		return []string{f.Kind.Spec().Name}
	}
	return slices.Sorted(maps.Keys(f.Siblings))
}
