package app

import (
	"context"

	"herald/pkg/platform/export"
	"herald/pkg/platform/notice"
)

// desk is one in a process: it knows what the rooms declared.
func (e *Env) desk() *export.Exporter {
	e.made.desk.Do(func() {
		e.made.desk.it = &export.Exporter{DB: e.DB, Sheets: e.Sheets, Queues: e.Queues, Hub: e.Hub, Texts: e.parts().texts(),
			Int: e.settings().Int, Who: e.session().Caller, Dict: e.dict().Names, Now: e.Now, NewID: e.newID, Log: e.Log}
	})
	return e.made.desk.it
}

// fileDesk is the desk where the files are reached: the others only take orders, and need not carry S3's client.
func (e *Env) fileDesk() *export.Exporter {
	d := e.desk()
	_, d.Blobs = e.buckets()
	d.Tell = e.tellExport
	return d
}

// tellExport tells somebody that a file is there, or why it is not: once for each task.
func (e *Env) tellExport(ctx context.Context, n export.Ready) error {
	return e.teller().Tell(ctx, notice.Personal{UserID: n.UserID, Key: "export." + n.TaskID, Title: n.Title, Body: n.Body, Args: n.Args, Link: "/account/exports?id=" + n.TaskID})
}
