// Package simtest holds tests that simulators share.
package simtest

import (
	"errors"
	"strings"
	"testing"

	"herald/localstack/simulators/sim"
)

// Case changes a good request. Breaks is the beginning of the text of the constraint that it breaks; empty for none.
type Case[T any] = struct {
	Name   string
	Change func(*T)
	Breaks string
}

// Constraints fails for a case with another result, for a constraint without a case and for one without a source. refused makes the
// request of the simulator and gives its refusal, nil for none.
func Constraints[T any](t *testing.T, all []sim.Constraint[T], good func() T, cases []Case[T], refused func(T) error) {
	t.Helper()
	broken := map[string]bool{}
	for _, c := range append([]Case[T]{{"a good request", func(*T) {}, ""}}, cases...) {
		request := good()
		c.Change(&request)
		err := refused(request)
		r := new(sim.Refusal)
		if errors.As(err, &r) {
			broken[r.Details] = true
		}
		if c.Breaks == "" && err != nil || c.Breaks != "" && !strings.HasPrefix(r.Details, c.Breaks) {
			t.Errorf("%s: %v, want %q", c.Name, err, c.Breaks)
		}
	}
	for _, c := range all {
		if !broken[c.Text] {
			t.Errorf("no case breaks %q (%s)", c.Text, c.Source)
		}
		if c.Code == "" || c.Source == "" {
			t.Errorf("%q has no code or no source", c.Text)
		}
	}
}
