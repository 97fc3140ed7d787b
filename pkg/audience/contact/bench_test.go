package contact_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
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
		b.Run(name, func(b *testing.B) { benchImport(b, data, txt(numbers[:70_000]), (*world).collection) })
	}
}

// BenchmarkImportEmails is BenchmarkImport with addresses of 5,000 domains that are known, a name and a city. The files are larger than
// the default of contact.file.bytes.
func BenchmarkImportEmails(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 10))
	rows := make([][]any, 105_000)
	for i := range rows {
		local := fmt.Sprintf("%s.%s%d", pick(rng, "ana", "bia", "caio", "maria", "joao"), pick(rng, "silva", "souza", "lima", "costa"), i)
		domain := pick(rng, "gmail.com", "hotmail.com", "yahoo.com.br", "uol.com.br", fmt.Sprintf("empresa%d.com.br", rng.IntN(5000)))
		rows[i] = []any{local + "@" + domain, "Ana Silva", pick(rng, "Recife", "Natal", "Rio de Janeiro")}
	}
	heads := []string{"email", "name", "city"}
	var xlsx bytes.Buffer
	err := sheet.Write(excel.Engine{}, &xlsx, heads, func(yield func([]any, error) bool) {
		for _, row := range rows[35_000:] {
			if !yield(row, nil) {
				return
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	lines := []string{strings.Join(heads, ",")}
	for _, row := range rows {
		lines = append(lines, fmt.Sprintf("%s,%s,%s", row...))
	}
	text := strings.Join(append(lines[:1:1], lines[35_001:]...), "\n")
	for name, data := range map[string][]byte{"xlsx": xlsx.Bytes(), "csv": []byte(text)} {
		b.Run(name, func(b *testing.B) { benchImport(b, data, lines[:70_001], (*world).emails) })
	}
}

func pick(rng *rand.Rand, of ...string) string { return of[rng.IntN(len(of))] }

// benchImport imports a file into a list that has members.
func benchImport(b *testing.B, data []byte, before []string, list func(*world) string) {
	var peak uint64
	var cpu time.Duration
	units := 0.0
	for b.Loop() {
		b.StopTimer()
		w := newWorld(b)
		w.limit("contact.file.bytes", 4<<20)
		c := list(w)
		w.imported(c, before...)
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
