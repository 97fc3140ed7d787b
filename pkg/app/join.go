package app

import (
	"context"
	"fmt"
	"path"
	"reflect"

	"herald/pkg/audience/screening"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/sender"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Modules are the modules of a function. A module's methods, all of which may be missing, say what it does, and the
// function that uses a method finds it. TestRoomsAreMounted refuses a method that resembles one of these and is
// none:
//
//	Routes(*web.API)                       its requests
//	Exports(*web.API, *export.Exporter)        its lists as files
//	Tasks() map[string]queue.Handler       what it does on queue job
//	FileTasks() map[string]queue.Handler   what it does on queue file
//	Tick(context.Context) error            what it looks after every minute
type Modules []any

// Plain mounts the modules of a group.
func Plain(group func(*Env) Modules) func(*Env, *web.API) {
	return func(e *Env, a *web.API) { Mount(a, group(e)) }
}

// Listed mounts the modules of a group with their lists. Only functions that have such modules name it, so that the others carry no
// spreadsheets.
func Listed(group func(*Env) Modules) func(*Env, *web.API) {
	return func(e *Env, a *web.API) {
		rooms := group(e)
		Mount(a, rooms)
		declare(e, a, rooms)
	}
}

func Mount(a *web.API, rooms Modules) {
	for _, r := range rooms {
		if r, ok := r.(interface{ Routes(a *web.API) }); ok {
			r.Routes(a)
		}
	}
}

// declare declares the lists of modules: as routes, and without an API for the background.
func declare(e *Env, a *web.API, rooms Modules) {
	for _, r := range rooms {
		if r, ok := r.(interface {
			Exports(a *web.API, d *export.Exporter)
		}); ok {
			r.Exports(a, e.Exporter())
		}
	}
}

// AllModules are the modules of all groups, each once.
func AllModules(e *Env) Modules {
	var all Modules
	seen := map[reflect.Type]bool{}
	for _, group := range groups {
		for _, r := range group(e) {
			if t := reflect.TypeOf(r); !seen[t] {
				seen[t], all = true, append(all, r)
			}
		}
	}
	return all
}

// SendTasks are the worker's.
func SendTasks(e *Env) Tasks { return e.sendTasks() }

// InboundTasks handle answers of recipients, and events of providers and partners that other functions process
// further.
func InboundTasks(e *Env) Tasks {
	return Tasks{dispatch.TaskInbound: e.Pipeline().HandleInbound, sender.TaskEvents: e.numbers().HandleCallback,
		template.TaskEvent: template.Forward(e.Queues), screening.TaskCallback: e.screeningCallbacks().Callback,
		groupbuild.TaskEvent: e.onGroupEvents,
		inbox.TaskReceipts:   inbox.Forward(e.Queues)}
}

// ReceiptTasks are the aggregator's.
func ReceiptTasks(e *Env) queue.BatchHandler { return e.Pipeline().Receipts }

// JobTasks are what takes long.
func JobTasks(e *Env) Tasks { return JobTasksOf(AllModules(e)) }

func JobTasksOf(rooms Modules) Tasks {
	all := Tasks{}
	for _, r := range rooms {
		if r, ok := r.(interface {
			Tasks() map[string]queue.Handler
		}); ok {
			all.add(r, r.Tasks())
		}
	}
	return all
}

// add takes over the tasks of a module. A kind that two modules have would be done by one of them only, so the start fails.
func (t Tasks) add(room any, more map[string]queue.Handler) {
	for kind, handle := range more {
		if t[kind] != nil {
			panic(fmt.Sprintf("app: the task %s of %T is that of another room too", kind, room))
		}
		t[kind] = handle
	}
}

// FileTasks are imports and exports, whose duration depends on the size of the file.
func FileTasks(e *Env) Tasks {
	rooms := AllModules(e)
	declare(e, nil, rooms)
	return fileTasks(rooms)
}

func fileTasks(rooms Modules) Tasks {
	all := Tasks{}
	for _, r := range rooms {
		if r, ok := r.(interface {
			FileTasks() map[string]queue.Handler
		}); ok {
			all.add(r, r.FileTasks())
		}
	}
	return all
}

// Ticks are the janitor's, by the module's name.
func Ticks(e *Env) map[string]func(context.Context) error { return TicksOf(AllModules(e)) }

func TicksOf(rooms Modules) map[string]func(context.Context) error {
	all := map[string]func(context.Context) error{}
	for _, r := range rooms {
		if r, ok := r.(interface{ Tick(context.Context) error }); ok {
			name := path.Base(reflect.TypeOf(r).Elem().PkgPath())
			if all[name] != nil {
				panic(fmt.Sprintf("app: two rooms of %s have a Tick: one would replace the other", name))
			}
			all[name] = r.Tick
		}
	}
	return all
}

// Sockets tells who opens a websocket.
func Sockets(e *Env) Caller { return e.Sessions().Connect }
