package whatsappsim_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"syscall"
	"testing"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
)

// BenchmarkMessage is one message with its receipts, adapter and simulator in this process without sockets:
// cpu-µs/op is the whole cost of both.
func BenchmarkMessage(b *testing.B) {
	benchmarkMessage(b, memoryWorld(b, fast))
}

// BenchmarkMessageLoopback is the same over loopback sockets.
func BenchmarkMessageLoopback(b *testing.B) {
	benchmarkMessage(b, mustWorld(b, fast))
}

func fast(c *whatsappsim.Config) { c.Rate = 10_000_000 }

func benchmarkMessage(b *testing.B, w *world) {
	b.ReportAllocs()
	start := cpu(b)
	i := 0
	for b.Loop() {
		i++
		to := fmt.Sprintf("4915%09d", i*100)
		if out := w.adapter.Send(context.Background(), provider.Message{To: to, Reference: "01JABCDEFGHJKMNPQRSTVWXYZ0.1.12.345.1", Kind: provider.Text, Text: "A message of ordinary length."}); out.Verdict != provider.Accepted {
			b.Fatalf("%+v", out)
		}
	}
	b.ReportMetric((cpu(b)-start)/float64(b.N), "cpu-µs/op")
}

func cpu(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e3
}

// BenchmarkMillion fills a log with a million messages and reports its memory and the time to read a page near its end.
func BenchmarkMillion(b *testing.B) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	w := memoryWorld(b, fast, func(c *whatsappsim.Config) { c.WebhookURL = "" })
	for i := range 1_000_000 {
		to := fmt.Sprintf("4915%09d", i*100)
		if out := w.adapter.Send(context.Background(), provider.Message{To: to, Reference: fmt.Sprintf("01JABCDEFGHJKMNPQRSTVWXYZ0.1.12.%d.1", i), Kind: provider.Text, Text: "Hello " + to}); out.Verdict != provider.Accepted {
			b.Fatalf("%+v", out)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	for b.Loop() {
		res, err := w.client.Get(w.base + "/_sim/messages?offset=999000&limit=1000")
		if err != nil || res.StatusCode != http.StatusOK {
			b.Fatal(res, err)
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB")
}
