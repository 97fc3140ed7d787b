// Package parts is what the rooms bring to the house beside their code: data that lies in each room's folder (kit/room tells what).
// It is joined here without importing a room, so that the linker takes no room's code into a function that does not serve it.
package parts

import (
	"embed"
	"io/fs"
)

//go:embed */*/dict.tsv */*/grants.tsv */*/menu.json */*/messages.json */*/needs.tsv */*/pickers.json */*/settings.json
var files embed.FS

// districts in the order in which is shown what several rooms bring to one list.
var districts = []string{"kit", "audience", "campaign", "account", "credit", "platform"}

// ModuleFiles are the folders of the rooms.
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
