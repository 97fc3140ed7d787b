package numbers

import (
	"fmt"
	"io"
	"math/rand/v2"

	"herald/pkg/kit/phone"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/sheet/excel"
)

// Options of a contact file; zero fields take those of Defaults.
type Options struct {
	Country string
	Rows    int // rows with a number, good or wrong
	Seed    uint64
	Foreign int // of Rows: numbers of another country
	Short   int // of Rows: numbers with digits missing
	Twice   int // of Rows: numbers that stand in the file already
	Empty   int // empty rows beside Rows
}

// Defaults is a file for 70,000 rows, of which 3 % are wrong.
var Defaults = Options{Country: "BR", Rows: 70_000, Seed: 1, Foreign: 700, Short: 700, Twice: 700, Empty: 350}

// Expected is what the import of the file must report.
type Expected struct {
	Total, Imported, Duplicated, Failed int
	Numbers                             []string // those that are imported, in the order of the file
}

// File writes an xlsx with the column phoneNumber, of under 1 MiB for 70,000 rows.
func File(w io.Writer, o Options) (Expected, error) {
	if o.Country == "" {
		o.Country = Defaults.Country
	}
	if o.Rows == 0 {
		rows := Defaults
		rows.Country, rows.Seed = o.Country, o.Seed
		o = rows
	}
	good := o.Rows - o.Foreign - o.Short - o.Twice
	if good < 1 {
		return Expected{}, fmt.Errorf("no good rows are left of %d", o.Rows)
	}
	rows, want, err := plan(o, good)
	if err != nil {
		return Expected{}, err
	}
	out, err := sheet.NewWriter(excel.Engine{}, w, []string{"phoneNumber"})
	if err != nil {
		return Expected{}, err
	}
	defer out.Drop()
	for _, number := range rows {
		var cell any
		if number != "" {
			cell = number
		}
		if err := out.Row(cell); err != nil {
			return Expected{}, err
		}
	}
	return want, out.Close()
}

// plan lays out the rows: wrong ones at random places, an empty string for an empty row.
func plan(o Options, good int) ([]string, Expected, error) {
	numbers, err := Generate(o.Country, good, o.Seed)
	if err != nil {
		return nil, Expected{}, err
	}
	foreign, err := Generate(neighbour(o.Country), max(o.Foreign, 1), o.Seed)
	if err != nil {
		return nil, Expected{}, err
	}
	rng := rand.New(rand.NewPCG(o.Seed, 2))
	rows := append([]string{}, numbers...)
	rows = append(rows, foreign[:o.Foreign]...)
	for range o.Short {
		rows = append(rows, short(numbers[rng.IntN(len(numbers))], o.Country))
	}
	for range o.Twice {
		rows = append(rows, numbers[rng.IntN(len(numbers))])
	}
	rows = append(rows, make([]string, o.Empty)...)
	rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	want := Expected{Total: o.Rows, Imported: good, Duplicated: o.Twice, Failed: o.Foreign + o.Short}
	seen := map[string]bool{}
	for _, n := range rows {
		if n, problem := phone.Parse(n, o.Country); problem == nil && !seen[phone.Format(n)] {
			seen[phone.Format(n)] = true
			want.Numbers = append(want.Numbers, phone.Format(n))
		}
	}
	if len(want.Numbers) != good {
		return nil, Expected{}, fmt.Errorf("%d numbers are good where %d were planned", len(want.Numbers), good)
	}
	return rows, want, nil
}

// short cuts digits off until the rest is no number of the country.
func short(number, country string) string {
	for cut := 3; ; cut++ {
		if _, problem := phone.Parse(number[:len(number)-cut], country); problem != nil || cut == len(number)-1 {
			return number[:len(number)-cut]
		}
	}
}

// neighbour is the country whose numbers stand in the file by mistake.
func neighbour(country string) string {
	if country == "ID" {
		return "BR"
	}
	return "ID"
}
