// Package customer is the customers as business partners: who makes them, what is asked of them, and what they see of
// themselves (business-domain §3, §5, §6). That they sign in, and their rows, are platform/user's.
package customer

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode/utf8"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// Room keeps customers.
type Room struct {
	Users    *user.Book
	Balances *ledger.Book
	Country  func(code string) bool // whether a code is a country's that may be chosen
	// Open refuses a country that an admin closed for customers; nil: none is.
	Open func(ctx context.Context, field, code string) error
	// Keep marks an uploaded picture as used; the 404 fault for one that the scope does not see. nil: there are none.
	Keep func(ctx context.Context, scope auth.Scope, fileIDs ...string) error
	// OwnImage tells whether a file that the user uploaded itself is an image; the 404 fault for any other. nil: all are.
	OwnImage func(ctx context.Context, userID, fileID string) (bool, error)
	NewID    func(ctx context.Context) string
}

// open refuses a new customer of a country that is closed; those that there are stay.
func (r *Room) open(ctx context.Context, w *Profile) error {
	if r.Open == nil {
		return nil
	}
	return r.Open(ctx, "countryCode", w.CountryCode)
}

// Profile is what is asked about a customer (decisions §10). Its rules are check's, so that each has its own message.
type Profile struct {
	Name          string `json:"name,omitempty" doc:"required, at most 50 characters" example:"Ada Lima"`
	Phone         string `json:"phone,omitempty" doc:"required; the login name: digits without area code" example:"11987654321"`
	Email         string `json:"email,omitempty" doc:"required of a customer" example:"ada@lima.com"`
	CompanyName   string `json:"companyName,omitempty" doc:"required of an enterprise" example:"Lima Ltda"`
	CountryCode   string `json:"countryCode,omitempty" doc:"required; ISO 3166-1 alpha-2" example:"BR"`
	CustomerType  string `json:"customerType,omitempty" doc:"required; person or enterprise" example:"enterprise"`
	CustomerLevel any    `json:"customerLevel,omitempty" doc:"a whole number or a short text"`
	RecommendUser string `json:"recommendUserId,omitempty" doc:"the referrer"`
	Weight        int    `json:"groupSendWeight,omitempty" minimum:"0" maximum:"1000"`
}

// Forms of the specification (platform-services §5; business-domain §5).
var (
	phoneForm = regexp.MustCompile(`^[1-9][0-9]{5,13}$`)
	emailForm = regexp.MustCompile(`^[A-Za-z0-9._%+-]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,4}$`)
)

// Business that a country can be closed for: customers of it.
const Business = "customer"

const (
	maxName  = 50
	maxText  = 128
	maxLevel = 20
)

// tidy takes away what typing leaves: spaces around, a plus sign before the phone, small letters in the country.
func (p *Profile) tidy() {
	for _, text := range []*string{&p.Name, &p.Phone, &p.Email, &p.CompanyName, &p.CountryCode} {
		*text = strings.TrimSpace(*text)
	}
	p.Phone = strings.TrimPrefix(p.Phone, "+")
	p.CountryCode = strings.ToUpper(p.CountryCode)
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

// check refuses a profile. Keys: customer.name, customer.nameLong, customer.phone, customer.email, customer.emailForm,
// customer.company, customer.textLong, customer.country, customer.type, customer.level.
func (r *Room) check(p *Profile, emailRequired bool) error {
	var bad problems
	bad.add(p.Name == "", "name", "customer.name")
	bad.add(utf8.RuneCountInString(p.Name) > maxName, "name", "customer.nameLong", "n", maxName)
	bad.add(!phoneForm.MatchString(p.Phone), "phone", "customer.phone")
	if p.Email == "" {
		bad.add(emailRequired, "email", "customer.email")
	} else {
		bad.add(!emailForm.MatchString(p.Email) || len(p.Email) > maxText, "email", "customer.emailForm")
	}
	bad.add(p.CustomerType == user.Enterprise && p.CompanyName == "", "companyName", "customer.company")
	bad.add(utf8.RuneCountInString(p.CompanyName) > maxText, "companyName", "customer.textLong", "n", maxText)
	bad.add(!r.Country(p.CountryCode), "countryCode", "customer.country")
	bad.add(p.CustomerType != user.Person && p.CustomerType != user.Enterprise, "customerType", "customer.type")
	bad.add(!isLevel(p.CustomerLevel), "customerLevel", "customer.level", "n", maxLevel)
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

func (p *Profile) into(u *user.User) {
	u.Name, u.Email, u.Company, u.Country, u.Kind, u.Level, u.Weight = p.Name, p.Email, p.CompanyName, p.CountryCode, p.CustomerType, p.CustomerLevel, p.Weight
	u.Phone, u.Login = p.Phone, p.Phone
}

func profileOf(u *user.User) Profile {
	return Profile{Name: u.Name, Phone: u.Phone, Email: u.Email, CompanyName: u.Company, CountryCode: u.Country, CustomerType: u.Kind,
		CustomerLevel: u.Level, RecommendUser: u.Recommender, Weight: u.Weight}
}

// recommend sets the referrer, who must be in the caller's scope.
func (r *Room) recommend(ctx context.Context, scope auth.Scope, p *Profile, u *user.User) error {
	if p.RecommendUser == "" || p.RecommendUser == u.Recommender {
		return nil
	}
	by, err := r.Users.Find(ctx, scope, p.RecommendUser)
	if err == nil {
		u.Recommender, u.RecommendedBy = by.ID, by.Name
	}
	return err
}

// make creates a first-level customer of the caller: of the house, or of the agent that calls. An admin may name the agent.
// The initial password is the last six digits of the phone. Faults: those of check, 404 for a foreign referrer or agent,
// user.loginTaken (40911), customer.bound (40309).
func (r *Room) make(ctx context.Context, p *auth.Principal, w Profile, agent string) (user.User, error) {
	w.tidy()
	u := user.User{Type: auth.First, Agent: p.Agent}
	if p.Bound != "" { // staff whose view is narrowed make nobody outside of it: an agent's customers, and none beside the only one
		below, ok := strings.CutPrefix(string(p.Bound), string(auth.AgentScope("")))
		if !ok || agent != "" && agent != below {
			return u, fault.New(fault.Forbidden, 40309, "customer.bound")
		}
		u.Agent, agent = below, ""
	}
	if err := r.check(&w, true); err != nil {
		return u, err
	}
	if err := r.open(ctx, &w); err != nil {
		return u, err
	}
	if agent != "" && agent != p.Agent {
		a, err := r.Users.Find(ctx, p.Scope(), agent)
		if err != nil {
			return u, err
		}
		if a.Type != auth.Agent {
			return u, fault.Bad("agentId", "customer.agent")
		}
		u.Agent = a.ID
	}
	w.into(&u)
	if err := r.recommend(ctx, p.Scope(), &w, &u); err != nil {
		return u, err
	}
	return r.Users.Create(ctx, user.New{ID: r.NewID(ctx), User: u})
}

// makeSecondary creates a user below a first-level customer: by that one, or by staff and agents with its id. What is not
// said about it is as of its parent. Faults: customer.parent, those of check, 404 for a foreign parent, user.loginTaken.
func (r *Room) makeSecondary(ctx context.Context, p *auth.Principal, w Profile, parentID string) (user.User, error) {
	none := user.User{}
	if parentID == "" {
		if p.Type != auth.First {
			return none, fault.Bad("parentId", "customer.parent")
		}
		parentID = p.UserID
	}
	parent, err := r.Users.Find(ctx, p.Scope(), parentID)
	if err != nil {
		return none, err
	}
	if parent.Type != auth.First {
		return none, fault.Bad("parentId", "customer.parent")
	}
	if w.CountryCode == "" {
		w.CountryCode = parent.Country
	}
	if w.CustomerType == "" {
		w.CustomerType = parent.Kind
	}
	if w.CompanyName == "" {
		w.CompanyName = parent.Company
	}
	w.tidy()
	if err := r.check(&w, false); err != nil {
		return none, err
	}
	if err := r.open(ctx, &w); err != nil {
		return none, err
	}
	u := user.User{Type: auth.Secondary}
	w.into(&u)
	if err := r.recommend(ctx, p.Scope(), &w, &u); err != nil {
		return none, err
	}
	return r.Users.Create(ctx, user.New{ID: r.NewID(ctx), User: u, Parent: &parent})
}

// find gives a customer or secondary in the scope; agents and staff are none.
func (r *Room) find(ctx context.Context, scope auth.Scope, userID string) (user.User, error) {
	u, err := r.Users.Find(ctx, scope, userID)
	if err == nil && u.Type != auth.First && u.Type != auth.Secondary {
		err = fault.Missing()
	}
	return u, err
}

// edit changes what is said about a customer; fill lays the change over what is known.
func (r *Room) edit(ctx context.Context, p *auth.Principal, u user.User, fill func(*Profile)) (before, after user.User, err error) {
	return r.Users.Edit(ctx, u, func(u *user.User) error {
		w := profileOf(u)
		fill(&w)
		w.tidy()
		if err := r.check(&w, u.Email != ""); err != nil {
			return err
		}
		if err := r.recommend(ctx, p.Scope(), &w, u); err != nil {
			return err
		}
		w.into(u)
		return nil
	})
}

// drop takes a customer away: its sessions end, its phone is free, its entries stay. Faults: user.self (40303);
// customer.hasSecondaries, customer.hasReserved, customer.hasCredit (409). The account is closed in the same transaction, so
// that no credit comes to nobody.
func (r *Room) drop(ctx context.Context, p *auth.Principal, userID string) (user.User, error) {
	u, err := r.find(ctx, p.Scope(), userID)
	if err != nil {
		return u, err
	}
	if u.ID == p.UserID {
		return u, fault.New(fault.Forbidden, 40303, "user.self")
	}
	if u.Type == auth.First {
		_, all, err := user.Customers.Page(ctx, r.Users.DB, string(auth.UserScope(u.ID)), store.ListQuery{Current: 1, Size: 1})
		if err != nil {
			return u, err
		}
		if all.N > 1 {
			return u, fault.State("customer.hasSecondaries", "n", all.N-1)
		}
	}
	err = r.Users.Delete(ctx, u, r.Balances.Close(u.ID))
	if store.ConditionFailed(err) == nil {
		return u, err
	}
	available, reserved, err := r.Balances.Balance(ctx, u.ID)
	switch {
	case err != nil:
		return u, fmt.Errorf("balance of %s: %w", u.ID, err)
	case reserved != 0:
		return u, fault.State("customer.hasReserved", "amount", reserved.String())
	}
	return u, fault.State("customer.hasCredit", "amount", available.String())
}
