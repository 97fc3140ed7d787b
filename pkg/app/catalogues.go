package app

import "herald/pkg/platform/dict"

// The catalogues: what an admin fills and everybody reads. A process has one room of each, so that what was read is kept.

func (e *Env) dict() *dict.Room {
	if e.dicts == nil {
		e.dicts = dict.New(e.DB, e.Now, e.newID)
	}
	return e.dicts
}
