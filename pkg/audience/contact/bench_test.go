package contact_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

// BenchmarkImport imports 70,000 rows into a collection that has 70,000 members, half of them the same (architecture §9:
// 5 s, 3 CPU-s, 256 MB). peak-MB is the heap in use at its highest, sampled at every call to the database.
func BenchmarkImport(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	numbers := make([]string, 105_000)
	for i := range numbers {
		numbers[i] = fmt.Sprintf("55%d9%08d", 11+rng.IntN(8), rng.IntN(1e8))
	}
	var xlsx bytes.Buffer
	err := sheet.Write(excel.Engine{}, &xlsx, []string{"phoneNumber"}, func(yield func([]any, error) bool) {
		for _, n := range numbers[35_000:] {
			if !yield([]any{n}, nil) {
				return
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	text := "phoneNumber\n"
	for _, n := range numbers[35_000:] {
		text += n + "\n"
	}
	for name, data := range map[string][]byte{"xlsx": xlsx.Bytes(), "txt": []byte(text)} {
		b.Run(name, func(b *testing.B) {
			var peak uint64
			var cpu time.Duration
			units := 0.0
			for b.Loop() {
				b.StopTimer()
				w := newWorld(b)
				c := w.collection()
				w.imported(c, txt(numbers[:70_000])...)
				file := w.upload(string(data))
				w.meter.Take()
				task, m := w.begin(c, file)
				debug.FreeOSMemory()
				r := w.on(watched(w.mem, &peak))
				used := cpuTime(b)
				b.StartTimer()
				if err := r.Import(context.Background(), m); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				cpu += cpuTime(b) - used
				if s := w.status(c, task); s.Status != "done" || s.Imported+s.Duplicated != 70_000 {
					b.Fatalf("%+v", *s)
				}
				units = w.meter.Take().WriteUnits
				b.StartTimer()
			}
			b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
			b.ReportMetric(units/35, "WRU/1000")
			b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
			b.ReportMetric(float64(len(data))/1024, "KiB")
		})
	}
}

// cpuTime is what this process has used of the processors.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}
