package price

import (
	"slices"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
)

// Step is a price that changes by more than half.
type Step struct {
	Service string       `json:"service"`
	Country string       `json:"countryCode"`
	Before  money.Amount `json:"before"`
	After   money.Amount `json:"after"`
}

// Steps are the prices of a file that change by more than half.
type Steps struct {
	Total   int    `json:"total"`
	Changes []Step `json:"changes" doc:"The first 100 entries."`
}

// confirmed refuses lines of which some change by more than half, until their caller has seen them. A country's
// former price is its own line or the one of every other country. Fault: price.drastic (40923) with Steps as its
// data.
func confirmed(lines, had []Line, yes bool) error {
	if yes {
		return nil
	}
	steps := Steps{Changes: []Step{}}
	for _, line := range lines {
		before, known := former(had, line)
		if step := line.Price - before; !known || max(step, -step)*2 <= before {
			continue
		}
		if steps.Total++; len(steps.Changes) < rowErrors {
			steps.Changes = append(steps.Changes, Step{Service: line.Service, Country: line.Country, Before: before, After: line.Price})
		}
	}
	if steps.Total == 0 {
		return nil
	}
	return fault.New(fault.Conflict, 40923, "price.drastic", "n", steps.Total).WithData(steps)
}

// former is what a country's messages cost so far.
func former(had []Line, line Line) (money.Amount, bool) {
	for _, country := range []string{line.Country, Anywhere} {
		i := slices.IndexFunc(had, func(h Line) bool { return h.Service == line.Service && h.Country == country })
		if i >= 0 {
			return had[i].Price, true
		}
	}
	return 0, false
}
