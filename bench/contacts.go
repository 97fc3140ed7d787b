package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"herald/pkg/app"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

// mobiles are Brazilian mobile numbers in random order, each once.
func mobiles(n int, seed uint64) []string {
	rng := rand.New(rand.NewPCG(seed, 11))
	areas := []int{11, 12, 13, 19, 21, 27, 31, 41, 47, 51, 61, 62, 71, 81, 85}
	seen := make(map[uint64]bool, n)
	out := make([]string, 0, n)
	for len(out) < n {
		number := 55e11 + uint64(areas[rng.IntN(len(areas))])*1e9 + 9e8 + 6e7 + uint64(rng.IntN(4e7))
		if !seen[number] {
			seen[number] = true
			out = append(out, fmt.Sprint(number))
		}
	}
	return out
}

func asText(numbers []string) []byte {
	var b bytes.Buffer
	b.WriteString("phoneNumber\n")
	for _, n := range numbers {
		b.WriteString(n + "\n")
	}
	return b.Bytes()
}

func asXLSX(numbers []string) ([]byte, error) {
	var b bytes.Buffer
	err := sheet.Write(excel.Engine{}, &b, []string{"phoneNumber"}, func(yield func([]any, error) bool) {
		for _, n := range numbers {
			if !yield([]any{n}, nil) {
				return
			}
		}
	})
	return b.Bytes(), err
}

// asBook is asAddresses as a workbook.
func asBook(rows [][]string) ([]byte, error) {
	var b bytes.Buffer
	err := sheet.Write(excel.Engine{}, &b, []string{"email", "name"}, func(yield func([]any, error) bool) {
		for _, row := range rows {
			if !yield([]any{row[0], row[1]}, nil) {
				return
			}
		}
	})
	return b.Bytes(), err
}

// upload sends a contact file through the API and gives its id.
func (w *world) upload(name string, content []byte) (string, error) {
	var made struct{ ID string }
	err := w.call("POST", "/uf/uploadfile/contact", w.customer, apiclient.File{Field: "file", Name: name, Content: content}, &made)
	return made.ID, err
}

// maxFile is how many rows a contact file may have.
const maxFile = 70_000

// collection makes a collection of n members by importing files.
func (w *world) collection(ctx context.Context, n int) (string, error) {
	return w.collectionOf(ctx, mobiles(n, 3))
}

func (w *world) collectionOf(ctx context.Context, numbers []string) (string, error) {
	return w.imported(ctx, numbers, maxFile, "numbers.txt", asText)
}

// collectionWithValues keeps a name, a city and a code beside each number, in files of less than 1 MB.
func (w *world) collectionWithValues(ctx context.Context, numbers []string) (string, error) {
	return w.imported(ctx, numbers, 20_000, "numbers.csv", func(part []string) []byte {
		rng := rand.New(rand.NewPCG(8, 9))
		var b bytes.Buffer
		b.WriteString("phoneNumber,name,city,code\n")
		for _, n := range part {
			fmt.Fprintf(&b, "%s,%s,%s,%06d\n", n, [...]string{"Ana", "Beatriz", "Carlos Eduardo", "Zoe"}[rng.IntN(4)],
				[...]string{"Rio de Janeiro", "Santos", "São Paulo"}[rng.IntN(3)], rng.IntN(1e6))
		}
		return b.Bytes()
	})
}

// listFile is what a contact list is filled from.
type listFile struct {
	kind, name string
	most       int // rows of one import
	want       int // members
}

func (w *world) imported(ctx context.Context, numbers []string, most int, name string, as func([]string) []byte) (string, error) {
	return fill(ctx, w, numbers, listFile{"phone", name, most, len(numbers)}, as)
}

// fill makes a contact list by importing files.
func fill[R any](ctx context.Context, w *world, rows []R, f listFile, as func([]R) []byte) (string, error) {
	var made struct{ ID string }
	if err := w.call("POST", "/aty/contactsgroup", w.customer, map[string]string{"name": "Bench", "countryCode": "BR", "type": f.kind},
		&made); err != nil {
		return "", err
	}
	tasks := app.FileTasks(w.env())
	for part := range slices.Chunk(rows, f.most) {
		file, err := w.upload(f.name, as(part))
		if err != nil {
			return "", err
		}
		if err := w.call("POST", "/aty/contactsgroup/"+made.ID+"/import", w.customer, map[string]string{"fileId": file},
			&struct{}{}); err != nil {
			return "", err
		}
		if err := w.drain(ctx, "file", tasks); err != nil {
			return "", err
		}
	}
	var have struct{ MemberCount int }
	if err := w.call("GET", "/aty/contactsgroup/"+made.ID, w.customer, nil, &have); err != nil {
		return "", err
	}
	if have.MemberCount != f.want {
		return "", fmt.Errorf("%d of %d members were imported", have.MemberCount, f.want)
	}
	return made.ID, w.trouble()
}
