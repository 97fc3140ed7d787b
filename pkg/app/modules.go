package app

import (
	"context"
	"errors"
	"net/http"
	"time"

	"herald/pkg/account/agent"
	"herald/pkg/account/balancereport"
	"herald/pkg/account/customer"
	"herald/pkg/account/staff"
	"herald/pkg/account/streak"
	"herald/pkg/app/manifest"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/screening"
	"herald/pkg/campaign/allowance"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/lowbalance"
	"herald/pkg/credit/price"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/dns"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
	"herald/pkg/platform/session"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/stafflimit"
	"herald/pkg/platform/sysuser"
	"herald/pkg/platform/upload"
	"herald/pkg/platform/user"
)

// API is an empty API with sign-in, audit and idempotency.
func (e *Env) API() *web.API {
	e.api = web.New(web.Options{Catalogue: e.ownParts().texts(), Authenticate: e.Sessions().Authenticate, Signed: e.AppKeys().Verify,
		Codes: e.ownParts().codes(), KeyPerms: e.ownParts().grants().Program(), DB: e.DB, Audit: e.Audit, Now: e.Now, IDs: e.IDs,
		OriginHeader: manifest.OriginHeader, OriginKeys: e.Config.OriginKeys, TrustedHops: e.Config.Hops, Log: e.RequestLog,
		Noted: e.Noted})
	return e.api
}

// SetAPI makes a the API that the environment serves.
func (e *Env) SetAPI(a *web.API) { e.api = a }

// ServedAPI returns the API that the environment serves; nil before API or SetAPI was called.
func (e *Env) ServedAPI() *web.API { return e.api }

// RequestLog keeps the request's part of the invocation's one log line. Each error gets a line of its own, and each refusal with
// LogRefusals.
func (e *Env) RequestLog(line map[string]any) {
	measureRequest(e, line)
	status, _ := line["status"].(int)
	refused := status >= http.StatusBadRequest && status != web.CallerLeft && status != http.StatusTooManyRequests // which would fill the log
	if line["error"] != nil || e.LogRefusals && refused {
		e.Log(line)
	}
}

// NewID is the id for what a call creates; in a task it is a fresh one.
func (e *Env) NewID(ctx context.Context) string {
	if e.api != nil {
		return e.api.NewID(ctx)
	}
	return e.IDs.Next()
}

// Text is a message key in the language of the call, or of the user of a task; text that is no key stays as it is.
func (e *Env) Text(ctx context.Context, key string) string {
	return e.words(ctx, key, nil)
}

// words is text with what its message names.
func (e *Env) words(ctx context.Context, key string, args map[string]any) string {
	return e.ownParts().texts().Text(web.LangOf(ctx), key, args)
}

// Settings are read by many modules, which share one cache.
func (e *Env) Settings() *setting.Store {
	return e.singletons.settings.get(func() *setting.Store {
		return setting.New(e.DB, e.Now, e.ownParts().settings())
	})
}

// setting reads a number at every use.
func (e *Env) setting(key string) func(ctx context.Context) (int, error) {
	return e.Settings().Number(key)
}

func (e *Env) Users() *user.Store {
	e.singletons.users.Do(func() {
		s := e.Settings()
		e.singletons.users.it = &user.Store{DB: e.DB, Now: e.Now, Rows: user.Together(sysuser.Rows, customer.Rows(e.DB)),
			MinLength: func(ctx context.Context) (int, error) { return s.Int(ctx, "password.min.length") }, InitialRule: e.initialRule,
			OnLock: e.onLock,
			Ended:  func(ctx context.Context, userID string) { e.ended(ctx, userID, "") }}
	})
	return e.singletons.users.it
}

// initialRule reads how initial passwords are made.
func (e *Env) initialRule(ctx context.Context) (r user.InitialRule, err error) {
	s := e.Settings()
	kind, err := s.String(ctx, "password.initial")
	if err != nil {
		return r, err
	}
	hours, err := s.Int(ctx, "password.initial.hours")
	return user.InitialRule{Random: kind == "random", Life: time.Duration(hours) * time.Hour}, err
}

// freeze brings the account's lock in line with the user's, under parallel locks and unlocks: of several calls the
// last one sees the last state.
func (e *Env) freeze(ctx context.Context, userID string, locked bool) error {
	for range 8 {
		if err := e.Ledger().Freeze(ctx, userID, locked); err != nil {
			return err
		}
		_, now, err := (&user.Store{DB: e.DB}).Holder(ctx, userID)
		if err != nil || now == locked {
			return err
		}
		locked = now
	}
	return fault.New(fault.Unavailable, 0, "web.busy")
}

// onLock freezes the account, pauses the orders that run, and has screenings stopped and waiting replies ended (decisions §3, §14). Every
// worker asks for the lock by itself before it reaches a provider.
func (e *Env) onLock(ctx context.Context, userID string, locked bool) error {
	if err := e.freeze(ctx, userID, locked); err != nil {
		return err
	}
	if locked {
		err := errors.Join(e.Orders().PauseOf(ctx, userID), screening.Locked(ctx, e.Queues, userID), inbox.Locked(ctx, e.Queues, userID))
		if err != nil {
			return err
		}
	}
	return e.tellLock(ctx, userID, locked)
}

// ended closes the open connections of a session, or with an empty one of all sessions of a user. Its failure loses
// nothing: every push checks the session.
func (e *Env) ended(ctx context.Context, userID, session string) {
	if err := e.Hub.End(ctx, userID, session); err != nil {
		e.Log(map[string]any{"warning": "end sockets: " + err.Error(), "user": userID})
	}
}

func (e *Env) Sessions() *session.Service {
	return e.singletons.session.get(func() *session.Service {
		return &session.Service{DB: e.DB, Users: e.Users(), Roles: e.roles(), Signer: e.Signer, Now: e.Now, NewID: e.IDs.Next,
			Ended:       e.ended,
			PingSeconds: func(ctx context.Context) (int, error) { return e.Settings().Int(ctx, "ws.ping.seconds") }, Subscribed: e.subscribed,
			Sealer: sealer(e, "two-factor"), Settings: e.Settings(), Notify: e.accessNotice,
			Queues: e.Queues, Public: e.Config.PublicURL}
	})
}

func (e *Env) Orders() *order.Store {
	return e.singletons.orders.get(func() *order.Store {
		return &order.Store{DB: e.DB, Now: e.Now}
	})
}

func (e *Env) Ledger() *ledger.Ledger {
	e.singletons.ledger.Do(func() {
		users := &user.Store{DB: e.DB, Now: e.Now}
		e.singletons.ledger.it = &ledger.Ledger{DB: e.DB, Now: e.Now, Holder: users.Holder, OnMoved: e.streakOnMoved,
			OnLow: lowbalance.Op(e.Now)}
	})
	return e.singletons.ledger.it
}

func (e *Env) Prices() *price.List {
	return e.singletons.prices.get(func() *price.List {
		return &price.List{DB: e.DB, Now: e.Now}
	})
}

func (e *Env) ledgerService() *ledger.Service {
	return e.singletons.ledgerRoom.get(func() *ledger.Service {
		return &ledger.Service{Ledger: e.Ledger(), Users: e.Users(), NewID: e.NewID, Max: e.setting("recharge.max"),
			Notices: e.Notifier(), Limits: e.staffLimits()}
	})
}

func (e *Env) priceService() *price.Service {
	return e.singletons.priceRoom.get(func() *price.Service {
		return &price.Service{List: e.Prices(), Max: e.setting("price.max"), Country: country.Known, Users: e.Users(),
			Services: e.ownParts().codes()["service"],
			Files:    e.Uploader(), Sheets: e.Sheets, Text: e.words, Notices: e.Notifier(), Customers: e.customersOf, Limits: e.staffLimits(),
			NewID: e.NewID}
	})
}

// allowance bounds what costs only the platform, for accounts that staff activated or that paid.
func (e *Env) allowance() *allowance.Store {
	return &allowance.Store{DB: e.DB, Settings: e.Settings(), Now: e.Now, Known: e.vouched}
}

// vouched tells whether staff activated a customer, or money came in for it.
func (e *Env) vouched(ctx context.Context, tenant string) (bool, error) {
	known, err := customer.StaffActivated(ctx, e.DB, tenant)
	if err != nil || known {
		return known, err
	}
	m, err := e.Ledger().MoneyOf(ctx, tenant)
	return !m.PaidAt.IsZero(), err
}

// staffLimits bound what members of staff give of the platform's.
func (e *Env) staffLimits() *stafflimit.Store {
	return &stafflimit.Store{DB: e.DB, Settings: e.Settings(), Now: e.Now}
}

func (e *Env) streak() *streak.Service {
	return &streak.Service{DB: e.DB, Ledger: e.Ledger(), Now: e.Now, Reward: e.setting("streak.reward"),
		Recent: e.setting("streak.recent.days"), Share: e.setting("streak.paid.percent"), Text: e.words,
		Activated: func(ctx context.Context, userID string) (bool, error) {
			return customer.StaffActivated(ctx, e.DB, userID)
		}}
}

func (e *Env) balanceReport() *balancereport.Service {
	return &balancereport.Service{DB: e.DB, Ledger: e.Ledger()}
}

func (e *Env) agentService() *agent.Service {
	return &agent.Service{Customers: e.Customers(), Ledger: e.Ledger(), Low: e.setting("agent.low.credit"), Now: e.Now}
}

func (e *Env) staff() *staff.Service {
	return &staff.Service{DB: e.DB, Customer: e.tenant, Country: country.Known, Now: e.Now, NewID: e.NewID}
}

func (e *Env) Uploader() *upload.Service {
	e.singletons.upload.Do(func() {
		uploads, _ := e.buckets()
		e.singletons.upload.it = &upload.Service{DB: e.DB, Blobs: uploads, Settings: e.Settings(), Now: e.Now, NewID: e.NewID, Log: e.Log,
			Known: e.vouched}
	})
	return e.singletons.upload.it
}

func (e *Env) Contacts() *contact.Service {
	e.singletons.contact.Do(func() {
		_, files := e.buckets()
		e.singletons.contact.it = &contact.Service{DB: e.DB, Sheets: e.Sheets, Files: e.Uploader(), Blobs: files, Settings: e.Settings(),
			Queues: e.Queues, Country: country.Known, Customer: e.orderer, Open: e.open(contact.Business), Texts: e.ownParts().texts(),
			DNS: dns.New(e.Config.DNSServer), Now: e.Now, NewID: e.NewID, Log: e.Log}
	})
	return e.singletons.contact.it
}

func (e *Env) UserService() *user.Service {
	return &user.Service{Users: e.Users(), Notify: e.accessNotice}
}

func (e *Env) settingService() *setting.Service { return &setting.Service{Store: e.Settings()} }

// paying tells whether a user has an unpaid top-up or an open order in USDT.
func (e *Env) paying(ctx context.Context, userID string) (bool, error) {
	unpaid, err := topup.Unpaid(ctx, e.DB, userID)
	if err != nil || unpaid {
		return unpaid, err
	}
	return usdt.Open(ctx, e.DB, userID)
}

func (e *Env) Customers() *customer.Service {
	return e.singletons.customer.get(func() *customer.Service {
		return &customer.Service{Users: e.Users(), Balances: e.Ledger(), Country: country.Known,
			Open: e.open(customer.Business), EmailEnding: e.setting("email.tld.max"), NewID: e.NewID, Text: e.Text, Log: e.Log,
			Segment: func(ctx context.Context, text string) error {
				return contact.CheckSegments(ctx, e.Settings(), text, contact.SettingStars)
			},
			Limits: e.staffLimits(), Paying: e.paying, Notices: e.Notifier(), Keep: (&upload.Service{DB: e.DB}).Keep,
			OwnImage: (&upload.Service{DB: e.DB}).OwnImage}
	})
}

// customersOf are the first-level customers of an agent.
func (e *Env) customersOf(ctx context.Context, agent string) ([]auth.Owner, error) {
	var all []auth.Owner
	for q := (store.ListQuery{Current: 1, Size: 100, Filters: map[string]string{"type": "2"}}); ; q.Current++ {
		rows, _, err := customer.Customers.Page(ctx, e.DB, string(auth.AgentScope(agent)), q)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			all = append(all, auth.Owner{User: row.UserID, Tenant: row.UserID, Agent: agent})
		}
		if len(rows) < q.Size {
			return all, nil
		}
	}
}
