package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/platform/export"
)

// Functions whose modules have lists mount them, as the document says; other functions contain no spreadsheet code.
func TestFunctionsMountTheirLists(t *testing.T) {
	named := map[string]func(*app.Env) app.Modules{"PI": app.PI, "ATY": app.ATY, "Conf": app.Conf, "LOP": app.LOP, "GC": app.GC,
		"KFSMS": app.KFSMS, "BGO": app.BGO, "DMP": app.DMP,
		"UF": app.UF, "SysUser": app.SysUser,
		"Blacklist": app.Blacklist, "IM": app.IM, "Pay": app.Pay, "Virtual": app.Virtual, "Proxy": app.Proxy, "Call": app.Call, "EDM": app.EDM,
		"Domains": app.Domains, "Shunt": app.Shunt, "Channel": app.Channel, "Comment": app.Comment}
	e := apptest.NewApp(testkit.Memory(t))
	mains, err := filepath.Glob("../../functions/*/main.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range mains {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := regexp.MustCompile(`app\.(Plain|Listed)\(app\.(\w+)\)`).FindStringSubmatch(string(text))
		if m == nil {
			continue
		}
		found++
		lists := slices.ContainsFunc(named[m[2]](e), func(r app.Registration) bool {
			_, ok := r.Module.(export.Lister)
			return ok
		})
		if lists != (m[1] == "Listed") {
			t.Errorf("%s mounts %s as %s, and its rooms have lists: %t", path, m[2], m[1], lists)
		}
	}
	if found != len(named) {
		t.Errorf("%d functions mount one of %d groups", found, len(named))
	}
}

// A module is self-contained: no other package names its permissions. Other places that name it, besides its line in groups.go, are
// printed.
func TestFilesOutsideAModule(t *testing.T) {
	files := map[string]string{}
	for _, root := range []string{"..", "../../infra"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata") {
				return fs.SkipDir
			}
			if ext := filepath.Ext(path); err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || d.Name() == "openapi.json" ||
				ext != ".go" && ext != ".json" && ext != ".tsv" {
				return err
			}
			text, err := os.ReadFile(path)
			files[filepath.ToSlash(path)] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rooms, err := filepath.Glob("../*/*/grants.tsv")
	if err != nil || len(rooms) == 0 {
		t.Fatal(err)
	}
	for _, r := range rooms {
		folder := filepath.ToSlash(filepath.Dir(r))
		var permissions, places []string
		for line := range strings.Lines(files[filepath.ToSlash(r)]) {
			p, _, _ := strings.Cut(line, "\t")
			permissions = append(permissions, p)
		}
		for path, text := range files {
			if strings.HasPrefix(path, folder+"/") {
				continue
			}
			if strings.HasPrefix(path, "../app/") && strings.Contains(text, "herald/pkg"+strings.TrimPrefix(folder, "..")+"\"") {
				places = append(places, path[len("../app/"):])
			}
			for _, p := range permissions {
				if strings.Contains(text, `"`+p+`"`) {
					t.Errorf("%s names %s, which is %s's", path, p, folder)
				}
			}
		}
		slices.Sort(places)
		t.Logf("%-26s groups.go %s", folder[3:], strings.Join(places, " "))
	}
}
