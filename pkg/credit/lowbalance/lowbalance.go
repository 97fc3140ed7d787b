// Package lowbalance alerts users whose credit falls below the threshold that they set, by a notice and by email. The ledger stores a
// crossing in the transaction of the movement; the tick that finds it notifies the user once. Credit that rises above the threshold arms
// the alert again.
package lowbalance

import (
	"context"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/user"
)

// Service is the module of low-balance alerts.
type Service struct {
	DB       store.DB
	Ledger   *ledger.Ledger
	Users    *user.Store
	Notices  *notice.Store
	Queues   queue.Queues
	Now      func() time.Time
	Max      func(ctx context.Context) (int, error) // the setting recharge.max, in whole credits
	MailFrom func(ctx context.Context) (string, error)
	Public   string // address of the console
}

var (
	_ module.Module = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// crossings are the alerts that are not sent yet, keys JOB#0 / … (kit/job).
func crossings(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: "platform", Name: "lowbalance", Shards: 1}
}

// Op stores a crossing in the transaction of its movement.
func Op(now func() time.Time) func(c ledger.Crossing) store.Op {
	return func(c ledger.Crossing) store.Op {
		return crossings(nil).At(now(), c.Account+"."+c.Movement, "", c)
	}
}

// Alert is the threshold of a user.
type Alert struct {
	Threshold money.Amount `json:"threshold" doc:"Below this balance you are alerted. 0: never."`
	IsLow     bool         `json:"isLow" doc:"The available credit is below the threshold."`
}

const path = "/aty/customerinfo/balance/alert"

// Routes of the module.
func (s *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: path, Perm: web.SignedIn, Summary: "Get the caller's low-balance alert"}, s.get)
	web.Handle(a, web.Route{Method: "PUT", Path: path, Perm: web.SignedIn, Summary: "Set the caller's low-balance alert"}, s.put)
}

// caller is the account of the caller. Staff hold no credit.
func caller(ctx context.Context) (string, error) {
	p := auth.Must(ctx)
	if p.Type == auth.Admin {
		return "", fault.Missing()
	}
	return p.UserID, nil
}

func (s *Service) get(ctx context.Context, _ *struct{}) (*Alert, error) {
	account, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := s.Ledger.Accounts(ctx, account)
	if err != nil {
		return nil, err
	}
	return alertOf(rows[0]), nil
}

func alertOf(a ledger.Account) *Alert {
	return &Alert{Threshold: a.Low, IsLow: a.Available < a.Low}
}

// put sets the threshold. Fault: lowbalance.range.
func (s *Service) put(ctx context.Context, in *struct {
	Body struct {
		Threshold money.Amount `json:"threshold" doc:"0 turns the alert off."`
	}
}) (*Alert, error) {
	account, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	most, err := s.Max(ctx)
	if err != nil {
		return nil, err
	}
	threshold := in.Body.Threshold
	if threshold < 0 || threshold > money.Amount(most)*money.Credit {
		return nil, fault.Bad("threshold", "lowbalance.range", "max", most)
	}
	rows, err := s.Ledger.Accounts(ctx, account)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, account, map[string]any{"threshold": rows[0].Low.String()}, map[string]any{"threshold": threshold.String()})
	if err := s.Ledger.SetLow(ctx, account, threshold); err != nil {
		return nil, err
	}
	rows[0].Low = threshold
	return alertOf(rows[0]), nil
}

// Tick alerts the users whose credit fell below their threshold. It may run twice: the notice has the movement's name, and the email is
// claimed by it.
func (s *Service) Tick(ctx context.Context) error {
	return crossings(s.DB).Tick(ctx, s.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		var c ledger.Crossing
		if err := d.Decode(&c); err != nil {
			return next, err
		}
		return next, s.alert(ctx, c, d.At)
	})
}

func (s *Service) alert(ctx context.Context, c ledger.Crossing, at time.Time) error {
	args := map[string]string{"balance": c.Balance.String(), "threshold": c.Threshold.String()}
	err := s.Notices.Notify(ctx, notice.Personal{UserID: c.Account, Key: "low." + c.Movement, Title: "lowbalance.title",
		Body: "lowbalance.text",
		Args: args, Link: "/account/statement"})
	if err != nil {
		return err
	}
	from, err := s.MailFrom(ctx)
	if err != nil || from == "" {
		return err
	}
	u, ok, err := s.Users.Load(ctx, c.Account)
	if err != nil || !ok {
		return err
	}
	to, ok := email.Normalise(u.Email)
	if !ok {
		return nil
	}
	m := Mail{User: u.ID, Key: "low.mail." + c.Movement, To: to, From: from, Lang: u.Language, Link: s.Public + "/welcome", Args: args,
		Until: at.Add(mailLife)}
	return s.Queues.Send(ctx, Queue, m.message())
}
