// Package module declares the interfaces by which package app joins a module. A module has routes; the other interfaces are
// optional. The package of a module asserts each interface that its module implements, so that a misspelt method or a wrong
// signature does not compile:
//
//	var _ module.Ticker = (*Service)(nil)
//
// A module whose lists can be downloaded also implements export.Lister.
package module

import (
	"context"

	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// Module is the one interface that every module implements: it registers its requests.
type Module interface {
	Routes(a *web.API)
}

// Worker handles tasks of queue job, by the task's kind.
type Worker interface {
	Tasks() map[string]queue.Handler
}

// FileWorker handles tasks of queue file, by the task's kind: imports and exports.
type FileWorker interface {
	FileTasks() map[string]queue.Handler
}

// Ticker runs every minute.
type Ticker interface {
	Tick(ctx context.Context) error
}
