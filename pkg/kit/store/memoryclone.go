package store

import (
	"maps"
	"slices"
	"strings"
)

// Clone is a copy that changes by itself: a simulation prepares a database once and lets every run begin with it.
func (m *Memory) Clone() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := NewMemory(nil)
	for name, p := range m.parts {
		// Rows are replaced, never changed, so that copies may share them.
		c.parts[name] = &partition{keys: slices.Clone(p.keys), rows: maps.Clone(p.rows)}
	}
	return c
}

// All gives every row of a table, for tests that show what a call left behind.
func (m *Memory) All(table string) []Item {
	m.mu.Lock()
	defer m.mu.Unlock()
	var rows []Item
	for name, p := range m.parts {
		if strings.HasPrefix(name, table+"\x00") {
			for _, sk := range p.keys {
				rows = append(rows, clone(p.rows[sk]))
			}
		}
	}
	return rows
}
