package emaillink

import (
	"net/url"
	"slices"
	"strings"
)

// Service makes the links of an email. It reads nothing and writes nothing.
type Service struct {
	*Sealer
	// Public is the origin of the platform, without a trailing slash.
	Public string
}

// Paths of the links, outside of /api.
const (
	UnsubscribePath = "/u/"
	ClickPath       = "/l/"
	LoadPath        = "/o/"
)

// Unsubscribe is the link that ends the emails to a recipient: in the email's footer, and in List-Unsubscribe (RFC 8058).
func (s *Service) Unsubscribe(r Recipient) string {
	return s.origin(&r) + UnsubscribePath + s.unsubscribe(&r)
}

// Click is the link that counts a click and leads to the address with this number in the order's list (Links.URLs).
func (s *Service) Click(r Recipient, link int) string {
	return s.origin(&r) + ClickPath + s.click(&r, link, "")
}

// ClickFilled is Click of a link whose address has values of the recipient: the address lies in the token. An address that is not
// Allowed stays as it is and is not counted.
func (s *Service) ClickFilled(r Recipient, link int, address string) string {
	if !Allowed(address) {
		return address
	}
	return s.origin(&r) + ClickPath + s.click(&r, link, address)
}

// Load is the address of the picture whose load is counted.
func (s *Service) Load(r Recipient) string { return s.origin(&r) + LoadPath + s.load(&r) }

// Honeypot is the address of the link that no person sees.
func (s *Service) Honeypot(r Recipient) string { return s.Click(r, Honeypot) }

// HoneypotHTML is a link that no person sees and no screen reader reads: what opens it is a machine. It stands before </body>.
func (s *Service) HoneypotHTML(r Recipient) string {
	return `<a href="` + s.Click(r, Honeypot) + `" style="display:none;max-height:0;overflow:hidden;font-size:0" tabindex="-1" ` +
		`aria-hidden="true" rel="nofollow"></a>`
}

// LoadHTML is the picture whose load is counted. It stands before </body>.
func (s *Service) LoadHTML(r Recipient) string {
	return `<img src="` + s.Load(r) + `" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
}

func (s *Service) origin(r *Recipient) string {
	if r.Host != "" {
		return "https://" + r.Host
	}
	return s.Public
}

// TrackingSetting is the setting without which emails have no links that count loads and clicks, for any customer.
const TrackingSetting = "email.tracking"

// schemes are those that a link of an email may have.
var schemes = []string{"http", "https", "mailto", "tel"}

// longestURL is what browsers and mail programs take.
const longestURL = 2048

// Allowed tells whether a link may lead to an address: absolute, of a known scheme, without a user name, spaces or control characters.
func Allowed(address string) bool {
	if address == "" || len(address) > longestURL || strings.ContainsFunc(address, func(c rune) bool { return c <= ' ' || c == 0x7f }) {
		return false
	}
	u, err := url.Parse(address)
	if err != nil || !slices.Contains(schemes, strings.ToLower(u.Scheme)) || u.User != nil {
		return false
	}
	if u.Scheme == "mailto" || u.Scheme == "tel" {
		return u.Opaque != ""
	}
	return u.Hostname() != "" && !strings.Contains(address, `\`)
}
