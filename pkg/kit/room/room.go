// Package room is what a room brings to the house beside its code. It is data that lies in the room's folder, so that package
// app joins a room in one line, and so that the linker takes no room's code into a function that does not serve it.
package room

// Parts of a room; any may be missing.
type Parts struct {
	Menu     []byte // pages of the console: package menu
	Messages []byte // texts of its refusals and notices in four languages: package i18n
	Settings []byte // what an admin may turn: package setting
	Dicts    []byte // codes that its rows carry, with their names: package dict
	Pickers  []byte // lists that others choose from: package lov
}

// All gives one sort of the parts of rooms, without those that have none.
func All(rooms []Parts, of func(Parts) []byte) [][]byte {
	var all [][]byte
	for _, r := range rooms {
		if part := of(r); part != nil {
			all = append(all, part)
		}
	}
	return all
}
