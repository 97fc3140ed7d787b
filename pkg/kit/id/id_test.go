package id_test

import (
	"slices"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/kit/id"
)

// Ids of one millisecond increase in the order of their creation, across goroutines.
func TestIdsRiseWithinAMillisecond(t *testing.T) {
	source := id.New(clocktest.Start)
	var all []string
	for range 1000 {
		all = append(all, source.Next())
	}
	if !slices.IsSorted(all) || len(slices.Compact(all)) != 1000 {
		t.Error("the ids do not rise or repeat")
	}
	for _, one := range all {
		if !id.Valid(one) || !id.Time(one).Equal(clocktest.Start().Truncate(time.Millisecond)) {
			t.Fatalf("%s is of %s", one, id.Time(one))
		}
	}
}

// Floor separates the ids from before a moment from those at it and later.
func TestFloorSeparatesIdsByTime(t *testing.T) {
	at := clocktest.Start()
	source := id.New(func() time.Time { return at })
	before := source.Next()
	at = at.Add(time.Second)
	floor, after := id.Floor(at), source.Next()
	if before >= floor || floor >= after {
		t.Errorf("%s, %s and %s are not in order", before, floor, after)
	}
}

// Nth returns the same distinct id on every call, and keeps the time of the first one.
func TestNthRepeatsItself(t *testing.T) {
	first := id.New(clocktest.Start).Next()
	seen := map[string]bool{}
	for n := range 1000 {
		one := id.Nth(first, n)
		if one != id.Nth(first, n) || seen[one] || !id.Valid(one) || !id.Time(one).Equal(id.Time(first)) {
			t.Fatalf("%d: %s", n, one)
		}
		seen[one] = true
	}
	if id.Nth(first, 0) != first || id.Nth("no id", 3) != "no id" {
		t.Error("the first of an id is another one, or text is changed")
	}
}

func TestOtherTextIsNoId(t *testing.T) {
	for _, text := range []string{"", "1", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01JD0000000000000000000U00", "01JD000000000000000000000",
		"../../etc"} {
		if id.Valid(text) || !id.Time(text).IsZero() {
			t.Errorf("%q is taken for an id", text)
		}
	}
}
