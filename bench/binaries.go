package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"herald/pkg/app/manifest"
)

// binaries builds every function as for AWS and starts some as Lambda does.
func binaries(ctx context.Context, w *workshop) (report, error) {
	target := filepath.Join(w.folder, "arm64")
	if err := w.build(ctx, target, "arm64", "herald/functions/..."); err != nil {
		return report{}, err
	}
	files, err := os.ReadDir(target)
	if err != nil {
		return report{}, err
	}
	var light, heavy, packed largest
	for _, f := range files {
		if f.Name() == manifest.AllInOne { // is no function of AWS
			continue
		}
		body, err := os.ReadFile(filepath.Join(target, f.Name()))
		if err != nil {
			return report{}, err
		}
		size, err := zipped(body)
		if err != nil {
			return report{}, err
		}
		if strings.Contains(string(body), "xuri/excelize") {
			heavy.see(f.Name(), len(body))
		} else {
			light.see(f.Name(), len(body))
		}
		packed.see(f.Name(), size)
	}
	const mb = 1 << 20
	out := report{figures: []figure{
		most(fmt.Sprintf("bootstrap binary, largest of %d (%s)", len(files)-1, heavy.name), "%.2f MB", 24, float64(heavy.size)/mb),
		most("  without spreadsheets ("+light.name+")", "%.2f MB", 18, float64(light.size)/mb),
		most("  zip ("+packed.name+")", "%.2f MB", 9, float64(packed.size)/mb),
	}}
	own := filepath.Join(w.folder, "host")
	if err := w.build(ctx, own, runtime.GOARCH, "herald/functions/gc", "herald/functions/hook", "herald/functions/send"); err != nil {
		return out, err
	}
	for _, name := range []string{"gc", "hook", "send"} {
		took, err := spawns(ctx, filepath.Join(own, name), w.starts)
		if err != nil {
			return out, err
		}
		out.figures = append(out.figures, most("  CPU of the start of "+name+" until it asks for work, p50", "%.1f ms",
			15, ms(took[len(took)/2])))
	}
	return out, nil
}

// largest is the largest file that was seen.
type largest struct {
	name string
	size int
}

func (l *largest) see(name string, size int) {
	if size > l.size {
		l.name, l.size = name, size
	}
}

func (w *workshop) build(ctx context.Context, folder, arch string, packages ...string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	c := exec.CommandContext(ctx, "go",
		append([]string{"build", "-tags", "lambda.norpc,nethttpomithttp2", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", folder + "/"},
			packages...)...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch)
	if text, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, text)
	}
	return nil
}

func zipped(body []byte) (int, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	f, err := z.Create("bootstrap")
	if err != nil {
		return 0, err
	}
	if _, err := f.Write(body); err != nil {
		return 0, err
	}
	return b.Len(), z.Close()
}

// spawns starts a function several times and gives, sorted, the CPU time of each until it asked the Runtime API for work: unlike
// the clock, it hardly depends on what else runs here. Its secrets come from here too.
func spawns(ctx context.Context, program string, times int) ([]time.Duration, error) {
	asked := make(chan struct{}, 1)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /2018-06-01/runtime/invocation/next", func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	})
	mux.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) { // the parameter store
		var in struct{ Names []string }
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var out []map[string]any
		for _, n := range in.Names {
			out = append(out, map[string]any{"Name": n, "Value": strings.Repeat("x", 32)})
		}
		w.Header().Set("Content-Type", "application/x-amz-json-1.1")
		_ = json.NewEncoder(w).Encode(map[string]any{"Parameters": out}) // the function says so when this fails
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: time.Second}
	defer server.Close()
	go func() { _ = server.Serve(l) }() // ends with Close
	var took []time.Duration
	for range times {
		c := exec.CommandContext(ctx, program)
		c.Env = []string{"AWS_LAMBDA_RUNTIME_API=" + l.Addr().String(), "AWS_ENDPOINT_URL=http://" + l.Addr().String(), "AWS_REGION=us-east-1",
			"AWS_ACCESS_KEY_ID=bench",
			"AWS_SECRET_ACCESS_KEY=bench", "AWS_LAMBDA_FUNCTION_NAME=bench", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE=256", "HERALD_NAME=herald",
			"HERALD_SECRETS=/herald/bench/",
			"HERALD_PUBLIC_URL=http://bench", "HERALD_WS_ENDPOINT=http://bench", "HERALD_QUEUE_SEND=http://bench/send",
			"HERALD_QUEUE_JOB=http://bench/job", "HERALD_QUEUE_RECEIPT=http://bench/receipt",
			"HERALD_BUCKET_UPLOAD=b", "HERALD_BUCKET_FILE=b", "HERALD_BUCKET_WEB=b", "HERALD_WHATSAPP_URL=http://127.0.0.1:1",
			"HERALD_WHATSAPP_VERSION=v23.0",
			"HERALD_WHATSAPP_PHONE_NUMBER_ID=1", "HERALD_WHATSAPP_WABA_ID=2", "HERALD_WHATSAPP_RATE=80"}
		var text bytes.Buffer
		c.Stdout, c.Stderr = &text, &text
		if err := c.Start(); err != nil {
			return nil, err
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case <-asked:
			_ = c.Process.Kill() // it waits for work that does not come
			<-ended
			took = append(took, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
		case err := <-ended:
			return nil, fmt.Errorf("%s ended: %w: %s", filepath.Base(program), err, text.Bytes())
		}
	}
	slices.Sort(took)
	return took, nil
}
