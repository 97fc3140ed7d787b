package emailsender

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"herald/pkg/campaign/domain"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
)

// Limits of what is written.
const (
	mostName      = 64 // characters
	mostCustomers = 15
)

// mailboxes are local parts of addresses (business-domain §5).
var mailboxes = lazyregexp.New(`^[A-Za-z0-9_-]{1,64}$`)

// Request is a sender as it is written. A change replaces all fields.
type Request struct {
	Name        string   `json:"name" example:"Summer Shop" doc:"Name that recipients see. At most 64 characters."`
	Mailbox     string   `json:"mailbox" example:"news" doc:"Letters, digits, - and _."`
	DomainID    string   `json:"domainId" minLength:"1" maxLength:"64" doc:"Id of a domain that emails can be sent from."`
	ReplyTo     string   `json:"replyTo,omitempty" maxLength:"128" doc:"Address that answers go to. Default: the sender's own."`
	ReplyToName string   `json:"replyToName,omitempty"`
	DailyLimit  int      `json:"dailyLimit,omitempty" minimum:"0" maximum:"100000000" doc:"Emails per day. 0: no limit."`
	WarmUp      *WarmUp  `json:"warmUp,omitempty" doc:"A different plan starts now. Missing: none."`
	Share       string   `json:"share,omitempty" enum:"own,all,some" doc:"Only for senders of the platform, and by staff. Default: own."`
	Customers   []string `json:"customers,omitempty" maxItems:"15" doc:"Ids of the customers that use it, with share some."`
}

// check refuses a request or brings it into its stored form. Faults by field: emailsender.name, emailsender.mailbox, emailsender.replyTo,
// emailsender.replyToName, emailsender.customers, emailsender.share; 404 for a customer outside of the scope.
func (r *Service) check(ctx context.Context, w *Request, platform bool) error {
	var ok bool
	if w.Name, ok = named(w.Name); !ok || w.Name == "" {
		return fault.Bad("name", "emailsender.name", "n", mostName)
	}
	if w.Mailbox = strings.TrimSpace(w.Mailbox); !mailboxes.MatchString(w.Mailbox) {
		return fault.Bad("mailbox", "emailsender.mailbox")
	}
	w.Mailbox = strings.ToLower(w.Mailbox)
	if w.ReplyTo = strings.TrimSpace(w.ReplyTo); w.ReplyTo != "" {
		if w.ReplyTo, ok = email.Normalise(w.ReplyTo); !ok {
			return fault.Bad("replyTo", "emailsender.replyTo")
		}
	}
	if w.ReplyToName, ok = named(w.ReplyToName); !ok || w.ReplyToName != "" && w.ReplyTo == "" {
		return fault.Bad("replyToName", "emailsender.replyToName", "n", mostName)
	}
	return r.checkShare(ctx, w, platform)
}

// named is a name as recipients see it, with single blanks. False for a name with characters that cannot be seen or that turn the reading
// direction, and for one that is too long.
func named(text string) (string, bool) {
	hidden := func(c rune) bool {
		return c == utf8.RuneError || unicode.IsControl(c) || unicode.In(c, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) && c != '\u200d'
	}
	trimmed := strings.Trim(text, " ")
	if strings.ContainsFunc(trimmed, hidden) {
		return "", false
	}
	trimmed = strings.Join(strings.Fields(trimmed), " ")
	return trimmed, utf8.RuneCountInString(trimmed) <= mostName
}

func (r *Service) checkShare(ctx context.Context, w *Request, platform bool) error {
	if w.Share == "" {
		w.Share = ShareOwn
	}
	if w.Share != ShareOwn && (!platform || auth.Must(ctx).Type != auth.Admin) {
		return fault.Bad("share", "emailsender.share")
	}
	if w.Share != ShareSome {
		w.Customers = nil
		return nil
	}
	slices.Sort(w.Customers)
	if w.Customers = slices.Compact(w.Customers); len(w.Customers) == 0 || len(w.Customers) > mostCustomers {
		return fault.Bad("customers", "emailsender.customers", "n", mostCustomers)
	}
	for i, id := range w.Customers {
		owner, _, err := r.Customer(ctx, auth.Must(ctx).Scope(), id)
		if err != nil {
			return err
		}
		w.Customers[i] = owner.Tenant
	}
	slices.Sort(w.Customers)
	w.Customers = slices.Compact(w.Customers)
	return nil
}

// domain finds the domain of a request. It is of the sender's tenant, or shared by the platform. Faults: emailsender.domain for another
// one, emailsender.unverified (409) for one that emails cannot be sent from.
func (r *Service) domain(ctx context.Context, w *Request, tenant string) (*domain.Domain, error) {
	d, err := r.Domains.Usable(ctx, auth.Must(ctx).Scope(), w.DomainID)
	if err != nil {
		return nil, err
	}
	owner := d.CustomerID
	if owner == "" {
		owner = domain.Platform
	}
	if !d.Is(domain.UseEmail) || owner != tenant && !d.Shared {
		return nil, fault.Bad("domainId", "emailsender.domain")
	}
	if !d.Sending {
		return nil, fault.State("emailsender.unverified", "name", d.Name)
	}
	return d, nil
}
