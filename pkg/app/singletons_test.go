package app

import "testing"

// A value whose making panics is made by the next call, and then once.
func TestWhatPanickedIsMadeByTheNextCall(t *testing.T) {
	var o once[int]
	made := 0
	get := func() (n int) {
		defer func() { _ = recover() }()
		return o.get(func() int {
			if made++; made == 1 {
				panic("the database does not answer")
			}
			return made
		})
	}
	if a, b, c := get(), get(), get(); a != 0 || b != 2 || c != 2 {
		t.Error(a, b, c)
	}
}
