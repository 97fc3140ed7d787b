package store

import "testing"

// A junction with one part is written as that part: DynamoDB refuses redundant parentheses.
func TestAJunctionOfOnePart(t *testing.T) {
	one := Or(Missing("n"), Lt("n", 3))
	want := one.write(&expression{})
	for name, c := range map[string]Cond{"and": And(one), "or": Or(one), "nested": And(Or(And(one)))} {
		if got := c.write(&expression{}); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
