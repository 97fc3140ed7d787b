package customer

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/plain"
	"herald/pkg/platform/user"
)

// Kinds of a customer (business-domain §3).
const (
	Person     = "person"
	Enterprise = "enterprise"
)

// Partner is a user's data as a business partner, in a row of its own beside the user (store.go). It is also the
// request to change them.
type Partner struct {
	CompanyName   string `dynamodbav:"companyName,omitempty" json:"companyName,omitempty" doc:"Company name. Required when customerType is enterprise." example:"Lima Ltda"`
	CountryCode   string `dynamodbav:"countryCode,omitempty" json:"countryCode,omitempty" doc:"Required. Country code, ISO 3166-1 alpha-2." example:"BR"`
	CustomerType  string `dynamodbav:"customerType,omitempty" json:"customerType,omitempty" doc:"Required. person or enterprise." example:"enterprise"`
	CustomerLevel any    `dynamodbav:"customerLevel,omitempty" json:"customerLevel,omitempty" doc:"Level: a whole number or a short text."`
	RecommendUser string `dynamodbav:"recommendUserId,omitempty" json:"recommendUserId,omitempty" doc:"Id of the referrer."`
	RecommendName string `dynamodbav:"recommendUserName,omitempty" json:"-"`
	Currency      string `dynamodbav:"currency,omitempty" json:"currency,omitempty" doc:"Payment currency: RMB, USD or EUR." example:"USD"`
	Weight        int    `dynamodbav:"groupSendWeight,omitempty" json:"groupSendWeight,omitempty" minimum:"0" maximum:"1000"`
	Terms
	Segment   string     `dynamodbav:"segment,omitempty" json:"-"`   // number segments that its user filters by most often
	Activated *time.Time `dynamodbav:"activated,omitempty" json:"-"` // when the account was activated; nil: it is not
	// when staff activated it first; an agent's activation is not staff's
	ByStaff   *time.Time `dynamodbav:"activatedByStaff,omitempty" json:"-"`
	Requested *time.Time `dynamodbav:"verificationRequested,omitempty" json:"-"` // when the user first asked staff to verify the account
}

// Terms are what the customer may and gets beside its prices: its rights are given by staff and agents, the rest by staff alone
// (business-domain §3, §6).
type Terms struct {
	USDT          bool `dynamodbav:"usdtAuth,omitempty" json:"usdtAuth,omitempty" doc:"The customer may pay in USDT."`
	API           bool `dynamodbav:"apiCustomer,omitempty" json:"apiCustomer,omitempty" doc:"The customer uses the API."`
	Core          bool `dynamodbav:"coreCustomer,omitempty" json:"coreCustomer,omitempty" doc:"Core bulk-send customer. Set by staff."`
	Brand         bool `dynamodbav:"brandCustomer,omitempty" json:"brandCustomer,omitempty" doc:"Brand customer. Set by staff."`
	Discount      int  `dynamodbav:"brandDiscount,omitempty" json:"brandDiscount,omitempty" minimum:"0" maximum:"100" doc:"Rebate of a brand customer: percent of the platform's share of each charge, without the agent's margin. Set by staff."`
	DailyBatch    int  `dynamodbav:"dailyBatchCount,omitempty" json:"dailyBatchCount,omitempty" minimum:"0" maximum:"10000" doc:"Bulk sends a day. 0: no limit. Set by staff."`
	MaxThroughput int  `dynamodbav:"maxThroughput,omitempty" json:"maxThroughput,omitempty" minimum:"0" maximum:"100000" doc:"Messages a second. 0: no limit. Set by staff."`
}

// Profile is what is asked about a customer (decisions §10). Its rules are check's, so that each has its own message.
type Profile struct {
	Name  string `json:"name,omitempty" doc:"Required. At most 50 characters." example:"Ada Lima"`
	Phone string `json:"phone,omitempty" doc:"Required. The login name: digits without area code." example:"11987654321"`
	Email string `json:"email,omitempty" doc:"Required of a customer." example:"ada@lima.com"`
	Partner
}

// Customer is a user and the partner that it is.
type Customer struct {
	user.User
	Partner
}

func (c *Customer) profile() Profile {
	return Profile{Name: c.Name, Phone: c.Phone, Email: c.Email, Partner: c.Partner}
}

func (p *Profile) into(c *Customer) {
	c.Name, c.Phone, c.Login, c.Email, c.Partner = p.Name, p.Phone, p.Phone, p.Email, p.Partner
}

// Forms of the specification (platform-services §5; business-domain §5).
var (
	phoneForm = lazyregexp.New(`^[1-9][0-9]{5,13}$`)
)

// Currencies that a customer can pay in (platform-services §9).
var Currencies = []string{"RMB", "USD", "EUR"}

const (
	maxName  = 50
	maxText  = 128
	maxLevel = 20
)

// normalize removes typing residue: spaces around, a plus sign before the phone, lowercase letters in the country.
func (p *Profile) normalize() {
	for _, text := range []*string{&p.Name, &p.Phone, &p.Email, &p.CompanyName, &p.CountryCode} {
		*text = strings.TrimSpace(*text)
	}
	p.Phone, p.Email = strings.TrimPrefix(plain.Pasted(p.Phone), "+"), plain.Pasted(p.Email)
	p.CountryCode = strings.ToUpper(p.CountryCode)
	if !p.Brand {
		p.Discount = 0 // it goes with the mark
	}
}

// problems collects what is wrong, in the order of the form.
type problems []fault.Field

func (p *problems) add(wrong bool, field, key string, args ...any) {
	if wrong {
		*p = append(*p, fault.Field{Name: field, Key: key, Args: fault.Args(args...)})
	}
}

// err is one 400 with every field; its message is that of the first.
func (p problems) err() error {
	if len(p) == 0 {
		return nil
	}
	e := fault.New(fault.Invalid, 0, p[0].Key)
	e.Args, e.Fields = p[0].Args, p
	return e
}

// only keeps the problems of fields that a change names.
func only(err error, changes func(field string) bool) error {
	e := fault.As(err)
	if e == nil {
		return err
	}
	var bad problems
	for _, f := range e.Fields {
		if changes(f.Name) {
			bad = append(bad, f)
		}
	}
	return bad.err()
}

// check refuses a profile. Keys: customer.name, customer.nameLong, customer.phone, customer.email, customer.emailForm,
// customer.company, customer.textLong, customer.country, customer.type, customer.level.
func (r *Service) check(ctx context.Context, p *Profile, emailRequired bool) error {
	ending := email.LongestEnding
	if r.EmailEnding != nil {
		var err error
		if ending, err = r.EmailEnding(ctx); err != nil {
			return err
		}
	}
	var bad problems
	bad.add(p.Name == "", "name", "customer.name")
	bad.add(utf8.RuneCountInString(p.Name) > maxName, "name", "customer.nameLong", "n", maxName)
	bad.add(!phoneForm.MatchString(p.Phone), "phone", "customer.phone")
	if p.Email == "" {
		bad.add(emailRequired, "email", "customer.email")
	} else {
		bad.add(!email.Valid(p.Email, ending), "email", "customer.emailForm")
	}
	bad.add(p.CustomerType == Enterprise && p.CompanyName == "", "companyName", "customer.company")
	bad.add(utf8.RuneCountInString(p.CompanyName) > maxText, "companyName", "customer.textLong", "n", maxText)
	bad.add(!r.Country(p.CountryCode), "countryCode", "customer.country")
	bad.add(p.CustomerType != Person && p.CustomerType != Enterprise, "customerType", "customer.type")
	bad.add(!isLevel(p.CustomerLevel), "customerLevel", "customer.level", "n", maxLevel)
	bad.add(p.Currency != "" && !slices.Contains(Currencies, p.Currency), "currency", "customer.currency")
	return bad.err()
}

func isLevel(v any) bool {
	switch x := v.(type) {
	case nil:
		return true
	case string:
		return utf8.RuneCountInString(x) <= maxLevel
	case float64:
		return x == math.Trunc(x) && math.Abs(x) < 1e9
	}
	return false
}
