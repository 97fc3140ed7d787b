package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"herald/pkg/app"
)

// groupsArgs is an order of groups.
type groupsArgs struct{ Groups, Members int }

type groupsResult struct {
	Elapsed, CPU time.Duration
	Planned      int
}

// groupsChild plans an order of groups as the job function does: the audience is written down, dealt out, and each group is a row.
func groupsChild(ctx context.Context, a groupsArgs) (out groupsResult, err error) {
	w, err := newWorld(ctx, "http://127.0.0.1:1")
	if err != nil {
		return out, err
	}
	for _, set := range []struct {
		method, path string
		body         map[string]any
	}{
		{"POST", "/aty/customerinfo/price/charge/save",
			map[string]any{"userId": "platform", "service": "group", "countryCode": "*", "price": 0.01}},
		{"PUT", "/lop/system/config/group.audience.max", map[string]any{"value": a.Groups * a.Members}},
		{"PUT", "/lop/system/config/order.review.auto", map[string]any{"value": true}},
		{"PUT", "/bgo/buildgroup/resource/num/today", map[string]any{"num": a.Groups}},
	} {
		if err := w.call(set.method, set.path, w.admin, set.body, nil); err != nil {
			return out, err
		}
	}
	who, err := w.collection(ctx, a.Groups*a.Members)
	if err != nil {
		return out, err
	}
	var made struct{ ID string }
	if err := w.call("POST", "/bgo/buildgroup", w.customer,
		map[string]any{"name": "Bench", "countryCode": "BR", "groupId": who, "provider": "partner", "sizeMin": 30, "sizeMax": a.Members,
			"groupName": "Bench"}, &made); err != nil {
		return out, err
	}
	jobs := app.JobTasks(w.env())
	p, err := w.measure(func() error { return w.drain(ctx, "job", jobs) })
	if err != nil {
		return out, err
	}
	var page struct{ Total int }
	err = w.call("GET", "/bgo/buildgroup/"+made.ID+"/group/page", w.customer, nil, &page)
	return groupsResult{p.Elapsed, p.CPU, page.Total}, err
}

// groups measures the plan of an order of groups, and what each kind of order costs in lines of Go outside of its adapters.
func groups(ctx context.Context, w *workshop) (report, error) {
	var out report
	var r groupsResult
	a := groupsArgs{1000, 100}
	if _, err := w.child(ctx, "groups", a, &r); err != nil {
		return out, err
	}
	if r.Planned != a.Groups {
		return out, fmt.Errorf("%d of %d groups were planned", r.Planned, a.Groups)
	}
	out.figures = append(out.figures, most(fmt.Sprintf("plan of %d groups of %d members", a.Groups, a.Members), "%.2f s", 2,
		r.Elapsed.Seconds()), most("  CPU", "%.2f s", 2, r.CPU.Seconds()))
	for _, kind := range kinds {
		n, err := linesOf("pkg/campaign/"+kind.name, "*.go")
		if err != nil {
			return out, err
		}
		out.figures = append(out.figures, most("lines of Go of the kind "+kind.name, "%.0f", 900, float64(n)))
		of := 0
		for _, a := range kind.adapters {
			n, err := linesOf(a[0], a[1])
			if err != nil {
				return out, err
			}
			of += n
		}
		out.figures = append(out.figures, figure{"  and of its adapters", "", fmt.Sprint(of), true})
		for _, name := range kind.counted {
			places, err := placesOf(name)
			if err != nil {
				return out, err
			}
			out.figures = append(out.figures, most("  files outside its folder that name the adapter "+name, "%.0f", 1, float64(len(places))))
			out.text += fmt.Sprintf("\nFiles that name the adapter %s: %s\n", name, strings.Join(places, " "))
		}
	}
	return out, nil
}

// placesOf are the files of the product outside an adapter's folder that import it or its client, without tests.
func placesOf(adapter string) ([]string, error) {
	folder := "pkg/provider/" + adapter
	return filesNaming(folder, `"herald/`+folder+`"`, `"herald/`+folder+`/`)
}

// filesNaming are the files of the product outside a folder that have one of some texts, without tests.
func filesNaming(folder string, texts ...string) (places []string, err error) {
	for _, root := range []string{"pkg", "functions"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, folder+"/") {
				return err
			}
			content, err := os.ReadFile(path)
			if slices.ContainsFunc(texts, func(text string) bool { return bytes.Contains(content, []byte(text)) }) {
				places = append(places, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return places, nil
}

// kinds of orders that came after the first one, with the files of their adapters by folder and pattern.
var kinds = []struct {
	name     string
	adapters [][2]string
	counted  []string // adapters whose places outside their folders are counted
}{
	{"group", [][2]string{{"pkg/provider/partner", "groups.go"}, {"pkg/provider/whatsapp", "group*.go"}}, nil},
	{"call", [][2]string{{"pkg/provider/telephony", "*.go"}}, nil},
	{"email", [][2]string{{"pkg/provider/ses", "*.go"}, {"pkg/provider/ses/sdk", "*.go"}, {"pkg/provider/smtp", "*.go"},
		{"pkg/provider/smtp/relay", "*.go"}}, []string{"ses", "smtp"}},
	{"comment", [][2]string{{"pkg/provider/partner", "workers.go"}}, nil},
	{"channelorder", [][2]string{{"pkg/provider/partner", "numbers.go"}}, nil},
}

// linesOf counts the lines of files of a folder that are neither empty nor comments, without its tests.
func linesOf(folder, pattern string) (n int, err error) {
	files, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil {
		return 0, err
	}
	if len(files) == 0 {
		return 0, fmt.Errorf("%s: no Go: run it at the top of the repository", folder)
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			return n, err
		}
		for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
			if line := strings.TrimSpace(lines.Text()); line != "" && !strings.HasPrefix(line, "//") {
				n++
			}
		}
	}
	return n, nil
}
