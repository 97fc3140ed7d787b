package joined_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/kit/blob"
	blobwire "herald/pkg/kit/blob/wire"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

// The response has the first hundred bad rows, and a file has all of them in the importing user's language. Cells that begin like a formula
// are text there.
func TestBadRowsOfASuppressionFileAreAFile(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		var file strings.Builder
		file.WriteString("phoneNumber\n5511987654321\n")
		for i := range 150 {
			fmt.Fprintf(&file, "=1+%d\n", i)
		}
		id := q.Await(q.Ana, ordertest.NewRequest("POST", "/uf/uploadfile/contact", &ordertest.Form{File: []byte(file.String())})).ID()
		task := q.MustCall(q.Ana, "POST", "/aty/suppression/import", ordertest.Object{"fileId": id, "scope": "tenant"})["taskId"].(string)
		var s ordertest.Object
		for s = (ordertest.Object{"status": "running"}); s["status"] == "running"; s = q.MustCall(q.Ana, "GET", "/aty/suppression/import/"+task,
			nil) {
			q.Sleep(time.Second)
		}
		url, _ := s["errorFileUrl"].(string)
		if s["status"] != "done" || s["imported"] != 1.0 || s["failed"] != 150.0 || len(s["errors"].([]any)) != 100 ||
			!strings.Contains(url, task) {
			t.Errorf("%v", s)
		}
		client := blobwire.Client(q.Objects)
		data, err := blob.New(client, client, "file").Get(q.Context, "suppression/errors/"+task+".xlsx", 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := sheet.Open(excel.Engine{}, data, sheet.Limits{})
		if err != nil || len(rows.Rows) != 150 || rows.Rows[149].Text != "'=1+149" {
			t.Errorf("%v: %+v", err, rows)
		}
	})
}
