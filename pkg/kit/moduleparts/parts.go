// Package moduleparts has the data files that a module brings beside its code. They lie in the module's folder, so
// that package app joins a module in one line, and the linker takes no module's code into a function that does not
// serve it.
package moduleparts

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
)

// Parts are the files of a module, embedded in it; any may be missing.
//
//	dict.tsv         codes that its rows carry, with their names: package dict
//	grants.tsv       its permissions, and who beside admin has each: package role
//	menu.json        pages of the console: package menu
//	messages.json    texts of its refusals and notices in four languages: package i18n
//	needs.tsv        what is done with its rows, and the queues that it sends to, with the functions that do: infra/grants.go
//	pickers.json     lists that others choose from: package lov
//	settings.json    what an admin may turn: package setting
type Parts = fs.FS

// Codes are the values of the dictionaries that the modules bring, by the dictionary's name, in the order of the modules. A list
// that several modules add to, as the services that have a price, is the dictionary that names its values.
func Codes(rooms ...Parts) map[string][]string {
	all := map[string][]string{}
	for line := range bytes.Lines(bytes.Join(All(rooms, "dict.tsv"), nil)) {
		if f := strings.Split(string(line), "\t"); len(f) > 2 {
			all[f[0]] = append(all[f[0]], f[2])
		}
	}
	return all
}

// All gives one file of every module that has it. It panics when one cannot be read: the files are part of the program.
func All(rooms []Parts, name string) [][]byte {
	var all [][]byte
	for _, r := range rooms {
		text, err := fs.ReadFile(r, name)
		switch {
		case err == nil:
			all = append(all, text)
		case !errors.Is(err, fs.ErrNotExist):
			panic(err)
		}
	}
	return all
}
