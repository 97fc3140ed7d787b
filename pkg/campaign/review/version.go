package review

import "herald/pkg/kit/fault"

// Versions are the versions that a reviewer read, by id (decisions §14). A version grows with every change of what a recipient would
// see or a customer would pay.
type Versions map[string]int

// Check refuses to pass something whose version is no longer the one that was read. Without a version only what was never changed
// since its submission passes. Fault: review.changed (40921).
func (v Versions) Check(id string, version int, changed bool) error {
	read, told := v[id]
	if told && read == version || !told && !changed {
		return nil
	}
	return fault.New(fault.Conflict, 40921, "review.changed")
}
