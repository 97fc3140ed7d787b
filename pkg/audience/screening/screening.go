package screening

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/audience/riskgroup"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
	"herald/pkg/provider"
)

// ServiceName is what a price is for, and Business what a country can be closed for.
const (
	ServiceName = "screening"
	Business    = "screening"
)

// Queues and kinds of the module's messages.
const (
	JobQueue      = "job"
	TaskStep      = "screening.step"
	CallbackQueue = "inbound"
	TaskCallback  = "screening.heard"
)

const settingMinimum = "screen.minimum"

// Service is the module of screenings.
type Service struct {
	DB       store.DB
	Contacts *contact.Service
	Risks    *riskgroup.Service
	Ledger   *ledger.Ledger
	Prices   *price.List
	Settings *setting.Store
	Queues   queue.Queues
	// Partner is who screens; nil without an error where there is none.
	Partner func() (provider.Screener, error)
	Offered func() (provider.ScreenProfile, bool) // false: none is configured; the caller gets no secret of the partner
	// Notices tells the payer what a screening came to; nil: the tick does.
	Notices *notice.Store
	// Open refuses a country that an admin closed for screenings; nil: none is.
	Open  func(ctx context.Context, field, code string) error
	Now   func() time.Time
	NewID func(ctx context.Context) string
	Log   func(line map[string]any)
}

// Statuses of a screening (business-domain §4).
const (
	Waiting   = "waiting"   // nothing was handed over
	Queued    = "queued"    // the partner has some, and found out nothing yet
	Working   = "screening" //
	Stopping  = "stopping"
	Stopped   = "stopped"
	Failed    = "failed" // the partner took nothing; nothing was charged
	Completed = "completed"
)

// Kinds of a run: whether members have WhatsApp and when they were active, or only when they were active.
const (
	whole  = "screen"
	active = "active"
)

// Quote is what a screening would cost now. Nothing more than Cost is ever charged.
type Quote struct {
	Members int          `json:"members"`
	Minimum int          `json:"minimum" doc:"Minimum count of numbers that is charged."`
	Price   money.Amount `json:"price" doc:"Price of a valid number."`
	Cost    money.Amount `json:"cost" doc:"Cost if every number is valid. This amount is reserved."`
	Balance money.Amount `json:"balance"`
	Enough  bool         `json:"enough"`

	agent    money.Amount
	snapshot *ledger.View
	payer    auth.Owner
	of       *contact.Subject
}

// quote prices the screening of a collection in the caller's scope. Who starts it pays; for staff its owner does. Faults: 404, 400 for
// an empty collection, 409 screening.global for a collection without a payer, price.none.
func (r *Service) quote(ctx context.Context, k kind, id string) (*Quote, error) {
	p := auth.Must(ctx)
	of, err := k.subject(ctx, p, id)
	if err != nil {
		return nil, err
	}
	if of.Members == 0 {
		return nil, fault.Bad("id", "screening.empty")
	}
	q := &Quote{Members: of.Members, of: of, payer: p.Owner()}
	if p.Type == auth.Admin {
		q.payer = of.Owner
	}
	if q.payer.User == "" {
		return nil, fault.State("screening.global")
	}
	var cost price.Quote
	err = parallel.Do(
		func() error {
			if r.Open == nil {
				return nil
			}
			return r.Open(ctx, "countryCode", of.Country)
		},
		func() (err error) { q.Minimum, err = r.Settings.Int(ctx, settingMinimum); return err },
		func() (err error) { cost, err = r.Prices.Quote(ctx, q.payer, ServiceName, of.Country); return err },
		func() (err error) { q.snapshot, err = r.Ledger.Snapshot(ctx, "", q.payer.User); return err })
	if err != nil {
		return nil, err
	}
	q.Price, q.agent, q.Balance = cost.Price, cost.Agent, q.snapshot.Available(q.payer.User)
	if q.Cost, err = q.Price.Mul(int64(max(q.Members, q.Minimum))); err != nil {
		return nil, err
	}
	q.Enough = q.Balance >= q.Cost
	return q, nil
}

// StartResponse is a screening that was accepted.
type StartResponse struct {
	ID     string       `json:"id" doc:"Id of the screening."`
	Status string       `json:"status" enum:"waiting,queued,screening,stopping,stopped,failed,completed"`
	Cost   money.Amount `json:"cost" doc:"Reserved credit."`
}

// start reserves what a screening may cost and writes it down; the work follows in the background. Faults: those of quote, 40201
// when the balance is short and 40922 when it costs more than expected (nothing is started), 409 while one runs, 40302 for a locked
// account, 503 without a partner.
func (r *Service) start(ctx context.Context, k kind, id, what string, expected price.Expected) (*StartResponse, error) {
	q, err := r.quote(ctx, k, id)
	if err != nil {
		return nil, err
	}
	if _, offered := r.Offered(); !offered {
		return nil, fault.New(fault.Unavailable, 0, "screening.nobody")
	}
	p, w := auth.Must(ctx), r.newRun(ctx, k, id, what, q)
	if q.of.Busy() && q.of.Run != w.ID {
		return nil, fault.State("screening.busy")
	}
	if q.of.Run == w.ID { // a repetition
		return r.started(ctx, w)
	}
	if err := expected.Check(q.Cost, q); err != nil {
		return nil, err
	}
	if !q.Enough {
		return nil, short()
	}
	locks := user.NotLocked(q.payer.User, q.payer.Tenant)
	with := append(locks, store.Op{Verb: store.Put, Key: w.key(), Item: w, If: store.Missing("pk")})
	with = append(with, k.standing(w, q.of.Run, w.transition(q.of.Screening))...)
	with = append(with, looks(nil).At(w.Created.Add(tickAfter), w.ID, "", alarm{id, k.mark}))
	_, err = r.Ledger.Reserve(ctx, ledger.Order{Snapshot: q.snapshot, Ref: w.ref(), Account: q.payer.User, Service: ServiceName,
		Operator: ledger.OperatorOf(p), Remark: q.of.Name}, q.Cost, with...)
	failed := store.ConditionFailed(err)
	switch {
	case fault.Is(err, "ledger.short"):
		return nil, short()
	case failed != nil && failed.Index < len(locks):
		return nil, user.ErrLocked()
	case failed != nil:
		return r.started(ctx, w) // it is there, or another one is
	case err != nil:
		return nil, err
	}
	auditlog.Note(ctx, id, nil, map[string]any{"screening": w.ID, "kind": what, "reserved": q.Cost.String(), "members": q.Members})
	auditlog.Subject(ctx, q.of.Name)
	r.wake(ctx, w)
	return &StartResponse{w.ID, w.Status, q.Cost}, nil
}

func short() *fault.Error { return fault.New(fault.Payment, 40201, "screening.short") }

// begun is a screening that stands already, or the refusal because another one does.
func (r *Service) started(ctx context.Context, of *Run) (*StartResponse, error) {
	w, ok, err := store.Load[Run](ctx, r.DB, of.key(), true)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.State("screening.busy")
	}
	return &StartResponse{w.ID, w.Status, w.Reserved}, nil
}

func (r *Service) newRun(ctx context.Context, k kind, id, what string, q *Quote) *Run {
	return &Run{ID: web.OperationID(ctx, r.NewID), Collection: id, Mark: k.mark, Kind: what, Status: Waiting, Owner: q.of.Owner,
		Payer: q.payer, By: auth.Must(ctx).Name, Name: q.of.Name, Packs: q.of.Packs, Total: q.Members,
		Price: q.Price, Agent: q.agent, Minimum: q.Minimum, Reserved: q.Cost, Created: r.Now(), Had: q.of.Screening, Rev: 1}
}

// stop asks a screening to end: what the partner found out until then is kept and charged. Fault: 409 when none runs.
func (r *Service) stop(ctx context.Context, k kind, id string) (*StartResponse, error) {
	of, err := k.subject(ctx, auth.Must(ctx), id)
	if err != nil {
		return nil, err
	}
	w, err := r.stopRun(ctx, alarm{id, k.mark}, of.Run)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, id, nil, map[string]any{"screening": w.ID, "stop": true})
	auditlog.Subject(ctx, of.Name)
	r.wake(ctx, w)
	return &StartResponse{w.ID, w.Status, w.Reserved}, nil
}
