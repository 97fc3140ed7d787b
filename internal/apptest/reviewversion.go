package apptest

import (
	"maps"
)

// Merge is an object with other fields over it.
func Merge(of Object, with Object) Object {
	out := maps.Clone(of)
	maps.Copy(out, with)
	return out
}
