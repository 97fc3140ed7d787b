package app_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// assertions are the compile-time assertions that the package of a module needs.
func assertions(m module.Module) (all []string) {
	t := reflect.TypeOf(m).Elem()
	pkg := t.PkgPath()
	need := func(name string, implemented bool) {
		if implemented {
			all = append(all, fmt.Sprintf("_ %s = (*%s)(nil)", strings.TrimPrefix(name, filepath.Base(pkg)+"."), t.Name()))
		}
	}
	_, lister := m.(export.Lister)
	_, worker := m.(module.Worker)
	_, files := m.(module.FileWorker)
	_, ticker := m.(module.Ticker)
	need("module.Module", true)
	need("export.Lister", lister)
	need("module.Worker", worker)
	need("module.FileWorker", files)
	need("module.Ticker", ticker)
	return all
}

// The package of each registered module asserts every interface that the module implements, so that a changed signature does not compile.
func TestModulesAssertTheirInterfaces(t *testing.T) {
	modules := app.AllModules(apptest.NewApp(testkit.Memory(t)))
	for _, r := range modules {
		folder := strings.TrimPrefix(reflect.TypeOf(r.Module).Elem().PkgPath(), "herald/pkg/")
		files, err := filepath.Glob("../" + folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		var source strings.Builder
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(text)
		}
		words := strings.Join(strings.Fields(source.String()), " ") // gofmt aligns the assertions
		for _, a := range assertions(r.Module) {
			if !strings.Contains(words, a) {
				t.Errorf("%s: package %s lacks the assertion %s", r.Name, folder, a)
			}
		}
	}
	if len(app.JobTasksOf(modules)) == 0 || len(app.FileTasksOf(modules)) == 0 || len(app.TicksOf(modules)) == 0 {
		t.Error("no module has a task, a file task or a tick")
	}
}

type one struct{}

func (*one) Routes(*web.API)                       {}
func (*one) Tick(context.Context) error            { return nil }
func (*one) Tasks() map[string]queue.Handler       { return map[string]queue.Handler{"x": nothing} }
func (*one) FileTasks() map[string]queue.Handler   { return map[string]queue.Handler{"y": nothing} }
func nothing(context.Context, queue.Message) error { return nil }

// Two modules with the same tick or task do not replace each other silently.
func TestModulesDoNotReplaceEachOther(t *testing.T) {
	for name, mount := range map[string]func(app.Modules){
		"Tick":      func(r app.Modules) { app.TicksOf(r) },
		"Tasks":     func(r app.Modules) { app.JobTasksOf(r) },
		"FileTasks": func(r app.Modules) { app.FileTasksOf(r) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("two modules with the same %s replace each other silently", name)
				}
			}()
			mount(app.Modules{{Name: "one", Module: &one{}}, {Name: "one", Module: &one{}}})
		}()
	}
}
