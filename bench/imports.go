package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"herald/pkg/app"
	"herald/pkg/kit/sheet"
)

// importArgs is a contact file.
type importArgs struct{ File string }

type importResult struct {
	Elapsed, CPU time.Duration
	Imported     int
	Bytes        int
}

func contactFile(kind string, rows int) (body []byte, n int, err error) {
	numbers := mobiles(rows, 9)
	switch kind {
	case "xlsx":
		body, err = asXLSX(numbers)
		return body, rows, err
	case "xls":
		return asXLS(numbers, sheet.DefaultLimits.Bytes)
	}
	return asText(numbers), rows, nil
}

// importChild imports a file into a collection as the job function does: it parses, validates, de-duplicates, packs and writes.
func importChild(ctx context.Context, a importArgs) (out importResult, err error) {
	body, err := os.ReadFile(a.File)
	if err != nil {
		return out, err
	}
	w, err := newWorld(ctx, "http://127.0.0.1:1")
	if err != nil {
		return out, err
	}
	var made struct{ ID string }
	if err := w.call("POST", "/aty/contactsgroup", w.customer, map[string]string{"name": "Bench", "countryCode": "BR"}, &made); err != nil {
		return out, err
	}
	file, err := w.upload(filepath.Base(a.File), body)
	if err != nil {
		return out, err
	}
	if err := w.call("POST", "/aty/contactsgroup/"+made.ID+"/import", w.customer, map[string]string{"fileId": file}, &struct{}{}); err != nil {
		return out, err
	}
	tasks := app.FileTasks(w.env())
	p, err := w.measure(func() error { return w.drain(ctx, "file", tasks) })
	if err != nil {
		return out, err
	}
	var have struct{ MemberCount int }
	err = w.call("GET", "/aty/contactsgroup/"+made.ID, w.customer, nil, &have)
	return importResult{p.Elapsed, p.CPU, have.MemberCount, len(body)}, err
}

func imports(ctx context.Context, w *workshop) (report, error) {
	var out report
	for _, kind := range []string{"xlsx", "txt", "xls"} {
		body, rows, err := contactFile(kind, w.file)
		if err != nil {
			return out, err
		}
		name := filepath.Join(w.folder, "numbers."+kind)
		if err := os.WriteFile(name, body, 0o600); err != nil {
			return out, err
		}
		var r importResult
		u, err := w.child(ctx, "import", importArgs{name}, &r)
		if err != nil {
			return out, err
		}
		if r.Imported != rows {
			return out, fmt.Errorf("%s: %d of %d rows were imported", kind, r.Imported, rows)
		}
		what := fmt.Sprintf("import of %d rows, %s of %d KB", rows, kind, len(body)>>10)
		out.figures = append(out.figures, most(what, "%.2f s", 5, r.Elapsed.Seconds()), most("  CPU", "%.2f s", 3, r.CPU.Seconds()),
			most("  peak memory of the process", "%.0f MB", 256, float64(u.Peak)/(1<<20)))
	}
	return out, nil
}
