package apptest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/platform/export"
)

// Evidence exports the evidence about a number as a user and returns its lines.
func (p *SendingFixture) Evidence(who *sessiontest.Actor, number string) []string {
	p.Helper()
	return EvidenceOf(p.T, p.Kit, who, "phoneNumber="+number, "5511987650001")
}

// EvidenceOf is the evidence of a recipient that a query names by phoneNumber or email: what happened, and its details.
func EvidenceOf(t *testing.T, k *testkit.Env, who *sessiontest.Actor, query, recipient string) (lines []string) {
	t.Helper()
	k.Sent.Take()
	started := StartedExport(t, who.In("en_US").Get("/gc/evidence/export?"+query))
	for _, sent := range k.Sent.Take() {
		if sent.Kind == export.Task {
			if err := app.FileTasks(NewApp(k))[export.Task](t.Context(), sent.Message); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := testkit.Data[export.Status](who.Get("/uf/export/" + started.TaskID))
	if got.Status != "done" {
		t.Fatalf("%+v", got)
	}
	if got.Done == 0 {
		return nil
	}
	body, err := k.Files.Get(t.Context(), "export/"+who.User.ID+"/"+started.TaskID+".xlsx", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range ReadTable(t, body, "Time") {
		if n := row["Number"]; n != recipient {
			t.Errorf("a line of %v", n)
		}
		lines = append(lines, fmt.Sprint(row["Event"], "|", row["Detail"]))
	}
	return lines
}

// StartedExport reads the answer of an export that runs in the background.
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

// ReadTable reads an xlsx file by its header: the cells of each row by column.
func ReadTable(t *testing.T, file []byte, first string) (rows []map[string]string) {
	t.Helper()
	s, err := sheet.OpenColumn(excel.Engine{}, file, sheet.Limits{Bytes: 64 << 20, Rows: 1 << 20, Unpacked: 1 << 30}, first)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Rows {
		row := map[string]string{first: r.Text}
		for i, c := range s.Columns {
			row[c] = r.Fields[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// UnpackedText is the text of all parts of a zip file.
func UnpackedText(t *testing.T, file []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, part := range z.File {
		f, err := part.Open()
		if err == nil {
			_, err = io.Copy(&all, f)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}

// SmallestPNG is the smallest picture that uploads accept.
var SmallestPNG = func() []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		panic(err)
	}
	return out.Bytes()
}()
