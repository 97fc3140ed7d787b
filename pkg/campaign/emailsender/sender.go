package emailsender

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/domain"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

// States of a sender, the worst first.
const (
	Disabled   = "disabled"   // its customer switched it off
	Unverified = "unverified" // the domain has no proof or DKIM records
	Failing    = "failing"    // the domain had them
	Paused     = "paused"     // the provider, or staff, stopped the account that sends
	Usable     = "usable"
)

// Who uses a sender of the platform.
const (
	ShareOwn  = "own"
	ShareAll  = "all"
	ShareSome = "some"
)

var shares = []string{ShareOwn, ShareAll, ShareSome}

// WarmUp is how a sender begins: Start emails on its first day, Percent more every day, for so many days.
type WarmUp struct {
	Start   int `dynamodbav:"s" json:"start" minimum:"1" maximum:"1000000" doc:"Emails on the first day."`
	Percent int `dynamodbav:"p" json:"percent" minimum:"1" maximum:"300" doc:"Growth per day."`
	Days    int `dynamodbav:"d" json:"days" minimum:"1" maximum:"90" doc:"Days after which the warm-up is over."`
}

// mostWarm is more than a sender sends on a day.
const mostWarm = 100_000_000

// Plan is the number of emails of each day. The console counts alike (web/src/features/emailsender/plan.ts; testdata/plans.json).
func (w *WarmUp) Plan() []int {
	all := make([]int, 0, w.Days)
	for n := w.Start; len(all) < w.Days; n = min(mostWarm, n+max(1, n*w.Percent/100)) {
		all = append(all, n)
	}
	return all
}

// Sender is a sender as it is listed.
type Sender struct {
	ID       string `dynamodbav:"id" json:"id"`
	Name     string `dynamodbav:"n" json:"name" doc:"Name that recipients see."`
	Mailbox  string `dynamodbav:"m" json:"mailbox" doc:"Part of the address before the @."`
	DomainID string `dynamodbav:"di" json:"domainId"`
	Domain   string `dynamodbav:"do" json:"domain" doc:"Domain as people read it."`
	Address  string `dynamodbav:"a" json:"address" doc:"Address that recipients see, as mail servers know it."`

	ReplyTo     string     `dynamodbav:"r,omitempty" json:"replyTo" doc:"Address that answers go to. Empty: the sender's own."`
	ReplyToName string     `dynamodbav:"rn,omitempty" json:"replyToName"`
	DailyLimit  int        `dynamodbav:"l,omitempty" json:"dailyLimit" doc:"Emails per day at +08:00. 0: no limit."`
	WarmUp      *WarmUp    `dynamodbav:"w,omitempty" json:"warmUp" doc:"Null: none."`
	WarmFrom    *time.Time `dynamodbav:"wf,omitempty" json:"warmFrom" doc:"Start of the warm-up."`
	WarmDay     int        `dynamodbav:"-" json:"warmDay" doc:"Day of the warm-up, from 1. 0: none, or finished."`

	Enabled   bool   `dynamodbav:"e" json:"enabled"`
	State     string `dynamodbav:"-" json:"state" enum:"usable,unverified,failing,paused,disabled"`
	Allowance *int   `dynamodbav:"-" json:"allowance" doc:"Emails that it can send today in all. Null: no limit."`
	Used      int    `dynamodbav:"-" json:"used" doc:"Emails of today."`

	Share        string    `dynamodbav:"s" json:"share" enum:"own,all,some" doc:"Who uses a sender of the platform."`
	Customers    []string  `dynamodbav:"sc,omitempty" json:"customers" nullable:"false" doc:"Ids of the customers that use it, with share some. Only staff see them."`
	Platform     bool      `dynamodbav:"pf,omitempty" json:"platform" doc:"It belongs to the platform."`
	CustomerID   string    `dynamodbav:"cu,omitempty" json:"customerId" doc:"Empty: the platform's own."`
	CustomerName string    `dynamodbav:"cn,omitempty" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"ct" json:"createTime"`
	UpdateTime   time.Time `dynamodbav:"ut" json:"updateTime"`
}

// entity is the row of a sender.
type entity struct {
	Sender
	Owner   auth.Owner `dynamodbav:"o"`
	Version int64      `dynamodbav:"v"`
	Mark    string     `dynamodbav:"mk,omitempty"` // operation of the last change, by which its repetition is known

	Claimed     bool      `dynamodbav:"cl,omitempty"` // its address is claimed: claimOps
	AddressTime time.Time `dynamodbav:"at"`           // since when it has the address; zero: since its creation
}

// sharedScope lists the platform's senders that every customer uses.
const sharedScope = "shared"

// scopes are those that list the sender.
func (e *entity) scopes() []string {
	all := e.Owner.ScopeNames()
	switch e.Share {
	case ShareAll:
		all = append(all, sharedScope)
	case ShareSome:
		for _, id := range e.Customers {
			all = append(all, string(auth.UserScope(id)))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// today is the number of the day of a warm-up, from 0; false when there is none, or it is over.
func (s *Sender) today(now time.Time) (day int, warming bool) {
	if s.WarmUp == nil || s.WarmFrom == nil {
		return 0, false
	}
	day = int(midnight(now).Sub(midnight(*s.WarmFrom)) / (24 * time.Hour))
	return day, day >= 0 && day < s.WarmUp.Days
}

// limit is how many emails a sender sends on the day of a moment; 0: without limit.
func (s *Sender) limit(now time.Time) int {
	n := s.DailyLimit
	if day, warming := s.today(now); warming {
		if warm := s.WarmUp.Plan()[day]; n == 0 || warm < n {
			n = warm
		}
	}
	return n
}

// Service is the module of email senders.
type Service struct {
	DB       store.DB
	Domains  *domain.Service
	Settings *setting.Store
	Accounts *sender.Store // how the accounts of the registry stand
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
}

// now is the moment as it is kept.
func (r *Service) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }

// stopped tells whether staff switched an account off, or it rests because its provider refuses it. A day that is full is no stop.
func (r *Service) stopped(ctx context.Context, account string) (bool, error) {
	if account == "" {
		return false, nil
	}
	s, err := r.Accounts.Of(ctx, account)
	return s.Off || time.UnixMilli(s.Until).After(r.Now()), err
}
