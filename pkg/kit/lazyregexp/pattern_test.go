package lazyregexp_test

import (
	"sync"
	"testing"

	"herald/pkg/kit/lazyregexp"
)

// Concurrent callers get the same expression, and an invalid one is reported at its first use.
func TestPattern(t *testing.T) {
	p := lazyregexp.New(`^a+$`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			first := p.Regexp()
			if !p.MatchString("aa") || p.MatchString("ab") || p.Regexp() != first {
				t.Error("it matches something else")
			}
		})
	}
	all.Wait()
	defer func() {
		if recover() == nil {
			t.Error("what is no expression is taken for one")
		}
	}()
	lazyregexp.New(`(`).MatchString("")
}
