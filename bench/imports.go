package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"herald/localstack/simulators/dns"
	"herald/pkg/app"
	"herald/pkg/kit/sheet"
)

// importArgs is a contact file, of phone numbers or of addresses.
type importArgs struct {
	File string
	DNS  string // server of names that is asked for the domains of addresses; "": it has phone numbers
}

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
	w, kind := &world{clock: standing(), sim: "http://127.0.0.1:1", pace: perSecond}, "phone"
	if a.DNS != "" {
		w.mail, kind = &mailbench{dns: a.DNS}, "email"
	}
	if w, err = w.begun(ctx); err == nil && w.mail != nil {
		err = w.prepared()
	}
	if err != nil {
		return out, err
	}
	var made struct{ ID string }
	if err := w.call("POST", "/aty/contactsgroup", w.customer, map[string]string{"name": "Bench", "countryCode": "BR", "type": kind},
		&made); err != nil {
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
		figures, err := w.importOf(ctx, importArgs{File: "numbers." + kind}, body, rows)
		if err != nil {
			return out, err
		}
		out.figures = append(out.figures, figures...)
	}
	return w.importsOfAddresses(ctx, out)
}

type importFile struct {
	name string
	body []byte
}

// importsOfAddresses adds files of addresses with names. A server in this process answers about their 2,000 domains.
func (w *workshop) importsOfAddresses(ctx context.Context, out report) (report, error) {
	names, err := dns.New()
	if err != nil {
		return out, err
	}
	names.TakeMail("mx.bench.example")
	if err := names.Listen("127.0.0.1:0"); err != nil {
		return out, err
	}
	defer names.Close()
	rows := addresses(w.addresses, 9)
	book, err := asBook(rows)
	if err != nil {
		return out, err
	}
	for _, f := range []importFile{{"addresses.csv", asAddresses(rows)}, {"addresses.xlsx", book}} {
		figures, err := w.importOf(ctx, importArgs{f.name, names.Address()}, f.body, len(rows))
		if err != nil {
			return out, err
		}
		out.figures = append(out.figures, figures...)
	}
	return out, nil
}

// importOf measures the import of one file.
func (w *workshop) importOf(ctx context.Context, a importArgs, body []byte, rows int) ([]figure, error) {
	what := fmt.Sprintf("import of %d rows, %s of %d KB", rows, a.File, len(body)>>10)
	a.File = filepath.Join(w.folder, a.File)
	if err := os.WriteFile(a.File, body, 0o600); err != nil {
		return nil, err
	}
	var r importResult
	u, err := w.child(ctx, "import", a, &r)
	if err != nil {
		return nil, err
	}
	if r.Imported != rows {
		return nil, fmt.Errorf("%s: %d rows were imported", what, r.Imported)
	}
	return []figure{most(what, "%.2f s", 5, r.Elapsed.Seconds()), most("  CPU", "%.2f s", 3, r.CPU.Seconds()),
		most("  peak memory of the process", "%.0f MB", 256, float64(u.Peak)/(1<<20))}, nil
}
