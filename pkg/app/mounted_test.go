package app_test

import (
	"context"
	"reflect"
	"regexp"
	"testing"

	"herald/internal/apptest"
	"herald/pkg/app"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// mountable are the methods by which a module is found, with their types.
var mountable = map[string]reflect.Type{
	"Routes":    reflect.TypeFor[func(*web.API)](),
	"Exports":   reflect.TypeFor[func(*web.API, *export.Exporter)](),
	"Tasks":     reflect.TypeFor[func() map[string]queue.Handler](),
	"FileTasks": reflect.TypeFor[func() map[string]queue.Handler](),
	"Tick":      reflect.TypeFor[func(context.Context) error](),
}

// elsewhere are methods of the types of mountable that a group or a function calls by their names.
var elsewhere = map[string]bool{"HookRoutes": true, "RouterRoutes": true, "TargetRoutes": true, "GroupRoutes": true, "SendTasks": true,
	"BuildTasks": true}

var nearly = regexp.MustCompile(`(?i)^(route|export|file_?task|task|tick)s?$`)

// misses are the reasons for which a module would not be mounted as its author meant.
func misses(room any) (all []string) {
	typ, mounted := reflect.TypeOf(room), false
	if typ.Kind() != reflect.Pointer {
		return []string{typ.String() + " is a value: methods of its pointer are not found"}
	}
	for i := range typ.NumMethod() {
		m := typ.Method(i)
		form := reflect.ValueOf(room).Method(i).Type()
		switch want, named := mountable[m.Name]; {
		case named && form == want:
			mounted = true
		case named:
			all = append(all, typ.String()+"."+m.Name+" is "+form.String()+" and not "+want.String())
		case elsewhere[m.Name]:
		case nearly.MatchString(m.Name), form == mountable["Routes"], form == mountable["Exports"], form == mountable["Tasks"]:
			all = append(all, typ.String()+"."+m.Name+" is mounted by nothing: misspelt?")
		}
	}
	if !mounted {
		all = append(all, typ.String()+" has no part that is mounted")
	}
	return all
}

// Every module is mounted with all that it has.
func TestRoomsAreMounted(t *testing.T) {
	rooms := app.AllModules(apptest.NewApp(testkit.Memory(t)))
	for _, room := range rooms {
		for _, miss := range misses(room) {
			t.Error(miss)
		}
	}
	if len(app.JobTasksOf(rooms)) == 0 || len(app.FileTasksOf(rooms)) == 0 || len(app.TicksOf(rooms)) == 0 {
		t.Error("the rooms have nothing to do")
	}
}

type (
	misspelt struct{}
	wrong    struct{}
	one      struct{}
	other    struct{ one }
)

func (*misspelt) Routes(*web.API) {}

func (*misspelt) FileTask() map[string]queue.Handler { return nil }

func (*wrong) Tick() error { return nil }

func (*one) Tick(context.Context) error { return nil }

func (*one) Tasks() map[string]queue.Handler { return map[string]queue.Handler{"x": nothing} }

func (*one) FileTasks() map[string]queue.Handler { return map[string]queue.Handler{"y": nothing} }

func nothing(context.Context, queue.Message) error { return nil }

// A misspelt part, one of another type, a value and two modules that would replace each other are found.
func TestWhatIsNotMountedIsFound(t *testing.T) {
	for name, room := range map[string]any{"misspelt": &misspelt{}, "another type": &wrong{}, "a value": one{}, "nothing": &struct{}{}} {
		if len(misses(room)) == 0 {
			t.Errorf("%s is taken", name)
		}
	}
	if all := misses(&one{}); len(all) > 0 {
		t.Error(all)
	}
	for name, mount := range map[string]func(app.Modules){"Tick": func(r app.Modules) { app.TicksOf(r) },
		"Tasks":     func(r app.Modules) { app.JobTasksOf(r) },
		"FileTasks": func(r app.Modules) { app.FileTasksOf(r) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("two rooms with the same %s replace each other silently", name)
				}
			}()
			mount(app.Modules{&one{}, &other{}})
		}()
	}
}
