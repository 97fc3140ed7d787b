// Package parts has the data files that modules and provider adapters bring beside their code, from each folder (see
// kit/moduleparts and app/manifest). They are joined here without importing a module, so that the linker takes no module's code into
// a function that does not serve it.
package parts

import (
	"embed"
	"io/fs"
)

//go:embed */*/dict.tsv */*/grants.tsv */*/menu.json */*/messages.json */*/needs.tsv */*/pickers.json */*/settings.json
var files embed.FS

//go:embed provider/*/descriptor.json
var descriptors embed.FS

// Descriptors are the files that describe the provider adapters, in the order of their folders.
func Descriptors() (all [][]byte) {
	names, err := fs.Glob(descriptors, "provider/*/descriptor.json")
	if err != nil {
		panic(err) // embedded at build time
	}
	for _, name := range names {
		text, err := descriptors.ReadFile(name)
		if err != nil {
			panic(err) // likewise
		}
		all = append(all, text)
	}
	return all
}

// layers in the order in which is shown what several modules bring to one list.
var districts = []string{"kit", "audience", "campaign", "account", "credit", "platform"}

// ModuleFiles are the folders of the modules.
func ModuleFiles() []fs.FS {
	var all []fs.FS
	for _, d := range districts {
		rooms, err := files.ReadDir(d)
		if err != nil {
			panic(err) // embedded at build time
		}
		for _, r := range rooms {
			room, err := fs.Sub(files, d+"/"+r.Name())
			if err != nil {
				panic(err) // likewise
			}
			all = append(all, room)
		}
	}
	return all
}
