// Package lazyregexp holds regular expressions that are compiled at the first match: a function compiles none that
// it does not use.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression. Make it with New.
type Pattern struct {
	text string
	once sync.Once
	expr *regexp.Regexp
}

// New makes one of a text that is part of the program.
func New(text string) *Pattern { return &Pattern{text: text} }

// Regexp gives it compiled; it panics when the text is none.
func (p *Pattern) Regexp() *regexp.Regexp {
	p.once.Do(func() { p.expr = regexp.MustCompile(p.text) })
	return p.expr
}

// MatchString tells whether a text matches.
func (p *Pattern) MatchString(text string) bool { return p.Regexp().MatchString(text) }
