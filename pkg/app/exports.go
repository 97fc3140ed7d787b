package app

import (
	"context"

	"herald/pkg/platform/export"
	"herald/pkg/platform/notice"
)

// Exporter is the one of the process: it knows the lists that modules declared.
func (e *Env) Exporter() *export.Exporter {
	return e.singletons.desk.get(func() *export.Exporter {
		return &export.Exporter{DB: e.DB, Sheets: e.Sheets, Queues: e.Queues, Hub: e.Hub, Texts: e.ownParts().texts(),
			Int: e.Settings().Int, Who: e.Sessions().Caller, Dict: e.dict().Names, Now: e.Now, NewID: e.NewID, Log: e.Log}
	})
}

// fileExporter is the exporter of functions that reach the files: the others only start exports, and need not carry
// S3's client.
func (e *Env) fileExporter() *export.Exporter {
	d := e.Exporter()
	_, d.Blobs = e.buckets()
	d.Tell = e.tellExport
	return d
}

// tellExport notifies a user that a file is there, or why it is not: once for each task.
func (e *Env) tellExport(ctx context.Context, n export.Ready) error {
	return e.Notifier().Notify(ctx, notice.Personal{UserID: n.UserID, Key: "export." + n.TaskID, Title: n.Title, Body: n.Body, Args: n.Args,
		Link: "/account/exports?id=" + n.TaskID})
}
