package apptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"herald/pkg/app"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/export"
	"herald/pkg/platform/session/sessiontest"
)

// Evidence is the file of a number, line by line, as a user gets it.
func (p *SendingFixture) Evidence(who *sessiontest.Actor, number string) (lines []string) {
	p.Helper()
	p.Kit.Sent.Take()
	started := StartedExport(p.T, who.In("en_US").Get("/gc/evidence/export?phoneNumber="+number))
	for _, sent := range p.Kit.Sent.Take() {
		if sent.Kind == export.Task {
			if err := app.FileTasks(NewApp(p.Kit))[export.Task](p.Context(), sent.Message); err != nil {
				p.Fatal(err)
			}
		}
	}
	got := testkit.Data[export.Status](who.Get("/uf/export/" + started.TaskID))
	if got.Status != "done" {
		p.Fatalf("%+v", got)
	}
	if got.Done == 0 {
		return nil
	}
	body, err := p.Kit.Files.Get(p.Context(), "export/"+who.User.ID+"/"+started.TaskID+".xlsx", 1<<20)
	if err != nil {
		p.Fatal(err)
	}
	for _, row := range ReadTable(p.T, body, "Time") {
		if n := row["Number"]; n != "5511987650001" {
			p.Errorf("a line of %v", n)
		}
		lines = append(lines, fmt.Sprint(row["Event"], "|", row["Detail"]))
	}
	return lines
}

// StartedExport is the task of a file that is made in the background.
func StartedExport(t *testing.T, a *testkit.Answer) (started export.Started) {
	t.Helper()
	if a.Status != http.StatusAccepted {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	if err := json.Unmarshal(a.Data, &started); err != nil {
		t.Fatal(err)
	}
	return started
}
