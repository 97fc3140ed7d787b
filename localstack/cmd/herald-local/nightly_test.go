package main

import (
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/kit/clock"
)

// The nightly run starts in the last minute of a month and of a year, on a leap day, and within an hour of each clock change.
func TestHostileStarts(t *testing.T) {
	month, year, leap, changes := false, false, false, map[string]bool{}
	for _, text := range hostileStarts {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		china := at.In(clock.China)
		next := china.Add(time.Minute)
		month = month || next.Month() != china.Month()
		year = year || next.Year() != china.Year()
		leap = leap || china.Format("01-02") == "02-29"
		for _, name := range []string{"America/New_York", "Europe/Berlin"} {
			place, err := time.LoadLocation(name)
			if err != nil {
				t.Fatal(err)
			}
			_, before := at.In(place).Zone()
			_, after := at.In(place).Add(time.Hour).Zone()
			if before != after {
				changes[name+map[bool]string{true: " forward", false: " back"}[after > before]] = true
			}
		}
	}
	if !month || !year || !leap || len(changes) != 4 {
		t.Errorf("month %v, year %v, leap day %v, clock changes %v", month, year, leap, changes)
	}
}

func TestABubbleBeginsAtTheStart(t *testing.T) {
	clocktest.Bubble(t, func(t *testing.T) {
		if !time.Now().Equal(clocktest.Start()) {
			t.Error(time.Now())
		}
	})
}
