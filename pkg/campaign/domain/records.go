package domain

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
)

// Purposes of records.
const (
	Ownership  = "ownership"
	DKIM       = "dkim"
	ReturnPath = "returnPath"
	SPF        = "spf"
	DMARC      = "dmarc"
	Tracking   = "tracking"
	Link       = "link"

	providerPurpose = "provider" // no record: the provider has not found the DKIM records
)

// States of a record.
const (
	Waiting    = "waiting" // not checked yet
	OK         = "ok"
	Missing    = "missing"
	Wrong      = "wrong"
	Unanswered = "unanswered" // the name servers did not answer
)

// Record is what the owner of a domain publishes.
type Record struct {
	Purpose   string            `dynamodbav:"p" json:"purpose" enum:"ownership,dkim,returnPath,spf,dmarc,tracking,link"`
	Type      string            `dynamodbav:"t" json:"type" enum:"TXT,CNAME,MX"`
	Host      string            `dynamodbav:"h" json:"host"`
	Value     string            `dynamodbav:"w" json:"value"`
	Priority  int               `dynamodbav:"pr,omitempty" json:"priority" doc:"Of an MX record."`
	Required  bool              `dynamodbav:"rq,omitempty" json:"required" doc:"The domain is verified only with it."`
	State     string            `dynamodbav:"s" json:"state" enum:"waiting,ok,missing,wrong,unanswered"`
	Found     []string          `dynamodbav:"f,omitempty" json:"found" nullable:"false" doc:"What is published instead."`
	Help      string            `dynamodbav:"e,omitempty" json:"help" doc:"What to do, in the caller's language. Empty: nothing."`
	Args      map[string]string `dynamodbav:"ea,omitempty" json:"-"`
	CheckTime *time.Time        `dynamodbav:"ct,omitempty" json:"checkTime"`
	Good      bool              `dynamodbav:"g,omitempty" json:"-"` // as the last answer said
}

func (rec *Record) is(o *Record) bool {
	return rec.Purpose == o.Purpose && rec.Type == o.Type && rec.Host == o.Host && rec.Value == o.Value
}

func (rec *Record) ok(found []string) {
	rec.State, rec.Found, rec.Good, rec.Help, rec.Args = OK, found, true, "", nil
}

func (rec *Record) missing(help string) {
	rec.State, rec.Found, rec.Good, rec.Help, rec.Args = Missing, nil, false, help, nil
}

func (rec *Record) wrong(found []string, help string) {
	rec.State, rec.Found, rec.Good, rec.Help, rec.Args = Wrong, short(found), false, help, nil
}

// unanswered keeps what the last answer said.
func (rec *Record) unanswered() {
	rec.State, rec.Help, rec.Args = Unanswered, "domain.help.unanswered", nil
}

// Bounds of what is stored of the records of others.
const (
	mostFound    = 10
	longestFound = 500
)

// short bounds what was found.
func short(found []string) []string {
	found = slices.Clone(found[:min(len(found), mostFound)])
	for i, text := range found {
		found[i] = strings.ToValidUTF8(text[:min(len(text), longestFound)], "")
	}
	return found
}

// hosts are the platform's own, by settings. What is empty is not asked of a domain.
type hosts struct{ Bounce, Click, Link, SPF string }

func (r *Service) hosts(ctx context.Context) (h hosts, err error) {
	for key, into := range map[string]*string{"domain.host.bounce": &h.Bounce, "domain.host.click": &h.Click, "domain.host.link": &h.Link,
		"domain.spf.include": &h.SPF} {
		value, bad := r.Settings.String(ctx, key)
		*into, err = strings.ToLower(strings.Trim(strings.TrimSpace(value), ".")), cmp.Or(err, bad)
	}
	return h, err
}

// mailPriority of an MX record for bounces.
const mailPriority = 10

// wanted are the records of a domain. What earlier checks found of a record that is still wanted stays.
func wanted(e *entity, h hosts) []Record {
	name := e.ASCII
	all := []Record{{Purpose: Ownership, Type: "TXT", Host: "_herald." + name, Value: e.Token, Required: true}}
	if e.Is(UseEmail) {
		for _, key := range e.Keys {
			all = append(all, Record{Purpose: DKIM, Type: key.Type, Host: strings.TrimSuffix(key.Name, "."),
				Value:    strings.TrimSuffix(key.Value, "."),
				Required: true})
		}
		if h.Bounce != "" {
			all = append(all, Record{Purpose: ReturnPath, Type: "MX", Host: "bounce." + name, Value: h.Bounce, Priority: mailPriority,
				Required: true})
		}
		if h.SPF != "" {
			all = append(all, Record{Purpose: SPF, Type: "TXT", Host: "bounce." + name, Value: "v=spf1 include:" + h.SPF + " -all", Required: true})
		}
		all = append(all, Record{Purpose: DMARC, Type: "TXT", Host: "_dmarc." + name, Value: "v=DMARC1; p=none", Required: true})
		if h.Click != "" {
			all = append(all, Record{Purpose: Tracking, Type: "CNAME", Host: "click." + name, Value: h.Click})
		}
	}
	if e.Is(UseLink) && h.Link != "" {
		all = append(all, Record{Purpose: Link, Type: "CNAME", Host: name, Value: h.Link, Required: true})
	}
	for i := range all {
		all[i].State = Waiting
		if at := slices.IndexFunc(e.Records, func(old Record) bool { return old.is(&all[i]) }); at >= 0 {
			required := all[i].Required
			all[i] = e.Records[at]
			all[i].Required = required
		}
	}
	return all
}
