package store

import (
	"maps"
	"slices"
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
