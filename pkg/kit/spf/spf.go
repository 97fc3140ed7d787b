// Package spf reads the SPF record of a domain (RFC 7208) with everything that it includes, and counts what an evaluation may look up.
package spf

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"

	"herald/pkg/kit/dns"
)

// Limits of RFC 7208 §4.6.4. A receiver refuses a record that exceeds them.
const (
	MostLookups = 10
	MostVoids   = 2

	mostMX   = 10 // hosts of an mx term
	mostRead = 20 // records and names that are looked at; the terms after them are counted alone
)

// Resolver answers questions about names. *dns.Resolver is one.
type Resolver interface {
	TXT(ctx context.Context, name string) ([]string, error)
	MailHosts(ctx context.Context, name string) ([]string, error)
	Addresses(ctx context.Context, name string) ([]netip.Addr, error)
}

// Problem is why receivers do not accept a record; empty for none.
type Problem string

const (
	Missing    Problem = "missing"    // there is no record
	Many       Problem = "many"       // there are several records
	Syntax     Problem = "syntax"     // a word of the record is none of SPF
	Empty      Problem = "empty"      // an included domain has no record, or several
	Loop       Problem = "loop"       // a record includes itself
	Lookups    Problem = "lookups"    // more than MostLookups
	Voids      Problem = "voids"      // more than MostVoids questions without an answer
	Hosts      Problem = "hosts"      // an mx term with more than 10 hosts
	Unanswered Problem = "unanswered" // a server did not answer, so that nothing is known
)

// Term is a word of a record.
type Term struct {
	Text    string  `dynamodbav:"x" json:"text" doc:"The word as it stands in the record."`
	Lookup  bool    `dynamodbav:"l,omitempty" json:"lookup" doc:"It counts as one of the ten lookups."`
	Void    bool    `dynamodbav:"v,omitempty" json:"void" doc:"Its lookup had no answer. Two of these are allowed."`
	Problem Problem `dynamodbav:"p,omitempty" json:"problem" enum:"missing,many,syntax,empty,loop,lookups,voids,hosts,unanswered," doc:"What is wrong with it. Empty: nothing."`
	Record  string  `dynamodbav:"r,omitempty" json:"record,omitempty" doc:"Record of an include or redirect."`
	Depth   int     `dynamodbav:"d,omitempty" json:"depth" doc:"0 for a word of the record itself, 1 for a word of what it includes."`
}

// Report is a record and what belongs to it. The terms stand in the order of evaluation: what a term includes follows it.
type Report struct {
	Record  string  `dynamodbav:"r,omitempty" json:"record"`
	Lookups int     `dynamodbav:"l,omitempty" json:"lookups" doc:"Lookups of an evaluation to the end. Ten are allowed."`
	Voids   int     `dynamodbav:"v,omitempty" json:"voids" doc:"Lookups without an answer. Two are allowed."`
	Problem Problem `dynamodbav:"p,omitempty" json:"problem" enum:"missing,many,syntax,empty,loop,lookups,voids,hosts,unanswered," doc:"Why receivers do not accept the record. Empty: they do."`
	Word    string  `dynamodbav:"w,omitempty" json:"word,omitempty" doc:"Word of the record that has the problem."`
	Terms   []Term  `dynamodbav:"t,omitempty" json:"terms" nullable:"false"`
}

// Read reads the record of a name. Nothing is known when its problem is Unanswered.
func Read(ctx context.Context, r Resolver, name string) Report {
	w := &walk{ctx: ctx, resolver: r}
	record, void, problem := w.record(name)
	w.Record = record
	switch {
	case problem != "":
		w.fail(problem, name)
	case void || record == "":
		w.fail(Missing, name)
	default:
		w.terms(record, []string{name}, 0)
	}
	if w.Problem == "" && w.Lookups > MostLookups {
		w.Problem = Lookups
	}
	if w.Problem == "" && w.Report.Voids > MostVoids {
		w.Problem = Voids
	}
	return w.Report
}

// Includes reports whether an evaluation asks the record of a domain.
func (r *Report) Includes(domain string) bool {
	return slices.ContainsFunc(r.Terms, func(t Term) bool {
		_, name, of, _ := split(t.Text)
		return (name == "include" || name == "redirect") && strings.EqualFold(strings.TrimSuffix(of, "."), domain)
	})
}

type walk struct {
	Report
	ctx      context.Context
	resolver Resolver
	read     int
}

// fail keeps the first problem. That a server did not answer weighs less than what is known to be wrong.
func (w *walk) fail(p Problem, word string) {
	if w.Problem == "" || w.Problem == Unanswered {
		w.Problem, w.Word = p, word
	}
}

// record gives the SPF record of a name. void: the name or its texts do not exist.
func (w *walk) record(name string) (record string, void bool, problem Problem) {
	w.read++
	texts, err := w.resolver.TXT(w.ctx, name)
	if errors.Is(err, dns.ErrNone) {
		return "", true, ""
	}
	if err != nil {
		return "", false, Unanswered
	}
	for _, text := range texts {
		if !Is(text) {
			continue
		}
		if record != "" {
			return record, false, Many
		}
		record = text
	}
	return record, false, ""
}

// Is reports a text that is an SPF record.
func Is(text string) bool {
	version, _, _ := strings.Cut(text, " ")
	return strings.EqualFold(version, "v=spf1")
}

// split takes a word apart: ~include:a.example/24 has the mechanism include, the domain a.example and the mask 24; redirect=a.example is
// a modifier.
func split(word string) (modifier bool, name, of, mask string) {
	word = strings.ToLower(strings.TrimLeft(word, "+-~?"))
	end := strings.IndexAny(word, ":=/")
	if end < 0 {
		return false, word, "", ""
	}
	name, of = word[:end], word[end+1:]
	switch word[end] {
	case '=':
		return true, name, of, ""
	case '/':
		return false, name, "", of
	}
	if name == "a" || name == "mx" {
		of, mask, _ = strings.Cut(of, "/")
	}
	return false, name, of, mask
}

// terms walks the words of a record. path are the names whose records lead here.
func (w *walk) terms(record string, path []string, depth int) {
	redirect := ""
	for _, word := range strings.Fields(record)[1:] {
		modifier, name, of, _ := split(word)
		switch {
		case modifier && name == "redirect":
			redirect = word
			continue
		case modifier:
			w.add(Term{Text: word, Depth: depth})
			continue
		case name == "all":
			w.add(Term{Text: word, Depth: depth})
			return // nothing after it is evaluated, and no redirect
		}
		w.mechanism(Term{Text: word, Depth: depth}, name, of, path)
	}
	if redirect != "" {
		_, _, of, _ := split(redirect)
		w.follow(Term{Text: redirect, Lookup: true, Depth: depth}, of, path)
	}
}

func (w *walk) add(t Term) {
	if t.Lookup {
		w.Lookups++
	}
	if t.Void {
		w.Report.Voids++
	}
	if t.Problem != "" {
		w.fail(t.Problem, t.Text)
	}
	w.Terms = append(w.Terms, t)
}

func (w *walk) mechanism(t Term, name, of string, path []string) {
	switch name {
	case "include":
		t.Lookup = true
		w.follow(t, of, path)
		return
	case "a", "mx", "exists", "ptr":
		t.Lookup = true
		if of == "" && name != "exists" {
			of = path[len(path)-1]
		}
		if of == "" {
			t.Problem = Syntax
		} else if name != "ptr" {
			w.name(&t, name, of)
		}
	case "ip4", "ip6":
		if !isNetwork(of, name == "ip6") {
			t.Problem = Syntax
		}
	default:
		t.Problem = Syntax
	}
	w.add(t)
}

// isNetwork reports an address or a network of a family.
func isNetwork(text string, six bool) bool {
	if network, err := netip.ParsePrefix(text); err == nil {
		return network.Addr().Is6() == six
	}
	address, err := netip.ParseAddr(text)
	return err == nil && address.Is6() == six
}

// unknown reports a name that only an evaluation knows, because it has a macro.
func unknown(name string) bool { return strings.Contains(name, "%") }

// name looks a name of a term up, to find out whether it is void.
func (w *walk) name(t *Term, mechanism, of string) {
	if unknown(of) || w.read >= mostRead {
		return
	}
	w.read++
	var err error
	if mechanism == "mx" {
		var hosts []string
		if hosts, err = w.resolver.MailHosts(w.ctx, of); len(hosts) > mostMX {
			t.Problem = Hosts
		}
	} else {
		_, err = w.resolver.Addresses(w.ctx, of)
	}
	switch {
	case errors.Is(err, dns.ErrNone):
		t.Void = true
	case err != nil:
		t.Problem = Unanswered
	}
}

// follow reads the record that a term asks.
func (w *walk) follow(t Term, of string, path []string) {
	of = strings.TrimSuffix(of, ".")
	var void bool
	switch {
	case of == "":
		t.Problem = Syntax
	case slices.Contains(path, of):
		t.Problem = Loop
	case unknown(of) || w.read >= mostRead:
	default:
		if t.Record, void, t.Problem = w.record(of); t.Problem == "" && t.Record == "" {
			t.Void, t.Problem = void, Empty
		}
		if t.Problem == Many {
			t.Problem = Empty
		}
	}
	w.add(t)
	if t.Record != "" && t.Problem == "" {
		w.terms(t.Record, append(slices.Clone(path), of), t.Depth+1)
	}
}
