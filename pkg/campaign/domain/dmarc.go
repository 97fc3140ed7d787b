package domain

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"herald/pkg/kit/dns"
)

// Policy is a DMARC record (RFC 7489 §6.3).
type Policy struct {
	Record    string `dynamodbav:"r" json:"record"`
	Policy    string `dynamodbav:"p" json:"policy" enum:"none,quarantine,reject" doc:"What receivers do with an email that fails."`
	DKIM      string `dynamodbav:"d" json:"dkim" enum:"relaxed,strict" doc:"Alignment of the DKIM signature."`
	SPF       string `dynamodbav:"s" json:"spf" enum:"relaxed,strict" doc:"Alignment of the return path."`
	Percent   int    `dynamodbav:"c" json:"percent" doc:"Share of the failing emails that the policy applies to."`
	Inherited string `dynamodbav:"i,omitempty" json:"inherited" doc:"Domain above that has the record. Empty: the domain itself."`
}

// isDMARC reports a text that is a DMARC record, right or wrong.
func isDMARC(text string) bool {
	version, _, _ := strings.Cut(text, ";")
	name, value, _ := strings.Cut(version, "=")
	return strings.TrimSpace(name) == "v" && strings.TrimSpace(value) == "DMARC1"
}

// parsePolicy reads a record; below: for a domain below the one that has it. False for a record that receivers ignore.
func parsePolicy(text string, below bool) (p Policy, ok bool) {
	p = Policy{Record: text, DKIM: "relaxed", SPF: "relaxed", Percent: 100}
	own, sub := "", ""
	for i, tag := range strings.Split(text, ";") {
		if strings.TrimSpace(tag) == "" {
			continue
		}
		name, value, has := strings.Cut(tag, "=")
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.ToLower(strings.TrimSpace(value))
		if !has || value == "" {
			return p, false
		}
		ok := true
		switch name {
		case "v":
			ok = i == 0
		case "p":
			own, ok = value, isPolicy(value)
		case "sp":
			sub, ok = value, isPolicy(value)
		case "adkim":
			p.DKIM, ok = alignment(value)
		case "aspf":
			p.SPF, ok = alignment(value)
		case "pct":
			n, err := strconv.Atoi(value)
			p.Percent, ok = n, err == nil && n >= 0 && n <= 100
		}
		if !ok {
			return p, false
		}
	}
	p.Policy = own
	if below && sub != "" {
		p.Policy = sub
	}
	return p, own != ""
}

func isPolicy(word string) bool { return word == "none" || word == "quarantine" || word == "reject" }

func alignment(word string) (string, bool) {
	switch word {
	case "r":
		return "relaxed", true
	case "s":
		return "strict", true
	}
	return "", false
}

// dmarc looks for the policy of a domain, there and at the registered domain above it.
func (c *checker) dmarc(ctx context.Context, rec *Record) *Policy {
	for _, name := range []string{c.name, organisation(c.name)} {
		texts, err := c.names.TXT(ctx, "_dmarc."+name)
		if err != nil && !errors.Is(err, dns.ErrNone) {
			rec.unanswered()
			return nil
		}
		var records []string
		for _, text := range texts {
			if isDMARC(text) {
				records = append(records, text)
			}
		}
		switch {
		case len(records) > 1:
			rec.wrong(records, "domain.help.dmarcMany")
			return nil
		case len(records) == 1:
			p, ok := parsePolicy(records[0], name != c.name)
			if !ok {
				rec.wrong(records, "domain.help.dmarcSyntax")
				return nil
			}
			if name != c.name {
				p.Inherited = name
			}
			rec.ok(records)
			if p.Policy == "none" {
				rec.Help = "domain.help.dmarcNone"
			}
			return &p
		}
		if name == organisation(c.name) {
			break
		}
	}
	rec.missing("domain.help.dmarcMissing")
	return nil
}
