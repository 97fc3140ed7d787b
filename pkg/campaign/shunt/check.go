package shunt

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"herald/pkg/campaign/domain"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/phone"
	"herald/pkg/platform/country"
)

// Limits of what is written, in characters.
const (
	mostName     = 20
	mostRemark   = 255
	mostGreeting = 80 // business-domain §5
	mostParams   = 3
	mostAddress  = 1024
)

var (
	paramNames  = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_]{0,31}$`)
	inviteCodes = lazyregexp.New(`^[A-Za-z0-9]{16,32}$`)
	timesOfDay  = lazyregexp.New(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)
)

// LinkRequest is a link as it is written. A change replaces all fields.
type LinkRequest struct {
	Name       string     `json:"name" example:"Summer sale" doc:"At most 20 characters."`
	Remark     string     `json:"remark,omitempty" doc:"At most 255 characters."`
	Greeting   string     `json:"greeting,omitempty" example:"Hi, I come from the summer sale" doc:"At most 80 characters. Only for links to numbers."`
	ExpireTime *time.Time `json:"expireTime,omitempty" doc:"In the future. Default: never."`
	Fallback   string     `json:"fallback,omitempty" doc:"Address of WhatsApp, or of a host that the customer has proven for short links. Default: a page that says that nothing is available."`
	Params     []string   `json:"params,omitempty" doc:"At most 3 names of own parameters that a visit keeps."`
}

// check refuses a request or brings it into its stored form. A time or fallback address that stays as it was is not checked anew.
func (r *Service) check(ctx context.Context, w *LinkRequest, e *Row) error {
	var ok bool
	if w.Name, ok = line(w.Name, mostName); !ok || w.Name == "" {
		return fault.Bad("name", "shunt.name", "n", mostName)
	}
	if err := checkRemark(&w.Remark); err != nil {
		return err
	}
	if err := checkGreeting(&w.Greeting); err != nil {
		return err
	}
	if w.Greeting != "" && e.Kind == KindGroup {
		return fault.Bad("greeting", "shunt.greeting.group")
	}
	same := w.ExpireTime != nil && e.ExpireTime != nil && w.ExpireTime.Equal(*e.ExpireTime)
	if w.ExpireTime != nil && !same && !w.ExpireTime.After(r.Now()) {
		return fault.Bad("expireTime", "shunt.expire")
	}
	slices.Sort(w.Params)
	if w.Params = slices.Compact(w.Params); len(w.Params) > mostParams {
		return fault.Bad("params", "shunt.params", "n", mostParams)
	}
	for _, name := range w.Params {
		if !paramNames.MatchString(name) || strings.HasPrefix(strings.ToLower(name), "utm_") {
			return fault.Bad("params", "shunt.params", "n", mostParams)
		}
	}
	if w.Fallback = strings.TrimSpace(w.Fallback); w.Fallback == "" || w.Fallback == e.Fallback {
		return nil
	}
	ok, err := Allowed(ctx, r.Domains, e.Owner.Tenant, w.Fallback)
	if err == nil && !ok {
		err = fault.Bad("fallback", "shunt.fallback")
	}
	return err
}

// line is a text of one line with single blanks; false for one that is too long or has characters that cannot be seen.
func line(text string, most int) (string, bool) {
	text = strings.Join(strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\u3000' }), " ")
	return text, utf8.ValidString(text) && utf8.RuneCountInString(text) <= most && !strings.ContainsFunc(text, hidden)
}

// hidden are characters that cannot be seen, or that turn the reading direction. A joiner makes one emoji of several.
func hidden(c rune) bool {
	return unicode.IsControl(c) || unicode.In(c, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) && c != '\u200d'
}

func checkRemark(text *string) error {
	*text = strings.TrimSpace(*text)
	if utf8.RuneCountInString(*text) > mostRemark {
		return fault.Bad("remark", "shunt.remark", "n", mostRemark)
	}
	return nil
}

// checkGreeting refuses a greeting of more than 80 characters. Line breaks are part of it.
func checkGreeting(text *string) error {
	*text = strings.TrimSpace(strings.ReplaceAll(*text, "\r\n", "\n"))
	if n := utf8.RuneCountInString(*text); n > mostGreeting {
		return fault.Bad("greeting", "shunt.greeting", "n", mostGreeting, "has", n)
	}
	if strings.ContainsFunc(*text, func(c rune) bool { return c != '\n' && hidden(c) }) {
		return fault.Bad("greeting", "shunt.greeting.characters")
	}
	return nil
}

// whatsAppHosts are the hosts of WhatsApp that a fallback address may have.
var whatsAppHosts = []string{"wa.me", "api.whatsapp.com", "chat.whatsapp.com", "whatsapp.com", "www.whatsapp.com", "web.whatsapp.com"}

// Allowed tells whether a link of a tenant may lead to an address: https, without user name and port, at WhatsApp or at a host that the
// tenant has proven for short links. The redirect asks again, because a proof may end.
func Allowed(ctx context.Context, domains *domain.Service, tenant, address string) (bool, error) {
	if len(address) > mostAddress || strings.ContainsFunc(address, func(c rune) bool { return c <= ' ' || c == 0x7f || c == '\\' }) {
		return false, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.User != nil || u.Port() != "" || u.Opaque != "" {
		return false, nil
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil || host == "" || !strings.EqualFold(u.Host, u.Hostname()) {
		return false, nil
	}
	if AtWhatsApp(host) {
		return true, nil
	}
	return domains.Owns(ctx, tenant, host)
}

// NumberRequest is a number as it is written. A change replaces all fields but the phone number.
type NumberRequest struct {
	Weight   int    `json:"weight,omitempty" minimum:"1" maximum:"100" doc:"Share of the visitors, beside those of the other numbers. Default: 1."`
	From     string `json:"from,omitempty" example:"09:00" doc:"Time of the day, local to the number, from which it is used. Default, with to: at any time."`
	To       string `json:"to,omitempty" example:"18:00" doc:"Time of the day at which it is used no longer."`
	DailyCap int    `json:"dailyCap,omitempty" minimum:"0" maximum:"1000000" doc:"Visitors a day at +08:00. 0: no limit."`
	Greeting string `json:"greeting,omitempty" doc:"At most 80 characters. Default: the link's."`
	Remark   string `json:"remark,omitempty" doc:"At most 255 characters."`
}

// fill lays a request over a target after checking it.
func (w *NumberRequest) fill(t *Target, of string) error {
	if w.Weight == 0 {
		w.Weight = 1
	}
	if (w.From != "" || w.To != "") && (!timesOfDay.MatchString(w.From) || !timesOfDay.MatchString(w.To) || w.From >= w.To) {
		return fault.Bad("from", "shunt.hours")
	}
	if err := checkGreeting(&w.Greeting); err != nil {
		return err
	}
	if err := checkRemark(&w.Remark); err != nil {
		return err
	}
	if w.From != "" {
		h, err := country.NewHours(w.From+"-"+w.To, country.ClocksOf(of))
		if err != nil {
			return err
		}
		number, err := strconv.ParseUint(t.Phone, 10, 64)
		if err != nil {
			return err
		}
		if opens := h.Opens(h.Of(number), t.CreateTime); opens.IsZero() || opens.Sub(t.CreateTime) > 26*time.Hour {
			return fault.Bad("from", "shunt.hours.never")
		}
	}
	t.Weight, t.From, t.To, t.Cap, t.Greeting, t.Remark = w.Weight, w.From, w.To, w.DailyCap, w.Greeting, w.Remark
	return nil
}

// GroupRequest is a group as it is written. A change replaces all fields.
type GroupRequest struct {
	URL      string `json:"url" example:"https://chat.whatsapp.com/BxY7cDeFgHiJkLmNoPqRsT" maxLength:"200" doc:"Invite link of the group."`
	Weight   int    `json:"weight,omitempty" minimum:"1" maximum:"100" doc:"Share of the visitors, beside those of the other groups. Default: 1."`
	DailyCap int    `json:"dailyCap,omitempty" minimum:"0" maximum:"1000000" doc:"Visitors a day at +08:00. 0: no limit."`
	Full     bool   `json:"full,omitempty" doc:"The group takes no more members: no visitor is led to it."`
	Remark   string `json:"remark,omitempty" doc:"At most 255 characters."`
}

// fill lays a request over a target after checking it.
func (w *GroupRequest) fill(t *Target) error {
	invite, ok := inviteLink(w.URL)
	if !ok {
		return fault.Bad("url", "shunt.invite")
	}
	if err := checkRemark(&w.Remark); err != nil {
		return err
	}
	if w.Weight == 0 {
		w.Weight = 1
	}
	t.URL, t.Weight, t.Cap, t.Full, t.Remark = invite, w.Weight, w.DailyCap, w.Full, w.Remark
	return nil
}

// inviteLink is an invite link of a group in its one form.
func inviteLink(text string) (string, bool) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Scheme != "https" || !strings.EqualFold(u.Host, "chat.whatsapp.com") || u.User != nil {
		return "", false
	}
	code := strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(u.Path, "/"), "/"), "invite/")
	if !inviteCodes.MatchString(code) {
		return "", false
	}
	return "https://chat.whatsapp.com/" + code, true
}

// parse reads a number of a country. Mexico's 521… is taken as 52….
func parse(text, of string) (string, error) {
	n, _, problem := phone.ParseReached(text, of)
	if problem != nil {
		f := problem.Fault()
		f.Fields = []fault.Field{{Name: "phoneNumber", Key: problem.Key}}
		return "", f
	}
	return phone.Format(n), nil
}

// AtWhatsApp reports a host of WhatsApp.
func AtWhatsApp(host string) bool { return slices.Contains(whatsAppHosts, host) }
