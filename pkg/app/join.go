package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"herald/pkg/audience/screening"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/inbox"
	"herald/pkg/campaign/numberbatch"
	"herald/pkg/campaign/sender"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Registration is a module and its name. Each function looks for the optional interfaces that it serves: export.Lister,
// module.Worker, module.FileWorker and module.Ticker. The package of the module asserts them.
type Registration struct {
	Name string // unique; names the module's tick in the log
	module.Module
}

// Modules are what a function is made of.
type Modules []Registration

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
		r.Routes(a)
	}
}

// declare declares the lists of modules: as routes, and without an API for the background.
func declare(e *Env, a *web.API, rooms Modules) {
	for _, r := range rooms {
		if l, ok := r.Module.(export.Lister); ok {
			l.Exports(a, e.Exporter())
		}
	}
}

// AllModules are the modules of all groups, each once.
func AllModules(e *Env) Modules {
	var all Modules
	seen := map[string]bool{}
	for _, group := range groups {
		for _, r := range group(e) {
			if !seen[r.Name] {
				seen[r.Name], all = true, append(all, r)
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
	return Tasks{inbound.TaskInbound: e.Pipeline().Engine.Inbound().HandleInbound, sender.TaskEvents: e.numbers().HandleCallback,
		template.TaskEvent: template.Forward(e.Queues), screening.TaskCallback: e.screeningCallbacks().Callback,
		groupbuild.TaskEvent:     e.onGroupEvents,
		numberbatch.CallbackTask: numberCallbacks(e).Callback,
		inbox.TaskReceipts:       inbox.Forward(e.Queues)}
}

// ReceiptTasks are the aggregator's: receipts, and what recipients do with emails.
func ReceiptTasks(e *Env) queue.BatchHandler {
	return divided(e.Log, e.Pipeline().Engine.Receipts().HandleBatch, map[string]queue.BatchHandler{
		emaillink.TaskActivity: linkActivity(e).HandleBatch})
}

// divided hands the messages of some kinds to their own handlers and the rest to another. A handler that fails fails its own alone.
func divided(log func(map[string]any), rest queue.BatchHandler, own map[string]queue.BatchHandler) queue.BatchHandler {
	return func(ctx context.Context, batch []queue.Message) (failed []int, err error) {
		parts, places := map[string][]queue.Message{}, map[string][]int{}
		for i, m := range batch {
			kind := m.Kind
			if own[kind] == nil {
				kind = ""
			}
			parts[kind], places[kind] = append(parts[kind], m), append(places[kind], i)
		}
		if len(parts) == 1 && len(parts[""]) == len(batch) {
			return rest(ctx, batch)
		}
		for kind, part := range parts {
			handle := own[kind]
			if handle == nil {
				handle = rest
			}
			noting, why := queue.WithFailures(ctx)
			bad, wrong := handle(noting, part)
			if wrong != nil {
				err, bad = errors.Join(err, wrong), nil
				for i := range part {
					bad = append(bad, i)
				}
			}
			for _, i := range bad {
				failed = append(failed, places[kind][i])
				if cause := cmp.Or(why.Of(i), wrong); cause != nil {
					queue.NoteFailure(ctx, places[kind][i], cause)
				}
			}
		}
		slices.Sort(failed)
		if err != nil && len(failed) < len(batch) { // what another handler did is done
			log(map[string]any{"error": err.Error()})
			err = nil
		}
		return failed, err
	}
}

// JobTasks are what takes long.
func JobTasks(e *Env) Tasks { return JobTasksOf(AllModules(e)) }

func JobTasksOf(rooms Modules) Tasks {
	all := Tasks{}
	for _, r := range rooms {
		if w, ok := r.Module.(module.Worker); ok {
			all.add(r.Name, w.Tasks())
		}
	}
	return all
}

// add takes over the tasks of a module. A kind that two modules have would be done by one of them only, so the start fails.
func (t Tasks) add(name string, more map[string]queue.Handler) {
	for kind, handle := range more {
		if t[kind] != nil {
			panic(fmt.Sprintf("app: module %s handles the task %s, which another module handles too", name, kind))
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
		if w, ok := r.Module.(module.FileWorker); ok {
			all.add(r.Name, w.FileTasks())
		}
	}
	return all
}

// Ticks are the janitor's, by the module's name.
func Ticks(e *Env) map[string]func(context.Context) error { return TicksOf(AllModules(e)) }

func TicksOf(rooms Modules) map[string]func(context.Context) error {
	all := map[string]func(context.Context) error{}
	for _, r := range rooms {
		if t, ok := r.Module.(module.Ticker); ok {
			if all[r.Name] != nil {
				panic(fmt.Sprintf("app: two modules named %s have a tick: one would replace the other", r.Name))
			}
			all[r.Name] = t.Tick
		}
	}
	return all
}

// Sockets tells who opens a websocket.
func Sockets(e *Env) Caller { return e.Sessions().Connect }
