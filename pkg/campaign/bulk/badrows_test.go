package bulk_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/kit/blob"
	blobwire "herald/pkg/kit/blob/wire"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

// When a file has many bad rows, the response has the first hundred and a file has all of them, in the importing
// user's language. A cell that begins as a formula is text there.
func TestBadRowsOfASuppressionFileAreAFile(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		var file strings.Builder
		file.WriteString("phoneNumber\n5511987654321\n")
		for i := range 150 {
			fmt.Fprintf(&file, "=1+%d\n", i)
		}
		id := q.ask(q.ana, request{"POST", "/uf/uploadfile/contact", &form{file: []byte(file.String())}, ""}).id()
		task := q.ok(q.ana, "POST", "/aty/suppression/import", obj{"fileId": id, "scope": "tenant"})["taskId"].(string)
		var s obj
		for s = (obj{"status": "running"}); s["status"] == "running"; s = q.ok(q.ana, "GET", "/aty/suppression/import/"+task, nil) {
			q.sleep(time.Second)
		}
		url, _ := s["errorFileUrl"].(string)
		if s["status"] != "done" || s["imported"] != 1.0 || s["failed"] != 150.0 || len(s["errors"].([]any)) != 100 ||
			!strings.Contains(url, task) {
			t.Errorf("%v", s)
		}
		client := blobwire.Client(q.objects)
		data, err := blob.New(client, client, "file").Get(q.ctx, "suppression/errors/"+task+".xlsx", 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := sheet.Open(excel.Engine{}, data, sheet.Limits{})
		if err != nil || len(rows.Rows) != 150 || rows.Rows[149].Phone != "'=1+149" {
			t.Errorf("%v: %+v", err, rows)
		}
	})
}
