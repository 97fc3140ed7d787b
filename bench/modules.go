package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A module of a list and a form may have so many lines of Go, and its pages of TSX.
const (
	moduleGo  = 450
	moduleTSX = 150
)

// listModules are those of lists and forms that came with links, people and resources, with the folders of their pages.
var listModules = []struct {
	folder string
	pages  []string
}{
	{"pkg/campaign/dealer", []string{"dealer"}},
	{"pkg/campaign/numberbatch", []string{"numberbatch"}},
	{"pkg/campaign/resource", []string{"resource"}},
	{"pkg/campaign/commenttemplate", []string{"commenttemplate"}},
	{"pkg/campaign/shunt", []string{"shuntlink", "shuntnumber", "shuntgroup"}},
	{"pkg/campaign/domain", []string{"domain"}},
	{"pkg/campaign/provideraccount", []string{"provider"}},
	{"pkg/audience/saleschannel", []string{"saleschannel"}},
	{"pkg/audience/visitor", []string{"visitor"}},
	{"pkg/audience/lead", []string{"lead"}},
}

// modules counts what modules of lists and forms cost in lines that are neither empty nor comments, and in places that name them outside of
// their folders.
func modules(context.Context, *workshop) (report, error) {
	var out report
	out.text = "\nModule              Go    TSX  places outside\n"
	for _, m := range listModules {
		inGo, err := linesOf(m.folder, "*.go")
		if err != nil {
			return out, err
		}
		inTSX := 0
		for _, page := range m.pages {
			n, err := linesOf(filepath.Join("web/src/features", page), "*.ts*")
			if err != nil {
				return out, err
			}
			inTSX += n
		}
		places, err := importersOf(m.folder)
		if err != nil {
			return out, err
		}
		name := filepath.Base(m.folder)
		out.text += fmt.Sprintf("%-16s %5d  %5d  %s\n", name, inGo, inTSX, cmp.Or(strings.Join(places, " "), "none"))
		out.figures = append(out.figures, most("lines of Go of the module "+name, "%.0f", moduleGo, float64(inGo)),
			most(fmt.Sprintf("  lines of TSX of its %d pages", len(m.pages)), "%.0f", moduleTSX*float64(len(m.pages)), float64(inTSX)))
	}
	return out, nil
}

// importersOf are the packages of the product outside a folder that import it, without tests.
func importersOf(folder string) ([]string, error) {
	files, err := filesNaming(folder, `"herald/`+folder+`"`)
	var packages []string
	for _, f := range files {
		packages = append(packages, strings.TrimPrefix(filepath.Dir(f), "pkg/"))
	}
	slices.Sort(packages)
	return slices.Compact(packages), err
}
