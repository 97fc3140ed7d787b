package domain

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/dns"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/spf"
)

// checker asks name servers about the records of a domain.
type checker struct {
	names  *dns.Resolver
	name   string // of the domain
	hosts  hosts
	report *spf.Report
	policy *Policy
}

// sideBySide is how many records are asked about at a time.
const sideBySide = 4

// check asks about every record.
func (c *checker) check(ctx context.Context, records []Record, now time.Time) {
	parallel.Each(len(records), sideBySide, func(i int) error {
		rec := &records[i]
		c.one(ctx, rec)
		rec.CheckTime = &now
		return nil
	})
}

func (c *checker) one(ctx context.Context, rec *Record) {
	switch rec.Purpose {
	case Ownership:
		c.text(ctx, rec, func(found string) bool { return strings.Trim(found, ` "`) == rec.Value })
	case DKIM:
		if rec.Type == "TXT" {
			c.text(ctx, rec, func(found string) bool { return sameKey(found, rec.Value) })
			return
		}
		c.alias(ctx, rec)
	case ReturnPath:
		c.mail(ctx, rec)
	case SPF:
		c.sender(ctx, rec)
	case DMARC:
		c.policy = c.dmarc(ctx, rec)
	case Tracking:
		c.alias(ctx, rec)
	case Link:
		c.web(ctx, rec)
	}
}

// text wants one of the texts of a host to match.
func (c *checker) text(ctx context.Context, rec *Record, matches func(found string) bool) {
	found, err := c.names.TXT(ctx, rec.Host)
	switch {
	case errors.Is(err, dns.ErrNone):
		c.missing(ctx, rec, func(host string) error { _, err := c.names.TXT(ctx, host); return err })
	case err != nil:
		rec.unanswered()
	case slices.ContainsFunc(found, matches):
		rec.ok(found[slices.IndexFunc(found, matches):][:1])
	default:
		rec.wrong(found, "domain.help.wrong")
	}
}

// sameKey compares DKIM keys by their tags: blanks and the order of the tags do not matter.
func sameKey(a, b string) bool {
	tags := func(text string) map[string]string {
		all := map[string]string{}
		for _, tag := range strings.Split(text, ";") {
			name, value, _ := strings.Cut(tag, "=")
			all[strings.ToLower(strings.TrimSpace(name))] = strings.Join(strings.Fields(value), "")
		}
		return all
	}
	x, y := tags(a), tags(b)
	algorithm := func(tags map[string]string) string {
		if tags["k"] == "" {
			return "rsa"
		}
		return strings.ToLower(tags["k"])
	}
	return x["p"] == y["p"] && x["p"] != "" && algorithm(x) == algorithm(y)
}

// alias wants a host to be an alias of the value.
func (c *checker) alias(ctx context.Context, rec *Record) {
	found, err := c.names.CNAME(ctx, rec.Host)
	switch {
	case errors.Is(err, dns.ErrNone):
		c.missing(ctx, rec, func(host string) error { _, err := c.names.CNAME(ctx, host); return err })
	case err != nil:
		rec.unanswered()
	case strings.EqualFold(found, rec.Value):
		rec.ok([]string{found})
	default:
		rec.wrong([]string{found}, "domain.help.wrong")
	}
}

// missing finds out whether a record stands at the host with the domain a second time behind it, as the pages of some registrars make it.
func (c *checker) missing(ctx context.Context, rec *Record, ask func(host string) error) {
	doubled := rec.Host + "." + c.name
	if ask(doubled) == nil {
		rec.missing("domain.help.doubled")
		rec.Args = map[string]string{"host": doubled, "short": strings.TrimSuffix(rec.Host, "."+c.name)}
		return
	}
	rec.missing("domain.help.missing")
}

// mail wants every mail host to be the value: another one would take bounces that we must read.
func (c *checker) mail(ctx context.Context, rec *Record) {
	found, err := c.names.MailHosts(ctx, rec.Host)
	switch {
	case errors.Is(err, dns.ErrNone):
		c.missing(ctx, rec, func(host string) error { _, err := c.names.MailHosts(ctx, host); return err })
	case err != nil:
		rec.unanswered()
	case slices.ContainsFunc(found, func(host string) bool { return !strings.EqualFold(host, rec.Value) }):
		rec.wrong(found, "domain.help.mailHosts")
	default:
		rec.ok(found)
	}
}

// spfHelp are what to do about the problems of an SPF record.
var spfHelp = map[spf.Problem]string{spf.Many: "domain.help.spfMany", spf.Syntax: "domain.help.spfSyntax",
	spf.Empty: "domain.help.spfEmpty", spf.Loop: "domain.help.spfLoop", spf.Lookups: "domain.help.spfLookups",
	spf.Voids: "domain.help.spfVoids", spf.Hosts: "domain.help.spfHosts"}

// sender wants an SPF record that receivers accept, and that includes ours.
func (c *checker) sender(ctx context.Context, rec *Record) {
	report := spf.Read(ctx, c.names, rec.Host)
	found := []string{report.Record}
	switch {
	case report.Problem == spf.Unanswered:
		rec.unanswered()
		return
	case report.Problem == spf.Missing:
		c.missing(ctx, rec, func(host string) error { _, err := c.names.TXT(ctx, host); return err })
		return
	case report.Problem != "":
		rec.wrong(found, spfHelp[report.Problem])
		rec.Args = map[string]string{"word": report.Word}
	case !report.Includes(c.hosts.SPF):
		rec.wrong(found, "domain.help.spfOurs")
		rec.Args = map[string]string{"word": "include:" + c.hosts.SPF}
	default:
		rec.ok(found)
	}
	c.report = &report
}

// web wants a name to lead to the value: as an alias, or by the same addresses, because a registered domain itself can be no alias.
func (c *checker) web(ctx context.Context, rec *Record) {
	alias, err := c.names.CNAME(ctx, rec.Host)
	if err == nil && strings.EqualFold(alias, rec.Value) {
		rec.ok([]string{alias})
		return
	}
	if err != nil && !errors.Is(err, dns.ErrNone) {
		rec.unanswered()
		return
	}
	theirs, err := c.names.Addresses(ctx, rec.Host)
	ours, badOurs := c.names.Addresses(ctx, rec.Value)
	var found []string
	for _, address := range theirs {
		found = append(found, address.String())
	}
	switch {
	case errors.Is(err, dns.ErrNone) && alias == "":
		c.missing(ctx, rec, func(host string) error { _, err := c.names.CNAME(ctx, host); return err })
	case errors.Is(err, dns.ErrNone):
		rec.wrong([]string{alias}, "domain.help.wrong")
	case err != nil || badOurs != nil:
		rec.unanswered()
	case slices.ContainsFunc(theirs, func(a netip.Addr) bool { return !slices.Contains(ours, a) }):
		rec.wrong(found, "domain.help.wrong")
	default:
		rec.ok(found)
	}
}
