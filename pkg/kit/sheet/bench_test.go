package sheet_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"herald/pkg/kit/phone"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

// BenchmarkImport reads, validates and de-duplicates 70,000 rows (architecture §9: 5 s, 3 CPU-s, 256 MB).
func BenchmarkImport(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	var text strings.Builder
	rows := [][]any{}
	text.WriteString("phoneNumber\n")
	for range 70_000 {
		n := fmt.Sprintf("55%d9%08d", 11+rng.IntN(8), rng.IntN(1e8))
		rows = append(rows, []any{n, "Ana"})
		text.WriteString(n + "\n")
	}
	var xlsx bytes.Buffer
	if err := sheet.Write(excel.Engine{}, &xlsx, []string{"phoneNumber", "name"}, rowsOf(rows, nil)); err != nil {
		b.Fatal(err)
	}
	for name, data := range map[string][]byte{"xlsx": xlsx.Bytes(), "txt": []byte(text.String())} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s, err := sheet.Open(excel.Engine{}, data, sheet.Limits{Bytes: 4 << 20})
				if err != nil {
					b.Fatal(err)
				}
				seen := make(map[uint64]struct{}, len(s.Rows))
				for _, r := range s.Rows {
					n, problem := phone.Parse(r.Text, "BR")
					if problem != nil {
						b.Fatal(r.Text, problem)
					}
					seen[n] = struct{}{}
				}
			}
			b.ReportMetric(float64(len(data))/1024, "KiB")
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	rows := [][]any{}
	for i := range 10_000 {
		rows = append(rows, []any{fmt.Sprint(5511900000000 + i), "40068", "The number belongs to another country or region", i})
	}
	for b.Loop() {
		var out bytes.Buffer
		if err := sheet.Write(excel.Engine{}, &out, []string{"number", "code", "message", "line"}, rowsOf(rows, nil)); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(out.Len())/1024, "KiB")
	}
}
