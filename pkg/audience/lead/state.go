package lead

import "slices"

// States of a lead.
const (
	New       = "new"
	Contacted = "contacted"
	Qualified = "qualified"
	Converted = "converted"
	Lost      = "lost"
)

var statuses = []string{New, Contacted, Qualified, Converted, Lost}

// next are the states that a state can be changed to by hand. A lead's page tells its own, so that the console needs no copy of the table.
var next = map[string][]string{
	New:       {Contacted, Qualified, Converted, Lost},
	Contacted: {Qualified, Converted, Lost},
	Qualified: {Contacted, Converted, Lost},
	Lost:      {Contacted},
	Converted: {},
}

// may reports whether a lead can come to a state by hand. One that becomes a customer with an account is not marked as converted.
func (e *entity) may(status string) bool {
	return slices.Contains(next[e.Status], status) && !(status == Converted && e.Convertible)
}
