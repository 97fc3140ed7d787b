package domain

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/certificate"
	"herald/pkg/kit/dns"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/spf"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
	"herald/pkg/provider"
)

// State of a domain.
type State string

const (
	Pending  State = "pending"
	Verified State = "verified"
	Failing  State = "failing" // it was verified, and a record is missing or wrong now
	Expired  State = "expired" // it failed, or was pending, for too long

	deleted State = "deleted" // the provider does not know yet
)

var states = []string{string(Pending), string(Verified), string(Failing), string(Expired)}

// What a domain is for.
const (
	UseEmail = "email"
	UseLink  = "link"
)

var uses = []string{UseEmail, UseLink}

// Platform is the tenant of domains that belong to the platform itself.
const Platform = "platform"

// Domain is a domain as it is listed.
type Domain struct {
	ID    string   `dynamodbav:"id" json:"id"`
	Name  string   `dynamodbav:"n" json:"name" doc:"Name as people read it."`
	ASCII string   `dynamodbav:"a" json:"ascii" doc:"Name as name servers know it."`
	Uses  []string `dynamodbav:"u" json:"uses" enum:"email,link" nullable:"false"`

	State    State    `dynamodbav:"s" json:"state" enum:"pending,verified,failing,expired"`
	Sending  bool     `dynamodbav:"se,omitempty" json:"sending" doc:"Emails can be sent from it: the proof and the DKIM records are there and the provider has found them."`
	Proven   bool     `dynamodbav:"pr,omitempty" json:"proven" doc:"The customer has proven that it owns the domain."`
	Linking  bool     `dynamodbav:"li,omitempty" json:"linking" doc:"Short links use it: the proof, its record and a certificate that browsers trust are there."`
	Problems []string `dynamodbav:"pb,omitempty" json:"problems" nullable:"false" enum:"ownership,dkim,returnPath,spf,dmarc,tracking,link,provider" doc:"Required records that are not in order, by their purposes."`
	Default  bool     `dynamodbav:"-" json:"default" doc:"The customer's first choice."`
	Shared   bool     `dynamodbav:"sh,omitempty" json:"shared" doc:"A domain of the platform that every customer can use."`
	Checking bool     `dynamodbav:"-" json:"checking" doc:"A check is running."`

	Certificate *Certificate `dynamodbav:"ce,omitempty" json:"certificate" doc:"Of a domain for links. Null: not seen yet, the record comes first."`

	CustomerID   string     `dynamodbav:"cu,omitempty" json:"customerId" doc:"Empty: the platform's own."`
	CustomerName string     `dynamodbav:"cn,omitempty" json:"customerName"`
	CheckTime    *time.Time `dynamodbav:"ck,omitempty" json:"checkTime" doc:"Time of the last check. Null: none yet."`
	VerifyTime   *time.Time `dynamodbav:"vt,omitempty" json:"verifyTime" doc:"Time at which it was last found verified."`
	Since        time.Time  `dynamodbav:"si" json:"since" doc:"Time of the last change of the state."`
	Deadline     *time.Time `dynamodbav:"dl,omitempty" json:"deadline" doc:"Time at which it expires if nothing changes. Null: it does not."`
	CreateTime   time.Time  `dynamodbav:"ct" json:"createTime"`
	Asked        *time.Time `dynamodbav:"as,omitempty" json:"-"` // for a check
}

// Is reports whether a domain is for a use.
func (d *Domain) Is(use string) bool { return slices.Contains(d.Uses, use) }

// Detail is a domain with the records that its owner publishes.
type Detail struct {
	Domain
	Records  []Record    `json:"records" nullable:"false"`
	Provider string      `json:"provider" enum:"pending,verified,failed,temporary,none" doc:"What the email provider says of the domain. none: no email provider is set up, or the domain is not for email."`
	SPF      *spf.Report `json:"spf" doc:"SPF record of the return path with everything that it includes. Null: there is none to check."`
	DMARC    *Policy     `json:"dmarc" doc:"DMARC policy that holds for the domain. Null: none was found."`
}

// entity is the row of a domain.
type entity struct {
	Domain
	Owner    auth.Owner              `dynamodbav:"o"`
	Version  int64                   `dynamodbav:"v"`
	Token    string                  `dynamodbav:"tk"`
	Keys     []provider.DNSRecord    `dynamodbav:"ky,omitempty"` // of the provider
	Account  string                  `dynamodbav:"ac,omitempty"` // registry id of the sender that has the domain
	Identity provider.IdentityStatus `dynamodbav:"is,omitempty"`
	Accepted bool                    `dynamodbav:"ok,omitempty"` // the provider sends from it
	Added    bool                    `dynamodbav:"ad,omitempty"` // the provider has it because of us
	Records  []Record                `dynamodbav:"rs,omitempty"`
	SPF      *spf.Report             `dynamodbav:"sp,omitempty"`
	DMARC    *Policy                 `dynamodbav:"dm,omitempty"`
	Used     int                     `dynamodbav:"su,omitempty"` // by senders and the like: UseOps
	Mark     string                  `dynamodbav:"mk,omitempty"` // operation of the last change, by which its repetition is known
}

func (e *entity) tenant() string { return e.Owner.Tenant }

// scopes are those that list the domain.
func (e *entity) scopes() []string {
	all := e.Owner.ScopeNames()
	if e.Shared {
		all = append(all, sharedScope)
	}
	return all
}

// sharedScope lists the platform's domains that every customer can use.
const sharedScope = "shared"

// Service is the module of domains.
type Service struct {
	DB    store.DB
	Names *dns.Resolver
	// Certificates looks at what is presented for domains of links. Nil: a function that checks no domain.
	Certificates *certificate.Checker
	Settings     *setting.Store
	Notices      *notice.Store
	Queues       queue.Queues
	Now          func() time.Time
	NewID        func(ctx context.Context) string
	NewToken     func() string // unguessable
	Log          func(line map[string]any)
	Text         func(ctx context.Context, key string, args map[string]any) string
	// Account is the account that email goes out by; nil when none is set up. Tasks of queue job alone call it.
	Account func() *provider.Account
	// Customer is the tenant of a user in the scope, and its name; the 404 fault for any other id.
	Customer func(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error)
}

// now is the moment as it is kept.
func (r *Service) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }
