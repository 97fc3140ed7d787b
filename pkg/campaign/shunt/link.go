package shunt

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/domain"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

// What a link leads to.
const (
	KindNumber = "number"
	KindGroup  = "group"
)

// States of links and targets.
const (
	Enabled  = "enabled"
	Disabled = "disabled"
	Invalid  = "invalid" // a number without WhatsApp, or a group whose invite link was withdrawn
)

var (
	kinds        = []string{KindNumber, KindGroup}
	linkStates   = []string{Enabled, Disabled}
	targetStates = []string{Enabled, Disabled, Invalid}
)

// Link is a shunting link as it is listed.
type Link struct {
	ID          string     `dynamodbav:"id" json:"id"`
	Code        string     `dynamodbav:"c" json:"code" doc:"Last part of the link's address."`
	URL         string     `dynamodbav:"-" json:"url" doc:"Address that visitors open."`
	Name        string     `dynamodbav:"n" json:"name"`
	Remark      string     `dynamodbav:"r,omitempty" json:"remark"`
	Kind        string     `dynamodbav:"k" json:"kind" enum:"number,group"`
	CountryCode string     `dynamodbav:"co" json:"countryCode"`
	Greeting    string     `dynamodbav:"g,omitempty" json:"greeting" doc:"Text that a visitor finds in the chat, to be sent to the number."`
	Status      string     `dynamodbav:"s" json:"status" enum:"enabled,disabled"`
	ExpireTime  *time.Time `dynamodbav:"x,omitempty" json:"expireTime" doc:"Time at which the link ends. Null: never."`
	Fallback    string     `dynamodbav:"f,omitempty" json:"fallback" doc:"Address that visitors come to when no target is available."`
	Params      []string   `dynamodbav:"p,omitempty" json:"params" nullable:"false" doc:"Own parameters that a visit keeps beside utm_source and the like."`

	TargetCount int  `dynamodbav:"tn,omitempty" json:"targetCount" doc:"Numbers or groups of the link."`
	UsableCount int  `dynamodbav:"un,omitempty" json:"usableCount" doc:"Those that are enabled and not full."`
	Expired     bool `dynamodbav:"-" json:"expired"`

	Clicks7 int64 `dynamodbav:"-" json:"clicks7" doc:"Clicks of people in the last 7 days at +08:00, today included."`
	Clicks  int64 `dynamodbav:"-" json:"clicks" doc:"Clicks of people."`
	Bots    int64 `dynamodbav:"-" json:"bots" doc:"Requests of machines: link previews, search engines, scanners."`
	Advised bool  `dynamodbav:"-" json:"advised" doc:"The link has as many uses as a short link should have: setting shunt.uses.advice. A new one is advised."`

	CustomerID   string    `dynamodbav:"cu" json:"customerId"`
	CustomerName string    `dynamodbav:"cn,omitempty" json:"customerName"`
	CreateTime   time.Time `dynamodbav:"ct" json:"createTime"`
	UpdateTime   time.Time `dynamodbav:"ut" json:"updateTime"`
}

// ends reports a link whose time is over.
func (l *Link) ends(now time.Time) bool { return l.ExpireTime != nil && !l.ExpireTime.After(now) }

// Open reports whether a link leads visitors to its targets.
func (l *Link) Open(now time.Time) bool { return l.Status == Enabled && !l.ends(now) }

// Target is a number or a group of a link.
type Target struct {
	ID         string    `dynamodbav:"id"`
	N          int       `dynamodbav:"n"` // within the link, from 1, never used again
	Phone      string    `dynamodbav:"p,omitempty"`
	URL        string    `dynamodbav:"u,omitempty"` // of a group
	Remark     string    `dynamodbav:"r,omitempty"`
	Status     string    `dynamodbav:"s"`
	Weight     int       `dynamodbav:"w"`
	From       string    `dynamodbav:"hf,omitempty"` // hours of the day, 15:04
	To         string    `dynamodbav:"ht,omitempty"`
	Cap        int       `dynamodbav:"c,omitempty"` // visitors a day; 0: without limit
	Greeting   string    `dynamodbav:"g,omitempty"`
	Full       bool      `dynamodbav:"f,omitempty"` // of a group
	CreateTime time.Time `dynamodbav:"ct"`
}

// Usable reports a target that visitors may be led to, hours and cap aside.
func (t *Target) Usable() bool { return t.Status == Enabled && !t.Full }

// Row is the row of a link with its targets.
type Row struct {
	Link
	Owner   auth.Owner `dynamodbav:"o"`
	Version int64      `dynamodbav:"v"`
	Last    int        `dynamodbav:"ln,omitempty"` // the last target's number
	Targets []Target   `dynamodbav:"t,omitempty"`
	// Channel is the id of the sales channel that the link belongs to; Reference ends the texts of its visitors.
	Channel   string `dynamodbav:"ch,omitempty"`
	Reference string `dynamodbav:"cr,omitempty"`
	Mark      string `dynamodbav:"mk,omitempty"` // operation of the last change, by which its repetition is known
}

// target finds a target by its id; nil for none.
func (e *Row) target(id string) *Target {
	for i := range e.Targets {
		if e.Targets[i].ID == id {
			return &e.Targets[i]
		}
	}
	return nil
}

// tally brings the numbers of targets up to date.
func (e *Row) tally() {
	e.TargetCount, e.UsableCount = len(e.Targets), 0
	for i := range e.Targets {
		if e.Targets[i].Usable() {
			e.UsableCount++
		}
	}
}

// Service is the module of shunting links.
type Service struct {
	DB       store.DB
	Clicks   *click.Reader
	Contacts *contact.Service // reads files with numbers
	Settings *setting.Store
	Texts    *i18n.Catalogue
	Public   string // origin of the console, without a trailing slash
	Now      func() time.Time
	NewID    func(ctx context.Context) string
	NewCode  func() string // unguessable
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
	// Domains know who has proven the host of a fallback address.
	Domains *domain.Service
}

// now is the moment as it is kept.
func (r *Service) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }
